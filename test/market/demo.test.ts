// The demo market: the same seed and clock give the same ticks, and prices that look like prices.

import t from 'tap';
import { DEMO_CATCH_UP_MS } from '../../actors/market/demo.js';
import { MarketWeek } from '../../actors/market/hours.js';
import { Path, seedOf } from '../../actors/market/noise.js';
import type { DatafeedRecord } from '../../wire/connections.js';
import type { SymbolRecord } from '../../wire/symbols.js';
import { heldParams, type Params } from '../support/connections.js';
import { feedOf, HandClock, marketOf, settingsOf, symbolOf } from './fixtures.js';

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
  const env = new HandClock(start);
  const market = marketOf(settingsOf(symbols, [feed]), { env });
  market.market.start();
  env.move(ms);
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

t.test('each symbol ticks 5 to 20 times a second, more often in lively hours', async (t) => {
  const seconds = 60;
  const counts = (start: number): number[] => {
    const { ticks } = play(seconds * 1000, demo(), SYMBOLS, start);
    return SYMBOLS.map(({ id }) => ticks.filter((tick) => tick.symbol_id === id).length);
  };
  const lively = counts(Date.UTC(2026, 10, 18, 14));
  const weekend = counts(Date.UTC(2026, 10, 21, 14));
  for (const count of [...lively, ...weekend]) {
    t.ok(count >= 5 * seconds && count <= 20 * seconds, `${count} in a minute`);
  }
  t.ok(lively[0]! > weekend[0]! * 2, 'EURUSD rests on Saturday');
});

t.test('prices are whole points, uncrossed, and move; spreads vary', async (t) => {
  const { ticks } = play(60_000);
  for (const { id } of SYMBOLS) {
    const own = ticks.filter((tick) => tick.symbol_id === id);
    t.ok(own.every(({ bid, ask }) => bid > 0 && ask > bid && bid % 1000 === 0 && ask % 1000 === 0));
    t.ok(new Set(own.map(({ bid }) => bid)).size > 10, 'the bid moves');
    t.ok(new Set(own.map(({ bid, ask }) => ask - bid)).size > 2, 'the spread varies');
  }
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

t.test('business time stands nearly still on the weekend and never runs back', async (t) => {
  const week = new MarketWeek('forex');
  const hour = 3_600_000;
  const gone = (from: number): number =>
    week.businessSeconds(from + hour) - week.businessSeconds(from);
  t.ok(gone(Date.UTC(2026, 10, 18, 14)) > 50 * gone(Date.UTC(2026, 10, 21, 14)));
  for (let from = Date.UTC(2022, 11, 29); from < Date.UTC(2023, 0, 9); from += hour) {
    if (gone(from) <= 0) t.fail(`time ran back at ${new Date(from).toISOString()}`);
  }
});

t.test('after a long pause only the last second of what was missed is given out', async (t) => {
  const env = new HandClock(Date.UTC(2026, 10, 18, 12));
  const { market, ticks } = marketOf(settingsOf(SYMBOLS, [demo()]), { env });
  market.start();
  env.move(100);
  ticks.length = 0;
  env.now = () => Date.UTC(2026, 10, 18, 13);
  env.move(20);
  t.ok(ticks.length > 0);
  t.ok(ticks.every(({ time }) => time > Date.UTC(2026, 10, 18, 13) - DEMO_CATCH_UP_MS));
});

t.test('a clock that is set back stops nothing', async (t) => {
  const env = new HandClock(Date.UTC(2026, 10, 18, 12));
  const { market, ticks } = marketOf(settingsOf(SYMBOLS, [demo()]), { env });
  market.start();
  env.move(100);
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
  t.ok(ticks.length > 200 && ticks.length <= 400, `${ticks.length} in ten seconds`);
  const wrong = play(10, demo({ rate: 'often' }));
  t.match(wrong.market.status().feeds[0], { state: 'waiting', last_error: /params\.rate/ });
});
