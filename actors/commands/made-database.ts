// Databases that a command makes from a log.

import type { Database } from '../../storage/database/database.js';
import { openProjection } from '../../storage/database/schema.js';
import { type Batch, batchOf } from '../../storage/log/batch.js';
import { storedFrom } from '../../storage/log/scan.js';
import { Projection } from '../../storage/projection/projection.js';

/** Bytes of events that are projected in one transaction. */
const TRANSACTION_BYTES = 16 * 1024 * 1024;

/**
 * Projects the events that the log has after the database's checkpoint, up to the seq `until`;
 * returns the new checkpoint.
 */
export const catchUp = (db: Database, log: string, until = Number.POSITIVE_INFINITY): number => {
  const projection = new Projection(db);
  let batches: Batch[] = [];
  let bytes = 0;
  const project = (): number => projection.project(batches, until);
  for (const { first, value } of storedFrom(log, projection.checkpoint() + 1)) {
    if (first > until) break;
    batches.push(batchOf(first, value));
    bytes += value.length;
    if (bytes < TRANSACTION_BYTES) continue;
    project();
    batches = [];
    bytes = 0;
  }
  return project();
};

/** Fills a new database, which nobody else opens, from a log up to the seq `until`. */
export const fillDatabase = (log: string, made: string, until?: number): number => {
  const db = openProjection(made, true);
  try {
    // A crash loses nothing before the file has its name, so a single sync at the end is enough.
    db.pragma('synchronous = OFF');
    return catchUp(db, log, until);
  } finally {
    db.close();
  }
};
