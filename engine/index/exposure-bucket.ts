// A bucket: the holders of a symbol in a group, valued in doubles, with their thresholds.

import { PRICE_EXTRA, RATE_SCALE, VOLUME_SCALE } from '../../wire/base/scale.js';
import { TEN } from '../numbers/exact.js';
import { Heap } from '../numbers/heap.js';
import { type Couple, priceAsRate, type Quotes } from '../settings/conversion.js';
import { groupAsk, groupBid } from '../settings/quotes.js';
import type { EngineGroup } from '../settings/settings.js';
import type { EngineSymbol } from '../settings/symbols.js';
import type { Holders } from './holders.js';

/** Larger amounts may have been limited, so that bounds of them are unknown (§0.3). */
export const SURE_MAX = 2 ** 50;

/** Relative error for each position: far more than the error of its few rounded operations. */
const SLACK = 2 ** -46;

/** The prices and rates that value a bucket's holders. */
interface BucketPrices {
  readonly bid: number;
  readonly ask: number;
  /** The lowest and the highest rate for the profit of a buy, and of a sell. */
  readonly buy: readonly [number, number];
  readonly sell: readonly [number, number];
}

/**
 * The moves of rates and prices that are allowed before the bounds of holders with thresholds are
 * computed again.
 */
const RATE_BAND = 0.001;
const PRICE_BAND = 2;
/**
 * Prices, and thresholds at 1.5 times these prices, stay below this multiple of the band's prices.
 */
const BAND_MOST = 4;

/** The rates without a conversion. */
const AT_PAR = [1, 1] as const;

const widened = ([low, high]: readonly [number, number]): readonly [number, number] =>
  low === 1 && high === 1 ? AT_PAR : [low * (1 - RATE_BAND), high * (1 + RATE_BAND)];

const bandOf = (terms: BucketPrices): BucketPrices => ({
  ...terms,
  buy: widened(terms.buy),
  sell: widened(terms.sell),
});

const isWithin = (inner: readonly [number, number], outer: readonly [number, number]): boolean =>
  inner[0] >= outer[0] && inner[1] <= outer[1];

const isNear = (price: number, to: number): boolean =>
  price <= to * PRICE_BAND && price * PRICE_BAND >= to;

const asNumber = (rate: bigint): number => Number(rate) / (TEN[RATE_SCALE] as number);

/** The functions of its margin filter that a bucket needs; accounts are identified by slots. */
interface BucketOwner {
  readonly holders: Holders;
  login(account: number): number;
  /** Do the bounds of the account's holders hold for all prices within their thresholds? */
  hasThresholds(account: number): boolean;
  /** Can the exact test of the account not change its state? */
  isSafe(account: number): boolean;
  /** Is the account so far from its levels that it gets thresholds again? */
  isFar(account: number): boolean;
  needsTest(account: number): boolean;
  setThresholds(account: number, quotes: Quotes): void;
}

/** The holders of one symbol in one group, which share prices, rates and levels. */
export class ExposureBucket {
  /** Slots of the holders; watched holders come first. */
  private readonly members: number[] = [];
  private watched = 0;
  /** Terms near which the bounds of holders with thresholds hold; null = no tick has come yet. */
  private band: BucketPrices | null = null;
  private readonly holders: Holders;
  /** Thresholds, the next one first: of Bid as it falls (negated), and of Ask as it rises. */
  private readonly falls: Heap;
  private readonly rises: Heap;
  /** Profit in units of the deposit currency for one unit of volume and price, at rate 1. */
  private readonly factor: number;
  /** One unit of the profit currency in units of the deposit currency, at rate 1. */
  private readonly unit: number;

  /** `place` is the index of the bucket in the margin filter. */
  constructor(
    group: EngineGroup,
    readonly symbol: EngineSymbol,
    private readonly owner: BucketOwner,
    readonly place: number,
  ) {
    const { digits, calc_mode, contract_size, tick_value, tick_size, profit_digits } = symbol;
    const deposit = TEN[group.record.currency_digits] as number;
    const scale = TEN[2 * VOLUME_SCALE] as number;
    this.factor =
      calc_mode === 'futures'
        ? ((tick_value / tick_size) * deposit) / scale
        : (contract_size * deposit) / scale / (TEN[digits + PRICE_EXTRA] as number);
    this.unit = deposit / (TEN[profit_digits] as number);
    this.holders = owner.holders;
    this.falls = new Heap(this.holders.falls);
    this.rises = new Heap(this.holders.rises);
  }

  /**
   * The keys of ticks that change the bucket's values: its symbol's id, and couples of currencies.
   */
  get movers(): readonly (number | Couple)[] {
    return [this.symbol.id, ...this.symbol.profitTo.couples];
  }

