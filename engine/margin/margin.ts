// Margin of one symbol of one account: its components and their amounts.

import { limited } from '../../wire/base/amounts.js';
import { PRICE_EXTRA, RATE_SCALE, VOLUME_SCALE } from '../../wire/base/scale.js';
import type { Order, Position, Side } from '../../wire/trading/records.js';
import {
  type Free,
  NO_ORDERS,
  OrderSums,
  PENDING_KINDS,
  type PendingKind,
  type Reserved,
  slotOf,
} from '../account/reserves.js';
import {
  type BothSides,
  bySide,
  type HeldBySide,
  RowSums,
  type SideTotals,
  SideVolume,
  type Sums,
} from '../account/side-volume.js';
import type { MarginTerms } from '../account/types.js';
import { type Arithmetic, DOUBLES, EXACT, type Ratio } from '../numbers/arithmetic.js';
import { limitedQuotient, nearest } from '../numbers/exact.js';
import type { EngineSymbol } from '../settings/symbols.js';

/** The side that closes a side (trading-rules §3.3). */
export const opposite = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy');

/**
 * One component: lots of one side, or, with `against`, covered lots of both (trading-rules §3.5).
 */
export interface Piece {
  readonly part: 'held' | 'covered' | 'pending';
  readonly sideVolume: SideVolume;
  readonly against: SideVolume | null;
  readonly volume: number;
}

/** A symbol's margin is Σ `always` + the larger of Σ `long` and Σ `short` (§3.5, §3.6). */
export interface Layout {
  readonly always: readonly Piece[];
  readonly long: readonly Piece[];
  readonly short: readonly Piece[];
  /** Does only the larger side count for the size (§3.7, larger leg)? */
  readonly oneSided: boolean;
}

/** Arithmetic that can also read the sums of a side. */
export interface MarginArithmetic<N> extends Arithmetic<N> {
  totals(sideVolume: SideVolume): SideTotals<N>;
}
export const ROUGH: MarginArithmetic<number> = { ...DOUBLES, totals: (sums) => sums };
export const PRECISE: MarginArithmetic<bigint> = { ...EXACT, totals: (sums) => sums.exact() };

/** Powers of ten in volume · size · rate · rate_margin, less the currency's decimals. */
const scaleOf = ({ currency_digits }: MarginTerms): number =>
  3 * VOLUME_SCALE + RATE_SCALE - currency_digits;

/**
 * `volume · size · rate`, with separate means of price and `rate_margin`: for one side, or over
 * both sides for covered lots, whose rate is the mean of both (trading-rules §3.4, §3.5).
 */
export const ratioOf = <N>(to: MarginArithmetic<N>, terms: MarginTerms, piece: Piece): Ratio<N> => {
  const { symbol, leverage } = terms;
  const { margin, digits } = symbol;
  const sums = to.totals(piece.sideVolume);
  let { volume, prices, rates } = sums;
  let over = to.of(piece.volume);
  let under = to.ten(scaleOf(terms));
  if (piece.against === null) {
    over = to.times(over, sums.sizes);
    under = to.times(under, volume);
  } else {
    const other = to.totals(piece.against);
    const both = to.plus(to.times(sums.market, other.volume), to.times(other.market, volume));
    over = to.times(to.times(over, to.of(margin.hedged)), both);
    under = to.times(to.times(under, to.of(2)), to.times(volume, other.volume));
    volume = to.plus(volume, other.volume);
    prices = to.plus(prices, other.prices);
    rates = to.plus(rates, other.rates);
  }
  over = to.times(over, rates);
  under = to.times(under, volume);
  if (margin.leveraged) under = to.times(under, to.of(leverage));
  if (margin.priced) {
    over = to.times(over, prices);
    under = to.times(under, to.times(volume, to.ten(digits + PRICE_EXTRA)));
  }
  if (margin.ticked) {
    over = to.times(over, to.times(to.of(symbol.tick_value), to.ten(digits + PRICE_EXTRA)));
    under = to.times(under, to.times(to.of(symbol.tick_size), to.ten(VOLUME_SCALE)));
  }
  return { over, under };
};

/** Rounded operations in the double of a component, without those in its sums. */
const COMPONENT_STEPS = 32;

