// What one part of an order at a provider makes of the positions of its symbol (trading-rules
// §3.14).

import type { Side } from '../../wire/trading/records.js';
import { type Decimal, R } from './decimal.js';
import { against } from './rows.js';

/** A position in whole units: lots ×10^8, prices ×10^(digits + 3). */
export interface Held {
  readonly id: number;
  readonly side: Side;
  readonly volume: Decimal;
  readonly priceOpen: Decimal;
  readonly sl: Decimal;
  readonly tp: Decimal;
  readonly trailPts: number;
}

/** One execution report, with what is known of its order. */
export interface Fill extends Pick<Held, 'side' | 'volume' | 'sl' | 'tp' | 'trailPts'> {
  readonly orderId: number;
  readonly price: Decimal;
  /** The position that the order is to close; 0 = none. */
  readonly closes: number;
  /** Is it the first part of its order? */
  readonly isFirst: boolean;
}

/** The position that the part meets: in netting the only one of the symbol. */
const metBy = (netting: boolean, held: readonly Held[], { closes, orderId }: Fill) =>
  netting
    ? held[0]
    : (held.find(({ id }) => id === closes) ?? held.find(({ id }) => id === orderId));

const opened = (id: number, fill: Fill, volume: Decimal): Held => {
  const { side, price: priceOpen, sl, tp, trailPts } = fill;
  return { id, side, volume, priceOpen, sl, tp, trailPts };
};

/** The first part of an opening sets its stops; other parts leave those that stand. */
const grown = (met: Held, fill: Fill): Held => {
  const volume = met.volume.plus(fill.volume);
  const value = met.priceOpen.times(met.volume).plus(fill.price.times(fill.volume));
  const stops = fill.isFirst && fill.closes === 0 ? fill : met;
  const { sl, tp, trailPts } = stops;
  return { ...met, volume, priceOpen: R(value.div(volume), 0), sl, tp, trailPts };
};

/** The positions of the symbol after the part. */
export const afterFill = (netting: boolean, held: readonly Held[], fill: Fill): Held[] => {
  const met = metBy(netting, held, fill);
  if (met === undefined) return [...held, opened(fill.orderId, fill, fill.volume)];
  const others = held.filter(({ id }) => id !== met.id);
  if (met.side !== against(fill.side)) return [...others, grown(met, fill)];
  const left = met.volume.minus(fill.volume);
  if (left.isZero()) return others;
  if (left.gt(0)) return [...others, { ...met, volume: left }];
  return [...others, opened(met.id, fill, left.negated())];
};
