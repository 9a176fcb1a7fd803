// Corrections of bars: minutes by hand, the longer bars that follow, and what is refused.

import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import t, { type Test } from 'tap';
import { Bars } from '../../../../actors/market/pricing/bars.js';
import type {
  BarsCorrection,
  GivenMinute,
} from '../../../../actors/market/pricing/price-messages.js';
import { FRAMES, spanOf } from '../../../../actors/market/pricing/timeframes.js';
import { UTC } from '../../../../engine/calendar/clock.js';
import { BarReader, BarStore } from '../../../../storage/read/bars.js';
import { unwrap } from '../../../../wire/base/codes.js';
import type { BarRow } from '../../../../wire/queries/bar-queries.js';
import { marketOf, publishByHand, settingsOf, symbolOf } from '../fixtures.js';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
/** Prices ×10^(digits+3), of a symbol with 5 digits. */
const price = (points: number): number => points * 1000;

/** The bars of symbol 1 as they are read, by timeframe. */
const rowsOf = (reader: BarReader, timeframe: string): readonly BarRow[] => {
  const all = { from: 0, to: Number.MAX_SAFE_INTEGER, limit: 10_000 };
  return reader.query({ symbol_id: 1, digits: 5, timeframe, ...all });
};

/** The longer bars that minutes add up to. */
const summed = (minutes: readonly BarRow[], timeframe: (typeof FRAMES)[number]) => {
  const groups = new Map<number, BarRow[]>();
  for (const minute of minutes) {
    const { from } = spanOf(timeframe, minute.time, UTC);
    groups.set(from, [...(groups.get(from) ?? []), minute]);
  }
  return [...groups].map(([time, parts]) => ({
    time,
    open: parts[0]?.open,
    high: Math.max(...parts.map(({ high }) => high)),
    low: Math.min(...parts.map(({ low }) => low)),
    close: parts.at(-1)?.close,
    tick_volume: parts.reduce((sum, part) => sum + part.tick_volume, 0),
    spread: Math.min(...parts.map(({ spread }) => spread)),
  }));
};

const flat = (time: number, points: number): GivenMinute => {
  const value = price(points);
  return { time, open: value, high: value, low: value, close: value };
};

const correctionOf = (given: Partial<BarsCorrection>): BarsCorrection => ({
  ...{ symbolId: 1, digits: 5, from: 0, to: DAY_MS, minutes: null },
  ...{ bound: price(1_000_000), dryRun: false },
  ...given,
});

const stored = (t: Test) => {
  const folder = t.testdir({});
  const store = BarStore.open(folder);
  const reader = new BarReader(folder);
  t.teardown(() => {
    reader.close();
    store.close();
  });
  return { folder, store, reader };
};

t.test('longer bars are the sums of the minutes, whatever minutes are given', async (t) => {
  const { store, reader } = stored(t);
  const settings = settingsOf([symbolOf(1, 'EURUSD')]);
  const begin = Date.UTC(2026, 0, 29, 20);
  const minute = fc.integer({ min: 0, max: 4 * 1_440 });
  const points = fc.integer({ min: 100_000, max: 120_000 });
  const quotes = fc.array(fc.tuple(minute, points), { minLength: 1, maxLength: 40 });
  const given = fc.uniqueArray(fc.tuple(minute, points, fc.boolean()), {
    maxLength: 12,
    selector: ([at]) => at,
  });
  const property = fc.property(quotes, given, quotes, (before, wanted, after) => {
    store.forget([1]);
    const bars = new Bars(store);
    bars.apply(settings);
    const quote = ([at, value]: readonly [number, number]) =>
      bars.take(1, price(value), price(value + 10), begin + at * MINUTE_MS);
    for (const one of before) quote(one);
    bars.save();
    const minutes = new Map(rowsOf(reader, 'm1').map((row) => [row.time, row]));
    const newest = begin + (before.at(-1)?.[0] ?? 0) * MINUTE_MS;
    for (const [at, value, isWide] of wanted) {
      const time = begin + at * MINUTE_MS;
      if (time === newest) continue;
      const bar = { ...flat(time, value), ...(isWide && { high: price(130_000), tick_volume: 7 }) };
      const from = time - (time % MINUTE_MS);
      const period = { from, to: from + MINUTE_MS };
      unwrap(bars.correct(correctionOf({ minutes: [bar], ...period })));
      minutes.set(time, { ...{ tick_volume: 1, spread: 0 }, ...minutes.get(time), ...bar });
    }
    const expected = [...minutes.values()].sort((a, b) => a.time - b.time);
    const equal = (): void => {
      for (const frame of FRAMES) {
        const rows = rowsOf(reader, frame);
        const sums = summed(rowsOf(reader, 'm1'), frame);
        if (!isDeepStrictEqual(rows, sums)) throw new Error(frame);
      }
    };
    if (!isDeepStrictEqual(rowsOf(reader, 'm1'), expected)) throw new Error('m1');
    equal();
    for (const one of after) quote(one);
    bars.save();
    equal();
  });
  t.doesNotThrow(() => fc.assert(property, { numRuns: 40 }));
});

