// The pricer: decides which feed owns a symbol, and converts its raw prices to symbol-level prices.

import {
  inSession,
  type ServerClock,
  UTC,
  type Week,
  weekOf,
} from '../../../engine/calendar/clock.js';
import { POINT, PRICE_MAX, symbolPrice, usable } from '../../../engine/settings/quotes.js';
import { type Refusal, refuse } from '../../../wire/base/codes.js';
import { formatExact, PRICE_EXTRA, rescalePrice } from '../../../wire/base/scale.js';
import type { DropReason } from '../../../wire/rest/settings/connections.js';
import type { Settings } from '../../../wire/settings/config.js';
import { feedTimeoutOf } from '../../../wire/settings/servers.js';
import type { SymbolRecord } from '../../../wire/settings/symbols.js';
import { toUnit } from '../feeds/instruments.js';
import type { ManualPrice } from './price-messages.js';
import { allSymbols } from './symbol-changes.js';

/** The feed id of manual quotes. */
const STAFF_FEED = 0;

/**
 * Receives a symbol's new quote at symbol level, prices ×10^(digits+3), `last` 0 = no trade known.
 */
type Publish = (symbolId: number, bid: number, ask: number, time: number, last: number) => void;

/** The state of a symbol: its digits, the feeds that quote it, and the feed that owns it. */
interface Line {
  readonly symbol: SymbolRecord;
  /** When it is quoted; staff may publish prices at any time. */
  readonly sessions: Week;
  /** Id of the owning feed; STAFF_FEED = none. */
  owner: number;
  /** Time of the owner's last quote, ms. */
  ownerAt: number;
  /** Price of the last trade; 0 = none yet. */
  last: number;
  /** The last published raw prices and their time; 0 = none yet. */
  bid: number;
  ask: number;
  time: number;
  /** The last raw prices of a feed; 0 = no feed has quoted it. */
  fedBid: number;
  fedAsk: number;
  fedLast: number;
  /** The newest quote that the filter holds back, and those before it at its level. */
  held: HeldLevel | undefined;
}

/** A level of prices that the filter against spikes has not accepted yet. */
interface HeldLevel extends RawQuote {
  /** Time of the first quote at the level, ms. */
  readonly since: number;
  /** Quotes at the level after the first one. */
  readonly further: number;
}

/**
 * Is a quote within so many points of another one? A trade price may be near the bid and ask of its
 * own quote instead.
 */
const isNear = (points: number, { bid, ask, last }: RawQuote, other: RawQuote): boolean => {
  const bound = points * POINT;
  if (Math.abs(bid - other.bid) > bound || Math.abs(ask - other.ask) > bound) return false;
  if (last === 0 || (last >= bid - bound && last <= ask + bound)) return true;
  return other.last > 0 && Math.abs(last - other.last) <= bound;
};

/** Bid and ask ×10^(digits+3). */
export interface PricePair {
  readonly bid: number;
  readonly ask: number;
}

/** Raw prices of a symbol; `last` 0 = no trade. */
interface RawQuote extends PricePair {
  readonly last: number;
}

const IMPOSSIBLE = 'bid, ask: a price is not positive, too large, or crossed';

/** A refusal that lists each field with the limits of its price. */
const outside = (
  fields: readonly string[],
  message: string,
  limits: Readonly<Record<string, number>>,
): Refusal =>
  refuse('invalid_input', `${fields.join(', ')}: ${message}`, {
    faults: fields.map((field) => ({ field, message, ...limits })),
  });

/** Fields of a symbol that determine its prices from raw ones. */
const SPREAD = ['spread', 'spread_balance_bid', 'spread_balance_ask'] as const;

const NO_LINES: readonly Line[] = [];

/** Steps 1 (priority) and 2 of the quote pipeline (trading-rules §3.1). */
export class Pricer {
  readonly #lines = new Map<number, Line>();
  /** Symbols that take their raw prices from another symbol, by its id. */
  readonly #dependants = new Map<number, Line[]>();
  /** Feeds that may own symbols: their ranks by id, best first. */
  #ranks = new Map<number, number>();
  #timeoutMs = 0;
  #clock: ServerClock = UTC;

  /** `reprice` receives quotes that change by spread or source although the market did not move. */
  constructor(
    private readonly publish: Publish,
    private readonly reprice: Publish,
  ) {}

