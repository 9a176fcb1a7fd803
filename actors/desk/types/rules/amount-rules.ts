// Rules for decimals and masks in settings: within the range and precision of the engine.

import { MASK_STARS_MAX } from '../../../../wire/base/mask.js';
import { type RuleFault, scaled } from './setting-rules.js';

interface Range {
  /** Lower limit as a decimal; with `above` the value must be greater. */
  readonly least: string;
  readonly above?: boolean;
  readonly most: string;
  /** The engine cuts off further decimals. */
  readonly decimals: number;
}

/** A range, scaled once for all records. */
interface Bounds extends Range {
  readonly low: bigint;
  readonly high: bigint;
}

/** Scales a range. */
export const bounds = (range: Range): Bounds => ({
  ...range,
  low: scaled(range.least),
  high: scaled(range.most),
});

/** The number of decimals of a number as written, without trailing zeros. */
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

/** The first fault among the decimals of a record; missing and null ones are not checked. */
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

/** Most masks in a list. */
const MASKS_MAX = 128;

/** The first fault of a list of masks: an empty mask, or only excluding masks. */
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
