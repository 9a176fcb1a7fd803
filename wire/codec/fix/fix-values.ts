// Values of fields in bytes: whole numbers, decimals and times, read without making a text.

import { POW10 } from '../../base/scale.js';
import { isDate, midnightOf } from '../../base/time.js';

const ZERO = 48;
const MINUS = 45;
const DOT = 46;
const COLON = 58;
/** Decimal digits that a double always holds exactly. */
const EXACT_DIGITS = 15;
/** Most digits of a second's fraction: picoseconds. */
const FRACTION_DIGITS = 12;

const isDigit = (code: number | undefined): boolean =>
  code !== undefined && code >= ZERO && code <= ZERO + 9;

/** `count` digits as a number; NaN when one of them is none. */
const digitsOf = (bytes: Uint8Array, from: number, count: number): number => {
  let value = 0;
  for (let at = from; at < from + count; at += 1) {
    const digit = (bytes[at] as number) - ZERO;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
};

/** A whole number of at most 15 digits; NaN when it is malformed. */
export const intOf = (bytes: Uint8Array, from: number, end: number): number => {
  const isNegative = bytes[from] === MINUS;
  const first = isNegative ? from + 1 : from;
  const count = end - first;
  if (count < 1 || count > EXACT_DIGITS) return Number.NaN;
  const value = digitsOf(bytes, first, count);
  return isNegative ? -value : value;
};

/** Is it a decimal as FIX writes them: digits with at most one dot among or beside them? */
export const isDecimal = (bytes: Uint8Array, from: number, end: number): boolean => {
  let digits = 0;
  let dots = 0;
  for (let at = bytes[from] === MINUS ? from + 1 : from; at < end; at += 1) {
    if (isDigit(bytes[at])) digits += 1;
    else if (bytes[at] === DOT) dots += 1;
    else return false;
  }
  return digits > 0 && dots < 2;
};

/** The treatment of an exact number's digits beyond the scale. */
export type Excess = 'refuse' | 'round';

/**
 * A decimal as an integer ×10^scale. Undefined when it is malformed or exceeds the safe integers.
 * Digits beyond the scale make it undefined as well, or are rounded half away from zero.
 */
export const scaledOf = (
  bytes: Uint8Array,
  from: number,
  end: number,
  scale: number,
  excess: Excess = 'refuse',
): number | undefined => {
  const isNegative = bytes[from] === MINUS;
  let at = isNegative ? from + 1 : from;
  let value = 0;
  let decimals = -1;
  let digits = 0;
  let half = 0;
  for (; at < end; at += 1) {
    const digit = (bytes[at] as number) - ZERO;
    if (digit >= 0 && digit <= 9) {
      digits += 1;
      if (decimals >= scale) {
        if (decimals === scale && digit >= 5) half = 1;
        if (digit !== 0 && excess === 'refuse') return undefined;
        decimals += 1;
        continue;
      }
      value = value * 10 + digit;
      if (decimals >= 0) decimals += 1;
    } else if (digit === DOT - ZERO && decimals < 0) decimals = 0;
    else return undefined;
  }
  if (digits === 0) return undefined;
  const places = Math.max(Math.min(decimals, scale), 0);
  const scaled = value * (POW10[scale - places] as number) + half;
  if (!Number.isSafeInteger(scaled)) return undefined;
  return isNegative ? -scaled : scaled;
};

/** The last date that was read, as a number YYYYMMDD, and its midnight. */
let lastDate = 0;
let lastMidnight = Number.NaN;

/** Midnight of a date YYYYMMDD as ms since 1970, UTC; NaN when it is malformed. */
export const dateOf = (bytes: Uint8Array, from: number): number => {
  const date = digitsOf(bytes, from, 8);
  if (date === lastDate) return lastMidnight;
  const [year, month, day] = [Math.floor(date / 10_000), Math.floor(date / 100) % 100, date % 100];
  if (!isDate(year, month, day)) return Number.NaN;
  lastMidnight = midnightOf(year, month - 1, day);
  lastDate = date;
  return lastMidnight;
};

/**
 * A time HH:MM:SS with 0 to 12 digits of a fraction, in ms since midnight; digits below a
 * millisecond are cut off. A leap second is the first of the next minute. NaN when it is malformed.
 */
export const timeOfDayOf = (bytes: Uint8Array, from: number, end: number): number => {
  if (end - from < 8 || bytes[from + 2] !== COLON || bytes[from + 5] !== COLON) return Number.NaN;
  const hour = digitsOf(bytes, from, 2);
  const minute = digitsOf(bytes, from + 3, 2);
  const second = digitsOf(bytes, from + 6, 2);
  if (!(hour < 24 && minute < 60 && second <= 60)) return Number.NaN;
  const whole = (hour * 3600 + minute * 60 + second) * 1000;
  if (end === from + 8) return whole;
  const digits = end - from - 9;
  if (bytes[from + 8] !== DOT || digits < 1 || digits > FRACTION_DIGITS) {
    return Number.NaN;
  }
  const fraction = digitsOf(bytes, from + 9, digits);
  return whole + Math.floor((fraction * 1000) / (POW10[digits] as number));
};

/** A timestamp YYYYMMDD-HH:MM:SS with a fraction or none, in ms since 1970; NaN if malformed. */
export const timestampOf = (bytes: Uint8Array, from: number, end: number): number =>
  end - from < 17 || bytes[from + 8] !== MINUS
    ? Number.NaN
    : dateOf(bytes, from) + timeOfDayOf(bytes, from + 9, end);
