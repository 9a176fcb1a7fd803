// Which test files are part of which run, and into how many shards a long one is parted there.

import { readdirSync } from 'node:fs';
import type { RunName } from '../support/run.js';

/** In how many shards a file is part of each run; it is not part of a run that is not named. */
export type Shards = Readonly<Partial<Record<RunName, number>>>;

/** A file that is not named here is in `npm test` once, and in no other run. */
const ONCE: Shards = { test: 1 };

/** Files that do in the deep run more of what they do in `npm test`. */
const MORE_IN_DEEP = [
  'actors/distribution.test',
  'actors/end-of-day.test',
  'actors/packed-accounts.test',
  'actors/request-outcomes.test',
  'actors/ring.test',
  'actors/shard-settings.test',
  'bench/pieces.test',
  'desk/configuration.test',
  'e2e/main-job.test',
  'e2e/secrets.test',
  'e2e/shards.test',
  'engine/book.test',
  'engine/clock.test',
  'engine/exact.test',
  'engine/explain.test',
  'engine/index.test',
  'engine/many.test',
  'engine/margin.test',
  'engine/settings.test',
  'http/live.test',
  'market/bars.test',
  'market/settings-change.test',
  'market/tick-ring.test',
  'socket/slow.test',
  'storage/scan.test',
  'storage/totals.test',
  'wire/bytes.test',
  'wire/schema.test',
  'wire/settings-delta.test',
  'wire/unpack.test',
];

/** Files with counts of their own for each run. */
const PLAN: Readonly<Record<string, Shards>> = {
  ...Object.fromEntries(MORE_IN_DEEP.map((file) => [file, { test: 1, deep: 1 }])),
  'canaries/canaries.test': { deep: 3, soak: 3 },
  'desk/transfer-round.test': { test: 1, deep: 1, soak: 1 },
  'engine/absurd.test': { test: 1, deep: 1, soak: 1 },
  'engine/any-settings.test': { test: 1, deep: 1, soak: 1 },
  'engine/model.test': { test: 1, deep: 4, soak: 4 },
  'engine/revision.test': { test: 1, deep: 1, soak: 1 },
  'faults/faults.test': { test: 3, deep: 4, soak: 16 },
  'hostile/hostile.test': { test: 1, deep: 2, soak: 4 },
  'http/setting-schemas.test': { test: 1, deep: 1, soak: 1 },
  'simulation/failures.test': { test: 1, deep: 1, soak: 4 },
  'simulation/kills.test': { test: 1, deep: 4, soak: 4 },
  'simulation/replay.test': { test: 1, deep: 1 },
  'simulation/simulation.test': { test: 1, deep: 4, soak: 4 },
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
const isLong = (file: string): boolean =>
  /^(canaries|e2e|faults|hostile|simulation)\/|^engine\/model/.test(file);

/** Of which runs a file is part. */
export const shardsOf = (file: string): Shards => PLAN[file] ?? ONCE;

/** Every test file by name. */
export const testFiles = (): string[] =>
  readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => path.slice(0, -'.ts'.length));

/**
 * The jobs of a run, in the order in which they start; with words, of files named so alone; with a
 * share, only that of each file.
 */
export const jobsOf = (run: RunName, words: readonly string[], share?: Omit<Job, 'file'>): Job[] =>
  testFiles()
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
    .sort((a, b) => Number(isLong(b)) - Number(isLong(a)) || a.localeCompare(b))
    .flatMap((file) => {
      const shards = shardsOf(file)[run] ?? 0;
      if (share !== undefined && shards > 0) return [{ file, ...share }];
      return Array.from({ length: shards }, (_, at) => ({ file, shard: at + 1, shards }));
    });
