// Prices by hand, as messages between the desk and the market: manual quotes and corrected bars.

import type { Outcome } from '../../../wire/base/codes.js';
import type { BarRow } from '../../../wire/queries/bar-queries.js';
import type { Timeframe } from '../../../wire/trading/timeframes.js';

/** A manual quote, prices ×10^(digits+3); `last` 0 = no trade. */
export interface ManualPrice {
  readonly symbolId: number;
  readonly bid: number;
  readonly ask: number;
  readonly last: number;
  /** The market tests the quote, and does not publish it. */
  readonly dryRun: boolean;
}

/** A bar of a minute as staff give it: prices ×10^(digits+3), time in ms, spread in points. */
export interface GivenMinute {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Without `tick_volume` or `spread` the bar keeps its present value. */
  readonly tick_volume?: number;
  readonly spread?: number;
}

/** A correction of the bars of a symbol in `[from, to)`, ms. */
export interface BarsCorrection {
  readonly symbolId: number;
  /** The digits of its prices. */
  readonly digits: number;
  readonly from: number;
  readonly to: number;
  /** The new minutes, by time; null = the longer bars are summed again from the kept minutes. */
  readonly minutes: readonly GivenMinute[] | null;
  /** The greatest distance of a new price from the present prices, ×10^(digits+3). */
  readonly bound: number;
  /** The market answers the bars that the correction would change, and changes none. */
  readonly dryRun: boolean;
}

/** A corrected bar; `before` is null where there was none. */
export interface CorrectedBar {
  readonly timeframe: Timeframe;
  readonly before: BarRow | null;
  readonly after: BarRow;
}

/** The market's answer to a manual quote: prices ×10^(digits+3), time in ms since 1970. */
export type ManualQuoteResult = Outcome<{
  readonly bid: number;
  readonly ask: number;
  readonly time: number;
  /** The quote of the symbol until then; null = it had none. */
  readonly before: { readonly bid: number; readonly ask: number } | null;
}>;

/** The market's answer to a correction: the bars that it changes, shortest timeframe first. */
export type BarsCorrectionResult = Outcome<readonly CorrectedBar[]>;
