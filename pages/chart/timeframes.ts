// The timeframes of charts.

/** A length of bars as the chart counts it. */
interface Period {
  readonly type: 'minute' | 'hour' | 'day' | 'week' | 'month';
  readonly span: number;
}

/** A timeframe as it is chosen, and as the chart counts it. */
export interface Timeframe {
  /** As the API names it. */
  readonly name: string;
  /** As traders name it. */
  readonly text: string;
  readonly period: Period;
  /** Do its bars follow the day of the server? */
  readonly isOfDays: boolean;
}

const frame = (
  name: string,
  text: string,
  type: Period['type'],
  span: number,
  isOfDays = false,
): Timeframe => ({ name, text, period: { type, span }, isOfDays });

/** The timeframes, shortest first: the keys 1 to 9 choose them in this order. */
export const TIMEFRAMES: readonly Timeframe[] = [
  frame('m1', 'M1', 'minute', 1),
  frame('m5', 'M5', 'minute', 5),
  frame('m15', 'M15', 'minute', 15),
  frame('m30', 'M30', 'minute', 30),
  frame('h1', 'H1', 'hour', 1),
  frame('h4', 'H4', 'hour', 4),
  frame('d1', 'D1', 'day', 1, true),
  frame('w1', 'W1', 'week', 1, true),
  frame('mn1', 'MN', 'month', 1, true),
];

/** The timeframe of a name; an unknown name is M5. */
export const timeframeOf = (name: string): Timeframe =>
  TIMEFRAMES.find((one) => one.name === name) ?? (TIMEFRAMES[1] as Timeframe);
