// The desk's operations of corrections and of acts on many trades.

import type { Code } from '../base/codes.js';
import type { BulkCloseResult } from '../rest/trading/bulk-close.js';
import type { Caller, OnceKey } from './caller.js';

/** The outcome of a trade of a bulk close. */
export type BulkOutcome = Pick<BulkCloseResult, 'code' | 'message' | 'status'>;

/** A trade of a bulk close. */
export interface BulkTrade
  extends Pick<BulkCloseResult, 'id' | 'kind' | 'login' | 'operation' | 'symbol'> {
  /** The group of the account. */
  readonly group: string;
  readonly side: 'buy' | 'sell';
  /** Null = the trade was not tried yet, or its outcome is not known. */
  readonly outcome: BulkOutcome | null;
}

/** The trades of a bulk close; `total` counts the matching trades beyond the limit, too. */
export interface BulkAct {
  readonly trades: readonly BulkTrade[];
  readonly total: number;
}

/** The operations of corrections and of acts on many trades, with inputs and answers. */
export interface BulkTradeOps {
  /**
   * Begins the correction of a position of an account that the caller may touch. An unbounded
   * correction may raise the volume, and change the price by more than `manual_quote_pts`.
   */
  'positions.change_begin': {
    input: { caller: Caller; login: number };
    output: { unbounded: boolean };
  };
  /**
   * Begins a bulk close. Returns the accounts that the caller may not touch, each with the code.
   * With a key the act is stored before a trade is made, for 24 hours at least; a repeat by the
   * same key returns the stored act with the outcomes that are known. A repeat with other content,
   * or after that time, is a `conflict`.
   */
  'trades.bulk_begin': {
    input: { caller: Caller; once?: OnceKey; act: BulkAct };
    output: { act: BulkAct; refused: ReadonlyMap<number, Code>; isRepeat: boolean };
  };
  /**
   * Ends a bulk close: writes its journal lines, and stores the outcomes of an act with a key.
   * Returns the trades with the first outcome of each. `unwritten` has the places, in the list of
   * trades, of those whose accounts wrote no journal line.
   */
  'trades.bulk_end': {
    input: {
      caller: Caller;
      once?: OnceKey;
      act: BulkAct;
      unwritten: ReadonlySet<number>;
    };
    output: readonly BulkTrade[];
  };
  /**
   * Begins the deletion of positions. Returns the accounts of positions that the caller may not
   * touch, each with the code. A key that was used for other positions is a `conflict`.
   */
  'positions.delete_begin': {
    input: { caller: Caller; once?: OnceKey; logins: readonly number[] };
    output: { refused: ReadonlyMap<number, Code> };
  };
  /** Ends a deletion: writes the journal line with the numbers of deleted and named positions. */
  'positions.delete_end': {
    input: { caller: Caller; deleted: number; named: number };
    output: null;
  };
}
