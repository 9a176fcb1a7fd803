// Bars: what quotes become in every timeframe, against a plain count, and across restarts.

import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import t, { type Test } from 'tap';
import { BARS_SAVED_MS } from '../../../../actors/market/market.js';
import { Bars } from '../../../../actors/market/pricing/bars.js';
import { FRAMES, spanOf } from '../../../../actors/market/pricing/timeframes.js';
import { BarReader, BarStore } from '../../../../storage/read/bars.js';
import type { Settings } from '../../../../wire/settings/config.js';
import { TIMEFRAMES, type Timeframe } from '../../../../wire/trading/timeframes.js';
import { runsOf } from '../../../support/run.js';
import { marketOf, NO_BARS, publishByHand, settingsOf, symbolOf } from '../fixtures.js';

interface Quote {
  readonly time: number;
  readonly bid: number;
  readonly points: number;
}

const START = Date.UTC(2026, 0, 1);

/** Minutes by the book: quotes in the order they came, late ones left out. */
const minutesOf = (quotes: readonly Quote[]): readonly (readonly Quote[])[] => {
  const minutes = new Map<number, Quote[]>();
  for (const quote of quotes) {
    const minute = Math.floor(quote.time / 60_000);
    const before = minutes.get(minute) ?? [];
    if ((before.at(-1)?.time ?? 0) <= quote.time) minutes.set(minute, [...before, quote]);
  }
  return [...minutes].sort((a, b) => a[0] - b[0]).map(([, minute]) => minute);
};

/** Bars by the book: minutes grouped by their span, in one pass over all of them. */
const counted = (quotes: readonly Quote[], from: (time: number) => number) => {
  const groups = new Map<number, Quote[]>();
  for (const minute of minutesOf(quotes)) {
    const open = from(minute[0]!.time);
    groups.set(open, [...(groups.get(open) ?? []), ...minute]);
  }
  return [...groups].map(([open, group]) => ({
    time: open,
    open: group[0]!.bid,
    high: Math.max(...group.map(({ bid }) => bid)),
    low: Math.min(...group.map(({ bid }) => bid)),
    close: group.at(-1)!.bid,
    tick_volume: group.length,
    spread: Math.min(...group.map(({ points }) => points)),
  }));
};

const plainFrom = (frame: Timeframe, time: number): number => {
  const date = new Date(time);
  const midnight = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  if (frame === 'mn1') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  if (frame === 'w1') return midnight - date.getUTCDay() * 86_400_000;
  const length = TIMEFRAMES[frame] * 60_000;
  return time - (time % length);
};

const ask = (reader: BarReader, timeframe: string, more: object = {}) =>
  reader.query({
    symbol_id: 1,
    digits: 5,
    timeframe,
    from: 0,
    to: Number.MAX_SAFE_INTEGER,
    limit: 10_000,
    ...more,
  });

const quotesOf = (steps: readonly (readonly [gapSec: number, point: number, points: number])[]) => {
  let time = START;
  return steps.map(([gapSec, point, points]): Quote => {
    time += gapSec * 1000;
    return { time, bid: (110_000 + point) * 1000, points };
  });
};

/** Bars of symbols in a folder of their own, and a reader of them; both end with the test. */
const keeping = (t: Test, settings: Settings) => {
  const folder = t.testdir({});
  const reader = new BarReader(folder);
  const store = BarStore.open(folder);
  t.teardown(() => {
    reader.close();
    store.close();
  });
  const bars = new Bars(store);
  bars.apply(settings);
  return { reader, store, bars };
};

/** Mostly onwards by seconds, hours or days, now and then back. */
const gap = fc.oneof(
  { weight: 4, arbitrary: fc.nat({ max: 40 }) },
  { weight: 3, arbitrary: fc.nat({ max: 5000 }) },
  { weight: 2, arbitrary: fc.nat({ max: 400_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: -90, max: 0 }) },
  { weight: 1, arbitrary: fc.integer({ min: -200_000, max: 0 }) },
);
const step = fc.tuple(gap, fc.nat({ max: 200 }), fc.nat({ max: 30 }));
const steps = fc.array(step, { minLength: 1, maxLength: 60 });