/** The number of rounded operations in the double of a component's margin (§0.1, R). */
export const stepsOf = ({ sideVolume, against }: Piece): number =>
  COMPONENT_STEPS + 3 * (sideVolume.steps + (against?.steps ?? 0));

/** R of a component, limited, in units of the deposit currency (trading-rules §3.5). */
export const componentOf = (terms: MarginTerms, piece: Piece): number => {
  const { over, under } = ratioOf(ROUGH, terms, piece);
  const screened = nearest(over / under, stepsOf(piece));
  if (!Number.isNaN(screened)) return screened;
  const exact = ratioOf(PRECISE, terms, piece);
  return limitedQuotient(exact.over, exact.under);
};

const componentsOf = (terms: MarginTerms, pieces: readonly Piece[]): number => {
  let sum = 0;
  for (const piece of pieces) sum += componentOf(terms, piece);
  return sum;
};

/** Margin of a symbol in units of the deposit currency: components rounded, then summed (§3.5). */
export const marginOfLayout = (terms: MarginTerms, { always, long, short }: Layout): number => {
  const larger = Math.max(componentsOf(terms, long), componentsOf(terms, short));
  return limited(componentsOf(terms, always) + larger);
};

/** Held volume of a side, at maintenance size and rate. */
const heldLeg = ({ margin }: EngineSymbol, side: Side, sums: Sums): SideVolume =>
  SideVolume.empty(side).with(
    sums,
    margin.maintenance,
    bySide(margin.rates, side).market.maintenance,
  );

/** The held positions of a symbol by side (trading-rules §3.5). */
export const heldLegs = (symbol: EngineSymbol, held: HeldBySide): BothSides => ({
  buy: heldLeg(symbol, 'buy', held.buy),
  sell: heldLeg(symbol, 'sell', held.sell),
});

/** One position as volume of its side. */
const positionVolume = (symbol: EngineSymbol, position: Position, volume: number): SideVolume => {
  const { side, price_open, rate_margin } = position;
  return heldLeg(symbol, side, new RowSums(volume, price_open, rate_margin));
};

const NO_PIECES: readonly Piece[] = [];

const held = (sideVolume: SideVolume, volume = sideVolume.volume): readonly Piece[] =>
  volume === 0 ? NO_PIECES : [{ part: 'held', sideVolume, against: null, volume }];

const covered = ({ margin }: EngineSymbol, buy: SideVolume, sell: SideVolume): readonly Piece[] => {
  const volume = Math.min(buy.volume, sell.volume);
  if (volume === 0 || margin.hedged === 0) return NO_PIECES;
  return [{ part: 'covered', sideVolume: buy, against: sell, volume }];
};

const LIMITS = ['limit'] as const;
const STOPS = ['stop', 'stop_limit'] as const;

/** Pending orders as one component for each kind and side; rate 0 is left out (§3.4). */
const pendingOf = (
  { margin }: EngineSymbol,
  sums: readonly (Sums | undefined)[],
  side: Side,
  kinds: readonly PendingKind[],
): readonly Piece[] => {
  const pieces: Piece[] = [];
  for (const kind of kinds) {
    const own = sums[slotOf(kind, side)];
    const { initial } = bySide(margin.rates, side)[kind];
    if (own === undefined || own.volume === 0 || initial === 0) continue;
    const sideVolume = SideVolume.empty(side).with(own, margin.initial, initial);
    pieces.push({ part: 'pending', sideVolume, against: null, volume: sideVolume.volume });
  }
  return pieces;
};

const NOTHING_FREE: Free = { side: 'buy', volume: 0 };
const NO_SUMS: readonly Sums[] = [];

/** The pieces of both lists (trading-rules §3.5); no list is made where one of them is empty. */
export const join = (a: readonly Piece[], b: readonly Piece[]): readonly Piece[] => {
  if (a.length === 0) return b;
  return b.length === 0 ? a : [...a, ...b];
};

