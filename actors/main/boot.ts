// Before any thread starts: the data folder is locked, and its log is looked at from outside.

import { existsSync } from 'node:fs';
import { type Checkpoint, readCheckpoint } from '../../storage/database/checkpoint.js';
import {
  cutFault,
  DatabaseUnusable,
  type FolderLock,
  lockFolder,
  makeFolder,
  usable,
} from '../../storage/database/database.js';
import { isOutdated, openProjection } from '../../storage/database/schema.js';
import { storedCheckpoint } from '../../storage/read/snapshot.js';
import { isServed } from '../folder/control.js';
import { pathsOf } from '../folder/folder.js';
import { layoutFault, remainsFault } from '../folder/layout.js';
import { scanOf } from '../folder/scan.js';
import { fitKeys, openKeys } from '../secrets/keyfile.js';
import type { Keys } from '../secrets/seal.js';
import { type DiskOptions, DiskWatch } from './disk-watch.js';
import { assertOneHistory } from './one-history.js';

/** Makes or migrates the database; answers its checkpoint. Throws when the file is no good. */
const prepareDatabase = (path: string): Checkpoint =>
  usable(path, () => {
    const db = openProjection(path);
    try {
      return readCheckpoint(db);
    } finally {
      db.close();
    }
  });

/** Throws when the database knows more than the log. */
const refuseShort = (last: number, checkpoint: number): void => {
  if (last >= checkpoint) return;
  const ends = `the log ends at event ${last} but the database holds ${checkpoint}`;
  throw new Error(`${ends}; brokerd verify tells what is lost`);
};

/** Is the database of an earlier version? What is no database is said when it is opened. */
const isOld = (path: string): boolean => {
  try {
    return isOutdated(path);
  } catch {
    return false;
  }
};

/**
 * Scans the log from the checkpoint on; answers its last event. Throws when it is damaged or cannot
 * be read.
 */
const scanTail = (log: string, checkpoint: number): number => {
  const scan = scanOf(log, Math.max(1, checkpoint));
  if (scan.ok === 'unread') throw new Error(scan.what);
  if (!scan.ok) {
    const damage = `the log is damaged at event ${scan.seq}: ${scan.what}`;
    throw new Error(`${damage}; brokerd verify tells what is lost`);
  }
  refuseShort(scan.last, checkpoint);
  return scan.last;
};

/** A data folder that this process may use. */
export interface OpenFolder {
  readonly lock: FolderLock;
  /** The keys of sealed secrets. */
  readonly keys: Keys;
  readonly disk: DiskWatch;
}

/**
 * Takes the folder for this process, scans the log from the checkpoint on, and reads the key; a
 * new folder gets one (`keyFile` empty = the file in the folder). Throws one clear sentence when
 * another server has the folder, its disk is full, log or database are damaged or do not belong
 * together, or a used folder has no key.
 */
export const openFolder = async (
  data: string,
  keyFile: string,
  options: DiskOptions,
): Promise<OpenFolder> => {
  makeFolder(data);
  const fault = layoutFault(data);
  if (fault !== undefined) throw new Error(fault);
  const lock = lockFolder(data);
  if (!lock.ok) throw new Error(lock.message);
  try {
    // A lock does not hold whom it was taken from: its file was removed.
    if (await isServed(pathsOf(data).control)) {
      throw new Error(`the data folder ${data} is in use, though its lock is gone`);
    }
    const disk = DiskWatch.open(data, options);
    return { lock: lock.data, keys: await openLocked(data, keyFile), disk };
  } catch (error) {
    lock.data.release();
    throw error;
  }
};

/** Throws where a new platform would begin beside what is left of another one. */
const refuseRemains = (data: string): void => {
  const remains = remainsFault(data);
  if (remains !== undefined) throw new Error(remains);
};

/** Checks the folder and makes missing parts; returns the keys. */
const openLocked = async (data: string, keyFile: string): Promise<Keys> => {
  const paths = pathsOf(data);
  const cut = cutFault(paths.database);
  if (cut !== undefined) throw new DatabaseUnusable(paths.database, cut);
  const isUsed = existsSync(paths.log);
  // Before the migrations: one may empty a database, which is a view of a log that must be there.
  if (!isUsed) refuseRemains(data);
  if (isUsed && isOld(paths.database)) {
    // The database will be built again from the log, so that no event may be missing.
    const last = scanTail(paths.log, 0);
    refuseShort(last, storedCheckpoint(paths.database));
  }
  const checkpoint = prepareDatabase(paths.database);
  const last = isUsed ? scanTail(paths.log, checkpoint.seq) : 0;
  if (last === 0) refuseRemains(data);
  if (isUsed) assertOneHistory(paths.log, checkpoint);
  // A used folder has secrets sealed with its key: a new key would not open them.
  const keys = openKeys(keyFile === '' ? paths.key : keyFile, last === 0);
  if (!keys.ok) throw new Error(keys.message);
  const fits = fitKeys(paths.keyCheck, keys.data);
  if (!fits.ok) throw new Error(fits.message);
  return keys.data;
};