t.test('every timeframe equals a plain count of its minutes, restarts in between', async (t) => {
  const settings = settingsOf([symbolOf(1, 'EURUSD')]);
  const check = fc.check(
    fc.property(steps, fc.nat({ max: 60 }), (given, restartAt) => {
      const folder = t.testdir({});
      const quotes = quotesOf(given);
      let store = BarStore.open(folder);
      let bars = new Bars(store);
      bars.apply(settings);
      for (const [index, { time, bid, points }] of quotes.entries()) {
        if (index === restartAt) {
          bars.save();
          store.close();
          store = BarStore.open(folder);
          bars = new Bars(store);
          bars.apply(settings);
        }
        bars.take(1, bid, bid + points * 1000, time);
        if (index % 7 === 0) bars.save(0.5);
      }
      bars.save();
      const reader = new BarReader(folder);
      const unlike = FRAMES.filter((frame) => {
        const wanted = counted(quotes, (time) => plainFrom(frame, time));
        return !isDeepStrictEqual(ask(reader, frame), wanted);
      });
      reader.close();
      store.close();
      if (unlike.length > 0) throw new Error(`${unlike.join()} differ`);
    }),
    { numRuns: runsOf(20) },
  );
  t.notOk(check.failed, fc.defaultReportMessage(check) ?? 'the same');
});

