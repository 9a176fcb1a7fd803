// The quote pipeline end to end: from a feed's raw price to the board.

import t from 'tap';
import type { OpenSource, SourceSink } from '../../../../actors/market/feeds/feed.js';
import {
  type Instrument,
  instrumentsOf,
  readPrice,
} from '../../../../actors/market/feeds/instruments.js';
import type { Market } from '../../../../actors/market/market.js';
import { Board } from '../../../../actors/shared/board.js';
import { ok } from '../../../../wire/base/codes.js';
import { formatExact, parseScaled } from '../../../../wire/base/scale.js';
import { NO_DROPS } from '../../../../wire/rest/settings/connections.js';
import type { PlatformRecord } from '../../../../wire/settings/config.js';
import type { DatafeedRecord } from '../../../../wire/settings/connections.js';
import type { LogicalServerRecord } from '../../../../wire/settings/servers.js';
import type { SymbolRecord } from '../../../../wire/settings/symbols.js';
import { vector } from '../../../engine/vectors.js';
import { feedOf, marketOf, NO_BARS, publishByHand, settingsOf, symbolOf } from '../fixtures.js';

/** A price of a symbol with five digits, ×10^8. */
const price = (text: string): number => parseScaled(text, 8)!;

/** A market whose feeds say what the test tells them to. */
const desk = (
  symbols: readonly SymbolRecord[],
  feeds: readonly DatafeedRecord[],
  { timeoutSec = 30, ...platform }: Partial<PlatformRecord> & { timeoutSec?: number } = {},
) => {
  const open = new Map<number, { sink: SourceSink; instruments: readonly Instrument[] }>();
  const module: OpenSource = (record, instruments, sink) => {
    open.set(record.id, { sink, instruments });
    sink.online();
    return ok({
      change: (gone, added) => {
        const kept = open.get(record.id)?.instruments.filter((one) => !gone.includes(one)) ?? [];
        open.set(record.id, { sink, instruments: [...kept, ...added] });
      },
      close: () => undefined,
    });
  };
  const quoted = { id: 'quote', history: { datafeeds_timeout_sec: timeoutSec } };
  const logical_server = [quoted as LogicalServerRecord];
  const settings = { ...settingsOf(symbols, feeds, platform), logical_server };
  const made = marketOf(settings, { modules: { demo: module } });
  made.market.start();
  const quote = (
    feed: number,
    source: string,
    bid: string,
    ask: string,
    time?: number,
    last = '0',
  ): void => {
    const { sink, instruments } = open.get(feed)!;
    for (const instrument of instruments.filter((one) => one.source === source)) {
      const [bidPrice, askPrice, lastPrice] = [bid, ask, last].map((text) =>
        readPrice(instrument, text),
      ) as [number, number, number];
      sink.tick(instrument, bidPrice, askPrice, time ?? made.env.now(), lastPrice);
    }
  };
  const shown = (symbolId: number): readonly [string, string] => {
    const { digits } = symbols.find(({ id }) => id === symbolId)!;
    const { bid, ask } = made.board.read(symbolId);
    return [formatExact(bid, digits + 3, digits), formatExact(ask, digits + 3, digits)];
  };
  return { ...made, settings, quote, shown, names: (feed: number) => open.get(feed)?.instruments };
};

t.test('the worked quotes come out at the board as they stand in the rules', async (t) => {
  for (const id of ['Q01', 'Q02', 'Q03']) {
    const { input, expect } = vector<Record<string, number>, Record<string, string>>(id);
    const { spread, spread_balance_bid, spread_balance_ask, digits } = input;
    const shape = { spread, spread_balance_bid, spread_balance_ask, digits };
    const eurusd = symbolOf(1, 'EURUSD', shape as Partial<SymbolRecord>);
    const { quote, shown } = desk([eurusd], [feedOf(1)]);
    quote(1, 'EURUSD', String(input.bid), String(input.ask));
    // Q02 goes on to a group; its symbol level stands before the group's markups.
    const { bid, ask } = expect;
    t.same(shown(1), id === 'Q02' ? ['1.09998', '1.10015'] : [bid, ask], id);
  }
});

