// What the account trades on: the settings as its group sees them, prices and conversion rates.

import { maskListFits } from '../../wire/base/mask.js';
import type { PlatformRecord, Settings } from '../../wire/settings/config.js';
import type { GroupRecord } from '../../wire/settings/groups.js';
import type { LeverageProfileRecord } from '../../wire/settings/leverage.js';
import type { RoutingRecord } from '../../wire/settings/routing.js';
import { currencyDigits, type Decimal, max, ONE, R } from './decimal.js';
import { type Terms, termsOf } from './terms.js';

/** Decimals of conversion rates (trading-rules §0.1). */
const RATE_DECIMALS = 12;

/** A Bid and an Ask of one moment. */
export interface Quote {
  readonly bid: Decimal;
  readonly ask: Decimal;
  /** Of the newest trade; 0 = none was told. */
  readonly last: Decimal;
  /** ms */
  readonly time: number;
}

/** Which side of the market a rate is taken from. */
export type MarketSide = 'bid' | 'ask';

/** A symbol that may convert: a pair with its place in the search (trading-rules §3.2). */
interface Pair {
  readonly id: number;
  readonly base: string;
  readonly profit: string;
  /** What follows both currencies in the name; undefined = the name is no pair's. */
  readonly suffix: string | undefined;
  readonly offered: Terms | undefined;
}

/** A rate as a quotient, so that two steps are rounded once. */
interface Quotient {
  readonly over: Decimal;
  readonly under: Decimal;
}

const suffixOf = (name: string, base: string, profit: string): string | undefined =>
  name.startsWith(base + profit) ? name.slice(base.length + profit.length) : undefined;

/** Settings as one account's group sees them. */
export interface Rules {
  readonly group: GroupRecord;
  readonly platform: PlatformRecord;
  /** By name; only what the group is offered. */
  readonly terms: ReadonlyMap<string, Terms>;
  /** Names of all symbols by id. */
  readonly names: ReadonlyMap<number, string>;
  /** Enabled rules in order. */
  readonly routing: readonly RoutingRecord[];
  /** The rule of the group's floating leverage profile of each symbol that has one (§3.7.1). */
  readonly leverage: ReadonlyMap<string, LeverageRule>;
  readonly pairs: readonly Pair[];
  /** Ids of symbols that are pairs. */
  readonly pairIds: ReadonlySet<number>;
  /** Searches for a rate that were made: pairs in the order they are asked. */
  readonly searches: Map<string, readonly Pair[]>;
}

/** A rule of a floating leverage profile. */
export type LeverageRule = LeverageProfileRecord['rules'][number];

const orderedByName = <T extends { readonly name: string }>(list: readonly T[]): T[] =>
  [...list].sort((a, b) => (a.name < b.name ? -1 : 1));

/** Rules by settings and group: worlds are lived in more than once. */
const compiled = new WeakMap<Settings, Map<string, Rules>>();

/** The rules of a group out of all settings. */
export const rulesOf = (settings: Settings, path: string): Rules => {
  const known = compiled.get(settings) ?? new Map<string, Rules>();
  const rules = known.get(path) ?? compile(settings, path);
  compiled.set(settings, known.set(path, rules));
  return rules;
};

/** The first row whose mask fits decides (§1.2), and the first leverage rule (§3.7.1). */
const compile = (settings: Settings, path: string): Rules => {
  const group = settings.group.find((one) => one.path === path);
  const platform = settings.platform[0];
  if (group === undefined || platform === undefined) throw new Error(`no group ${path}`);
  const terms = new Map<string, Terms>();
  const pairs: Pair[] = [];
  for (const symbol of orderedByName(settings.symbol)) {
    const { id, name, calc_mode, currency_base: base, currency_profit: profit } = symbol;
    const row = group.symbols.find((one) => maskListFits(one.mask, name, symbol.path));
    const offered = row === undefined ? undefined : termsOf(symbol, row, settings.holiday);
    if (offered !== undefined) terms.set(name, offered);
    if (calc_mode !== 'forex' && calc_mode !== 'forex_no_leverage') continue;
    pairs.push({ id, base, profit, suffix: suffixOf(name, base, profit), offered });
  }
  const named = settings.leverage_profile.find((one) => one.id === group.leverage_profile_id);
  const profile = named?.enabled ? named : undefined;
  const leverage = new Map<string, LeverageRule>();
  for (const [name, { record }] of terms) {
    const rule = profile?.rules.find(({ mask }) => maskListFits(mask, name, record.path));
    if (rule !== undefined) leverage.set(name, rule);
  }
  return {
    group,
    platform,
    terms,
    names: new Map(settings.symbol.map(({ id, name }) => [id, name])),
    routing: settings.routing.filter((one) => one.enabled).sort((a, b) => a.position - b.position),
    leverage,
    pairs,
    pairIds: new Set(pairs.map(({ id }) => id)),
    searches: new Map(),
  };
};

/** Pairs that link two currencies, in the order of the search (§3.2.2). */
const searchOf = (
  pairs: readonly Pair[],
  from: string,
  to: string,
  suffix: string | undefined,
): readonly Pair[] => {
  const links = pairs.filter(
    ({ base, profit }) => (base === from && profit === to) || (base === to && profit === from),
  );
  const classes = [
    suffix === undefined ? [] : links.filter((pair) => pair.suffix === suffix),
    links.filter((pair) => pair.offered !== undefined),
    links,
  ];
  return classes.flat();
};

