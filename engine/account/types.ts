// The engine's types: an account's state, and the input of each call.

import type { Code, Refusal } from '../../wire/base/codes.js';
import type { AccountSwitches } from '../../wire/settings/config.js';
import type { AccountEvent, JournalLine } from '../../wire/trading/events.js';
import type { Figures } from '../../wire/trading/figures.js';
import type { Queued } from '../../wire/trading/queued.js';
import type { Ledger, Money, Order, Position, TradeResult } from '../../wire/trading/records.js';
import type { Ratio } from '../numbers/arithmetic.js';
import type { SymbolLeverage } from '../settings/leverage-plan.js';
import type { Quote } from '../settings/quotes.js';
import type { SeenAccount } from '../settings/routing.js';
import type { EngineGroup, EngineSettings } from '../settings/settings.js';
import type { EngineSymbol, GroupPrices } from '../settings/symbols.js';
import type { Reserved } from './reserves.js';
import type { BothSides, HeldSides } from './side-volume.js';

/** Positions and pending orders of a symbol, by id, with the values last derived from them. */
export interface Holding {
  /** Are `profits` valid at `prices` and the rates, except the profits of `fresh` positions? */
  valued: boolean;
  /** Was there a quote? */
  priced: boolean;
  /** The valuation epoch of its newest valuation. */
  valuedAt: number;
  readonly positions: Position[];
  /** Ids of positions that changed since the valuation; their profit counts as 0 until then. */
  readonly fresh: number[];
  /** The symbol under the basis; null = to be looked up. */
  symbol: EngineSymbol | null;
  prices: GroupPrices;
  /**
   * Σ profits; the flag is set once a profit was so large that the sum must be computed from the
   * rows.
   */
  profit: number;
  isLargeProfit: boolean;
  /**
   * Σ swap of the positions; the flag is set once a swap was so large that the sum must be computed
   * from the rows.
   */
  swap: number;
  isLargeSwap: boolean;
  /** Margin without leverage profile in units of the currency; -1 = to be computed. */
  margin: number;
  // The fields below are read only for the holding that a request concerns; those above are read
  // for all holdings of an account.
  /** By the index of the position. */
  readonly profits: number[];
  readonly name: string;
  readonly orders: Order[];
  /** The positions by side; null = to be computed. */
  volumes: HeldSides | null;
  /**
   * The positions by side with the symbol's sizes and rates under the basis; null = to be computed.
   */
  sides: BothSides | null;
  /** The sums of the pending orders; null = to be computed. */
  reserved: Reserved | null;
  /** The symbol's share of its scope under a leverage profile; null = to be computed. */
  share: ScopeShare | null;
  /** The conversion rates of the valuation; 0 where the symbol's own price is the rate. */
  rateBid: bigint;
  rateAsk: bigint;
}

/** Money, and whether all prices that it depends on are known: levels are tested only then. */
export interface Valuation {
  readonly money: Money;
  readonly complete: boolean;
}

/**
 * The inputs of derived values other than rows and prices; when one changes, the values are
 * computed again.
 */
export interface Basis {
  /** The newest settings with which the basis was found valid. */
  settings: EngineSettings;
  readonly switches: AccountSwitches;
  readonly group: EngineGroup;
  readonly leverage: number;
}

/** A ring of the newest ids. */
export interface Newest {
  readonly ids: number[];
  /** The index of the next id. */
  next: number;
}

/** One account: its rows, and values derived from them. Rows change only through events. */
export interface AccountState {
  readonly login: number;
  /**
   * The shard's copy of the desk's switches; the shard replaces it when the desk sends a new one.
   */
  switches: AccountSwitches;
  ledger: Ledger;
  /** Open positions by id. */
  positions: Map<number, Position>;
  /** Working orders by id. */
  orders: Map<number, Order>;
  /** Waiting requests and open offers, by id. */
  queue: Map<number, Queued>;
  /** Derived: the rows by symbol. */
  holdings: Map<string, Holding>;
  /** Derived: ids of positions and orders that ended recently, which history may not know yet. */
  gone: { readonly positions: Newest; readonly orders: Newest };
  basis: Basis | null;
  /** Counts valuations of the account; within an epoch its prices do not change. */
  valuationEpoch: number;
}

