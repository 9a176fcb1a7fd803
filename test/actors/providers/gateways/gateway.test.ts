// A gateway with a provider over loopback: what is sent when, and what its refusals mean.

import '../../../support/patient.js';
import fc from 'fast-check';
import t, { type Test } from 'tap';
import { REPORTS_MAX } from '../../../../actors/providers/gateways/gateway.js';
import { HourlyLimit, LINES_PER_HOUR } from '../../../../actors/shared/allowance.js';
import type { Outcome } from '../../../../wire/base/codes.js';
import type { GatewayCommand } from '../../../../wire/trading/commands.js';
import { now } from '../../../support/clock.js';
import { heldParams } from '../../../support/connections.js';
import { until } from '../../../support/guard.js';
import { OrderProvider, OURS, THEIRS } from '../../../support/order-provider.js';
import { countOf } from '../../../support/run.js';
import { changeOf, GatewayHarness, sentOf } from './gateway-harness.js';

const DAY_MS = 86_400_000;

/** A gateway that is not started, and its provider. */
const offline = async (
  t: Test,
  params: Readonly<Record<string, string>> = {},
  password = '',
): Promise<GatewayHarness> => {
  const names = { SenderCompID: OURS, TargetCompID: THEIRS };
  const more = { params: heldParams({ ...names, ...params }) };
  const one = new GatewayHarness(await OrderProvider.open(), t.testdir(), more, password);
  t.teardown(() => one.close());
  return one;
};

/** A provider that accepts and waits, and a gateway that is logged on to it. */
const open = async (t: Test, params: Readonly<Record<string, string>> = {}) => {
  const one = await offline(t, params);
  one.provider.manner = 'rest';
  return one.online();
};

/** The same with a gateway that waits a second for answers. */
const impatient = (t: Test) => open(t, { 'Order Placement Timeout': '1' });

t.test('What comes while the session is off is unsent; it is not sent later', async (t) => {
  const one = await offline(t);
  one.gateway.shown(sentOf(7));
  t.match(await one.report('unsent', 7), { order_id: 7, text: 'the gateway is not connected' });
  one.gateway.shown(sentOf(7, { isGone: true }));
  await one.online();
  one.gateway.shown(sentOf(8));
  await one.report('trade', 8);
  t.equal(one.got('7'), '');
});

t.test('Of many orders each is asked for once after a Logon', async (t) => {
  const one = await offline(t);
  one.provider.manner = 'rest';
  const ids = Array.from({ length: 300 }, (_, n) => n + 1);
  const known = { isNew: false, external_id: 'E' };
  for (const id of ids) one.gateway.shown(sentOf(id, known));
  await one.online();
  await one.provider.message('H', '300');
  t.same(new Set(ids.map((id) => one.got(`${id}`))), new Set(['H']));
});

t.test('An order is sent once, and asked for after each logon', async (t) => {
  const one = await open(t);
  await one.placed(7);
  one.gateway.shown(sentOf(7, { isNew: false, external_id: 'E1' }));
  one.provider.cut();
  await one.provider.message('H', '7');
  await one.placed(8);
  t.equal(one.got('7'), 'DH');
});

t.test('What was sent before the start is asked for; what is unknown was never sent', async (t) => {
  const one = await open(t);
  const received_at = one.clock() + 1;
  one.gateway.shown(sentOf(7, { isNew: false, received_at }));
  t.match(await one.report('unsent', 7), { order_id: 7 });
  one.gateway.shown(sentOf(8, { isNew: false, external_id: 'E8', received_at }));
  t.match(await one.report('canceled', 8), { order_id: 8 }, 'it was there, and has gone');
  t.equal(one.got('7', '8'), 'HH');
});

t.test('An order that has just left is not given up because its state is unknown', async (t) => {
  const one = await open(t);
  one.provider.manner = 'silent';
  const order = await one.sent(7);
  // Where it tells states, the provider does not have the order yet.
  one.provider.orders.clear();
  one.provider.passOver();
  await one.provider.message('H', '7');
  one.provider.fill(order, 10_000);
  await one.report('trade', 7);
  t.same(
    one.reported.map(({ report }) => report),
    ['trade'],
  );
  one.gateway.shown(sentOf(8, { received_at: one.clock() + 1 }));
  await one.provider.order(8);
  one.provider.orders.clear();
  one.provider.cut();
  await one.report('unsent', 8);
});

