// Exact decimals as integers, for sums, sizes and comparisons. All other numbers stay the texts of
// the server.

/** A decimal: `units` of the last of `digits` digits after the point. */
export interface Exact {
  readonly units: bigint;
  readonly digits: number;
}

const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** Reads a decimal; undefined = the text is none. */
export const exactOf = (text: string): Exact | undefined => {
  if (!DECIMAL.test(text)) return undefined;
  const point = text.indexOf('.');
  if (point < 0) return { units: BigInt(text), digits: 0 };
  return {
    units: BigInt(text.slice(0, point) + text.slice(point + 1)),
    digits: text.length - point - 1,
  };
};

/** Reads a decimal of the server. Throws when the text is none. */
export const exact = (text: string): Exact => {
  const value = exactOf(text);
  if (value === undefined) throw new TypeError(`${text} is no decimal`);
  return value;
};

const power = (digits: number): bigint => 10n ** BigInt(digits);

/** The units of a value at more digits than it has. */
export const unitsAt = ({ units, digits }: Exact, more: number): bigint =>
  units * power(more - digits);

/** The quotient rounded down, also below zero. */
export const floorDivide = (of: bigint, by: bigint): bigint => {
  const quotient = of / by;
  return of % by !== 0n && of < 0n !== by < 0n ? quotient - 1n : quotient;
};

/** The decimal as text, with all its digits. */
export const textOf = ({ units, digits }: Exact): string => {
  const sign = units < 0n ? '-' : '';
  const text = (units < 0n ? -units : units).toString().padStart(digits + 1, '0');
  if (digits === 0) return sign + text;
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
};

/** The decimal as text, without zeros at its end. */
export const shortTextOf = (value: Exact): string => {
  const text = textOf(value);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
};

/** A decimal with another number of digits, rounded down. */
export const floorTo = (value: Exact, digits: number): Exact => {
  if (digits >= value.digits) return { units: unitsAt(value, digits), digits };
  return { units: floorDivide(value.units, power(value.digits - digits)), digits };
};

/** A decimal with another number of digits, rounded half away from zero. */
export const roundTo = (value: Exact, digits: number): Exact => {
  if (digits >= value.digits) return floorTo(value, digits);
  const step = power(value.digits - digits);
  const size = value.units < 0n ? -value.units : value.units;
  const units = (size * 2n + step) / (step * 2n);
  return { units: value.units < 0n ? -units : units, digits };
};

/** The sum of two decimals. */
export const plus = (a: Exact, b: Exact): Exact => {
  const digits = Math.max(a.digits, b.digits);
  return { units: unitsAt(a, digits) + unitsAt(b, digits), digits };
};

/** The first decimal less the second. */
export const minus = (a: Exact, b: Exact): Exact => plus(a, { ...b, units: -b.units });

/** The product of two decimals, exact. */
export const times = (a: Exact, b: Exact): Exact => ({
  units: a.units * b.units,
  digits: a.digits + b.digits,
});

/** Are the texts in the order of their numbers: alike in form, and not negative? */
const areAlike = (a: string, b: string): boolean =>
  a.length === b.length &&
  a.indexOf('.') === b.indexOf('.') &&
  !a.startsWith('-') &&
  !b.startsWith('-');

/** Compares two decimals as numbers: below zero where the first is less. */
export const compareDecimals = (a: string, b: string): number => {
  if (a === b) return 0;
  // Each quote of a drawn symbol is compared, and most are alike.
  if (areAlike(a, b)) return a < b ? -1 : 1;
  const { units } = minus(exact(a), exact(b));
  return units < 0n ? -1 : Number(units > 0n);
};

/** The sum of texts, with the most digits that one of them has; `0` of none. */
export const sumOf = (texts: Iterable<string>): string => {
  let sum: Exact = { units: 0n, digits: 0 };
  for (const text of texts) sum = plus(sum, exact(text));
  return textOf(sum);
};