  /** Applies settings; a symbol keeps its owner while that feed exists. */
  apply(settings: Settings, changes = allSymbols(settings, this.#lines.keys())): void {
    this.#clock = settings.platform[0] ?? UTC;
    for (const { id, symbol } of changes) this.#change(id, symbol);
    const feeds = settings.datafeed.filter((feed) => feed.enabled && feed.quotes_enabled);
    feeds.sort((a, b) => a.priority - b.priority || a.id - b.id);
    this.#ranks = new Map(feeds.map((feed, rank) => [feed.id, rank]));
    this.#timeoutMs = feedTimeoutOf(settings.logical_server) * 1000;
  }

  /**
   * A feed's quote after names, rounding and markups. It is used if the feed owns the symbol,
   * outranks its owner, or the owner is stale. `last` 0: no trade, the last trade price is kept.
   * Returns the reason why the tick was dropped; undefined = it was not.
   */
  tick(
    feed: number,
    symbolId: number,
    bid: number,
    ask: number,
    time: number,
    now: number,
    last = 0,
  ): DropReason | undefined {
    const line = this.#lines.get(symbolId);
    const rank = this.#ranks.get(feed);
    if (line === undefined || rank === undefined) return 'unused';
    if (!usable(bid, ask)) return ask < bid && bid > 0 && ask > 0 ? 'crossed' : 'price';
    const delayMs = line.symbol.quote_max_delay_sec * 1000;
    if (delayMs > 0 && now - time > delayMs) return 'late';
    if (line.owner !== feed && !this.#mayTake(line, rank, now)) return undefined;
    if (this.#isSpike(line, { bid, ask, last }, now)) return 'spike';
    line.owner = feed;
    line.ownerAt = now;
    return this.#publishRaw(line, bid, ask, time, last, false) ? undefined : 'session';
  }

  /**
   * Is a quote too far from the last accepted one of a feed, and from a manual quote after it? Then
   * it is held back, until so many further quotes at its level follow in time. In the first quote
   * of a feed the price of the trade must be near its own bid and ask.
   */
  #isSpike(line: Line, quote: RawQuote, now: number): boolean {
    const { filter_pts: points, filter_count, filter_sec } = line.symbol;
    const { held, fedBid, fedAsk, fedLast } = line;
    line.held = undefined;
    if (points === 0) return false;
    const fed = { bid: fedBid, ask: fedAsk, last: fedLast };
    const before = fedBid === 0 ? { ...quote, last: 0 } : fed;
    if (isNear(points, quote, before)) return false;
    if (line.time > 0 && isNear(points, quote, line)) return false;
    const isConfirming =
      held !== undefined && now - held.since <= filter_sec * 1000 && isNear(points, quote, held);
    const further = isConfirming ? held.further + 1 : 0;
    if (further >= filter_count) return false;
    line.held = { ...quote, since: isConfirming ? held.since : now, further };
    return true;
  }

  /**
   * The refusal of a manual quote that may not be published: its spread, or a price too far from
   * the last price of the symbol or of a symbol that takes its prices from it. `kept` is the last
   * price that is known from before the start.
   */
  manualQuoteFault(
    { symbolId, bid, ask, last }: Omit<ManualPrice, 'dryRun'>,
    kept: PricePair | undefined,
  ): Refusal | undefined {
    const line = this.#lines.get(symbolId);
    if (line === undefined) return undefined;
    const fault = this.#manualFault(line, bid, ask, last, kept);
    if (fault !== undefined || line.symbol.source_symbol_id !== null) return fault;
    for (const one of this.#dependants.get(symbolId) ?? NO_LINES) {
      const scaled = [bid, ask, last].map((price) =>
        rescalePrice(price, line.symbol.digits, one.symbol.digits),
      ) as [number, number, number];
      const whose = `, of ${one.symbol.name}, which follows it`;
      const found = this.#manualFault(one, ...scaled, undefined, whose);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /**
   * The bound counts from the last price of a feed, so that a series of manual quotes cannot move
   * away from the market. Where no feed has quoted the symbol, it counts from the last manual
   * quote.
   */
  #manualFault(
    { symbol, fedBid, fedAsk, ...line }: Line,
    bid: number,
    ask: number,
    last: number,
    kept: PricePair | undefined,
    whose = '',
  ): Refusal | undefined {
    if (!usable(bid, ask)) return refuse('invalid_input', IMPOSSIBLE + whose);
    const newest = line.time > 0 ? line : kept;
    const from = fedBid > 0 ? { bid: fedBid, ask: fedAsk } : newest;
    if (from === undefined) return undefined;
    const { manual_quote_pts: points, digits } = symbol;
    const lowest = from.bid - points * POINT;
    const highest = from.ask + points * POINT;
    const isPriceNear = bid >= lowest && ask <= highest;
    const isNear = isPriceNear && (last === 0 || (last >= lowest && last <= highest));
    if (isNear && points > 0) return undefined;
    const shown = (price: number): string => formatExact(price, digits + PRICE_EXTRA, digits);
    const min = Number(shown(Math.max(lowest, POINT)));
    const max = Number(shown(highest));
    return outside(
      isPriceNear && points > 0 ? ['last'] : ['bid', 'ask'],
      `must be within ${points} points (manual_quote_pts) of the last price, ` +
        `${shown(from.bid)} / ${shown(from.ask)}${whose}`,
      points > 0 ? { min, max } : {},
    );
  }

  /** The last raw price of a symbol since the start; undefined = none. */
  lastPrice(symbolId: number): PricePair | undefined {
    const line = this.#lines.get(symbolId);
    return line === undefined || line.time === 0 ? undefined : { bid: line.bid, ask: line.ask };
  }

  /** A manual quote of staff: the symbol's raw price until the next tick. False: it is unusable. */
  takeManualQuote(symbolId: number, bid: number, ask: number, time: number, last = 0): boolean {
    const line = this.#lines.get(symbolId);
    if (line === undefined || !usable(bid, ask)) return false;
    return this.#publishRaw(
      line,
      toUnit(bid, POINT),
      toUnit(ask, POINT),
      time,
      toUnit(last, POINT),
      true,
    );
  }

  /** Does the symbol exist? */
  knows(symbolId: number): boolean {
    return this.#lines.has(symbolId);
  }

  #change(id: number, symbol: SymbolRecord | null): void {
    const known = this.#lines.get(id);
    const before = known?.symbol.source_symbol_id ?? null;
    if (known !== undefined && before !== null) {
      const dependants = this.#dependants.get(before) ?? [];
      dependants.splice(dependants.indexOf(known), 1);
    }
    if (symbol === null) {
      this.#lines.delete(id);
      return;
    }
    const { owner = STAFF_FEED, ownerAt = 0 } = known ?? {};
    const same = known?.symbol.digits === symbol.digits ? known : undefined;
    const { bid = 0, ask = 0, time = 0, fedBid = 0, fedAsk = 0, fedLast = 0 } = same ?? {};
    const source = symbol.source_symbol_id;
    const last = source === before ? (same?.last ?? 0) : 0;
    const sessions = weekOf(symbol.quote_sessions);
    const prices = { last, bid, ask, time, fedBid, fedAsk, fedLast, held: undefined };
    const line: Line = { symbol, sessions, owner, ownerAt, ...prices };
    this.#lines.set(id, line);
    if (same !== undefined && SPREAD.some((field) => same.symbol[field] !== symbol[field])) {
      this.#respread(line);
    }
    if (source === null) return;
    const dependants = this.#dependants.get(source);
    if (dependants === undefined) this.#dependants.set(source, [line]);
    else dependants.push(line);
    if (source !== before) this.#follow(line, source);
  }

  /**
   * Publishes a price of a symbol that now takes its quotes from another one, if that has a price.
   */
  #follow(line: Line, source: number): void {
    const from = this.#lines.get(source);
    if (from === undefined || from.time === 0) return;
    if (!inSession(this.#clock, line.sessions, from.time)) return;
    const [was, is] = [from.symbol.digits, line.symbol.digits];
    line.bid = rescalePrice(from.bid, was, is);
    line.ask = rescalePrice(from.ask, was, is);
    line.last = rescalePrice(from.last, was, is);
    line.time = Math.max(line.time, from.time);
    this.#respread(line);
  }

  /**
   * Publishes the newest quote with the symbol's new spread, because the next order must deal at
   * it.
   */
  #respread({ symbol, bid: rawBid, ask: rawAsk, time, last }: Line): void {
    if (time === 0) return;
    const [bid, ask] = symbolPrice(symbol, rawBid, rawAsk);
    if (usable(bid, ask)) this.reprice(symbol.id, bid, ask, time, last);
  }

  #mayTake(line: Line, rank: number, now: number): boolean {
    const ownerRank = this.#ranks.get(line.owner);
    return ownerRank === undefined || rank < ownerRank || now - line.ownerAt > this.#timeoutMs;
  }