t.test('An order of before the numbers began is ended with a warning', async (t) => {
  const one = await open(t);
  one.gateway.shown(sentOf(7, { isNew: false, received_at: 1 }));
  t.match(await one.report('canceled', 7), { order_id: 7 });
  await until('its line', () => one.lines.some((line) => /order 7: the provider/.test(line)));
  // The provider begins its own numbers again in the middle of the session.
  await one.placed(8, { received_at: one.clock() + 1 });
  one.provider.orders.clear();
  one.clock = () => now() + 60_000;
  one.provider.resetNumbers();
  await one.report('canceled', 8);
  await until('its line', () => one.lines.some((line) => /order 8: the provider/.test(line)));
});

t.test('After a Logon within the session orders are asked for', async (t) => {
  const one = await open(t);
  const order = await one.placed(7);
  // The reset loses the report of this order.
  Object.assign(order, { filled: 10_000, value: 11_000, status: '2' });
  one.provider.logOnAgain();
  t.match(await one.report('trade', 7), { volume: '0.1', price: '1.1' });
});

t.test('A reject that names a number given after a reset concerns no earlier order', async (t) => {
  const one = await open(t);
  // Orders are asked for now, and not again at once.
  one.provider.passOver();
  one.provider.manner = 'silent';
  one.gateway.shown(sentOf(7));
  one.gateway.shown(sentOf(8));
  const { seq } = await one.provider.message('D', '8');
  one.provider.logOnAgain();
  one.provider.refuse('3', seq, 'a message of the new numbers', '0');
  one.provider.fill(await one.provider.order(8), 10_000);
  await one.report('trade', 8);
  t.notOk(one.reported.some(({ report }) => report === 'rejected'));
});

t.test('That the numbers began again in a session is known after a restart, too', async (t) => {
  const provider = await OrderProvider.open();
  provider.manner = 'rest';
  const folder = t.testdir();
  const before = await new GatewayHarness(provider, folder).online();
  const order = sentOf(8, { received_at: now() + 1 });
  before.gateway.shown(order);
  await before.report('new', 8);
  provider.orders.clear();
  // It has filled the order, and answers no question about it before the restart.
  provider.intercept = ({ type }) => type === 'H';
  before.clock = () => now() + 60_000;
  provider.resetNumbers();
  await until('the question', () => before.got('8').endsWith('H'));
  await before.gateway.stop('restart');
  provider.intercept = () => false;
  const one = new GatewayHarness(provider, folder);
  t.teardown(() => one.close());
  one.clock = () => now() + 60_000;
  await one.online();
  one.gateway.shown({ ...order, isNew: false });
  await until('an end', () => one.reported.length > 0);
  t.match(one.reported, [{ report: 'canceled', order_id: 8 }], 'no other gateway gets it');
});

t.test('Changes wait for the logon, and for what the order has become', async (t) => {
  const one = await open(t);
  await one.placed(7, { sent_as: 'limit', sent_price: 104_000_000 });
  one.turned = (isOnline) => {
    if (!isOnline) one.gateway.shown(changeOf(9, 7, 'modify'));
  };
  one.provider.cut();
  await one.report('modified', 7);
  one.gateway.shown(changeOf(10, 7, 'cancel'));
  await one.report('canceled', 7);
  t.equal(one.got('7', '7-9', '7-10'), 'DHHGF', 'by the id of the change first');
  t.match(await one.provider.message('F'), { originalId: '7-9' });
});

t.test('An order without an answer is cancelled, and its state asked for', async (t) => {
  const one = await open(t);
  one.provider.manner = 'silent';
  one.gateway.shown(sentOf(7));
  one.gateway.shown(sentOf(7, { timed_out: true, sent_as: 'cancel' }));
  await one.report('canceled', 7);
  t.match(await one.provider.message('F'), { clientId: '7c', originalId: '7' });
  await one.provider.message('H', '7');
});

t.test('A late cancel without effect is sent again, time after time', async (t) => {
  const one = await impatient(t);
  one.provider.manner = 'silent';
  const cancels = () => one.got('7c', '7c2', '7c3');
  one.provider.intercept = ({ type, clientId }) =>
    type === 'F' ? cancels().length < 2 : type !== 'D' && one.got(clientId).length < 3;
  one.gateway.shown(sentOf(7));
  one.gateway.shown(sentOf(7, { timed_out: true, sent_as: 'cancel' }));
  await one.report('canceled', 7);
  t.equal(cancels(), 'FFF', 'two were lost');
  t.equal(one.got('7c3'), 'F', 'each has an id of its own');
});

