// Bench `prototype`: the limit of the design, by orders that pass all threads but are not executed.
//
// Sockets, rings, the log's thread and its commits are the server's own; the shard answers with the
// records of another order instead of trading. Rounds of it and of the echo take turns.

import { type ClosedLoop, type ClosedResult, runLoad } from './load/job.js';
import { ordersOf } from './load/traders.js';
import { median, rounded } from './measure/measures.js';
import { type Forked, startEcho, startFork } from './yardsticks/echo-host.js';

const SOCKETS = 64;
const DEPTHS = [1, 16];
const ROUNDS = 3;
const WARMUP_MS = 500;
const MEASURE_MS = 2_500;

/**
 * `bare` logs the request and answers; `full` logs, publishes and answers as much as the server.
 */
const SIZES = ['bare', 'full'] as const;

const SERVER = new URL('./yardsticks/prototype-server.js', import.meta.url);

interface Rounds {
  readonly target: Forked['target'];
  readonly results: ClosedResult[];
}

const figures = ({ results }: Rounds) => ({
  per_sec: Math.round(median(results.map(({ answers, seconds }) => answers / seconds))),
  us: rounded(median(results.map(({ serverUs }) => serverUs)), 1),
});

/** One depth: rounds of the echo and of both prototypes. */
const measure = async (job: ClosedLoop, servers: readonly Forked[]) => {
  const all = servers.map(({ target }): Rounds => ({ target, results: [] }));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { target, results } of all) results.push(await runLoad({ ...job, ...target }));
  }
  const [echo, ...sizes] = all.map(figures);
  const line = {
    sockets: SOCKETS,
    depth: job.depth,
    echoes_per_sec: echo?.per_sec,
    echo_us: echo?.us,
  };
  const prototypes = sizes.map(({ per_sec, us }, at) => {
    const share = rounded(per_sec / (echo?.per_sec ?? 0), 3);
    return [SIZES[at], { orders_per_sec: per_sec, share, order_us: us }];
  });
  return { ...line, ...Object.fromEntries(prototypes) };
};

/** Runs the bench; returns its result line. */
export const prototype = async (): Promise<Record<string, unknown>> => {
  const [bare, full] = [await startFork(SERVER, ['bare']), await startFork(SERVER, ['full'])];
  const job: ClosedLoop = {
    ...full.target,
    headers: Array.from({ length: SOCKETS }, () => ''),
    frames: ordersOf('EURUSD'),
    depth: 1,
    warmupMs: WARMUP_MS,
    measureMs: MEASURE_MS,
  };
  const { answerBytes } = await runLoad(job);
  const servers = [await startEcho(answerBytes), bare, full];
  const results = [];
  for (const depth of DEPTHS) results.push(await measure({ ...job, depth }, servers));
  for (const { end } of servers) end();
  return { answer_bytes: answerBytes, rounds: ROUNDS, results };
};
