// Our own feeds: the demo market, and recorded quotes that are played.

import { join } from 'node:path';
import t, { type Test } from 'tap';
import { LINE_LENGTH_MAX, parseTime } from '../../../../actors/market/feeds/csv.js';
import { DEMO_CATCH_UP_MS } from '../../../../actors/market/feeds/demo.js';
import { Path, seedOf } from '../../../../actors/market/feeds/noise.js';
import { REPLAY_SLICE } from '../../../../actors/market/feeds/replay.js';
import { demoPast } from '../../../../actors/market/pricing/demo-past.js';
import { BarReader, BarStore } from '../../../../storage/read/bars.js';
import type { DatafeedRecord } from '../../../../wire/settings/connections.js';
import type { SymbolRecord } from '../../../../wire/settings/symbols.js';
import { TIMEFRAMES, type Timeframe } from '../../../../wire/trading/timeframes.js';
import { heldParams, type Params } from '../../../support/connections.js';
import { feedOf, HandClock, marketOf, settingsOf, symbolOf } from '../fixtures.js';

const SYMBOLS = [
  symbolOf(1, 'EURUSD'),
  symbolOf(2, 'GBPUSD'),
  symbolOf(3, 'EURGBP'),
  symbolOf(4, 'USDJPY', { digits: 3 }),
  symbolOf(5, 'EURJPY', { digits: 3 }),
  symbolOf(6, 'XAUUSD', { digits: 2 }),
  symbolOf(7, 'US500', { digits: 2, currency_base: 'USD', currency_profit: 'USD' }),
  symbolOf(8, 'BTCUSD', { digits: 2 }),
];
const demo = (params: Params = { seed: 'a' }) => feedOf(1, { params: heldParams(params) });

const play = (
  ms: number,
  feed: DatafeedRecord = demo(),
  symbols: readonly SymbolRecord[] = SYMBOLS,
  start = Date.UTC(2026, 10, 18, 12),
) => {
  const market = marketOf(settingsOf(symbols, [feed]), {}, new HandClock(start));
  market.market.start();
  market.env.move(ms);
  return market;
};

t.test('the same seed and the same clock give the same ticks', async (t) => {
  const first = play(5000).ticks;
  t.same(play(5000).ticks, first);
  t.ok(first.length > 0);
  t.notSame(play(5000, demo({ seed: 'b' })).ticks, first);
});

t.test('a restart goes on with the ticks that would have come anyway', async (t) => {
  const start = Date.UTC(2026, 10, 18, 12);
  const whole = play(4000).ticks.filter((tick) => tick.time > start + 2000);
  const after = play(2000, demo(), SYMBOLS, start + 2000).ticks;
  t.same(after, whole);
});

t.test('each symbol ticks about 10 times a second', async (t) => {
  const seconds = 60;
  const { ticks } = play(seconds * 1000);
  for (const { id } of SYMBOLS) {
    const count = ticks.filter((tick) => tick.symbol_id === id).length;
    t.ok(count >= 8 * seconds && count <= 12 * seconds, `${count} in a minute`);
  }
});

t.test('prices are whole points, uncrossed, and move', async (t) => {
  const { ticks } = play(60_000);
  for (const { id } of SYMBOLS) {
    const own = ticks.filter((tick) => tick.symbol_id === id);
    t.ok(own.every(({ bid, ask }) => bid > 0 && ask > bid && bid % 1000 === 0 && ask % 1000 === 0));
    t.ok(new Set(own.map(({ bid }) => bid)).size > 10, 'the bid moves');
  }
});