t.test('A day that is done ends an order of the day, and no other', async (t) => {
  const one = await open(t);
  const placed = async (id: number, more: object) => {
    await one.placed(id, { sent_as: 'limit', sent_price: 104_000_000, ...more });
    return one.provider.order(id);
  };
  const [kept, day] = [await placed(7, {}), await placed(8, { expiration: 'day' })];
  // A market order that was not answered in time is a cancel of itself here.
  const market = await placed(9, { sent_as: 'market', sent_price: 0 });
  one.gateway.shown(sentOf(9, { isNew: false, timed_out: true, sent_as: 'cancel' }));
  one.provider.report(kept, '3', { 39: '3' });
  one.provider.report(day, '3', { 39: '3' });
  await one.report('expired', 8);
  one.provider.report(market, '3', { 39: '3' });
  await one.report('expired', 9);
  one.provider.report(kept, 'I', { 39: '3' });
  one.provider.fill(kept, kept.quantity);
  t.match(await one.report('trade', 7), { volume: '0.1' });
  t.notOk(one.reported.some(({ report, order_id }) => report === 'expired' && order_id === 7));
});

t.test('The refusal of a question is not that of the order, whenever it comes', async (t) => {
  const one = await open(t);
  one.provider.manner = 'silent';
  const order = await one.sent(7);
  one.provider.cut();
  await one.provider.message('H', '7');
  one.provider.refuse('j', 999, 'Unsupported', 'H', { 379: '7' });
  one.provider.fill(order, order.quantity);
  await one.report('trade', 7);
  t.notOk(one.reported.some(({ report }) => report === 'rejected'));
});

t.test('A cancel reject that means the order itself ends nothing', async (t) => {
  const one = await open(t);
  const order = await one.placed(7);
  one.provider.rejectCancel('7', '7', '0');
  await one.provider.message('H', '7');
  one.provider.fill(order, order.quantity);
  await one.report('trade', 7);
  t.notOk(one.reported.some(({ report }) => report === 'rejected'));
});

t.test('However often a provider passes over messages, it is asked once in a time', async (t) => {
  const one = await open(t);
  for (let id = 1; id <= 20; id += 1) one.gateway.shown(sentOf(id));
  await one.report('new', 20);
  for (let n = 0; n < 50; n += 1) one.provider.passOver();
  await one.placed(21);
  await one.provider.message('H', '21');
  await one.placed(22);
  const asked = one.provider.received.filter(({ type }) => type === 'H').length;
  t.ok(asked < 100, `${asked} questions`);
});

t.test('No answer about lists has the password that the provider repeats', async (t) => {
  const one = await offline(t, {}, 'hunter2');
  const { provider } = await one.online();
  provider.listRefusal = 'user x, password hunter2, may not';
  // Timers of the gateway end early: a list that was late is asked for again.
  const listed = <T>(ask: () => Promise<Outcome<T>>) =>
    until('a list', async () => {
      const list = await ask();
      return (list.ok || list.code !== 'timeout') && list;
    });
  for (const ask of [() => one.gateway.accounts(), () => one.gateway.offered()]) {
    const refused = await listed<readonly unknown[]>(ask);
    t.match(refused, { ok: false, message: /user x, password \*\*\*, may not/ });
  }
  provider.listRefusal = '';
  provider.accounts.set('of hunter2', '1');
  const accounts = () => listed(() => one.gateway.accounts());
  t.match(await accounts(), { ok: true, data: [{ account: 'of ***' }] });
  provider.accounts.set(`${'y'.repeat(63)}😀`, '3');
  const refused = await accounts();
  t.match(refused, { ok: false, message: /a name of more than 64 characters/ });
});

t.test('A lost order is cancelled although the provider tells no states', async (t) => {
  const one = await open(t);
  one.provider.intercept = ({ type }) => type === 'D' || type === 'H';
  one.gateway.shown(sentOf(7));
  one.gateway.shown(sentOf(7, { timed_out: true, sent_as: 'cancel' }));
  await one.report('canceled', 7);
  t.equal(one.got('7', '7c'), 'DFH');
});

