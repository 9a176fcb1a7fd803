// Bench `postgres`: the same trade in the usual way, and how many times as many the server does.
//
// 64 connections trade in a PostgreSQL cluster of its own with every commit on disk, one trade in
// progress on each. `transaction` is BEGIN, SELECT … FOR UPDATE of the account, INSERT of order and
// deal, UPSERT of the position, UPDATE of the account, COMMIT, as prepared statements of
// node-postgres; `function` is the same as one call of a PL/pgSQL function. Rounds of both and of
// the server take turns. `multiple_x1` and `multiple_x16` are orders a second of the server at 64 ×
// 1 and 64 × 16 as a multiple of the trades a second.
//
// The comparison favours PostgreSQL: the data fit the memory, no checkpoint falls into a run, no
// account is shared by two connections, and there are no terminals' sockets, prices, routing,
// groups, margin or events, and few columns.

import { ServerProcess } from '../test/support/server-process.js';
import { type LoadTarget, runLoad } from './load/job.js';
import { ordersOf, SOCKET_PATH, signInTraders } from './load/traders.js';
import { withControls } from './measure/controls.js';
import { median, rounded } from './measure/measures.js';
import { Cluster } from './yardsticks/postgres-cluster.js';
import { runSqlLoad, type SqlResult } from './yardsticks/postgres-host.js';
import { prepare, WAYS, type Way } from './yardsticks/postgres-trade.js';

const CONNECTIONS = 64;
const DEPTHS = [1, 16] as const;
const ROUNDS = 3;
const WARMUP_MS = 1_000;
const MEASURE_MS = 3_000;
const TIMES = { warmupMs: WARMUP_MS, measureMs: MEASURE_MS };

/** Trades a second of each way, and orders a second at each depth. */
interface Round {
  readonly sql: Readonly<Record<Way, SqlResult>>;
  readonly ours: readonly number[];
}

const play = async (cluster: Cluster, load: LoadTarget): Promise<Round> => {
  const job = { port: cluster.port, connections: CONNECTIONS, ...TIMES };
  const transaction = await runSqlLoad({ ...job, way: 'transaction' });
  const called = await runSqlLoad({ ...job, way: 'function' });
  const ours: number[] = [];
  for (const depth of DEPTHS) {
    const { answers, refused, seconds } = await runLoad({ ...load, ...TIMES, depth });
    ours.push((answers - refused) / seconds);
  }
  return { sql: { transaction, function: called }, ours };
};

const rateOf = ({ trades, seconds }: SqlResult): number => trades / seconds;

/** The figures of one way; multiples are medians over the rounds. */
const wayOf = (way: Way, rounds: readonly Round[]) => {
  const multiples = DEPTHS.map((depth, at): [string, number] => {
    const ratios = rounds.map(({ sql, ours }) => (ours[at] ?? 0) / rateOf(sql[way]));
    return [`multiple_x${depth}`, rounded(median(ratios), 1)];
  });
  return {
    way,
    trades_per_sec: Math.round(median(rounds.map(({ sql }) => rateOf(sql[way])))),
    trade_ms_p50: median(rounds.map(({ sql }) => sql[way].ms.p50)),
    ...Object.fromEntries(multiples),
  };
};

const compare = async (cluster: Cluster) => {
  const client = await cluster.connect();
  await prepare(client, CONNECTIONS);
  await client.end();
  const server = await ServerProcess.start({ args: ['--trade-rate', '0'] });
  const load = {
    port: server.port,
    path: SOCKET_PATH,
    headers: await signInTraders(server, CONNECTIONS),
    frames: ordersOf('EURUSD'),
  };
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await play(cluster, load));
  await server.stop();
  const rates = DEPTHS.map((depth, at): [string, number] => [
    `orders_per_sec_x${depth}`,
    Math.round(median(rounds.map(({ ours }) => ours[at] ?? 0))),
  ]);
  return { ...Object.fromEntries(rates), results: WAYS.map((way) => wayOf(way, rounds)) };
};

/** Runs the bench; returns its result line. */
export const postgres = async (): Promise<Record<string, unknown>> => {
  const cluster = await Cluster.start();
  if (cluster === undefined) return { postgres: 'not installed' };
  try {
    const { result, ...machine } = await withControls(() => compare(cluster));
    const about = { postgres: cluster.version, connections: CONNECTIONS, rounds: ROUNDS };
    return { ...about, ...result, ...machine };
  } finally {
    await cluster.stop();
  }
};
