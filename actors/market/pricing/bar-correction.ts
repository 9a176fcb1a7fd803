// Corrections of bars: minutes that staff give, and the longer bars that follow from the minutes.

import { MINUTE_MS, type ServerClock } from '../../../engine/calendar/clock.js';
import type { StoredBar } from '../../../storage/database/bar-tables.js';
import { type Outcome, ok, type Refusal, refuse } from '../../../wire/base/codes.js';
import type { BarRow } from '../../../wire/queries/bar-queries.js';
import { showPrice } from '../../../wire/queries/shown-bar.js';
import type { CorrectedSpan } from '../../client.js';
import type { BarsCorrection, CorrectedBar, GivenMinute } from './price-messages.js';
import { type BarSpan, DAY_FRAME, FRAMES, MINUTE_FRAME, spanOf } from './timeframes.js';

/** The bars of a symbol, finished and running, in its digits. */
export interface KeptBars {
  /** Bars that open in `[from, to)`, oldest first. */
  between(frame: number, from: number, to: number): readonly StoredBar[];
  /** The newest bar that opens before a time. */
  before(frame: number, time: number): StoredBar | undefined;
  /** The oldest bar that opens at a time or later. */
  from(frame: number, time: number): StoredBar | undefined;
}

/** A bar that a correction changes. */
export interface BarEdit {
  readonly before: StoredBar | undefined;
  readonly after: StoredBar;
}

const VALUES = ['open', 'high', 'low', 'close', 'tick_volume', 'spread'] as const;

const isOther = (before: StoredBar | undefined, after: StoredBar): boolean =>
  before === undefined || VALUES.some((name) => before[name] !== after[name]);

/** The bar of a period: the sum of shorter bars, of which there is one at least, by time. */
const sumOf = (parts: readonly StoredBar[], frame: number, time: number): StoredBar => {
  const [oldest] = parts as readonly [StoredBar];
  const newest = parts.at(-1) as StoredBar;
  let { high, low, spread, first, last } = oldest;
  let tick_volume = 0;
  for (const part of parts) {
    high = Math.max(high, part.high);
    low = Math.min(low, part.low);
    spread = Math.min(spread, part.spread);
    first = Math.min(first, part.first);
    last = Math.max(last, part.last);
    tick_volume += part.tick_volume;
  }
  const { symbol_id, digits, open } = oldest;
  const prices = { open, high, low, close: newest.close };
  return { symbol_id, frame, time, digits, ...prices, tick_volume, spread, first, last };
};

/**
 * The bar of a given minute. A field that the minute leaves out keeps the value of the bar before.
 * A new bar takes no later quotes of its minute.
 */
const givenBar = (
  minute: GivenMinute,
  before: StoredBar | undefined,
  { symbolId, digits }: BarsCorrection,
): StoredBar => {
  const { time } = minute;
  const last = time + MINUTE_MS - 1;
  const quotes = { tick_volume: 1, spread: 0, first: time, last };
  const bar = { symbol_id: symbolId, frame: MINUTE_FRAME, digits };
  return { ...bar, ...quotes, ...before, ...minute };
};

const BOUNDED = ['open', 'high', 'low', 'close'] as const;

/**
 * The refusal of a minute with prices outside the bound. `near` has the prices of the replaced bar
 * and of the minutes beside it; the bound is counted from the lowest and the highest of them.
 */
const boundFault = (
  minute: GivenMinute,
  at: number,
  near: readonly number[],
  { bound, digits }: BarsCorrection,
): Refusal | undefined => {
  const lowest = Math.max(Math.min(...near) - bound, 1);
  const highest = Math.max(...near) + bound;
  const wrong = BOUNDED.filter((name) => minute[name] < lowest || minute[name] > highest);
  if (near.length === 0 || wrong.length === 0) return undefined;
  const [min, max] = [showPrice(lowest, digits), showPrice(highest, digits)];
  const message =
    `must be from ${min} to ${max}, within manual_quote_pts of the bar that is there and of the ` +
    'minutes beside it';
  const fields = wrong.map((name) => `bars.${at}.${name}`);
  return refuse('invalid_input', `${fields.join(', ')}: ${message}`, {
    faults: fields.map((field) => ({ field, message, min: Number(min), max: Number(max) })),
  });
};

/**
 * The refusal of a minute that changes the last price of the symbol: its close and spread are the
 * quote that a start goes on from.
 */
const lastPriceFault = (
  { time, close, spread }: GivenMinute,
  at: number,
  running: StoredBar | undefined,
  { digits }: BarsCorrection,
): Refusal | undefined => {
  if (running?.time !== time) return undefined;
  if (close === running.close && (spread ?? running.spread) === running.spread) return undefined;
  return refuse(
    'invalid_input',
    `bars.${at}: the newest minute keeps its close, ${showPrice(running.close, digits)}, and its ` +
      `spread, ${running.spread}, which are the last quote; publish a quote instead`,
  );
};

/** The first fault of given minutes beside the kept ones. */
const minutesFault = (
  minutes: readonly GivenMinute[],
  held: ReadonlyMap<number, StoredBar>,
  kept: KeptBars,
  running: StoredBar | undefined,
  correction: BarsCorrection,
): Refusal | undefined => {
  const given = new Set(minutes.map(({ time }) => time));
  const others = [
    kept.before(MINUTE_FRAME, correction.from),
    ...[...held.values()].filter(({ time }) => !given.has(time)),
    kept.from(MINUTE_FRAME, correction.to),
  ].filter((bar) => bar !== undefined);
  for (const [at, minute] of minutes.entries()) {
    const own = held.get(minute.time);
    const earlier = others.findLast(({ time }) => time < minute.time);
    const later = others.find(({ time }) => time > minute.time);
    const near = [own?.low, own?.high, earlier?.close, later?.open];
    const prices = near.filter((price) => price !== undefined);
    const fault =
      lastPriceFault(minute, at, running, correction) ?? boundFault(minute, at, prices, correction);
    if (fault !== undefined) return fault;
  }
  return undefined;
};

