// A pool: who holds a symbol in a group, valued in doubles, and where their guards stand.

import type { Position } from '../wire/records.js';
import { PRICE_EXTRA, RATE_SCALE, VOLUME_SCALE } from '../wire/scale.js';
import { priceAsRate, type Quotes } from './conversion.js';
import { TEN } from './exact.js';
import { Guards } from './guards.js';
import { groupAsk, groupBid } from './quotes.js';
import type { Margined } from './screen.js';
import type { EngineGroup } from './settings.js';
import type { EngineSymbol } from './symbols.js';

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
  /** The guards: where the account is guarded, Bid at least and Ask at most. */
  bid = 0;
  ask = Number.POSITIVE_INFINITY;

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
export const SURE_MAX = 2 ** 50;

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

/** What rates and prices may move by before the bounds of guarded holders are reckoned anew. */
const RATE_BAND = 0.001;
const PRICE_BAND = 2;
/** Prices, and guards half as far again, stay below this many times those of the band. */
const BAND_MOST = 4;

const widened = ([low, high]: readonly [number, number]): readonly [number, number] =>
  low === 1 && high === 1 ? [1, 1] : [low * (1 - RATE_BAND), high * (1 + RATE_BAND)];

const bandOf = (terms: Terms): Terms => ({
  ...terms,
  buy: widened(terms.buy),
  sell: widened(terms.sell),
});

const isWithin = (inner: readonly [number, number], outer: readonly [number, number]): boolean =>
  inner[0] >= outer[0] && inner[1] <= outer[1];

const isNear = (price: number, to: number): boolean =>
  price <= to * PRICE_BAND && price * PRICE_BAND >= to;

const asNumber = (rate: bigint): number => Number(rate) / (TEN[RATE_SCALE] as number);

/** The holders of one symbol in one group: the same prices, rates and levels for all. */
export class Pool {
  /** The watched ones first. */
  private readonly holders: Holder[] = [];
  private watched = 0;
  /** Terms near which the bounds of guarded holders hold; null = no tick has come yet. */
  private band: Terms | null = null;
  private readonly falls: Guards<Holder>;
  private readonly rises: Guards<Holder>;
  /** Profit in the deposit currency's units for each unit of volume and price, at rate 1. */
  private readonly factor: number;
  /** A unit of the profit currency in units of the deposit currency, at rate 1. */
  private readonly unit: number;

  constructor(
    readonly group: EngineGroup,
    readonly symbol: EngineSymbol,
    find: (login: number) => Margined | undefined,
  ) {
    const { digits, calc_mode, contract_size, tick_value, tick_size, profit_digits } = symbol;
    const deposit = TEN[group.record.currency_digits] as number;
    const scale = TEN[2 * VOLUME_SCALE] as number;
    this.factor =
      calc_mode === 'futures'
        ? ((tick_value / tick_size) * deposit) / scale
        : (contract_size * deposit) / scale / (TEN[digits + PRICE_EXTRA] as number);
    this.unit = deposit / (TEN[profit_digits] as number);
    const holderOf = (login: number): Holder | undefined => {
      const account = find(login);
      return account?.guarded ? account.holders.find(({ pool }) => pool === this) : undefined;
    };
    this.falls = new Guards(holderOf, ({ bid }) => (bid > 0 ? -bid : Number.POSITIVE_INFINITY));
    this.rises = new Guards(holderOf, ({ ask }) => ask);
  }

  /** Symbols whose ticks move this pool's values. */
  get symbolIds(): readonly number[] {
    return [this.symbol.id, ...this.symbol.profitTo.symbolIds];
  }

  /** Goes by the newest terms; it has no holders yet. */
  open(quotes: Quotes): void {
    const terms = this.terms(quotes);
    if (terms !== null) this.band = bandOf(terms);
  }

  /** Takes in a holder, watched. */
  add(holder: Holder): void {
    this.put(holder, this.holders.length);
    this.swap(holder, this.watched);
    this.watched += 1;
  }

  remove(holder: Holder): void {
    this.unwatch(holder);
    this.swap(holder, this.holders.length - 1);
    this.holders.pop();
  }

  /** A tick has moved the pool: adds the accounts whose levels may be crossed. */
  tick(quotes: Quotes, into: Set<number>): void {
    const terms = this.terms(quotes);
    if (terms === null) {
      // Without a rate profits rest on stored ones: all are asked, and nobody's guards hold.
      for (const { account } of [...this.holders]) {
        into.add(account.login);
        if (account.guarded) account.guard(quotes);
      }
      return;
    }
    // Backwards: one that is guarded again leaves its place to one that was looked at before it.
    for (let at = this.watched - 1; at >= 0; at -= 1) {
      const holder = this.holders[at] as Holder;
      const { account } = holder;
      this.value(holder, terms, terms);
      if (account.needsTest) into.add(account.login);
      else if (account.far) account.guard(quotes);
    }
    if (!this.fits(terms)) this.move(terms, quotes, into);
    this.pass(this.falls, -terms.bid, quotes, into);
    this.pass(this.rises, terms.ask, quotes, into);
  }

