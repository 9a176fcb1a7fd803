// Queries of single deals and executions.

import type { BustCommand } from '../trading/commands.js';
import type { Deal } from '../trading/records.js';
import type { Fenced, ReadAt } from './fenced-query.js';

/** The events of a deal: the event that created it, then events that changed it. */
export interface DealEvents {
  readonly seqs: readonly number[];
  /** Seq of the newest event that the database holds. */
  readonly projection_seq: number;
}

/**
 * A provider's execution of an order by the provider's id; `login` 0 = the login of the order,
 * which has ended.
 */
export interface ExecutionKey {
  readonly login: number;
  readonly gateway_id: number;
  readonly order_id: number;
  readonly execution_id: string;
}

/** A fill that a provider reports. */
export interface FillKey extends ExecutionKey {
  /** The provider's total of the order's fills in its unit, ×10^8; null = it reports none. */
  readonly total: bigint | null;
  /** Does it count units of the contract instead of lots? */
  readonly is_units: boolean;
}

/** A deal by its id, or by the execution that it is. */
export type DealKey = { readonly deal_id: number } | ExecutionKey;

/** Most deals of a position of which one can be taken back; one more is read of a longer one. */
export const DEALS_MAX = 1000;

/** A deal to be taken back, with what its bust needs. */
export interface DealInPosition {
  readonly login: number;
  readonly deal: Deal;
  /** All deals of its position by id, up to the account's event of the number `account_seq`. */
  readonly deals: readonly Deal[];
  readonly account_seq: number;
  /** The party that took the deal back; null = none. */
  readonly busted_by: BustCommand['source'] | null;
  /** Has the provider's total of its order been lowered by it, without a change of the deal? */
  readonly is_counted: boolean;
}

/** The queries of single deals and executions, with inputs and answers. */
export interface DealQueries {
  'deal.events': { input: Fenced & { deal_id: number }; output: DealEvents };
  /** A deal and all deals of its position; null = there is no such deal. */
  'deal.position': {
    input: Fenced & DealKey;
    output: { readonly found: DealInPosition | null } & ReadAt;
  };
  /** Is the fill booked? */
  'fill.booked': { input: Fenced & FillKey; output: { readonly booked: boolean } & ReadAt };
}
