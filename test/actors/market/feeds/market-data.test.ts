// Market data messages one by one: what becomes of the book of a symbol, and what is a fault.

import t from 'tap';
import { seededRandom } from '../../../../actors/drill/seeded-random.js';
import { instrumentsOf } from '../../../../actors/market/feeds/instruments.js';
import { MarketData } from '../../../../actors/market/feeds/market-data.js';
import { LEVELS_MAX } from '../../../../actors/market/feeds/price-levels.js';
import { UNDELETED_PRICES_MAX } from '../../../../actors/market/feeds/provider-book.js';
import { ProviderLists } from '../../../../actors/providers/fix/provider-lists.js';
import { SYMBOL_LIST } from '../../../../actors/providers/fix/security-list.js';
import { FixMessage } from '../../../../wire/codec/fix/fix-message.js';
import { FixWriter } from '../../../../wire/codec/fix/fix-writer.js';
import { snapshot, writeFields } from '../../../support/feed-provider.js';
import { countOf, shareOf } from '../../../support/run.js';
import { feedOf, HandClock, symbolOf } from '../fixtures.js';

const NOW = Date.UTC(2026, 10, 18, 12);
const SENT = '20261118-11:59:59.500';
const SENT_AT = NOW - 500;

/** The message of a text such as `X|268=1|279=0`. */
const messageOf = (text: string, sent = SENT): FixMessage => {
  const [type = '', ...fields] = text.split('|');
  const writer = new FixWriter().begin(type);
  writeFields(writer, ['49=LP', '56=BROKER', '34=2', `52=${sent}`, ...fields]);
  const bytes = Buffer.from(writer.end());
  const message = new FixMessage();
  if (!message.index(bytes, 0, bytes.length)) throw new Error(`malformed: ${text}`);
  return message;
};

const TRANSLATES = [
  { symbol_id: 1, source: 'EUR/USD', source_digits: null, ask_markup_pts: 0, bid_markup_pts: 0 },
  { symbol_id: 2, source: 'EUR/USD', source_digits: 3, ask_markup_pts: 0, bid_markup_pts: 0 },
];

/** Market data of a session that is on, with symbols at the provider. */
const dataOf = (names: readonly string[] = ['EURUSD']) => {
  const symbols = names.map((name, at) => symbolOf(at + 1, name));
  const translates = TRANSLATES.slice(0, names.includes('EURUS3') ? 2 : 1);
  const instruments = instrumentsOf(feedOf(1, { translates }), symbols);
  const clock = new HandClock(NOW);
  const ticks: (readonly number[])[] = [];
  const times: number[] = [];
  const faults: string[] = [];
  const asked: string[] = [];
  const data = new MarketData({
    sink: {
      tick: ({ symbolId }, bid, ask, time, last = 0) => {
        ticks.push([symbolId, bid / 1000, ask / 1000, ...(last > 0 ? [last / 1000] : [])]);
        times.push(time);
      },
      fault: (text) => faults.push(text),
    },
    now: () => clock.now(),
    shown: (text) => text,
    send: (type, body) => {
      const writer = new FixWriter().begin(type);
      body(writer);
      asked.push(writer.end().toString('latin1'));
    },
  });
  data.change([], instruments);
  data.start();
  const take = (...texts: string[]): (readonly number[])[] => {
    for (const text of texts) data.take(messageOf(text));
    return ticks.splice(0);
  };
  return { data, instruments, clock, ticks, times, faults, asked, take };
};

const WHOLE = snapshot('MD1', 'EUR/USD', '1.1', '1.2');

t.test('Both sides of one message make one tick, and none when nothing changes', (t) => {
  const { take } = dataOf();
  t.same(take(WHOLE), [[1, 110_000, 120_000]]);
  t.same(take(WHOLE), []);
  const both = 'X|262=MD1|268=2|279=1|269=0|55=EUR/USD|270=1.3|279=1|269=1|270=1.4';
  t.same(take(both), [[1, 130_000, 140_000]], 'no tick of the new bid and the old ask');
  t.end();
});

t.test('Nothing is published until both sides are known', (t) => {
  const { take, faults } = dataOf();
  t.same(take('X|262=MD1|268=1|279=0|269=0|278=b|55=EUR/USD|270=1.1'), []);
  t.same(take('X|262=MD1|268=1|279=0|269=1|278=a|55=EUR/USD|270=1.2'), [[1, 110_000, 120_000]]);
  t.same(faults, []);
  t.end();
});

