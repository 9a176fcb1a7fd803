// Disks that fill up under a server: what it still does, how it ends, and what is there afterwards.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { verify } from '../../actors/commands/verify.js';
import { pathsOf } from '../../actors/folder/folder.js';
import { DiskFull, DiskWatch } from '../../actors/main/disk-watch.js';
import { until, within } from '../support/guard.js';
import { type Ending, ServerProcess } from '../support/server-process.js';
import type { Trader } from '../support/trader.js';
import { faultsOf } from './checker.js';
import { crashedInLmdb } from './disk-fault.js';
import { factsOf } from './log-facts.js';
import { OrderLoad } from './order-load.js';
import { recover } from './recovery.js';
import { figure, journalOf } from './said.js';
import { SmallDisk } from './small-disk.js';

const MIB = 2 ** 20;
const DISK_MIB = 128;
/** Less is little room; a sixteenth of it, 1.5 MiB, is none. */
const LOW_MIB = 24;
const BALLAST_MIB = 8;
const FULL = 3;
const LOW = 'the disk is nearly full: positions can only be closed';
const BACK = 'the disk has room again: positions can be opened';
const ARGS = ['--close-only-below', String(LOW_MIB), '--trade-rate', '0'];
const LOAD = { traders: 4 };

const wish = { symbol: 'EURUSD', side: 'buy', volume: '0.10' };
const limit = { kind: 'pending', ...wish, order_kind: 'limit', price: '1.00000' };

/** A folder on a small disk, and how servers on it are started. */
const optionsOn = (disk: SmallDisk, ballast = BALLAST_MIB) => ({
  data: join(disk.path, 'data'),
  args: ARGS,
  env: { BROKERD_BALLAST: String(ballast) },
});

/** A disk that is removed when the test ends. */
const diskFor = (t: Test): SmallDisk => {
  const disk = new SmallDisk(DISK_MIB);
  t.teardown(() => disk.remove());
  return disk;
};

/** A server that goes on would keep its disk mounted. */
const ended = (server: ServerProcess): Promise<Ending> => within(server.ended, 'end of the server');

/** Waits for the ballast: it is there when the room has been looked at a few times. */
const ballastOf = (server: ServerProcess): Promise<unknown> =>
  until('ballast', async () => (await figure(server, 'disk_ballast_bytes')) >= BALLAST_MIB * MIB);