/** Hedging: basic, or the larger leg (trading-rules §3.5). */
const hedgingLayout = (
  symbol: EngineSymbol,
  { buy, sell }: BothSides,
  orders: Reserved,
): Layout => {
  const reserves = symbol.margin.reserves && !orders.isEmpty;
  const sums = reserves ? orders.sums(NOTHING_FREE) : NO_SUMS;
  const long = reserves ? pendingOf(symbol, sums, 'buy', PENDING_KINDS) : NO_PIECES;
  const short = reserves ? pendingOf(symbol, sums, 'sell', PENDING_KINDS) : NO_PIECES;
  if (symbol.hedged_larger_leg) {
    const sides = { long: join(held(buy), long), short: join(held(sell), short) };
    return { always: NO_PIECES, ...sides, oneSided: true };
  }
  const larger = buy.volume >= sell.volume ? buy : sell;
  const uncovered = held(larger, Math.abs(buy.volume - sell.volume));
  const always = join(join(uncovered, covered(symbol, buy, sell)), join(long, short));
  return { always, long: NO_PIECES, short: NO_PIECES, oneSided: false };
};

/** Netting: the larger side with its limit orders, plus stop orders (trading-rules §3.6). */
const nettingLayout = (
  symbol: EngineSymbol,
  { buy, sell }: BothSides,
  orders: Reserved,
): Layout => {
  if (!symbol.margin.reserves || orders.isEmpty) {
    return { always: NO_PIECES, long: held(buy), short: held(sell), oneSided: false };
  }
  const free =
    buy.volume > 0
      ? { side: 'sell' as const, volume: buy.volume }
      : { side: 'buy' as const, volume: sell.volume };
  const sums = orders.sums(free);
  return {
    always: join(pendingOf(symbol, sums, 'buy', STOPS), pendingOf(symbol, sums, 'sell', STOPS)),
    long: join(held(buy), pendingOf(symbol, sums, 'buy', LIMITS)),
    short: join(held(sell), pendingOf(symbol, sums, 'sell', LIMITS)),
    oneSided: false,
  };
};

/**
 * The margin layout of positions (in netting one side is empty) and pending orders, in id order
 * (§3.5, §3.6).
 */
export const layoutOf = (
  { symbol, netting }: MarginTerms,
  sides: BothSides,
  orders: Reserved = NO_ORDERS,
): Layout =>
  netting ? nettingLayout(symbol, sides, orders) : hedgingLayout(symbol, sides, orders);

/** A symbol as it would be after an order, and its held positions. */
export interface Prospect {
  readonly sides: BothSides;
  readonly orders: Reserved;
  /** Further components: new lots in fixed margin. */
  readonly more: readonly Piece[];
  /** Positions before the order; in netting those that remain after it (§3.7). */
  readonly positions: BothSides;
}

/** The components of a prospect (trading-rules §3.5, §3.6). */
export const prospectLayout = (
  terms: MarginTerms,
  { sides, orders, more }: Pick<Prospect, 'sides' | 'orders' | 'more'>,
): Layout => {
  const layout = layoutOf(terms, sides, orders);
  return more.length === 0 ? layout : { ...layout, always: join(layout.always, more) };
};

/** Margin of positions and pending orders, in units of the deposit currency (§3.5, §3.6). */
export const symbolMargin = (
  terms: MarginTerms,
  sides: BothSides,
  orders: Reserved,
  more: readonly Piece[] = NO_PIECES,
): number => {
  const { buy, sell } = sides;
  const isPlain = orders.isEmpty && more.length === 0 && (buy.volume === 0 || sell.volume === 0);
  if (!isPlain) return marginOfLayout(terms, prospectLayout(terms, { sides, orders, more }));
  const sideVolume = buy.volume === 0 ? sell : buy;
  const { volume } = sideVolume;
  return volume === 0 ? 0 : componentOf(terms, { part: 'held', sideVolume, against: null, volume });
};

/** Margin of a symbol as it would be, in units of the deposit currency (§3.5, §3.6). */
export const prospectMargin = (terms: MarginTerms, { sides, orders, more }: Prospect): number =>
  symbolMargin(terms, sides, orders, more);

/** New volume of an order. */
interface NewLot {
  readonly side: Side;
  readonly volume: number;
  /** ×10^(digits+3) */
  readonly price: number;
  readonly rate_margin: bigint;
  /** Netting: the position that it changes. */
  readonly target: Position | null;
}