t.test('The demo market has a past of 30 days, which its first prices continue', async (t) => {
  const now = Date.UTC(2026, 10, 18, 12, 0, 30);
  const weekdays = [1, 2, 3, 4, 5].map((day) => ({ day, from_min: 60, to_min: 1380 }));
  const symbols = [
    symbolOf(1, 'EURUSD'),
    symbolOf(6, 'XAUUSD', { digits: 2, quote_sessions: weekdays }),
    symbolOf(7, 'XAUEUR', { digits: 2, source_symbol_id: 6 }),
  ];
  const settings = settingsOf(symbols, [demo(), feedOf(2, { module: 'replay' })]);
  const folder = t.testdir();
  const store = BarStore.open(folder);
  const reader = new BarReader(folder);
  t.teardown(() => {
    reader.close();
    store.close();
  });
  const past = [...demoPast(settings, now)];
  t.same([...demoPast(settings, now)], past, 'the same seed and time give the same past');
  for (const { finished, running } of past) store.save(finished, running);

  const barsOf = (timeframe: string, symbol_id = 1, digits = 5) => {
    const asked = { symbol_id, digits, timeframe, from: 0, to: now, limit: 5000 };
    return reader.query({ ...asked, is_forward: true });
  };
  const frames = Object.keys(TIMEFRAMES) as Timeframe[];
  for (const frame of frames) {
    const bars = barsOf(frame);
    const length = TIMEFRAMES[frame] * 60_000;
    const count = Math.min(720, (30 * 86_400_000) / length);
    t.ok(bars.length >= count, `${bars.length} of ${frame}`);
    t.ok(bars.at(-1)!.time > now - length - 86_400_000, `${frame} goes on until now`);
    const jumps = bars.filter(({ open }, n) => Math.abs(open - (bars[n - 1]?.close ?? open)) > 1e5);
    t.same(jumps, [], `${frame}: each bar begins where the one before has ended`);
  }
  const hours = barsOf('h1');
  for (const day of barsOf('d1').slice(-5)) {
    const own = hours.filter(({ time }) => Math.floor(time / 86_400_000) * 86_400_000 === day.time);
    t.equal(day.open, own[0]?.open);
    t.equal(day.close, own.at(-1)?.close);
    t.equal(day.high, Math.max(...own.map(({ high }) => high)));
    t.equal(
      day.tick_volume,
      own.reduce((sum, { tick_volume }) => sum + tick_volume, 0),
    );
  }
  const gold = barsOf('h1', 6, 2);
  t.ok(gold.length > 400 && gold.length < hours.length, `${gold.length} hours of gold`);
  t.same(
    gold.filter(({ time }) => [0, 6].includes(new Date(time).getUTCDay())),
    [],
    'in session',
  );
  t.same(barsOf('h1', 7, 2), [], 'no demo market prices it itself');

  const { market, board, env } = marketOf(settings, { bars: store }, new HandClock(now));
  market.start();
  env.move(10_000);
  const [before, first] = barsOf('m1').slice(-2);
  t.equal(first?.time, now - 30_000, 'the minute of the start');
  const step = Math.abs((first?.open ?? 0) - (before?.close ?? 0));
  t.ok(step < 30_000, `${step / 1000} points from the past to the first price`);
  t.equal(board.read(1).open, barsOf('d1').at(-1)?.open, 'the day began before the start');
  market.stop();
});

t.test('crosses agree with their legs within the spread', async (t) => {
  const { board } = play(3000);
  const middle = (id: number): number => {
    const { bid, ask } = board.read(id);
    return (bid + ask) / 2 / 10 ** (SYMBOLS[id - 1]!.digits + 3);
  };
  const near = (found: number, wanted: number, name: string): void => {
    t.ok(Math.abs(found / wanted - 1) < 0.0002, `${name} ${found} for ${wanted}`);
  };
  near(middle(3), middle(1) / middle(2), 'EURGBP');
  near(middle(5), middle(1) * middle(4), 'EURJPY');
});

t.test('prices wander by their volatility over a day and return over months', async (t) => {
  const path = new Path(seedOf('x'), 0.01);
  const days = Array.from({ length: 2000 }, (_, day) => path.at(day * 86_400));
  const changes = days.slice(1).map((value, day) => value - days[day]!);
  const deviation = Math.sqrt(changes.reduce((sum, c) => sum + c * c, 0) / changes.length);
  t.ok(deviation > 0.007 && deviation < 0.013, `${deviation} for 0.01`);
  t.ok(Math.max(...days.map(Math.abs)) < 0.15, 'it does not drift away');
});

t.test('after a long pause only the last second of what was missed is given out', async (t) => {
  const { env, ticks } = play(100);
  ticks.length = 0;
  env.now = () => Date.UTC(2026, 10, 18, 13);
  env.move(20);
  t.ok(ticks.length > 0);
  t.ok(ticks.every(({ time }) => time > Date.UTC(2026, 10, 18, 13) - DEMO_CATCH_UP_MS));
});

t.test('a clock that is set back stops nothing', async (t) => {
  const { env, ticks } = play(100);
  const back = Date.UTC(2026, 10, 18, 11);
  let now = back;
  env.now = () => now;
  for (let n = 0; n < 50; n += 1) {
    now += 20;
    env.move(20);
  }
  t.ok(ticks.some(({ time }) => time > back && time <= now));
});

