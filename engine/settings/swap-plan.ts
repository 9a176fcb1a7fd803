// Compiled swap settings: how a symbol charges positions that are held overnight.

import { parseScaledBig, RATE_SCALE } from '../../wire/base/scale.js';
import { type SymbolRecord, WEEKDAYS } from '../../wire/settings/symbols.js';
import { ONE } from '../numbers/exact.js';

/** A symbol's swap settings with their decimals ×10^12 (trading-rules §1.1, §3.10). */
export interface SwapPlan {
  readonly mode: SymbolRecord['swap_mode'];
  readonly long: bigint;
  readonly short: bigint;
  /** Multipliers by weekday, Sunday first. */
  readonly multipliers: readonly bigint[];
  readonly days_in_year: number;
  /** Does an all-day holiday move its multiplier to an earlier day? */
  readonly holidays: boolean;
}

type SwapRecord = Pick<
  SymbolRecord,
  | 'swap_mode'
  | 'swap_long'
  | 'swap_short'
  | 'swap_triple_day'
  | 'swap_multipliers'
  | 'swap_days_in_year'
  | 'swap_holidays'
>;

const big = (text: string): bigint => parseScaledBig(text, RATE_SCALE) ?? 0n;

/**
 * The symbol's own multipliers; else 1 from Monday to Friday, 3 on the triple day, 0 at weekends.
 */
const multipliersOf = ({ swap_multipliers, swap_triple_day }: SwapRecord): readonly bigint[] => {
  if (swap_multipliers !== null) return swap_multipliers.map(big);
  return WEEKDAYS.map((name, day) => {
    if (name === swap_triple_day) return 3n * ONE;
    return day === 0 || day === 6 ? 0n : ONE;
  });
};

/** Compiles a symbol's swap settings (trading-rules §1.1, §3.10). */
export const compileSwap = (record: SwapRecord): SwapPlan => ({
  mode: record.swap_mode,
  long: big(record.swap_long),
  short: big(record.swap_short),
  multipliers: multipliersOf(record),
  days_in_year: record.swap_days_in_year,
  holidays: record.swap_holidays,
});