t.test('Of a snapshot with several entries the best of each side counts', (t) => {
  const { take } = dataOf();
  const deep =
    'W|262=MD1|55=EUR/USD|268=5|269=0|270=1.09|269=0|270=1.1' +
    '|269=1|270=1.21|269=1|270=1.2|269=4|270=9';
  t.same(take(deep), [[1, 110_000, 120_000]]);
  const lower = 'X|262=MD1|268=1|279=0|269=0|55=EUR/USD|270=1.05|290=2';
  t.same(take(lower), [], 'a lower level is none of the top');
  const gone = 'X|262=MD1|268=1|279=2|269=0|55=EUR/USD|290=2';
  t.same(take(gone), [], 'nor is one that is gone');
  t.same(take('X|262=MD1|268=1|279=0|269=1|55=EUR/USD|270=1.3'), [], 'nor is a worse price');
  t.same(take('X|262=MD1|268=1|279=0|269=1|55=EUR/USD|270=1.15'), [[1, 110_000, 115_000]]);
  t.end();
});

t.test('Entries with ids are levels of their side, of which the best is the quote', (t) => {
  const { take, faults } = dataOf();
  take(snapshot('MD1', 'EUR/USD', '1.18000', '1.18010'));
  const entry = (action: number, type: number, id: string, price: string, more = ''): string =>
    `279=${action}|269=${type}|278=${id}|55=EUR/USD|270=${price}${more}`;
  const both = `X|262=MD1|268=2|${entry(0, 0, 'a', '1.18005')}|${entry(0, 0, 'b', '1.18003')}`;
  t.same(take(both), [[1, 118_005, 118_010]], 'not the last one');
  const one = (...change: Parameters<typeof entry>) => take(`X|262=MD1|268=1|${entry(...change)}`);
  t.same(one(1, 0, 'b', '1.18006'), [[1, 118_006, 118_010]], 'a change makes it the best');
  t.same(one(1, 0, 'b', '1.18001'), [[1, 118_005, 118_010]], 'and the next best follows');
  t.same(one(1, 0, 'c', '1.18004', '|280=a'), [[1, 118_004, 118_010]], 'c replaces a');
  t.same(one(2, 0, 'a', '1.18005'), [], 'a is gone already');
  t.same(one(0, 0, 'd', '1.18002', '|290=2'), [], 'the position of an entry with an id is no key');
  t.same(take('X|262=MD1|268=1|279=2|278=c|55=EUR/USD'), [[1, 118_002, 118_010]]);
  t.same(one(2, 0, 'x', '1.18000'), [], 'an unknown id, with the price of the entry without one');
  one(2, 0, 'd', '1.18002');
  t.same(one(2, 0, 'b', '1.18001'), []);
  t.same(faults, ['EUR/USD: no bid: no quotes until there is one']);
  t.end();
});

t.test('Prices without ids are levels once the provider shows that it sends several', (t) => {
  const level = (action: number, price: string): string =>
    `279=${action}|269=1|55=EUR/USD|270=${price}|271=0`;
  const start = snapshot('MD1', 'EUR/USD', '1.1', '1.2');
  const gone = dataOf();
  gone.take(start);
  t.same(gone.take(`X|268=1|${level(2, '1.25')}`), [], 'the delete of a level that is not held');
  t.same(gone.take(`X|268=1|${level(0, '1.3')}`), [], 'a deeper level');
  t.same(gone.take(`X|268=1|${level(2, '1.20')}`), [[1, 110_000, 130_000]]);
  t.same(gone.faults, []);

  const changed = dataOf();
  changed.take(start);
  t.same(changed.take(`X|268=2|${level(1, '1.35')}|${level(1, '1.25')}`), [], 'two deeper levels');
  t.same(changed.take(`X|268=1|${level(2, '1.2')}`), [[1, 110_000, 125_000]]);
  t.same(changed.take(`X|268=1|279=2|269=1|55=EUR/USD|270=bad`), [], 'no price: the side is meant');
  t.same(changed.faults, ['EUR/USD: no ask: no quotes until there is one']);
  t.equal(changed.asked.length, 1, 'nothing is asked for again');
  t.end();
});