t.test('a rate may be asked for; a wrong one keeps the feed down and says why', async (t) => {
  const { ticks } = play(10_000, demo({ seed: 'a', rate: '40' }), SYMBOLS.slice(0, 1));
  t.ok(ticks.length > 150 && ticks.length < 250, `${ticks.length} in ten seconds`);
  const wrong = play(10, demo({ rate: 'often' }));
  t.match(wrong.market.status().feeds[0], { state: 'waiting', last_error: /params\.rate/ });
});

const START = Date.UTC(2026, 0, 5);
const PAIRS = [symbolOf(1, 'EURUSD'), symbolOf(2, 'GBPUSD')];

/** Lets the file be read, moving the clock on, until the condition holds. */
const until = async (env: HandClock, stepMs: number, holds: () => boolean): Promise<void> => {
  for (let turn = 0; turn < 10_000_000 && !holds(); turn += 1) {
    env.move(stepMs);
    await new Promise((next) => setImmediate(next));
  }
  if (!holds()) throw new Error('it never came');
};

const replay = (file: string, params: Params, flush = (): boolean => true) => {
  const feed = feedOf(1, {
    module: 'replay',
    params: heldParams({ file, ...params }),
    reconnect_sec: 5,
  });
  const ticks: { symbol: number; bid: number; time: number; at: number }[] = [];
  const made = marketOf(settingsOf(PAIRS, [feed]), {
    out: {
      tick: (symbol, bid, _ask, time) => ticks.push({ symbol, bid, time, at: made.env.now() }),
      flush,
      bar: () => undefined,
      corrected: () => undefined,
      news: () => undefined,
    },
  });
  made.market.start();
  const state = () => made.market.status().feeds[0]!;
  return { ...made, ticks, state };
};

const line = (second: number, symbol = 'EURUSD', bid = '1.10000', ask = '1.10010'): string =>
  `${new Date(START + second * 1000).toISOString()},${symbol},${bid},${ask}`;

/** A file of a recording. */
const recorded = (t: Test, ...lines: readonly string[]): string =>
  join(t.testdir({ 'q.csv': lines.join('\n') }), 'q.csv');

/** What came of a file that is played at full speed to its end. */
const playedOut = async (t: Test, ...lines: readonly string[]) => {
  const played = replay(recorded(t, ...lines), { speed: '0' });
  await until(played.env, 1, () => played.state().state === 'finished');
  return played;
};

/** What the given clock moves while the file is read, which takes real time. */
const READING_MS = 0.01;

/** Plays a file of that many lines, each with its line break: they are at hand together. */
const playAll = async (
  { env, ticks, state }: ReturnType<typeof replay>,
  stepMs: number,
  count: number,
): Promise<void> => {
  await until(env, READING_MS, () => ticks.length > 0);
  await until(env, stepMs, () => ticks.length === count);
  await until(env, READING_MS, () => state().state === 'finished');
};

t.test('a file is played at its own pace, with its own times', async (t) => {
  const played = replay(recorded(t, line(0), line(2), line(5), ''), {});
  await playAll(played, 10, 3);
  const { ticks } = played;
  const found = ticks.map(({ time }) => time - START);
  t.same(found, [0, 2000, 5000]);
  const paces = ticks.map(({ at }) => at - ticks[0]!.at);
  t.ok(paces[1]! >= 2000 && paces[1]! < 2200, `${paces[1]} ms to the second`);
  t.ok(paces[2]! >= 5000 && paces[2]! < 5200, `${paces[2]} ms to the third`);
});

t.test('a speed factor shortens the waits', async (t) => {
  const played = replay(recorded(t, line(0), line(100), ''), { speed: '50' });
  await playAll(played, 10, 2);
  const { ticks } = played;
  const wait = ticks[1]!.at - ticks[0]!.at;
  t.ok(wait >= 2000 && wait < 2200, `${wait} ms`);
});

t.test('a header, blank lines, Windows line ends and a byte order mark are fine', async (t) => {
  const text = `\ufefftime,symbol,bid,ask\r\n${line(0)}\r\n\r\n${line(1, 'gbpusd')}`;
  const { ticks, state } = await playedOut(t, text);
  const symbols = ticks.map(({ symbol }) => symbol);
  t.same(symbols, [1, 2]);
  t.equal(state().faults, 0);
});

