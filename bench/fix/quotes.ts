// Quotes of a provider in a process of its own: from the wire to a socket that follows them all.
//
// The provider sends evenly, one quote a message. A quote's time is that at which the provider sent
// it, in whole milliseconds, so `quote_ms` may be up to 1 ms too long. `server_us` is processor
// time of the whole server for one quote.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { BusyMarket, type BusyMarketPlan, type BusyMarketRun } from '../load/busy-market.js';
import { withControls } from '../measure/controls.js';
import { processorMs, rounded } from '../measure/measures.js';
import type { ProviderAnswer } from './provider.js';

const PLAN: BusyMarketPlan = {
  accounts: 10,
  symbols: 500,
  // Only so that the server has prices at all: the provider comes first.
  ticksPerSec: 1,
  recordingSec: 1,
  loop: false,
  traders: 0,
  watchers: 1,
  follow: 'all',
};
const QUOTES_PER_SEC = 20_000;
const WARMUP_MS = 4_000;
const MEASURE_MS = 10_000;
/** Time until the last quote has certainly come. */
const TAIL_MS = 500;

const act = async ({ server, quoteReaders, symbols }: BusyMarketRun) => {
  const child = fork(fileURLToPath(new URL('./provider.js', import.meta.url)));
  const answer = async (): Promise<ProviderAnswer> => (await once(child, 'message'))[0];
  child.send({ symbols: symbols.length, quotesPerSec: QUOTES_PER_SEC });
  const { port } = await answer();
  const staff = await server.staff();
  const feed = {
    ...{ name: 'Provider', module: 'fix44', server: `127.0.0.1:${port}`, priority: 0 },
    symbols,
    params: [
      { key: 'SenderCompID', value: 'BROKER' },
      { key: 'TargetCompID', value: 'LP' },
    ],
  };
  const made = await staff.post('/datafeeds', feed);
  if (!made.success) throw new Error(made.message);
  // It sends when every symbol is subscribed.
  await answer();
  const from = Date.now() + WARMUP_MS;
  await quoteReaders.time({ from, until: from + MEASURE_MS, shiftMs: 0 });
  await wait(WARMUP_MS);
  const pid = server.process.pid as number;
  const before = processorMs(pid);
  await wait(MEASURE_MS);
  const spentMs = processorMs(pid) - before;
  await wait(TAIL_MS);
  const { timed } = await quoteReaders.count();
  child.send({ from, until: from + MEASURE_MS });
  const { sent: due } = await answer();
  child.disconnect();
  const [status] = (await staff.get<{ faults: number }[]>('/datafeeds/statuses')).data;
  if (status === undefined || status.faults > 0) throw new Error(JSON.stringify(status));
  return {
    quotes_per_sec: Math.round((timed.quotes * 1000) / MEASURE_MS),
    missing: due - timed.quotes,
    quote_ms: timed.ms,
    server_us: rounded((spentMs * 1000) / Math.max(due, 1), 1),
  };
};

/** Runs the part; returns its result. */
export const quotes = async (): Promise<Record<string, unknown>> => {
  const stage = await BusyMarket.build(PLAN);
  try {
    const { result, ...machine } = await withControls(() => stage.play(act));
    return { symbols: PLAN.symbols, asked_per_sec: QUOTES_PER_SEC, ...result, ...machine };
  } finally {
    stage.clear();
  }
};
