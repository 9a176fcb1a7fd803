// Bars of the server as the chart holds them, and how newer states of bars are put into them.

import type { Bar } from '../../client/index.js';

/** A bar as the chart draws it: numbers are for the pixels alone. */
type Candle = {
  readonly timestamp: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume?: number;
};

/** The candle of a bar of the server. */
export const candleOf = (bar: Bar): Candle => ({
  timestamp: Date.parse(bar.time),
  open: Number(bar.open),
  high: Number(bar.high),
  low: Number(bar.low),
  close: Number(bar.close),
  volume: bar.tick_volume,
});

/**
 * Puts a late state of an earlier bar in its place; false = the bar is the newest one or a later
 * one, which the chart takes itself.
 */
export const putEarlier = (candles: Candle[], candle: Candle): boolean => {
  const last = candles.at(-1);
  if (last === undefined || candle.timestamp >= last.timestamp) return false;
  const at = candles.findLastIndex(({ timestamp }) => timestamp <= candle.timestamp);
  if (candles[at]?.timestamp === candle.timestamp) candles[at] = candle;
  return true;
};

/** The opening time after which bars are read again, so that the newest known bar comes, too. */
export const readAfter = (candles: readonly Candle[]): string | undefined => {
  const known = candles.at(-2);
  return known === undefined ? undefined : new Date(known.timestamp).toISOString();
};
