// The size of a trade by lots, money or percent of risk, and its stops by price, points or money:
// by the server's figures, with integers, rounded down to the symbol's step.

import {
  type Exact,
  exact,
  exactOf,
  floorDivide,
  floorTo,
  minus,
  plus,
  roundTo,
  textOf,
  times,
  unitsAt,
} from '../live/decimal.js';
import type { TradeSide } from '../live/intent.js';

/** The volumes that a symbol takes, in lots. */
interface VolumeTerms {
  readonly volume_min: string;
  readonly volume_max: string;
  readonly volume_step: string;
}

/** The money that a volume gains by a point: `volume` and `point_value` of a trade check. */
export interface PointValue {
  readonly volume: string;
  readonly point_value: string;
}

/** Why there is no size. */
export type NoSize =
  /** The text is no positive decimal. */
  | 'not_a_number'
  /** Money and percent need a stop loss. */
  | 'no_stop'
  /** The risk allows less than the smallest volume. */
  | 'below_min';

/** The size of a trade. */
export type Size =
  | {
      readonly ok: true;
      readonly lots: string;
      /** The largest volume of the symbol is smaller than the risk allows. */
      readonly isMax: boolean;
    }
  | { readonly ok: false; readonly why: NoSize };

/** A positive decimal; undefined = the text is none. */
const positive = (text: string): Exact | undefined => {
  const value = exactOf(text.trim());
  return value !== undefined && value.units > 0n ? value : undefined;
};

/** The number of whole steps in a volume. */
const stepsIn = (volume: Exact, step: Exact): bigint => {
  const digits = Math.max(volume.digits, step.digits);
  return floorDivide(unitsAt(volume, digits), unitsAt(step, digits));
};

/** A number of steps as lots, within the bounds of the symbol. */
const lotsOf = (steps: bigint, { volume_min, volume_max, volume_step }: VolumeTerms): Size => {
  const step = exact(volume_step);
  const most = stepsIn(exact(volume_max), step);
  const isMax = steps > most;
  const lots: Exact = { units: (isMax ? most : steps) * step.units, digits: step.digits };
  if (lots.units <= 0n || minus(lots, exact(volume_min)).units < 0n) {
    return { ok: false, why: 'below_min' };
  }
  return { ok: true, lots: textOf(lots), isMax };
};

/** The size by lots, as a user types them: the server says whether the symbol takes it. */
export const sizeByLots = (lots: string): Size => {
  const volume = positive(lots);
  return volume === undefined
    ? { ok: false, why: 'not_a_number' }
    : { ok: true, lots: textOf(volume), isMax: false };
};

/**
 * The size by the money that is lost when the stop loss is reached, without charges. `stopPts` are
 * the points from the opening price to the stop; null = there is no stop.
 */
export const sizeByMoney = (
  money: string,
  stopPts: bigint | null,
  value: PointValue,
  terms: VolumeTerms,
): Size => {
  const risk = positive(money);
  if (risk === undefined) return { ok: false, why: 'not_a_number' };
  const point = positive(value.point_value);
  if (stopPts === null || stopPts <= 0n || point === undefined)
    return { ok: false, why: 'no_stop' };
  // steps = risk * volume / (stopPts * point * step), compared at the same number of digits.
  const over = times(risk, exact(value.volume));
  const under = times(times({ units: stopPts, digits: 0 }, point), exact(terms.volume_step));
  return lotsOf(stepsIn(over, under), terms);
};

/** The money that a percentage of an amount is, rounded down; null = the text is no percentage. */
export const moneyOfPercent = (
  percent: string,
  amount: string,
  currencyDigits: number,
): string | null => {
  const part = positive(percent);
  if (part === undefined) return null;
  const { units, digits } = times(part, exact(amount));
  return textOf(floorTo({ units, digits: digits + 2 }, currencyDigits));
};

/** The size by percent of an amount, such as equity, that is lost when the stop loss is reached. */
export const sizeByPercent = (
  percent: string,
  amount: string,
  currencyDigits: number,
  stopPts: bigint | null,
  value: PointValue,
  terms: VolumeTerms,
): Size => {
  const money = moneyOfPercent(percent, amount, currencyDigits);
  if (money === null) return { ok: false, why: 'not_a_number' };
  return exact(money).units === 0n
    ? { ok: false, why: 'below_min' }
    : sizeByMoney(money, stopPts, value, terms);
};

/** A stop of a trade. */
export type StopKind = 'sl' | 'tp';

/** Does a stop lie above the opening price? */
const isAbove = (side: TradeSide, stop: StopKind): boolean => (side === 'buy') === (stop === 'tp');

/** The points from a price to a higher one; below zero to a lower one. */
export const pointsFrom = (price: string, to: string, digits: number): bigint =>
  floorTo(minus(exact(to), exact(price)), digits).units;

/** The points by which a stop is away from the opening price; below zero on the wrong side. */
export const stopPoints = (
  side: TradeSide,
  stop: StopKind,
  open: string,
  price: string,
  digits: number,
): bigint => {
  const points = pointsFrom(open, price, digits);
  return isAbove(side, stop) ? points : -points;
};

/** The price of a stop that is so many points away from the opening price. */
export const stopPrice = (
  side: TradeSide,
  stop: StopKind,
  open: string,
  points: bigint,
  digits: number,
): string => {
  const units = isAbove(side, stop) ? points : -points;
  return textOf(roundTo(plus(exact(open), { units, digits }), digits));
};

/** The money that a volume gains by so many points, at the digits of the currency. */
export const moneyOfPoints = (
  points: bigint,
  lots: string,
  { volume, point_value }: PointValue,
  currencyDigits: number,
): string => {
  const gain = times(times({ units: points, digits: 0 }, exact(point_value)), exact(lots));
  const by = exact(volume);
  // The quotient has two more digits than are shown, so that the last digit is rounded once.
  const digits = currencyDigits + 2;
  const over = unitsAt(gain, Math.max(gain.digits, digits) + by.digits);
  const units = over / by.units;
  return textOf(roundTo({ units, digits: Math.max(gain.digits, digits) }, currencyDigits));
};

/** The whole points by which a volume gains an amount of money, rounded down; null = no figures. */
export const pointsOfMoney = (
  money: string,
  lots: string,
  { volume, point_value }: PointValue,
): bigint | null => {
  const amount = positive(money);
  const size = positive(lots);
  const point = positive(point_value);
  if (amount === undefined || size === undefined || point === undefined) return null;
  return stepsIn(times(amount, exact(volume)), times(point, size));
};

/** Does a partial close leave something that the symbol takes? */
export const canClosePart = (volume: string, least: string): boolean =>
  minus(exact(volume), exact(least)).units > 0n;
