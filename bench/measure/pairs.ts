// Compares orders at planned times alone and beside something else, in turn.

import type { BusyMarketPlan, BusyMarketRun } from '../load/busy-market.js';
import { type OpenResult, runOpenLoad } from '../load/job.js';
import { ordersOf, SOCKET_PATH } from '../load/traders.js';
import { median, rounded } from './measures.js';

const ORDERS_PER_SEC = 1_000;
const ROUNDS = 3;
/**
 * The first seconds of a server, which are slow because its code is not compiled yet; not counted.
 */
const FIRST_MS = 4_000;
/** First rounds, in which the server meets the other load for the first time; not counted. */
const FIRST_ROUNDS = 1;

/** Time before orders are measured, and measured time. */
export const WARMUP_MS = 1_000;
export const MEASURE_MS = 5_000;

/** The market of a pair: traders with orders, and quotes that nobody follows. */
export const QUIET_SCENE: BusyMarketPlan = {
  accounts: 1_000,
  symbols: 10,
  ticksPerSec: 1,
  recordingSec: 1,
  loop: false,
  traders: 64,
  watchers: 0,
  follow: 'nothing',
};

/** One round of orders. */
export type Orders = () => Promise<OpenResult>;

/** Compares orders alone with orders beside something that begins and ends in each round. */
export const inTurn = async (
  { server, symbols, headers }: BusyMarketRun,
  beside: (orders: Orders) => Promise<OpenResult>,
) => {
  const frames = symbols.flatMap(ordersOf);
  const load = { port: server.port, path: SOCKET_PATH, headers, frames, perSecond: ORDERS_PER_SEC };
  const orders = () => runOpenLoad({ ...load, warmupMs: WARMUP_MS, measureMs: MEASURE_MS });
  await runOpenLoad({ ...load, warmupMs: 0, measureMs: FIRST_MS });
  const alone: OpenResult[] = [];
  const together: OpenResult[] = [];
  for (let round = 0; round < FIRST_ROUNDS + ROUNDS; round += 1) {
    alone.push(await orders());
    together.push(await beside(orders));
  }
  for (const results of [alone, together]) results.splice(0, FIRST_ROUNDS);
  const p99 = (results: readonly OpenResult[]) => median(results.map(({ ms }) => ms.p99));
  const lost = ({ refused, unanswered }: OpenResult) => refused + unanswered;
  return {
    rounds: ROUNDS,
    orders_per_sec: ORDERS_PER_SEC,
    order_p99_ms: { alone: p99(alone), beside: p99(together) },
    ratio: rounded(p99(together) / p99(alone), 2),
    lost: [...alone, ...together].reduce((sum, one) => sum + lost(one), 0),
  };
};
