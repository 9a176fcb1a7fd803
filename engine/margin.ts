// Margin of one symbol of one account: its components, held and at the check before an order.

import type { Order, OrderKind, Position, Side } from '../wire/records.js';
import { PRICE_EXTRA, RATE_SCALE, VOLUME_SCALE } from '../wire/scale.js';
import { nearest, roundQuotient, TEN, TENN } from './exact.js';
import type { EngineSymbol } from './symbols.js';

/** Volume that takes margin: part of a position, of an order, or of an order under way. */
export interface MarginLot {
  readonly side: Side;
  readonly volume: number;
  /** ×10^(digits+3) */
  readonly price: number;
  readonly rate_margin: bigint;
  /** Margin rate of the symbol for its side and kind, ×10^8. */
  readonly rate: number;
  /** Contract size or money a lot, ×10^8. */
  readonly size: number;
}

/** What margin is reckoned for. */
export interface MarginTerms {
  readonly symbol: EngineSymbol;
  readonly netting: boolean;
  readonly leverage: number;
  readonly currency_digits: number;
}

const SIDES: readonly Side[] = ['buy', 'sell'];

/** The side that closes a side. */
export const opposite = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy');

/** Lots of a component with their volume weighted sums in doubles, each term positive. */
class Leg {
  readonly lots: MarginLot[] = [];
  volume = 0;
  priceSum = 0;
  rateSum = 0;
  /** Σ volume · size · market rate */
  sizeSum = 0;
  /** Σ volume · market rate */
  marketSum = 0;

  add(lot: MarginLot): void {
    this.lots.push(lot);
    this.volume += lot.volume;
    this.priceSum += lot.volume * lot.price;
    this.rateSum += lot.volume * Number(lot.rate_margin);
    this.sizeSum += lot.volume * lot.size * lot.rate;
    this.marketSum += lot.volume * lot.rate;
  }
}

/** Powers of ten in volume · size · rate · rate_margin, less the currency's decimals. */
const scaleOf = ({ currency_digits }: MarginTerms): number =>
  3 * VOLUME_SCALE + RATE_SCALE - currency_digits;

/** Price, tick and leverage as one factor in doubles. */
const shapeFactor = ({ symbol, leverage }: MarginTerms, price: number): number => {
  const { margin, digits } = symbol;
  let factor = margin.leveraged ? 1 / leverage : 1;
  if (margin.priced) factor *= price / (TEN[digits + PRICE_EXTRA] as number);
  if (margin.ticked) {
    factor *= symbol.tick_value / (TEN[VOLUME_SCALE] as number);
    factor *= (TEN[digits + PRICE_EXTRA] as number) / symbol.tick_size;
  }
  return factor;
};

const sum = (lots: readonly MarginLot[], of: (lot: MarginLot) => bigint): bigint =>
  lots.reduce((total, lot) => total + BigInt(lot.volume) * of(lot), 0n);

/** The exact component: volume · size and rate as a fraction, then the means of price and rate. */
const exactComponent = (
  terms: MarginTerms,
  lots: readonly MarginLot[],
  over: bigint,
  under: bigint,
): number => {
  const { symbol, leverage } = terms;
  const { margin, digits } = symbol;
  const volume = sum(lots, () => 1n);
  let top = over * sum(lots, (lot) => lot.rate_margin);
  let bottom = under * volume * (TENN[scaleOf(terms)] as bigint);
  if (margin.leveraged) bottom *= BigInt(leverage);
  if (margin.priced) {
    top *= sum(lots, (lot) => BigInt(lot.price));
    bottom *= volume * (TENN[digits + PRICE_EXTRA] as bigint);
  }
  if (margin.ticked) {
    top *= BigInt(symbol.tick_value) * (TENN[digits + PRICE_EXTRA] as bigint);
    bottom *= BigInt(symbol.tick_size) * (TENN[VOLUME_SCALE] as bigint);
  }
  return Number(roundQuotient(top, bottom));
};

/** Rounded operations in a double of a component, besides one for each lot in each sum. */
const COMPONENT_STEPS = 24;

/**
 * R of `volume` lots of a leg: price, `rate_margin` and market rate are the leg's volume weighted
 * means, each taken separately (trading-rules §3.5, §9.6).
 */
const legComponent = (terms: MarginTerms, leg: Leg, volume: number): number => {
  if (volume === 0 || leg.volume === 0) return 0;
  const mean =
    (leg.sizeSum / leg.volume) *
    (leg.rateSum / leg.volume) *
    shapeFactor(terms, leg.priceSum / leg.volume);
  const value = (volume * mean) / (TEN[scaleOf(terms)] as number);
  const screened = nearest(value, COMPONENT_STEPS + 4 * leg.lots.length);
  if (!Number.isNaN(screened)) return screened;
  const over = BigInt(volume) * sum(leg.lots, (lot) => BigInt(lot.size) * BigInt(lot.rate));
  return exactComponent(terms, leg.lots, over, BigInt(leg.volume));
};