t.test('names are translated, prices rounded to source digits, then marked up', async (t) => {
  const row = { symbol_id: 1, source: 'EUR/USD', bid_markup_pts: -2, ask_markup_pts: 3 };
  const feed = feedOf(1, { translates: [{ ...row, source_digits: 4 }] });
  const { quote, shown } = desk([symbolOf(1, 'EURUSD')], [feed]);
  quote(1, 'EUR/USD', '1.10005', '1.100149999');
  t.same(shown(1), ['1.10008', '1.10013']);
});

t.test('prices are rounded half away from zero from the whole text', async (t) => {
  const [instrument] = instrumentsOf(feedOf(1), [symbolOf(1, 'EURUSD', { digits: 2 })]);
  const read = (text: string) => readPrice(instrument!, text);
  t.equal(read('1.005'), 101_000);
  t.equal(read('1.00499999999'), 100_000);
  t.equal(read('1'), 100_000);
  for (const text of ['', '-1', '1.', '.5', '1e3', '0x10', '1 ', 'NaN', '9999999999999']) {
    t.equal(read(text), undefined, text);
  }
});

t.test('the last mask that fits decides whether a feed quotes a symbol', async (t) => {
  const symbols = [
    symbolOf(1, 'EURUSD'),
    symbolOf(2, 'EURGBP'),
    symbolOf(3, 'XAUUSD', { path: 'Metals\\XAUUSD' }),
    symbolOf(4, 'EURUSD.raw', { source_symbol_id: 1 }),
  ];
  const names = (masks: string[], more: Partial<DatafeedRecord> = {}): string[] =>
    instrumentsOf(feedOf(1, { symbols: masks, ...more }), symbols).map(({ source }) => source);
  t.same(names(['*']), ['EURUSD', 'EURGBP', 'XAUUSD'], 'not what quotes from another symbol');
  t.same(names(['*', '!EUR*', 'EURGBP']), ['EURGBP', 'XAUUSD']);
  t.same(names(['EURGBP', '!EUR*']), []);
  t.same(names(['metals\\*']), ['XAUUSD']);
  t.same(names([]), []);
  t.same(names(['*'], { quotes_enabled: false }), []);
});

t.test('zero and crossed prices are dropped and counted', async (t) => {
  const { quote, ticks, market } = desk([symbolOf(1, 'EURUSD')], [feedOf(1)]);
  quote(1, 'EURUSD', '1.2', '1.1');
  quote(1, 'EURUSD', '0', '1.1');
  t.same(ticks, []);
  t.match(market.status().feeds[0], {
    ...{ ticks: 2, dropped: 2, dropped_by: { ...NO_DROPS, crossed: 1, price: 1 } },
    last_drop: 'EURUSD: bid 0.00000 and ask 1.10000: a price is not positive or too large',
  });
  quote(1, 'EURUSD', '1.1', '1.1');
  t.equal(ticks.length, 1);
});

t.test(
  `the feed of the lowest priority owns a symbol until it is stale
  [PATCH /admin/v1/network/servers/{id} #15]`,
  async (t) => {
    const feeds = [
      feedOf(1, { priority: 5 }),
      feedOf(2, { priority: 1 }),
      feedOf(3, { priority: 9 }),
    ];
    const { quote, shown, env } = desk([symbolOf(1, 'EURUSD')], feeds, { timeoutSec: 10 });
    const steps = [
      [1, '1.10000', '1.10000'],
      [2, '1.20000', '1.20000'],
      [1, '1.30000', '1.20000'],
      [3, '1.40000', '1.20000', 10_000],
      [3, '1.50000', '1.50000', 1],
      [1, '1.60000', '1.60000'],
      [3, '1.70000', '1.60000'],
      [2, '1.80000', '1.80000'],
    ] as const;
    for (const [feed, price, wanted, waited = 0] of steps) {
      env.move(waited);
      quote(feed, 'EURUSD', price, price);
      t.equal(shown(1)[0], wanted);
    }
  },
);

