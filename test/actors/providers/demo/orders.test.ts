// The demo provider's session for orders: fills at its prices, changes, cancels, states, refusals.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { demoSymbols } from '../../../../actors/desk/demo/demo-symbols.js';
import { providerInstruments } from '../../../../actors/providers/demo/instruments.js';
import { OrderFile } from '../../../../actors/providers/demo/order-file.js';
import { OrderSession, WORKING_MAX } from '../../../../actors/providers/demo/order-session.js';
import type { WriteBody } from '../../../../actors/providers/fix/outgoing.js';
import { MemoryStore } from '../../../../actors/providers/fix/session-store.js';
import { formatShortest } from '../../../../wire/base/scale.js';
import { FixMessage } from '../../../../wire/codec/fix/fix-message.js';
import { FixWriter } from '../../../../wire/codec/fix/fix-writer.js';
import { KeepingStore } from '../fix/session-harness.js';
import type { FixClient, ReceivedMessage } from '../fix-client.js';
import { ProviderHarness } from './provider-harness.js';

const TIME = '60=20260105-12:00:00';

/** The fields of an order of 1,000 EURUSD at market, with others. */
const order = (id: string, more = ''): string => {
  const own = more.split(' ');
  const usual = ['55=EURUSD', '54=1', TIME, '38=1000', '40=1'];
  const kept = usual.filter((field) => {
    const [tag] = field.split('=');
    return !own.some((one) => one === `!${tag}` || one.startsWith(`${tag}=`));
  });
  return [`11=${id}`, ...kept, ...own.filter((one) => !one.startsWith('!'))].join(' ');
};

/** The fields of a cancel or change of an order of EURUSD. */
const about = (id: string, original: string, more = ''): string =>
  `41=${original} 11=${id} 55=EURUSD 54=1 ${TIME} ${more}`;

const asking = (id: string): string => `11=${id} 55=EURUSD 54=1`;

/** What a report says: execution, state, quantities filled and open. */
const state = (report: ReceivedMessage): string => report.say(35, 150, 39, 14, 151);

/** A price of EURUSD as text, with points added. */
const priced = (price: number, points = 0): string => formatShortest(price + points * 1000, 8);

const opened = async (t: Test) => {
  const harness = await ProviderHarness.start(t);
  return { harness, client: await harness.orders() };
};

/** Sends a message, and takes the answers to it. */
const asked = async (client: FixClient, type: string, fields: string, count = 1) => {
  client.send(type, fields);
  return client.takeAll(count);
};

t.test('A market order is acknowledged, then filled whole at the price', async (t) => {
  const { harness, client } = await opened(t);
  const [first, fill] = await asked(client, 'D', order('a'), 2);
  t.equal(
    first?.say(35, 11, 150, 39, 38, 14, 151, 6),
    '35=8 11=a 150=0 39=0 38=1000 14=0 151=1000 6=0',
  );
  const ask = priced(harness.price('EURUSD').ask);
  t.equal(
    fill?.say(11, 150, 39, 14, 151, 6, 31, 32, 55, 54, 40),
    `11=a 150=F 39=2 14=1000 151=0 6=${ask} 31=${ask} 32=1000 55=EURUSD 54=1 40=1`,
  );
  t.equal(fill?.get(37), first?.get(37));
  t.not(fill?.get(17), first?.get(17));
  t.match(fill?.get(60), /^20260105-12:00:00/);
  const [, sold] = await asked(client, 'D', order('b', '54=2 59=4'), 2);
  t.equal(sold?.get(31), priced(harness.price('EURUSD').bid), 'sold at the bid');
  t.not(sold?.get(37), fill?.get(37));
  t.notOk(harness.isBeating);
});