/** A test of a quote's prices. */
export type QuoteTest = (bid: number, ask: number) => boolean;

/** The engine's input with each command: the engine itself fetches nothing. */
export interface Context {
  /** ms since 1970; never decreases within a shard. */
  readonly now: number;
  readonly settings: EngineSettings;
  /** Are openings refused, whatever the symbols allow? Omitted: no. */
  readonly closeOnly?: boolean;
  /** The newest quote of a symbol since the start; `time` 0 when there is none. */
  quote(symbolId: number): Quote;
  /**
   * The newest quote of a symbol, which may be older than the start; `time` 0 when there is none.
   */
  lastQuote(symbolId: number): Quote;
  /**
   * Is the newest quote of a symbol older than the start? It is used for valuation, but not for
   * stop-out closes (§5.4.3). Omitted: no.
   */
  isOld?(symbolId: number): boolean;
  /**
   * Was there a quote since `since` (ms) that `fits` accepts? Prices are ×10^(digits+3), at symbol
   * level.
   */
  inStream(symbolId: number, fits: QuoteTest, since: number): boolean;
  /**
   * Does history have a position or order of this id and account? History may lag: the account
   * remembers the newest ended rows itself.
   */
  known(login: number, what: 'position' | 'order', id: number): boolean;
  /** Is the dealer online, and does the dealer see the account? */
  dealerOnline(login: number, account: SeenAccount): boolean;
  /** Is any such dealer online, except those in `but`? */
  anyDealerOnline(account: SeenAccount, but?: readonly number[]): boolean;
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
  | (Refusal & { readonly data?: Figures; readonly result: TradeResult | null });

/** The inputs of a margin calculation. */
export interface MarginTerms {
  readonly symbol: EngineSymbol;
  readonly netting: boolean;
  readonly leverage: number;
  readonly currency_digits: number;
}

/** A size: a fixed part, and a part that must be converted at the current Ask or Bid. */
export interface Size<N> {
  readonly fixed: N;
  readonly ask: N;
  readonly bid: N;
}

/** M and X of a symbol, and X of its positions without orders (trading-rules §3.7). */
export interface Portion<N> {
  readonly margin: N;
  readonly size: Size<N>;
  readonly held: Size<N>;
}

/** The share of a symbol in its scope: in doubles, and exactly on request. */
export interface ScopeShare {
  readonly leverage: SymbolLeverage;
  /** Null where only exact arithmetic can decide. */
  readonly rough: Portion<number> | null;
  /** The number of rounded operations that each double may include. */
  readonly steps: number;
  exact(): Portion<Ratio<bigint>>;
}

/** The input of every step of a turn: the account, its basis, and the events made so far. */
export interface Turn {
  readonly state: AccountState;
  readonly ctx: Context;
  /** ms since 1970, the same for the whole turn; it never decreases for an account. */
  readonly now: number;
  readonly basis: Basis;
  readonly events: AccountEvent[];
  /** Journal lines for staff that are written with the next event. */
  readonly notes: JournalLine[];
  /** Does staff make the request? Staff trade in every platform mode. */
  readonly dealer: boolean;
  /** The account's money since the last change of rows; null = to be computed (§3.11). */
  valuation: Valuation | null;
  /** The check that failed last, with its report; null = none has failed. */
  failed: FailedCheck | null;
}

/** The report of a failed check, besides its code. */
export interface CheckReport {
  /** Absent = the code's own sentence. */
  readonly message?: string;
  readonly figures: Figures;
}

/** A failed check; `report` makes its report when the request is refused. */
interface FailedCheck {
  readonly code: Code;
  readonly report: () => CheckReport;
}

/** The result of a check: undefined = passed. */
export type Fault = Code | undefined;