t.test('a feed that is switched off gives its symbols up at once', async (t) => {
  const { quote, shown, market, settings } = desk([symbolOf(1, 'EURUSD')], [feedOf(1), feedOf(2)]);
  quote(1, 'EURUSD', '1.1', '1.1');
  quote(2, 'EURUSD', '1.2', '1.2');
  t.equal(shown(1)[0], '1.10000');
  const [first, second] = settings.datafeed;
  market.apply({ ...settings, datafeed: [{ ...first!, enabled: false }, second!] });
  quote(2, 'EURUSD', '1.3', '1.3');
  t.equal(shown(1)[0], '1.30000');
});

t.test('a symbol that quotes from another adds its own shape to its raw prices', async (t) => {
  const symbols = [
    symbolOf(1, 'EURUSD', { spread: 50 }),
    symbolOf(2, 'EURUSD.raw', { source_symbol_id: 1 }),
    symbolOf(3, 'EURUSD.mini', { source_symbol_id: 1, digits: 4, spread_balance_ask: 2 }),
  ];
  const { quote, shown } = desk(symbols, [feedOf(1)]);
  quote(1, 'EURUSD', '1.10005', '1.10014');
  t.same(shown(1), ['1.09985', '1.10035']);
  t.same(shown(2), ['1.10005', '1.10014']);
  t.same(shown(3), ['1.1001', '1.1003']);
});

t.test('a symbol that quotes from another from now on has its price at once', async (t) => {
  const own = symbolOf(2, 'EURUSD.raw', { digits: 4 });
  const symbols = [symbolOf(1, 'EURUSD', { spread: 50 }), own];
  const { quote, shown, market, settings, ticks, board } = desk(symbols, [feedOf(1)]);
  const apply = (version: number, change: Partial<SymbolRecord>) =>
    market.apply({ ...settings, version, symbol: [symbols[0]!, { ...own, ...change }] });
  quote(1, 'EURUSD.raw', '2.0000', '2.0001');
  apply(2, { source_symbol_id: 1 });
  t.same(shown(2), ['2.0000', '2.0001'], 'the other one has none yet');
  apply(3, {});
  quote(1, 'EURUSD', '1.10005', '1.10014', board.read(2).time - 1000);
  const before = board.read(2);
  apply(4, { source_symbol_id: 1 });
  t.same(shown(2), ['1.1001', '1.1001']);
  const { high, low, time } = before;
  t.match(board.read(2), { high, low, time }, 'nothing happened in its market');
  const count = ticks.length;
  apply(5, { source_symbol_id: 1, description: 'as before' });
  t.equal(ticks.length, count, 'nothing else makes a tick');
  apply(6, {});
  t.same(shown(2), ['1.1001', '1.1001'], 'its last price stands until its next one');
});

t.test('a new symbol that quotes from another is quoted at once, its last trade too', async (t) => {
  const symbol = symbolOf(1, 'EURUSD');
  const { shown, market, settings, board } = desk([symbol, symbolOf(2, 'EURUSD.raw')], []);
  market.apply({ ...settings, version: 2, symbol: [symbol] });
  publishByHand(market, 1, price('1.1'), price('1.2'), price('1.15'));
  const made = symbolOf(2, 'EURUSD.raw', { source_symbol_id: 1 });
  market.apply({ ...settings, version: 3, symbol: [symbol, made] });
  t.same(shown(2), ['1.10000', '1.20000']);
  t.match(board.read(2), { time: board.read(1).time, last: price('1.15') });
  const other = symbolOf(3, 'GBPUSD');
  const symbols = [symbol, other, { ...made, source_symbol_id: 3 }];
  market.apply({ ...settings, version: 4, symbol: symbols });
  publishByHand(market, 3, price('1.3'), price('1.4'));
  t.equal(board.read(2).last, 0, 'the other one tells of no trades');
});

t.test('a quote that comes later than the symbol allows is dropped', async (t) => {
  const { quote, ticks, env, market } = desk(
    [symbolOf(1, 'EURUSD', { quote_max_delay_sec: 5 })],
    [feedOf(1)],
  );
  t.match(market.status().feeds[0], { dropped: 0, dropped_by: NO_DROPS, last_drop: '' });
  quote(1, 'EURUSD', '1.1', '1.1', env.now() - 5001);
  t.equal(ticks.length, 0);
  t.match(market.status().feeds[0], {
    ...{ dropped: 1, dropped_by: { ...NO_DROPS, late: 1 } },
    last_drop: 'EURUSD: the quote is 5.001 s old, quote_max_delay_sec is 5',
  });
  quote(1, 'EURUSD', '1.1', '1.1', env.now() - 5000);
  t.equal(ticks.length, 1);
});