t.test('More than ten lots are filled in parts at their prices, fok whole', async (t) => {
  const { harness, client } = await opened(t);
  const before = harness.price('EURUSD').ask;
  const [, part] = await asked(client, 'D', order('a', '38=1500000 59=3'), 2);
  t.equal(state(part as ReceivedMessage), '35=8 150=F 39=1 14=1000000 151=500000');
  harness.beat(harness.when('EURUSD', ({ ask }) => ask !== before));
  const rest = await client.take();
  t.equal(state(rest), '35=8 150=F 39=2 14=1500000 151=0');
  const [one, two] = [part?.get(31), rest.get(31)].map(Number) as [number, number];
  t.not(one, two);
  t.ok(Math.abs(Number(rest.get(6)) - (2 * one + two) / 3) < 1e-8, 'the average is weighted');
  const [, whole] = await asked(client, 'D', order('b', '38=1500000 59=4'), 2);
  t.equal(state(whole as ReceivedMessage), '35=8 150=F 39=2 14=1500000 151=0');
});

t.test('A limit order that cannot wait is filled within its limit, or cancelled', async (t) => {
  const { harness, client } = await opened(t);
  const { ask } = harness.price('EURUSD');
  for (const inForce of ['3', '4']) {
    const below = `40=2 44=${priced(ask, -1)} 59=${inForce}`;
    const [, end] = await asked(client, 'D', order(`below-${inForce}`, below), 2);
    t.equal(state(end as ReceivedMessage), '35=8 150=4 39=4 14=0 151=0');
    const above = `40=2 44=${priced(ask, 1)} 59=${inForce}`;
    const [, fill] = await asked(client, 'D', order(`above-${inForce}`, above), 2);
    t.equal(fill?.say(150, 31), `150=F 31=${priced(ask)}`);
  }
  const large = order('large', `38=1500000 40=2 44=${priced(ask)} 59=3`);
  const [, part] = await asked(client, 'D', large, 2);
  t.equal(state(part as ReceivedMessage), '35=8 150=F 39=1 14=1000000 151=500000');
  harness.beat(harness.when('EURUSD', (price) => price.ask > ask));
  t.equal(state(await client.take()), '35=8 150=4 39=4 14=1000000 151=0');
});

t.test('A limit order rests until the price has come, and is filled in slices', async (t) => {
  const { harness, client } = await opened(t);
  const limit = harness.price('EURUSD').bid + 20_000;
  const fields = `54=2 38=2500000 40=2 44=${priced(limit)} 59=1`;
  const [first] = await asked(client, 'D', order('a', fields));
  t.equal(state(first as ReceivedMessage), '35=8 150=0 39=0 14=0 151=2500000');
  harness.beat();
  t.equal(client.waiting, 0, 'it waits');
  harness.beat(harness.when('EURUSD', ({ bid }) => bid >= limit));
  const fill = await client.take();
  t.equal(state(fill), '35=8 150=F 39=1 14=1000000 151=1500000');
  t.ok(Number(fill.get(31)) >= limit / 1e8);
  harness.beat(0);
  t.equal(state(await client.take()), '35=8 150=F 39=1 14=2000000 151=500000');
  harness.beat(0);
  t.equal(state(await client.take()), '35=8 150=F 39=2 14=2500000 151=0');
  t.notOk(harness.isBeating);
});

const DAY_MS = 86_400_000;

t.test('Orders for the day or until a time expire; others stay', async (t) => {
  const { harness, client } = await opened(t);
  const far = '40=2 44=0.5';
  await asked(client, 'D', order('day', far));
  await asked(client, 'D', order('time', `${far} 59=6 126=20260105-13:00:00`));
  await asked(client, 'D', order('gtc', `${far} 59=1`));
  harness.beat(3_600_000);
  t.equal((await client.take()).say(11, 150, 39, 151), '11=time 150=C 39=C 151=0');
  harness.beat(DAY_MS);
  t.equal((await client.take()).say(11, 150, 39, 151), '11=day 150=C 39=C 151=0');
  t.equal(harness.provider.figures.orders_working, 1);
});

