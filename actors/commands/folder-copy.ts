// Copies the parts of a data folder into an empty folder, and checks the copy.

import { chmodSync, copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readCheckpoint } from '../../storage/database/checkpoint.js';
import { copyDatabase, databaseFault, openReader } from '../../storage/database/database.js';
import { isFullError } from '../../storage/files/disk-space.js';
import { syncPath } from '../../storage/files/sync.js';
import { copyLogFile, logFiles, nameOf } from '../../storage/log/log.js';
import { copyEnd } from '../../storage/log/log-copy.js';
import { DamagedPages } from '../../storage/log/newest-commit.js';
import { type Outcome, ok, refuse } from '../../wire/base/codes.js';
import { fitFolder } from '../desk/settings/sealed-records.js';
import { markCopied } from '../folder/first-ids.js';
import { pathsOf } from '../folder/folder.js';
import { HELP } from '../folder/layout.js';
import { DiskFull } from '../main/disk-watch.js';
import { openKeys } from '../secrets/keyfile.js';
import type { Keys } from '../secrets/seal.js';
import { databaseDamage } from './database-check.js';
import { scanLog } from './verify.js';

const OWNER_ONLY_FILE = 0o600;

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

const checkpointOf = (path: string): number => {
  const db = openReader(path);
  try {
    return readCheckpoint(db).seq;
  } finally {
    db.close();
  }
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
  return ok(last);
};

/** Refuses keys that do not belong to the folder whose parts are in `made`. */
const fitCopy = (keys: Keys, key: string, data: string, made: string): Outcome<unknown> => {
  const { keyCheck } = pathsOf(data);
  const source = existsSync(keyCheck) ? keyCheck : 'its log';
  const fits = fitFolder(pathsOf(made), keys);
  if (fits.ok || fits.code !== 'invalid_input') return fits;
  const why = `the key ${key} is not that of the data folder ${data} (see ${source})`;
  return refuse('invalid_input', why);
};

/**
 * Copies a key file, if it exists, and `key.check`, by which a start tests that a key belongs to
 * the folder. Returns the keys. Refuses a key that does not belong to the folder.
 */
const copyKey = (key: string, data: string, made: string): Outcome<Keys | undefined> => {
  const [from, into] = [pathsOf(data), pathsOf(made)];
  const isNoted = existsSync(from.keyCheck);
  if (isNoted) copySynced(from.keyCheck, into.keyCheck);
  if (!existsSync(key)) return ok(undefined);
  copySynced(key, into.key);
  const keys = openKeys(into.key, false);
  if (!keys.ok) return refuse('invalid_input', `${key} is no key file`);
  const fits = isNoted ? fitCopy(keys.data, key, data, made) : keys;
  return fits.ok ? keys : fits;
};

const copyParts = (data: string, made: string, keyFile: string): Outcome<number> => {
  const [from, into] = [pathsOf(data), pathsOf(made)];
  const key = keyFile === '' ? from.key : keyFile;
  const keys = copyKey(key, data, made);
  if (!keys.ok) return keys;
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
    const help = error instanceof DamagedPages ? '; brokerd verify reports the details' : '';
    return refuse('internal', `${from.log} cannot be copied: ${(error as Error).message}${help}`);
  }
  markCopied(made);
  const whole = check(made);
  // An answered batch that is damaged looks like an unfinished one where its file was not closed.
  if (whole.ok && whole.data < reached) {
    const cut = `${from.log} ends at ${whole.data} but its copy at ${reached}`;
    return refuse('internal', `${cut}; brokerd verify reports the details`);
  }
  if (!whole.ok || keys.data === undefined) return whole;
  // Without `key.check` the log shows whether they fit, and the log is good now.
  const fits = fitCopy(keys.data, key, data, made);
  return fits.ok ? whole : fits;
};

/**
 * Copies a data folder into an empty folder, while a server may write to it: first the databases,
 * then the log, so that the log contains everything that the databases show. Without `keyFile` the
 * key is the folder's own, if it has one. Returns the seq of the last event; the copy was checked
 * and is durable. Refuses with `invalid_input` a key that is not that of the folder, with
 * `internal` when the folder or the copy is damaged. Throws `DiskFull` on a full disk.
 */
export const copyInto = (made: string, data: string, keyFile = ''): Outcome<number> => {
  try {
    const whole = copyParts(data, made, keyFile);
    if (whole.ok) syncPath(made);
    return whole;
  } catch (error) {
    if (!isFullError(error)) throw error;
    const why = (error as Error).message;
    throw new DiskFull(`no room on the disk of ${made} for a copy: ${why}`);
  }
};