t.test('a spike is taken out of its minute, the day, the board and the close before', async (t) => {
  const { store, reader } = stored(t);
  const settings = settingsOf([symbolOf(1, 'EURUSD')]);
  const { market, env, board, bars, corrected } = marketOf(settings, { bars: store });
  market.start();
  const quote = (points: number) => publishByHand(market, 1, price(points), price(points + 10));
  quote(110_000);
  const first = env.now();
  quote(150_000);
  env.move(MINUTE_MS);
  quote(110_005);
  t.match(board.read(1), { high: price(150_000), low: price(110_000) });
  const from = first - (first % MINUTE_MS);
  const given = { ...flat(from, 110_000), high: price(110_002), tick_volume: 1 };
  const correction = correctionOf({ from, to: from + MINUTE_MS, minutes: [given] });
  const tried = unwrap(market.correctBars({ ...correction, dryRun: true }));
  t.match(board.read(1), { high: price(150_000) }, 'a dry run changes nothing');
  t.same(corrected, []);
  const made = unwrap(market.correctBars(correction));
  t.same(made, tried);
  t.same(
    made.map(({ timeframe }) => timeframe),
    FRAMES,
    'of every timeframe',
  );
  t.match(made[0], { before: { high: price(150_000), tick_volume: 2 }, after: { tick_volume: 1 } });
  t.match(board.read(1), { high: price(110_005), bid: price(110_005), open: price(110_000) });
  t.same(corrected[0], { timeframe: 'm1', from, to: from + MINUTE_MS });
  t.equal(corrected.length, FRAMES.length);
  bars.length = 0;
  env.move(1_000);
  t.ok(
    bars.some((bar) => bar.timeframe === 'd1' && bar.high === price(110_005)),
    'followers of running bars are told',
  );
  t.same(unwrap(market.correctBars(correction)), [], 'again it changes nothing');
  t.match(rowsOf(reader, 'd1'), [{ high: price(110_005), tick_volume: 2 }]);
  env.move(DAY_MS);
  quote(110_100);
  t.match(board.read(1), { close_prev: price(110_005) });
  const last = env.now() - (env.now() % DAY_MS) - MINUTE_MS;
  unwrap(
    market.correctBars(
      correctionOf({ from: last, to: last + MINUTE_MS, minutes: [flat(last, 110_007)] }),
    ),
  );
  t.match(
    board.read(1),
    { close_prev: price(110_007) },
    'a new minute at the end of the day before',
  );
  market.stop();
});

