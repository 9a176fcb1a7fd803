// Bench `growth`: the same server with 1,000, 10,000 and 100,000 accounts, or as `BENCH_ACCOUNTS`
// says.
//
// Every account holds both symbols, so that each tick changes the money of all; 64 accounts trade.
// `start_sec` is a start after a crash with 100,000 events that the database lacks,
// `database_behind_sec` the time until the database has them. `tick_us` is processor time of the
// whole server for one of 200 ticks a second, less the server's time without ticks: each tick wakes
// three threads. `memory_mib` is own memory when all garbage is collected, without the load's
// sockets. `longest_pause_ms` is the longest collection of any thread while orders ran,
// `full_collection_ms` the time of the slowest thread for a full collection, which happens only
// when it must (`measure/inside.ts`).
//
// Accounts that do not trade are packed, as on a real platform after a minute without a request.
// Accounts stay in use where the server itself reads them all the time: under a leverage profile by
// value, and while staff follow the money of groups whose accounts hold something.

import { setTimeout as wait } from 'node:timers/promises';
import type { ServerProcess } from '../test/support/server-process.js';
import { BusyMarket, type BusyMarketRun } from './load/busy-market.js';
import { runOpenLoad } from './load/job.js';
import { ordersOf, SOCKET_PATH } from './load/traders.js';
import { collected } from './measure/collected.js';
import { withControls } from './measure/controls.js';
import { median, processorMs, rounded } from './measure/measures.js';
import { COLLECTIONS_REPORTED, ownMemory } from './measure/memory.js';
import { settled } from './measure/settled.js';

/** Default of `BENCH_ACCOUNTS`: a million takes many minutes and 20 GB. */
const ACCOUNTS = '1000,10000,100000';
/** Events that the database lacks after a crash, at every size. */
const EVENTS_AFTER = 100_000;
const SYMBOLS = 2;
const TICKS_PER_SEC = 100;
const RECORDING_SEC = 30;
const TRADERS = 64;
const ORDERS_PER_SEC = 1_000;
const WARMUP_MS = 3_000;
const MEASURE_MS = 8_000;
const LOOKS = 3;
const LOOK_MS = 3_000;

/** Processor time of the server in a measured interval, in ms: a median. */
const spent = async ({ process: { pid = 0 } }: ServerProcess): Promise<number> => {
  const looks: number[] = [];
  while (looks.length < LOOKS) {
    const before = processorMs(pid);
    await wait(LOOK_MS);
    looks.push(processorMs(pid) - before);
  }
  return median(looks);
};

const act = async ({ server, symbols, headers, startSec }: BusyMarketRun) => {
  const recovered = ownMemory(server);
  const behindSec = (await settled(server)) / 1000;
  const ticking = await spent(server);
  await server.record('datafeed finished');
  const idle = await spent(server);
  const { ownKib } = await collected(server);
  const frames = symbols.flatMap(ordersOf);
  const target = { port: server.port, path: SOCKET_PATH, headers, frames };
  const load = { ...target, perSecond: ORDERS_PER_SEC, warmupMs: WARMUP_MS, measureMs: MEASURE_MS };
  const { ms, refused, unanswered } = await runOpenLoad(load);
  const { longestMs, allMs } = await collected(server);
  const ticks = (SYMBOLS * TICKS_PER_SEC * LOOK_MS) / 1000;
  return {
    start_sec: rounded(startSec, 2),
    start_memory_mib: Math.round(recovered / 1024),
    database_behind_sec: rounded(behindSec, 1),
    tick_us: rounded((1000 * (ticking - idle)) / ticks, 1),
    memory_mib: Math.round(ownKib / 1024),
    order_ms: ms,
    lost: refused + unanswered,
    longest_pause_ms: rounded(longestMs, 1),
    full_collection_ms: rounded(allMs, 1),
  };
};

const measure = async (accounts: number) => {
  const stage = await BusyMarket.build({
    accounts,
    eventsAfter: EVENTS_AFTER,
    symbols: SYMBOLS,
    ticksPerSec: TICKS_PER_SEC,
    recordingSec: RECORDING_SEC,
    loop: false,
    traders: TRADERS,
    watchers: 0,
    follow: 'nothing',
    env: COLLECTIONS_REPORTED,
  });
  try {
    const { result, ...machine } = await withControls(() => stage.play(act));
    return { accounts, ...result, ...machine };
  } finally {
    stage.clear();
  }
};

/** Runs the bench; returns its result line. */
export const growth = async (): Promise<Record<string, unknown>> => {
  const sizes = (process.env.BENCH_ACCOUNTS ?? ACCOUNTS).split(',').map(Number);
  const results = [];
  for (const size of sizes) results.push(await measure(size));
  return { events_after: EVENTS_AFTER, orders_per_sec: ORDERS_PER_SEC, results };
};
