// Decimals as scaled integers: exact parsing from text, and exact formatting.

/** The form of decimals in requests. */
export const DECIMAL_PATTERN = '^-?\\d{1,18}(\\.\\d{1,12})?$';

const decimal = new RegExp(DECIMAL_PATTERN);

/** Decimals in memory: 8 for volumes, contract and tick sizes, 12 for rates, 2 for percents. */
export const VOLUME_SCALE = 8;
export const RATE_SCALE = 12;
/** Prices have three decimals more than their symbol shows, for averaged open prices. */
export const PRICE_EXTRA = 3;

/** 10^n for n from 0 to 15, as numbers. */
export const POW10: readonly number[] = Array.from({ length: 16 }, (_, n) => 10 ** n);

const ZERO = 48;
const DOT = 46;
/** Decimal digits that a double always holds exactly. */
const EXACT_DIGITS = 15;

/**
 * Parses plain decimals whose scaled value has at most 15 digits, in doubles; undefined = the exact
 * parser must decide.
 */
const parseShort = (text: string, scale: number): number | undefined => {
  let value = 0;
  let decimals = -1;
  if (text.length > EXACT_DIGITS) return undefined;
  for (let at = 0; at < text.length; at += 1) {
    const digit = text.charCodeAt(at) - ZERO;
    if (digit >= 0 && digit <= 9) {
      value = value * 10 + digit;
      if (decimals >= 0) decimals += 1;
    } else if (digit === DOT - ZERO && decimals < 0 && at > 0) decimals = 0;
    else return undefined;
  }
  const places = Math.max(decimals, 0);
  const length = text.length - (decimals < 0 ? 0 : 1) - places;
  if (decimals === 0 || length === 0 || places > scale) return undefined;
  if (length + scale > EXACT_DIGITS) return undefined;
  return value * (POW10[scale - places] as number);
};

/**
 * A decimal text as an integer ×10^scale. Undefined when it is malformed, has more significant
 * decimals than `scale`, or exceeds the safe integers.
 */
export const parseScaled = (text: string, scale: number): number | undefined => {
  const short = parseShort(text, scale);
  if (short !== undefined) return short;
  const value = parseScaledBig(text, scale);
  if (value === undefined) return undefined;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : undefined;
};

/** As `parseScaled`, without the limit to safe integers. */
export const parseScaledBig = (text: string, scale: number): bigint | undefined => {
  if (!decimal.test(text)) return undefined;
  const negative = text.charCodeAt(0) === 45;
  const body = negative ? text.slice(1) : text;
  const dot = body.indexOf('.');
  const whole = dot < 0 ? body : body.slice(0, dot);
  let part = dot < 0 ? '' : body.slice(dot + 1);
  while (part.length > scale && part.endsWith('0')) part = part.slice(0, -1);
  if (part.length > scale) return undefined;
  const value = BigInt(whole + part.padEnd(scale, '0'));
  return negative ? -value : value;
};

/** Sign, whole part and decimals of an integer ×10^scale. */
const split = (value: number | bigint, scale: number): [string, string, string] => {
  const number = Number(value);
  const size = Math.abs(number);
  if (size + POW10[scale]! <= Number.MAX_SAFE_INTEGER) {
    const unit = POW10[scale]!;
    const whole = Math.floor(size / unit);
    // Adding `unit` keeps leading zeros of the decimals.
    const part = String(size - whole * unit + unit);
    return [number < 0 ? '-' : '', String(whole), part.slice(1)];
  }
  const text = String(value);
  const sign = text.charCodeAt(0) === 45 ? '-' : '';
  const digits = (sign ? text.slice(1) : text).padStart(scale + 1, '0');
  const cut = digits.length - scale;
  return [sign, digits.slice(0, cut), digits.slice(cut)];
};

/** Zeros for padding decimals. */
const ZEROS = '000000000000000';

/**
 * An integer ×10^scale as text with exactly `decimals` decimals (at most `scale`). Further decimals
 * are cut off, so they must be zero.
 */
export const formatExact = (value: number | bigint, scale: number, decimals: number): string => {
  if (value === 0) return decimals === 0 ? '0' : `0.${ZEROS.slice(0, decimals)}`;
  const [sign, whole, part] = split(value, scale);
  return decimals === 0 ? sign + whole : `${sign}${whole}.${part.slice(0, decimals)}`;
};

/** A price ×10^(digits+3) as clients see it; without a price (0), null. */
export const shownPrice = (price: number, digits: number, decimals = digits): string | null =>
  price === 0 ? null : formatExact(price, digits + PRICE_EXTRA, decimals);

/** An integer ×10^scale as the shortest exact text. */
export const formatShortest = (value: number | bigint, scale: number): string => {
  if (value === 0) return '0';
  const [sign, whole, part] = split(value, scale);
  let end = part.length;
  while (end > 0 && part.charCodeAt(end - 1) === 48) end -= 1;
  return end === 0 ? sign + whole : `${sign}${whole}.${part.slice(0, end)}`;
};

/**
 * A price ×10^(digits+3) of one symbol in the scale of another; where the other symbol has fewer
 * digits, it is rounded half away from zero. Prices are not negative.
 */
export const rescalePrice = (price: number, from: number, to: number): number => {
  if (to >= from) return price * POW10[to - from]!;
  const steps = Math.floor(price / POW10[from - to + PRICE_EXTRA]! + 0.5);
  return steps * POW10[PRICE_EXTRA]!;
};
