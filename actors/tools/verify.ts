// Verify: is the whole log good, and what does it come to?

import { join } from 'node:path';
import { batchOf, eventsOf } from '../../storage/batch.js';
import { LOG_FOLDER } from '../../storage/database.js';
import { type ScanResult, storedFrom } from '../../storage/scan.js';
import { hashText } from '../../storage/state-hash.js';
import { done, type Outcome, refuse } from '../../wire/codes.js';
import { formatExact } from '../../wire/scale.js';
import { unpackEvent } from '../../wire/unpack.js';
import { Fold } from './fold.js';
import { LedgerCheck, type Violation } from './ledger-check.js';
import { scanInChild } from './scan.js';

/** What a verified log comes to. */
export interface Verified {
  readonly seq: number;
  readonly state_hash: string;
  /** Bytes of all batches. */
  readonly bytes: number;
  /** Sums of deal amounts by currency and action; clients' gain is the house's loss. */
  readonly amounts: Readonly<Record<string, string>>;
  /** Invariants of the ledger that are broken, the first hundred; none when all is well. */
  readonly violations: readonly Violation[];
  readonly broken: number;
}

/** The currency of a group and its digits, as the folded settings have them. */
const currencyOf = (fold: Fold, group: string): { currency: string; digits: number } => {
  const record = fold.record('group', group);
  const { currency = '?', currency_digits = 2 } = (record ?? {}) as {
    currency?: string;
    currency_digits?: number;
  };
  return { currency, digits: currency_digits };
};

/** Folds the log of a folder up to `last`; the log was scanned before. */
const foldLog = (
  folder: string,
  last: number,
): { readonly fold: Fold; readonly check: LedgerCheck; readonly digits: Map<string, number> } => {
  const fold = new Fold();
  const check = new LedgerCheck();
  const digitsOf = new Map<string, number>();
  for (const { first, value } of storedFrom(folder, 1)) {
    for (const { seq, bytes } of eventsOf(batchOf(first, value))) {
      if (seq > last) return { fold, check, digits: digitsOf };
      const event = unpackEvent(bytes);
      fold.apply(event);
      if (event.type === 'desk') continue;
      const { currency, digits } = currencyOf(fold, event.group);
      digitsOf.set(currency, digits);
      check.follow(seq, event, currency);
    }
  }
  return { fold, check, digits: digitsOf };
};

const scanned = (result: ScanResult): Outcome<ScanResult & { readonly ok: true }> =>
  result.ok
    ? done(result)
    : refuse('internal', `the log is bad at event ${result.seq}: ${result.what}`);

/** Scans the whole log of a data folder in a child process; a bad one is refused, with its seq. */
export const scanLog = async (data: string): Promise<Outcome<ScanResult & { readonly ok: true }>> =>
  scanned(await scanInChild(join(data, LOG_FOLDER)));

/**
 * Checks the whole log of a data folder and folds it into the state hash; a server may be running
 * on it. Refuses with `internal` and the first bad seq when the log is damaged. Broken invariants
 * of the ledger are told in the answer.
 */
export const verify = async (data: string): Promise<Outcome<Verified>> => {
  const good = await scanLog(data);
  if (!good.ok) return good;
  const { last, bytes } = good.data;
  const { fold, check, digits } = foldLog(join(data, LOG_FOLDER), last);
  const amounts = [...check.amounts].map(([key, amount]) => {
    const decimals = digits.get(key.split(' ')[0] as string) ?? 2;
    return [key, formatExact(amount, decimals, decimals)];
  });
  return done({
    seq: last,
    state_hash: hashText(fold.hash()),
    bytes,
    amounts: Object.fromEntries(amounts),
    violations: check.violations,
    broken: check.broken,
  });
};
