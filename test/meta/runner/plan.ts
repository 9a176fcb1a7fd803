// The test files of each run, and the number of shards of long ones.

import { readdirSync } from 'node:fs';
import type { Part, RunName } from '../../support/run.js';

/** In how many shards a file is part of each run; it is not part of a run that is not named. */
export type Shards = Readonly<Partial<Record<RunName, number>>>;

/** A file that is not named here is in `npm test` once, and in no other run. */
const ONCE: Shards = { test: 1 };

/** Files that do in the deep run more of what they do in `npm test`. */
const MORE_IN_DEEP = [
  'actors/commands/history.test',
  'actors/main/distribution.test',
  'actors/providers/fix/acceptance.test',
  'actors/providers/fix/session-store.test',
  'actors/shard/end-of-day.test',
  'actors/shard/idle-days.test',
  'actors/shard/accounts/packed-accounts.test',
  'actors/shard/accounts/request-outcomes.test',
  'actors/shared/ring.test',
  'actors/shared/steady-clock.test',
  'actors/shard/shard-settings.test',
  'bench/pieces.test',
  'actors/desk/settings/configuration.test',
  'e2e/desk-load.test',
  'e2e/desk-picture.test',
  'e2e/mail-restart.test',
  'e2e/main-job.test',
  'e2e/opensmtpd.test',
  'e2e/picture.test',
  'e2e/python-client.test',
  'e2e/reads.test',
  'e2e/secrets.test',
  'e2e/shards.test',
  'engine/index/account-index.test',
  'engine/calendar/clock.test',
  'engine/numbers/exact.test',
  'engine/index/margin-filter.test',
  'engine/index/many.test',
  'engine/margin/margin.test',
  'engine/settings/settings.test',
  'http/routes/accounts/write-allowances.test',
  'http/routes/settings/licence.test',
  'http/reference/generators.test',
  'http/routes/live.test',
  'actors/market/feeds/market-data.test',
  'actors/market/pricing/bars.test',
  'actors/market/settings-change.test',
  'actors/shared/tick-ring.test',
  'http/socket/connection/slow.test',
  'storage/log/scan.test',
  'storage/projection/totals.test',
  'storage/read/account-lists.test',
  'storage/read/reports.test',
  'storage/reports/modules.test',
  'wire/codec/bytes.test',
  'wire/codec/fix/codec.test',
  'wire/codec/fix/framer.test',
  'wire/codec/trade-frames.test',
  'wire/base/schema.test',
  'wire/settings/settings-delta.test',
  'wire/codec/unpack.test',
];

/** Files with counts of their own for each run. */
const PLAN: Readonly<Record<string, Shards>> = {
  ...Object.fromEntries(MORE_IN_DEEP.map((file) => [file, { test: 1, deep: 1 }])),
  'meta/canaries/canaries.test': { deep: 3, soak: 3 },
  'e2e/desk-restart.test': { deep: 1, soak: 1 },
  'pages/left-behind.test': { deep: 1, soak: 1 },
  'actors/desk/messaging/mail-model.test': { test: 1, deep: 2, soak: 4 },
  'actors/desk/transfer/transfer-round.test': { test: 1, deep: 1, soak: 1 },
  'engine/absurd.test': { test: 1, deep: 1, soak: 1 },
  'engine/settings/any-settings.test': { test: 1, deep: 1, soak: 1 },
  'engine/model.test': { test: 1, deep: 4, soak: 4 },
  'engine/index/revision.test': { test: 1, deep: 1, soak: 1 },
  'faults/faults.test': { test: 2, deep: 6, soak: 16 },
  'hostile/hostile.test': { test: 1, deep: 2, soak: 4 },
  'actors/providers/fix/mutations.test': { test: 1, deep: 1, soak: 4 },
  'actors/providers/gateways/gateway.test': { test: 1, deep: 1, soak: 1 },
  'actors/providers/gateways/schedules.test': { test: 1, deep: 1, soak: 1 },
  'e2e/provider-cuts.test': { test: 1, deep: 1, soak: 1 },
  'http/routes/settings/setting-schemas.test': { test: 1, deep: 1, soak: 1 },
  'simulation/failures.test': { test: 1, deep: 1, soak: 4 },
  'simulation/kills.test': { test: 1, deep: 4, soak: 4 },
  'simulation/provider-lives.test': { test: 1, deep: 4, soak: 4 },
  'simulation/replay.test': { test: 1, deep: 1 },
  'simulation/simulation.test': { test: 1, deep: 4, soak: 4 },
};

/** A test file's process in a run. */
export interface Job {
  /** From the folder of the tests, without ending: `engine/margin/margin.test`. */
  readonly file: string;
  readonly shard: number;
  readonly shards: number;
}

/** The name of a job, as its TAP's file has it: `faults/faults.test`, `faults/faults.test.2`. */
export const nameOf = ({ file, shard, shards }: Job): string =>
  shards === 1 ? file : `${file}.${shard}`;

/** Files that take long come first, so that none is left alone at the end. */
const isLong = (file: string): boolean =>
  /^(e2e|faults|hostile|meta\/canaries|simulation)\/|^engine\/model/.test(file);

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

/**
 * A slice of jobs: every n-th of them, so that shards of one file fall to different slices and
 * each slice has its share of the long ones.
 */
export const sliceOfJobs = (jobs: readonly Job[], { part, parts }: Part): Job[] =>
  jobs.filter((_, at) => at % parts === part - 1);

/** Files that measure the memory of their process, or load both builds of a library. */
const ALONE = [
  'engine/index/margin-filter.test',
  'http/server/native.test',
  'http/server/piling.test',
  'http/socket/connection/slow.test',
  'http/socket/frames.test',
  'http/socket/requests.test',
];
/** So many files share a process at most: more would leave a processor idle at the end. */
const TOGETHER = 20;
/** The same for files that take long. */
const LONG_TOGETHER = 4;

const isAlone = ({ file, shards }: Job): boolean =>
  shards > 1 || (isLong(file) && !file.startsWith('e2e/')) || ALONE.includes(file);

/** The folder of the tests that a job's file is in. */
export const folderOf = ({ file }: Job): string => file.split('/', 1)[0] as string;

/** Jobs as processes run them: neighbours among the short files of a folder share one, in turn. */
export const groupsOf = (jobs: readonly Job[]): Job[][] => {
  const short = jobs.filter((job) => !isAlone(job));
  const shared = [...new Set(short.map(folderOf))].flatMap((folder) => {
    const files = short.filter((job) => folderOf(job) === folder);
    const parts = Math.ceil(files.length / (folder === 'e2e' ? LONG_TOGETHER : TOGETHER));
    const size = Math.ceil(files.length / parts);
    return Array.from({ length: parts }, (_, at) => files.slice(at * size, (at + 1) * size));
  });
  return [...jobs.filter(isAlone).map((job) => [job]), ...shared];
};