t.test('An order is cancelled once, and not when it has ended', async (t) => {
  const { client } = await opened(t);
  const [first] = await asked(client, 'D', order('a', '40=2 44=0.5 59=1'));
  const id = first?.get(37);
  const [end] = await asked(client, 'F', about('x', 'a'));
  t.equal(end?.say(35, 37, 11, 41, 150, 39, 151), `35=8 37=${id} 11=x 41=a 150=4 39=4 151=0`);
  const [late] = await asked(client, 'F', about('y', 'a', `37=${id}`));
  t.equal(late?.say(35, 37, 11, 41, 39, 434, 102), `35=9 37=${id} 11=y 41=a 39=4 434=1 102=0`);
  const [unknown] = await asked(client, 'F', about('z', 'none'));
  t.equal(unknown?.say(35, 37, 39, 434, 102), '35=9 37=NONE 39=8 434=1 102=1');
  await asked(client, 'D', order('b', '40=2 44=0.5 59=1'));
  const [other] = await asked(client, 'F', about('z', 'b', `37=${id}`));
  t.equal(other?.say(35, 102), '35=9 102=1', 'the two ids are of two orders');
  const [again] = await asked(client, 'F', about('x', 'b'));
  t.equal(again?.say(35, 102), '35=9 102=6', 'the id was used');
  const [kept] = await asked(client, 'H', asking('b'));
  t.equal(kept?.say(150, 39), '150=I 39=0');
});

t.test('A change has its own id, and may make the order fill at once', async (t) => {
  const { harness, client } = await opened(t);
  await asked(client, 'D', order('a', '40=2 44=0.5 59=1'));
  const [changed] = await asked(client, 'G', about('b', 'a', '38=3000 40=2 44=0.6 59=1'));
  t.equal(changed?.say(35, 11, 41, 150, 39, 38, 44), '35=8 11=b 41=a 150=5 39=0 38=3000 44=0.6');
  const { ask } = harness.price('EURUSD');
  const near = `38=3000 40=2 44=${priced(ask)} 59=1`;
  const [, fill] = await asked(client, 'G', about('c', 'b', near), 2);
  t.equal(fill?.say(11, 41, 150, 14, 31), `11=c 41=b 150=F 14=3000 31=${priced(ask)}`);
  const [late] = await asked(client, 'G', about('d', 'c', near));
  t.equal(late?.say(35, 39, 434, 102), '35=9 39=2 434=2 102=0');
});

t.test('A change that is not possible leaves the order as it is', async (t) => {
  const { harness, client } = await opened(t);
  const { ask } = harness.price('EURUSD');
  const own = `40=2 44=${priced(ask)} 59=1`;
  const [, part] = await asked(client, 'D', order('a', `38=1500000 ${own}`), 2);
  t.equal(part?.get(151), '500000');
  const changes = [
    `38=1000000 ${own}`,
    `38=1500000 40=1 59=1`,
    `38=1500000 40=2 44=-1 59=1`,
    `38=1500000 40=2 59=1`,
    `38=1500000.5 ${own}`,
    `38=99999999999999999999 ${own}`,
    '40=2 44=1 59=1',
  ];
  for (const change of changes) {
    const [kept] = await asked(client, 'G', about('b', 'a', change));
    t.equal(kept?.say(35, 39, 102), '35=9 39=1 102=2', change);
  }
  const [other] = await asked(
    client,
    'G',
    about('b', 'a', `38=1500000 ${own}`).replace('54=1', '54=2'),
  );
  t.equal(other?.get(35), '9', 'another side');
  const [status] = await asked(client, 'H', asking('a'));
  t.equal(status?.say(150, 39, 38, 14, 151), '150=I 39=1 38=1500000 14=1000000 151=500000');
});

t.test('The state of an order is told as often as it is asked for', async (t) => {
  const { harness, client } = await opened(t);
  const [, fill] = await asked(client, 'D', order('a'), 2);
  const [one] = await asked(client, 'H', asking('a'));
  const { size } = statSync(join(harness.folder, 'orders'));
  const [two] = await asked(client, 'H', asking('a'));
  const said = `35=8 150=I 39=2 14=1000 151=0 6=${fill?.get(6)} 37=${fill?.get(37)}`;
  for (const status of [one, two]) t.equal(status?.say(35, 150, 39, 14, 151, 6, 37), said);
  t.not(one?.get(17), two?.get(17));
  t.equal(statSync(join(harness.folder, 'orders')).size, size, 'which writes nothing');
  const [none] = await asked(client, 'H', asking('none'));
  t.equal(
    none?.say(35, 37, 11, 150, 39, 103, 14, 151),
    '35=8 37=NONE 11=none 150=I 39=8 103=5 14=0 151=0',
  );
});

