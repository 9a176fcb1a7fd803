// Orders through a gateway: to a provider and back, with a provider that is cut off and comes back.

import t, { type Test } from 'tap';
import type { Execution, TradeResult } from '../support/client/shapes.js';
import { until } from '../support/guard.js';
import { OrderProvider, OURS, THEIRS } from '../support/order-provider.js';
import { freePort } from '../support/quickfix.js';
import { ServerProcess } from '../support/server-process.js';

type Result = Execution & { readonly result: TradeResult };

const data = t.testdir();
const provider = await OrderProvider.open();
const server = await ServerProcess.start({ data });
t.teardown(async () => {
  await server.kill();
  provider.close();
});
await server.quote('EURUSD', '1.10000', '1.10010');
const staff = await server.staff();
/** Of each gateway. */
const SESSION = {
  reconnect_sec: 1,
  params: [
    { key: 'SenderCompID', value: OURS },
    { key: 'TargetCompID', value: THEIRS },
    { key: 'Limit Orders Coverage Mode', value: 'Gateway' },
  ],
};
const { data: gateway } = await staff.post<{ id: number }>('/gateways', {
  name: 'Bank',
  server: `127.0.0.1:${provider.port}`,
  ...SESSION,
});
await staff.post('/routing', {
  name: 'Cover',
  position: 1,
  action: 'gateway',
  dealers: [gateway.id],
});

/** Adds a gateway that gets all orders, by a rule before the others. */
const coveredBy = async (gateway: object): Promise<{ id: number; rule: number }> => {
  const made = await staff.post<{ id: number }>('/gateways', { ...SESSION, ...gateway });
  if (!made.success) throw new Error(made.message);
  const { id } = made.data;
  const cover = { name: `Gateway ${id}`, position: 1, action: 'gateway', dealers: [id] };
  const { data: rule } = await staff.post<{ id: number }>('/routing', cover);
  return { id, rule: rule.id };
};

const onlineAt = (id: number): Promise<unknown> =>
  until('the gateway', async () => {
    const { data: all } =
      await staff.get<(Status & { gateway_id: number })[]>('/gateways/statuses');
    return all.find(({ gateway_id }) => gateway_id === id)?.state === 'online';
  });

/** A gateway to a provider of its own. */
const secondGateway = async (t: Test) => {
  const bank = await OrderProvider.open();
  t.teardown(() => bank.close());
  const made = await coveredBy({ name: 'Second', server: `127.0.0.1:${bank.port}` });
  await onlineAt(made.id);
  return { ...made, bank };
};

interface Status {
  readonly state: string;
  readonly last_error: string;
  readonly orders: number;
  readonly fills: number;
  readonly logons: number;
}
const status = async (): Promise<Status> =>
  (await staff.get<Status[]>('/gateways/statuses')).data[0] as Status;
const online = () => until('the gateway', async () => (await status()).state === 'online');
const OPEN = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' };
const LIMIT = { ...OPEN, kind: 'pending', order_kind: 'limit', price: '1.05000' };

/** What a new trader has asked for, which works at a provider that leaves orders at rest. */
const resting = async (t: Test, wish: Record<string, unknown> = OPEN) => {
  provider.manner = 'rest';
  t.teardown(() => {
    provider.manner = 'fill';
  });
  const trader = await server.openAccount();
  const { data: asked } = await trader.trade(wish);
  const order = await provider.order(asked.order_id);
  return { trader, asked, order, outcome: () => trader.outcome(asked.request_id) };
};

/** Changes fields of a gateway. */
const patch = async (id: number, fields: object) => {
  const { data: held } = await staff.get<{ version: number }>(`/gateways/${id}`);
  return staff.request('PATCH', `/gateways/${id}`, { version: held.version, ...fields });
};

/** The newest lines of the journal. */
const lines = async (): Promise<string> => {
  const { data } = await staff.get<{ items: { text: string }[] }>('/journal?limit=100');
  return data.items.map(({ text }) => text).join('\n');
};

t.test('The gateway logs on', async (t) => {
  await online();
  t.match(await status(), { state: 'online', last_error: '' });
});

t.test('An order is filled by the provider at its price', async (t) => {
  const trader = await server.openAccount();
  const asked = await trader.trade(OPEN);
  t.equal(asked.data.status, 'queued');
  const { data } = await trader.socket.take<Result>('deal', ({ data }) => data.deals.length > 0);
  t.match(data.deals, [{ price: '1.10015', volume: '0.1' }]);
  t.match(provider.orders.get(String(asked.data.order_id)), { quantity: 10_000, side: '1' });
  t.match(await status(), { orders: 1, fills: 1 });
});