  /** Follows a change of the holder's sums. */
  reload(holder: Holder, quotes: Quotes): void {
    if (!holder.account.guarded) this.watch(holder, quotes);
    else if (this.isQuoted(quotes) && this.terms(quotes) === null) unbound(holder);
    else this.bound(holder);
  }

  /**
   * Has the holder follow every tick. Answers what it loses when its prices move against it by
   * their whole; Infinity where it cannot be guarded.
   */
  watch(holder: Holder, quotes: Quotes): number {
    if (holder.place >= this.watched) {
      this.swap(holder, this.watched);
      this.watched += 1;
    }
    const terms = this.terms(quotes);
    if (terms === null) {
      [holder.bid, holder.ask] = [0, Number.POSITIVE_INFINITY];
      const isQuoted = this.isQuoted(quotes);
      if (isQuoted) unbound(holder);
      else [holder.low, holder.high] = [0, 0];
      return isQuoted ? Number.POSITIVE_INFINITY : 0;
    }
    this.value(holder, terms, terms);
    const { bid, ask, buy, sell } = terms;
    [holder.bid, holder.ask] = [bid, ask];
    if (!(this.factor > 0) || !this.fits(terms)) return Number.POSITIVE_INFINITY;
    return (holder.long * bid * buy[1] + holder.short * ask * sell[1]) * this.factor;
  }

  /** Sets guards at a share of the prices that the holder follows, and bounds it within them. */
  guard(holder: Holder, reach: number): void {
    holder.bid = holder.long > 0 ? holder.bid * (1 - reach) : 0;
    holder.ask = holder.short > 0 ? holder.ask * (1 + reach) : Number.POSITIVE_INFINITY;
    this.bound(holder);
  }

  /** From now on only ticks that pass the holder's guards concern it. */
  arm(holder: Holder): void {
    this.unwatch(holder);
    this.falls.add(holder);
    this.rises.add(holder);
  }

  /** Takes new terms for the band: the bounds of guarded holders may no longer do. */
  private move(terms: Terms, quotes: Quotes, into: Set<number>): void {
    this.band = bandOf(terms);
    for (const holder of [...this.holders]) {
      if (holder.account.guarded) this.bound(holder);
      if (!holder.account.safe) this.guardAnew(holder, quotes, into);
    }
  }

  /** Looks anew at the accounts whose guards a price has passed. */
  private pass(guards: Guards<Holder>, price: number, quotes: Quotes, into: Set<number>): void {
    for (let one = guards.passed(price); one !== undefined; one = guards.passed(price)) {
      this.guardAnew(one, quotes, into);
    }
  }

  private guardAnew({ account }: Holder, quotes: Quotes, into: Set<number>): void {
    account.guard(quotes);
    if (account.needsTest) into.add(account.login);
  }

  private fits({ bid, ask, buy, sell }: Terms): boolean {
    const { band } = this;
    if (band === null || !isNear(bid, band.bid) || !isNear(ask, band.ask)) return false;
    return isWithin(buy, band.buy) && isWithin(sell, band.sell);
  }

  private unwatch(holder: Holder): void {
    if (holder.place >= this.watched) return;
    this.watched -= 1;
    this.swap(holder, this.watched);
  }

  private swap(holder: Holder, place: number): void {
    this.put(this.holders[place] as Holder, holder.place);
    this.put(holder, place);
  }

  private put(holder: Holder, place: number): void {
    this.holders[place] = holder;
    holder.place = place;
  }

  /** Bounds a guarded holder: by its guards, since profit falls with Bid and as Ask rises. */
  private bound(holder: Holder): void {
    const { band } = this;
    if (band === null) {
      [holder.low, holder.high] = [0, 0];
      return;
    }
    const { buy, sell } = band;
    const ask = holder.short > 0 ? holder.ask : 0;
    const most = { bid: band.bid * BAND_MOST, ask: band.ask * BAND_MOST, buy, sell };
    this.value(holder, { bid: holder.bid, ask, buy, sell }, most);
  }

  private isQuoted(quotes: Quotes): boolean {
    return quotes.quote(this.symbol.id).time > 0;
  }

  /**
   * Bounds a holder at these prices and rates; prices may be as high as `most` has them. Where
   * profit does not rise with the price, sizes or tick values being 0 or below, nothing is sure.
   */
  private value(holder: Holder, { bid, ask, buy, sell }: Terms, most: Terms): void {
    if (!(this.factor > 0)) return unbound(holder);
    const rate = Math.max(buy[1], sell[1]);
    const raw =
      (holder.long * most.bid + holder.longCost + holder.short * most.ask + holder.shortCost) *
      this.factor;
    const size = raw * rate;
    if (raw > SURE_MAX * this.unit || size > SURE_MAX) return unbound(holder);
    const long = (holder.long * bid - holder.longCost) * this.factor;
    const short = (holder.shortCost - holder.short * ask) * this.factor;
    const rounding = holder.count * (this.unit * rate * 1.5 + 1);
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
