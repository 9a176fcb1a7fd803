// Margin of one symbol in hedging and netting groups (trading-rules §3.4 to §3.6).

import type { OrderKind, Side } from '../../wire/trading/records.js';
import { type Decimal, min, ONE, R, sum, TWO, ZERO } from './decimal.js';
import type { RateKind, Terms } from './terms.js';

/** Held lots, or lots that a market order would add (`initial`). */
export interface Lot {
  readonly side: Side;
  readonly volume: Decimal;
  readonly price: Decimal;
  readonly rateMargin: Decimal;
  /** Is it new, charged at the initial rates? */
  readonly initial: boolean;
  /** What one unit of the currency of its value is worth where value tiers count; see tiers. */
  readonly rateValue: Decimal;
}

/** A pending order as far as margin goes; `price` is the limit price of a stop-limit. */
export interface Resting {
  readonly id: number;
  readonly kind: OrderKind;
  readonly side: Side;
  readonly volume: Decimal;
  readonly price: Decimal;
  readonly rateMargin: Decimal;
  readonly rateValue: Decimal;
}

/** What an account holds in one symbol. */
export interface Stock {
  readonly lots: readonly Lot[];
  readonly resting: readonly Resting[];
}

/** One named part of a symbol's margin, before rounding, and the lots that it counts in tiers. */
export interface Component {
  readonly margin: Decimal;
  readonly lots: Decimal;
  readonly price: Decimal;
  readonly rateValue: Decimal;
}

/** Some parts of a symbol's margin. */
type Components = readonly Component[];

/** A symbol's margin in its parts; those of the larger side alone where sides compete. */
export interface SymbolMargin {
  readonly charged: Components;
  /** The parts whose lots count in tiers (§3.7.3). */
  readonly sized: Components;
  /** What is charged, each part rounded (§3.5). */
  readonly rounded: Decimal;
}

/** A symbol's margin but for its sum. */
type Parts = Omit<SymbolMargin, 'rounded'>;

/** How margin is reckoned for the account. */
export interface MarginBasis {
  readonly leverage: Decimal;
  readonly netting: boolean;
  /** Decimals of the deposit currency. */
  readonly digits: number;
  /** Margins that were reckoned so, by stock: a stock never changes. */
  readonly margins: Map<Stock, SymbolMargin>;
}

type Amounts = Pick<Lot, 'volume' | 'price' | 'rateMargin' | 'rateValue'>;

const volumeOf = (rows: readonly { readonly volume: Decimal }[]): Decimal =>
  sum(rows.map(({ volume }) => volume));

/** Volume weighted averages of price and rates, each by itself (§3.5). */
const averages = (rows: readonly Amounts[]) => {
  const volume = volumeOf(rows);
  const [first] = rows;
  const mean = (value: (row: Amounts) => Decimal): Decimal => {
    const [same] = rows.map(value);
    if (same && rows.every((row) => value(row).eq(same))) return same;
    return sum(rows.map((row) => value(row).times(row.volume))).div(volume);
  };
  if (first !== undefined && rows.length === 1) return first;
  return {
    volume,
    price: mean((row) => row.price),
    rateMargin: mean((row) => row.rateMargin),
    rateValue: mean((row) => row.rateValue),
  };
};

/** Base value of lots in the margin currency (§3.4); `size` units or `money` a lot. */
export const baseMargin = (
  terms: Terms,
  leverage: Decimal,
  volume: Decimal,
  price: Decimal,
  size: Decimal,
  money: Decimal,
): Decimal => {
  const { calc_mode: mode } = terms.record;
  const leveraged = mode === 'forex' || mode === 'cfd_leverage';
  const amount = terms.isFixed ? volume.times(money) : volume.times(size);
  const priced = !terms.isFixed && !terms.isForex ? amount.times(price) : amount;
  const whole =
    mode === 'cfd_index' && !terms.isFixed
      ? priced.times(terms.tickValue).div(terms.tickSize)
      : priced;
  return leveraged ? whole.div(leverage) : whole;
};

/**
 * Volume weighted means of a leg, held lots maintenance and new ones initial: of its market rate,
 * and of what a lot is charged in fixed margin, its money times its rate.
 */
const legRates = (terms: Terms, side: Side, lots: readonly Lot[]) => {
  const rate = terms.marginRate(side, 'market');
  const held = terms.marginMaintenance.times(rate.maintenance);
  if (lots.length === 0) return { rate: rate.maintenance, charge: held };
  const volume = volumeOf(lots);
  const fresh = volumeOf(lots.filter((lot) => lot.initial));
  const old = volume.minus(fresh);
  const mix = (initial: Decimal, maintenance: Decimal): Decimal => {
    if (initial.eq(maintenance) || fresh.isZero()) return maintenance;
    return initial.times(fresh).plus(maintenance.times(old)).div(volume);
  };
  return {
    rate: mix(rate.initial, rate.maintenance),
    charge: mix(terms.marginInitial.times(rate.initial), held),
  };
};

/** A leg, or so many lots of it at its averages. */
const legComponent = (
  terms: Terms,
  { leverage }: MarginBasis,
  lots: readonly Lot[],
  volume: Decimal,
): Component[] => {
  const [first] = lots;
  if (first === undefined || volume.isZero()) return [];
  const { price, rateMargin, rateValue } = averages(lots);
  const { rate, charge } = legRates(terms, first.side, lots);
  const base = baseMargin(terms, leverage, volume, price, terms.contractSize, charge);
  const rated = terms.isFixed ? base : base.times(rate);
  return [{ margin: rated.times(rateMargin), lots: volume, price, rateValue }];
};

