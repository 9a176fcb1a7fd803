// Bars for staff over REST: reading them at the prices of the symbol, and correcting them.

import { type Static, Type } from '@sinclair/typebox';
import { Decimal, Named, Time, Words } from '../../base/schema.js';
import { TIMEFRAMES, type Timeframe } from '../../trading/timeframes.js';

/** Longest period of a correction in minutes, and the most minutes that it gives: a day. */
export const CORRECTED_MINUTES_MAX = 1_440;
/** Most corrected bars that an answer and a journal line show. */
export const CORRECTED_SHOWN_MAX = 100;

/** A bar of a minute as staff give it. */
const GivenBar = Named('GivenBar', {
  time: Time(),
  open: Decimal(),
  high: Decimal(),
  low: Decimal(),
  close: Decimal(),
  tick_volume: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
  spread: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
});

/** A correction of the bars of `[from, to)`: minutes by hand, or longer bars from the minutes. */
export const BarsRebuildBody = Named('BarsRebuildBody', {
  symbol: Type.String({ minLength: 1, maxLength: 32 }),
  from: Time(),
  to: Time(),
  bars: Type.Optional(Type.Array(GivenBar, { minItems: 1, maxItems: CORRECTED_MINUTES_MAX })),
});
export type BarsRebuildBody = Static<typeof BarsRebuildBody>;

const BarValues = () =>
  Named('BarValues', {
    open: Decimal(),
    high: Decimal(),
    low: Decimal(),
    close: Decimal(),
    tick_volume: Type.Integer(),
    spread: Type.Integer(),
  });

/** A bar that a correction has changed; `before` is null where there was none. */
const CorrectedBar = Named('CorrectedBar', {
  timeframe: Words(Object.keys(TIMEFRAMES) as Timeframe[]),
  time: Time(),
  before: Type.Union([BarValues(), Type.Null()]),
  after: BarValues(),
});

/** The outcome of a correction: the number of changed bars, and the first of them. */
export const BarsRebuilt = Named('BarsRebuilt', {
  symbol: Type.String(),
  changed: Type.Integer(),
  bars: Type.Array(CorrectedBar),
});
export type BarsRebuilt = Static<typeof BarsRebuilt>;
