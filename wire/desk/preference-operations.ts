// Desk operations of preferences and watchlists, which users keep for themselves.

import type { SavedWatchlist } from '../accounts/watchlists.js';
import type { Json } from '../base/object.js';
import type { Caller } from './caller.js';

/** The operations of preferences and watchlists, with inputs and answers. */
export interface PreferenceOps {
  /** The document of the caller; in the writes, `bytes` is the unparsed body. */
  'preferences.read': { input: { caller: Caller }; output: Json };
  'preferences.write': {
    input: { caller: Caller; bytes: Uint8Array; merge: boolean };
    output: Json;
  };
  /** The saved lists of the caller, and the symbols of the default list at a host. */
  'watchlists.read': {
    input: { caller: Caller; host: string };
    output: { saved: readonly SavedWatchlist[]; defaults: readonly string[] };
  };
  'watchlists.create': {
    input: { caller: Caller; name: string; symbols: readonly string[] };
    output: SavedWatchlist;
  };
  'watchlists.change': {
    input: { caller: Caller; id: number; name?: string; symbols?: readonly string[] };
    output: SavedWatchlist;
  };
  'watchlists.remove': { input: { caller: Caller; id: number }; output: null };
}