t.test('a price thrown in by staff passes the pipeline and holds until a tick', async (t) => {
  const { quote, shown, market, ticks } = desk(
    [symbolOf(1, 'EURUSD', { spread: 20 }), symbolOf(2, 'EURUSD.raw', { source_symbol_id: 1 })],
    [feedOf(1)],
  );
  quote(1, 'EURUSD', '1.1', '1.1002');
  const manual = publishByHand(market, 1, price('1.10000'), price('1.10012'));
  t.match(manual, { ok: true, data: { bid: price('1.09996'), ask: price('1.10016') } });
  t.same(shown(1), ['1.09996', '1.10016']);
  t.same(shown(2), ['1.10000', '1.10012']);
  t.equal(ticks.length, 4);
  quote(1, 'EURUSD', '1.2', '1.2002');
  t.same(shown(1), ['1.20000', '1.20020']);
  t.match(publishByHand(market, 7, 1, 1), { ok: false, code: 'not_found' });
  t.match(publishByHand(market, 1, price('1.2'), price('1.1')), {
    ok: false,
    code: 'invalid_input',
  });
  t.match(publishByHand(market, 1, 0, price('1.1')), { ok: false, code: 'invalid_input' });
});

t.test('a manual quote stays within the bound of its symbol, counted from the feed', async (t) => {
  const symbol = symbolOf(1, 'EURUSD', { manual_quote_pts: 100 });
  const closed = symbolOf(2, 'GBPUSD', { manual_quote_pts: 0 });
  const { quote, shown, market, ticks } = desk([symbol, closed], [feedOf(1)]);
  const publish = (id: number, bid: string, ask: string, last = '0') =>
    publishByHand(market, id, price(bid), price(ask), price(last));
  t.ok(publish(1, '1.1', '1.1002').ok, 'any price while there is none');
  t.match(publish(1, '1.10101', '1.10122'), {
    ok: false,
    code: 'invalid_input',
    message: /bid, ask: .*100 points \(manual_quote_pts\) .* 1\.10000 \/ 1\.10020/,
    data: {
      faults: ['bid', 'ask'].map((field) => ({ field, message: /^must/, min: 1.099, max: 1.1012 })),
    },
  });
  t.match(publish(1, '1.101', '1.1012'), {
    ok: true,
    data: { before: { bid: price('1.1'), ask: price('1.1002') } },
  });
  t.ok(publish(1, '1.102', '1.1022').ok, 'without a feed the last manual quote counts');
  quote(1, 'EURUSD', '1.1', '1.1002');
  t.ok(publish(1, '1.101', '1.1012').ok);
  t.notOk(publish(1, '1.102', '1.1022').ok, 'a row of them does not lead away from the feed');
  t.notOk(publish(1, '1.0989', '1.1012').ok);
  t.match(publish(1, '1.1', '1.1002', '1.2'), { ok: false, message: /^last: must be within/ });
  t.same(shown(1), ['1.10100', '1.10120'], 'refused ones change nothing');
  t.ok(publish(2, '1.3', '1.3').ok);
  const shut = publish(2, '1.3', '1.3');
  t.match(shut, { ok: false, data: { faults: [{ field: 'bid' }, { field: 'ask' }] } });
  t.notMatch(shut, { data: { faults: [{ min: Number }] } }, '0 = only while there is no price');
  const before = ticks.length;
  const tried = { symbolId: 1, bid: price('1.1'), ask: price('1.1'), last: 0, dryRun: true };
  t.ok(market.publishManualQuote(tried).ok);
  t.equal(ticks.length, before, 'a test of one publishes nothing');
});

t.test('a manual quote that is no price is refused, tried or published', async (t) => {
  const { market, ticks, shown } = desk([symbolOf(1, 'EURUSD')], []);
  for (const dryRun of [true, false]) {
    const asked = { symbolId: 1, bid: price('1.1001'), ask: price('1.1'), last: 0, dryRun };
    t.match(market.publishManualQuote(asked), { code: 'invalid_input', message: /crossed/ });
  }
  t.same([ticks.length, shown(1)], [0, ['0.00000', '0.00000']]);
});

