// Rules of settings beyond their schemas: what the engine could not carry out is refused.

import { parseScaledBig, RATE_SCALE } from '../../../../wire/base/scale.js';

/** A fault in words that begin with the field; undefined = none. */
export type RuleFault = string | undefined;

/** The first fault of some rows, with the row's position. */
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

/** Decimals of settings as the engine reads them, ×10^12. */
export const scaled = (text: string): bigint => parseScaledBig(text, RATE_SCALE) ?? -1n;
