// A server at work for an hour, killed and stopped in between, on a disk that is slow at times: it
// loses nothing and does not grow. An argument says for how many seconds.

import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { pathsOf } from '../../actors/tools/folder.js';
import { ownMemory } from '../../bench/memory.js';
import { nameOf } from '../../storage/log.js';
import { ServerProcess } from '../support/server-process.js';
import { signInStaff, Trader } from '../support/trader.js';
import { missingStrace, under } from './disk-fault.js';
import { History } from './history.js';
import { OrderLoad } from './order-load.js';
import { recover } from './recovery.js';

const SECONDS = Number(process.argv[2] ?? 3600);
const ROUNDS = 6;
/** From each of 200 sockets one order each 400 ms: it looks at its account in between. */
const LOAD = { traders: 200, underWay: 1, pauseMs: 340 };
const PER_SECOND = 500;
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

const missing = missingStrace();
if (missing !== undefined) process.stderr.write(`=== SKIPPED: slow disks: ${missing} ===\n`);

t.test('A server that works and is killed grows no further and loses nothing', async (t) => {
  const data = realpathSync(mkdtempSync(join(tmpdir(), 'brokerd-work-')));
  t.teardown(() => rmSync(data, { recursive: true, force: true }));
  const options = { data, args: ['--trade-rate', '0', '--connections-per-address', '1000'] };
  const file = join(pathsOf(data).log, nameOf(1));
  const slow = under({ ...SLOW_SYNC, path: file }, join(data, 'trace'));
  let server = await ServerProcess.start(options);
  t.teardown(() => server.kill());
  const staff = await signInStaff(server);
  const load = await OrderLoad.prepare(server, staff, new History(), LOAD);
  const idle = await Trader.enter(server, staff);
  await load.connect(server);
  const roundMs = (SECONDS * 1000) / ROUNDS;
  for (let round = 0; round < ROUNDS; round += 1) {
    await load.price();
    const working = load.run();
    const stalled = await Promise.all(
      Array.from({ length: STALLED }, () => Trader.signIn(server, idle.login, idle.password)),
    );
    for (const { socket } of stalled) {
      await socket.request('subscribe', { channel: 'quotes', symbols: ['EURUSD'] });
      socket.stall();
    }
    await sleep(WARM * roundMs);
    const warm = heldBy(server);
    await sleep((1 - WARM) * roundMs);
    const end = heldBy(server);
    const perSecond = Math.round((1000 * load.history.acknowledged) / roundMs);
    t.ok(perSecond >= PER_SECOND, `${perSecond} orders a second`);
    t.ok(end.memory <= GROWTH_MAX * warm.memory, `${warm.memory} to ${end.memory} KiB`);
    t.ok(end.descriptors <= warm.descriptors + 2, `${end.descriptors} descriptors`);
    if (round % 2 === 0) await server.kill();
    else t.equal((await server.stop()).code, 0);
    await working;
    const isSlow = round % 2 === 0 && missing === undefined;
    server = await recover(t, isSlow ? { ...options, under: slow } : options, load);
  }
});
