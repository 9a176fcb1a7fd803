// Floating leverage: a symbol's share of its scope, which is its margin and the size that selects
// the tier.

import { PRICE_EXTRA, RATE_SCALE, VOLUME_SCALE } from '../../wire/base/scale.js';
import type { MarginTerms, Portion, ScopeShare, Size } from '../account/types.js';
import { type Ratio, sumOf, ZERO_RATIO } from '../numbers/arithmetic.js';
import { STEP } from '../numbers/exact.js';
import type { SymbolLeverage } from '../settings/leverage-plan.js';
import type { EngineSymbol } from '../settings/symbols.js';
import {
  join,
  type Layout,
  layoutOf,
  type MarginArithmetic,
  type Piece,
  PRECISE,
  type Prospect,
  prospectLayout,
  ROUGH,
  ratioOf,
  stepsOf,
} from './margin.js';

/** Lots of a component: covered lots count × `margin_hedged`/contract size (§3.7). */
const lotsOf = <N>(to: MarginArithmetic<N>, { margin }: EngineSymbol, piece: Piece): Ratio<N> => {
  const over = to.of(piece.volume);
  const under = to.ten(VOLUME_SCALE);
  if (piece.against === null || margin.initial === 0) return { over, under };
  return {
    over: to.times(over, to.of(margin.hedged)),
    under: to.times(under, to.of(margin.initial)),
  };
};

/** Value of a component's lots in the value's currency (trading-rules §3.7, §3.9). */
const worthOf = <N>(to: MarginArithmetic<N>, symbol: EngineSymbol, piece: Piece): Ratio<N> => {
  const { forex, calc_mode, digits, contract_size, tick_size, tick_value } = symbol;
  let { over, under } = lotsOf(to, symbol, piece);
  const isFuture = calc_mode === 'futures';
  over = to.times(over, to.of(isFuture ? tick_value : contract_size));
  under = to.times(under, to.ten(VOLUME_SCALE));
  if (forex) return { over, under };
  const sums = to.totals(piece.sideVolume);
  const other = piece.against === null ? null : to.totals(piece.against);
  over = to.times(over, other === null ? sums.prices : to.plus(sums.prices, other.prices));
  under = to.times(under, other === null ? sums.volume : to.plus(sums.volume, other.volume));
  // The price and the tick size have the same unit, 10^-(digits+3).
  under = to.times(under, isFuture ? to.of(tick_size) : to.ten(digits + PRICE_EXTRA));
  return { over, under };
};

const times = <N>(to: MarginArithmetic<N>, { over, under }: Ratio<N>, by: N, per: N): Ratio<N> => ({
  over: to.times(over, by),
  under: to.times(under, per),
});

/**
 * Size of a component as fractions: fixed, to be converted at Ask, and at Bid (trading-rules §3.7).
 */
const sizeOf = <N>(
  to: MarginArithmetic<N>,
  symbol: EngineSymbol,
  { rule, valueTo }: SymbolLeverage,
  piece: Piece,
): Size<Ratio<N> | null> => {
  if (!rule.byValue) return { fixed: lotsOf(to, symbol, piece), ask: null, bid: null };
  const value = worthOf(to, symbol, piece);
  const { sideVolume, against } = piece;
  const one = to.totals(sideVolume);
  const other = against === null ? null : to.totals(against);
  const volume = other === null ? one.volume : to.plus(one.volume, other.volume);
  if (valueTo === null) {
    const rates = other === null ? one.rates : to.plus(one.rates, other.rates);
    const fixed = times(to, value, rates, to.times(volume, to.ten(RATE_SCALE)));
    return { fixed, ask: null, bid: null };
  }
  if (valueTo.same) return { fixed: value, ask: null, bid: null };
  if (other === null) {
    return sideVolume.side === 'buy'
      ? { fixed: null, ask: value, bid: null }
      : { fixed: null, ask: null, bid: value };
  }
  const share = (of: N): Ratio<N> => times(to, value, of, volume);
  return { fixed: null, ask: share(one.volume), bid: share(other.volume) };
};

/** Running sums of sizes. */
interface Sizes<N> {
  fixed: N;
  ask: N;
  bid: N;
}

/** Arithmetic that can also add fractions. */
interface Adder<N, S> extends MarginArithmetic<N> {
  readonly none: S;
  add(sum: S, ratio: Ratio<N>): S;
  sum(a: S, b: S): S;
  /**
   * a ≥ b; undefined = too close to decide after `steps` rounded operations (0 = decide anyway).
   */
  atLeast(a: S, b: S, steps: number): boolean | undefined;
}