t.test('the bound of a symbol that quotes from another holds for it too', async (t) => {
  const { quote, market, shown } = desk(
    [
      symbolOf(1, 'EURUSD', { manual_quote_pts: 10_000 }),
      symbolOf(2, 'EURUSD.x', { source_symbol_id: 1, digits: 4, manual_quote_pts: 20 }),
    ],
    [feedOf(1)],
  );
  quote(1, 'EURUSD', '1.1', '1.1002');
  const publish = (bid: string, ask: string) => publishByHand(market, 1, price(bid), price(ask));
  t.match(publish('1.103', '1.1032'), {
    code: 'invalid_input',
    message: /within 20 points .* 1\.1000 \/ 1\.1002, of EURUSD\.x, which follows it$/,
    data: { faults: [{ min: 1.098, max: 1.1022 }, { field: 'ask' }] },
  });
  t.same(shown(1), ['1.10000', '1.10020']);
  t.ok(publish('1.102', '1.1022').ok);
  t.notOk(publish('1.103', '1.1032').ok, 'counted from the feed for both');
  t.same(shown(2), ['1.1020', '1.1022']);
});

t.test('after a start the bound counts from the price before it', async (t) => {
  const settings = settingsOf([symbolOf(1, 'EURUSD', { manual_quote_pts: 100 })], []);
  const before = { bid: price('1.1'), ask: price('1.1002') };
  const publish = (market: Market, bid: string, ask: string) =>
    publishByHand(market, 1, price(bid), price(ask));
  const check = (market: Market, from: string) => {
    t.match(publish(market, '1.2', '1.2'), { code: 'invalid_input', message: /1\.10000/ }, from);
    t.match(publish(market, '1.1005', '1.1007'), { ok: true, data: { before } }, from);
  };
  const board = Board.create();
  const first = marketOf(settings, { board }).market;
  first.start();
  t.ok(publish(first, '1.1', '1.1002').ok);
  const second = marketOf(settings, { board }).market;
  second.start();
  check(second, 'of the price board');

  const time = Date.UTC(2026, 10, 18, 11, 59);
  const prices = { open: 1, high: 1, low: 1, close: before.bid, tick_volume: 1, spread: 20 };
  const bar = { symbol_id: 1, frame: 0, digits: 5, time, ...prices, first: time, last: time };
  const third = marketOf(settings, { bars: { ...NO_BARS, running: () => [bar] } }).market;
  third.start();
  check(third, 'of the bars');
});

t.test("a quote out of the symbol's quote sessions is dropped, one of staff is not", async (t) => {
  const day = (from_min: number, to_min: number) =>
    [0, 1, 2, 3, 4, 5, 6].map((of) => ({ day: of, from_min, to_min }));
  const { quote, ticks, market, shown } = desk(
    [
      symbolOf(1, 'EURUSD', { quote_sessions: day(600, 720) }),
      symbolOf(2, 'EURUSD.x', { source_symbol_id: 1 }),
      symbolOf(3, 'GBPUSD', { quote_sessions: [] }),
    ],
    [feedOf(1)],
    { utc_offset_min: 120 },
  );
  const at = (time: string): number => Date.parse(`2025-03-12T${time}Z`);
  quote(1, 'EURUSD', '1.1', '1.1', at('07:59:59.999'));
  t.equal(ticks.length, 1, 'only the symbol that quotes from it, around the clock');
  quote(1, 'EURUSD', '1.2', '1.2', at('08:00'));
  t.same(shown(1), ['1.20000', '1.20000'], '10:00 on the server clock');
  quote(1, 'EURUSD', '1.3', '1.3', at('10:00'));
  t.same(
    [shown(1), shown(2)],
    [
      ['1.20000', '1.20000'],
      ['1.30000', '1.30000'],
    ],
  );
  quote(1, 'GBPUSD', '1.3', '1.3', at('09:00'));
  t.equal(ticks.length, 4, 'without sessions nothing is quoted');
  t.match(market.status().feeds[0], {
    dropped_by: { ...NO_DROPS, session: 3 },
    last_drop: 'GBPUSD: the time of the quote is outside the quote sessions',
  });
  t.equal(publishByHand(market, 3, price('1.3'), price('1.3')).ok, true);
  t.same(shown(3), ['1.30000', '1.30000']);
});

