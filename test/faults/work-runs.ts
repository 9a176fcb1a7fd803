// A server at work, killed and stopped in between, on a disk that is slow at times: it loses
// nothing and does not grow.

import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';
import { ownMemory } from '../../bench/measure/memory.js';
import { ServerProcess } from '../support/server-process.js';
import { Trader } from '../support/trader.js';
import { nextLogFile, under } from './disk-fault.js';
import { OrderLoad } from './order-load.js';
import { recover } from './recovery.js';

const ROUNDS = 6;
const LOAD = { traders: 200, underWay: 1 };
/** Every hundredth sync of the log takes so much longer, in every second round. */
const SLOW_SYNC = { call: 'fdatasync', what: 'delay_exit=50000:when=1+100' };
/** Clients that follow prices and do not read. */
const STALLED = 5;
/** The first part of a round, in which caches fill. */
const WARM = 0.3;
const GROWTH_MAX = 1.1;

/** What a process holds: memory in KiB, and open descriptors. */
const heldBy = (server: ServerProcess) => ({
  memory: ownMemory(server),
  descriptors: readdirSync(`/proc/${server.process.pid}/fd`).length,
});

/** Has so many orders acknowledged in rounds, each of which ends with a kill or a stop. */
export const work = async (t: Test, orders: number): Promise<void> => {
  const data = realpathSync(mkdtempSync(join(tmpdir(), 'brokerd-work-')));
  t.teardown(() => rmSync(data, { recursive: true, force: true }));
  const options = { data, args: ['--trade-rate', '0', '--connections-per-address', '1000'] };
  const slow = () => under({ ...SLOW_SYNC, path: nextLogFile(data) }, join(data, 'trace'));
  let server = await ServerProcess.start(options);
  t.teardown(() => server.kill());
  const load = await OrderLoad.start(server, LOAD);
  const idle = await server.openAccount();
  const each = Math.ceil(orders / ROUNDS);
  for (let round = 0; round < ROUNDS; round += 1) {
    await load.price();
    const stalled = await Promise.all(
      Array.from({ length: STALLED }, () => Trader.signIn(server, idle.login, idle.password)),
    );
    for (const { socket } of stalled) {
      await socket.request('subscribe', { channel: 'quotes', symbols: ['EURUSD'] });
      socket.stall();
    }
    let warm = heldBy(server);
    await load.run(Math.ceil(WARM * each), () => {
      warm = heldBy(server);
      load.cut();
    });
    await load.connect(server);
    let end = warm;
    let ended = server.ended;
    await load.run(Math.ceil((1 - WARM) * each), () => {
      end = heldBy(server);
      ended = round % 2 === 0 ? server.kill() : server.stop();
    });
    t.ok(end.memory <= GROWTH_MAX * warm.memory, `${warm.memory} to ${end.memory} KiB`);
    t.ok(end.descriptors <= warm.descriptors + 2, `${end.descriptors} descriptors`);
    const expected = round % 2 === 0 ? { signal: 'SIGKILL' } : { code: 0 };
    t.match(await ended, expected, 'it ends as it is told');
    server = await recover(t, round % 2 === 0 ? { ...options, under: slow() } : options, load);
  }
};