const withLot = (
  symbol: EngineSymbol,
  sideVolume: SideVolume,
  lot: NewLot,
  volume = lot.volume,
): SideVolume => {
  const sums = new RowSums(volume, lot.price, lot.rate_margin);
  return sideVolume.with(
    sums,
    symbol.margin.initial,
    bySide(symbol.margin.rates, sideVolume.side).market.initial,
  );
};

/** Both sides with one replaced. */
const sidesWith = ({ buy, sell }: BothSides, changed: SideVolume): BothSides =>
  changed.side === 'buy' ? { buy: changed, sell } : { buy, sell: changed };

/** No volume on either side. */
export const NO_VOLUMES: BothSides = {
  buy: SideVolume.empty('buy'),
  sell: SideVolume.empty('sell'),
};

/** Netting: the position after an order (§3.8, §3.14). */
const nettingProspect = ({ symbol }: MarginTerms, orders: Reserved, lot: NewLot): Prospect => {
  const position = lot.target;
  const grows = position === null || position.side === lot.side;
  const before = position?.volume ?? 0;
  const left = grows ? before : Math.max(0, before - lot.volume);
  const more = grows ? lot.volume : Math.max(0, lot.volume - before);
  const rest =
    position === null || left === 0
      ? SideVolume.empty(lot.side)
      : positionVolume(symbol, position, left);
  const after = more === 0 ? rest : withLot(symbol, rest, lot, more);
  const positions = sidesWith(NO_VOLUMES, rest);
  return { sides: sidesWith(NO_VOLUMES, after), orders, more: NO_PIECES, positions };
};

/**
 * Fixed margin, hedging: covered and uncovered new lots in addition to the present margin (§3.8).
 */
const fixedProspect = (
  { symbol }: MarginTerms,
  positions: BothSides,
  orders: Reserved,
  lot: NewLot,
): Prospect => {
  const open = bySide(positions, opposite(lot.side)).volume - bySide(positions, lot.side).volume;
  const volume = Math.min(Math.max(0, open), lot.volume);
  const half = (side: Side): SideVolume => withLot(symbol, SideVolume.empty(side), lot, volume);
  const uncovered = withLot(symbol, SideVolume.empty(lot.side), lot);
  const pair = covered(symbol, half('buy'), half('sell'));
  const more = join(pair, held(uncovered, lot.volume - volume));
  return { sides: positions, orders, more, positions };
};

/**
 * The symbol after new volume, as the margin check sees it: filled at initial rates; fixed margin
 * in hedging adds the lots of market orders (trading-rules §3.8).
 */
export const prospectAfter = (
  terms: MarginTerms,
  positions: BothSides,
  orders: Reserved,
  lot: NewLot,
  isMarketOrder: boolean,
): Prospect => {
  const { symbol, netting } = terms;
  if (netting) return nettingProspect(terms, orders, lot);
  if (symbol.margin.fixed && isMarketOrder) return fixedProspect(terms, positions, orders, lot);
  const sides = sidesWith(positions, withLot(symbol, bySide(positions, lot.side), lot));
  return { sides, orders, more: NO_PIECES, positions };
};

/** A symbol as it is: its positions, and its pending orders (§3.5, §3.6). */
export const prospectNow = (positions: BothSides, orders: Reserved): Prospect => ({
  sides: positions,
  orders,
  more: NO_PIECES,
  positions,
});

/** The margin of a position alone at the maintenance rate, informative (trading-rules §1.6). */
export const positionMargin = (terms: MarginTerms, position: Position): number => {
  const sideVolume = positionVolume(terms.symbol, position, position.volume);
  return symbolMargin(terms, sidesWith(NO_VOLUMES, sideVolume), NO_ORDERS);
};

/** The margin that a single pending order reserves (trading-rules §3.12). */
export const orderMargin = (terms: MarginTerms, order: Order): number => {
  const { margin } = terms.symbol;
  const { initial } = bySide(margin.rates, order.side)[order.kind];
  const volume = order.volume_current;
  if (initial === 0 || volume === 0) return 0;
  const sums = new OrderSums().add(order, volume);
  const sideVolume = SideVolume.empty(order.side).with(sums, margin.initial, initial);
  return componentOf(terms, { part: 'pending', sideVolume, against: null, volume });
};
