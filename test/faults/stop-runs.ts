// A server is told to stop, or killed, at any moment of its life: what must hold.

import { readFileSync } from 'node:fs';
import type { Test } from 'tap';
import { verify } from '../../actors/commands/verify.js';
import { until, within } from '../support/guard.js';
import { SeededRandom } from '../support/lives/random.js';
import { countOf } from '../support/run.js';
import { ServerProcess } from '../support/server-process.js';
import type { Assert } from '../support/trader.js';
import { OrderLoad } from './order-load.js';
import { recover } from './recovery.js';
import { complaints } from './said.js';

const STOPS = ['SIGTERM', 'SIGINT'] as const;
const ENDS = [...STOPS, 'SIGKILL'] as const;
/** By each change one of them comes under load. */
const UNDER_LOAD = STOPS.slice(0, countOf({ test: 1, deep: 2, soak: 2 }));
const LOAD = { traders: 3, underWay: 40, overRest: 4 };
/** Orders that are answered before the signal comes. */
const ORDERS = 200;
/** Starts that are ended for each stop under load of either kind. */
const STARTS_A_STOP = 20;

/** How many bytes a process has read so far: a start reads as many each time, about. */
const readBy = (pid: number): number =>
  Number(/^rchar: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);

/** Ends a start when it has read so much; asserts that it ends as it was told. */
const endStart = async (
  t: Assert,
  data: string,
  signal: (typeof ENDS)[number],
  bytes: number,
): Promise<void> => {
  const server = ServerProcess.launch({ data });
  const listens = (): boolean => server.records.some(({ msg }) => msg === 'listening');
  const pid = server.process.pid as number;
  await until('bytes read by a start', () => readBy(pid) >= bytes || listens());
  server.process.kill(signal);
  const { code, signal: by } = await within(server.ended, `end by ${signal}`);
  // Before the program runs a signal ends the process as it ends any.
  t.ok(by === signal || (code === 0 && signal !== 'SIGKILL'), `${signal}: ${code} ${by}`);
  t.same(complaints(server), []);
};

/**
 * Stops a server under load: what it executed it has answered, and what it refused
 * it has not. Then ends that many of its starts at random moments, which leave no trace.
 */
export const stopUnderLoad = async (t: Test, starts: number, seed: number): Promise<void> => {
  const random = new SeededRandom(seed);
  const data = t.testdir({});
  const options = { data, args: ['--trade-rate', '0'], under: ['setsid'] };
  let server = await ServerProcess.start(options);
  t.teardown(() => server.kill());
  const load = await OrderLoad.start(server, LOAD);
  const { history } = load;
  for (let round = 0; round < starts; round += STARTS_A_STOP) {
    for (const signal of UNDER_LOAD) {
      await load.price();
      // As a terminal and systemd do it: to the server and all its processes.
      await load.run(ORDERS, () => process.kill(-(server.process.pid as number), signal));
      t.same(await within(server.ended, 'end of a stop'), { code: 0, signal: null }, signal);
      t.same(complaints(server), []);
      const isRefused = history.refused.has('trade.too_many_requests') || history.unanswered > 0;
      t.ok(isRefused, 'who asks later is refused, or not answered');
      // What was executed was answered, and nothing else was executed.
      history.endedInOrder();
      server = await recover(t, options, load);
    }
  }
  const bytes = readBy(server.process.pid as number);
  server.process.kill('SIGINT');
  t.same(await within(server.ended, 'end of a stop'), { code: 0, signal: null });
  const before = verify(data);
  for (let n = 0; n < starts; n += 1) {
    await endStart(t, data, ENDS[n % ENDS.length] ?? 'SIGKILL', bytes * random.next());
  }
  server = await ServerProcess.start({ data });
  t.equal((await server.stop()).code, 0);
  t.same(verify(data), before, 'the same state, and not one event more');
};
