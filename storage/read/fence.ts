// Fences: a list is read with its checkpoint in one snapshot, or not at all while the checkpoint is
// below the fence.

import type { Fenced, ReadAt } from '../../wire/desk/queries.js';
import { readCheckpoint } from '../database/checkpoint.js';
import { type Database, inSnapshot } from '../database/database.js';

/** Time in ms after which a client should ask again for a list whose fence is not met. */
const RETRY_AFTER_MS = 1000;

/**
 * Reads a list behind the fence of its query, if it has one. While the checkpoint is below the
 * fence, the answer is `nothing`: rows without an event that the reader knows would look complete.
 */
export const fencedRead = <T extends object>(
  db: Database,
  { min_projection_seq: fence }: Fenced,
  nothing: T,
  read: () => T,
): T & ReadAt =>
  inSnapshot(db, () => {
    const { seq } = readCheckpoint(db);
    const projection_seq = String(seq);
    if (fence === undefined) return { ...read(), projection_seq };
    if (BigInt(fence) <= BigInt(seq)) return { ...read(), projection_seq, consistency: 'current' };
    const consistency = 'projection_pending';
    return { ...nothing, projection_seq, consistency, retry_after_ms: RETRY_AFTER_MS };
  });
