// Measures how far the database falls behind saturated orders, how soon it catches up, and the
// effect on orders.

import { pathsOf } from '../../actors/folder/folder.js';
import { PROJECTION_LAG_MAX } from '../../actors/shared/cells.js';
import { openSqlite } from '../../storage/database/sqlite.js';
import { ServerProcess } from '../../test/support/server-process.js';
import {
  type ClosedLoop,
  type OpenLoop,
  runLoad,
  runOpenLoad,
  runOpenLoadBeside,
} from '../load/job.js';
import { ordersOf, SOCKET_PATH, signInTraders } from '../load/traders.js';
import { median, rounded } from './measures.js';
import { projectionLag, settled } from './settled.js';

const SOCKETS = 64;
const DEPTH = 16;
const SATURATED_MS = 10_000;
/** Orders at this rate show the effect of catching up. */
const ORDERS_PER_SEC = 1_000;
const WARMUP_MS = 200;
const OPEN_MS = 3_000;
/** Longest time for catching up. */
const BEHIND_MS = 60_000;
const ROUNDS = 5;
/**
 * Events that the database is kept behind, at the rate before: at more than the bound orders are
 * refused, and while the database waits for the lock there are up to 1.5 times as many a second.
 */
const HELD_EVENTS = 0.55 * PROJECTION_LAG_MAX;
/** The projection waits for a lock for 5 s, and then fails. */
const HELD_MS_MAX = 3_000;

/** Keeps other programs from writing to a server's database; returns the end of that. */
const holdDatabase = (data: string): (() => void) => {
  const db = openSqlite(pathsOf(data).database, { fileMustExist: true });
  db.exec('BEGIN IMMEDIATE');
  return () => db.close();
};

/** Orders at an even rate while the database catches up with the log. */
const catchUp = async (server: ServerProcess, paced: OpenLoop, flood: ClosedLoop) => {
  const release = holdDatabase(server.data);
  await runLoad(flood);
  const lags: number[] = [];
  const { load } = await runOpenLoadBeside({ ...paced, measureMs: BEHIND_MS }, async () => {
    release();
    lags.push(await projectionLag(server));
    // At an even rate it is always some events behind: it rests for up to half a second.
    await settled(server, ORDERS_PER_SEC);
  });
  return { load, lag: lags[0] ?? 0 };
};

/** Saturates a server, then compares orders while its database catches up with orders alone. */
export const fallBehind = async () => {
  const server = await ServerProcess.start({ args: ['--trade-rate', '0'] });
  const headers = await signInTraders(server, SOCKETS);
  const target = { port: server.port, path: SOCKET_PATH, headers, frames: ordersOf('EURUSD') };
  const flood = { ...target, depth: DEPTH, warmupMs: 0, measureMs: SATURATED_MS };
  const { answers, refused, seconds } = await runLoad(flood);
  const lag = await projectionLag(server);
  const settledMs = await settled(server);
  const rate = (answers - refused) / seconds;
  const held = { ...flood, measureMs: Math.min(HELD_MS_MAX, (1000 * HELD_EVENTS) / rate) };
  const paced: OpenLoop = {
    ...{ ...target, perSecond: ORDERS_PER_SEC },
    ...{ warmupMs: WARMUP_MS, measureMs: OPEN_MS },
  };
  const rounds: { behind: number; calm: number; lag: number; sec: number }[] = [];
  while (rounds.length < ROUNDS) {
    const calm = await runOpenLoad(paced);
    const behind = await catchUp(server, paced, held);
    if (behind.load.refused + calm.refused > 0) throw new Error('orders were refused');
    rounds.push({
      behind: behind.load.ms.p99,
      calm: calm.ms.p99,
      lag: behind.lag,
      sec: behind.load.seconds,
    });
  }
  await server.stop();
  const middle = (of: keyof (typeof rounds)[number]) =>
    rounded(median(rounds.map((one) => one[of])), 2);
  return {
    orders_per_sec: Math.round(rate),
    refused,
    lag_events: lag,
    settled_sec: rounded(settledMs / 1000, 2),
    held_events: middle('lag'),
    held_settled_sec: middle('sec'),
    order_p99_ms: { behind: middle('behind'), calm: middle('calm') },
    ratio: rounded(median(rounds.map(({ behind, calm }) => behind / calm)), 2),
  };
};
