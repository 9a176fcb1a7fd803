// Helpers for rules of settings beyond their schemas.

import { parseScaledBig, RATE_SCALE } from '../../../../wire/base/scale.js';

/** A fault in words that begin with the field's name; undefined = none. */
export type RuleFault = string | undefined;

/** The first fault of some rows, with the position of the row. */
export const firstOf = <T>(
  name: string,
  rows: readonly T[],
  faultOf: (row: T) => RuleFault,
): RuleFault => {
  for (const [at, row] of rows.entries()) {
    const fault = faultOf(row);
    if (fault !== undefined) return `${name}.${at}.${fault}`;
  }
  return undefined;
};

/** A decimal of a setting as the engine reads it, ×10^12. */
export const scaled = (text: string): bigint => parseScaledBig(text, RATE_SCALE) ?? -1n;