t.test('A used id is refused; an order sent again is told and not filled', async (t) => {
  const { client } = await opened(t);
  await asked(client, 'D', order('a'), 2);
  const [refused] = await asked(client, 'D', order('a', '38=2000'));
  t.equal(refused?.say(35, 150, 39, 103, 14), '35=8 150=8 39=8 103=6 14=0');
  const [report] = await asked(client, 'D', `97=Y ${order('a')}`);
  t.equal(report?.say(150, 39, 14), '150=I 39=2 14=1000');
});

t.test('Hostile orders are refused, none is filled, and the next one is', async (t) => {
  const { harness, client } = await opened(t);
  const refused: readonly (readonly [reason: number, more: string])[] = [
    [1, '55=NOSUCH'],
    [1, '!55'],
    [11, '54=5'],
    [11, '40=3'],
    [11, '59=7'],
    [13, '38=-1000'],
    [13, '38=0'],
    [13, '38=999'],
    [13, '38=1000.5'],
    [13, '!38'],
    [13, `38=${'9'.repeat(400)}`],
    [3, '38=20000000'],
    [99, '40=2'],
    [99, '40=2 44=0'],
    [99, '40=2 44=-1'],
    [99, `40=2 44=${'9'.repeat(400)}`],
    [99, '40=2 44=0.5 59=6'],
    [4, '40=2 44=0.5 59=6 126=20250105-12:00:00'],
  ];
  for (const [reason, more] of refused) {
    const [answer] = await asked(client, 'D', order('a', more));
    t.equal(
      answer?.say(35, 150, 39, 103, 14, 151),
      `35=8 150=8 39=8 103=${reason} 14=0 151=0`,
      more,
    );
  }
  for (const more of ['!54', '!60', '!40', '40=?', '54=-', '38=1e5', '38=x', '44=NaN', '60=now']) {
    const [answer] = await asked(client, 'D', order('a', more));
    t.equal(answer?.type, '3', more);
  }
  const [long] = await asked(client, 'D', order('a'.repeat(1000)));
  t.equal(long?.type, 'j');
  const [unsupported] = await asked(client, 'V', '262=a 263=1 264=1 267=1 269=0 146=1 55=EURUSD');
  t.equal(unsupported?.say(35, 380), '35=j 380=3');
  t.equal(harness.provider.figures.orders_working, 0);
  const [, fill] = await asked(client, 'D', order('a'), 2);
  t.equal(fill?.get(39), '2');
});

t.test('Orders that work have a limit', async (t) => {
  const file = new OrderFile(join(t.testdir(), 'orders'), { now: 1, isTraded: () => true });
  const said: string[] = [];
  const message = new FixMessage();
  const send = (_: string, body: WriteBody): number => {
    const writer = new FixWriter().begin('8');
    body(writer);
    const bytes = writer.end();
    message.index(bytes, 0, bytes.length);
    return said.push(message.text(39));
  };
  const symbols = demoSymbols(true);
  const session = new OrderSession(providerInstruments(symbols, '7'), file, send, () => 1000);
  const order = new FixMessage();
  for (let n = 0; n <= WORKING_MAX; n += 1) {
    const writer = new FixWriter().begin('D').text(11, `${n}`).text(55, 'EURUSD').text(54, '1');
    const bytes = writer.int(38, 1000).text(40, '2').text(44, '0.5').text(59, '1').end();
    order.index(bytes, 0, bytes.length);
    session.deliver(order);
  }
  t.equal(said.filter((status) => status === '0').length, WORKING_MAX);
  t.equal(said.at(-1), '8');
  t.equal(file.working.size, WORKING_MAX);
  file.close();
});