t.test('A book that was read as one level is asked for again once it has several', (t) => {
  const { take, asked } = dataOf(['EURUSD', 'GBPUSD']);
  take(WHOLE, snapshot('MD2', 'GBPUSD', '1.3', '1.4'));
  const change = 'X|268=1|279=1|269=1|55=GBPUSD|270=1.45';
  t.same(take(change), [[2, 130_000, 145_000]], 'as far as is known, it is the ask');
  t.same(take('X|268=1|279=2|269=1|55=EUR/USD|270=1.25'), []);
  t.equal(asked.length, 2, 'each book shows for itself what it has');
  t.same(take('X|268=1|279=2|269=1|55=GBPUSD|270=1.5'), []);
  const again = asked.slice(2).map((one) => /262=(\w+).263=(\d)/.exec(one)?.slice(1));
  t.same(again, [
    ['MD2', '2'],
    ['MD3', '1'],
  ]);
  t.same(take(change), [], 'it waits for the snapshot');
  t.same(take(snapshot('MD3', 'GBPUSD', '1.3', '1.4'), change), [[2, 130_000, 140_000]]);
  t.end();
});

t.test('Levels of the request before are no part of a book that waits for its snapshot', (t) => {
  const level = (type: number, price: string, more = '') =>
    `279=1|269=${type}|55=EUR/USD|270=${price}${more}`;
  const deep = (request: string) =>
    `W|262=${request}|55=EUR/USD|268=4|269=0|270=1.1|269=0|270=1.0|269=1|270=1.2|269=1|270=1.3`;
  const lower = `268=2|${level(0, '0.9')}|${level(1, '1.4')}`;
  const plain = dataOf();
  plain.take(deep('MD1'));
  plain.data.renew();
  t.same(plain.take(`X|262=MD1|${lower}`, `X|${lower}`), []);
  t.same(plain.take(deep('MD2')), [[1, 110_000, 120_000]]);
  t.same(plain.take(`X|${lower}`), [], 'from then on, no request need be named');
  t.same(plain.take('X|268=1|279=2|269=1|55=EUR/USD|270=1.2'), [[1, 110_000, 130_000]]);
  const tops = `X|268=2|${level(0, '1.07', '|290=1')}|${level(0, '1.06', '|290=1')}`;
  t.same(plain.take(tops), [[1, 106_000, 130_000]], 'position 1 is the side in a deep book too');
  t.equal(plain.asked.length, 3);
  t.equal(plain.faults.length, 1);

  const named = dataOf();
  named.take(WHOLE);
  named.data.renew();
  const both = `268=2|${level(0, '0.9', '|278=b')}|${level(1, '1.4', '|278=a')}`;
  t.same(named.take(`X|262=MD1|${both}`, 'X|262=MD1|268=1|279=2|278=b|55=EUR/USD'), []);
  t.same(named.take('X|268=1|279=0|269=2|278=t|55=EUR/USD|270=1.15'), [], 'a trade counts');
  t.same(named.take(`X|262=MD2|${both}`), [[1, 90_000, 140_000, 115_000]], 'a part of the new one');

  const read = dataOf();
  read.take(WHOLE, `X|262=MD1|268=1|${level(1, '1.25')}`);
  const rest = `X|262=MD1|268=4|${level(1, '1.3')}|${level(1, '1.4')}`;
  t.same(read.take(`${rest}|${level(1, '1.5')}|${level(0, '1.0')}`), [], 'it is asked for again');
  t.equal(read.asked.length, 3);
  t.same(read.take(WHOLE.replace('MD1', 'MD2')), [[1, 110_000, 120_000]]);
  t.end();
});

