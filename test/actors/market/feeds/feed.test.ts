// A feed's policy: when it connects again, when it rests, and what it counts.

import t from 'tap';
import { Feed, type OpenSource, type SourceSink } from '../../../../actors/market/feeds/feed.js';
import { type Instrument, instrumentsOf } from '../../../../actors/market/feeds/instruments.js';
import { LINES_PER_HOUR } from '../../../../actors/shared/allowance.js';
import { ok } from '../../../../wire/base/codes.js';
import type { DatafeedRecord } from '../../../../wire/settings/connections.js';

import { heldParams } from '../../../support/connections.js';
import { feedOf, HandClock, marketOf, publishByHand, settingsOf, symbolOf } from '../fixtures.js';

const SYMBOLS = [symbolOf(1, 'EURUSD'), symbolOf(2, 'GBPUSD')];

/** A feed on a source that the test speaks for. */
const feedUnderTest = (more: Partial<DatafeedRecord> = {}) => {
  const record = feedOf(1, {
    reconnect_sec: 5,
    timeout_sec: 10,
    idle_timeout_sec: 20,
    failures_before_rest: 3,
    rest_sec: 60,
    ...more,
  });
  const env = new HandClock(Date.UTC(2026, 10, 18));
  const sinks: SourceSink[] = [];
  const given: (readonly Instrument[])[] = [];
  let closed = 0;
  const open: OpenSource = (_record, instruments, sink) => {
    sinks.push(sink);
    given.push(instruments);
    return ok({
      change: (gone, added) => given.push([...gone, ...added]),
      close: () => {
        closed += 1;
      },
    });
  };
  const taken: number[] = [];
  const headlines: string[] = [];
  const out = {
    tick: (_feed: number, _symbol: number, bid: number) => {
      taken.push(bid);
      return bid > 0 ? undefined : ('price' as const);
    },
    flush: () => true,
    symbol: () => undefined,
    news: (_feed: number, headline: string) => {
      headlines.push(headline);
    },
  };
  const feed = new Feed(record, open, out, env);
  const instruments = instrumentsOf(record, SYMBOLS);
  const state = (): string => feed.status().state;
  return { feed, env, sinks, given, taken, headlines, instruments, state, closed: () => closed };
};

t.test('it reconnects after reconnect_sec, and rests after a series of failures', async (t) => {
  const { feed, env, sinks, instruments, state } = feedUnderTest();
  feed.start(instruments);
  for (const wait of [5, 5, 60, 5, 5, 60]) {
    sinks.at(-1)!.down('refused');
    t.equal(state(), wait === 60 ? 'resting' : 'waiting');
    const before = sinks.length;
    env.move(wait * 1000 - 1);
    t.equal(sinks.length, before, 'not a moment too early');
    env.move(1);
    t.equal(sinks.length, before + 1);
    t.equal(state(), 'connecting');
  }
  t.match(feed.status(), { connects: 7, failures: 6, last_error: 'refused' });
});

t.test('A connection that fails on and on has one line a minute, with a count', async (t) => {
  const { feed, env, sinks, instruments } = feedUnderTest();
  feed.start(instruments);
  const down = () => env.logged.filter(({ msg }) => msg === 'datafeed down');
  for (let at = 0; at < 65; at += 5) {
    sinks.at(-1)!.down('refused');
    env.move(at % 15 === 10 ? 60_000 : 5_000);
  }
  const lines = down();
  t.ok(lines.length < 13, `${lines.length} of 13 lines`);
  t.match(lines[0], { datafeed: feed.record.name, reason: 'refused', failures: 1 });
  t.notOk('repeated' in (lines[0] as object));
  const left = lines.map((line) => (line as { repeated?: number }).repeated ?? 0);
  t.equal(lines.length + left.reduce((a, b) => a + b, 0), 13, 'each failure is told or counted');
  const before = lines.length;
  sinks.at(-1)!.down('another reason');
  t.equal(down().length, before + 1, 'another reason is another line');
});

