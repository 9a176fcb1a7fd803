// The run that a test file is part of: its counts, and its share of a long test.

import { parseArgs } from 'node:util';
import { now } from './clock.js';

/**
 * `test`: every rule, promise and fault once, in the smallest count that shows it (`npm test`).
 * `deep`: the counts that each change is held to (`npm run test:deep`). `soak`: the night.
 */
export const RUNS = ['test', 'deep', 'soak'] as const;
export type RunName = (typeof RUNS)[number];

const { values, positionals } = parseArgs({
  options: {
    run: { type: 'string', default: 'test' },
    shard: { type: 'string' },
    slice: { type: 'string' },
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

/** A part of something, from 1 on, and the number of its parts: `2/4`. */
export interface Part {
  readonly part: number;
  readonly parts: number;
}

const partOf = (option: string, text: string): Part => {
  const [part = 0, parts = 0] = (/^([1-9]\d*)\/([1-9]\d*)$/.exec(text) ?? []).slice(1).map(Number);
  if (part < 1 || part > parts) throw new Error(`${option} is one of so many: 2/4`);
  return { part, parts };
};

/** Was a share of the work asked for? */
export const IS_SHARD = values.shard !== undefined;

/** Which share of a long test this process does, from 1 on, and of how many: `--shard 2/4`. */
export const SHARD = (({ part, parts }: Part) => ({ shard: part, shards: parts }))(
  partOf('--shard', values.shard ?? '1/1'),
);
const { shard, shards } = SHARD;

/** `--slice auto` does a sixth of a run's jobs, another one each day. */
const AUTO_SLICES = 6;
const DAY_MS = 86_400_000;

/**
 * The slice of a run's jobs that a `--slice` asks for, from 1 on, and the number of slices:
 * `2/4`, or `auto` for the one of the day that `nowMs` lies in. Throws for other text.
 */
export const sliceOf = (text: string, nowMs: number): Part =>
  text === 'auto'
    ? { part: (Math.floor(nowMs / DAY_MS) % AUTO_SLICES) + 1, parts: AUTO_SLICES }
    : partOf('--slice', text);

/** The slice of the run's jobs that was asked for: `--slice auto`, `--slice 2/6`. */
export const SLICE: Part | undefined =
  values.slice === undefined ? undefined : sliceOf(values.slice, now());

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