t.test('longer bars are made of the kept minutes again', async (t) => {
  const { store, reader } = stored(t);
  const settings = settingsOf([symbolOf(1, 'EURUSD')]);
  const bars = new Bars(store);
  bars.apply(settings);
  const begin = Date.UTC(2026, 0, 5);
  for (let n = 0; n < 90; n += 1) {
    bars.take(1, price(110_000 + n), price(110_010 + n), begin + n * MINUTE_MS);
  }
  bars.save();
  const hour = rowsOf(reader, 'h1')[0] as BarRow;
  const wrong = { symbol_id: 1, frame: FRAMES.indexOf('h1'), digits: 5, first: begin, last: begin };
  store.save([{ ...hour, ...wrong, high: price(200_000) }], []);
  const period = { from: begin + 5 * MINUTE_MS, to: begin + 6 * MINUTE_MS };
  t.match(unwrap(bars.correct(correctionOf(period))), [
    { before: { high: price(200_000) }, after: { high: hour.high } },
  ]);
  t.same(rowsOf(reader, 'h1')[0], hour);
  t.same(unwrap(bars.correct(correctionOf(period))), []);
});

t.test('what cannot be corrected is refused with its figures', async (t) => {
  const { store } = stored(t);
  const bars = new Bars(store);
  bars.apply(settingsOf([symbolOf(1, 'EURUSD')]));
  const begin = Date.UTC(2026, 0, 5);
  const at = (n: number): number => begin + n * MINUTE_MS;
  for (const n of [0, 1, 3]) bars.take(1, price(110_000 + n), price(110_020 + n), at(n));
  const day = { from: begin, to: begin + DAY_MS };
  const refused = (given: Partial<BarsCorrection>, code: string, message: RegExp) =>
    t.match(bars.correct(correctionOf({ ...day, ...given })), { ok: false, code, message });
  const minutes = (n: number, points: number, more: object = {}) => ({
    minutes: [{ ...flat(at(n), points), ...more }],
    bound: price(100),
  });
  refused({ symbolId: 2 }, 'not_found', /symbol/);
  refused({ digits: 4 }, 'conflict', /digits/);
  refused({ from: begin - DAY_MS, to: begin }, 'conflict', /No minute .*T00:00.* is kept/);
  refused(minutes(0, 110_102), 'invalid_input', /bars\.0\.open, .*from 1\.09900 to 1\.10101/);
  t.ok(bars.correct(correctionOf({ ...day, ...minutes(0, 110_101) })).ok, 'at the bound');
  refused(minutes(2, 109_900), 'invalid_input', /from 1\.09901 to 1\.10103/);
  refused(minutes(2, 110_002, { low: price(1) }), 'invalid_input', /^bars\.0\.low: must be/);
  t.ok(bars.correct(correctionOf({ ...day, ...minutes(2, 109_901) })).ok, 'a minute of a gap');
  refused(minutes(3, 110_004), 'invalid_input', /keeps its close, 1\.10003/);
  refused(minutes(3, 110_003, { spread: 1 }), 'invalid_input', /and its spread, 20/);
  const newest = { open: price(110_001), low: price(110_000) };
  t.ok(bars.correct(correctionOf({ ...day, ...minutes(3, 110_003, newest) })).ok);
  t.same(bars.lastPrice(1), { bid: price(110_003), ask: price(110_023) });
});

t.test('a day that began by another server clock stays the bar of its date', async (t) => {
  const { store, reader } = stored(t);
  const symbol = symbolOf(1, 'EURUSD');
  const bars = new Bars(store);
  bars.apply(settingsOf([symbol]));
  const begin = Date.UTC(2026, 0, 5);
  for (let n = 0; n < 3 * 24; n += 1) {
    bars.take(1, price(110_000 + n), price(110_010 + n), begin + n * 60 * MINUTE_MS);
  }
  bars.save();
  bars.apply(settingsOf([symbol], [], { utc_offset_min: 180 }));
  bars.save();
  const before = rowsOf(reader, 'd1');
  const from = begin + 23 * 60 * MINUTE_MS;
  const high = { ...flat(from, 110_023), high: price(110_100) };
  unwrap(bars.correct(correctionOf({ from, to: from + MINUTE_MS, minutes: [high] })));
  const days = rowsOf(reader, 'd1');
  t.same(
    days.map(({ time }) => time),
    before.map(({ time }) => time),
    'no second bar of a date',
  );
  t.equal(days[0]?.high, price(110_100));
  t.same(days.slice(1), before.slice(1));
});