/** What a covered lot counts in tiers: `margin_hedged` of the whole (§3.7.3). */
export const coveredShare = (terms: Terms): Decimal => {
  const whole = terms.isFixed ? terms.marginInitial : terms.contractSize;
  return whole.isZero() ? ONE : terms.marginHedged.div(whole);
};

/** Lots on both sides: the contract replaced by `margin_hedged` (§3.5). */
const coveredComponent = (
  terms: Terms,
  { leverage }: MarginBasis,
  stock: Stock,
  volume: Decimal,
): Component[] => {
  const { marginHedged } = terms;
  if (volume.isZero()) return [];
  const legs = (['buy', 'sell'] as const).map(
    (side) =>
      legRates(
        terms,
        side,
        stock.lots.filter((lot) => lot.side === side),
      ).rate,
  );
  const rate = sum(legs).div(TWO);
  const { price, rateMargin, rateValue } = averages(stock.lots);
  const base = baseMargin(terms, leverage, volume, price, marginHedged, marginHedged);
  const lots = volume.times(coveredShare(terms));
  return [{ margin: base.times(rateMargin).times(rate), lots, price, rateValue }];
};

/** Pending orders of one kind and side; those without a rate count for nothing (§3.7). */
const restingComponent = (
  terms: Terms,
  { leverage }: MarginBasis,
  orders: readonly Resting[],
): Component[] => {
  const [first] = orders;
  if (first === undefined) return [];
  const rate = terms.marginRate(first.side, first.kind as RateKind).initial;
  if (rate.isZero()) return [];
  const { volume, price, rateMargin, rateValue } = averages(orders);
  const { contractSize, marginInitial } = terms;
  const base = baseMargin(terms, leverage, volume, price, contractSize, marginInitial);
  return [{ margin: base.times(rateMargin).times(rate), lots: volume, price, rateValue }];
};

const pendingComponents = (
  terms: Terms,
  basis: MarginBasis,
  orders: readonly Resting[],
  sides: readonly Side[],
  kinds: readonly OrderKind[],
): Component[] =>
  sides.flatMap((side) =>
    kinds.flatMap((kind) => {
      const rows = orders.filter((order) => order.side === side && order.kind === kind);
      return restingComponent(terms, basis, rows);
    }),
  );

const SIDES: readonly Side[] = ['buy', 'sell'];
const KINDS: readonly OrderKind[] = ['limit', 'stop', 'stop_limit'];
const STOPS: readonly OrderKind[] = ['stop', 'stop_limit'];

/** Each named component rounded, then summed (§3.5). */
const roundedMargin = (components: Components, digits: number): Decimal =>
  sum(components.map(({ margin }) => R(margin, digits)));

/** The side with more margin, long on a tie (§3.7). */
const larger = ({ digits }: MarginBasis, long: Components, short: Components): Components =>
  roundedMargin(short, digits).gt(roundedMargin(long, digits)) ? short : long;

const hedgingParts = (terms: Terms, basis: MarginBasis, stock: Stock): Components => {
  const legs = SIDES.map((side) => stock.lots.filter((lot) => lot.side === side));
  const [buys = [], sells = []] = legs;
  if (terms.record.hedged_larger_leg) {
    const [long = [], short = []] = legs.map((leg, at) => [
      ...legComponent(terms, basis, leg, volumeOf(leg)),
      ...pendingComponents(terms, basis, stock.resting, [SIDES[at] as Side], KINDS),
    ]);
    return larger(basis, long, short);
  }
  const bought = volumeOf(buys);
  const sold = volumeOf(sells);
  const uncovered = bought.minus(sold);
  return [
    ...legComponent(terms, basis, uncovered.gt(0) ? buys : sells, uncovered.abs()),
    ...coveredComponent(terms, basis, stock, min(bought, sold)),
    ...pendingComponents(terms, basis, stock.resting, SIDES, KINDS),
  ];
};

/** Stop orders after the position's volume has been used up free of charge, in id order (§3.6). */
const stopsBeyond = (stock: Stock): Resting[] => {
  const side = stock.lots[0]?.side;
  let free = volumeOf(stock.lots);
  const charged: Resting[] = [];
  for (const order of [...stock.resting].sort((a, b) => a.id - b.id)) {
    if (!STOPS.includes(order.kind)) continue;
    const spared = side !== undefined && order.side !== side ? min(free, order.volume) : ZERO;
    free = free.minus(spared);
    if (order.volume.gt(spared)) charged.push({ ...order, volume: order.volume.minus(spared) });
  }
  return charged;
};

const nettingMargin = (terms: Terms, basis: MarginBasis, stock: Stock): Parts => {
  const [long = [], short = []] = SIDES.map((side) => {
    const leg = stock.lots.filter((lot) => lot.side === side);
    return [
      ...legComponent(terms, basis, leg, volumeOf(leg)),
      ...pendingComponents(terms, basis, stock.resting, [side], ['limit']),
    ];
  });
  const stops = pendingComponents(terms, basis, stopsBeyond(stock), SIDES, STOPS);
  return {
    charged: [...larger(basis, long, short), ...stops],
    sized: [...long, ...short, ...stops],
  };
};

/** Margin of what is held in one symbol, in its components before rounding (§3.5, §3.6). */
export const marginOf = (terms: Terms, basis: MarginBasis, stock: Stock): SymbolMargin => {
  const known = basis.margins.get(stock);
  if (known !== undefined) return known;
  const parts = basis.netting ? undefined : hedgingParts(terms, basis, stock);
  const margin = parts ? { charged: parts, sized: parts } : nettingMargin(terms, basis, stock);
  const rounded = roundedMargin(margin.charged, basis.digits);
  const whole = { ...margin, rounded };
  basis.margins.set(stock, whole);
  return whole;
};
