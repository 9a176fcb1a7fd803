// Bench `ticks`: quotes from a feed to the sockets that follow them, and what that does to orders.
//
// The folder is that of `latency`, with 64 traders. Each of 200 quote readers alternately follows
// nothing and 20 symbols, hardly any two the same, while orders at planned times run beside them.
// The server reports the number of its published quotes and the time of the newest one; the
// smallest lag behind the recording gives the time at which each quote was due. `quote_ms` counts
// from that time until the readers' process reads the quote, so it includes delays of the replay of
// about 1 ms. `missing` must be 0: sockets without a pace of their own are sent every change.

import { setTimeout as wait } from 'node:timers/promises';
import type { ServerProcess } from '../test/support/server-process.js';
import { BusyMarket, type BusyMarketPlan, type BusyMarketRun } from './load/busy-market.js';
import { type Recording, timeOf } from './load/prices.js';
import { type QuoteReaders, subscriptionTo, UNSUBSCRIPTION } from './load/quote-readers-host.js';
import { controlled } from './measure/controls.js';
import { median } from './measure/measures.js';
import { metricIn, readMetrics } from './measure/metrics.js';
import { inTurn, MEASURE_MS, WARMUP_MS } from './measure/pairs.js';

const PLAN: BusyMarketPlan = {
  accounts: 10_000,
  symbols: 500,
  ticksPerSec: 40,
  // Longer than the bench, because there are no quotes between two passes.
  recordingSec: 100,
  loop: true,
  traders: 64,
  watchers: 200,
  follow: 'nothing',
};
const SYMBOLS_EACH = 20;
/** Time after a span until its last quote has certainly come. */
const TAIL_MS = 500;
const CLOCK_READINGS = 40;

/** The shift from times of the recording to times of the wall clock: the smallest ever seen. */
const shiftOf = async (server: ServerProcess, recording: Recording): Promise<number> => {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < CLOCK_READINGS; n += 1) {
    const figures = await readMetrics(server);
    const count = metricIn(figures, 'brokerd_market_quotes_total');
    const newestAt = 1000 * metricIn(figures, 'brokerd_market_last_quote_seconds');
    least = Math.min(least, newestAt - timeOf(count - 1, recording));
    await wait(n % 7);
  }
  return least;
};

/** Different symbols for each socket, so that hardly two receive the same frames. */
const chosenBy = (watcher: number, symbols: readonly string[]): string[] =>
  Array.from({ length: SYMBOLS_EACH }, (_, n) => {
    const at = (watcher * 7 + n * (1 + (watcher % 23))) % symbols.length;
    return symbols[at] as string;
  });

/** The result of one turn with quote readers. */
interface Seen {
  readonly quotes: number;
  readonly missing: number;
  readonly p50: number;
  readonly p99: number;
}

const follow = async (quoteReaders: QuoteReaders, symbols: readonly string[]): Promise<number> => {
  const chosen = Array.from({ length: PLAN.watchers }, (_, at) => chosenBy(at, symbols));
  await quoteReaders.send(chosen.map(subscriptionTo));
  return chosen.reduce((sum, names) => sum + new Set(names).size, 0);
};

const act = async (scene: BusyMarketRun) => {
  const { server, quoteReaders, symbols } = scene;
  const recording = { symbols, ticksPerSec: PLAN.ticksPerSec, seconds: 0 };
  let shiftMs = 0;
  const seen: Seen[] = [];
  const compared = await inTurn(scene, async (orders) => {
    if (seen.length === 0) shiftMs = await shiftOf(server, recording);
    const followed = await follow(quoteReaders, symbols);
    const from = Math.floor(Date.now() - shiftMs + WARMUP_MS);
    await quoteReaders.time({ from, until: from + MEASURE_MS, shiftMs });
    const result = await orders();
    await wait(TAIL_MS);
    const { timed } = await quoteReaders.count();
    await quoteReaders.send(Array.from({ length: PLAN.watchers }, () => [UNSUBSCRIPTION]));
    const due = (followed * PLAN.ticksPerSec * MEASURE_MS) / 1000;
    seen.push({ quotes: timed.quotes, missing: Math.abs(due - timed.quotes), ...timed.ms });
    return result;
  });
  seen.splice(0, seen.length - compared.rounds);
  const middle = (of: keyof Seen) => median(seen.map((one) => one[of]));
  return {
    quotes_per_sec: Math.round((middle('quotes') * 1000) / MEASURE_MS),
    missing: seen.reduce((sum, { missing }) => sum + missing, 0),
    quote_ms: { p50: middle('p50'), p99: middle('p99') },
    ...compared,
  };
};

/** Runs the bench; returns its result line. */
export const ticks = async (): Promise<Record<string, unknown>> => {
  const stage = await BusyMarket.build(PLAN);
  try {
    const { result, ...machine } = await controlled(() => stage.play(act));
    const { accounts, symbols, ticksPerSec, watchers } = PLAN;
    const plan = { accounts, symbols, ticks_per_sec: ticksPerSec, watchers };
    return { ...plan, ...result, ...machine };
  } finally {
    stage.clear();
  }
};