const ROUGH_SUMS: Adder<number, number> = {
  ...ROUGH,
  none: 0,
  add: (sum, { over, under }) => sum + over / under,
  sum: (a, b) => a + b,
  atLeast: (a, b, steps) => {
    const isNear = steps > 0 && Math.abs(a - b) <= (a + b) * 2 * steps * STEP;
    return isNear ? undefined : a >= b;
  },
};

const EXACT_SUMS: Adder<bigint, Ratio<bigint>> = {
  ...PRECISE,
  none: ZERO_RATIO,
  add: sumOf,
  sum: sumOf,
  atLeast: (a, b) => a.over * b.under >= b.over * a.under,
};

const piecesMargin = <N, S>(to: Adder<N, S>, terms: MarginTerms, pieces: readonly Piece[]): S => {
  let sum = to.none;
  for (const piece of pieces) sum = to.add(sum, ratioOf(to, terms, piece));
  return sum;
};

const sizesOf = <N, S>(
  to: Adder<N, S>,
  terms: MarginTerms,
  leverage: SymbolLeverage,
  pieces: readonly Piece[],
): Sizes<S> => {
  const sizes: Sizes<S> = { fixed: to.none, ask: to.none, bid: to.none };
  for (const piece of pieces) {
    const { fixed, ask, bid } = sizeOf(to, terms.symbol, leverage, piece);
    if (fixed !== null) sizes.fixed = to.add(sizes.fixed, fixed);
    if (ask !== null) sizes.ask = to.add(sizes.ask, ask);
    if (bid !== null) sizes.bid = to.add(sizes.bid, bid);
  }
  return sizes;
};

/** The number of rounded operations in the doubles of all pieces. */
const allSteps = (pieces: readonly Piece[]): number => {
  let steps = 0;
  for (const piece of pieces) steps += stepsOf(piece);
  return steps;
};

/** M and X of a layout; null = the two sides are too close to decide which is larger. */
const measured = <N, S>(
  to: Adder<N, S>,
  terms: MarginTerms,
  leverage: SymbolLeverage,
  layout: Layout,
): { readonly margin: S; readonly size: Size<S> } | null => {
  const { always, long, short, oneSided } = layout;
  const [longer, shorter] = [piecesMargin(to, terms, long), piecesMargin(to, terms, short)];
  const isLong =
    short.length === 0 ||
    to.atLeast(longer, shorter, oneSided ? allSteps(long) + allSteps(short) : 0);
  if (isLong === undefined) return null;
  const sides = oneSided ? (isLong ? long : short) : join(long, short);
  return {
    margin: to.sum(piecesMargin(to, terms, always), isLong ? longer : shorter),
    size: sizesOf(to, terms, leverage, join(always, sides)),
  };
};

const portionOf = <N, S>(
  to: Adder<N, S>,
  terms: MarginTerms,
  leverage: SymbolLeverage,
  layout: Layout,
  positions: Layout,
): Portion<S> | null => {
  const all = measured(to, terms, leverage, layout);
  const held = positions === layout ? all : measured(to, terms, leverage, positions);
  return all === null || held === null ? null : { ...all, held: held.size };
};

/** A symbol's share of its scope: in doubles, and exactly on request. */
export class SymbolShare implements ScopeShare {
  /** Null where only exact arithmetic can decide. */
  readonly rough: Portion<number> | null;
  /** The number of rounded operations that each double may include. */
  readonly steps: number;
  private readonly layout: Layout;
  private readonly positions: Layout;
  private precise: Portion<Ratio<bigint>> | null = null;

  constructor(
    private readonly terms: MarginTerms,
    readonly leverage: SymbolLeverage,
    prospect: Prospect,
  ) {
    this.layout = prospectLayout(terms, prospect);
    const { sides, orders, more, positions } = prospect;
    const isHeld = sides === positions && orders.isEmpty && more.length === 0;
    this.positions = isHeld ? this.layout : layoutOf(terms, positions);
    this.rough = portionOf(ROUGH_SUMS, terms, leverage, this.layout, this.positions);
    const { always, long, short } = this.layout;
    this.steps = allSteps(always) + allSteps(long) + allSteps(short);
  }

  /** The share in big integers. */
  exact(): Portion<Ratio<bigint>> {
    const { terms, leverage, layout, positions } = this;
    this.precise ??= portionOf(EXACT_SUMS, terms, leverage, layout, positions);
    if (this.precise === null) throw new Error('exact sums can always be compared');
    return this.precise;
  }
}
