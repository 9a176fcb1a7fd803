// The run that a test file is part of: the counts that it makes, and its share of a long test.

import { parseArgs } from 'node:util';

/**
 * `test`: every rule, promise and fault once, in the smallest count that shows it (`npm test`).
 * `deep`: the counts that each change is held to (`npm run test:deep`). `soak`: the night.
 */
export const RUNS = ['test', 'deep', 'soak'] as const;
export type RunName = (typeof RUNS)[number];

const { values, positionals } = parseArgs({
  options: {
    run: { type: 'string', default: 'test' },
    shard: { type: 'string', default: '1/1' },
  },
  allowPositionals: true,
});

const runNamed = (name: string): RunName => {
  const found = RUNS.find((one) => one === name);
  if (found === undefined) throw new Error(`--run is one of ${RUNS.join(', ')}`);
  return found;
};

/** The run that this process is part of: `--run deep`. */
export const RUN = runNamed(values.run);

/** Words of the command line: the runner's are parts of names of files. */
export const WORDS: readonly string[] = positionals;

const [shard = 1, shards = 1] = values.shard.split('/').map(Number);

/** Which share of a long test this process does, from 1 on, and of how many: `--shard 2/4`. */
export const SHARD = { shard, shards } as const;

/** How much is done of something in each run. */
export type Counts = Readonly<Record<RunName, number>>;

/** The count of this run. */
export const countOf = (counts: Counts): number => counts[RUN];

/** This shard's share of a count; the shards' shares add up to it. */
export const shareOf = (count: number): number =>
  Math.floor((count * shard) / shards) - Math.floor((count * (shard - 1)) / shards);

/** This shard's share of some items: every item is in one shard's. */
export const mine = <T>(items: readonly T[]): T[] =>
  items.filter((_, at) => at % shards === shard - 1);

/** Runs of a check on random values: all in the deep run and at night, a sixth in `npm test`. */
export const runsOf = (all: number): number =>
  countOf({ test: Math.ceil(all / 6), deep: all, soak: all });
