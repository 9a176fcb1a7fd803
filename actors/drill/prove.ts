// Prove: crashes and damage tried on a copy of the operator's own data folder, with a report.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { lockFolder, makeFolder } from '../../storage/database/database.js';
import { done, type Outcome, refuse } from '../../wire/base/codes.js';
import { backup } from '../commands/backup.js';
import { pathsOf, underLock } from '../folder/folder.js';
import { inWorkFolder, isWithin } from '../folder/work-folder.js';
import { killChildren } from './asked.js';
import { tryCopies } from './copy-cases.js';
import { tryCrashes } from './crash-cases.js';
import { tryDamages } from './damage-cases.js';
import { removeLeft } from './left.js';
import { DrillProgress } from './progress.js';
import { copyData, type Ground, groundOf, type Tried } from './test-folder.js';

/**
 * The number of copies that exist at the same time at most: the first, the copies of the cases, and
 * their output.
 */
const COPIES = 8;
const SPARE_BYTES = 256 << 20;
/** Of so many cases of damage there is one kill at a random moment. */
const DAMAGES_A_KILL = 20;
/** And for so many there is one at a named point. */
const DAMAGES_A_POINT = 7;
/** And for so many a shard fails before the kill. */
const DAMAGES_A_FAILURE = 50;

/** The options of the operator. */
interface ProveOptions {
  readonly keyFile: string;
  /** Where the copies are made; empty = beside the data folder. */
  readonly work: string;
  /** Cases of damage; cases of crashes follow from it. */
  readonly cases: number;
  readonly seed: number;
  readonly only: ProveKind;
  /** Hears how far it is, in lines. */
  readonly tell: (line: string) => void;
}

/** The tries of one kind. */
interface Section {
  readonly name: string;
  readonly tried: number;
  readonly held: number;
  /** The results, case by case. */
  readonly cases: readonly string[];
  /** The promise that did not hold, and the case that shows it. */
  readonly found: readonly string[];
}

/** The report. */
interface Proof {
  readonly seq: number;
  readonly state_hash: string;
  /** With the same seed the same damage is done again. */
  readonly seed: number;
  readonly sections: readonly Section[];
  readonly left_out: readonly string[];
  /** How many cases did not hold. */
  readonly broken: number;
  /** The report in plain lines. */
  readonly sentences: readonly string[];
}

/** Bytes of a data folder without what is kept back for a full disk. */
const bytesIn = (folder: string): number => {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
    join(folder, name),
  );
  const copied = paths.filter((path) => path !== pathsOf(folder).ballast);
  return copied.reduce((sum, path) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    return sum + (stat?.isFile() ? stat.size : 0);
  }, 0);
};

/** Why the copies cannot be made in a folder; undefined = they can. */
const workFault = (data: string, work: string): string | undefined => {
  if (isWithin(data, work)) return `${work} lies in the data folder: choose another --work`;
  const stat = statSync(work, { throwIfNoEntry: false });
  return stat?.isDirectory() === false ? `${work} is no folder: choose another --work` : undefined;
};

/** Is there room for the copies? */
const roomFor = (data: string, work: string): Outcome<null> => {
  const needed = COPIES * bytesIn(data) + SPARE_BYTES;
  const { bavail, bsize } = statfsSync(work);
  if (bavail * bsize >= needed) return done(null);
  const mib = (bytes: number): number => Math.ceil(bytes / 2 ** 20);
  const free = `${mib(bavail * bsize)} MiB are free`;
  return refuse(
    'conflict',
    `${work}: ${mib(needed)} MiB are needed for copies, ${free}; see --work`,
  );
};

/** Copies the folder: its files while nobody uses it, through the server while one runs. */
const takeCopy = async (data: string, to: string, keyFile: string): Promise<Outcome<unknown>> => {
  const lock = lockFolder(data);
  if (!lock.ok) return backup(data, to, keyFile);
  try {
    copyData(data, to);
    return done(null);
  } finally {
    lock.data.release();
  }
};

const sectionOf = (name: string, tried: readonly Tried[]): Section => {
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

const reportOf = (ground: Ground, sections: readonly Section[]): Proof => {
  const { known, seed } = ground;
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
  damage: async (ground: Ground, cases: number) =>
    sectionOf('Damage to files', await tryDamages(ground, cases)),
  crashes: async (ground: Ground, cases: number) => {
    const kills = Math.ceil(cases / DAMAGES_A_KILL);
    const points = Math.ceil(cases / DAMAGES_A_POINT);
    const failures = Math.ceil(cases / DAMAGES_A_FAILURE);
    return sectionOf('Crashes at work', await tryCrashes(ground, { kills, points, failures }));
  },
  copies: async (ground: Ground) => sectionOf('Rebuild and restore', await tryCopies(ground)),
} as const;

/** The parts that can be run alone; `all` = everything. */
type ProveKind = keyof typeof KINDS | 'all';

const onGround = async (
  ground: Ground,
  { only, cases }: Pick<ProveOptions, 'only' | 'cases'>,
): Promise<Proof> => {
  const sections: Section[] = [];
  for (const [kind, run] of Object.entries(KINDS)) {
    if (only === 'all' || only === kind) sections.push(await run(ground, cases));
  }
  return reportOf(ground, sections);
};

/**
 * Tries crashes and damage on a copy of a data folder, which itself is only read; a server may be
 * running on it. Refuses with `not_found` without a log, with `invalid_input` where no copies can
 * be made, with `conflict` without room for them, with `internal` when the folder's log is damaged
 * to begin with.
 */
export const prove = async (data: string, options: ProveOptions): Promise<Outcome<Proof>> => {
  if (!existsSync(pathsOf(data).log)) return refuse('not_found', `there is no log in ${data}`);
  const beside = options.work === '' ? dirname(resolve(data)) : resolve(options.work);
  const fault = workFault(data, beside);
  if (fault !== undefined) return refuse('invalid_input', fault);
  makeFolder(beside);
  const prefix = join(beside, 'brokerd-prove-');
  removeLeft(prefix);
  const room = roomFor(data, beside);
  if (!room.ok) return room;
  const use = async (work: string): Promise<Outcome<Proof>> => {
    const origin = join(work, 'origin');
    const progress = new DrillProgress(options.tell);
    progress.tell(`copies ${data} to ${work}`);
    const copied = await takeCopy(data, origin, options.keyFile);
    if (!copied.ok) return copied;
    progress.tell('checks the copy');
    const ground = await groundOf(origin, work, { ...options, progress });
    return ground.ok ? done(await onGround(ground.data, options)) : ground;
  };
  return inWorkFolder(prefix, (work) => underLock(work, () => use(work)), killChildren);
};