t.test('A limit order rests at the provider, is changed and cancelled there', async (t) => {
  const { trader, asked, order, outcome } = await resting(t, LIMIT);
  t.match(order, { type: '2', price: '1.05', quantity: 10_000 });
  t.match(await outcome(), { status: 'placed' });
  const { order_id } = asked;
  const changed = await trader.trade({ kind: 'pending_modify', order_id, price: '1.06000' });
  t.match(await trader.outcome(changed.data.request_id), { status: 'placed' });
  t.match(order, { price: '1.06' });
  const canceled = await trader.trade({ kind: 'pending_cancel', order_id });
  t.match(await trader.outcome(canceled.data.request_id), { code: 'ok' });
  const { originalId } = await provider.message('F');
  t.equal(originalId, order.clientId, 'it is known by the id of the change');
  t.match((await trader.snapshot()).orders, []);
});

t.test('A price that bounds the fill goes out as a limit that ends at once', async (t) => {
  const { order, outcome } = await resting(t, { ...OPEN, price: '1.10010', deviation_pts: 5 });
  t.match(order, { type: '2', price: '1.10015' });
  order.status = '4';
  provider.report(order, '4');
  const quoted = { bid: '1.10000', ask: '1.10010' };
  t.match(await outcome(), { code: 'trade.requote', status: 'requote', ...quoted });
});

t.test('An order is filled in parts, each a deal of its own', async (t) => {
  const { trader, order, outcome } = await resting(t, { ...OPEN, volume: '0.30' });
  provider.fill(order, 10_000, '1.1001');
  provider.fill(order, 20_000, '1.1002');
  t.match(await outcome(), { status: 'done', volume: '0.3' });
  const { positions } = await trader.snapshot();
  t.match(positions, [{ volume: '0.3', price_open: '1.10016667' }]);
});

t.test('After a fill that the account refuses the corrected fill is booked at once', async (t) => {
  const { order, outcome } = await resting(t);
  const all = { 32: '10000', 14: '10000', 151: '0', 39: '2' };
  provider.report(order, 'F', { ...all, 17: 'wrong', 31: '999999999999' });
  const about = `order ${order.firstId} that is not booked`;
  await until('the line', async () => (await lines()).includes(about));
  const { logons } = await status();
  provider.report(order, 'F', { ...all, 17: 'right', 31: '1.10015' });
  t.match(await outcome(), { status: 'done', price: '1.10015' });
  t.equal((await status()).logons, logons, 'over the same session');
  order.status = '2';
});

t.test('A refusal of the provider reaches the client with its text', async (t) => {
  const { order, outcome } = await resting(t);
  order.status = '8';
  provider.report(order, '8', { 58: 'no credit left' });
  t.match(await outcome(), { code: 'trade.rejected', message: 'no credit left' });
});

t.test('A position that was opened through a gateway is closed through it', async (t) => {
  const trader = await server.openAccount();
  const asked = await trader.trade(OPEN);
  const { position_id } = await trader.outcome(asked.data.request_id);
  const closing = await trader.trade({ kind: 'close', position_id, volume: '0.10' });
  t.match(await trader.outcome(closing.data.request_id), { status: 'done' });
  const order = await provider.order(closing.data.order_id);
  t.match(order, { side: '2', quantity: 10_000 });
});

t.test('Without its gateway an order is refused at once', async (t) => {
  await patch(gateway.id, { enabled: false });
  const trader = await server.openAccount();
  const asked = await trader.trade(OPEN);
  t.match(asked, { code: 'trade.no_connection' });
  await patch(gateway.id, { enabled: true });
  await online();
});

t.test('A restart by staff connects again, and orders at the provider stay', async (t) => {
  const { order, outcome } = await resting(t);
  t.match(await staff.post(`/gateways/${gateway.id}/restart`, {}), { code: 'ok' });
  await provider.message('H', order.clientId);
  provider.fill(order, order.quantity);
  t.match(await outcome(), { status: 'done' });
});

t.test('A gateway with an order and a position is disabled and goes on, but stays', async (t) => {
  const { id, rule, bank } = await secondGateway(t);
  const path = `/gateways/${id}`;
  const trader = await server.openAccount();
  const opened = await trader.trade(OPEN);
  const { position_id } = await trader.outcome(opened.data.request_id);
  bank.manner = 'rest';
  const placed = await trader.trade(LIMIT);
  await trader.outcome(placed.data.request_id);
  bank.manner = 'fill';
  await staff.request('DELETE', `/routing/${rule}`);
  const refused = await staff.request('DELETE', path);
  t.match(refused, { code: 'conflict', message: /1 open order and 1 position\.$/ });

  t.match(await patch(id, { enabled: false }), { code: 'ok' });
  const closing = { kind: 'close', position_id };
  const { order_id } = placed.data;
  const cancelling = { kind: 'pending_cancel', order_id };
  t.match(await trader.trade(closing), { code: 'trade.no_connection' });
  t.match(await trader.trade(cancelling), { code: 'trade.no_connection' });

  t.match(await patch(id, { enabled: true }), { code: 'ok' });
  await bank.message('H', String(order_id));
  // The provider knows of the session before the account does.
  const canceled = await until('the account', async () => {
    const asked = await trader.trade(cancelling);
    return asked.code !== 'trade.no_connection' && asked;
  });
  t.match(await trader.outcome(canceled.data.request_id), { code: 'ok' });
  const closed = await trader.trade(closing);
  t.match(await trader.outcome(closed.data.request_id), { status: 'done' });
  t.match(await staff.request('DELETE', path), { code: 'ok' });
});

