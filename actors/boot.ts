// Before any thread starts: the data folder is locked, and its log is looked at from outside.

import { existsSync } from 'node:fs';
import { type FolderLock, lockFolder } from '../storage/database.js';
import { openProjection } from '../storage/schema.js';
import { readCheckpoint } from '../storage/snapshot.js';
import { pathsOf } from './tools/folder.js';
import { scanInChild } from './tools/scan.js';

/** Makes or migrates the database; answers its checkpoint. Throws when the file is no good. */
const prepareDatabase = (path: string): number => {
  try {
    const db = openProjection(path);
    try {
      return readCheckpoint(db).seq;
    } finally {
      db.close();
    }
  } catch (error) {
    const why = (error as Error).message;
    throw new Error(`${path} cannot be used: ${why}; brokerd rebuild makes it anew from the log`);
  }
};

/**
 * Takes the folder for this process, and scans the log from the checkpoint on. Throws one clear
 * sentence when another server has it, log or database are damaged, or do not belong together.
 */
export const openFolder = async (data: string): Promise<FolderLock> => {
  const lock = lockFolder(data);
  if (!lock.ok) throw new Error(lock.message);
  const { database, log } = pathsOf(data);
  const checkpoint = prepareDatabase(database);
  if (!existsSync(log)) {
    if (checkpoint === 0) return lock.data;
    throw new Error(`the data folder ${data} has a database but no log`);
  }
  const scan = await scanInChild(log, Math.max(1, checkpoint));
  if (!scan.ok) throw new Error(`the log is damaged at event ${scan.seq}: ${scan.what}`);
  if (scan.last < checkpoint) {
    throw new Error(`the log ends at event ${scan.last} but the database holds ${checkpoint}`);
  }
  return lock.data;
};