t.test('the price of the last trade stands until the next one, also for dependants', async (t) => {
  const { market, ticks, lasts, board } = desk(
    [symbolOf(1, 'ACME', { digits: 2 }), symbolOf(2, 'ACME.x', { digits: 1, source_symbol_id: 1 })],
    [feedOf(1)],
  );
  const price = (text: string): number => parseScaled(text, 5)!;
  t.ok(publishByHand(market, 1, price('187.30'), price('187.34')).ok);
  t.same(lasts, [0, 0], 'no trade is known yet');
  t.ok(publishByHand(market, 1, price('187.30'), price('187.34'), price('187.32')).ok);
  t.ok(publishByHand(market, 1, price('187.40'), price('187.44')).ok);
  t.equal(ticks.length, 6);
  t.equal(board.read(1).last, price('187.32'));
  t.equal(board.read(2).last, parseScaled('187.3', 4), 'in digits of its own');
});

t.test('a spread that the price cannot carry is not applied', async (t) => {
  const symbol = symbolOf(1, 'EURUSD', { digits: 5 });
  const { quote, shown, market, settings } = desk([symbol], [feedOf(1)]);
  quote(1, 'EURUSD', '1.10000', '1.10010');
  const apply = (fields: object, version: number) =>
    market.apply({ ...settings, version, symbol: [{ ...symbol, ...fields }] });
  apply({ spread: 1_000_000 }, 2);
  t.same(shown(1), ['1.10000', '1.10010']);
  quote(1, 'EURUSD', '1.20000', '1.20010');
  t.same(shown(1), ['1.20000', '1.20010'], 'ticks go on');
  quote(1, 'EURUSD', '9.00000', '9.00010');
  t.same(shown(1), ['4.00005', '14.00005'], 'until the price carries it');
  apply({ spread_balance_bid: 50 }, 3);
  t.same(shown(1), ['9.00000', '9.00010'], 'nor are shifts that cross the prices');
});

t.test('another spread of a symbol is in its quote at once, which grows no younger', async (t) => {
  const symbol = symbolOf(1, 'EURUSD', { spread: 0, digits: 5 });
  const { quote, shown, market, board, settings } = desk([symbol], [feedOf(1)]);
  quote(1, 'EURUSD', '1.10000', '1.10010');
  const { time, high, low } = board.read(1);
  const apply = (spread: number, version: number) =>
    market.apply({ ...settings, version, symbol: [{ ...symbol, spread }] });
  apply(30, 2);
  t.same(shown(1), ['1.09990', '1.10020']);
  t.match(board.read(1), { time, high, low });
  apply(0, 3);
  t.same(shown(1), ['1.10000', '1.10010']);
});

