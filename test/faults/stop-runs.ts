// A server is told to stop, or killed, at any moment of its life: what must hold.

import { setTimeout as sleep } from 'node:timers/promises';
import { countWaits } from '../e2e/processor-wait.js';
import { runCommand } from '../support/command.js';
import { ServerProcess } from '../support/server-process.js';
import { type Assert, signInStaff } from '../support/trader.js';
import { History } from './history.js';
import { OrderLoad } from './order-load.js';
import { recover } from './recovery.js';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGKILL'] as const;
const LOAD = { traders: 3, underWay: 16, overRest: 2 };
/** Orders that are answered before the signal comes. */
const ORDERS = 200;
const STOP_MS = 5_000;
/** Threads end one after the other: each of these may have waited for a processor. */
const STAGES = 4;
const LOOK_MS = 50;

const stateOf = async (data: string): Promise<Readonly<Record<string, unknown>>> => {
  const { code, record, stderr } = await runCommand(['verify', '--data', data]);
  if (code !== 0) throw new Error(stderr);
  return record;
};

const complaints = ({ records }: ServerProcess): unknown[] =>
  records.filter(({ level }) => level === 'error' || level === 'fatal');

/** Ends that many starts of one server at random moments; asserts that they leave no trace. */
export const endStarts = async (t: Assert, data: string, starts: number): Promise<void> => {
  await (await ServerProcess.start({ data })).stop();
  // What the first start began, this one ends: the first deposit is on record as made.
  const began = performance.now();
  const second = await ServerProcess.start({ data });
  const startMs = performance.now() - began;
  t.equal((await second.stop()).code, 0);
  const before = await stateOf(data);
  for (let n = 0; n < starts; n += 1) {
    const signal = SIGNALS[n % SIGNALS.length] as (typeof SIGNALS)[number];
    const server = ServerProcess.launch({ data });
    await sleep(Math.random() * startMs);
    server.process.kill(signal);
    const { code, signal: by } = await server.ended;
    // Before the program runs a signal ends the process as it ends any.
    t.ok(by === signal || (code === 0 && signal !== 'SIGKILL'), `${signal}: ${code} ${by}`);
    t.same(complaints(server), []);
  }
  const last = await ServerProcess.start({ data });
  t.equal((await last.stop()).code, 0);
  t.same(await stateOf(data), before, 'the same state, and not one event more');
};

/** Waits for the end of a server; how long it took but for waits for a processor, in ms. */
const timeEnd = async (server: ServerProcess): Promise<number> => {
  const began = performance.now();
  const waits = countWaits(server.process.pid as number);
  let waited = 0;
  let over = false;
  void server.ended.then(() => {
    over = true;
  });
  while (!over) {
    waited = Math.max(waited, waits());
    await Promise.race([server.ended, sleep(LOOK_MS)]);
  }
  return performance.now() - began - STAGES * waited;
};

/** Stops a server under load: what it executed it has answered, and what it refused it has not. */
export const stopUnderLoad = async (
  t: Assert,
  data: string,
  signal: 'SIGTERM' | 'SIGINT',
): Promise<void> => {
  const options = { data, args: ['--trade-rate', '0'] };
  const server = await ServerProcess.start({ ...options, under: ['setsid'] });
  const history = new History();
  const load = await OrderLoad.prepare(server, await signInStaff(server), history, LOAD);
  await load.connect(server);
  await load.price();
  let took = 0;
  await load.run(ORDERS, async () => {
    // As a terminal and systemd do it: to the server and all its processes.
    process.kill(-(server.process.pid as number), signal);
    took = await timeEnd(server);
  });
  t.same(await server.ended, { code: 0, signal: null });
  t.ok(took <= STOP_MS, `it took ${Math.round(took)} ms`);
  t.same(complaints(server), []);
  const isRefused = history.refused.has('trade.too_many_requests') || history.unanswered > 0;
  t.ok(isRefused, 'who asks later is refused, or not answered');
  // What was executed was answered, and nothing else was executed.
  history.endedInOrder();
  const again = await recover(t, options, load);
  t.equal((await again.stop()).code, 0);
};
