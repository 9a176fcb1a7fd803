// Garbage collections of a server on demand.

import { setTimeout as wait } from 'node:timers/promises';
import type { ServerProcess } from '../../test/support/server-process.js';
import { ownMemory } from './memory.js';

/** Time within which all threads can begin to collect. */
const BEGUN_MS = 1_000;
/** Time within which the slowest thread has collected: a million accounts take seconds. */
const COLLECTED_MS = 60_000;
const STEP_MS = 20;
/** Time within which freed pages return to the kernel. */
const FREED_MS = 1_000;

/** The results of a server's threads after a requested collection; the worst of each. */
export interface Collected {
  /** The longest pause since the last request. */
  readonly longestMs: number;
  /** The time of a full collection of a thread. */
  readonly allMs: number;
  /** Memory afterwards, in KiB. */
  readonly ownKib: number;
}

/** Makes all threads of a `TELLING` server collect their garbage. */
export const collected = async (server: ServerProcess): Promise<Collected> => {
  const before = server.records.length;
  const said = (what: string) => server.records.slice(before).filter(({ msg }) => msg === what);
  server.process.kill('SIGUSR2');
  await wait(BEGUN_MS);
  const threads = said('collecting').length;
  if (threads < 2) throw new Error('the server does not report its collections');
  const until = performance.now() + COLLECTED_MS;
  while (said('collected').length < threads) {
    if (performance.now() > until) throw new Error('a thread does not end its collection');
    await wait(STEP_MS);
  }
  await wait(FREED_MS);
  const lines = said('collected');
  return {
    longestMs: Math.max(...lines.map(({ longest_ms }) => Number(longest_ms))),
    allMs: Math.max(...lines.map(({ all_ms }) => Number(all_ms))),
    ownKib: ownMemory(server),
  };
};