  /**
   * Publishes raw prices in symbols within their quote sessions (§1.1); manual quotes in all.
   * False: not in this symbol.
   */
  #publishRaw(
    line: Line,
    rawBid: number,
    rawAsk: number,
    time: number,
    last: number,
    isManual: boolean,
  ): boolean {
    const { symbol, sessions } = line;
    const isTrade = last > 0 && last <= PRICE_MAX;
    if (!isManual) {
      line.fedBid = rawBid;
      line.fedAsk = rawAsk;
      if (isTrade) line.fedLast = last;
    }
    const open = isManual || inSession(this.#clock, sessions, time);
    if (open && isTrade) line.last = last;
    const [bid, ask] = symbolPrice(symbol, rawBid, rawAsk);
    const fits = open && usable(bid, ask);
    if (fits) {
      line.bid = rawBid;
      line.ask = rawAsk;
      line.time = time;
      this.publish(symbol.id, bid, ask, time, line.last);
    }
    // A symbol that takes its prices from another one does not pass them on.
    if (symbol.source_symbol_id !== null) return fits;
    for (const dependant of this.#dependants.get(symbol.id) ?? NO_LINES) {
      const { digits } = dependant.symbol;
      this.#publishRaw(
        dependant,
        rescalePrice(rawBid, symbol.digits, digits),
        rescalePrice(rawAsk, symbol.digits, digits),
        time,
        rescalePrice(last, symbol.digits, digits),
        isManual,
      );
    }
    return fits;
  }
}
