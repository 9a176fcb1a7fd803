// Rules of decimals and masks in settings: within what the engine counts, and not finer.

import { MASK_STARS_MAX } from '../../../../wire/base/mask.js';
import { type RuleFault, scaled } from './setting-rules.js';

/** The bounds of a decimal in a setting. */
interface Range {
  /** As decimals; at least so much, or with `above` more than that. */
  readonly least: string;
  readonly above?: boolean;
  readonly most: string;
  /** The engine cuts further ones. */
  readonly decimals: number;
}

/** The same, scaled once for all records. */
interface Bounds extends Range {
  readonly low: bigint;
  readonly high: bigint;
}

/** The bounds of a range. */
export const bounds = (range: Range): Bounds => ({
  ...range,
  low: scaled(range.least),
  high: scaled(range.most),
});

/** The decimals of a number as it is written, without zeros at its end. */
const decimalsOf = (text: string): number =>
  text.includes('.') ? (text.split('.')[1] ?? '').replace(/0+$/, '').length : 0;

/** The first fault of a decimal. */
const decimalFault = (
  name: string,
  text: string,
  { least, low, above = false, most, high, decimals }: Bounds,
): RuleFault => {
  const value = scaled(text);
  if (value < low || (above && value === low)) {
    return `${name}: must be ${above ? 'above' : 'at least'} ${least}`;
  }
  if (value > high) return `${name}: must be at most ${most}`;
  return decimalsOf(text) > decimals ? `${name}: at most ${decimals} decimals` : undefined;
};

/** The first fault among the decimals of a record; absent and null decimals have none. */
export const decimalsFault = (
  record: Readonly<Record<string, unknown>>,
  bounded: Readonly<Record<string, Bounds>>,
): RuleFault => {
  for (const [name, of] of Object.entries(bounded)) {
    const text = record[name];
    const fault = typeof text === 'string' ? decimalFault(name, text, of) : undefined;
    if (fault !== undefined) return fault;
  }
  return undefined;
};

/** Masks of one list. */
const MASKS_MAX = 128;

/** The first fault of a list of masks: no mask is empty, and at least one does not exclude. */
export const masksFault = (name: string, list: string): RuleFault => {
  const masks = list.split(',').map((one) => one.trim().replace(/^!/, ''));
  if (masks.length > MASKS_MAX) return `${name}: at most ${MASKS_MAX} masks`;
  if (masks.includes('')) return `${name}: a mask is empty`;
  if (masks.some((mask) => mask.split('*').length - 1 > MASK_STARS_MAX)) {
    return `${name}: at most ${MASK_STARS_MAX} stars in a mask`;
  }
  const includes = list.split(',').some((one) => !one.trim().startsWith('!'));
  return includes ? undefined : `${name}: at least one mask must be without !`;
};