/** R of the covered lots: averages over all positions, the sides' mean rate (§3.5). */
const coveredComponent = (terms: MarginTerms, buy: Leg, sell: Leg): number => {
  const { hedged } = terms.symbol.margin;
  const volume = Math.min(buy.volume, sell.volume);
  if (volume === 0 || hedged === 0) return 0;
  const all = buy.volume + sell.volume;
  const rate = (buy.marketSum / buy.volume + sell.marketSum / sell.volume) / 2;
  const mean =
    hedged *
    rate *
    ((buy.rateSum + sell.rateSum) / all) *
    shapeFactor(terms, (buy.priceSum + sell.priceSum) / all);
  const value = (volume * mean) / (TEN[scaleOf(terms)] as number);
  const lots = [...buy.lots, ...sell.lots];
  const screened = nearest(value, COMPONENT_STEPS + 4 * lots.length);
  if (!Number.isNaN(screened)) return screened;
  const bought = BigInt(buy.volume);
  const sold = BigInt(sell.volume);
  const rates =
    sum(buy.lots, (lot) => BigInt(lot.rate)) * sold +
    sum(sell.lots, (lot) => BigInt(lot.rate)) * bought;
  return exactComponent(terms, lots, BigInt(volume) * BigInt(hedged) * rates, 2n * bought * sold);
};

/** A held position as a lot: maintenance size and rate. */
export const heldLot = (symbol: EngineSymbol, position: Position): MarginLot => ({
  side: position.side,
  volume: position.volume,
  price: position.price_open,
  rate_margin: position.rate_margin,
  rate: symbol.margin.rates[position.side].market.maintenance,
  size: symbol.margin.maintenance,
});

/** New volume of a market order as a lot: initial size and rate. */
export const newLot = (
  symbol: EngineSymbol,
  side: Side,
  volume: number,
  price: number,
  rate_margin: bigint,
): MarginLot => ({
  side,
  volume,
  price,
  rate_margin,
  rate: symbol.margin.rates[side].market.initial,
  size: symbol.margin.initial,
});

/** Unfilled volume of a pending order as a lot: the initial rate of its kind (§3.4). */
const pendingLot = (symbol: EngineSymbol, order: Order, volume: number): MarginLot => ({
  side: order.side,
  volume,
  price: order.kind === 'stop_limit' ? order.price_stop_limit : order.price_order,
  rate_margin: order.rate_margin,
  rate: symbol.margin.rates[order.side][order.kind].initial,
  size: symbol.margin.initial,
});

/** One component of the orders of a kind and side; `free` volume of them is passed over first. */
const pendingComponent = (
  terms: MarginTerms,
  orders: readonly Order[],
  kind: OrderKind,
  side: Side,
  free: number,
): number => {
  if (terms.symbol.margin.rates[side][kind].initial === 0) return 0;
  const leg = new Leg();
  let left = free;
  for (const order of orders) {
    if (order.kind !== kind || order.side !== side) continue;
    const taken = Math.min(left, order.volume_current);
    left -= taken;
    if (order.volume_current > taken) {
      leg.add(pendingLot(terms.symbol, order, order.volume_current - taken));
    }
  }
  return legComponent(terms, leg, leg.volume);
};

/** The parts that a symbol's margin is made of, in units of the deposit currency. */
export interface MarginParts {
  readonly uncovered: number;
  readonly covered: number;
  readonly pending: number;
  readonly long: number;
  readonly short: number;
  readonly stops: number;
  readonly margin: number;
}

const NO_PARTS = { uncovered: 0, covered: 0, pending: 0, long: 0, short: 0, stops: 0 };

/** Hedging: basic or larger leg (trading-rules §3.5). */
const hedgingMargin = (
  terms: MarginTerms,
  lots: readonly MarginLot[],
  orders: readonly Order[],
): MarginParts => {
  const buy = new Leg();
  const sell = new Leg();
  for (const lot of lots) (lot.side === 'buy' ? buy : sell).add(lot);
  const reserved = (side: Side): number => {
    if (!terms.symbol.margin.reserves) return 0;
    return (
      pendingComponent(terms, orders, 'limit', side, 0) +
      pendingComponent(terms, orders, 'stop', side, 0) +
      pendingComponent(terms, orders, 'stop_limit', side, 0)
    );
  };
  if (terms.symbol.hedged_larger_leg) {
    const long = legComponent(terms, buy, buy.volume) + reserved('buy');
    const short = legComponent(terms, sell, sell.volume) + reserved('sell');
    return { ...NO_PARTS, long, short, margin: Math.max(long, short) };
  }
  const larger = buy.volume >= sell.volume ? buy : sell;
  const uncovered = legComponent(terms, larger, Math.abs(buy.volume - sell.volume));
  const covered = coveredComponent(terms, buy, sell);
  const pending = reserved('buy') + reserved('sell');
  const margin = uncovered + covered + pending;
  return { uncovered, covered, pending, long: 0, short: 0, stops: 0, margin };
};

