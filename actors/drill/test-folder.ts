// The folders for drill cases: copies of a data folder with a known state.

import { constants, copyFileSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../storage/database/database.js';
import { BATCH_HEAD, batchOf, hashOf } from '../../storage/log/batch.js';
import { Log } from '../../storage/log/log.js';
import { storedFrom } from '../../storage/log/scan.js';
import { type Outcome, ok } from '../../wire/base/codes.js';
import { hashAt, verify } from '../commands/verify.js';
import { pathsOf } from '../folder/folder.js';
import type { DiskOptions } from '../main/disk-watch.js';
import type { DrillProgress } from './progress.js';

/** A state, and the event after which it holds. */
export interface KnownState {
  readonly seq: number;
  readonly state_hash: string;
  /** Hash of the batch with that event; it covers all batches before it, too. */
  readonly log_hash: string;
}

/** The inputs of the cases. */
export interface TestFolder {
  /** A complete copy of the data folder, which is never changed. */
  readonly origin: string;
  readonly known: KnownState;
  /** The log's folder with the first half of the log. */
  readonly stale: string;
  /** A folder for the copies of the cases. */
  readonly work: string;
  readonly keyFile: string;
  readonly seed: number;
  /** Called with every case that ends. */
  readonly progress: DrillProgress;
}

/** A tried case: its description, and the broken promise, if any. */
export interface CaseResult {
  readonly what: string;
  readonly wrong: readonly string[];
}

/** Servers on copies use no ballast, and continue until the disk is full. */
export const ANY_ROOM: DiskOptions = { closeOnlyBelow: 1, ballast: 0 };

/**
 * Paths of the files of a data folder that its copies have, relative to it. Links are followed: a
 * part of the folder may be on another disk. Without the place of release a server on a copy logs
 * on to no provider and sends no e-mail.
 */
export function* copiedFiles(data: string, under = ''): Generator<string> {
  const { ballast, released } = pathsOf(data);
  for (const name of readdirSync(join(data, under))) {
    const path = join(under, name);
    if ([ballast, released].includes(join(data, path))) continue;
    const stat = statSync(join(data, path), { throwIfNoEntry: false });
    if (stat?.isDirectory()) yield* copiedFiles(data, path);
    else if (stat?.isFile()) yield path;
  }
}

/**
 * Copies a data folder that is not in use; blocks are shared if the file system can. The copy has
 * no links, so that nothing that is done to it reaches the folder.
 */
export const copyData = (from: string, to: string): void => {
  for (const path of copiedFiles(from)) {
    makeFolder(dirname(join(to, path)));
    copyFileSync(join(from, path), join(to, path), constants.COPYFILE_FICLONE);
  }
};

/** Makes a copy for a case, and removes it afterwards. */
export const onCopy = async <T>(
  { origin, work }: TestFolder,
  name: string,
  use: (data: string) => Promise<T>,
): Promise<T> => {
  const data = join(work, name);
  copyData(origin, data);
  try {
    return await use(data);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
};

/** Writes the first half of a log into a new folder. */
const makeStale = (data: string, stale: string, last: number): void => {
  mkdirSync(stale, { recursive: true });
  const log = Log.open(stale);
  for (const { first, value } of storedFrom(pathsOf(data).log, 1)) {
    const { count } = batchOf(first, value);
    if (first + count - 1 > last / 2) break;
    log.append(count, value.subarray(BATCH_HEAD));
  }
  log.close();
};

/** The state of an intact log after an event. */
export const knownAt = (data: string, seq: number): KnownState => {
  let log_hash = '';
  for (const { value } of storedFrom(pathsOf(data).log, seq)) {
    log_hash = hashOf(value).toString('hex');
    break;
  }
  return { seq, state_hash: hashAt(data, seq), log_hash };
};

/** Makes the test folder of a copy of a data folder; refuses as `verify` does. */
export const testFolderOf = async (
  origin: string,
  work: string,
  { keyFile, seed, progress }: Pick<TestFolder, 'keyFile' | 'seed' | 'progress'>,
): Promise<Outcome<TestFolder>> => {
  const whole = verify(origin);
  if (!whole.ok) return whole;
  // A copy made by a running server has no copy of the log: opening the log writes it.
  Log.open(pathsOf(origin).log).close();
  const { seq } = whole.data;
  const stale = join(work, 'stale');
  makeStale(origin, stale, seq);
  const known = knownAt(origin, seq);
  return ok({ origin, known, stale, work, keyFile, seed, progress });
};
