// Currency conversion: which pairs link two currencies for a group, and their rates ×10^12.

import type { SymbolRecord } from '../wire/config.js';
import { PRICE_EXTRA, RATE_SCALE } from '../wire/scale.js';
import { ONE, roundQuotient, TENN } from './exact.js';
import { type GroupSpread, groupAsk, groupBid, type Quote } from './quotes.js';

/** The currency through which two others are linked when no pair links them directly. */
const BRIDGE = 'USD';

/** Bid for amounts that the client receives, Ask for those he pays. */
export type RateSide = 'bid' | 'ask';

/** Where prices are found, at symbol level; `time` 0 = none. */
export interface Quotes {
  /** The newest quote since the start: what is dealt at. */
  quote(symbolId: number): Quote;
  /** The newest quote, also of before the start: what is converted at (trading-rules §3.2). */
  lastQuote(symbolId: number): Quote;
}

/** A pair that can take part in a conversion, as a group sees its prices. */
export interface Pair {
  readonly id: number;
  readonly name: string;
  readonly digits: number;
  readonly currency_base: string;
  readonly currency_profit: string;
  /** The group's row; no markup where the group is not offered the symbol. */
  readonly spread: GroupSpread;
  readonly offered: boolean;
}

/** Is the calculation mode one of currency pairs (trading-rules §3.2, §9.2)? */
export const isForex = (mode: SymbolRecord['calc_mode']): boolean =>
  mode === 'forex' || mode === 'forex_no_leverage';

/** What follows base and profit currency in a pair's name (§9.1); null = named otherwise. */
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

/** A pair in the direction of a conversion. */
class Link {
  constructor(
    readonly pair: Pair,
    /** The pair quotes the target in the source: its price is turned over. */
    readonly inverse: boolean,
  ) {}

  /** The rate of a side as a fraction; null without a quote. */
  fraction(side: RateSide, quotes: Quotes): Fraction | null {
    const { pair } = this;
    const quote = quotes.lastQuote(pair.id);
    if (quote.time === 0) return null;
    const wantsBid = (side === 'bid') !== this.inverse;
    const price = wantsBid
      ? groupBid(pair.spread, quote.bid)
      : groupAsk(pair.spread, quote.bid, quote.ask);
    if (price <= 0) return null;
    const unit = TENN[pair.digits + PRICE_EXTRA] as bigint;
    return this.inverse
      ? { over: unit, under: BigInt(price) }
      : { over: BigInt(price), under: unit };
  }
}

const firstFraction = (links: readonly Link[], side: RateSide, quotes: Quotes): Fraction | null => {
  for (const link of links) {
    const fraction = link.fraction(side, quotes);
    if (fraction !== null) return fraction;
  }
  return null;
};

/** Converts one currency to another at a group's prices (trading-rules §3.2, §9.1). */
export class Converter {
  constructor(
    /** Both currencies are the same: every rate is 1. */
    readonly same: boolean,
    private readonly direct: readonly Link[],
    private readonly toBridge: readonly Link[],
    private readonly fromBridge: readonly Link[],
  ) {}

  /** Symbols whose quotes the rate may rest on. */
  get symbolIds(): readonly number[] {
    const links = [...this.direct, ...this.toBridge, ...this.fromBridge];
    return [...new Set(links.map((link) => link.pair.id))];
  }

  /** The rate of a side ×10^12, rounded once; 0 when no pair with a quote links them. */
  rate(side: RateSide, quotes: Quotes): bigint {
    if (this.same) return ONE;
    const direct = firstFraction(this.direct, side, quotes);
    if (direct !== null) return roundQuotient(direct.over * ONE, direct.under);
    const first = firstFraction(this.toBridge, side, quotes);
    if (first === null) return 0n;
    const second = firstFraction(this.fromBridge, side, quotes);
    if (second === null) return 0n;
    return roundQuotient(first.over * second.over * ONE, first.under * second.under);
  }
}

const SAME = new Converter(true, [], [], []);

/** Makes a group's converters: pairs in the order in which they are tried. */
export class Converters {
  private readonly made = new Map<string, Converter>();

  /** `pairs`: all forex symbols in name order. */
  constructor(private readonly pairs: readonly Pair[]) {}

  /** The converter between two currencies; `suffix` of the traded symbol when it is forex. */
  between(from: string, to: string, suffix: string | null): Converter {
    if (from === to) return SAME;
    const key = `${from} ${to} ${suffix ?? '*'}`;
    let converter = this.made.get(key);
    if (converter === undefined) {
      const bridged = from !== BRIDGE && to !== BRIDGE;
      converter = new Converter(
        false,
        this.links(from, to, suffix),
        bridged ? this.links(from, BRIDGE, suffix) : [],
        bridged ? this.links(BRIDGE, to, suffix) : [],
      );
      this.made.set(key, converter);
    }
    return converter;
  }

  private links(from: string, to: string, suffix: string | null): readonly Link[] {
    const links: Link[] = [];
    for (const pair of this.pairs) {
      if (pair.currency_base === from && pair.currency_profit === to) {
        links.push(new Link(pair, false));
      } else if (pair.currency_base === to && pair.currency_profit === from) {
        links.push(new Link(pair, true));
      }
    }
    const rank = ({ pair }: Link): number => {
      if (suffix !== null && suffixOf(pair) === suffix) return 0;
      return pair.offered ? 1 : 2;
    };
    return links.sort((a, b) => rank(a) - rank(b));
  }
}

/** `price`: one unit costs the price; `inverse`: 1/price; null: the symbol says nothing of it. */
export type OwnPair = 'price' | 'inverse' | null;

/**
 * How a pair itself links two currencies: its price, turned over (trading-rules §3.3). The price of
 * another instrument is no exchange rate, whatever its currencies are (§3.2).
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

/** How the value of a symbol's deals becomes another currency: by its own pair, or by others. */
export interface ValueLink {
  readonly own: OwnPair;
  readonly to: Converter;
}

/** A price ×10^(digits+3) as a rate ×10^12: itself or turned over, rounded (§3.2). */
export const priceAsRate = (price: number, digits: number, inverse: boolean): bigint => {
  const unit = TENN[digits + PRICE_EXTRA] as bigint;
  if (inverse) return roundQuotient(unit * ONE, BigInt(price));
  const power = RATE_SCALE - digits - PRICE_EXTRA;
  if (power >= 0) return BigInt(price) * (TENN[power] as bigint);
  return roundQuotient(BigInt(price), TENN[-power] as bigint);
};
