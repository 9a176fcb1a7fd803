// The command rebuild: makes the database again from the log.

import { existsSync, renameSync, statSync } from 'node:fs';
import { type Database, dropDatabase } from '../../storage/database/database.js';
import { openProjection } from '../../storage/database/schema.js';
import { bytesText, diskSpaceNow, isFullError } from '../../storage/files/disk-space.js';
import { syncPath } from '../../storage/files/sync.js';
import { type Batch, batchOf } from '../../storage/log/batch.js';
import { storedFrom } from '../../storage/log/scan.js';
import { Projection } from '../../storage/projection/projection.js';
import { done, type Outcome, refuse } from '../../wire/base/codes.js';
import { pathsOf, underLock } from '../folder/folder.js';
import { DiskFull } from '../main/disk-watch.js';
import { scanLog } from './verify.js';

/** Bytes of events that are projected in one transaction. */
const TRANSACTION_BYTES = 16 * 1024 * 1024;

/**
 * Projects the events that the log has after the database's checkpoint; returns the new checkpoint.
 */
export const catchUp = (db: Database, log: string): number => {
  const projection = new Projection(db);
  let batches: Batch[] = [];
  let bytes = 0;
  for (const { first, value } of storedFrom(log, projection.checkpoint() + 1)) {
    batches.push(batchOf(first, value));
    bytes += value.length;
    if (bytes < TRANSACTION_BYTES) continue;
    projection.project(batches);
    batches = [];
    bytes = 0;
  }
  return projection.project(batches);
};

/** Throws when the disk has less space than the present database takes. */
const refuseWithoutRoom = (data: string, path: string): void => {
  const needed = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const { free } = diskSpaceNow(data);
  if (free >= needed) return;
  const room = `${bytesText(free)} are free, ${bytesText(needed)} are needed`;
  throw new DiskFull(`no room on the disk of ${data} for a new database: ${room}`);
};

/** Fills a new database, which nobody else opens, from a log. */
const fillDatabase = (log: string, made: string): number => {
  const db = openProjection(made, true);
  try {
    // A crash loses nothing before the file has its name, so a single sync at the end is enough.
    db.pragma('synchronous = OFF');
    return catchUp(db, log);
  } finally {
    db.close();
  }
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
 * with `conflict` while a server runs on the folder, with `not_found` without a log, with
 * `internal` when the log is damaged; throws `DiskFull` on a full disk. In all these cases the
 * database is unchanged.
 */
export const rebuild = (data: string): Promise<Outcome<{ readonly seq: number }>> =>
  underLock(data, async () => {
    const { log, database } = pathsOf(data);
    if (!existsSync(log)) return refuse('not_found', `there is no log in ${data}`);
    const good = scanLog(data);
    if (!good.ok) return good;
    return done({ seq: buildDatabase(log, database, data) });
  });
