// Bench `slow-disk`: orders on a slow disk, and while one sync of the log stalls.
//
// strace delays the syncs of the log's file: all of them, or one by seconds. Orders are sent at
// planned times over 200 sockets of one account, so that hardly a refusal waits for an earlier
// answer. `longest_ms` is about the time of the stalled sync: an order that arrives at the start of
// the sync waits for all of it.

import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nameOf } from '../storage/log/log.js';
import { under } from '../test/faults/disk-fault.js';
import { ServerProcess } from '../test/support/server-process.js';
import { type OpenResult, runOpenLoad } from './load/job.js';
import { ordersOf, SOCKET_PATH, signInTraders } from './load/traders.js';
import { controlled } from './measure/controls.js';
import { rounded } from './measure/measures.js';

const SOCKETS = 200;
const PER_SECOND = 40;
const TIMES = { warmupMs: 1_000, measureMs: 8_000 };
/** Delay of every sync; or of a single one while orders are sent. */
const SYNC_MS = 50;
const STALL_MS = 2_000;
const STALLED = 100;

const LIMITS = ['--sockets-per-account', '--connections-per-address'].flatMap((name) => [
  name,
  String(2 * SOCKETS),
]);

/** Runs orders on a server whose syncs of the log are delayed. */
const onDisk = async (what: string): Promise<OpenResult> => {
  const data = realpathSync(mkdtempSync(join(tmpdir(), 'brokerd-bench-')));
  const path = join(data, 'log', nameOf(1));
  const server = await ServerProcess.start({
    data,
    args: ['--trade-rate', '0', ...LIMITS],
    under: under({ call: 'fdatasync', what, path }, join(data, 'trace')),
  });
  try {
    const [header = ''] = await signInTraders(server, 1);
    const headers = Array<string>(SOCKETS).fill(header);
    const target = { port: server.port, path: SOCKET_PATH, headers, frames: ordersOf('EURUSD') };
    return await runOpenLoad({ ...target, ...TIMES, perSecond: PER_SECOND });
  } finally {
    await server.kill();
    rmSync(data, { recursive: true, force: true });
  }
};

const measure = async () => {
  const slow = await onDisk(`delay_exit=${1000 * SYNC_MS}`);
  const stalled = await onDisk(`delay_exit=${1000 * STALL_MS}:when=${STALLED}`);
  return {
    sockets: SOCKETS,
    orders_per_sec: PER_SECOND,
    sync_ms: SYNC_MS,
    accepted_p99_ms: slow.acceptedMs.p99,
    ratio: rounded(slow.acceptedMs.p99 / SYNC_MS, 2),
    stall_ms: STALL_MS,
    refused: stalled.refused,
    refused_p99_ms: stalled.refusedMs.p99,
    longest_ms: stalled.ms.max,
  };
};

/** Runs the bench; returns its result line. */
export const slowDisk = async (): Promise<Record<string, unknown>> => {
  const { result, ...machine } = await controlled(measure);
  return { ...result, ...machine };
};
