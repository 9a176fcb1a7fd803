// Watchlists: lists of symbols that a trader keeps, the same on every device.

import { type Static, Type } from '@sinclair/typebox';
import type { Stamped } from '../base/object.js';
import { Id, Named, Strict, Time, TimeOrNull, TrimmedText, WholeText } from '../base/schema.js';
import { Int } from '../base/setting-fields.js';
import { section, wordedAs } from '../fields/words.js';

const list = section('List');

/** Most symbols of a list. */
export const WATCHED_MAX = 200;
/** Most lists of an account. */
export const WATCHLISTS_MAX = 20;
/** Most characters of a list's name without the spaces around it. */
const NAME_MAX = 32;

/** Most characters of a symbol's name. */
const SYMBOL_MAX = 32;
/** Most names of symbols in a body, repeated ones included. */
const NAMED_MAX = 1_000;
/** Symbols as bodies name them: repeated ones are dropped before `WATCHED_MAX` is tested. */
const Symbols = () => Type.Array(WholeText(SYMBOL_MAX, 1), { maxItems: NAMED_MAX });

const SavedWatchlist = Strict({
  id: Int(1),
  name: WholeText(NAME_MAX, 1),
  symbols: Type.Array(WholeText(SYMBOL_MAX, 1), { maxItems: WATCHED_MAX }),
  created_at: Time(),
  updated_at: Time(),
});
/** A saved list. It keeps symbols that the group no longer trades. */
export type SavedWatchlist = Readonly<Static<typeof SavedWatchlist>>;

/** The lists of an account in the order in which they were made. The key is the login. */
export const WatchlistsRecord = Strict({
  login: Id(),
  lists: Type.Array(SavedWatchlist, { maxItems: WATCHLISTS_MAX }),
});
export type WatchlistsRecord = Stamped<Static<typeof WatchlistsRecord>>;

/** A list as traders read it; 0 and no times = the default list, which is not saved. */
export const Watchlist = Named('Watchlist', {
  id: list('List', 'Number of the list; 0 = the default list, which is not saved.', Int(0)),
  name: list(
    'Name',
    '1 to 32 characters; spaces at the beginning and the end do not count.',
    Type.String(),
  ),
  symbols: list('Symbols', 'Names in the order of the trader.', Type.Array(Type.String())),
  created_at: list('Created', 'Time of creation; null = the list is not saved.', TimeOrNull()),
  updated_at: list(
    'Updated',
    'Time of the newest change; null = the list is not saved.',
    TimeOrNull(),
  ),
});

/** A new list. */
export const WatchlistBody = Named(
  'WatchlistBody',
  wordedAs(Watchlist.properties, {
    name: TrimmedText(NAME_MAX),
    symbols: Type.Optional(Symbols()),
  }),
);
/** The new name or the new symbols of a list, or both. */
export const WatchlistPatch = Named(
  'WatchlistPatch',
  wordedAs(Watchlist.properties, {
    name: Type.Optional(TrimmedText(NAME_MAX)),
    symbols: Type.Optional(Symbols()),
  }),
);
