// The demo provider's session for prices: instruments, subscriptions, refusals, news.

import t from 'tap';
import { SUBSCRIPTIONS_MAX } from '../../../../actors/providers/demo/price-session.js';
import { formatShortest } from '../../../../wire/base/scale.js';
import type { FixClient } from '../fix-client.js';
import { ProviderHarness } from './provider-harness.js';

const NAMES = ['EURUSD', 'XAUUSD', 'JP225'];

/** The fields of a request for prices. */
const asking = (id: string, names = NAMES, more = '263=1 264=1 265=1'): string => {
  const symbols = names.map((one) => `55=${one}`);
  return `262=${id} ${more} 267=2 269=0 269=1 146=${names.length} ${symbols.join(' ')}`;
};

/** A peer that has read the news. */
const peer = async (harness: ProviderHarness, strict = true): Promise<FixClient> => {
  const client = await harness.prices({ strict });
  await client.take();
  return client;
};

const shown = (harness: ProviderHarness, name: string): string[] => {
  const { bid, ask, priceScale } = harness.price(name);
  return [bid, ask].map((price) => formatShortest(price, priceScale));
};

t.test('Who logs on gets news; another password or identity does not log on', async (t) => {
  const harness = await ProviderHarness.start(t);
  const client = await harness.prices();
  const news = await client.take();
  t.equal(news.type, 'B');
  t.match(news.get(148), /demo provider/);
  t.equal(news.all(58).length, Number(news.get(33)));
  await client.logOut();
  const wrong = await harness.prices({ password: 'not-the-one' });
  t.match(await wrong.over(), /closed before our Logon was answered/);
  t.notMatch(harness.lines.join('\n'), /not-the-one|the-right-one/);
  t.equal(
    (await harness.orders(undefined, { password: 'not-the-one' })).endpoint.session.isOn,
    false,
  );
});

t.test('The list has every instrument with its terms', async (t) => {
  const harness = await ProviderHarness.start(t);
  const client = await peer(harness, false);
  client.send('x', '320=list 559=4');
  const list = await client.take();
  t.equal(list.say(35, 320, 560, 893), '35=y 320=list 560=0 893=Y');
  const names = list.all(55);
  t.equal(names.length, 24);
  t.equal(list.get(146), '24');
  t.equal(list.get(393), '24');
  const at = (name: string, tags: readonly number[]) =>
    tags.map((tag) => list.all(tag)[names.indexOf(name)]);
  const tags = [107, 15, 231, 969, 562, 1140];
  const euro = ['Euro vs US Dollar', 'USD', '100000', '0.00001', '1000', '10000000'];
  t.same(at('EURUSD', tags), euro);
  t.same(at('JP225', tags), ['Japan 225 Index', 'JPY', '1', '1', '0.1', '500']);
  client.send('x', '320=other 559=1');
  t.equal((await client.take()).say(35, 320, 560), '35=y 320=other 560=5');
});

t.test('A subscription gets a snapshot of each symbol, then changes in one message', async (t) => {
  const harness = await ProviderHarness.start(t);
  const client = await peer(harness);
  client.send('V', asking('a'));
  for (const name of NAMES) {
    const snapshot = await client.take();
    t.equal(snapshot.say(35, 262, 55, 268), `35=W 262=a 55=${name} 268=2`);
    t.same([snapshot.all(269), snapshot.all(270)], [['0', '1'], shown(harness, name)]);
  }
  harness.beat(1000);
  const changes = await client.take();
  t.equal(changes.say(35, 262, 268, 279), '35=X 262=a 268=6 279=1');
  t.same(
    changes.all(55),
    NAMES.flatMap((name) => [name, name]),
  );
  t.same(
    changes.all(270),
    NAMES.flatMap((name) => shown(harness, name)),
  );
  harness.beat(0);
  t.ok(harness.isBeating, 'it beats without a change');
  harness.beat(1000);
  await client.take();
  t.equal(client.waiting, 0, 'and sends only what has changed');
});

t.test('Who unsubscribes, or is gone, gets nothing more, and the beat ends', async (t) => {
  const harness = await ProviderHarness.start(t);
  const client = await peer(harness);
  client.send('V', asking('a', ['EURUSD']));
  client.send('V', asking('b', ['XAUUSD']));
  await client.takeAll(2);
  harness.beat(1000);
  const both = await client.take();
  t.equal(both.say(262, 268), '268=4', 'changes of two subscriptions name neither');
  client.send('V', asking('a', ['EURUSD'], '263=2 264=1'));
  client.send('x', '320=after 559=0');
  await client.take();
  harness.beat(1000);
  t.same((await client.take()).all(55), ['XAUUSD', 'XAUUSD']);
  await harness.cut(client);
  const next = await peer(harness);
  harness.beat(1000);
  t.notOk(harness.isBeating);
  next.send('V', asking('c', ['EURUSD'], '263=0 264=1'));
  t.equal((await next.take()).type, 'W');
  t.notOk(harness.isBeating, 'a snapshot alone needs no beat');
});

t.test('What it cannot tell is refused, and the session goes on', async (t) => {
  const harness = await ProviderHarness.start(t);
  const client = await peer(harness);
  client.send('V', asking('kept', ['EURUSD']));
  await client.take();
  const refused = [
    ['0', asking('a', ['EURUSD', 'NOSUCH'])],
    ['0', asking('a', ['x'.repeat(1000)])],
    ['1', asking('kept')],
    ['5', asking('a', NAMES, '263=1 264=0 265=1')],
    ['6', asking('a', NAMES, '263=1 264=1 265=0')],
    ['8', '262=a 263=1 264=1 265=1 267=1 269=2 146=1 55=EURUSD'],
  ] as const;
  for (const [reason, request] of refused) {
    client.send('V', request);
    t.equal((await client.take()).say(35, 281), `35=Y 281=${reason}`, request.slice(0, 80));
  }
  for (const malformed of [
    '262=a 263=1 264=1 265=1',
    asking('a', NAMES, '263=9 264=1'),
    asking('a', NAMES, '263=1 264=-'),
    '263=1 264=1 267=1 269=0 146=1 55=EURUSD',
  ]) {
    client.send('V', malformed);
    t.equal((await client.take()).type, '3', malformed);
  }
  client.send('V', asking('x'.repeat(1000)));
  t.equal((await client.take()).type, 'j');
  client.send('D', '11=a 55=EURUSD 54=1 60=20260105-12:00:00 38=1000 40=1');
  t.equal((await client.take()).say(35, 380), '35=j 380=3', 'no orders here');
  harness.beat(1000);
  t.equal((await client.take()).get(262), 'kept');
});

t.test('Subscriptions have a limit', async (t) => {
  const harness = await ProviderHarness.start(t);
  const client = await peer(harness);
  for (let n = 0; n < SUBSCRIPTIONS_MAX; n += 1) client.send('V', asking(`${n}`, ['EURUSD']));
  await client.takeAll(SUBSCRIPTIONS_MAX);
  client.send('V', asking('more', ['EURUSD']));
  t.equal((await client.take()).say(35, 281), '35=Y 281=2');
});
