// Backup and restore: copies a data folder, even while a server runs on it, and copies it back.

import { spawn } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCheckpoint } from '../../storage/database/checkpoint.js';
import {
  copyDatabase,
  databaseFault,
  lockFolder,
  makeFolder,
  openReader,
} from '../../storage/database/database.js';
import { isFullError } from '../../storage/files/disk-space.js';
import { syncPath } from '../../storage/files/sync.js';
import { copyLogFile, logFiles, nameOf } from '../../storage/log/log.js';
import { copyEnd } from '../../storage/log/log-copy.js';
import { DamagedPages } from '../../storage/log/log-pages.js';
import { done, type Outcome, refuse } from '../../wire/base/codes.js';
import { type ControlHandlers, callControl } from '../folder/control.js';
import { markCopied } from '../folder/first-ids.js';
import { pathsOf, underLock } from '../folder/folder.js';
import { HELP } from '../folder/layout.js';
import { inWorkFolder, isWithin } from '../folder/work-folder.js';
import { DiskFull } from '../main/disk-watch.js';
import { databaseDamage } from './database-check.js';
import { scanLog } from './verify.js';

const CHILD = fileURLToPath(new URL('./backup-child.js', import.meta.url));
const OWNER_ONLY_FILE = 0o600;

/** A copy of a data folder. */
interface Copied {
  /** Absolute path of the copy. */
  readonly to: string;
  /** The last event in it. */
  readonly seq: number;
}

const copySynced = (from: string, to: string): void => {
  copyFileSync(from, to);
  chmodSync(to, OWNER_ONLY_FILE);
  syncPath(to);
};

const copyLog = (from: string, to: string): void => {
  mkdirSync(to);
  for (const first of logFiles(from)) {
    copyLogFile(join(from, nameOf(first)), join(to, nameOf(first)));
  }
  syncPath(to);
};

/** Checks a copy: the log is intact, the databases are sound and not ahead of the log. */
const check = (folder: string): Outcome<number> => {
  const good = scanLog(folder);
  if (!good.ok) return good;
  const { database, bars } = pathsOf(folder);
  for (const path of [database, bars]) {
    const fault = existsSync(path) ? databaseFault(path) : undefined;
    if (fault !== undefined) return refuse('internal', `${path} is damaged: ${fault}`);
  }
  const unusable = databaseDamage(database);
  if (unusable !== undefined) return refuse('internal', unusable);
  const { last } = good.data;
  const checkpoint = existsSync(database) ? checkpointOf(database) : 0;
  if (checkpoint > last) {
    return refuse('internal', `the database stands at ${checkpoint}, the log ends at ${last}`);
  }
  return done(last);
};

const checkpointOf = (path: string): number => {
  const db = openReader(path);
  try {
    return readCheckpoint(db).seq;
  } finally {
    db.close();
  }
};

/** Copies a data folder into an empty one; returns the seq of its last event. */
const fillCopy = (data: string, made: string, keyFile: string): Outcome<number> => {
  const [from, into] = [pathsOf(data), pathsOf(made)];
  for (const name of ['database', 'bars'] as const) {
    if (!existsSync(from[name])) continue;
    try {
      copyDatabase(from[name], into[name]);
    } catch (error) {
      if (isFullError(error)) throw error;
      const why = (error as Error).message;
      return refuse('internal', `${from[name]} cannot be copied: ${why}; ${HELP[name]}`);
    }
    syncPath(into[name]);
  }
  let reached: number;
  try {
    reached = copyEnd(from.log).end;
    copyLog(from.log, into.log);
  } catch (error) {
    if (isFullError(error)) throw error;
    const help = error instanceof DamagedPages ? '; brokerd verify tells more' : '';
    return refuse('internal', `${from.log} cannot be copied: ${(error as Error).message}${help}`);
  }
  const key = keyFile === '' ? from.key : keyFile;
  if (existsSync(key)) copySynced(key, into.key);
  markCopied(made);
  const whole = check(made);
  // An answered batch that is damaged looks like an unfinished one where its file was not closed.
  if (whole.ok && whole.data < reached) {
    const cut = `${from.log} ends at ${whole.data} but its copy at ${reached}`;
    return refuse('internal', `${cut}; brokerd verify tells more`);
  }
  if (whole.ok) syncPath(made);
  return whole;
};

/**
 * Copies a data folder while a server may write to it: first the databases, then the log, so that
 * the log contains everything that the databases show. The copy gets its name only after it was
 * checked. Refuses with `conflict` when the target exists, with `invalid_input` when it lies in the
 * data folder, with `internal` when the copy is damaged. Throws `DiskFull` on a full disk.
 */
