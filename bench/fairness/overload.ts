// Bench `overload`: orders at twice the rate that can be executed, and the result of each.
//
// 64 sockets, each with an account and an address of its own, because an address may cause only so
// much work in a turn. A closed loop with 16 orders on each measures the highest rate. Then open
// loops at half of that rate (`calm`), at that rate (`full`) and at twice that rate (`over`) take
// turns. `full_ratio` and `ratio` compare the p99 of accepted orders with that of `calm`. Orders
// leave in groups of 16 on a socket, as in the closed loop: one at a time they cost client and
// server twice as much. On a socket a refusal is sent after the answers to earlier orders, so
// `refused_p99_ms` includes their waits.

import { ServerProcess } from '../../test/support/server-process.js';
import { type OpenResult, runLoad, runOpenLoad } from '../load/job.js';
import { ordersOf, SOCKET_PATH, signInTraders } from '../load/traders.js';
import { controlled } from '../measure/controls.js';
import { median, rounded } from '../measure/measures.js';

const SOCKETS = 64;
/**
 * Requests in progress on each socket while the highest rate is measured, which are fewer in all
 * than are refused; and requests that a socket sends at once in the rounds, as it does then: one at
 * a time costs client and server twice as much, so that the rate would not be the highest.
 */
const DEPTH = 16;
const ROUNDS = 3;
const TIMES = { warmupMs: 1_000, measureMs: 4_000 };

const p99 = (results: readonly OpenResult[], of: 'acceptedMs' | 'refusedMs'): number =>
  median(results.map((result) => result[of].p99));

const sum = (results: readonly OpenResult[], of: 'refused' | 'unanswered' | 'answers'): number =>
  results.reduce((all, result) => all + result[of], 0);

const measure = async () => {
  const server = await ServerProcess.start({ args: ['--trade-rate', '0'] });
  const headers = await signInTraders(server, SOCKETS);
  const frames = ordersOf('EURUSD');
  const load = { port: server.port, path: SOCKET_PATH, headers, frames, together: DEPTH };
  const found = await runLoad({ ...load, ...TIMES, depth: DEPTH });
  const most = (found.answers - found.refused) / found.seconds;
  const calm: OpenResult[] = [];
  const full: OpenResult[] = [];
  const over: OpenResult[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    calm.push(await runOpenLoad({ ...load, ...TIMES, perSecond: most / 2 }));
    full.push(await runOpenLoad({ ...load, ...TIMES, perSecond: most }));
    over.push(await runOpenLoad({ ...load, ...TIMES, perSecond: most * 2 }));
  }
  await server.stop();
  const accepted = {
    calm: p99(calm, 'acceptedMs'),
    full: p99(full, 'acceptedMs'),
    over: p99(over, 'acceptedMs'),
  };
  return {
    sockets: SOCKETS,
    rounds: ROUNDS,
    most_per_sec: Math.round(most),
    accepted_p99_ms: accepted,
    full_ratio: rounded(accepted.full / accepted.calm, 2),
    ratio: rounded(accepted.over / accepted.calm, 2),
    refused_p99_ms: p99(over, 'refusedMs'),
    refused_share: rounded(sum(over, 'refused') / sum(over, 'answers'), 2),
    full_refused: sum(full, 'refused'),
    sending_p99_ms: median(over.map(({ sendingMs }) => sendingMs.p99)),
    unanswered: sum([...calm, ...full, ...over], 'unanswered'),
  };
};

/** Runs the bench; returns its result line. */
export const overload = async (): Promise<Record<string, unknown>> => {
  const { result, ...machine } = await controlled(measure);
  return { ...result, ...machine };
};
