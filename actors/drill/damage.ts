// Kinds of damage to a file of a data folder, as a table. Each entry damages a file at a random
// position, and describes the damage.

import {
  closeSync,
  copyFileSync,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../../storage/log/batch.js';
import { Carver } from '../../storage/log/carver.js';
import { logFiles, nameOf } from '../../storage/log/log.js';
import { copyFiles } from '../../storage/log/log-copy.js';
import { LogPages } from '../../storage/log/newest-commit.js';
import { pathsOf } from '../folder/folder.js';
import type { SeededRandom } from './seeded-random.js';

const PAGE = 4096;
const CUT_MAX = 8192;
/** The log's files begin with two pages that refer to its newest commits. */
const META_PAGES = 2;

/** The file to damage. */
type Target = 'log' | 'log copy' | 'database';

/** Damages an open file; returns a description. */
type DamageWork = (file: number, random: SeededRandom) => string;

/** One kind of damage. */
export interface Damage {
  readonly name: string;
  readonly target: Target;
  /** Damages the data folder; `stale` is an older copy of its log folder. Returns a description. */
  readonly apply: (data: string, random: SeededRandom, stale: string) => string;
}

const sizeOf = (file: number): number => fstatSync(file).size;

const readAt = (file: number, at: number, length: number): Buffer => {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, at));
};

const flipAt = (file: number, at: number, bit: number): string => {
  const byte = readAt(file, at, 1);
  byte.writeUInt8(byte.readUInt8() ^ (1 << bit));
  writeSync(file, byte, 0, 1, at);
  return `bit ${bit} of byte ${at} flipped`;
};

const pagesOf = (file: number): number => Math.max(1, Math.ceil(sizeOf(file) / PAGE));

/** Two pages of a file; different ones if it has two. */
const twoPages = (file: number, random: SeededRandom): readonly [number, number] => {
  const pages = pagesOf(file);
  const one = random(pages);
  return [one, (one + 1 + random(Math.max(1, pages - 1))) % pages];
};

const flip: DamageWork = (file, random) => flipAt(file, random(sizeOf(file)), random(8));

const zeroPage: DamageWork = (file, random) => {
  const page = random(pagesOf(file));
  writeSync(file, Buffer.alloc(Math.min(PAGE, sizeOf(file) - page * PAGE)), 0, null, page * PAGE);
  return `page ${page} zeroed`;
};

const duplicatePage: DamageWork = (file, random) => {
  const [from, to] = twoPages(file, random);
  writeSync(file, readAt(file, from * PAGE, PAGE), 0, null, to * PAGE);
  return `page ${from} written over page ${to}`;
};

const swapPages: DamageWork = (file, random) => {
  const [one, other] = twoPages(file, random);
  const [first, second] = [readAt(file, one * PAGE, PAGE), readAt(file, other * PAGE, PAGE)];
  writeSync(file, second, 0, null, one * PAGE);
  writeSync(file, first, 0, null, other * PAGE);
  return `pages ${one} and ${other} swapped`;
};

const flipInMeta: DamageWork = (file, random) =>
  flipAt(file, random(META_PAGES) * PAGE + random(200), random(8));

const spoilMeta: DamageWork = (file, random) => {
  const at = random(META_PAGES) * PAGE + random(200);
  const length = PAGE - (at % PAGE);
  writeSync(file, Buffer.alloc(length, random(256)), 0, length, at);
  return `the rest of a meta page from byte ${at} on written over`;
};

/** A file of a target; logs and their copies may have several. */
const fileOf = (data: string, target: Target, random: SeededRandom): string => {
  const { log, database } = pathsOf(data);
  if (target === 'database') return database;
  const paths =
    target === 'log copy' ? copyFiles(log) : logFiles(log).map((first) => join(log, nameOf(first)));
  return paths[random(paths.length)] as string;
};

const newestOf = (paths: readonly string[]): string => paths.at(-1) as string;

/** The newest batch in a file of the log, if there is one. */
const newestIn = (path: string): Buffer | undefined => {
  const file = new LogPages(path);
  const newest = file.newest()?.value;
  file.close();
  return newest;
};

