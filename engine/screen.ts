// The screen for margin call and stop-out: bounds of equity in doubles; the exact test decides.

import type { Position } from '../wire/records.js';
import { PRICE_EXTRA, RATE_SCALE, VOLUME_SCALE } from '../wire/scale.js';
import { marginOf } from './account-margin.js';
import { basisOf } from './basis.js';
import { priceAsRate, type Quotes } from './conversion.js';
import { TEN } from './exact.js';
import { groupAsk, groupBid } from './quotes.js';
import type { EngineGroup } from './settings.js';
import type { EngineSymbol } from './symbols.js';
import type { AccountState, Context } from './types.js';

/** Bounds of an account's equity and the equities at which its levels are tested. */
export class Margined {
  /** Balance, credit and blocked, swaps of positions: what prices do not move. */
  fixed = 0;
  /** Equity at or below which margin call or stop-out may hold; -Infinity = never. */
  call = Number.NEGATIVE_INFINITY;
  stop = Number.NEGATIVE_INFINITY;
  so_state: AccountState['ledger']['so_state'] = 'none';
  readonly holders: Holder[] = [];
  /** Symbols whose ticks move its margin. */
  scaledBy: readonly number[] = [];

  constructor(readonly login: number) {}

  /** May the state of the account change, judged by the bounds? */
  get needsTest(): boolean {
    if (this.so_state === 'stop_out') return true;
    let low = this.fixed;
    let high = this.fixed;
    for (const holder of this.holders) {
      low += holder.low;
      high += holder.high;
    }
    if (low <= this.stop) return true;
    return this.so_state === 'none' ? low <= this.call : high > this.call;
  }
}

/** One account's positions of one symbol, as sums. */
export class Holder {
  long = 0;
  longCost = 0;
  short = 0;
  shortCost = 0;
  count = 0;
  swap = 0;
  /** Its place among the pool's holders. */
  place = 0;
  /** Bounds of the floating profit, in units of the deposit currency. */
  low = 0;
  high = 0;

  constructor(
    readonly account: Margined,
    readonly pool: Pool,
  ) {}

  /** Takes the sums from rows. */
  load(positions: readonly Position[]): void {
    this.long = 0;
    this.longCost = 0;
    this.short = 0;
    this.shortCost = 0;
    this.count = positions.length;
    this.swap = 0;
    for (const { side, volume, price_open, swap } of positions) {
      this.swap += swap;
      if (side === 'buy') {
        this.long += volume;
        this.longCost += volume * price_open;
      } else {
        this.short += volume;
        this.shortCost += volume * price_open;
      }
    }
  }
}

/** Amounts beyond this may be limited: bounds of them say nothing (engine/README.md §15). */
const SURE_MAX = 2 ** 50;

/** Relative error for each position: far above what its few rounded steps make. */
const SLACK = 2 ** -46;

/** Lets the profit of a holder be anything: its account is tested at every tick. */
const unbound = (holder: Holder): void => {
  holder.low = Number.NEGATIVE_INFINITY;
  holder.high = Number.POSITIVE_INFINITY;
};

/** Prices and rates that a pool's holders are valued at. */
interface Terms {
  readonly bid: number;
  readonly ask: number;
  /** The lowest and highest rate that a buy's and a sell's profit may be converted at. */
  readonly buy: readonly [number, number];
  readonly sell: readonly [number, number];
}

const asNumber = (rate: bigint): number => Number(rate) / (TEN[RATE_SCALE] as number);

/** The holders of one symbol in one group: the same prices, rates and levels for all. */
export class Pool {
  readonly holders: Holder[] = [];
  /** Profit in the deposit currency's units for each unit of volume and price, at rate 1. */
  private readonly factor: number;
  /** A unit of the profit currency in units of the deposit currency, at rate 1. */
  private readonly unit: number;

  constructor(
    readonly group: EngineGroup,
    readonly symbol: EngineSymbol,
  ) {
    const { digits, calc_mode, contract_size, tick_value, tick_size, profit_digits } = symbol;
    const deposit = TEN[group.record.currency_digits] as number;
    const scale = TEN[2 * VOLUME_SCALE] as number;
    this.factor =
      calc_mode === 'futures'
        ? ((tick_value / tick_size) * deposit) / scale
        : (contract_size * deposit) / scale / (TEN[digits + PRICE_EXTRA] as number);
    this.unit = deposit / (TEN[profit_digits] as number);
  }

  /** Symbols whose ticks move this pool's values. */
  get symbolIds(): readonly number[] {
    return [this.symbol.id, ...this.symbol.profitTo.symbolIds];
  }