t.test('Staff end an order of a gateway that is gone; its late fill is told to them', async (t) => {
  const { id, rule, bank } = await secondGateway(t);
  const trader = await server.openAccount();
  const bought = await trader.trade(OPEN);
  await trader.outcome(bought.data.request_id);
  const filled = await bank.order(bought.data.order_id);
  const booked = bank.lastExecution;
  bank.manner = 'rest';
  const missed = await trader.trade(OPEN);
  const unreported = await bank.order(missed.data.order_id);
  const { quantity } = unreported;
  Object.assign(unreported, { filled: quantity, value: quantity * 1.1001, status: '2' });
  bank.report(unreported, 'I');
  t.match(await trader.outcome(missed.data.request_id), { status: 'done', price: '1.10010' });
  const placed = await trader.trade(LIMIT);
  const { order_id } = placed.data;
  await trader.outcome(placed.data.request_id);
  const order = await bank.order(order_id);
  const release = () => staff.post(`/accounts/${trader.login}/orders/${order_id}/release`, {});
  t.match(await release(), { code: 'conflict', message: /is on line/ });
  await staff.request('DELETE', `/routing/${rule}`);
  await patch(id, { enabled: false });
  t.match(await release(), { code: 'ok', data: { order_id, volume: '0.1' } });
  t.match((await trader.snapshot()).orders, []);
  await until('the line of its end', async () => /without an answer/.test(await lines()));

  await patch(id, { enabled: true });
  await until('the Logon', () => bank.endpoint.isConnected);
  bank.report(filled, 'F', { 17: booked, 32: String(filled.quantity), 31: bank.price });
  bank.report(unreported, 'F', { 32: String(quantity), 31: '1.1001' });
  bank.fill(order, order.quantity, '1.05000');
  await until('the line of the late fill', async () =>
    /not open: 10000 EURUSD at 1.05/.test(await lines()),
  );
  t.notMatch(await lines(), `execution ${booked};`, 'what is booked may be reported again');
  t.notMatch(await lines(), `order ${missed.data.order_id}, which is not open`, 'whatever its id');
  t.equal((await trader.snapshot()).positions.length, 2);
});

t.test('An order goes to a provider that dials us, and waits for it to dial again', async (t) => {
  const port = await freePort();
  const { id, rule } = await coveredBy({
    ...{ name: 'Caller', mode: 'Passive', server: `127.0.0.1:${port}` },
  });
  const trader = await server.openAccount();
  t.match(await trader.trade(OPEN), { code: 'trade.no_connection' }, 'nobody has dialled');
  const caller = OrderProvider.dial(port);
  t.teardown(() => caller.close());
  await onlineAt(id);
  const asked = await trader.trade(OPEN);
  t.match(await trader.outcome(asked.data.request_id), { status: 'done', price: '1.10015' });
  const order = await caller.order(asked.data.order_id);
  t.match(order, { quantity: 10_000, side: '1', status: '2' });

  caller.manner = 'rest';
  const placed = await trader.trade(LIMIT);
  t.match(await trader.outcome(placed.data.request_id), { status: 'placed' });
  const resting = await caller.order(placed.data.order_id);
  caller.intercept = ({ type }) => type === 'F';
  const canceled = await trader.trade({ kind: 'pending_cancel', order_id: placed.data.order_id });
  await caller.message('F');
  caller.intercept = () => false;
  caller.cut();
  t.match(await trader.outcome(canceled.data.request_id), { code: 'ok' });
  t.equal(resting.status, '4', 'the cancel that was lost came once it had dialled again');
  await staff.request('DELETE', `/routing/${rule}`);
});