t.test('A provider that never deletes a price sends no levels, though two came at once', (t) => {
  const { take, faults, asked } = dataOf(['EURUSD', 'GBPUSD']);
  take(WHOLE, snapshot('MD2', 'GBPUSD', '1.3', '1.4'));
  const bid = (price: string) => `279=0|269=0|55=EUR/USD|270=${price}`;
  const twice = (one: string, other: string) => `X|262=MD1|268=2|${bid(one)}|${bid(other)}`;
  t.same(take(twice('1.11', '1.12')), [[1, 112_000, 120_000]], 'they may be levels');
  const gbp = 'X|262=MD2|268=1|279=0|269=0|55=GBPUSD|270=1.2';
  t.same(take(gbp), [[2, 120_000, 140_000]], 'the book of another symbol has still one');
  const falling = Array.from({ length: UNDELETED_PRICES_MAX }, (_, n) => `1.0${80 - n}`);
  t.same(take(...falling.slice(1).map((price) => `X|262=MD1|268=1|${bid(price)}`)), []);
  t.same(faults, []);
  take(`X|262=MD1|268=1|${bid(falling[0] as string)}`);
  const none = '10 new prices and no delete of one: a new price now replaces its side';
  t.same(faults, [`EUR/USD: ${none}`]);
  t.equal(asked.length, 4);
  t.same(take(WHOLE.replace('MD1', 'MD3')), [[1, 110_000, 120_000]]);
  t.same(take(twice('1.06', '1.05')), [[1, 105_000, 120_000]], 'the last one counts');
  t.same(take(`X|262=MD3|268=1|${bid('1.04')}`), [[1, 104_000, 120_000]]);
  t.same(take(WHOLE.replace('268=2', '268=3|269=0|270=1.09')), [[1, 110_000, 120_000]]);
  t.same(take(`X|262=MD3|268=1|${bid('1.05')}`), [[1, 105_000, 120_000]], 'no deep snapshot helps');
  t.equal(asked.length, 4, 'two prices at once show nothing any more');
  t.same(take('X|268=1|279=2|269=0|55=EUR/USD|270=1.04'), [], 'a delete of another price does');
  t.equal(asked.length, 6);
  t.same(take(WHOLE.replace('MD1', 'MD4')), [[1, 110_000, 120_000]]);
  t.same(take(...falling.map((price) => `X|262=MD4|268=1|${bid(price)}`)), []);
  t.same(take(`X|262=MD4|268=1|${bid('1.01')}`, `X|262=MD4|268=1|${bid('1.02')}`), [], 'for good');
  t.equal(faults.length, 1);
  t.end();
});

t.test('A newer price removes the levels that it makes impossible', (t) => {
  const { take } = dataOf();
  const entry = (type: number, id: string, price: string): string =>
    `X|262=MD1|268=1|279=0|269=${type}|278=${id}|55=EUR/USD|270=${price}`;
  take(entry(0, 'a', '1.10'), entry(1, 'b', '1.20'));
  t.same(take(entry(0, 'c', '1.25')), [[1, 125_000, 120_000]], 'the only ask stays');
  t.same(take(entry(1, 'd', '1.30')), [[1, 125_000, 130_000]], 'the crossed ask is outdated');
  t.same(take(entry(1, 'e', '1.22')), [[1, 110_000, 122_000]], 'and so is a crossed bid');
  t.end();
});

t.test('A deep book keeps its best levels, and is asked for again when they are used up', (t) => {
  const { take, asked } = dataOf();
  const bids = Array.from(
    { length: LEVELS_MAX + 10 },
    (_, n) => `269=0|278=b${n}|270=${2 - n / 100}`,
  );
  const deep = `W|262=MD1|55=EUR/USD|268=${bids.length + 1}|${bids.join('|')}|269=1|278=a|270=3`;
  t.same(take(deep), [[1, 200_000, 300_000]]);
  const gone = (n: number) => take(`X|262=MD1|268=1|279=2|269=0|278=b${n}|55=EUR/USD`);
  t.same(gone(LEVELS_MAX + 5), [], 'a level that was left out');
  for (let n = 0; n < LEVELS_MAX - 1; n += 1) t.equal(gone(n).length, 1);
  take('X|262=MD1|268=1|279=0|269=0|278=c|55=EUR/USD|270=0.5');
  t.equal(asked.length, 1);
  t.same(gone(LEVELS_MAX - 1), [], 'a level that was left out may be better than the next one');
  t.equal(asked.length, 3, 'the book is asked for again');
  t.same(take(snapshot('MD2', 'EUR/USD', '1.40', '3')), [[1, 140_000, 300_000]]);
  t.end();
});

