// The types that the engine works on: an account's state, and the input of each call.

import type { Code, Refusal } from '../../wire/base/codes.js';
import type { AccountSwitches } from '../../wire/settings/config.js';
import type { AccountEvent, JournalLine } from '../../wire/trading/events.js';
import type { Queued } from '../../wire/trading/queued.js';
import type { Ledger, Money, Order, Position, TradeResult } from '../../wire/trading/records.js';
import type { Ratio } from '../numbers/arithmetic.js';
import type { SymbolLeverage } from '../settings/leverage-plan.js';
import type { Quote } from '../settings/quotes.js';
import type { EngineGroup, EngineSettings } from '../settings/settings.js';
import type { EngineSymbol, GroupPrices } from '../settings/symbols.js';
import type { Reserved } from './reserves.js';
import type { BothSides, HeldSides } from './side-volume.js';

/** Positions and pending orders of a symbol, by id, with the values derived from them last. */
export interface Holding {
  /** Are `profits` the profits of the positions, but for `fresh` ones, at `prices` and rates? */
  valued: boolean;
  /** Is there a quote? */
  priced: boolean;
  /** The look at the account in which it was valued last. */
  valuedAt: number;
  readonly positions: Position[];
  /** Ids of positions that changed since; their profit counts 0 so far. */
  readonly fresh: number[];
  /** The symbol under the basis; null = not looked up yet. */
  symbol: EngineSymbol | null;
  prices: GroupPrices;
  /** Σ profits, and whether one has been so large that the sum must be taken from the rows. */
  profit: number;
  isLargeProfit: boolean;
  /**
   * Σ swap of the positions, and whether one has been so large that the sum must be taken from the
   * rows.
   */
  swap: number;
  isLargeSwap: boolean;
  /** Margin without profile in units of the currency; -1 = not computed. */
  margin: number;
  // From here on: fields for the holding of a request alone, apart from those of all holdings.
  /** By position. */
  readonly profits: number[];
  readonly name: string;
  readonly orders: Order[];
  /** The positions by side; null = to be summed up. */
  volumes: HeldSides | null;
  /** The same with the symbol's sizes and rates under the basis. */
  sides: BothSides | null;
  /** The orders as sums; null = to be summed up. */
  reserved: Reserved | null;
  /** The part that it adds to its scope under a leverage profile; null = not computed. */
  share: ScopeShare | null;
  /** The rates at which it was valued; 0 where its own prices give them. */
  rateBid: bigint;
  rateAsk: bigint;
}

/** Money, and whether it rests on all prices that it needs: levels are tested only then. */
export interface Valuation {
  readonly money: Money;
  readonly complete: boolean;
}

/**
 * The inputs of derived values besides rows and prices; when they change the values are computed
 * again.
 */
export interface Basis {
  /** The newest settings under which it was found to hold. */
  settings: EngineSettings;
  readonly switches: AccountSwitches;
  readonly group: EngineGroup;
  readonly leverage: number;
}

/** The newest ids of some that come one by one. */
export interface Newest {
  readonly ids: number[];
  /** Where the next one goes. */
  next: number;
}

/** One account: its rows, and beside them what is derived. Rows change only through events. */
export interface AccountState {
  readonly login: number;
  /** The desk's copy; replaced by the shard when the desk says so. */
  switches: AccountSwitches;
  ledger: Ledger;
  /** Open positions by id. */
  positions: Map<number, Position>;
  /** Working orders by id. */
  orders: Map<number, Order>;
  /** Requests that wait to be decided and offers that stand, by id. */
  queue: Map<number, Queued>;
  /** Derived: the rows by symbol. */
  holdings: Map<string, Holding>;
  /** Derived: positions that closed and orders that ended last: history may not know them yet. */
  gone: { readonly positions: Newest; readonly orders: Newest };
  basis: Basis | null;
  /** Counts looks at the account: within one, prices stand still. */
  valuationEpoch: number;
  /** Derived: its valuation in this epoch, since its rows changed last; null = not computed. */
  valuation: Valuation | null;
}

/** A test of a quote's prices. */
export type QuoteTest = (bid: number, ask: number) => boolean;

/** The input of the engine with each command: it fetches nothing. */
export interface Context {
  /** ms; never falls within a shard. */
  readonly now: number;
  readonly settings: EngineSettings;
  /** Can positions only be closed, whatever their symbols allow? Omitted: no. */
  readonly closeOnly?: boolean;
  /** The newest quote of a symbol since the start; `time` 0 when there is none. */
  quote(symbolId: number): Quote;
  /** The newest quote of a symbol, also of before the start; `time` 0 when there is none. */
  lastQuote(symbolId: number): Quote;
  /**
   * Is the quote of a symbol one of before the start? It is valued at, and no stop-out deals at it
   * (supplement §12.3). Omitted: none is.
   */
  isOld?(symbolId: number): boolean;
  /** Was there a quote since `since` ms that fits (prices ×10^(digits+3), symbol level)? */
  inStream(symbolId: number, fits: QuoteTest, since: number): boolean;
  /**
   * Does history know of a position or order of that id and account? It may lag behind: what ended
   * last the account knows itself.
   */
  known(login: number, what: 'position' | 'order', id: number): boolean;
  /** Is the dealer on line, with the right and scope to answer for the group? */
  dealerOnline(login: number, group: string): boolean;
  /** Is any such dealer on line, beside some? */
  anyDealerOnline(group: string, but?: readonly number[]): boolean;
  /** Is the gateway on line? */
  gatewayOnline(id: number): boolean;
  nextOrderId(): number;
  nextDealId(): number;
}

/** The result of a command: events to store, or a refusal that changed nothing. */
export type Execution =
  | {
      readonly ok: true;
      readonly events: readonly AccountEvent[];
      readonly result: TradeResult | null;
    }
  | (Refusal & { readonly result: TradeResult | null });

/** The inputs of a margin calculation. */
export interface MarginTerms {
  readonly symbol: EngineSymbol;
  readonly netting: boolean;
  readonly leverage: number;
  readonly currency_digits: number;
}

/** A size: a fixed part, and a part that is still to be converted at the current Ask and Bid. */
export interface Size<N> {
  readonly fixed: N;
  readonly ask: N;
  readonly bid: N;
}

/** M and X of a symbol, and X of its positions alone (trading-rules §3.7, §9.5). */
export interface Portion<N> {
  readonly margin: N;
  readonly size: Size<N>;
  readonly held: Size<N>;
}

/** The part that a symbol adds to its scope: in doubles, and exactly where that is asked for. */
export interface ScopeShare {
  readonly leverage: SymbolLeverage;
  /** Null where only the exact way can decide. */
  readonly rough: Portion<number> | null;
  /** Rounded operations that each of the doubles may have behind it. */
  readonly steps: number;
  exact(): Portion<Ratio<bigint>>;
}

/** The input of every step of a turn: the account, its basis, and the events made so far. */
export interface Turn {
  readonly state: AccountState;
  readonly ctx: Context;
  /** ms; the time of all that happens in the turn; it never falls for an account. */
  readonly now: number;
  readonly basis: Basis;
  readonly events: AccountEvent[];
  /** The notices to staff that go out with the next event. */
  readonly notes: JournalLine[];
}

/** A check's answer: undefined = passed. */
export type Fault = Code | undefined;
