// Currency conversion: the pairs that link two currencies for a group, and their rates ×10^12.

import { PRICE_EXTRA, RATE_SCALE } from '../../wire/base/scale.js';
import type { SymbolRecord } from '../../wire/settings/symbols.js';
import { ONE, roundQuotient, TENN } from '../numbers/exact.js';
import { type GroupSpread, groupAsk, groupBid, type Quote } from './quotes.js';

/** The currency by which two others are linked if no pair links them directly. */
const BRIDGE = 'USD';

/** Bid for amounts that the client receives, Ask for amounts that the client pays. */
export type RateSide = 'bid' | 'ask';

/** The source of quotes, at symbol level; `time` 0 = none. */
export interface Quotes {
  /** The newest quote since the start, for dealing. */
  quote(symbolId: number): Quote;
  /** The newest quote, which may be older than the start, for conversion (trading-rules §3.2). */
  lastQuote(symbolId: number): Quote;
}

/** A pair for conversions, with the group's prices. */
export interface Pair {
  readonly symbol: SymbolRecord;
  /** The group's symbol row; no markup if the group is not offered the symbol. */
  readonly spread: GroupSpread;
  readonly offered: boolean;
}

/** Is it a calculation mode of currency pairs (trading-rules §2.2, §3.2)? */
export const isForex = (mode: SymbolRecord['calc_mode']): boolean =>
  mode === 'forex' || mode === 'forex_no_leverage';

/**
 * The text after base and profit currency in a pair's name (§3.2); null = the name has another
 * form.
 */
export const suffixOf = (
  symbol: Pick<SymbolRecord, 'name' | 'currency_base' | 'currency_profit'>,
): string | null => {
  const stem = symbol.currency_base + symbol.currency_profit;
  return symbol.name.startsWith(stem) ? symbol.name.slice(stem.length) : null;
};

/** One side of a pair as an exact fraction. */
interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

const NO_REVISION = -1;

/** The pairs of two currencies in either direction, sorted by name. */
export class Couple {
  readonly symbols: SymbolRecord[] = [];
  /** Incremented with every change of the symbols. */
  revision = 0;

  add(symbol: SymbolRecord): void {
    this.symbols.splice(this.placeOf(symbol), 0, symbol);
    this.revision += 1;
  }

  remove(symbol: SymbolRecord): void {
    this.symbols.splice(this.placeOf(symbol), 1);
    this.revision += 1;
  }

  /** Replaces a symbol by a new version with the same conversion rate. */
  replace(before: SymbolRecord, after: SymbolRecord): void {
    this.symbols[this.placeOf(before)] = after;
  }

  /** The index of a symbol of that name, or the index where it belongs. */
  private placeOf({ name }: SymbolRecord): number {
    let low = 0;
    let high = this.symbols.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.symbols[middle] as SymbolRecord).name < name) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** A pair in the direction of a conversion. */
class DirectedPair {
  constructor(
    readonly pair: Pair,
    /** True if the pair quotes the target in the source, so that its price must be inverted. */
    readonly inverse: boolean,
  ) {}

  /** The rate of a side as a fraction; null without a quote. */
  fraction(side: RateSide, quotes: Quotes): Fraction | null {
    const { spread, symbol } = this.pair;
    const quote = quotes.lastQuote(symbol.id);
    if (quote.time === 0) return null;
    const wantsBid = (side === 'bid') !== this.inverse;
    const price = wantsBid ? groupBid(spread, quote.bid) : groupAsk(spread, quote.bid, quote.ask);
    if (price <= 0) return null;
    const unit = TENN[symbol.digits + PRICE_EXTRA] as bigint;
    return this.inverse
      ? { over: unit, under: BigInt(price) }
      : { over: BigInt(price), under: unit };
  }
}

/** The group's view of pairs, for its converters. */
interface PairSource {
  /** The pairs of two currencies. */
  couple(one: string, other: string): Couple;
  /** The pair with the group's markup. */
  pairOf(symbol: SymbolRecord): Pair;
}

/** The pairs from one currency to another, in the order in which they are tried (§3.2). */
class ConversionPath {
  readonly couple: Couple;
  private links: readonly DirectedPair[] = [];
  /** The couple's revision when the links were made. */
  private revision = NO_REVISION;

  constructor(
    private readonly source: PairSource,
    private readonly from: string,
    to: string,
    private readonly suffix: string | null,
  ) {
    this.couple = source.couple(from, to);
  }

  /** The rate of the first link with a quote; null = none has one. */
  fraction(side: RateSide, quotes: Quotes): Fraction | null {
    if (this.revision !== this.couple.revision) this.link();
    for (const link of this.links) {
      const fraction = link.fraction(side, quotes);
      if (fraction !== null) return fraction;
    }
    return null;
  }

