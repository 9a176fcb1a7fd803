// Bars for staff over REST: reading them at the prices of the symbol, and correcting them.

import { type Static, Type } from '@sinclair/typebox';
import { Decimal, Named, OrNull, Time, Words } from '../../base/schema.js';
import { section, wordedAs } from '../../fields/words.js';
import { TIMEFRAMES, type Timeframe } from '../../trading/timeframes.js';
import { BarShape } from './market.js';

const prices = section('Prices');
const volume = section('Volume');
const correction = section('Correction');

/** Longest period of a correction in minutes, and the most minutes that it gives: a day. */
export const CORRECTED_MINUTES_MAX = 1_440;
/** Most corrected bars that an answer and a journal line show. */
export const CORRECTED_SHOWN_MAX = 100;

/** A bar of a minute as staff give it. */
const GivenBar = Named(
  'GivenBar',
  wordedAs(BarShape.properties, {
    time: prices('Opening time', 'Beginning of the minute.', Time()),
    open: Decimal(),
    high: Decimal(),
    low: Decimal(),
    close: Decimal(),
    tick_volume: volume(
      'Ticks',
      'Number of price changes; absent = the present number, or 1 for a new bar.',
      Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
      'count',
    ),
    spread: prices(
      'Spread',
      'Smallest spread; absent = the present spread, or 0 for a new bar.',
      Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
      'points',
    ),
  }),
);

/** A correction of the bars of `[from, to)`: minutes by hand, or longer bars from the minutes. */
export const BarsRebuildBody = Named('BarsRebuildBody', {
  symbol: Type.String({ minLength: 1, maxLength: 32 }),
  from: correction('From', 'Opening time of the first minute of the period.', Time()),
  to: correction('To', 'End of the last minute of the period, a day later at most.', Time()),
  bars: correction(
    'Minutes',
    'Bars of a minute, by time; absent = longer bars from the minutes.',
    Type.Optional(Type.Array(GivenBar, { minItems: 1, maxItems: CORRECTED_MINUTES_MAX })),
  ),
});
export type BarsRebuildBody = Static<typeof BarsRebuildBody>;

const BarValues = () =>
  Named(
    'BarValues',
    wordedAs(BarShape.properties, {
      open: Decimal(),
      high: Decimal(),
      low: Decimal(),
      close: Decimal(),
      tick_volume: Type.Integer(),
      spread: Type.Integer(),
    }),
  );

/** A bar that a correction has changed; `before` is null where there was none. */
const CorrectedBar = Named('CorrectedBar', {
  timeframe: correction(
    'Timeframe',
    'Length of the bar: minutes, hours, a day, a week from Sunday on, or a month.',
    Words(Object.keys(TIMEFRAMES) as Timeframe[]),
  ),
  time: correction('Opening time', 'Opening time of the bar.', Time()),
  before: correction(
    'Before',
    'Its values until now; null = there was no such bar.',
    OrNull(BarValues()),
  ),
  after: correction('After', 'Its values from now on.', BarValues()),
});

/** The outcome of a correction: the number of changed bars, and the first of them. */
export const BarsRebuilt = Named('BarsRebuilt', {
  symbol: Type.String(),
  changed: correction(
    'Changed',
    'Number of changed bars of all timeframes.',
    Type.Integer(),
    'count',
  ),
  bars: correction(
    'Bars',
    'The first 100 changed bars, the shortest timeframe first.',
    Type.Array(CorrectedBar),
  ),
});
export type BarsRebuilt = Static<typeof BarsRebuilt>;