t.test('a query answers the newest bars within its span, oldest first', async (t) => {
  const settings = settingsOf([symbolOf(1, 'EURUSD'), symbolOf(2, 'GBPUSD')]);
  const { reader, bars } = keeping(t, settings);
  t.same(ask(reader, 'm1'), [], 'no bars yet');
  for (let minute = 0; minute < 10; minute += 1) {
    bars.take(1, 110_000_000 + minute * 1000, 110_010_000, START + minute * 60_000);
    bars.take(2, 130_000_000, 130_010_000, START + minute * 60_000);
  }
  bars.save();
  const minutes = (more: object): number[] =>
    ask(reader, 'm1', more).map(({ time }) => (time - START) / 60_000);
  t.same(minutes({}), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  t.same(minutes({ limit: 3 }), [7, 8, 9]);
  t.same(minutes({ limit: 2, to: START + 5 * 60_000 }), [3, 4], 'the end is exclusive');
  t.same(minutes({ from: START + 8 * 60_000 }), [8, 9], 'the beginning is not');
  t.same(minutes({ limit: 3, is_forward: true }), [0, 1, 2], 'or the oldest');
  t.same(minutes({ limit: 2, from: START + 8 * 60_000 - 1, is_forward: true }), [8, 9]);
  t.same(ask(reader, 'm7'), []);
  t.same(ask(reader, 'm1', { symbol_id: 9 }), []);
  t.equal(ask(reader, 'm1', { digits: 3 })[9]?.close, 1_100_000);
});

t.test('the last bar of a symbol tells its last quote', async (t) => {
  t.equal(new BarReader(t.testdir({})).lastQuote(1, 5), undefined, 'no file yet');
  const { reader, bars } = keeping(t, settingsOf([symbolOf(1, 'EURUSD')]));
  bars.take(1, 110_000_000, 110_010_000, START);
  bars.take(1, 110_020_000, 110_040_000, START + 60_000);
  bars.take(1, 110_015_000, 110_030_000, START + 70_000);
  bars.save();
  const found = { bid: 110_015_000, ask: 110_030_000, last: 110_015_000, time: START + 70_000 };
  t.same(reader.lastQuote(1, 5), found);
  t.match(reader.lastQuote(1, 3), { bid: 1_100_000, time: START + 70_000 });
  t.equal(reader.lastQuote(2, 5), undefined);
});

t.test('the market saves its bars within two seconds and at its stop', async (t) => {
  const folder = t.testdir({});
  const store = BarStore.open(folder);
  const symbols = Array.from({ length: 40 }, (_, n) => symbolOf(n + 1, `S${n + 1}`));
  const { market, env, bars } = marketOf(settingsOf(symbols), { bars: store });
  const reader = new BarReader(folder);
  market.start();
  for (const { id } of symbols) publishByHand(market, id, 110_000_000, 110_010_000);
  env.move(BARS_SAVED_MS / 2);
  t.equal(ask(reader, 'm1').length, 1, 'a share is saved at once');
  t.equal(ask(reader, 'm1', { symbol_id: 40 }).length, 0);
  env.move(2000);
  for (const symbol_id of [1, 20]) t.equal(ask(reader, 'h1', { symbol_id }).length, 1);
  publishByHand(market, 1, 120_000_000, 120_010_000);
  market.stop();
  t.match(ask(reader, 'd1'), [
    { open: 110_000_000, close: 120_000_000, tick_volume: 2, spread: 10 },
  ]);
  t.match(bars.at(-1), { symbol_id: 1, timeframe: 'mn1', close: 120_000_000 });
  reader.close();
  store.close();
});

t.test('days, weeks and months begin at midnight of the server clock', async (t) => {
  const cet = { utc_offset_min: 60, daylight_saving: 'europe' as const };
  const span = (frame: Timeframe, time: string) => {
    const { from, to } = spanOf(frame, Date.parse(time), cet);
    return [from, to].map((at) => new Date(at).toISOString().slice(0, 16));
  };
  t.same(span('d1', '2026-01-15T22:59:59Z'), ['2026-01-14T23:00', '2026-01-15T23:00']);
  t.same(span('d1', '2026-01-15T23:00:00Z'), ['2026-01-15T23:00', '2026-01-16T23:00']);
  t.same(span('d1', '2026-07-15T12:00:00Z'), ['2026-07-14T22:00', '2026-07-15T22:00']);
  t.same(span('d1', '2026-03-29T12:00:00Z'), ['2026-03-28T23:00', '2026-03-29T22:00'], '23 hours');
  t.same(span('d1', '2026-10-25T12:00:00Z'), ['2026-10-24T22:00', '2026-10-25T23:00'], '25 hours');
  t.same(span('w1', '2026-07-15T12:00:00Z'), ['2026-07-11T22:00', '2026-07-18T22:00']);
  t.same(span('mn1', '2026-03-15T12:00:00Z'), ['2026-02-28T23:00', '2026-03-31T22:00']);
  t.same(span('h4', '2026-07-15T13:00:00Z'), ['2026-07-15T12:00', '2026-07-15T16:00'], 'UTC');
});

t.test('a change of the server clock makes no second bar of a date', async (t) => {
  const HOUR = 3_600_000;
  const at = (hour: number) => START + hour * HOUR;
  for (const [before, after, changed, begins] of [
    [0, 120, 10, -2],
    [0, -300, 10, 5],
    [0, 120, 23, -2],
    // The new clock shows the day before at that hour.
    [120, 0, -1, 0],
    [600, -600, -4, 10],
  ] as const) {
    const name = `${before} to ${after} min at ${changed}:00`;
    const clock = (utc_offset_min: number) =>
      settingsOf([symbolOf(1, 'EURUSD')], [], { utc_offset_min });
    const { bars, reader } = keeping(t, clock(before));
    const quote = (hour: number) => bars.take(1, 110_000_000, 110_010_000, at(hour));
    // 1 January on the server clock of then begins so many hours before midnight UTC.
    const old = 0 - before / 60;
    for (const hour of [old - 1, old + 0.5, changed]) quote(hour);
    bars.apply(clock(after));
    const next = begins + 24;
    for (const hour of [changed + 0.5, Math.max(changed, next - 1), next + 1]) quote(hour);
    bars.save();
    const days = ask(reader, 'd1').slice(-3);
    const [first, second] = changed >= next ? [2, 3] : [4, 1];
    t.same(
      days.map(({ time, tick_volume }) => [(time - START) / HOUR, tick_volume]),
      [
        [old - 24, 1],
        [begins, first],
        [next, second],
      ],
      name,
    );
  }
});

t.test('the board tells the server day and the close before it', async (t) => {
  const folder = t.testdir({});
  const settings = settingsOf([symbolOf(1, 'EURUSD')], [], { utc_offset_min: 720 });
  const first = BarStore.open(folder);
  const one = marketOf(settings, { bars: first });
  one.market.start();
  const say = ({ market }: typeof one, point: number): void => {
    t.ok(publishByHand(market, 1, (110_000 + point) * 1000, (110_010 + point) * 1000).ok);
  };
  one.env.move(-60_000);
  for (const point of [5, 9, 2, 4]) say(one, point);
  const points = ({ board }: typeof one) => {
    const { open, high, low, close_prev } = board.read(1);
    return [open, high, low, close_prev].map((value) => value / 1000 - 110_000);
  };
  t.same(points(one), [5, 9, 2, -110_000]);
  one.env.move(60_000);
  say(one, 7);
  t.same(points(one), [7, 7, 7, 4]);
  say(one, 8);
  one.market.stop();
  first.close();
  const second = BarStore.open(folder);
  const two = marketOf(settings, { bars: second });
  two.market.start();
  say(two, 6);
  t.same(points(two), [7, 8, 6, 4], 'a restart keeps the day');
  second.close();
});

t.test('bars of a symbol that is charted by trades are made of them', async (t) => {
  const [byBid, byLast] = [symbolOf(1, 'EURUSD'), symbolOf(2, 'ACME', { chart_mode: 'last' })];
  const bars = new Bars(NO_BARS);
  bars.apply(settingsOf([byBid, byLast]));
  for (const id of [1, 2]) {
    bars.take(id, 100_000, 102_000, START, 0);
    bars.take(id, 100_000, 102_000, START + 1, 101_000);
  }
  const closes = new Map<number, number>();
  bars.takeChanged((bar) => closes.set(bar.symbol_id, bar.close));
  t.same([closes.get(1), closes.get(2)], [100_000, 101_000]);
});

t.test('a recording that is played again counts once; an earlier one fills in', async (t) => {
  const settings = settingsOf([symbolOf(1, 'EURUSD')]);
  const { reader, store, bars: first } = keeping(t, settings);
  const quotes = quotesOf([1, 30, 70, 3600, 20, 90_000, 61].map((gap, n) => [gap, n * 3, n + 1]));
  const play = (bars: Bars, shift: number): void => {
    for (const { time, bid, points } of quotes)
      bars.take(1, bid, bid + points * 1000, time + shift);
    bars.save();
  };
  play(first, 0);
  const answers = () => FRAMES.map((frame) => ask(reader, frame));
  const before = answers();
  const again = new Bars(store);
  again.apply(settings);
  again.take(1, quotes[0]!.bid, quotes[0]!.bid, quotes[0]!.time - 1);
  play(again, -1);
  t.same(answers(), before, 'late quotes change no bar');
  play(again, -400 * 86_400_000);
  const volume = ask(reader, 'd1').reduce((sum, bar) => sum + bar.tick_volume, 0);
  t.equal(volume, quotes.length * 2);
  t.same(ask(reader, 'd1').slice(-2), before[FRAMES.indexOf('d1')]);
});

t.test('a bar that time comes back to goes on, saved or not', async (t) => {
  const { reader, bars } = keeping(t, settingsOf([symbolOf(1, 'EURUSD')]));
  for (const [minute, second, point] of [
    [9, 0, 5],
    [3, 0, 1],
    [9, 1, 7],
  ] as const) {
    const bid = (110_000 + point) * 1000;
    bars.take(1, bid, bid, START + minute * 60_000 + second * 1000);
  }
  bars.save();
  t.match(ask(reader, 'm1'), [
    { open: 110_001_000, tick_volume: 1 },
    { open: 110_005_000, close: 110_007_000, tick_volume: 2 },
  ]);
});

t.test('changed digits change the bars, a removed symbol takes its own along', async (t) => {
  const settings = settingsOf([symbolOf(1, 'EURUSD'), symbolOf(2, 'GBPUSD')]);
  const { reader, bars } = keeping(t, settings);
  bars.take(1, 110_005_000, 110_025_000, START);
  bars.take(2, 130_000_000, 130_020_000, START);
  bars.apply(settingsOf([symbolOf(1, 'EURUSD', { digits: 4 })]));
  bars.take(1, 11_020_000, 11_025_000, START + 1000);
  bars.save();
  t.match(ask(reader, 'm1', { digits: 4 }), [
    { open: 11_001_000, high: 11_020_000, close: 11_020_000, tick_volume: 2, spread: 2 },
  ]);
  t.same(ask(reader, 'm1', { symbol_id: 2 }), []);
});

t.test('bars that are over or saved are told once more, with their end', async (t) => {
  const bars = new Bars(NO_BARS);
  bars.apply(settingsOf([symbolOf(1, 'EURUSD')]));
  const published = (): (readonly [string, number, number])[] => {
    const out: (readonly [string, number, number])[] = [];
    bars.takeChanged(({ timeframe, time, tick_volume }) =>
      out.push([timeframe, time, tick_volume]),
    );
    return out.filter(([timeframe]) => timeframe === 'm1');
  };
  bars.take(1, 110_000_000, 110_010_000, START);
  t.same(published(), [['m1', START, 1]]);
  t.same(published(), [], 'nothing new, nothing told');
  bars.take(1, 110_000_000, 110_010_000, START + 59_999);
  bars.take(1, 110_000_000, 110_010_000, START + 60_000);
  t.same(published(), [
    ['m1', START, 2],
    ['m1', START + 60_000, 1],
  ]);
  bars.save();
  t.same(published(), [['m1', START + 60_000, 1]], 'to clients that read the file before the save');
  bars.save();
  t.same(published(), [], 'no bar has changed since');
});

t.test('told in steps, every symbol has its turn once', async (t) => {
  const ids = [1, 2, 3, 4, 5, 6, 7];
  const bars = new Bars(NO_BARS);
  bars.apply(settingsOf(ids.map((id) => symbolOf(id, `STOCK${id}`))));
  for (const id of ids) bars.take(id, 110_000_000, 110_010_000, START);
  const steps = [0, 1, 2].map((step) => {
    const published = new Set<number>();
    bars.takeChanged(({ symbol_id }) => published.add(symbol_id), step, 3);
    return published.size;
  });
  const found = steps.toSorted((a, b) => a - b);
  t.same(found, [2, 2, 3]);
  bars.takeChanged(() => t.fail('nothing is left to be told'));
});
