// The drill `prove`: tries crashes and damage on a copy of the operator's own data folder, and
// reports.

import { spawnSync } from 'node:child_process';
import { existsSync, statfsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { makeFolder } from '../../storage/database/database.js';
import { type Outcome, ok, refuse } from '../../wire/base/codes.js';
import { backup } from '../commands/backup.js';
import { lockData, pathsOf } from '../folder/folder.js';
import { noLog } from '../folder/layout.js';
import { inWorkFolder, isWithin } from '../folder/work-folder.js';
import { tryCopies } from './copy-cases.js';
import { tryCrashes } from './crash-cases.js';
import { tryDamages } from './damage-cases.js';
import { DrillProgress } from './progress.js';
import { killChildren } from './questioned-child.js';
import {
  type CaseResult,
  copiedFiles,
  copyData,
  type TestFolder,
  testFolderOf,
} from './test-folder.js';

/** Most copies at the same time: the first copy, the copies of the cases, and their output. */
const COPIES = 8;
const SPARE_BYTES = 256 << 20;
/** Damage cases for each crash case at a random moment. */
const DAMAGES_A_KILL = 20;
/** Damage cases for each crash case at a failpoint. */
const DAMAGES_A_POINT = 7;
/** Damage cases for each crash case with a shard failure before the kill. */
const DAMAGES_A_FAILURE = 50;

interface ProveOptions {
  readonly keyFile: string;
  /** The folder for copies; empty = beside the data folder. */
  readonly work: string;
  /** Number of damage cases, which determines the number of crash cases. */
  readonly cases: number;
  readonly seed: number;
  readonly only: ProveKind;
  /** Gets the progress, line by line. */
  readonly print: (line: string) => void;
}

/** The results of one kind of case. */
interface Section {
  readonly name: string;
  readonly tried: number;
  readonly held: number;
  /** The results, case by case. */
  readonly cases: readonly string[];
  /** For each failed case the broken promise. */
  readonly found: readonly string[];
}

/** The report. */
interface Proof {
  readonly seq: number;
  readonly state_hash: string;
  /** The same seed repeats the same damage. */
  readonly seed: number;
  readonly sections: readonly Section[];
  readonly left_out: readonly string[];
  /** The number of failed cases. */
  readonly broken: number;
  /** The report in plain lines. */
  readonly sentences: readonly string[];
}

/** Size of a copy of a data folder in bytes. */
const bytesIn = (folder: string): number =>
  [...copiedFiles(folder)].reduce((sum, path) => {
    const stat = statSync(join(folder, path), { throwIfNoEntry: false });
    return sum + (stat?.size ?? 0);
  }, 0);

/** The reason why copies cannot be made in a folder; undefined = they can. */
const workFault = (data: string, work: string): string | undefined => {
  if (isWithin(data, work)) return `${work} lies in the data folder: choose another --work`;
  const stat = statSync(work, { throwIfNoEntry: false });
  return stat?.isDirectory() === false ? `${work} is no folder: choose another --work` : undefined;
};

/** Checks that there is space for the copies. */
const roomFor = (data: string, work: string): Outcome<null> => {
  const needed = COPIES * bytesIn(data) + SPARE_BYTES;
  const { bavail, bsize } = statfsSync(work);
  if (bavail * bsize >= needed) return ok(null);
  const mib = (bytes: number): number => Math.ceil(bytes / 2 ** 20);
  const free = `${mib(bavail * bsize)} MiB are free`;
  return refuse(
    'conflict',
    `${work}: ${mib(needed)} MiB are needed for copies, ${free}; see --work`,
  );
};

/** Copies the folder: its files if it is not in use, else through its server. */
const takeCopy = async (data: string, to: string, keyFile: string): Promise<Outcome<unknown>> => {
  const lock = await lockData(data);
  if (!lock.ok) return backup(data, to, keyFile);
  try {
    copyData(data, to);
    return ok(null);
  } finally {
    lock.data.release();
  }
};

const sectionOf = (name: string, tried: readonly CaseResult[]): Section => {
  const broken = tried.filter(({ wrong }) => wrong.length > 0);
  const found = broken.map(({ what, wrong }) => `${what}: ${wrong.join('; ')}`);
  const cases = tried.map(({ what }) => what);
  return { name, tried: tried.length, held: tried.length - broken.length, cases, found };
};

const leftOut = (): string[] => {
  const tried = spawnSync('strace', ['-V'], { stdio: 'ignore' });
  return tried.status === 0
    ? ['power cuts: they are simulated by the tests of the project, not on your data']
    : ['power cuts: strace is not installed'];
};

const reportOf = (folder: TestFolder, sections: readonly Section[]): Proof => {
  const { known, seed } = folder;
  const left_out = leftOut();
  const broken = sections.reduce((sum, { tried, held }) => sum + tried - held, 0);
  const sentences = [
    `A copy of the folder, with ${known.seq} events, comes to ${known.state_hash}.`,
    ...sections.map(({ name, tried, held }) => `${name}: ${tried} tried, ${held} held.`),
    ...sections.flatMap(({ name, found }) => found.map((what) => `NOT HELD, ${name}: ${what}`)),
    ...left_out.map((what) => `Left out: ${what}.`),
    broken === 0 ? 'All held.' : `${broken} did not hold. Seed ${seed} does the same again.`,
  ];
  return { ...known, seed, sections, left_out, broken, sentences };
};

const KINDS = {
  damage: async (folder: TestFolder, cases: number) =>
    sectionOf('Damage to files', await tryDamages(folder, cases)),
  crashes: async (folder: TestFolder, cases: number) => {
    const kills = Math.ceil(cases / DAMAGES_A_KILL);
    const points = Math.ceil(cases / DAMAGES_A_POINT);
    const failures = Math.ceil(cases / DAMAGES_A_FAILURE);
    return sectionOf('Crashes at work', await tryCrashes(folder, { kills, points, failures }));
  },
  copies: async (folder: TestFolder) => sectionOf('Rebuild and restore', await tryCopies(folder)),
} as const;

/** The parts that can be run alone; `all` = every part. */
type ProveKind = keyof typeof KINDS | 'all';

const onTestFolder = async (
  folder: TestFolder,
  { only, cases }: Pick<ProveOptions, 'only' | 'cases'>,
): Promise<Proof> => {
  const sections: Section[] = [];
  for (const [kind, run] of Object.entries(KINDS)) {
    if (only === 'all' || only === kind) sections.push(await run(folder, cases));
  }
  return reportOf(folder, sections);
};

/**
 * Tries crashes and damage on a copy of a data folder, which itself is only read; a server may be
 * running on it. Refuses with `not_found` without a log, with `invalid_input` where no copies can
 * be made, with `conflict` without space for them, with `internal` when the folder's log is already
 * damaged.
 */
export const prove = async (data: string, options: ProveOptions): Promise<Outcome<Proof>> => {
  if (!existsSync(pathsOf(data).log)) return noLog(data);
  const beside = options.work === '' ? dirname(resolve(data)) : resolve(options.work);
  const fault = workFault(data, beside);
  if (fault !== undefined) return refuse('invalid_input', fault);
  makeFolder(beside);
  const prefix = join(beside, 'brokerd-prove-');
  const room = roomFor(data, beside);
  if (!room.ok) return room;
  const use = async (work: string): Promise<Outcome<Proof>> => {
    const origin = join(work, 'origin');
    const progress = new DrillProgress(options.print);
    progress.print(`copies ${data} to ${work}`);
    const copied = await takeCopy(data, origin, options.keyFile);
    if (!copied.ok) return copied;
    progress.print('checks the copy');
    const folder = await testFolderOf(origin, work, { ...options, progress });
    return folder.ok ? ok(await onTestFolder(folder.data, options)) : folder;
  };
  return inWorkFolder(prefix, use, killChildren);
};