/**
 * The newest file of the log that has a batch: a server that wrote nothing leaves an empty file.
 */
const newestLog = (data: string): string => {
  const { log } = pathsOf(data);
  const paths = logFiles(log).map((first) => join(log, nameOf(first)));
  return paths.findLast((path) => newestIn(path) !== undefined) ?? newestOf(paths);
};

const withFile = (path: string, random: SeededRandom, work: DamageWork): string => {
  const file = openSync(path, 'r+');
  try {
    return work(file, random);
  } finally {
    closeSync(file);
  }
};

const inFile = (name: string, target: Target, work: DamageWork): Damage => ({
  name: `${name} of the ${target}`,
  target,
  apply: (data, random) => withFile(fileOf(data, target, random), random, work),
});

const cut = (target: Target): Damage => ({
  name: `1 to 8,192 bytes of the ${target} cut off`,
  target,
  apply: (data, random) => {
    const path = fileOf(data, target, random);
    const left = Math.max(0, statSync(path).size - 1 - random(CUT_MAX));
    truncateSync(path, left);
    return `cut to ${left} bytes`;
  },
});

/** Flips a bit in the events of the newest batch, whose hash no other batch contains. */
const flipNewest: Damage = {
  name: 'a bit of the newest event flipped',
  target: 'log',
  apply: (data, random) => {
    const { log } = pathsOf(data);
    const path = newestLog(data);
    const newest = newestIn(path);
    if (newest === undefined) return 'the log is empty';
    const carver = new Carver(log);
    const place = carver.placeOf(newest);
    carver.close();
    if (place === undefined) throw new Error(`batch ${hashOf(newest).toString('hex')} is nowhere`);
    const at = place.at + newest.length - 1 - random(Math.min(64, newest.length / 2));
    return withFile(place.path, random, (opened) => flipAt(opened, at, random(8)));
  },
};

/** All kinds of damage; the first ones are always tried. */
export const DAMAGES: readonly Damage[] = [
  flipNewest,
  cut('log'),
  inFile('one bit', 'log', flip),
  inFile('a zeroed page', 'log', zeroPage),
  inFile('a duplicated page', 'log', duplicatePage),
  inFile('two swapped pages', 'log', swapPages),
  inFile('one bit of a meta page', 'log', flipInMeta),
  inFile('half a meta page', 'log', spoilMeta),
  {
    name: 'the log cut inside a meta page',
    target: 'log',
    apply: (data, random) => {
      const left = 1 + random(META_PAGES * PAGE - 1);
      truncateSync(newestLog(data), left);
      return `cut to ${left} bytes`;
    },
  },
  {
    name: "yesterday's log",
    target: 'log',
    apply: (data, _random, stale) => {
      const [first = 1] = logFiles(stale);
      for (const name of logFiles(pathsOf(data).log)) {
        if (name > first) rmSync(join(pathsOf(data).log, nameOf(name)));
      }
      copyFileSync(join(stale, nameOf(first)), join(pathsOf(data).log, nameOf(first)));
      return 'put in place of the newer one';
    },
  },
  cut('log copy'),
  inFile('one bit', 'log copy', flip),
  inFile('a zeroed page', 'log copy', zeroPage),
  inFile('a duplicated page', 'log copy', duplicatePage),
  inFile('two swapped pages', 'log copy', swapPages),
  {
    name: "yesterday's copy of the log",
    target: 'log copy',
    apply: (data, _random, stale) => {
      const { log } = pathsOf(data);
      for (const path of copyFiles(log)) rmSync(path);
      for (const path of copyFiles(stale)) copyFileSync(path, path.replace(stale, log));
      return 'put in place of the newer one';
    },
  },
  {
    name: 'the lock files deleted',
    target: 'log',
    apply: (data) => {
      const { log, lock } = pathsOf(data);
      rmSync(lock, { force: true });
      for (const name of readdirSync(log)) if (name.endsWith('-lock')) rmSync(join(log, name));
      return 'deleted';
    },
  },
  cut('database'),
  inFile('a bit or a page', 'database', (file, random) => {
    const works = [flip, zeroPage, duplicatePage, swapPages];
    return (works[random(works.length)] as DamageWork)(file, random);
  }),
];
