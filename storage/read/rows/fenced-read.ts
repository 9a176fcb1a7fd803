// Fenced reads: a list is read with its checkpoint in one snapshot, or not at all while the
// checkpoint is below the fence.

import type { Fenced, ReadAt } from '../../../wire/queries/fenced-query.js';
import { readCheckpoint } from '../../database/checkpoint.js';
import { type Database, inSnapshot } from '../../database/database.js';

/** Time in ms after which a client should ask again for a list whose fence is not met. */
const RETRY_AFTER_MS = 1000;

/** The state of the database in the open snapshot, and whether it meets the fence of a query. */
export const readAtOf = (db: Database, { min_projection_seq: fence }: Fenced): ReadAt => {
  const { seq } = readCheckpoint(db);
  const projection_seq = String(seq);
  if (fence === undefined) return { projection_seq };
  if (BigInt(fence) <= BigInt(seq)) return { projection_seq, consistency: 'current' };
  const consistency = 'projection_pending';
  return { projection_seq, consistency, retry_after_ms: RETRY_AFTER_MS };
};

/**
 * Reads a list behind the fence of its query, if it has one. While the checkpoint is below the
 * fence, the answer is `nothing`: rows without an event that the reader knows would look complete.
 */
export const fencedRead = <T extends object>(
  db: Database,
  query: Fenced,
  nothing: T,
  read: () => T,
): T & ReadAt =>
  inSnapshot(db, () => {
    const at = readAtOf(db, query);
    return at.consistency === 'projection_pending' ? { ...nothing, ...at } : { ...read(), ...at };
  });
