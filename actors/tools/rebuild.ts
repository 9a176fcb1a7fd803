// Rebuild: the database made anew from the log, with the contents that it had.

import { renameSync } from 'node:fs';
import { type Batch, batchOf } from '../../storage/batch.js';
import { type Database, dropDatabase } from '../../storage/database.js';
import { Projection } from '../../storage/projection.js';
import { storedFrom } from '../../storage/scan.js';
import { openProjection } from '../../storage/schema.js';
import { syncPath } from '../../storage/sync.js';
import { done, type Outcome } from '../../wire/codes.js';
import { pathsOf, underLock } from './folder.js';
import { scanLog } from './verify.js';

/** Bytes of events that are projected in one transaction. */
const TRANSACTION_BYTES = 16 * 1024 * 1024;

/** Projects what the log holds after the database's checkpoint; answers the new checkpoint. */
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

/** Builds a database from a log, whole or not at all. */
const buildDatabase = (log: string, path: string, data: string): number => {
  const made = `${path}.new`;
  dropDatabase(made);
  const db = openProjection(made);
  // Nothing is lost by a crash before the file bears its name, so only the end is synced.
  db.pragma('synchronous = OFF');
  const seq = catchUp(db, log);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  syncPath(made);
  dropDatabase(path);
  renameSync(made, path);
  syncPath(data);
  return seq;
};

/**
 * Deletes the database of a data folder and builds it from the log; answers the last seq. Refuses
 * with `conflict` while a server runs on it, with `internal` when the log is damaged: the database
 * is left as it was then.
 */
export const rebuild = (data: string): Promise<Outcome<{ readonly seq: number }>> =>
  underLock(data, async () => {
    const good = await scanLog(data);
    if (!good.ok) return good;
    const { log, database } = pathsOf(data);
    return done({ seq: buildDatabase(log, database, data) });
  });