t.test('the filter holds back a spike of one tick, and takes a confirmed level', async (t) => {
  const symbols = [
    symbolOf(1, 'EURUSD', { filter_pts: 100, filter_count: 2, filter_sec: 10 }),
    symbolOf(2, 'EURUSD.raw', { source_symbol_id: 1 }),
  ];
  const { quote, shown, market, ticks, env } = desk(symbols, [
    feedOf(1),
    feedOf(2, { priority: 1 }),
  ]);
  const spikes = () => market.status().feeds[0]?.dropped_by.spike;
  quote(1, 'EURUSD', '1.10000', '1.10010');
  quote(1, 'EURUSD', '1.10100', '1.10110');
  t.same(shown(1), ['1.10100', '1.10110'], 'just within the bound');
  const before = ticks.length;
  quote(1, 'EURUSD', '1.10201', '1.10211');
  t.same(shown(1), ['1.10100', '1.10110'], 'a point further');
  quote(1, 'EURUSD', '0.50000', '1.10110');
  quote(1, 'EURUSD', '1.10100', '2.00000');
  t.equal(ticks.length, before, 'of the bid or the ask alone, too');
  t.same([spikes(), market.status().feeds[0]?.dropped], [3, 3]);
  t.match(
    market.status().feeds[0]?.last_drop,
    /^EURUSD: bid .*2\.00000 are further than 100 points/,
  );
  quote(1, 'EURUSD', '1.10090', '1.10100');
  t.same(shown(2), ['1.10090', '1.10100'], 'the market goes on where it was');

  const level = () => quote(1, 'EURUSD', '1.30000', '1.30010');
  level();
  level();
  quote(1, 'EURUSD', '1.10090', '1.10100');
  level();
  level();
  t.same(shown(1), ['1.10090', '1.10100'], 'a quote near the accepted one restarts the count');
  level();
  t.same(shown(1), ['1.30000', '1.30010'], 'two further quotes confirm it');
  t.same(shown(2), ['1.30000', '1.30010']);

  quote(1, 'EURUSD', '1.40000', '1.40010');
  quote(1, 'EURUSD', '1.50000', '1.50010');
  quote(1, 'EURUSD', '1.40000', '1.40010');
  quote(1, 'EURUSD', '1.50000', '1.50010');
  t.same(shown(1), ['1.30000', '1.30010'], 'no two of these are at one level');
  env.move(10_001);
  quote(1, 'EURUSD', '1.50000', '1.50010');
  quote(1, 'EURUSD', '1.50000', '1.50010');
  t.same(shown(1), ['1.30000', '1.30010'], 'what came before is too old');
  quote(1, 'EURUSD', '1.50050', '1.50060');
  t.same(shown(1), ['1.50050', '1.50060'], 'the level may move');
});

t.test('the filter holds back a quote whose trade price is a spike', async (t) => {
  const symbol = symbolOf(1, 'ACME', { digits: 2, filter_pts: 100, filter_count: 2 });
  const { quote, market, board, settings } = desk([symbol], [feedOf(1)]);
  const trade = (last: string, bid = '10', ask = '10.02') => {
    quote(1, 'ACME', bid, ask, undefined, last);
    return formatExact(board.read(1).last, 5, 2);
  };
  const lastDrop = () => market.status().feeds[0]?.last_drop;
  t.same(trade('5000'), '0.00', 'also in the first quote of a start');
  t.same(trade('10.01'), '10.01', 'a trade near its own bid and ask');
  t.same(trade('5000'), '10.01');
  t.match(
    lastDrop(),
    /^ACME: bid 10\.00 and ask 10\.02, last 5000\.00, are further than 100 points/,
  );
  t.same(trade('10.02', '9.50', '9.52'), '10.02', 'the wait is over');
  quote(1, 'ACME', '8.60', '8.62');
  t.same(trade('10.02', '8.60', '8.62'), '10.02', 'a feed may repeat the last trade');
  t.same(board.read(1).bid, 860_000);
  trade('12', '8.60', '8.62');
  trade('12', '8.60', '8.62');
  t.same(trade('12', '8.60', '8.62'), '12.00', 'two further quotes confirm it');
  market.apply({ ...settings, version: 2, symbol: [{ ...symbol, filter_pts: 1 }] });
  trade('20', '8.60', '8.62');
  t.match(lastDrop(), 'further than 1 points', 'the figure is the present one');
});

t.test('staff accept a level by a manual quote, which has no filter', async (t) => {
  const symbol = symbolOf(1, 'EURUSD', { filter_pts: 100 });
  const { quote, shown, market, settings } = desk([symbol], [feedOf(1)]);
  quote(1, 'EURUSD', '1.1', '1.1001');
  quote(1, 'EURUSD', '1.2', '1.2001');
  t.same(shown(1), ['1.10000', '1.10010']);
  t.ok(publishByHand(market, 1, price('1.2'), price('1.2001')).ok);
  t.same(shown(1), ['1.20000', '1.20010']);
  quote(1, 'EURUSD', '1.2005', '1.2006');
  t.same(shown(1), ['1.20050', '1.20060']);
  quote(1, 'EURUSD', '1.1', '1.1001');
  t.same(shown(1), ['1.20050', '1.20060'], 'the former level is one more');
  market.apply({ ...settings, version: 2, symbol: [{ ...symbol, filter_pts: 0 }] });
  quote(1, 'EURUSD', '1.1', '1.1001');
  t.same(shown(1), ['1.10000', '1.10010'], 'without a filter any is taken');
});