t.test('a session that is not open is tried again without a rest or a warning', async (t) => {
  const { feed, env, sinks, instruments, state } = feedUnderTest();
  feed.start(instruments);
  const lines = env.logged.length;
  for (let times = 1; times <= 9; times += 1) {
    sinks.at(-1)!.notOpen('not open at this time');
    t.equal(state(), 'waiting');
    env.move(5000);
    t.equal(sinks.length, times + 1);
  }
  t.match(feed.status(), { failures: 0, last_error: 'not open at this time' });
  t.equal(env.logged.length, lines);
});

t.test('a connection that never answers is given up after timeout_sec', async (t) => {
  const { feed, env, instruments, state, closed } = feedUnderTest();
  feed.start(instruments);
  env.move(9999);
  t.equal(state(), 'connecting');
  env.move(1);
  t.equal(state(), 'waiting');
  t.equal(closed(), 1);
});

t.test('silence ends a connection; quotes and signs of life keep it', async (t) => {
  const { feed, env, sinks, instruments, state } = feedUnderTest();
  feed.start(instruments);
  const [sink] = sinks;
  sink!.online();
  env.move(19_000);
  sink!.tick(instruments[0]!, 110_000_000, 110_001_000, env.now());
  env.move(19_000);
  sink!.alive();
  env.move(19_999);
  t.equal(state(), 'online');
  env.move(1);
  t.equal(state(), 'waiting');
  t.match(feed.status().last_error, /silent/);
});

t.test('a quote ends a series of failures', async (t) => {
  const { feed, env, sinks, instruments, state } = feedUnderTest();
  feed.start(instruments);
  for (let n = 0; n < 2; n += 1) {
    sinks.at(-1)!.down('refused');
    env.move(5000);
  }
  sinks.at(-1)!.online();
  sinks.at(-1)!.tick(instruments[0]!, 110_000_000, 110_001_000, env.now());
  t.equal(feed.status().failures, 0);
  sinks.at(-1)!.down('lost');
  t.equal(state(), 'waiting');
});

t.test('what a source says after its end is ignored', async (t) => {
  const { feed, env, sinks, taken, instruments, state } = feedUnderTest();
  feed.start(instruments);
  const [old] = sinks;
  old!.down('lost');
  env.move(5000);
  old!.tick(instruments[0]!, 110_000_000, 110_001_000, env.now());
  old!.down('lost again');
  old!.fault('nonsense');
  old!.finished();
  t.same(taken, []);
  t.equal(state(), 'connecting');
  t.match(feed.status(), { failures: 1, faults: 0 });
  feed.stop();
  t.equal(state(), 'stopped');
  t.equal(env.waiting, 0);
});

t.test('Faults and news are logged up to a limit of the hour, over all connections', async (t) => {
  const patient = { timeout_sec: 86_400, failures_before_rest: 100 };
  const { feed, env, sinks, headlines, instruments } = feedUnderTest({
    news_enabled: true,
    ...patient,
  });
  feed.start(instruments);
  const count = (start: string): number =>
    env.logged.filter(({ msg }) => msg.startsWith(start)).length;
  const flood = LINES_PER_HOUR - 40;
  const connections = 3;
  const connection = (): void => {
    const sink = sinks.at(-1)!;
    sink.online();
    for (let n = 0; n < flood; n += 1) {
      sink.fault(`bad ${n}`);
      sink.news(`news ${n}`, '');
      sink.alive();
      env.move(500);
    }
    sink.down('lost');
    env.move(5_000);
  };
  for (let n = 0; n < connections; n += 1) connection();
  t.equal(feed.status().faults, connections * flood);
  t.equal(count('datafeed fault'), LINES_PER_HOUR + 1, 'one more says that there are further ones');
  t.equal(count('datafeed faults are only counted'), 1);
  t.equal(count('datafeed news'), LINES_PER_HOUR + 1);
  t.equal(count('datafeed news are not logged'), 1);
  t.equal(headlines.length, connections * flood, 'traders get them all');
  env.move(3_600_000);
  connection();
  const before = headlines.length;
  sinks.at(-1)?.online();
  for (let n = 0; n < 1_100; n += 1) {
    sinks.at(-1)?.news('flood', '');
    sinks.at(-1)?.alive();
    env.move(500);
  }
  t.equal(headlines.length - before, 1_000 - flood, 'up to a thousand an hour');
  t.equal(count('datafeed fault'), LINES_PER_HOUR + 1 + flood, 'the next hour has lines again');
});