t.test('An id of the provider that is not kept as it is comes back in no message', async (t) => {
  const one = await open(t);
  const placed = async (id: number): Promise<string> => {
    one.gateway.shown(sentOf(id, { sent_as: 'limit', sent_price: 104_000_000 }));
    const { external_id } = await one.report('new', id);
    one.gateway.shown(changeOf(id + 1, id, 'modify'));
    await one.report('modified', id);
    one.gateway.shown(changeOf(id + 2, id, 'cancel'));
    await one.report('canceled', id);
    return external_id;
  };
  const named = (...types: readonly string[]): string[] =>
    types.map(
      (type) => one.provider.received.findLast((got) => got.type === type)?.externalId ?? '',
    );
  one.provider.idPrefix = 'L'.repeat(63);
  t.equal(await placed(10), `${'L'.repeat(63)}1`);
  t.same(named('G', 'F'), Array(2).fill(`${'L'.repeat(63)}1`), 'one of 64 characters does');
  one.provider.idPrefix = 'L'.repeat(64);
  t.match(await placed(20), /^sha256:[\w-]{43}$/);
  t.same(named('G', 'F'), ['', ''], 'the order is known by our ids alone');
});

t.test('On a holiday nothing is dialled, and the status says so', async (t) => {
  const holiday = now() + 2 * DAY_MS;
  const [, day, month] = new Date(holiday).toUTCString().split(' ');
  const one = await offline(t, { 'Trading Calendar Holidays': `+${day} ${month}` });
  one.clock = () => holiday;
  one.gateway.start();
  t.match(one.gateway.status(), { online: false, last_error: /^the session is not open/ });
  one.clock = now;
  await until('the logon', () => one.gateway.isOnline);
  t.match(one.gateway.status(), { last_error: '' });
});

/** How a provider refuses a message as such: by a reject, or a business reject. */
const REFUSALS = ['3', 'j'] as const;

for (const refusal of REFUSALS) {
  t.test(`Each of our messages may be refused by ${refusal}`, async (t) => {
    const one = await open(t);
    let type = 'D';
    one.provider.intercept = (message) => {
      if (message.type !== type) return false;
      one.provider.refuse(refusal, message.seq, 'not that');
      return true;
    };
    one.gateway.shown(sentOf(6));
    t.match(await one.report('rejected', 6), { text: 'not that' });
    type = 'G';
    one.gateway.shown(sentOf(7, { sent_as: 'limit', sent_price: 104_000_000 }));
    one.gateway.shown(changeOf(8, 7, 'modify'));
    t.match(await one.report('refused', 7), { text: 'not that' });
    type = '';
    one.gateway.shown(changeOf(18, 7, 'modify'));
    await one.report('modified', 7);
    one.gateway.shown(sentOf(7, { isNew: false, sent_id: 18, external_id: 'E1' }));
    one.gateway.shown(changeOf(9, 7, 'cancel'));
    one.provider.intercept = (message) => {
      if (message.type === 'H') one.provider.refuse(refusal, message.seq, 'no states');
      return message.type === 'H' || one.got('7-9') === '';
    };
    await one.provider.message('F', '7-9');
    one.provider.cut();
    await one.report('canceled', 7);
    t.match(one.got('7-9'), /^FF/, 'it is cancelled without knowing more');
    one.provider.intercept = ({ type: asked, seq }) => {
      const isList = asked === 'x' || asked === 'BB';
      if (isList) one.provider.refuse(refusal, seq, 'no lists', asked);
      return isList;
    };
    t.match(await one.gateway.offered(), { ok: false, message: /no lists/ });
    t.match(await one.gateway.accounts(), { ok: false, message: /no lists/ });
    const about = one.lines.filter((line) => line.includes('about an order that is not open'));
    t.same(about, [], 'a refused list is no report about an order');
  });
}

t.test('A provider that takes a trade back is told apart from fills', async (t) => {
  const one = await open(t);
  const order = await one.sent(7);
  one.provider.fill(order, 4_000);
  const { execution_id } = await one.report('trade', 7);
  one.provider.report(order, 'H', { 19: String(execution_id) });
  const [bust] = await until('the bust', () => one.busts.length > 0 && one.busts);
  const key = { login: 1001, gateway_id: 5, order_id: 7, execution_id };
  t.match(bust, { ...key, report: /^X\d+ \d+$/ }, 'and from others of the execution');
});