  add(holder: Holder): void {
    holder.place = this.holders.length;
    this.holders.push(holder);
  }

  remove(holder: Holder): void {
    const last = this.holders.pop() as Holder;
    if (last === holder) return;
    this.holders[holder.place] = last;
    last.place = holder.place;
  }

  /** Revalues all holders at current prices; false when they cannot be bounded. */
  revalue(quotes: Quotes): boolean {
    const terms = this.terms(quotes);
    if (terms === null) return false;
    for (const holder of this.holders) this.value(holder, terms);
    return true;
  }

  /** Revalues one holder; one that cannot be bounded may be anything. */
  revalueOne(holder: Holder, quotes: Quotes): void {
    const terms = this.terms(quotes);
    if (terms !== null) this.value(holder, terms);
    else if (quotes.quote(this.symbol.id).time === 0) [holder.low, holder.high] = [0, 0];
    else unbound(holder);
  }

  private value(holder: Holder, { bid, ask, buy, sell }: Terms): void {
    const long = (holder.long * bid - holder.longCost) * this.factor;
    const short = (holder.shortCost - holder.short * ask) * this.factor;
    const raw =
      (holder.long * bid + holder.longCost + holder.short * ask + holder.shortCost) * this.factor;
    const size = raw * Math.max(buy[1], sell[1]);
    if (raw > SURE_MAX * this.unit || size > SURE_MAX) return unbound(holder);
    const rounding = holder.count * (this.unit * Math.max(buy[1], sell[1]) * 1.5 + 1);
    const error = size * SLACK * (holder.count + 16) + rounding;
    const low = long * buy[long < 0 ? 1 : 0] + short * sell[short < 0 ? 1 : 0];
    const high = long * buy[long < 0 ? 0 : 1] + short * sell[short < 0 ? 0 : 1];
    holder.low = low - error;
    holder.high = high + error;
  }

  /** Null without a quote or without a rate: profits then rest on stored rates. */
  private terms(quotes: Quotes): Terms | null {
    const { symbol } = this;
    const quote = quotes.quote(symbol.id);
    if (quote.time === 0) return null;
    const last = symbol.byLast ? quote.last : 0;
    const bid = last > 0 ? last : groupBid(symbol, quote.bid);
    const ask = last > 0 ? last : groupAsk(symbol, quote.bid, quote.ask);
    if (bid <= 0) return null;
    if (symbol.profitTo.same) return { bid, ask, buy: [1, 1], sell: [1, 1] };
    const byDeal = symbol.forex && symbol.profit_conversion === 'by_deal';
    if (byDeal && symbol.profitOwn !== null) {
      const inverse = symbol.profitOwn === 'inverse';
      const buy = asNumber(priceAsRate(bid, symbol.digits, inverse));
      const sell = asNumber(priceAsRate(ask, symbol.digits, inverse));
      return { bid, ask, buy: [buy, buy], sell: [sell, sell] };
    }
    const low = asNumber(symbol.profitTo.rate('bid', quotes));
    const high = asNumber(symbol.profitTo.rate('ask', quotes));
    if (low === 0 || high === 0) return null;
    if (byDeal) return { bid, ask, buy: [high, high], sell: [low, low] };
    const both = [Math.min(low, high), Math.max(low, high)] as const;
    return { bid, ask, buy: both, sell: both };
  }
}

/** Takes from the account what prices do not move: own money, swaps, and the levels' bounds. */
export const loadMargined = (account: Margined, state: AccountState, ctx: Context): void => {
  const basis = basisOf(state, ctx);
  const { group } = basis;
  const { balance, credit, commission_blocked, profit_blocked, so_state } = state.ledger;
  let fixed = balance + credit - commission_blocked - profit_blocked;
  for (const holder of account.holders) fixed += holder.swap;
  const margin = marginOf(state, basis, ctx);
  const never = Number.NEGATIVE_INFINITY;
  account.fixed = fixed;
  account.so_state = so_state;
  if (group.record.stopout_mode === 'money') {
    const held = state.positions.size > 0;
    account.call = held ? group.margin_call : never;
    account.stop = held ? group.stop_out : never;
  } else if (margin > 0) {
    account.call = Math.ceil((group.margin_call * margin) / 10_000) + 1;
    account.stop = Math.ceil((group.stop_out * margin) / 10_000) + 1;
  } else {
    account.call = never;
    account.stop = group.record.so_hedged && state.positions.size > 0 ? 0 : never;
  }
  if (Math.max(Math.abs(fixed), margin) > SURE_MAX) account.stop = Number.POSITIVE_INFINITY;
};