t.test('What happens while the peer is away is told when it is back, in order', async (t) => {
  const { harness, client } = await opened(t);
  const limit = harness.price('EURUSD').bid + 20_000;
  const fields = `54=2 38=1500000 40=2 44=${priced(limit)} 59=1`;
  await asked(client, 'D', order('a', fields));
  await harness.cut(client);
  harness.beat(harness.when('EURUSD', ({ bid }) => bid >= limit));
  harness.beat(0);
  const store = new MemoryStore();
  store.nextOut = 3;
  store.nextIn = 3;
  const back = await harness.orders(store);
  const reports = await back.takeAll(2);
  t.same(reports.map(state), [
    '35=8 150=F 39=1 14=1000000 151=500000',
    '35=8 150=F 39=2 14=1500000 151=0',
  ]);
  t.same(
    reports.map((one) => one.get(97)),
    [undefined, undefined],
    'they were not sent before',
  );
});

t.test('A peer that lost messages gets the same ones again', async (t) => {
  const harness = await ProviderHarness.start(t);
  const client = await harness.orders();
  const sent = await asked(client, 'D', order('a'), 2);
  await harness.cut(client);
  const store = new MemoryStore();
  store.nextOut = 3;
  store.nextIn = 2;
  const back = await harness.orders(store);
  const again = await back.takeAll(2);
  t.same(
    again.map((one) => one.say(37, 17, 11, 150, 14)),
    sent.map((one) => one.say(37, 17, 11, 150, 14)),
  );
  t.ok(again.every((one) => one.get(43) === 'Y'));
});

t.test('After a restart its orders rest, fill and are told; no id comes again', async (t) => {
  const harness = await ProviderHarness.start(t);
  const store = new KeepingStore();
  const client = await harness.orders(store);
  const port = harness.port;
  const limit = harness.price('EURUSD').bid + 20_000;
  const resting = `54=2 40=2 44=${priced(limit)} 59=1`;
  const before = [
    ...(await asked(client, 'D', order('a', resting))),
    ...(await asked(client, 'D', order('b', resting))),
    ...(await asked(client, 'D', order('c'), 2)),
  ];
  await harness.cut(client);
  harness.beat(harness.when('EURUSD', ({ bid }) => bid >= limit));
  await harness.stop();
  await harness.start();
  t.equal(harness.port, port, 'it is reached as before');
  const back = await harness.orders(store);
  const reports = await back.takeAll(2);
  t.same(
    reports.map((one) => one.say(11, 150, 39, 97)).sort(),
    ['11=a 150=F 39=2 97=Y', '11=b 150=F 39=2 97=Y'],
    'fills that an earlier run may have told',
  );
  const [used] = await asked(back, 'D', order('c'));
  t.equal(used?.say(39, 103), '39=8 103=6');
  const [state] = await asked(back, 'H', asking('c'));
  t.equal(state?.say(150, 39, 14), '150=I 39=2 14=1000');
  const after = await asked(back, 'D', order('d'), 2);
  const all = [...before, ...reports, ...after];
  t.equal(new Set(all.map((one) => one.get(17))).size, all.length, 'each execution has its id');
  t.equal(new Set(all.map((one) => one.get(37))).size, 4, 'each order has its id');
  await back.logOut();
  await harness.stop();
  await harness.start();
  const quiet = await harness.orders(store);
  const [nothing] = await asked(quiet, 'H', asking('a'));
  t.equal(nothing?.get(150), 'I', 'what was told once is not told again');
});

t.test('A provider that is killed knows what it has told', async (t) => {
  const harness = await ProviderHarness.start(t);
  const store = new KeepingStore();
  const client = await harness.orders(store);
  await asked(client, 'D', order('rests', '40=2 44=0.5 59=1'));
  const [, fill] = await asked(client, 'D', order('fills'), 2);
  await harness.crash(client);
  const back = await harness.orders(store);
  const [rests] = await asked(back, 'H', asking('rests'));
  t.equal(rests?.say(150, 39, 14, 151), '150=I 39=0 14=0 151=1000', 'nothing comes before it');
  const [filled] = await asked(back, 'H', asking('fills'));
  t.equal(filled?.say(37, 39, 14, 6), fill?.say(37, 39, 14, 6));
  const [end] = await asked(back, 'F', about('x', 'rests'));
  t.equal(end?.say(150, 39), '150=4 39=4');
});