/** Stops against the position use up its volume free of charge, in id order (§3.6). */
const stopMargin = (
  terms: MarginTerms,
  position: readonly MarginLot[],
  orders: readonly Order[],
): number => {
  const held = position[0];
  let stops = 0;
  for (const side of SIDES) {
    let free = held !== undefined && held.side !== side ? heldVolume(position) : 0;
    const freeOf = { stop: 0, stop_limit: 0 };
    for (const order of orders) {
      if (order.side !== side || (order.kind !== 'stop' && order.kind !== 'stop_limit')) continue;
      const taken = Math.min(free, order.volume_current);
      free -= taken;
      freeOf[order.kind] += taken;
    }
    stops += pendingComponent(terms, orders, 'stop', side, freeOf.stop);
    stops += pendingComponent(terms, orders, 'stop_limit', side, freeOf.stop_limit);
  }
  return stops;
};

const heldVolume = (lots: readonly MarginLot[]): number =>
  lots.reduce((total, lot) => total + lot.volume, 0);

/** Netting: the larger side with its limits, stops on top (trading-rules §3.6). */
const nettingMargin = (
  terms: MarginTerms,
  lots: readonly MarginLot[],
  orders: readonly Order[],
): MarginParts => {
  const leg = new Leg();
  for (const lot of lots) leg.add(lot);
  const side = lots[0]?.side ?? 'buy';
  const held = legComponent(terms, leg, leg.volume);
  if (!terms.symbol.margin.reserves) return { ...NO_PARTS, margin: held };
  const limits = (of: Side): number => pendingComponent(terms, orders, 'limit', of, 0);
  const long = (side === 'buy' ? held : 0) + limits('buy');
  const short = (side === 'sell' ? held : 0) + limits('sell');
  const stops = stopMargin(terms, lots, orders);
  return { ...NO_PARTS, long, short, stops, margin: Math.max(long, short) + stops };
};

/** Margin of a symbol from lots (in netting all of one side) and pending orders, in id order. */
export const marginOfLots = (
  terms: MarginTerms,
  lots: readonly MarginLot[],
  orders: readonly Order[],
): MarginParts =>
  terms.netting ? nettingMargin(terms, lots, orders) : hedgingMargin(terms, lots, orders);

/** Margin that positions and orders of a symbol take now (trading-rules §3.5, §3.6). */
export const heldMargin = (
  terms: MarginTerms,
  positions: readonly Position[],
  orders: readonly Order[],
): number => {
  if (positions.length === 0 && !terms.symbol.margin.reserves) return 0;
  const lots = positions.map((position) => heldLot(terms.symbol, position));
  return marginOfLots(terms, lots, orders).margin;
};

/** Netting: the lots after an order of `lot` against the held ones (§3.8, §3.14). */
const netted = (held: readonly MarginLot[], lot: MarginLot): readonly MarginLot[] => {
  const position = held[0];
  if (position === undefined || position.side === lot.side) return [...held, lot];
  if (position.volume > lot.volume) {
    return [{ ...position, volume: position.volume - lot.volume }];
  }
  if (position.volume === lot.volume) return [];
  return [{ ...lot, volume: lot.volume - position.volume }];
};

/** Fixed margin, hedging: what new lots cost, covered and uncovered ones apart (§3.8). */
const fixedNewMargin = (terms: MarginTerms, held: readonly MarginLot[], lot: MarginLot): number => {
  const { symbol } = terms;
  const volumeOf = (side: Side): number => heldVolume(held.filter((one) => one.side === side));
  const open = Math.max(0, volumeOf(opposite(lot.side)) - volumeOf(lot.side));
  const covered = Math.min(open, lot.volume);
  const { rates } = symbol.margin;
  const leg = new Leg();
  leg.add(lot);
  const [buy, sell] = SIDES.map((side) => {
    const half = new Leg();
    half.add({ ...lot, side, volume: covered, rate: rates[side].market.initial });
    return half;
  }) as [Leg, Leg];
  return coveredComponent(terms, buy, sell) + legComponent(terms, leg, lot.volume - covered);
};

/**
 * `margin_check` of new volume (trading-rules §3.8, §9.6): margin now, or margin as if it were
 * filled with initial rates, whichever is more; fixed margin adds up for market orders in hedging.
 */
export const checkedMargin = (
  terms: MarginTerms,
  positions: readonly Position[],
  orders: readonly Order[],
  lot: MarginLot,
  marginNow: number,
  isMarketOrder: boolean,
): number => {
  const held = positions.map((position) => heldLot(terms.symbol, position));
  if (terms.symbol.margin.fixed && isMarketOrder && !terms.netting) {
    return marginNow + fixedNewMargin(terms, held, lot);
  }
  const lots = terms.netting ? netted(held, lot) : [...held, lot];
  return Math.max(marginNow, marginOfLots(terms, lots, orders).margin);
};

/** What a pending order reserves by itself (trading-rules §3.12). */
export const orderMargin = (terms: MarginTerms, order: Order): number => {
  const leg = new Leg();
  leg.add(pendingLot(terms.symbol, order, order.volume_current));
  return legComponent(terms, leg, leg.volume);
};