export const copyFolder = async (
  data: string,
  to: string,
  keyFile = '',
): Promise<Outcome<Copied>> => {
  const target = resolve(to);
  const exists = refuse('conflict', `${target} exists already`);
  if (existsSync(target)) return exists;
  if (isWithin(data, target)) {
    return refuse('invalid_input', `${target} lies in the data folder: choose a place beside it`);
  }
  makeFolder(dirname(target));
  return inWorkFolder(`${target}.new-`, async (made) => {
    let whole: Outcome<number>;
    try {
      whole = fillCopy(data, made, keyFile);
    } catch (error) {
      if (!isFullError(error)) throw error;
      const why = (error as Error).message;
      throw new DiskFull(`no room on the disk of ${dirname(target)} for a copy: ${why}`);
    }
    if (!whole.ok) return whole;
    try {
      renameSync(made, target);
    } catch (error) {
      // Another copy took the name in the meantime.
      if (existsSync(target)) return exists;
      throw error;
    }
    syncPath(dirname(target));
    return done({ to: target, seq: whole.data });
  });
};

/**
 * The control operation `backup`: copies in a child process, so that no thread of the server waits;
 * the child ends with the server.
 */
export const backupHandler =
  (data: string, keyFile: string, ending: AbortSignal): ControlHandlers[string] =>
  async (input) => {
    const { to } = (input ?? {}) as { to?: unknown };
    if (typeof to !== 'string' || !isAbsolute(to)) {
      return refuse('invalid_input', 'to: must be an absolute path');
    }
    const args = [...process.execArgv, CHILD, data, to, keyFile];
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      signal: ending,
    });
    let text = '';
    child.stdout.on('data', (part: Buffer) => {
      text += part;
    });
    const code = await new Promise<number | null>((ended, failed) => {
      child.once('error', failed);
      child.once('close', ended);
    });
    if (code !== 0) return refuse('internal', `the copying process ended with ${code}`);
    return JSON.parse(text) as Outcome<unknown>;
  };

/**
 * Copies a data folder to a new one: directly when no server runs, else through the server. Refuses
 * with `conflict` when the target exists, with `not_found` when there is no log.
 */
export const backup = async (data: string, to: string, keyFile = ''): Promise<Outcome<Copied>> => {
  const { log, control } = pathsOf(data);
  if (!existsSync(log)) return refuse('not_found', `there is no log in ${data}`);
  const lock = lockFolder(data);
  if (!lock.ok) {
    const made = (await callControl(control, 'backup', { to: resolve(to) })) as Outcome<Copied>;
    // In this case another command holds the folder, not a server.
    return made.ok || made.code !== 'not_found' ? made : lock;
  }
  try {
    return await copyFolder(data, to, keyFile);
  } finally {
    lock.data.release();
  }
};

/** Refuses a folder that has files which a restore would overwrite. */
const emptyOf = (data: string): Outcome<null> => {
  const { log, database } = pathsOf(data);
  const taken = [log, database].find(existsSync);
  if (taken === undefined) return done(null);
  return refuse('conflict', `${taken} exists: move it away first`);
};

/**
 * Fills a data folder without a log from a copy made by `backup`. The copy is checked first; the
 * result is durable on return. Refuses with `conflict` when the folder has a log or a database, or
 * is in use.
 */
export const restore = async (
  from: string,
  data: string,
): Promise<Outcome<{ readonly seq: number }>> => {
  const [copy, into] = [pathsOf(from), pathsOf(data)];
  const isFree = async () => emptyOf(data);
  const free = existsSync(data) ? await underLock(data, isFree) : done(null);
  if (!free.ok) return free;
  if (!existsSync(copy.log)) return refuse('not_found', `there is no log in ${from}`);
  const whole = check(from);
  if (!whole.ok) return whole;
  makeFolder(data);
  return underLock(data, async () => {
    const stillFree = emptyOf(data);
    if (!stillFree.ok) return stillFree;
    for (const name of ['bars', 'key'] as const) {
      if (existsSync(copy[name])) copySynced(copy[name], into[name]);
    }
    const database = `${into.database}.new`;
    if (existsSync(copy.database)) copySynced(copy.database, database);
    const log = `${into.log}.new`;
    rmSync(log, { recursive: true, force: true });
    mkdirSync(log);
    for (const first of logFiles(copy.log)) {
      copySynced(join(copy.log, nameOf(first)), join(log, nameOf(first)));
    }
    syncPath(log);
    markCopied(data);
    // Once it has its name the log is complete; a missing database is rebuilt from it.
    renameSync(log, into.log);
    if (existsSync(database)) renameSync(database, into.database);
    syncPath(data);
    return done({ seq: whole.data });
  });
};
