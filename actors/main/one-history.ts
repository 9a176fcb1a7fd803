// Checks that the database belongs to this log, and not to another one of the same length.

import type { Checkpoint } from '../../storage/database/checkpoint.js';
import { BATCH_HEAD, batchOf, lastSeq } from '../../storage/log/batch.js';
import { storedFrom } from '../../storage/log/scan.js';

/** Number of hex digits of a batch's head in a sentence. */
const SHOWN = 24;
const shown = (head: string): string => `${head.slice(0, SHOWN)}…`;

/**
 * A sentence if the database's checkpoint is in another batch than the log has there; undefined =
 * the batches are the same, or the database is empty. The log was scanned before.
 */
export const historyFault = (log: string, { seq, batch }: Checkpoint): string | undefined => {
  if (seq === 0) return undefined;
  const [stored] = storedFrom(log, seq);
  const last = stored === undefined ? 0 : lastSeq(batchOf(stored.first, stored.value));
  if (last < seq) return `the log ends at event ${last} but the database holds ${seq}`;
  const own = stored?.value.toString('hex', 0, BATCH_HEAD) ?? '';
  if (own === batch) return undefined;
  const both = `batch ${shown(own)} in the log, but batch ${shown(batch)} in the database`;
  return `log and database are of two histories: event ${seq} is in ${both}`;
};

/** Throws when the database belongs to another log, with advice. */
export const assertOneHistory = (log: string, checkpoint: Checkpoint): void => {
  const fault = historyFault(log, checkpoint);
  if (fault === undefined) return;
  throw new Error(`${fault}; brokerd rebuild makes the database again from this log`);
};
