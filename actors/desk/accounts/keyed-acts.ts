// Acts on many trades that have a key: each takes effect once, and its answer is kept for a time.

import { type Outcome, ok, refuse, unwrap } from '../../../wire/base/codes.js';
import type { BulkAct } from '../../../wire/desk/bulk-trade-operations.js';
import type { Caller, OnceKey } from '../../../wire/desk/caller.js';
import { KEYED_ACTS_LOCK } from '../store/record-locks.js';
import type { KeyedActRecord, RecordReader } from '../store/record-type.js';
import type { Transaction } from '../store/transaction.js';

/** The time for which answers are kept; keys are kept for good, as request ids are. */
const KEPT_MS = 24 * 3_600_000;
/** Kept answers that each new act examines. More than one, so that old answers become fewer. */
const SWEEP = 8;

/** The acts; keys are the caller's own, and each act has its own. */
type KeyedAct = 'bulk close' | 'deletion';

/** The refusal of an act whose answer is not kept any longer. */
export const FORGOTTEN = refuse(
  'conflict',
  'Idempotency-Key: used for a bulk close more than 24 hours ago; use a new key',
);

/** The locks of a decision about an act. */
export const locksFor = (once: OnceKey | undefined): string[] =>
  once === undefined ? [] : [KEYED_ACTS_LOCK];

const recordKey = (of: KeyedAct, { login }: Caller, { key }: OnceKey): string =>
  `${of}/${login}/${key}`;

/** The stored act of a key; undefined = there is none. */
export const storedAct = (
  reader: RecordReader,
  of: KeyedAct,
  caller: Caller,
  once: OnceKey | undefined,
): Outcome<KeyedActRecord> | undefined => {
  const stored = once && reader.get('keyed_act', recordKey(of, caller, once))?.record;
  if (stored === undefined) return undefined;
  return stored.digest === once?.digest
    ? ok(stored)
    : refuse('conflict', `Idempotency-Key: used for another ${of}`);
};

/** Drops a few answers whose time is over; their keys stay used. */
const dropOld = (tx: Transaction): void => {
  const old: { readonly answer: string; readonly key: string }[] = [];
  // The oldest answers come first.
  for (const { key: answer, record } of tx.all('kept_answer')) {
    if (old.length === SWEEP || tx.now < record.at + KEPT_MS) break;
    old.push({ answer, key: record.key });
  }
  for (const { answer, key } of old) {
    unwrap(tx.patch('keyed_act', key, { act: null }));
    unwrap(tx.remove('kept_answer', answer));
  }
};

/** Stores a new act before anything of it is done; `act` null = no answer is kept. */
export const storeAct = (
  tx: Transaction,
  of: KeyedAct,
  caller: Caller,
  once: OnceKey,
  act: BulkAct | null,
): void => {
  dropOld(tx);
  const key = recordKey(of, caller, once);
  tx.put('keyed_act', { key, digest: once.digest, act });
  if (act !== null) tx.put('kept_answer', { key, at: tx.now });
};
