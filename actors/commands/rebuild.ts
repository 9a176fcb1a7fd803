// The command rebuild: makes the database again from the log.

import { existsSync, renameSync, statSync } from 'node:fs';
import { dropDatabase } from '../../storage/database/database.js';
import { bytesText, diskSpaceNow, isFullError } from '../../storage/files/disk-space.js';
import { syncPath } from '../../storage/files/sync.js';
import { done, type Outcome, refuse } from '../../wire/base/codes.js';
import { pathsOf, underLock } from '../folder/folder.js';
import { noLog, remainsFault } from '../folder/layout.js';
import { DiskFull } from '../main/disk-watch.js';
import { fillDatabase } from './made-database.js';
import { scanLog } from './verify.js';

/** Throws when the disk has less space than the present database takes. */
const refuseWithoutRoom = (data: string, path: string): void => {
  const needed = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const { free } = diskSpaceNow(data);
  if (free >= needed) return;
  const room = `${bytesText(free)} are free, ${bytesText(needed)} are needed`;
  throw new DiskFull(`no room on the disk of ${data} for a new database: ${room}`);
};

/** Builds a database from a log, completely or not at all. */
const buildDatabase = (log: string, path: string, data: string): number => {
  const made = `${path}.new`;
  dropDatabase(made);
  refuseWithoutRoom(data, path);
  let seq: number;
  try {
    seq = fillDatabase(log, made);
    syncPath(made);
  } catch (error) {
    dropDatabase(made);
    if (!isFullError(error)) throw error;
    const why = (error as Error).message;
    throw new DiskFull(`no room on the disk of ${data} for a new database: ${why}`);
  }
  dropDatabase(path);
  renameSync(made, path);
  syncPath(data);
  return seq;
};

/**
 * Deletes the database of a data folder and builds it from the log; returns the last seq. Refuses
 * with `conflict` while a server runs on the folder, and when the log has no events but the folder
 * has traces of some; with `not_found` without a log, with `internal` when the log is damaged.
 * Throws `DiskFull` on a full disk. In all these cases the database is unchanged.
 */
export const rebuild = (data: string): Promise<Outcome<{ readonly seq: number }>> =>
  underLock(data, async () => {
    const { log, database } = pathsOf(data);
    if (!existsSync(log)) return noLog(data);
    const good = scanLog(data);
    if (!good.ok) return good;
    const remains = good.data.last === 0 ? remainsFault(data) : undefined;
    if (remains !== undefined) return refuse('conflict', remains);
    return done({ seq: buildDatabase(log, database, data) });
  });