t.test('A deleted entry leaves no quotes until its side has a price', (t) => {
  const { take, faults } = dataOf();
  take(WHOLE, 'X|262=MD1|268=1|279=1|269=0|278=b2|55=EUR/USD|270=1.15');
  t.same(take('X|262=MD1|268=1|279=2|269=0|278=b1|55=EUR/USD'), [], 'an older entry');
  t.same(faults, []);
  t.same(take('X|262=MD1|268=1|279=2|278=b2|55=EUR/USD'), []);
  t.same(faults, ['EUR/USD: no bid: no quotes until there is one']);
  t.same(take('X|262=MD1|268=1|279=1|269=1|55=EUR/USD|270=1.3'), []);
  const same = 'X|262=MD1|268=1|279=0|269=0|278=b3|55=EUR/USD|270=1.15';
  t.same(take(same), [[1, 115_000, 130_000]]);
  t.same(take('X|262=MD1|268=1|279=2|269=1|55=EUR/USD'), [], 'without an id the side is meant');
  t.same(faults.slice(1), ['EUR/USD: no ask: no quotes until there is one']);
  t.end();
});

t.test('A symbol stands for the entries behind it, a subscription for those without any', (t) => {
  const { take, faults } = dataOf(['EURUSD', 'GBPUSD']);
  take(WHOLE, snapshot('MD2', 'GBPUSD', '1.3', '1.4'));
  const run =
    'X|262=MD1|268=4|279=1|269=0|55=GBPUSD|270=1.31|279=1|269=1|270=1.41' +
    '|279=1|269=0|55=EUR/USD|270=1.11|279=1|269=1|270=1.21';
  t.same(take(run), [
    [2, 131_000, 141_000],
    [1, 111_000, 121_000],
  ]);
  t.same(take('X|262=MD2|268=1|279=1|269=0|270=1.32'), [[2, 132_000, 141_000]]);
  t.same(
    take('X|262=MD9|268=1|279=1|269=0|270=1.5', 'X|262=MD1|268=1|279=1|269=0|55=XXX|270=1'),
    [],
  );
  t.same(faults, []);
  t.end();
});

t.test('The count of entries may stand before the id, and foreign fields after them', (t) => {
  const { take } = dataOf();
  take(WHOLE);
  const sorted = 'X|268=1|279=1|269=0|278=b1|55=EUR/USD|270=1.1001|271=1000000|262=MD1|9999=x';
  t.same(take(sorted), [[1, 110_010, 120_000]]);
  t.end();
});

t.test('Prices that are none are faults, and the side has no price', (t) => {
  const { take, faults } = dataOf();
  for (const bad of ['x', '-1.1', '0', '1.1.1', '1e5', '99999999999999999', '0.0000001', '.']) {
    take(WHOLE);
    faults.length = 0;
    t.same(take(`X|262=MD1|268=1|279=1|269=0|55=EUR/USD|270=${bad}`), [], bad);
    t.match(faults, [/^EUR\/USD: the bid is not a price$/, /no bid/], bad);
  }
  take(WHOLE);
  faults.length = 0;
  t.same(take('X|262=MD1|268=1|279=1|269=0|55=EUR/USD|271=5'), [], 'a new size has no price');
  t.same(take('X|262=MD1|268=1|279=0|269=0|55=EUR/USD|271=5'), []);
  t.match(faults, [/the bid is not a price/, /no bid/]);
  t.end();
});

t.test('Trades tell the last price', (t) => {
  const { take, faults } = dataOf();
  t.same(take('X|262=MD1|268=1|279=0|269=2|55=EUR/USD|270=1.15'), []);
  t.same(take(WHOLE), [[1, 110_000, 120_000, 115_000]]);
  t.same(take('X|262=MD1|268=1|279=0|269=2|55=EUR/USD|270=1.16'), [[1, 110_000, 120_000, 116_000]]);
  t.same(take('X|262=MD1|268=1|279=2|269=2|55=EUR/USD'), []);
  t.same(take('X|262=MD1|268=1|279=0|269=2|55=EUR/USD|270=bad'), []);
  t.same(faults, ['EUR/USD: the last is not a price']);
  t.end();
});

