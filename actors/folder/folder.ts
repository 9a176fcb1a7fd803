// The data folder: its paths, and its lock while a command works on it.

import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import {
  DATABASE_FILE,
  type FolderLock,
  LOCK_FILE,
  LOG_FOLDER,
  lockFolder,
} from '../../storage/database/database.js';
import { BARS_FILE } from '../../storage/read/bars.js';
import { REPORTS_FOLDER } from '../../storage/reports/results.js';
import { type Outcome, refuse } from '../../wire/base/codes.js';
import { KEY_CHECK_FILE, KEY_FILE } from '../secrets/keyfile.js';
import { CONTROL_SOCKET, isServed } from './control.js';
import { workFolders } from './work-folder.js';

/** The ballast, see `Ballast`; copies of a folder do not contain it. */
const BALLAST_FILE = 'ballast';

/** The first ids of a folder that is a copy, see `firstIdOf`. */
const FIRST_IDS_FILE = 'first-ids';
/** The place where the folder was released, see `unreleasedBecause`; copies do not contain it. */
const RELEASED_FILE = 'released';
/** The file that marks a backup; a restored folder does not have it, and a start removes it. */
const BACKUP_FILE = 'brokerd-backup';
/** The folder of the files of FIX sessions. */
const FIX_FOLDER = 'fix';
/** The folder of the demo provider's files; copies of a data folder do not contain it. */
const PROVIDER_FOLDER = 'demo-provider';
/** The heartbeats and minutes of the monitor; copies of a data folder do not contain it. */
const VITALS_FILE = 'vitals.db';

/** The paths of a data folder. */
export const pathsOf = (data: string) => ({
  log: join(data, LOG_FOLDER),
  database: join(data, DATABASE_FILE),
  bars: join(data, BARS_FILE),
  key: join(data, KEY_FILE),
  keyCheck: join(data, KEY_CHECK_FILE),
  lock: join(data, LOCK_FILE),
  control: join(data, CONTROL_SOCKET),
  ballast: join(data, BALLAST_FILE),
  firstIds: join(data, FIRST_IDS_FILE),
  released: join(data, RELEASED_FILE),
  backup: join(data, BACKUP_FILE),
  fix: join(data, FIX_FOLDER),
  provider: join(data, PROVIDER_FOLDER),
  vitals: join(data, VITALS_FILE),
  reports: join(data, REPORTS_FOLDER),
});

/**
 * The parts of a data folder that belong to one process, or can be made again: copies do not
 * contain them.
 */
const OF_PROCESS = ['lock', 'control', 'ballast', 'vitals', 'reports'] as const;

/**
 * Paths of everything in a folder that is part of a data folder, or stands beside a part: files of
 * SQLite, of unfinished work, and damaged logs that were kept. Without what belongs to a process.
 */
export const partsIn = (data: string): string[] => {
  const { ...parts }: Partial<ReturnType<typeof pathsOf>> = pathsOf(data);
  for (const name of OF_PROCESS) delete parts[name];
  const bases = Object.values(parts).map((path) => basename(path));
  const isPart = (name: string): boolean =>
    bases.some(
      (base) => name === base || name.startsWith(`${base}.`) || name.startsWith(`${base}-`),
    );
  return readdirSync(data)
    .filter(isPart)
    .sort()
    .map((name) => join(data, name));
};

/** The path with which the names of the folders begin in which restores make their parts. */
export const restoreWork = (data: string): string => join(data, 'restore.new-');

/** The folders of restores, of which none runs. */
export const restoreLeftovers = (data: string): string[] => workFolders(restoreWork(data));

/** Where a salvage makes the new log, before it replaces the damaged one. */
export const newLogOf = (log: string): string => `${log}.new`;

const DAMAGED = /\.damaged(?:-(\d+))?$/;

/** The folders to which salvages moved damaged logs, oldest first. */
export const damagedLogsOf = (log: string): string[] => {
  const begin = `${basename(log)}.damaged`;
  const names = readdirSync(dirname(log)).filter((name) => name.startsWith(begin));
  const numbered = names.flatMap((name) => {
    const found = DAMAGED.exec(name);
    return found === null ? [] : [{ name, number: Number(found[1] ?? 1) }];
  });
  numbered.sort((a, b) => a.number - b.number);
  return numbered.map(({ name }) => join(dirname(log), name));
};

/**
 * A free path for a database that a command takes out of use, and keeps because its log lacks
 * events that the database shows.
 */
export const keptDatabaseOf = (database: string): string => {
  for (let n = 1; ; n += 1) {
    const path = `${database}.kept${n === 1 ? '' : `-${n}`}`;
    if (!existsSync(path)) return path;
  }
};

/** A file with the result of a running salvage, from before the logs are renamed until its end. */
export const salvageNoteOf = (log: string): string => `${log}.salvage`;

/** Was a salvage interrupted after it had made the new log? */
export const isSalvageCut = (log: string): boolean => existsSync(salvageNoteOf(log));

/**
 * Locks a data folder as `lockFolder` does. Refuses with `conflict` also while a server runs on the
 * folder whose lock file was removed, because such a server does not hold the lock any more.
 */
export const lockData = async (data: string): Promise<Outcome<FolderLock>> => {
  const lock = lockFolder(data);
  if (!lock.ok || !(await isServed(pathsOf(data).control))) return lock;
  lock.data.release();
  return refuse('conflict', `the data folder ${data} is in use, though its lock is gone`);
};

/**
 * Works on a folder under its lock; refuses with `conflict` while a server uses it, with
 * `not_found` when it does not exist.
 */
export const underLock = async <T>(
  data: string,
  work: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> => {
  if (!existsSync(data)) return refuse('not_found', `there is no data folder ${data}`);
  const lock = await lockData(data);
  if (!lock.ok) return lock;
  try {
    return await work();
  } finally {
    lock.data.release();
  }
};