/** What a group is shown of a quote: Bid and Ask moved, never crossed (§3.1.3). */
const groupPrice = (terms: Terms, quote: Quote): Quote => {
  const bid = quote.bid.minus(terms.lowerBid);
  return { ...quote, bid, ask: max(quote.ask.plus(terms.raiseAsk), bid) };
};

/** Rules with the newest quotes. */
export class Market {
  private readonly quotes = new Map<number, Quote>();
  /** Every quote of a symbol so far, oldest first. */
  private readonly streams = new Map<number, Quote[]>();
  private readonly prices = new Map<number, { readonly of: Quote; readonly is: Quote }>();
  private readonly rates = new Map<string, Decimal | undefined>();
  /** Counts changes of quotes and rules. */
  revision = 0;
  /** Counts changes of rules and of quotes of pairs: until then every rate stands. */
  rateRevision = 0;

  constructor(private given: Rules) {}

  get rules(): Rules {
    return this.given;
  }

  set rules(rules: Rules) {
    this.given = rules;
    this.prices.clear();
    this.changed(true);
  }

  private changed(ratesToo: boolean): void {
    this.revision += 1;
    if (!ratesToo) return;
    this.rateRevision += 1;
    this.rates.clear();
  }

  /** Decimals of the deposit currency. */
  get digits(): number {
    return this.rules.group.currency_digits;
  }

  /** Takes the newest quote of a symbol, at symbol level. */
  quote(id: number, quote: Quote): void {
    this.quotes.set(id, quote);
    const stream = this.streams.get(id) ?? [];
    stream.push(quote);
    this.streams.set(id, stream);
    this.changed(this.rules.pairIds.has(id));
  }

  /** Step 3 of the quote pipeline: the prices that the group deals at (trading-rules §3.1). */
  price(terms: Terms): Quote | undefined {
    const quote = this.quotes.get(terms.id);
    if (quote === undefined) return undefined;
    const known = this.prices.get(terms.id);
    if (known?.of === quote) return known.is;
    const price = groupPrice(terms, quote);
    this.prices.set(terms.id, { of: quote, is: price });
    return price;
  }

  /** Was the group's Ask (buy) or Bid (sell) at this price within the time (§4.2.3)? */
  wasPrice(terms: Terms, side: MarketSide, price: Decimal, since: number): boolean {
    const stream = this.streams.get(terms.id) ?? [];
    return stream.some(
      (quote, at) =>
        (quote.time >= since || at === stream.length - 1) &&
        groupPrice(terms, quote)[side].eq(price),
    );
  }

  /** A pair's price as FROM → TO; null = no quote. Bid of the turned pair is 1/Ask. */
  private through(pair: Pair, from: string, side: MarketSide): Quotient | undefined {
    const price = pair.offered ? this.price(pair.offered) : this.quotes.get(pair.id);
    if (price === undefined) return undefined;
    if (pair.base === from) return { over: price[side], under: ONE };
    return { over: ONE, under: side === 'bid' ? price.ask : price.bid };
  }

  /** One step of the search: the traded suffix, then the group's symbols, then any (§3.2.2). */
  private step(from: string, to: string, side: MarketSide, suffix: string | undefined) {
    const { pairs, searches } = this.rules;
    const key = `${from} ${to} ${suffix}`;
    const search = searches.get(key) ?? searchOf(pairs, from, to, suffix);
    searches.set(key, search);
    for (const pair of search) {
      const found = this.through(pair, from, side);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /**
   * The conversion rate FROM → TO at Bid or Ask (trading-rules §3.2); undefined = there is none.
   * `traded` is the symbol on whose behalf it is sought.
   */
  rate(from: string, to: string, side: MarketSide, traded?: Terms): Decimal | undefined {
    if (from === to) return ONE;
    const pair = traded?.isForex ? traded.record : undefined;
    const suffix = pair && suffixOf(pair.name, pair.currency_base, pair.currency_profit);
    const key = `${from} ${to} ${side} ${suffix}`;
    if (!this.rates.has(key)) this.rates.set(key, this.seek(from, to, side, suffix));
    return this.rates.get(key);
  }

  /** Directly, else by way of USD. */
  private seek(
    from: string,
    to: string,
    side: MarketSide,
    suffix: string | undefined,
  ): Decimal | undefined {
    const direct = this.step(from, to, side, suffix);
    if (direct !== undefined) return R(direct.over.div(direct.under), RATE_DECIMALS);
    if (from === 'USD' || to === 'USD') return undefined;
    const first = this.step(from, 'USD', side, suffix);
    const second = this.step('USD', to, side, suffix);
    if (first === undefined || second === undefined) return undefined;
    const over = first.over.times(second.over);
    return R(over.div(first.under.times(second.under)), RATE_DECIMALS);
  }

  /** The rate to the deposit currency. */
  toDeposit(from: string, side: MarketSide, traded?: Terms): Decimal | undefined {
    return this.rate(from, this.rules.group.currency, side, traded);
  }

  /**
   * A rate at a deal: the deal price where the deal's own pair converts (§3.3, §3.4, §3.9),
   * `1/price` when it does so the other way round.
   */
  atDeal(
    terms: Terms,
    from: string,
    side: MarketSide,
    price: Decimal,
    to: string = this.rules.group.currency,
  ): Decimal | undefined {
    const { currency_base: base, currency_profit: profit } = terms.record;
    if (from === to) return ONE;
    if (terms.isForex && base === from && profit === to) return price;
    if (terms.isForex && profit === from && base === to) return R(ONE.div(price), RATE_DECIMALS);
    return this.rate(from, to, side, terms);
  }

  /** Decimals of a symbol's profit currency. */
  profitDigits(terms: Terms): number {
    return currencyDigits(terms.record.currency_profit);
  }
}