t.test('Symbols that share a name at the provider have prices of their own digits', (t) => {
  const { data, take, instruments, asked } = dataOf(['EURUSD', 'EURUS3']);
  const price = snapshot('MD1', 'EUR/USD', '1.10049', '1.20051');
  t.same(take(price), [
    [1, 110_049, 120_051],
    [2, 110_000, 120_100],
  ]);
  t.equal(asked.length, 1);
  const [first, second] = instruments;
  if (first === undefined || second === undefined) throw new Error('two are missing');
  data.change([second], []);
  t.equal(asked.length, 1, 'the other goes on');
  data.change([], [second]);
  t.match(
    asked.slice(1).map((one) => one.split('\u0001263=')[1]?.[0]),
    ['2', '1'],
  );
  t.same(take(snapshot('MD2', 'EUR/USD', '1.3', '1.4')).length, 2, 'both get the snapshot');
  data.change([first, second], []);
  t.match(asked.at(-1), '\u0001263=2\u0001');
  t.same(take(snapshot('MD2', 'EUR/USD', '1.5', '1.6')), []);
  t.end();
});

t.test('A quote has the time of its entry, else of its message, and none of the future', (t) => {
  const { data, times } = dataOf();
  const at = (entry: string, sent?: string): number | undefined => {
    const price = `1.15${times.length}`;
    data.take(messageOf(`X|262=MD1|268=1|279=1|269=0|55=EUR/USD|270=${price}${entry}`, sent));
    return times.at(-1);
  };
  data.take(messageOf(WHOLE));
  t.equal(times.at(-1), SENT_AT, 'of the message');
  for (const half of [
    ...['273=00:00:00.000', '273=11:59:59.700', '272=20261118', '272=20261118|273=x'],
    ...['272=00000000|273=00:00:00.000', '272=00010101|273=00:00:00', '272=2026|273=11:00:00'],
    ...['272=19700101|273=00:00:00', '272=202611189|273=11:00:00', '272=20260231|273=11:00:00'],
  ]) {
    t.equal(at(`|${half}`, '20261118-11:59:59.600999999999'), NOW - 400, `${half}: no whole time`);
  }
  t.equal(at('|272=20261118|273=11:59:59.900'), NOW - 100);
  t.equal(at('|272=20261118|273=11:00:00'), NOW - 100, 'no quote is older than the last');
  t.equal(at('|272=20261119|273=11:00:00'), NOW, 'never later than now');
  t.end();
});

t.test('A message that is sent again has the time when it was first sent', (t) => {
  const { data, times } = dataOf();
  data.take(messageOf(`${WHOLE}`.replace('W|', 'W|43=Y|122=20261118-11:30:00|')));
  t.same(times, [NOW - 30 * 60_000]);
  t.end();
});

t.test('Random messages do no harm, and those behind them are read', async (t) => {
  const random = seededRandom(27);
  const { data, faults, ticks } = dataOf(['EURUSD', 'GBPUSD', 'USDJPY']);
  const lists = new ProviderLists(SYMBOL_LIST, () => 1, new HandClock(NOW), String);
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const tags = [55, 262, 263, 268, 269, 270, 271, 272, 273, 278, 279, 280, 281, 290, 146, 320];
  const more = [
    393, 560, 893, 107, 15, 231, 562, 969, 1140, 58, 711, 311, 555, 600, 454, 455, 5000,
  ];
  const known = 'EUR/USD GBPUSD MD1 MD2 0 1 2 3 8 1.1 -1 Y N'.split(' ');
  const long = ['x'.repeat(300), '9'.repeat(20)];
  const odd = ['1e9', '', ...long, '20261118', '11:00:00', 'ü€', 'SL1'];
  const field = (): string => {
    const tag = pick(random(3) === 0 ? more : tags);
    return `${tag}=${pick(random(4) === 0 ? odd : known)}`;
  };
  const count = shareOf(countOf({ test: 20_000, deep: 1_000_000, soak: 5_000_000 }));
  let missed = 0;
  let price = 1;
  for (let n = 0; n < count; n += 1) {
    const fields = Array.from({ length: 1 + random(14) }, field).filter(
      (one) => !one.endsWith('='),
    );
    const type = pick(['W', 'X', 'X', 'Y', 'y', 'B']);
    const message = messageOf([type, ...fields].join('|'));
    if (type === 'y') {
      void lists.ask();
      lists.take(message);
    } else data.take(message);
    faults.length = 0;
    if (n % 100 > 0) continue;
    ticks.length = 0;
    price = (price % 8) + 1;
    data.take(messageOf(snapshot('MD1', 'EUR/USD', `${price}`, `${price + 1}`)));
    if (ticks.at(-1)?.[1] !== price * 100_000) missed += 1;
    data.renew();
  }
  t.equal(missed, 0, `${count} messages`);
});
