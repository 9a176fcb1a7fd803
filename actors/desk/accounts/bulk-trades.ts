// Acts of staff on many trades: their journal lines; who may make a bulk close, and the first
// answer of each key.

import type { Code } from '../../../wire/base/codes.js';
import { done, type Outcome, refuse } from '../../../wire/base/codes.js';
import type { BulkAct, BulkOutcome, BulkTrade } from '../../../wire/desk/bulk-trade-operations.js';
import type { Caller, OnceKey } from '../../../wire/desk/caller.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import type { BulkOperation } from '../../../wire/rest/trading/bulk-close.js';
import { refusedAccounts } from '../access/account-reach.js';
import { rightFault } from '../access/authority.js';
import type { DeskContext, Handlers } from '../state/desk-context.js';
import { exemptOf, whoOf } from '../state/writer.js';
import { bulkCloseLock } from '../store/record-locks.js';
import type { BulkCloseRecord, RecordReader } from '../store/record-type.js';
import { paymentOps } from './payments.js';

type Begin = 'trades.bulk_begin';
type Finish = 'trades.bulk_end';
type BeginDeletion = 'positions.delete_begin';
type EndDeletion = 'positions.delete_end';

/** The requests of trades as the journal names them. */
const ACTS: Readonly<Record<BulkOperation, string>> = {
  close: 'close',
  delete: 'cancel',
  clear_stops: 'change',
};

/** Codes of trades that a repeat asks for again: the outcome is not known, or nothing was tried. */
const OPEN_CODES: readonly Code[] = ['trade.timeout', 'trade.too_many_requests'];

/** The key of the record of an act: keys are the caller's own. */
const recordKey = ({ login }: Caller, { key }: OnceKey): string => `${login}/${key}`;

const locksFor = (caller: Caller, once: OnceKey | undefined): string[] =>
  once === undefined ? [] : [bulkCloseLock(recordKey(caller, once))];

/** The stored act of a key; undefined = there is none. */
const storedAct = (
  reader: RecordReader,
  caller: Caller,
  once: OnceKey | undefined,
): Outcome<BulkCloseRecord> | undefined => {
  const stored = once && reader.get('bulk_close', recordKey(caller, once))?.record;
  if (stored === undefined) return undefined;
  return stored.digest === once?.digest
    ? done(stored)
    : refuse('conflict', 'Idempotency-Key: used for another bulk close');
};

/**
 * The journal line of a trade whose account wrote none: the trade was refused by the checks, was
 * not tried, or its outcome is not known.
 */
const lineOf = ({ id, kind, operation, symbol }: BulkTrade, { code }: BulkOutcome): string => {
  const outcome = code === 'trade.timeout' ? 'not answered' : `rejected (${code})`;
  return `${kind} #${id} ${symbol}: ${ACTS[operation]} ${outcome}`;
};

const logins = ({ trades }: BulkAct): readonly number[] => trades.map(({ login }) => login);

const begin = (
  { writer }: DeskContext,
  { caller, once, act }: DeskOps[Begin]['input'],
): Promise<DeskAnswer<Begin>> =>
  writer.change(locksFor(caller, once), whoOf(caller), (tx) => {
    const fault = rightFault(tx, caller.login, 'trades.edit');
    if (fault !== undefined) return fault;
    const stored = storedAct(tx, caller, once);
    if (stored?.ok === false) return stored;
    if (once !== undefined && stored === undefined) {
      tx.put('bulk_close', { ...act, key: recordKey(caller, once), digest: once.digest });
    }
    const { trades, total } = stored?.data ?? act;
    const begun = { trades, total };
    const refused = refusedAccounts(tx, caller, logins(begun));
    return done({ act: begun, refused, isRepeat: stored !== undefined });
  });

/** The trade as it is stored: an outcome that a repeat asks for again is left out. */
const settled = (trade: BulkTrade): BulkTrade =>
  OPEN_CODES.includes(trade.outcome?.code as Code) ? { ...trade, outcome: null } : trade;

const end = (
  { writer }: DeskContext,
  { caller, once, act, unwritten }: DeskOps[Finish]['input'],
): Promise<DeskAnswer<Finish>> =>
  writer.change(locksFor(caller, once), exemptOf(caller), (tx) => {
    const stored = storedAct(tx, caller, once);
    if (stored?.ok === false) return stored;
    // A repeat that was under way at the same time may have stored outcomes, which are kept.
    const earlier = act.trades.map((_, at) => stored?.data.trades[at]?.outcome ?? null);
    const trades = act.trades.map((one, at) => ({ ...one, outcome: earlier[at] ?? one.outcome }));
    if (stored !== undefined) {
      if (trades.length > 0 && !earlier.includes(null)) return done(trades);
      tx.put('bulk_close', { ...stored.data, trades: trades.map(settled) });
    }
    for (const [at, trade] of trades.entries()) {
      const { login, outcome } = trade;
      if (!unwritten.has(at) || outcome === null || earlier[at] !== null) continue;
      tx.note('trade', login, lineOf(trade, outcome));
    }
    const made = trades.filter(({ outcome }) => outcome?.status === 'done').length;
    const summary = `bulk close: ${made} of ${trades.length} trades done, ${act.total} matched`;
    tx.note('trade', caller.login, summary);
    return done(trades);
  });

const beginDeletion = (
  { records }: DeskContext,
  { caller, logins }: DeskOps[BeginDeletion]['input'],
): DeskAnswer<BeginDeletion> =>
  rightFault(records, caller.login, 'trades.edit', 'trades.delete') ??
  done({ refused: refusedAccounts(records, caller, logins) });

const endDeletion = (
  { writer }: DeskContext,
  { caller, deleted, named }: DeskOps[EndDeletion]['input'],
): Promise<DeskAnswer<EndDeletion>> =>
  writer.change([], exemptOf(caller), (tx) => {
    tx.note('trade', caller.login, `deletion: ${deleted} of ${named} positions deleted`);
    return done(null);
  });

/** The operations of acts on many trades, by name. */
export const bulkTradeOps = (context: DeskContext) =>
  ({
    ...paymentOps(context),
    'trades.bulk_begin': (input) => begin(context, input),
    'trades.bulk_end': (input) => end(context, input),
    'positions.delete_begin': (input) => beginDeletion(context, input),
    'positions.delete_end': (input) => endDeletion(context, input),
  }) satisfies Partial<Handlers>;