t.test('a bad line is named by its number and skipped', async (t) => {
  const lines = [
    line(0),
    'rubbish',
    'yesterday,EURUSD,1.1,1.2',
    line(1, 'EURUSD', '1,1'),
    line(2, 'EURUSD', 'x'),
    line(3, 'EURUSD', '1.1', '-1'),
    line(4, 'NOSUCH'),
    line(5, 'NOSUCH'),
    `${line(6)}${'0'.repeat(LINE_LENGTH_MAX)}`,
    line(7, ''),
    line(8),
  ];
  const { ticks, env, state } = await playedOut(t, ...lines);
  const found = ticks.map(({ time }) => time - START);
  t.same(found, [0, 8000]);
  const faults = env.logged.filter(({ msg }) => msg === 'datafeed fault');
  t.same(
    faults.map(({ reason }) => String(reason).split(':')[0]),
    [2, 3, 4, 5, 6, 7, 9, 10].map((number) => `line ${number}`),
  );
  t.equal(state().faults, 8);
});

t.test('a fifth column that the header names tells of trades', async (t) => {
  const lines = ['time,symbol,bid,ask,last', `${line(0)},1.10005`, `${line(1)},`, line(2)];
  const { ticks, state, board } = await playedOut(t, ...lines);
  t.equal(ticks.length, 2, 'a line without the column is skipped');
  t.equal(board.read(ticks[0]!.symbol).last, 110_005_000, 'an empty one leaves the last trade');
  t.equal(state().faults, 1);
});

t.test('a missing file and an empty one are clear errors, tried again later', async (t) => {
  const folder = t.testdir({ 'empty.csv': 'time,symbol,bid,ask\n' });
  for (const [name, reason] of [
    ['none.csv', /none\.csv: no such file/],
    ['empty.csv', /empty\.csv: no quotes/],
    ['', /a folder, not a file/],
  ] as const) {
    const { env, state } = replay(join(folder, name), { loop: 'true' });
    await until(env, 0, () => state().state === 'waiting');
    t.match(state().last_error, reason);
    env.move(5000);
    t.equal(state().connects, 2);
  }
  t.match(replay('', {}).state().last_error, /params\.file/);
  t.match(replay('x', { speed: '-1' }).state().last_error, /params\.speed/);
});

t.test('at full speed it waits for consumers that lag, and loses nothing', async (t) => {
  const lines = Array.from({ length: REPLAY_SLICE * 5 }, (_, n) => line(n));
  const file = recorded(t, ...lines);
  let roomy = false;
  const { ticks, env, state } = replay(file, { speed: '0' }, () => roomy);
  await until(env, 1, () => ticks.length > 0);
  for (let turn = 0; turn < 100; turn += 1) {
    env.move(1);
    await new Promise((next) => setImmediate(next));
  }
  t.equal(ticks.length, REPLAY_SLICE, 'one slice, then it holds back');
  roomy = true;
  await until(env, 1, () => state().state === 'finished');
  t.equal(ticks.length, lines.length);
});

t.test('a loop goes on in time where the pass before ended', async (t) => {
  const { ticks, env, market } = replay(recorded(t, line(0), line(3)), {
    speed: '0',
    loop: 'true',
  });
  await until(env, 1, () => ticks.length >= 6);
  market.stop();
  const found = ticks.slice(0, 6).map(({ time }) => time - START);
  t.same(found, [0, 3000, 4000, 7000, 8000, 11_000]);
  t.equal(env.logged.filter(({ msg }) => msg === 'datafeed online').length, 1, 'told once');
  const after = ticks.length;
  env.move(1000);
  await new Promise((next) => setImmediate(next));
  t.equal(ticks.length, after, 'a stopped feed is silent');
  t.equal(env.waiting, 0, 'and leaves no timer');
});

t.test('a long gap in the file is no silence of the feed', async (t) => {
  const played = replay(recorded(t, line(0), line(600), ''), {});
  await playAll(played, 500, 2);
  t.equal(played.state().connects, 1);
});

t.test('times are RFC 3339, or seconds or ms since 1970', async (t) => {
  const noon = Date.UTC(2026, 0, 5, 12);
  t.equal(parseTime('2026-01-05T12:00:00Z'), noon);
  t.equal(parseTime('2026-01-05T12:00:00.250Z'), noon + 250);
  t.equal(parseTime('2026-01-05 12:00'), noon, 'no zone means UTC');
  t.equal(parseTime('2026-01-05T13:00:00+01:00'), noon);
  t.equal(parseTime(String(noon)), noon);
  t.equal(parseTime(String(noon / 1000)), noon);
  for (const text of ['', '12', '1969-12-31T00:00:00Z', '2026-13-45T00:00:00Z', 'now'])
    t.equal(parseTime(text), undefined);
});
