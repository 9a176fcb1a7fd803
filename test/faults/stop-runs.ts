// A server is told to stop, or killed, at any moment of its life: what must hold.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { throwIn } from '../client/staff.js';
import { runCommand } from '../command.js';
import { countWaits } from '../e2e/processor-wait.js';
import { type Assert, signInStaff, Trader } from '../e2e/stage.js';
import { TestServer } from '../server.js';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGKILL'] as const;
const TRADERS = 3;
/** Requests that a trader keeps under way on his socket, and over REST. */
const SOCKET_LOOPS = 16;
const REST_LOOPS = 2;
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

const complaints = ({ records }: TestServer): unknown[] =>
  records.filter(({ level }) => level === 'error' || level === 'fatal');

/** Ends that many starts of one server at random moments; asserts that they leave no trace. */
export const endStarts = async (t: Assert, data: string, starts: number): Promise<void> => {
  await (await TestServer.start({ data })).stop();
  // What the first start began, this one ends: the first deposit is on record as made.
  const began = performance.now();
  const second = await TestServer.start({ data });
  const startMs = performance.now() - began;
  t.equal((await second.stop()).code, 0);
  const before = await stateOf(data);
  for (let n = 0; n < starts; n += 1) {
    const signal = SIGNALS[n % SIGNALS.length] as (typeof SIGNALS)[number];
    const server = TestServer.launch({ data });
    await sleep(Math.random() * startMs);
    server.process.kill(signal);
    const { code, signal: by } = await server.ended;
    // Before the program runs a signal ends the process as it ends any.
    t.ok(by === signal || (code === 0 && signal !== 'SIGKILL'), `${signal}: ${code} ${by}`);
    t.same(complaints(server), []);
  }
  const last = await TestServer.start({ data });
  t.equal((await last.stop()).code, 0);
  t.same(await stateOf(data), before, 'the same state, and not one event more');
};

/** What a trader asked for, and the codes of the answers; undefined = none came. */
type Asked = Map<string, string | undefined>;

/** Opens positions until a request is refused or the connection ends. */
const order = async (asked: Asked, send: (id: string) => Promise<string>): Promise<void> => {
  for (;;) {
    const id = randomUUID();
    asked.set(id, undefined);
    const code = await send(id).catch(() => undefined);
    asked.set(id, code);
    if (code !== 'ok') return;
  }
};

const wish = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' };

const work = (trader: Trader, asked: Asked): Promise<unknown> => {
  const bySocket = async (id: string) => (await trader.trade({ ...wish, request_id: id })).code;
  const byRest = async (id: string) =>
    (await trader.rest.post('/trades', { ...wish, request_id: id })).code;
  return Promise.all([
    ...Array.from({ length: SOCKET_LOOPS }, () => order(asked, bySocket)),
    ...Array.from({ length: REST_LOOPS }, () => order(asked, byRest)),
  ]);
};

/** Waits for the end of a server; how long it took but for waits for a processor, in ms. */
const timeEnd = async (server: TestServer): Promise<number> => {
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
  const server = await TestServer.start(options);
  const staff = await signInStaff(server);
  await throwIn(staff, 'EURUSD', '1.10000', '1.10010');
  const enter = () => Trader.enter(server, staff, { deposit: '1000000' });
  const traders = await Promise.all(Array.from({ length: TRADERS }, enter));
  const asked = traders.map((): Asked => new Map());
  const answered = () => asked.flatMap((one) => [...one.values()]).filter((code) => code === 'ok');
  const working = Promise.all(traders.map((trader, n) => work(trader, asked[n] as Asked)));
  while (answered().length < ORDERS) await sleep(1);
  server.process.kill(signal);
  const took = await timeEnd(server);
  t.same(await server.ended, { code: 0, signal: null });
  t.ok(took <= STOP_MS, `it took ${Math.round(took)} ms`);
  await working;
  t.same(complaints(server), []);
  const codes = asked.flatMap((one) => [...one.values()]);
  t.ok(codes.includes('trade.too_many_requests'), 'new orders are refused on sockets');

  const again = await TestServer.start(options);
  const wrong: string[] = [];
  for (const [n, { login, password }] of traders.entries()) {
    const trader = await Trader.signIn(again, login, password);
    for (const [request_id, code] of asked[n] as Asked) {
      const found = await trader.socket.request('trade_status', { request_id });
      const expected = code === 'ok' ? 'ok' : 'not_found';
      if (found.code !== expected) wrong.push(`answered ${code}, and it is ${found.code}`);
    }
  }
  t.same(wrong, [], 'what was executed was answered, and nothing else was executed');
  t.equal((await again.stop()).code, 0);
};
