// Which test files are part of which run, and into how many shards a long one is parted there.

import { readdirSync } from 'node:fs';
import type { RunName } from '../support/run.js';

/** In how many shards a file is part of each run; it is not part of a run that is not named. */
export type Shards = Readonly<Partial<Record<RunName, number>>>;

/** A file that is not named here is in `npm test` once, and in no other run. */
const ONCE: Shards = { test: 1 };

/** Files with counts of their own in a run. */
export const PLAN: Readonly<Record<string, Shards>> = {
  'actors/distribution.test': { test: 1, deep: 1 },
  'actors/end-of-day.test': { test: 1, deep: 1 },
  'actors/packed-accounts.test': { test: 1, deep: 1 },
  'actors/request-outcomes.test': { test: 1, deep: 1 },
  'actors/ring.test': { test: 1, deep: 1 },
  'actors/shard-parts.test': { test: 1, deep: 1 },
  'actors/shard-settings.test': { test: 1, deep: 1 },
  'canaries/canaries.test': { deep: 3, soak: 3 },
  'desk/configuration.test': { test: 1, deep: 1 },
  'desk/transfer-round.test': { test: 1, deep: 1, soak: 1 },
  'e2e/main-job.test': { test: 1, deep: 1 },
  'e2e/secrets.test': { test: 1, deep: 1 },
  'e2e/shards.test': { test: 1, deep: 1 },
  'faults/faults.test': { test: 4, deep: 4, soak: 8 },
  'http/live.test': { test: 1, deep: 1 },
  'http/setting-schemas.test': { test: 1, deep: 1, soak: 1 },
  'socket/slow.test': { test: 1, deep: 1 },
};

/** A test file's process in a run. */
export interface Job {
  /** From the folder of the tests, without ending: `engine/margin.test`. */
  readonly file: string;
  readonly shard: number;
  readonly shards: number;
}

/** The name of a job, as its TAP's file has it: `faults/faults.test`, `faults/faults.test.2`. */
export const nameOf = ({ file, shard, shards }: Job): string =>
  shards === 1 ? file : `${file}.${shard}`;

/** Files that take long come first, so that none is left alone at the end. */
const isLong = (file: string): boolean => file in PLAN || file.startsWith('e2e/');

/** Of which runs a file is part. */
export const shardsOf = (file: string): Shards => PLAN[file] ?? ONCE;

/** Every test file by name. */
export const testFiles = (): string[] =>
  readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => path.slice(0, -'.ts'.length));

/** The jobs of a run, in the order in which they start; with words, of files named so alone. */
export const jobsOf = (run: RunName, words: readonly string[]): Job[] =>
  testFiles()
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
    .sort((a, b) => Number(isLong(b)) - Number(isLong(a)) || a.localeCompare(b))
    .flatMap((file) => {
      const shards = shardsOf(file)[run] ?? 0;
      return Array.from({ length: shards }, (_, at) => ({ file, shard: at + 1, shards }));
    });
