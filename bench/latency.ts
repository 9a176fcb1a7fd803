// Bench `latency`: times of orders in a busy market, at a given rate and at half the highest
// possible one.
//
// The seeded folder has 10,000 netting accounts with two positions each, spread over 500 symbols,
// so that every tick moves the money of 40 accounts, and sessions of 1,000 traders, because their
// sign-ins would take minutes of password hashing. Each trader has a socket, is sent the account's
// money up to four times a second, and buys and sells a symbol, then the next one. A replayed
// recording moves each symbol 20 times a second; 20 watchers are sent 200,000 quotes a second.
//
// `given` is the open loop at 1,000 orders a second, `saturation` a closed loop over the same
// sockets with one order on each, `settled_sec` the time until the database has caught up, `half`
// the open loop at half of the saturation; `saturation_ratio` compares the p99 of the last two
// loops. A bare echo gets the load of `given`, too: beside the market (`beside_ms`), and alone when
// the server has ended (`alone_ms`); `p99_ratio` is the p99 of `given` as a multiple of each. About
// 0.5 ms of the median belong to the client, whose timer has whole milliseconds (`sending_ms`).

import { BusyMarket, type BusyMarketPlan, type BusyMarketRun } from './load/busy-market.js';
import { type LoadTarget, type OpenResult, runLoad, runOpenLoad } from './load/job.js';
import { ordersOf, SOCKET_PATH } from './load/traders.js';
import { controlled } from './measure/controls.js';
import { type Percentiles, rounded } from './measure/measures.js';
import { hopTimes, readHops } from './measure/order-hops.js';
import { settled } from './measure/settled.js';
import { startEcho } from './yardsticks/echo-host.js';

const PLAN: BusyMarketPlan = {
  accounts: 10_000,
  symbols: 500,
  ticksPerSec: 20,
  recordingSec: 60,
  loop: true,
  traders: 1_000,
  watchers: 20,
  follow: 'all',
};
const ORDERS_PER_SEC = 1_000;
/** The first seconds of a server are slow, because its code is not compiled yet. */
const WARMUP_MS = 4_000;
const OPEN_MS = 12_000;
const TIMES = { warmupMs: WARMUP_MS, measureMs: OPEN_MS };
const CLOSED_WARMUP_MS = 1_000;
const CLOSED_MS = 4_000;

const rowOf = (perSecond: number, result: OpenResult, hop_ms: ReturnType<typeof hopTimes>) => {
  const { sent, refused, late, unanswered, ms, sendingMs } = result;
  const counts = { orders_per_sec: perSecond, sent, refused, late, unanswered };
  return { ...counts, order_ms: ms, sending_ms: sendingMs, hop_ms };
};

/** Times of a bare echo with answers of this size, under the load of the given rate. */
const echoMs = async (target: LoadTarget, size: number): Promise<Percentiles> => {
  const echo = await startEcho(size);
  const load = { ...target, ...echo.target, ...TIMES, perSecond: ORDERS_PER_SEC };
  const { ms } = await runOpenLoad(load);
  echo.end();
  return ms;
};

/** Quotes a second that the quote readers are sent while something runs. */
const watched = async <T>({ quoteReaders }: BusyMarketRun, run: () => Promise<T>) => {
  const started = performance.now();
  const before = await quoteReaders.count();
  const result = await run();
  const { quotes } = await quoteReaders.count();
  const seconds = (performance.now() - started) / 1000;
  return { result, quotesPerSec: Math.round((quotes - before.quotes) / seconds) };
};

const act = async (scene: BusyMarketRun) => {
  const { server, symbols, headers } = scene;
  const target = {
    port: server.port,
    path: SOCKET_PATH,
    headers,
    frames: symbols.flatMap(ordersOf),
  };
  const open = async (perSecond: number) => {
    const before = await readHops(server);
    const result = await runOpenLoad({ ...target, ...TIMES, perSecond });
    const line = rowOf(perSecond, result, hopTimes(before, await readHops(server)));
    return { line, answerBytes: result.answerBytes };
  };
  const given = await watched(scene, () => open(ORDERS_PER_SEC));
  const { line, answerBytes } = given.result;
  const beside = await echoMs(target, answerBytes);
  const closed = { ...target, depth: 1, warmupMs: CLOSED_WARMUP_MS, measureMs: CLOSED_MS };
  const { answers, refused, seconds, ms } = await runLoad(closed);
  const saturation = Math.round((answers - refused) / seconds);
  const settledMs = await settled(server);
  const half = await open(Math.round(saturation / 2));
  const figures = {
    quotes_per_sec: given.quotesPerSec,
    given: line,
    saturation: { orders_per_sec: saturation, refused, order_ms: ms },
    saturation_ratio: rounded(ms.p99 / half.line.order_ms.p99, 2),
    settled_sec: rounded(settledMs / 1000, 2),
    half: half.line,
  };
  return { figures, target, answerBytes, beside };
};

const measure = async (stage: BusyMarket) => {
  const { figures, target, answerBytes, beside } = await stage.play(act);
  const alone = await echoMs(target, answerBytes);
  const { p99 } = figures.given.order_ms;
  return {
    ...figures,
    echo: { bytes: answerBytes, beside_ms: beside, alone_ms: alone },
    p99_ratio: { beside: rounded(p99 / beside.p99, 2), alone: rounded(p99 / alone.p99, 2) },
  };
};

/** Runs the bench; returns its result line. */
export const latency = async (): Promise<Record<string, unknown>> => {
  const stage = await BusyMarket.build(PLAN);
  try {
    const { result, ...machine } = await controlled(() => measure(stage));
    const { accounts, symbols, ticksPerSec, traders, watchers } = PLAN;
    const plan = { accounts, symbols, ticks_per_sec: ticksPerSec, traders, watchers };
    return { ...plan, ...result, ...machine };
  } finally {
    stage.clear();
  }
};
