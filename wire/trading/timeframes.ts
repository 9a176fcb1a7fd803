// Timeframes: the length of a bar.

/** Timeframes and their length in minutes; `w1` and `mn1` follow the calendar. */
export const TIMEFRAMES = {
  m1: 1,
  m5: 5,
  m15: 15,
  m30: 30,
  h1: 60,
  h4: 240,
  d1: 1440,
  w1: 10_080,
  mn1: 43_200,
} as const;

export type Timeframe = keyof typeof TIMEFRAMES;