t.test('News that come in one go reach traders a few a second, and none is empty', async (t) => {
  const { feed, env, sinks, headlines, instruments } = feedUnderTest({ news_enabled: true });
  feed.start(instruments);
  const sink = sinks[0]!;
  sink.online();
  sink.news('', '');
  sink.news(' ', '\n\n');
  for (let n = 0; n < 1_000; n += 1) sink.news(`news ${n}`, 'text');
  t.same(
    headlines,
    Array.from({ length: 20 }, (_, n) => `news ${n}`),
  );
  const left = env.logged.filter(({ msg }) => /^datafeed news are too many/.test(msg));
  t.match(left, [{ datafeed: feed.record.name }]);
  env.move(1_000);
  for (let n = 0; n < 10; n += 1) sink.news('later', 'text');
  t.same(headlines.slice(20), ['later', 'later']);
});

t.test('changed symbols reach the source without a new connection', async (t) => {
  const { feed, given, instruments } = feedUnderTest();
  feed.start(instruments);
  feed.change([1, 2], instrumentsOf(feedOf(1), SYMBOLS));
  t.equal(given.length, 1, 'nothing new, nothing said');
  feed.change([2], []);
  t.same(given[1], [instruments[1]], 'gone');
  feed.change([2, 9], instrumentsOf(feedOf(1), SYMBOLS.slice(1)));
  t.same(given[2], [instruments[1]], 'back');
  t.equal(feed.status().instruments, 2);
});

t.test('a disabled feed stays down, and so does DDE', async (t) => {
  const { feed, sinks, instruments, state } = feedUnderTest({ enabled: false });
  feed.start(instruments);
  t.equal(state(), 'disabled');
  t.equal(sinks.length, 0);
  const { market } = marketOf(
    settingsOf(SYMBOLS, [feedOf(1, { module: 'dde', server: 'terminal:1' })]),
  );
  market.start();
  t.match(market.status().feeds[0], {
    state: 'unavailable',
    last_error: /^this server has no DDE connector: /,
  });
});

t.test('new settings restart the feeds whose record changed, and only those', async (t) => {
  const feeds = [feedOf(1), feedOf(2, { params: heldParams({ seed: 'x' }) }), feedOf(3)];
  const settings = settingsOf(SYMBOLS, feeds);
  const { market, env } = marketOf(settings);
  market.start();
  env.move(1000);
  const before = market.status().feeds.map(({ ticks }) => ticks);
  const [first, second] = feeds;
  const symbol = [...SYMBOLS, symbolOf(3, 'USDCHF')];
  market.apply({
    ...settings,
    symbol,
    datafeed: [first!, { ...second!, params: heldParams({ seed: 'y' }) }],
  });
  const after = market.status().feeds;
  const found = after.map(({ id, ticks }) => [id, ticks]);
  t.same(found, [
    [1, before[0]],
    [2, 0],
  ]);
  t.equal(after[0]?.instruments, 3, 'and the new symbol is quoted');
  market.stop();
  t.equal(env.waiting, 0, 'a stopped market leaves no timer');
});

t.test('ticks without room are flushed again soon, though no tick follows', async (t) => {
  let room = 0;
  let flushes = 0;
  const out = {
    tick: () => undefined,
    flush: () => {
      flushes += 1;
      return flushes > room;
    },
    bar: () => undefined,
    corrected: () => undefined,
    news: () => undefined,
  };
  const { market, env } = marketOf(settingsOf(SYMBOLS), { out });
  market.start();
  room = 3;
  publishByHand(market, 1, 110_000_000, 110_010_000);
  env.move(1000);
  t.equal(flushes, 4);
});

t.test('a symbol whose digits changed has no quote until the next tick', async (t) => {
  const settings = settingsOf(SYMBOLS);
  const { market, board } = marketOf(settings);
  market.start();
  publishByHand(market, 1, 110_000_000, 110_010_000);
  publishByHand(market, 2, 130_000_000, 130_010_000);
  market.apply({ ...settings, symbol: [symbolOf(1, 'EURUSD', { digits: 4 }), SYMBOLS[1]!] });
  t.equal(board.read(1).time, 0);
  t.equal(board.read(2).bid, 130_000_000);
});
