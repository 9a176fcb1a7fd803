// Acts of staff on trades: who may make a bulk close, a deletion or a correction, the journal lines
// of acts on many trades, and the first answer of each key.

import type { Code } from '../../../wire/base/codes.js';
import { ok } from '../../../wire/base/codes.js';
import type { BulkAct, BulkOutcome, BulkTrade } from '../../../wire/desk/bulk-trade-operations.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import type { BulkOperation } from '../../../wire/rest/trading/bulk-close.js';
import { reachedAccount, refusedAccounts } from '../access/account-scope.js';
import { rightFault } from '../access/authority.js';
import type { DeskContext, Handlers } from '../state/desk-context.js';
import { exemptOf, whoOf } from '../state/writer.js';
import { FORGOTTEN, locksFor, storeAct, storedAct } from './keyed-acts.js';
import { paymentOps } from './payments.js';

type Begin = 'trades.bulk_begin';
type Finish = 'trades.bulk_end';
type BeginChange = 'positions.change_begin';
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
  writer.change(locksFor(once), whoOf(caller), (tx) => {
    const fault = rightFault(tx, caller.login, 'trades.edit');
    if (fault !== undefined) return fault;
    const stored = storedAct(tx, 'bulk close', caller, once);
    if (stored?.ok === false) return stored;
    if (stored?.data.act === null) return FORGOTTEN;
    if (once !== undefined && stored === undefined) storeAct(tx, 'bulk close', caller, once, act);
    const begun = stored?.data.act ?? act;
    const refused = refusedAccounts(tx, caller, logins(begun));
    return ok({ act: begun, refused, isRepeat: stored !== undefined });
  });

/** The trade as it is stored: an outcome that a repeat asks for again is left out. */
const settled = (trade: BulkTrade): BulkTrade =>
  OPEN_CODES.includes(trade.outcome?.code as Code) ? { ...trade, outcome: null } : trade;

const end = (
  { writer }: DeskContext,
  { caller, once, act, unwritten }: DeskOps[Finish]['input'],
): Promise<DeskAnswer<Finish>> =>
  writer.change(locksFor(once), exemptOf(caller), (tx) => {
    const stored = storedAct(tx, 'bulk close', caller, once);
    if (stored?.ok === false) return stored;
    const first = stored?.data.act ?? undefined;
    // A repeat that was under way at the same time may have stored outcomes, which are kept.
    const earlier = act.trades.map((_, at) => first?.trades[at]?.outcome ?? null);
    const trades = act.trades.map((one, at) => ({ ...one, outcome: earlier[at] ?? one.outcome }));
    if (stored !== undefined && first !== undefined) {
      if (trades.length > 0 && !earlier.includes(null)) return ok(trades);
      tx.put('keyed_act', { ...stored.data, act: { ...first, trades: trades.map(settled) } });
    }
    for (const [at, trade] of trades.entries()) {
      const { login, outcome } = trade;
      if (!unwritten.has(at) || outcome === null || earlier[at] !== null) continue;
      tx.note('trade', login, lineOf(trade, outcome));
    }
    const made = trades.filter(({ outcome }) => outcome?.status === 'done').length;
    const summary = `bulk close: ${made} of ${trades.length} trades done, ${act.total} matched`;
    tx.note('trade', caller.login, summary);
    return ok(trades);
  });

/** Corrections are bounded, except by those who set the bounds of symbols. */
const beginChange = (
  { records, writer }: DeskContext,
  { caller, login }: DeskOps[BeginChange]['input'],
): DeskAnswer<BeginChange> => {
  const account = reachedAccount(records, caller, login);
  if (!account.ok) return account;
  const unbounded = rightFault(records, caller.login, 'config.symbols') === undefined;
  return writer.spend(whoOf(caller)) ?? ok({ unbounded });
};

const beginDeletion = (
  { writer }: DeskContext,
  { caller, once, logins }: DeskOps[BeginDeletion]['input'],
): Promise<DeskAnswer<BeginDeletion>> =>
  writer.change(locksFor(once), exemptOf(caller), (tx) => {
    const fault = rightFault(tx, caller.login, 'trades.edit', 'trades.delete');
    if (fault !== undefined) return fault;
    const stored = storedAct(tx, 'deletion', caller, once);
    if (stored?.ok === false) return stored;
    if (once !== undefined && stored === undefined) storeAct(tx, 'deletion', caller, once, null);
    return ok({ refused: refusedAccounts(tx, caller, logins) });
  });

const endDeletion = (
  { writer }: DeskContext,
  { caller, deleted, named }: DeskOps[EndDeletion]['input'],
): Promise<DeskAnswer<EndDeletion>> =>
  writer.change([], exemptOf(caller), (tx) => {
    tx.note('trade', caller.login, `deletion: ${deleted} of ${named} positions deleted`);
    return ok(null);
  });

/** The operations of corrections and of acts on many trades, by name. */
export const bulkTradeOps = (context: DeskContext) =>
  ({
    ...paymentOps(context),
    'trades.bulk_begin': (input) => begin(context, input),
    'trades.bulk_end': (input) => end(context, input),
    'positions.change_begin': (input) => beginChange(context, input),
    'positions.delete_begin': (input) => beginDeletion(context, input),
    'positions.delete_end': (input) => endDeletion(context, input),
  }) satisfies Partial<Handlers>;