  get isEmpty(): boolean {
    return this.members.length === 0;
  }

  /** Sets the band to current prices; to be called while there are no holders. */
  open(quotes: Quotes): void {
    const terms = this.terms(quotes);
    if (terms !== null) this.band = bandOf(terms);
  }

  /** Adds a holder; it is watched at first. */
  add(holder: number): void {
    this.put(holder, this.members.length);
    this.swap(holder, this.watched);
    this.watched += 1;
  }

  remove(holder: number): void {
    this.disarm(holder);
    this.unwatch(holder);
    this.swap(holder, this.members.length - 1);
    this.members.pop();
  }

  /** Processes a tick: adds to `into` the accounts whose levels may be crossed. */
  tick(quotes: Quotes, into: Set<number>): void {
    const { owner } = this;
    const terms = this.terms(quotes);
    if (terms === null) {
      // Without a rate, profits use stored rates: every account is tested, and no threshold is
      // valid.
      for (const holder of [...this.members]) {
        const account = this.accountOf(holder);
        into.add(owner.login(account));
        if (owner.hasThresholds(account)) owner.setThresholds(account, quotes);
      }
      return;
    }
    // Backwards: when a holder gets thresholds again, a holder that was visited takes its place.
    for (let at = this.watched - 1; at >= 0; at -= 1) {
      const holder = this.members[at] as number;
      const account = this.accountOf(holder);
      this.value(holder, terms, terms);
      if (owner.needsTest(account)) into.add(owner.login(account));
      else if (owner.isFar(account)) owner.setThresholds(account, quotes);
    }
    if (!this.fits(terms)) this.move(terms, quotes, into);
    this.pass(this.falls, -terms.bid, quotes, into);
    this.pass(this.rises, terms.ask, quotes, into);
  }

  /**
   * Takes in a change of the sums of a holder whose account has thresholds; the owner watches all
   * holders of an account that has none.
   */
  reload(holder: number, quotes: Quotes): void {
    if (this.isQuoted(quotes) && this.terms(quotes) === null) this.unbound(holder);
    else this.bound(holder);
  }

  /**
   * Makes the holder follow every tick. Returns its loss if its prices moved against it by 100 %;
   * Infinity = it can have no thresholds.
   */
  watch(holder: number, quotes: Quotes): number {
    const { holders } = this;
    this.disarm(holder);
    if ((holders.place[holder] as number) >= this.watched) {
      this.swap(holder, this.watched);
      this.watched += 1;
    }
    const terms = this.terms(quotes);
    if (terms === null) {
      holders.bid[holder] = 0;
      holders.ask[holder] = Number.POSITIVE_INFINITY;
      const isQuoted = this.isQuoted(quotes);
      if (isQuoted) this.unbound(holder);
      else this.setBounds(holder, 0, 0);
      return isQuoted ? Number.POSITIVE_INFINITY : 0;
    }
    this.value(holder, terms, terms);
    const { bid, ask, buy, sell } = terms;
    holders.bid[holder] = bid;
    holders.ask[holder] = ask;
    if (!(this.factor > 0) || !this.fits(terms)) return Number.POSITIVE_INFINITY;
    const long = (holders.long[holder] as number) * bid * buy[1];
    return (long + (holders.short[holder] as number) * ask * sell[1]) * this.factor;
  }

  /** Sets thresholds at a share of the prices that the holder follows; bounds it within them. */
  setThresholds(holder: number, reach: number): void {
    const { long, short, bid, ask } = this.holders;
    bid[holder] = (long[holder] as number) > 0 ? (bid[holder] as number) * (1 - reach) : 0;
    ask[holder] =
      (short[holder] as number) > 0
        ? (ask[holder] as number) * (1 + reach)
        : Number.POSITIVE_INFINITY;
    this.bound(holder);
  }

  /** From now on only ticks that pass the holder's thresholds concern it. */
  arm(holder: number): void {
    const bid = this.holders.bid[holder] as number;
    const ask = this.holders.ask[holder] as number;
    this.unwatch(holder);
    if (bid > 0) this.falls.set(holder, -bid);
    if (ask < Number.POSITIVE_INFINITY) this.rises.set(holder, ask);
  }

  private disarm(holder: number): void {
    this.falls.remove(holder);
    this.rises.remove(holder);
  }

  private accountOf(holder: number): number {
    return this.holders.account[holder] as number;
  }

  /** Takes new terms for the band: the bounds of holders with thresholds may no longer hold. */
  private move(terms: BucketPrices, quotes: Quotes, into: Set<number>): void {
    this.band = bandOf(terms);
    for (const holder of [...this.members]) {
      const account = this.accountOf(holder);
      if (this.owner.hasThresholds(account)) this.bound(holder);
      if (!this.owner.isSafe(account)) this.resetThresholds(account, quotes, into);
    }
  }