t.test('An end that did not end the order here is told again after a reconnect', async (t) => {
  const one = await open(t);
  const order = await one.sent(7);
  order.status = '4';
  one.provider.report(order, '4');
  const first = await one.report('canceled', 7);
  one.provider.cut();
  const isSecond = (command: GatewayCommand) => command.report === 'canceled' && command !== first;
  await until('the second', () => one.reported.find(isSecond));
});

t.test('A cancel that the provider leaves unanswered is sent again', async (t) => {
  const one = await impatient(t);
  const { provider } = one;
  await one.placed(7);
  provider.intercept = ({ type }) => type === 'F' && one.got('7-9') === '';
  one.gateway.shown(changeOf(9, 7, 'cancel'));
  await one.report('canceled', 7);
  t.equal(one.got('7-9'), 'FF');
});

t.test('A cancel whose refusal was lost is refused once its id is a duplicate', async (t) => {
  const one = await impatient(t);
  const { provider } = one;
  await one.placed(7);
  provider.intercept = ({ type, clientId }) => {
    if (type === 'F' && one.got(clientId) !== '') provider.rejectCancel(clientId, '7', '0', '6');
    return type === 'F';
  };
  one.gateway.shown(changeOf(9, 7, 'cancel'));
  t.match(await one.report('refused', 7), { change_id: 9, text: /has had the request/ });
  t.equal(one.got('7-9'), 'FF');
});

t.test('A trade that the provider corrects is told to staff, and books nothing', async (t) => {
  const one = await open(t);
  const order = await one.sent(7);
  one.provider.fill(order, 4_000, '1.10000');
  const { execution_id } = await one.report('trade', 7);
  const corrected = { 19: String(execution_id), 32: '5000', 31: '1.20000', 14: '5000' };
  one.provider.report(order, 'G', corrected);
  const line = await until('the line', () => one.lines.find((text) => text.includes('corrects')));
  t.match(line, `execution ${execution_id} of order 7: it was 5000 EURUSD at 1.20000`);
  one.provider.fill(order, 6_000, '1.10000');
  await until(
    'the last fill',
    () => one.reported.filter((command) => command.report === 'trade').length > 1,
  );
  t.match(one.reported.at(-1), { volume: '0.06', price: '1.1' });
});

/** An order that the provider fills after it has ended here. */
const filledLate = async (one: GatewayHarness, id: number): Promise<void> => {
  const order = await one.placed(id);
  one.gateway.shown(sentOf(id, { isGone: true }));
  one.provider.fill(order, 10_000);
};

t.test('The line of a fill that is not booked comes, also after a restart', async (t) => {
  const provider = await OrderProvider.open();
  t.teardown(() => provider.close());
  provider.manner = 'rest';
  const folder = t.testdir();
  const lines = ({ lines: all }: GatewayHarness) =>
    all.filter((line) => line.includes('nothing was booked'));
  const one = await new GatewayHarness(provider, folder).online();
  one.isWriting = false;
  await filledLate(one, 7);
  provider.manner = 'fill';
  one.gateway.shown(sentOf(8));
  await one.report('trade', 8);
  t.same(lines(one), [], 'the journal cannot be written, and other reports do not wait');
  await one.gateway.stop('the server stops');
  const two = await new GatewayHarness(provider, folder).online();
  await until('the lines', () => lines(two).length > 1);
  t.match(lines(two), [
    /a fill of order 7, which is not open: 10000 EURUSD at 1\.10015/,
    /a fill of order 8, which is not open/,
  ]);
  const fill = { gateway_id: 5, total: 10_000n * 10n ** 8n, is_units: true };
  t.match(two.fills, [
    { order_id: 7, ...fill },
    { order_id: 8, ...fill },
  ]);
  await two.gateway.stop('enough');
  const three = await new GatewayHarness(provider, folder).online();
  three.gateway.shown(sentOf(9));
  await three.report('trade', 9);
  t.same(lines(three), [], 'what is written counts as received');
  await three.gateway.stop('enough');
});

