// What the engine works on: an account's state, the settings compiled, and what it is given.

import type { Refusal } from '../wire/codes.js';
import type { AccountSwitches } from '../wire/config.js';
import type { AccountEvent } from '../wire/events.js';
import type { Ledger, Order, Position, TradeResult } from '../wire/records.js';
import type { EngineSettings } from './settings.js';

/** The newest quote of a symbol at symbol level, prices ×10^(digits+3); time 0 = none. */
export interface Quote {
  readonly bid: number;
  readonly ask: number;
  /** ms */
  readonly time: number;
}

/** One account: its rows. Only `apply` changes it, and only by storing rows of events. */
export interface AccountState {
  readonly login: number;
  switches: AccountSwitches;
  ledger: Ledger;
  /** Open positions by id, oldest first. */
  readonly positions: Map<number, Position>;
  /** Working orders by id, oldest first. */
  readonly orders: Map<number, Order>;
}

/** What the engine is given with each command: it fetches nothing. */
export interface Context {
  /** ms; never falls within a shard. */
  readonly now: number;
  readonly settings: EngineSettings;
  /** The newest quote of a symbol; `time` 0 when there is none. */
  quote(symbolId: number): Quote;
  /** Was the price (×10^(digits+3), group level) in the symbol's stream since `since` ms? */
  inStream(symbolId: number, side: 'buy' | 'sell', price: number, since: number): boolean;
  nextOrderId(): number;
  nextDealId(): number;
}

/** What a command came to: events to store, or a refusal that changed nothing. */
export type Execution =
  | {
      readonly ok: true;
      readonly events: readonly AccountEvent[];
      readonly result: TradeResult | null;
    }
  | (Refusal & { readonly result: TradeResult | null });
