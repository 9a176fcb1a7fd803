// Before any thread starts: locks the data folder, and checks its files.

import { existsSync, rmSync } from 'node:fs';
import { type Checkpoint, readCheckpoint } from '../../storage/database/checkpoint.js';
import {
  cutFault,
  DatabaseUnusable,
  type FolderLock,
  makeFolder,
  usable,
} from '../../storage/database/database.js';
import { isOutdated, openProjection } from '../../storage/database/schema.js';
import { storedCheckpoint } from '../../storage/read/snapshot.js';
import { fitFolder } from '../desk/settings/sealed-records.js';
import { lockData, pathsOf } from '../folder/folder.js';
import { layoutFault, remainsFault, salvageFault } from '../folder/layout.js';
import { markReleased, UNRELEASED, unreleasedBecause } from '../folder/release.js';
import { scanOf } from '../folder/scan.js';
import type { LogLine } from '../messages.js';
import { openKeys } from '../secrets/keyfile.js';
import type { Keys } from '../secrets/seal.js';
import { type DiskOptions, DiskWatch } from './disk-watch.js';
import { assertOneHistory } from './one-history.js';

/**
 * Creates the database, or empties outdated tables; returns its checkpoint. Throws when the file
 * cannot be used.
 */
const prepareDatabase = (path: string): Checkpoint =>
  usable(path, () => {
    const db = openProjection(path);
    try {
      return readCheckpoint(db);
    } finally {
      db.close();
    }
  });

/** Throws when the database has events that the log lacks. */
const refuseShort = (last: number, checkpoint: number): void => {
  if (last >= checkpoint) return;
  const ends = `the log ends at event ${last} but the database holds ${checkpoint}`;
  throw new Error(`${ends}; brokerd verify reports the losses`);
};

/**
 * Is the database of an older version? A file that is no database is reported when it is opened.
 */
const isOld = (path: string): boolean => {
  try {
    return isOutdated(path);
  } catch {
    return false;
  }
};

/**
 * Scans the log from the checkpoint on; returns its last event. Throws when it is damaged or cannot
 * be read.
 */
const scanTail = (log: string, checkpoint: number): number => {
  const scan = scanOf(log, Math.max(1, checkpoint));
  if (scan.ok === 'unread') throw new Error(scan.what);
  if (!scan.ok) {
    const damage = `the log is damaged at event ${scan.seq}: ${scan.what}`;
    throw new Error(`${damage}; brokerd verify reports the losses`);
  }
  refuseShort(scan.last, checkpoint);
  return scan.last;
};

/** A data folder that this process has locked and checked. */
export interface OpenFolder {
  readonly lock: FolderLock;
  /** The keys for secrets. */
  readonly keys: Keys;
  readonly disk: DiskWatch;
  /** Why the folder is not released here; empty = it is. */
  readonly unreleased: string;
  /** The server before did not stop cleanly. */
  readonly wasKilled: boolean;
  /** Number of events that the database lacked, which are read again from the log. */
  readonly lacking: number;
}

const RECOVERED = 'the server before did not stop: what the database lacked was read again';

/** The parts of the server that are off in a copy that was not released. */
const OFF = 'gateways, datafeeds that dial out and e-mails are off';

/**
 * The warnings after a start: on the folder of a server that was killed, with what was read again,
 * and on a copy that was not released.
 */
export const warningsOf = (
  { wasKilled, lacking, unreleased }: OpenFolder,
  readAgain: Readonly<Record<string, number>>,
): readonly LogLine[] =>
  [
    ...(wasKilled ? [{ msg: RECOVERED, events: lacking, ...readAgain }] : []),
    ...(unreleased === '' ? [] : [{ msg: `${UNRELEASED}: ${OFF}`, why: unreleased }]),
  ].map((record) => ({ level: 'warn', record }));

/**
 * Locks the folder, scans the log from the checkpoint on, and reads the key; a new folder gets one
 * (`keyFile` empty = the file in the folder). `load` is called when only the log and the key are
 * left to check: threads that it starts can read the database meanwhile. Throws a sentence when
 * another server uses the folder, its disk is full, log or database are damaged or do not belong
 * together, or a used folder has no key.
 */
export const openFolder = async (
  data: string,
  keyFile: string,
  options: DiskOptions,
  load = (): void => {},
): Promise<OpenFolder> => {
  makeFolder(data);
  const fault = layoutFault(data);
  if (fault !== undefined) throw new Error(fault);
  const lock = await lockData(data);
  if (!lock.ok) throw new Error(lock.message);
  try {
    const disk = DiskWatch.open(data, options);
    // A clean stop removes the socket.
    const wasKilled = existsSync(pathsOf(data).control);
    const locked = await openLocked(data, keyFile, load);
    return { lock: lock.data, disk, unreleased: unreleasedBecause(data), wasKilled, ...locked };
  } catch (error) {
    lock.data.release();
    throw error;
  }
};

/** Throws when a new platform would be created next to the remains of another. */
const refuseRemains = (data: string): void => {
  const remains = remainsFault(data);
  if (remains !== undefined) throw new Error(remains);
};

/** Checks the folder and creates missing parts; returns the keys, and what the database lacks. */
const openLocked = async (
  data: string,
  keyFile: string,
  load: () => void,
): Promise<Pick<OpenFolder, 'keys' | 'lacking'>> => {
  const paths = pathsOf(data);
  const cut = cutFault(paths.database);
  if (cut !== undefined) throw new DatabaseUnusable(paths.database, cut);
  const salvaging = salvageFault(data);
  if (salvaging !== undefined) throw new Error(salvaging);
  const isUsed = existsSync(paths.log);
  // Checked before the database is opened, which may empty tables that only a complete log can fill
  // again.
  if (!isUsed) refuseRemains(data);
  if (isUsed && isOld(paths.database)) {
    // The database will be rebuilt from the log, so that no event may be missing.
    const last = scanTail(paths.log, 0);
    refuseShort(last, storedCheckpoint(paths.database) ?? 0);
  }
  const checkpoint = prepareDatabase(paths.database);
  load();
  const last = isUsed ? scanTail(paths.log, checkpoint.seq) : 0;
  if (last === 0) refuseRemains(data);
  if (isUsed) assertOneHistory(paths.log, checkpoint);
  // A used folder has secrets under its key, which a new key could not decrypt.
  const keys = openKeys(keyFile === '' ? paths.key : keyFile, last === 0);
  if (!keys.ok) throw new Error(keys.message);
  const fits = fitFolder(paths, keys.data);
  if (!fits.ok) throw new Error(fits.message);
  // A new platform is at home where it is made.
  if (last === 0) markReleased(data);
  // A backup that a server starts on is a data folder from now on.
  rmSync(paths.backup, { force: true });
  return { keys: keys.data, lacking: last - checkpoint.seq };
};
