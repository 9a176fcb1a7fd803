// Watchlists: reads, makes, changes and removes the lists of an account.

import { type SavedWatchlist, WATCHLISTS_MAX } from '../../../wire/accounts/watchlists.js';
import { type Outcome, ok, refuse } from '../../../wire/base/codes.js';
import type { Caller } from '../../../wire/desk/caller.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import type { DeskContext, Handlers } from '../state/desk-context.js';
import { spenderOf } from '../state/write-allowances.js';
import { exemptOf, type Who } from '../state/writer.js';
import { loginLock, WATCHLIST_IDS_LOCK } from '../store/record-locks.js';
import type { RecordReader } from '../store/record-type.js';
import type { Transaction } from '../store/transaction.js';
import { brandOf } from '../types/brands.js';

type SavedLists = readonly SavedWatchlist[];

/** The lists after a change, and its answer. */
interface ChangedLists<T> {
  readonly lists: SavedLists;
  readonly answer: T;
}

const listsOf = (reader: RecordReader, { login }: Caller): SavedLists =>
  reader.get('watchlists', String(login))?.record.lists ?? [];

const authorOf = (caller: Caller): Who => ({
  ...exemptOf(caller),
  spender: spenderOf('watchlists', caller),
});

/** Changes the lists of the caller; the same lists again are not written. */
const change = <T>(
  { writer }: DeskContext,
  caller: Caller,
  locks: readonly string[],
  decide: (tx: Transaction, lists: SavedLists, at: string) => Outcome<ChangedLists<T>>,
): Promise<Outcome<T>> => {
  const { login } = caller;
  const key = String(login);
  return writer.change([loginLock(login), ...locks], authorOf(caller), (tx, now) => {
    // The lists were deleted with the account; a change that waited must not restore them.
    if (tx.get('account', key) === undefined) return refuse('auth.session_expired');
    const changed = decide(tx, listsOf(tx, caller), new Date(now).toISOString());
    if (!changed.ok) return changed;
    const lists = [...changed.data.lists];
    const isKnown = tx.get('watchlists', key) !== undefined;
    const saved = isKnown
      ? tx.patch('watchlists', key, { lists })
      : tx.create('watchlists', { login, lists });
    return saved.ok ? ok(changed.data.answer) : saved;
  });
};

/** The saved lists of the caller, and the symbols of the default list. */
const read = (
  { records, settings }: DeskContext,
  { caller, host }: DeskOps['watchlists.read']['input'],
): DeskAnswer<'watchlists.read'> => {
  const branded = brandOf(records, host)?.default_symbols ?? [];
  const defaults = branded.length > 0 ? branded : settings.platform().default_symbols;
  return ok({ saved: listsOf(records, caller), defaults });
};

const create = (
  context: DeskContext,
  { caller, name, symbols }: DeskOps['watchlists.create']['input'],
): Promise<DeskAnswer<'watchlists.create'>> =>
  change(context, caller, [WATCHLIST_IDS_LOCK], (tx, lists, at) => {
    if (lists.length >= WATCHLISTS_MAX) {
      const most = `an account keeps at most ${WATCHLISTS_MAX} lists`;
      return refuse('invalid_input', `name: ${most}, this one has ${lists.length}`);
    }
    const id = tx.newId('watchlists');
    const made = { id, name, symbols: [...symbols], created_at: at, updated_at: at };
    return ok({ lists: [...lists, made], answer: made });
  });

const amend = (
  context: DeskContext,
  { caller, id, ...fields }: DeskOps['watchlists.change']['input'],
): Promise<DeskAnswer<'watchlists.change'>> =>
  change(context, caller, [], (_tx, lists, at) => {
    const place = lists.findIndex((one) => one.id === id);
    const before = lists[place];
    if (before === undefined) return refuse('not_found');
    const { name = before.name, symbols = before.symbols } = fields;
    const isSame = name === before.name && symbols.join() === before.symbols.join();
    const after = isSame ? before : { ...before, name, symbols: [...symbols], updated_at: at };
    return ok({ lists: lists.with(place, after), answer: after });
  });

const remove = (
  context: DeskContext,
  { caller, id }: DeskOps['watchlists.remove']['input'],
): Promise<DeskAnswer<'watchlists.remove'>> =>
  change(context, caller, [], (_tx, lists) => {
    const kept = lists.filter((one) => one.id !== id);
    return kept.length < lists.length ? ok({ lists: kept, answer: null }) : refuse('not_found');
  });

/** The operations on watchlists, by name. */
export const watchlistOps = (context: DeskContext) =>
  ({
    'watchlists.read': (input) => read(context, input),
    'watchlists.create': (input) => create(context, input),
    'watchlists.change': (input) => amend(context, input),
    'watchlists.remove': (input) => remove(context, input),
  }) satisfies Partial<Handlers>;