/** What the journal of a stopped server says about its disk, in order. */
const saidOf = (data: string): string[] =>
  journalOf(data, 'the disk%').map((text) => text.replace(/ \(.*/, ''));

const codeOf = async (asked: Promise<{ readonly code: string }>): Promise<string> =>
  (await asked).code;

/** A trader of a server on a small disk. */
interface LowDisk {
  readonly t: Test;
  readonly disk: SmallDisk;
  readonly server: ServerProcess;
  readonly trader: Trader;
}

const open = ({ trader }: LowDisk) => trader.trade({ kind: 'open', ...wish });

/** Positions can be closed, by whatever closes them, and none can be opened; until room is back. */
const tradeOnLowDisk = async (low: LowDisk): Promise<void> => {
  const { t, disk, server, trader } = low;
  const [first, second] = [await open(low), await open(low)];
  const placed = await trader.trade(limit);
  await ballastOf(server);

  disk.fill((LOW_MIB / 2) * MIB);
  t.equal((await server.record(LOW)).level, 'error', 'the operator is told');
  t.equal(await figure(server, 'close_only'), 1);
  t.ok((await figure(server, 'disk_free_bytes')) < LOW_MIB * MIB);
  t.equal((await fetch(server.url('/readyz'))).status, 200, 'it is as ready as before');
  t.equal(await codeOf(open(low)), 'trade.close_only');
  t.equal(await codeOf(trader.trade(limit)), 'trade.close_only');
  const { position_id } = second.data;
  const stop = { kind: 'modify', position_id, sl: '1.09000' };
  t.equal(await codeOf(trader.trade(stop)), 'ok', 'a stop can be set');
  await server.quote(wish.symbol, '1.08990', '1.09000');
  t.equal((await trader.dealt('sl')).data.deals[0]?.position_id, position_id, 'and fires');
  const close = { kind: 'close', position_id: first.data.position_id };
  t.equal(await codeOf(trader.trade(close)), 'ok', 'a position can be closed');
  const cancel = { kind: 'pending_cancel', order_id: placed.data.order_id };
  t.equal(await codeOf(trader.trade(cancel)), 'ok', 'an order can be cancelled');

  disk.clear();
  await server.record(BACK);
  t.equal(await figure(server, 'close_only'), 0);
};

/** Without room the server stops cleanly, and does not start. */
const stopOnFullDisk = async ({ t, disk, server }: LowDisk): Promise<void> => {
  await ballastOf(server);
  disk.fill(MIB);
  t.same(await ended(server), { code: FULL, signal: null }, server.output());
  const said = server.records.filter(({ level }) => level === 'error');
  t.match(said.at(-1)?.error, /^the disk of the data folder is full: /);
  t.ok(server.records.at(-1)?.msg === 'stopped', 'it stops cleanly');
  t.ok(disk.free > (BALLAST_MIB / 2) * MIB, 'the ballast made room for that');

  disk.clear();
  disk.fill(MIB);
  const refused = ServerProcess.launch(optionsOn(disk));
  t.same(await ended(refused), { code: FULL, signal: null }, refused.output());
  t.match(refused.noise.join(), /^brokerd: the disk of .* is full: .* are needed$/);
  disk.clear();
};

/** A disk fills up little by little, gets room again, and fills up to the last. */
export const fillSlowly = async (t: Test): Promise<void> => {
  const disk = diskFor(t);
  const options = optionsOn(disk);
  const server = await ServerProcess.start(options);
  t.teardown(() => server.kill());
  const trader = await server.openAccount({ deposit: '100000' });
  await server.quote(wish.symbol, '1.10000', '1.10010');
  const low = { t, disk, server, trader };
  await tradeOnLowDisk(low);
  const opened = await open(low);
  t.equal(opened.code, 'ok', 'with room again positions can be opened');
  await stopOnFullDisk(low);
  t.same(saidOf(options.data), [LOW, BACK], 'the journal tells both');
  t.match(verify(options.data), { ok: true, data: { violations: [] } });
  t.same(faultsOf(options.data), []);
  const held = [...factsOf(pathsOf(options.data).log).positions.keys()];
  t.same(held, [opened.data.position_id], 'nothing is lost');
};

/** Between the last room and the end of the server it may refuse: nothing else may end a trader. */
const onlyRefused = (error: Error): void => {
  if (!/^refused under load: /.test(error.message)) throw error;
};

/** Of the orders after which all room is taken under load. */
const ORDERS = { min: 50, max: 1_000 };

/** All room is taken at once under load, so often: what was acknowledged is there. */
export const fillUnderLoad = async (t: Test, rounds: number): Promise<void> => {
  const disk = diskFor(t);
  const options = optionsOn(disk);
  let server = await ServerProcess.start(options);
  t.teardown(() => server.kill());
  const load = await OrderLoad.start(server, LOAD);
  for (let round = 0; round < rounds; round += 1) {
    await load.price();
    await ballastOf(server);
    const orders = ORDERS.min + (ORDERS.max - ORDERS.min) * (round / rounds);
    await load.run(Math.floor(orders), () => disk.fill(0)).catch(onlyRefused);
    const { code, signal } = await ended(server);
    const fault = `round ${round}: ${server.output()}`;
    // Where lmdb crashed the next start gives the ballast up.
    if (!crashedInLmdb(server, signal)) {
      t.same({ code, signal }, { code: FULL, signal: null }, fault);
      t.equal(existsSync(join(options.data, 'ballast')), false, 'the ballast is given up');
    }
    server = await recover(t, options, load);
    await server.record(LOW);
    disk.clear();
    await server.record(BACK);
  }
  t.equal((await server.stop()).code, 0);
};

/** What failed for want of room may be told when the ballast has made some. */
export const failBeforeRoom = async (t: Test): Promise<void> => {
  const disk = diskFor(t);
  const bytes = { closeOnlyBelow: LOW_MIB * MIB, ballast: BALLAST_MIB * MIB };
  const watch = DiskWatch.open(disk.path, bytes);
  const failure = new Error('no space left on device');
  const full = new Promise<DiskFull>((resolve, reject) => {
    const [closeOnly, log] = [() => {}, () => {}];
    watch.start({ closeOnly, log, note: async () => true, full: resolve, failed: reject });
  });
  await until('ballast', () => watch.metrics().disk_ballast_bytes === bytes.ballast);
  t.equal(watch.causeOf(failure), failure, 'with room a failure is itself');
  disk.fill(0);
  await within(full, 'full disk');
  t.ok(disk.free > (BALLAST_MIB / 2) * MIB, 'the ballast has made room');
  const cause = watch.causeOf(failure);
  t.ok(cause instanceof DiskFull, 'what failed before is the full disk still');
  t.match(cause.message, /full: no space left on device$/, 'and tells what failed');
};