t.test('What a provider reports wrongly fills neither log nor journal', async (t) => {
  const one = await open(t);
  const at = now();
  one.clock = () => at;
  const flood = LINES_PER_HOUR + 20;
  const order = await one.sent(7);
  // Fills without a price.
  for (let n = 0; n < flood; n += 1) one.provider.report(order, 'F', { 32: '1', 14: '1' });
  const gone = { ...order, clientId: '99', externalId: 'E99' };
  for (let n = 0; n < flood; n += 1) one.provider.fill(gone, 1);
  await one.placed(8);
  await until('the lines', () => one.gateway.waiting === 0);
  const count = (text: string) => one.lines.filter((line) => line.includes(text)).length;
  t.equal(count('warning: gateway Provider 5: order 7: a fill has no price'), LINES_PER_HOUR);
  t.equal(count('order 7: a fill has no price'), 2 * LINES_PER_HOUR, 'and in the log');
  t.equal(count('nothing was booked'), LINES_PER_HOUR);
  t.equal(count('a report about an order that is not open'), LINES_PER_HOUR);
  const last = (what: string) => count(`: further ${what} are not listed in this hour: compare`);
  t.equal(last('warnings'), 1, 'one line says that there are more');
  t.equal(last('fills of orders that are not open'), 1);
  for (let held = 1; held <= flood; held += 1) {
    one.gateway.shown(sentOf(8, { isNew: false, held }));
  }
  t.equal(count('a fill of order 8 is held'), LINES_PER_HOUR);
});

t.test('Lines are counted again with each hour', async (t) => {
  const clock = { now: now() };
  const limit = new HourlyLimit(() => clock.now, 1);
  const one = () => (limit.take() ? 'within' : limit.isFirstBeyond ? 'first beyond' : 'beyond');
  const take = () => [one(), one(), one()];
  const hour = ['within', 'first beyond', 'beyond'];
  t.same(take(), hour);
  clock.now += 3_600_000;
  t.same(take(), hour);
  clock.now += 3_600_000 - (clock.now % 3_600_000) - 1;
  t.equal(one(), 'beyond', 'the hour is not over');
  clock.now += 1;
  t.same(take(), hour);
});

t.test('A flood of reports makes the provider wait, and every report has its effect', async (t) => {
  const one = await open(t);
  const fills = 20_000;
  const order = await one.placed(7, { quantity: String(fills) });
  one.isTaking = false;
  for (let n = 0; n < fills; n += 1) one.provider.fill(order, 1);
  await until('a pause', () => one.gateway.waiting > REPORTS_MAX);
  t.ok(one.gateway.waiting < 1.5 * REPORTS_MAX, 'no more is read');
  one.isTaking = true;
  await until('all fills', () => one.reported.length === fills + 1);
  t.equal(one.reported.at(-1)?.total, '0.2');
});

/** Fields that a report may have, with values that are wrong in every way. */
const FIELDS = [6, 11, 14, 17, 19, 31, 32, 37, 38, 39, 41, 44, 54, 55, 58, 103, 150, 151];
const VALUES = fc.oneof(
  fc.constantFrom('', '0', '1', '2', '4', '5', '8', 'C', 'F', 'G', 'H', 'I', '7', '7c', 'E1'),
  fc.constantFrom('-1', '1e9', '99999999999999999999', '0.000000001', '10000', '1.1', '.', 'NaN'),
  fc.stringMatching(/^[ -~]{1,8}$/),
);
const REPORT = fc.dictionary(fc.constantFrom(...FIELDS.map(String)), VALUES, { maxKeys: 18 });

t.test('Whatever reports say, the next ones are taken', async (t) => {
  const one = await open(t);
  const count = countOf({ test: 500, deep: 50_000, soak: 500_000 });
  const order = await one.placed(7, { quantity: '10000' });
  for (const fields of fc.sample(REPORT, { numRuns: count, seed: 1 })) {
    const texts = Object.entries(fields).filter(([, text]) => text !== '');
    one.provider.report(order, '0', { 39: '0', ...Object.fromEntries(texts) });
  }
  // An id that no report has.
  const next = 9001;
  one.gateway.shown(sentOf(next));
  one.provider.fill(await one.provider.order(next), 10_000);
  t.match(await one.report('trade', next), { volume: '0.1' });
  t.ok(one.gateway.isOnline);
  for (const { volume, price } of one.reported) {
    if (volume !== undefined) t.ok(Number(volume) > 0 && Number(price) > 0);
  }
});