  /** Checks the accounts whose thresholds a price has reached; there may be many at once. */
  private pass(thresholds: Heap, price: number, quotes: Quotes, into: Set<number>): void {
    if (thresholds.key >= price) return;
    const reached: number[] = [];
    thresholds.reach(price, (holder) => reached.push(holder));
    // The last ones are lowest in the heap, where a removal moves the fewest entries.
    for (const holder of reached.reverse())
      this.resetThresholds(this.accountOf(holder), quotes, into);
  }

  private resetThresholds(account: number, quotes: Quotes, into: Set<number>): void {
    this.owner.setThresholds(account, quotes);
    if (this.owner.needsTest(account)) into.add(this.owner.login(account));
  }

  private fits({ bid, ask, buy, sell }: BucketPrices): boolean {
    const { band } = this;
    if (band === null || !isNear(bid, band.bid) || !isNear(ask, band.ask)) return false;
    return isWithin(buy, band.buy) && isWithin(sell, band.sell);
  }

  private unwatch(holder: number): void {
    if ((this.holders.place[holder] as number) >= this.watched) return;
    this.watched -= 1;
    this.swap(holder, this.watched);
  }

  private swap(holder: number, place: number): void {
    this.put(this.members[place] as number, this.holders.place[holder] as number);
    this.put(holder, place);
  }

  private put(holder: number, place: number): void {
    this.members[place] = holder;
    this.holders.place[holder] = place;
  }

  /**
   * Computes the bounds of a holder with thresholds from these, because profit falls as Bid falls
   * and as Ask rises.
   */
  private bound(holder: number): void {
    const { band, holders } = this;
    if (band === null) return this.setBounds(holder, 0, 0);
    const { buy, sell } = band;
    const bid = holders.bid[holder] as number;
    const ask = (holders.short[holder] as number) > 0 ? (holders.ask[holder] as number) : 0;
    const most = { bid: band.bid * BAND_MOST, ask: band.ask * BAND_MOST, buy, sell };
    this.value(holder, { bid, ask, buy, sell }, most);
  }

  private isQuoted(quotes: Quotes): boolean {
    return quotes.quote(this.symbol.id).time > 0;
  }

  private setBounds(holder: number, low: number, high: number): void {
    this.holders.low[holder] = low;
    this.holders.high[holder] = high;
  }

  /** Removes the bounds of a holder, so that its account is tested at every tick. */
  private unbound(holder: number): void {
    this.setBounds(holder, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
  }

  /**
   * Computes the bounds of a holder at these prices and rates; `most` has the highest prices
   * possible. If profit does not rise with the price, because a size or tick value is 0 or
   * negative, no bound is certain.
   */
  private value(holder: number, { bid, ask, buy, sell }: BucketPrices, most: BucketPrices): void {
    const { holders, factor } = this;
    if (!(factor > 0)) return this.unbound(holder);
    const longs = holders.long[holder] as number;
    const longCost = holders.longCost[holder] as number;
    const shorts = holders.short[holder] as number;
    const shortCost = holders.shortCost[holder] as number;
    const count = holders.count[holder] as number;
    const rate = Math.max(buy[1], sell[1]);
    const raw = (longs * most.bid + longCost + shorts * most.ask + shortCost) * factor;
    const size = raw * rate;
    if (raw > SURE_MAX * this.unit || size > SURE_MAX) return this.unbound(holder);
    const long = (longs * bid - longCost) * factor;
    const short = (shortCost - shorts * ask) * factor;
    const rounding = count * (this.unit * rate * 1.5 + 1);
    const error = size * SLACK * (count + 16) + rounding;
    const low = long * buy[long < 0 ? 1 : 0] + short * sell[short < 0 ? 1 : 0];
    const high = long * buy[long < 0 ? 0 : 1] + short * sell[short < 0 ? 0 : 1];
    this.setBounds(holder, low - error, high + error);
  }

  /** Current prices and rates; null without a quote or rate: profits then use stored rates. */
  private terms(quotes: Quotes): BucketPrices | null {
    const { symbol } = this;
    const quote = quotes.quote(symbol.id);
    if (quote.time === 0) return null;
    const last = symbol.byLast ? quote.last : 0;
    const bid = last > 0 ? last : groupBid(symbol, quote.bid);
    const ask = last > 0 ? last : groupAsk(symbol, quote.bid, quote.ask);
    if (bid <= 0) return null;
    if (symbol.profitTo.same) return { bid, ask, buy: AT_PAR, sell: AT_PAR };
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