t.test('Messages are kept for as many days as the record says, without the password', async (t) => {
  const path = `/gateways/${gateway.id}`;
  const change = { collect_transactions_days: 2, password: 'Bank-pass1' };
  await patch(gateway.id, { ...change, login: 'broker' });
  await online();
  const trader = await server.openAccount();
  const asked = await trader.trade(OPEN);
  await trader.outcome(asked.data.request_id);
  interface Kept {
    readonly id: string;
    readonly direction: string;
    readonly message: string;
  }
  const answer = await staff.get<Kept[]>(`${path}/transactions`);
  t.match(answer, { code: 'ok' });
  const { data: kept } = answer;
  const types = kept.map(
    ({ message, direction }) => `${direction} ${/\|35=(.)/.exec(message)?.[1]}`,
  );
  t.same(types.slice(0, 3), ['in 8', 'in 8', 'out D']);
  t.match(kept.at(-1)?.message, /\|35=A\|.*\|553=broker\|554=\*\|/);
  const { data: before } = await staff.get<Kept[]>(
    `${path}/transactions?limit=1&before=${encodeURIComponent(kept[1]?.id ?? '')}`,
  );
  t.same(before, [kept[2]]);
});

t.test(
  'A change connects again: the provider gets a Logon by the new settings ' +
    '[POST /admin/v1/gateways #15]',
  async (t) => {
    const bank = await OrderProvider.open();
    t.teardown(() => bank.close());
    const address = { name: 'Anew', server: `127.0.0.1:${bank.port}` };
    const { id, rule } = await coveredBy({ ...address, collect_transactions_days: 1 });
    await onlineAt(id);
    const path = `/gateways/${id}`;
    interface Kept {
      readonly direction: string;
      readonly message: string;
    }
    /** The Logons that were sent, the newest first. */
    const logons = async (): Promise<string[]> =>
      (await staff.get<Kept[]>(`${path}/transactions`)).data
        .filter(({ direction, message }) => direction === 'out' && message.includes('|35=A|'))
        .map(({ message }) => message);
    t.match(await logons(), [/\|35=A\|/]);
    t.notMatch((await logons())[0], /\|553=/);
    t.match(await patch(id, { login: 'second', password: 'Bank-pass1' }), { code: 'ok' });
    const [newest] = await until('another Logon', async () => {
      const all = await logons();
      return all.length === 2 && all;
    });
    t.match(newest, /\|553=second\|/);
    await onlineAt(id);
    const trader = await server.openAccount();
    const bought = await trader.trade(OPEN);
    t.match(await bank.order(bought.data.order_id), { quantity: 10_000 });
    t.match(await trader.outcome(bought.data.request_id), { status: 'done' });
    await staff.request('DELETE', `/routing/${rule}`);
  },
);

t.test('Symbols and accounts of the provider are listed and imported', async (t) => {
  await online();
  const path = `/gateways/${gateway.id}`;
  t.match(await staff.get(`${path}/symbols`), { data: [{ name: 'EUR/NOK' }] });
  const wanted = { symbols: ['*'], folder: 'Forex' };
  const imported = await staff.post(`${path}/import-symbols`, wanted);
  t.match(imported, { data: [{ name: 'EUR/NOK', symbol: 'EURNOK' }] });

  // A changed record connects again.
  await online();
  provider.accounts.set('ACC-1', '2500.00').set('ACC-2', '0');
  const group = 'real\\standard';
  const accounts = (body: object = {}) => staff.post(`${path}/import-accounts`, { group, ...body });
  const requests = () => provider.received.filter(({ type }) => type === 'BB').length;
  const looked = await accounts({ dry_run: true });
  t.equal(requests(), 1, 'a dry run asks the provider once');
  t.match(looked, {
    data: [{ account: 'ACC-1', login: 0, status: 'valid' }, { account: 'ACC-2' }],
  });
  await patch(gateway.id, { allow_import_balances: true });
  await online();
  const { data: opened } = await accounts();
  t.equal(requests(), 2, 'and so does an import');
  t.match(opened, [
    { account: 'ACC-1', balance: '2500.00', status: 'done', paid: true },
    { account: 'ACC-2', status: 'done', paid: false },
  ]);
  t.same((await accounts()).data, opened, 'nothing is opened or paid twice');
  const [first] = opened as unknown as { login: number }[];
  const money = await staff.get(`/accounts/${first?.login}`);
  t.match(money, { data: { name: 'ACC-1', balance: '2500.00' } });
});

t.test('A trade of a changed order is taken back here, after the order ended', async (t) => {
  const { trader, asked, order, outcome } = await resting(t, LIMIT);
  const { order_id } = asked;
  await outcome();
  const changed = await trader.trade({ kind: 'pending_modify', order_id, price: '1.06000' });
  await trader.outcome(changed.data.request_id);
  provider.fill(order, order.quantity, '1.06000');
  await trader.socket.take<Result>('deal', ({ data }) => data.deals.length > 0);
  t.not(order.clientId, String(order_id), 'the provider knows it by the id of the change');
  provider.report(order, 'H', { 19: provider.lastExecution });
  await trader.socket.take<Result>('deal', ({ data }) =>
    data.deals.some(({ action }) => action === 'buy_canceled'),
  );
  t.match((await trader.snapshot()).positions, []);
});