  /** Pairs with the traded symbol's suffix come first, then pairs that the group is offered. */
  private link(): void {
    const ranks: [DirectedPair[], DirectedPair[], DirectedPair[]] = [[], [], []];
    for (const symbol of this.couple.symbols) {
      const pair = this.source.pairOf(symbol);
      const link = new DirectedPair(pair, symbol.currency_base !== this.from);
      if (this.suffix !== null && suffixOf(symbol) === this.suffix) ranks[0].push(link);
      else ranks[pair.offered ? 1 : 2].push(link);
    }
    this.links = ranks.flat();
    this.revision = this.couple.revision;
  }
}

const NO_COUPLES: readonly Couple[] = [];

/**
 * Converts one currency to another at a group's prices (trading-rules §3.2). It follows added
 * and deleted pairs, so that its holders never need a new one.
 */
export class Converter {
  /** The couples whose quotes may determine the rate. */
  readonly couples: readonly Couple[];
  /** Both currencies are the same, so every rate is 1. */
  readonly same: boolean;

  /**
   * `direct` is tried first, then the two steps by the bridge currency. Without any path both
   * currencies are the same.
   */
  constructor(
    private readonly direct?: ConversionPath,
    private readonly toBridge?: ConversionPath,
    private readonly fromBridge?: ConversionPath,
  ) {
    this.same = direct === undefined;
    const ways = [direct, toBridge, fromBridge];
    this.couples = this.same ? NO_COUPLES : ways.flatMap((way) => way?.couple ?? []);
  }

  /** The rate of a side ×10^12, rounded once; 0 when no pair with a quote links the currencies. */
  rate(side: RateSide, quotes: Quotes): bigint {
    if (this.direct === undefined) return ONE;
    const direct = this.direct.fraction(side, quotes);
    if (direct !== null) return roundQuotient(direct.over * ONE, direct.under);
    const first = this.toBridge?.fraction(side, quotes) ?? null;
    if (first === null) return 0n;
    const second = this.fromBridge?.fraction(side, quotes) ?? null;
    if (second === null) return 0n;
    return roundQuotient(first.over * second.over * ONE, first.under * second.under);
  }
}

const SAME = new Converter();

/** Makes a group's converters. */
export class Converters {
  private readonly made = new Map<string, Converter>();
  private readonly ways = new Map<string, ConversionPath>();

  constructor(private readonly source: PairSource) {}

  /** The converter between two currencies; `suffix` is the traded symbol's if it is forex. */
  between(from: string, to: string, suffix: string | null): Converter {
    if (from === to) return SAME;
    const key = `${from} ${to} ${suffix ?? '*'}`;
    let converter = this.made.get(key);
    if (converter === undefined) {
      const direct = this.way(from, to, suffix);
      const isBridged = from !== BRIDGE && to !== BRIDGE;
      converter = isBridged
        ? new Converter(direct, this.way(from, BRIDGE, suffix), this.way(BRIDGE, to, suffix))
        : new Converter(direct);
      this.made.set(key, converter);
    }
    return converter;
  }

  private way(from: string, to: string, suffix: string | null): ConversionPath {
    const key = `${from} ${to} ${suffix ?? '*'}`;
    const known = this.ways.get(key);
    if (known !== undefined) return known;
    const way = new ConversionPath(this.source, from, to, suffix);
    this.ways.set(key, way);
    return way;
  }
}

/**
 * `price`: one unit costs the price; `inverse`: 1/price; null: the symbol does not link the
 * currencies.
 */
export type OwnPair = 'price' | 'inverse' | null;

/**
 * The link by a pair between two currencies: its price, or the inverse (trading-rules §3.3). The
 * price of another instrument is not an exchange rate, whatever its currencies are (§3.2).
 */
export const ownPair = (
  record: Pick<SymbolRecord, 'calc_mode' | 'currency_base' | 'currency_profit'>,
  from: string,
  to: string,
): OwnPair => {
  if (from === to || !isForex(record.calc_mode)) return null;
  if (record.currency_base === from && record.currency_profit === to) return 'price';
  if (record.currency_base === to && record.currency_profit === from) return 'inverse';
  return null;
};

/**
 * Conversion of the value of a symbol's deals to another currency: by its own pair, or by others.
 */
export interface ValueLink {
  readonly own: OwnPair;
  readonly to: Converter;
}

/** A price ×10^(digits+3) as a rate ×10^12, or its inverse, rounded (§3.2). */
export const priceAsRate = (price: number, digits: number, inverse: boolean): bigint => {
  const unit = TENN[digits + PRICE_EXTRA] as bigint;
  if (inverse) return roundQuotient(unit * ONE, BigInt(price));
  const power = RATE_SCALE - digits - PRICE_EXTRA;
  if (power >= 0) return BigInt(price) * (TENN[power] as bigint);
  return roundQuotient(BigInt(price), TENN[-power] as bigint);
};
