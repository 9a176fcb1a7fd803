// Checks of a data folder beside its log and database: the end of the log's copy, and the keys.

import { accessSync, constants, existsSync } from 'node:fs';
import { lockFolder } from '../../storage/database/database.js';
import { copyLacks } from '../../storage/log/copy-check.js';
import { storedFrom } from '../../storage/log/scan.js';
import type { SealedRecords } from '../desk/settings/sealed-records.js';
import { isFreshCopy } from '../folder/first-ids.js';
import { pathsOf } from '../folder/folder.js';
import { keyCheckFault, keysIn } from '../secrets/keyfile.js';

/** Does no process write to the folder? Unknown where this process may not lock it. */
const isIdle = (data: string): boolean => {
  try {
    accessSync(data, constants.W_OK);
  } catch {
    return false;
  }
  const lock = lockFolder(data);
  if (lock.ok) lock.data.release();
  return lock.ok;
};

/**
 * The fault of a copy that ends before the log, where no server writes it; undefined = none. A
 * killed server may leave the newest batch to the next start, and a copy of a folder all of them.
 */
export const shortCopy = (data: string, last: number): string | undefined => {
  const { log } = pathsOf(data);
  if (last === 0 || isFreshCopy(data) || !isIdle(data)) return undefined;
  const lacks = copyLacks(log);
  const [newest] = storedFrom(log, last);
  if (lacks === 0 || newest === undefined || lacks >= newest.first) return undefined;
  return `its copy lacks the events from ${lacks} on`;
};

/**
 * The fault of a key file: it lacks keys of sealed records, or its key is not that of the folder;
 * undefined = none, or no key file is here.
 */
export const keyFault = (
  path: string,
  keyCheck: string,
  sealed: SealedRecords,
): string | undefined => {
  if (!existsSync(path)) return undefined;
  const keys = keysIn(path);
  if (keys === undefined) return `the key file ${path} holds no keys`;
  const lacking = sealed.lacking(keys);
  return lacking === undefined ? keyCheckFault(keyCheck, keys) : `the key file ${path} ${lacking}`;
};
