// The collections of a server's garbage, on demand.

import { setTimeout as wait } from 'node:timers/promises';
import type { ServerProcess } from '../../test/support/server-process.js';
import { ownMemory } from './memory.js';

/** All threads that can have begun to collect by then. */
const BEGUN_MS = 1_000;
/** The slowest has collected by then: a million accounts take seconds. */
const COLLECTED_MS = 60_000;
const STEP_MS = 20;
/** Freed pages have gone back to the kernel. */
const FREED_MS = 1_000;

/** The figures of a server's threads when they are asked to collect; the worst of them. */
export interface Collected {
  /** The longest pause since they were asked the last time. */
  readonly longestMs: number;
  /** The time to collect all garbage of a thread at once. */
  readonly allMs: number;
  /** Memory afterwards, in KiB. */
  readonly ownKib: number;
}

/** Has all threads of a server that is `TELLING` collect their garbage. */
export const collected = async (server: ServerProcess): Promise<Collected> => {
  const before = server.records.length;
  const said = (what: string) => server.records.slice(before).filter(({ msg }) => msg === what);
  server.process.kill('SIGUSR2');
  await wait(BEGUN_MS);
  const threads = said('collecting').length;
  if (threads < 2) throw new Error('the server does not tell of its collections');
  const until = performance.now() + COLLECTED_MS;
  while (said('collected').length < threads) {
    if (performance.now() > until) throw new Error('a thread does not end its collection');
    await wait(STEP_MS);
  }
  await wait(FREED_MS);
  const told = said('collected');
  return {
    longestMs: Math.max(...told.map(({ longest_ms }) => Number(longest_ms))),
    allMs: Math.max(...told.map(({ all_ms }) => Number(all_ms))),
    ownKib: ownMemory(server),
  };
};
