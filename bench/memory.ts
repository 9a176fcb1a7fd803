// The memory of a server's process, and the collections of its garbage.

import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { TestServer } from '../test/server.js';

/** Environment of a server that tells of its collections. */
export const TELLING = {
  NODE_OPTIONS: `--import=${fileURLToPath(new URL('./inside.js', import.meta.url))}`,
};
/** All threads have collected by then, and freed pages have gone back to the kernel. */
const COLLECTED_MS = 2_000;

/** Memory that the process has for itself, in KiB: anonymous and shared pages, no file pages. */
export const ownMemory = ({ process: { pid } }: TestServer): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kib = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
  return kib('RssAnon') + kib('RssShmem');
};

/** What a server's threads tell when they are asked to collect; the worst of them. */
export interface Collected {
  /** The longest pause since they were asked the last time. */
  readonly longestMs: number;
  /** What it takes to collect all garbage of a thread at once. */
  readonly allMs: number;
  /** Memory afterwards, in KiB. */
  readonly ownKib: number;
}

/** Has all threads of a server that is `TELLING` collect their garbage. */
export const collected = async (server: TestServer): Promise<Collected> => {
  const before = server.records.length;
  server.process.kill('SIGUSR2');
  await wait(COLLECTED_MS);
  const told = server.records.slice(before).filter(({ msg }) => msg === 'collected');
  if (told.length < 2) throw new Error('the server does not tell of its collections');
  return {
    longestMs: Math.max(...told.map(({ longest_ms }) => Number(longest_ms))),
    allMs: Math.max(...told.map(({ all_ms }) => Number(all_ms))),
    ownKib: ownMemory(server),
  };
};