/**
 * The period of the bar that contains a moment: of the bar that is kept, which may have begun by
 * another server clock, or else by the present one.
 */
const spanOver = (frame: number, time: number, kept: KeptBars, clock: ServerClock): BarSpan => {
  const span = spanOf(FRAMES[frame] as (typeof FRAMES)[number], time, clock);
  if (frame < DAY_FRAME) return span;
  const held = kept.before(frame, time + 1);
  const to = held === undefined ? 0 : held.time + span.to - span.from;
  if (held === undefined || held.time === span.from || to <= time) return span;
  return { from: held.time, to: Math.min(to, kept.from(frame, held.time + 1)?.time ?? to) };
};

/** Bars of one timeframe with their changed ones, oldest first. */
const changedBars = (
  held: readonly StoredBar[],
  edits: readonly BarEdit[],
  { from, to }: BarSpan,
): readonly StoredBar[] => {
  const bars = new Map(held.map((bar) => [bar.time, bar]));
  for (const { after } of edits) {
    if (after.time >= from && after.time < to) bars.set(after.time, after);
  }
  return [...bars.values()].sort((a, b) => a.time - b.time);
};

/** The edits of longer bars over these times that follow from edits of a shorter timeframe. */
const longerEdits = (
  frames: readonly number[],
  times: readonly number[],
  shorter: { readonly frame: number; readonly edits: readonly BarEdit[] },
  kept: KeptBars,
  clock: ServerClock,
): readonly BarEdit[] => {
  const spans = frames.flatMap((frame) => {
    const found = new Map<number, BarSpan>();
    for (const time of times) {
      const span = spanOver(frame, time, kept, clock);
      found.set(span.from, span);
    }
    return Array.from(found.values(), (span) => ({ frame, ...span }));
  });
  const from = Math.min(...spans.map((span) => span.from));
  const to = Math.max(...spans.map((span) => span.to));
  const all = kept.between(shorter.frame, from, to);
  const parts = changedBars(all, shorter.edits, { from, to });
  return spans.flatMap((span) => {
    const own = parts.filter(({ time }) => time >= span.from && time < span.to);
    if (own.length === 0) return [];
    const [before] = kept.between(span.frame, span.from, span.from + 1);
    const after = sumOf(own, span.frame, span.from);
    return isOther(before, after) ? [{ before, after }] : [];
  });
};

/**
 * The bars that a correction changes: the given minutes, and the longer bars that contain them;
 * without given minutes the longer bars that contain the kept minutes of the period. Bars up to a
 * day are sums of minutes, weeks and months sums of days. `running` is the bar of the newest
 * minute. Refuses with `conflict` where nothing is kept, and with `invalid_input` prices beyond the
 * bound and another last price.
 */
export const editsOf = (
  correction: BarsCorrection,
  kept: KeptBars,
  running: StoredBar | undefined,
  clock: ServerClock,
): Outcome<readonly BarEdit[]> => {
  const { from, to, minutes } = correction;
  const held = new Map(kept.between(MINUTE_FRAME, from, to).map((bar) => [bar.time, bar]));
  if (minutes === null && held.size === 0) {
    const [begin, end] = [from, to].map((time) => new Date(time).toISOString());
    return refuse(
      'conflict',
      `No minute of ${begin} to ${end} is kept, and quotes are not kept: give the bars.`,
    );
  }
  const fault = minutesFault(minutes ?? [], held, kept, running, correction);
  if (fault !== undefined) return fault;
  const given = (minutes ?? []).map((minute) => {
    const before = held.get(minute.time);
    return { before, after: givenBar(minute, before, correction) };
  });
  const edits = given.filter(({ before, after }) => isOther(before, after));
  const times = minutes === null ? [...held.keys()] : edits.map(({ after }) => after.time);
  if (times.length === 0) return ok([]);
  const frames = FRAMES.map((_, frame) => frame);
  const inDay = frames.slice(MINUTE_FRAME + 1, DAY_FRAME + 1);
  const shorter = longerEdits(inDay, times, { frame: MINUTE_FRAME, edits }, kept, clock);
  const days = {
    frame: DAY_FRAME,
    edits: shorter.filter(({ after }) => after.frame === DAY_FRAME),
  };
  const longer = longerEdits(frames.slice(DAY_FRAME + 1), times, days, kept, clock);
  return ok([...edits, ...shorter, ...longer]);
};

const rowOf = (bar: StoredBar): BarRow => {
  const { time, open, high, low, close, tick_volume, spread } = bar;
  return { time, open, high, low, close, tick_volume, spread };
};

const frameOf = ({ after }: BarEdit) => FRAMES[after.frame] as (typeof FRAMES)[number];

/** A changed bar as other threads get it. */
export const correctedBar = (edit: BarEdit): CorrectedBar => ({
  timeframe: frameOf(edit),
  before: edit.before === undefined ? null : rowOf(edit.before),
  after: rowOf(edit.after),
});

/** The period of the changed bars of each timeframe. */
export const correctedSpans = (edits: readonly BarEdit[]): readonly CorrectedSpan[] => {
  const spans = new Map<string, CorrectedSpan>();
  for (const edit of edits) {
    const timeframe = frameOf(edit);
    const { time } = edit.after;
    const { from = time, to = 0 } = spans.get(timeframe) ?? {};
    const span = { from: Math.min(from, time), to: Math.max(to, time + MINUTE_MS) };
    spans.set(timeframe, { timeframe, ...span });
  }
  return [...spans.values()];
};
