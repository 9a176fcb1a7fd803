// The routes over a server of its own: every answer as its schema says, every effect once.

import { randomUUID } from 'node:crypto';
import { type TSchema, Type } from '@sinclair/typebox';
import t from 'tap';
import { pathsOf } from '../../../actors/folder/folder.js';
import { routes } from '../../../http/routes/table.js';
import { compile } from '../../../wire/base/schema.js';
import type { Event } from '../../../wire/trading/events.js';
import { loggedEvents } from '../../faults/log-facts.js';
import { type Answer, RestClient } from '../../support/client/rest.js';
import type { AccountSnapshotShape, Deal, Page } from '../../support/client/shapes.js';
import { SocketClient } from '../../support/client/socket.js';
import { changeRow, deposit, openAccount, publish, quote } from '../../support/client/staff.js';
import { until } from '../../support/guard.js';
import { ADMIN_PASSWORD, ServerProcess, TRADER_PASSWORD } from '../../support/server-process.js';
import { test } from './tags.js';

const faults = new Map(
  routes.map(({ name, reply }) => {
    const schema = Array.isArray(reply) ? Type.Array(reply[0]) : (reply as TSchema | null);
    return [name, schema === null ? undefined : compile(schema)];
  }),
);

/** The codes that each route says that it may answer. */
const codesOf = new Map(routes.map(({ name, errors }) => [name, new Set<string>(errors)]));

/** The fault of an answer against the reply and the codes of its route, if any. */
const faultOf = (name: string, { code, data }: Answer<unknown>): string | undefined =>
  code === 'ok' || codesOf.get(name)?.has(code) ? faults.get(name)?.(data) : `${name}: ${code}`;

const server = await ServerProcess.start();
t.teardown(() => server.stop());
const staff = new RestClient(server.url(''), 'staff');
await staff.signIn(1, ADMIN_PASSWORD);
await quote(staff, 'EURUSD', '1.10000', '1.10010');

const trader = async (deposit = '1000.00', group = 'demo\\standard') => {
  const { login, password, investorPassword } = await openAccount(staff, group, deposit);
  const client = new RestClient(server.url(''), 'trader');
  await client.signIn(login, password);
  return { login, client, password, investorPassword };
};

const buy = (more: Record<string, unknown> = {}) => ({
  kind: 'open',
  request_id: randomUUID(),
  symbol: 'EURUSD',
  side: 'buy',
  volume: '0.1',
  ...more,
});

t.test('Every answer of an account that trades is what its route says', async (t) => {
  const { client, login } = await trader();
  const opened = await client.post<{ seq: string }>('/trades', buy());
  t.equal(opened.code, 'ok');
  const pending = buy({ kind: 'pending', order_kind: 'limit', price: '1.05000' });
  t.match(await client.post('/trades', pending), { data: { status: 'placed' } });
  const [position] = (await client.get<{ id: number }[]>('/positions')).data;
  const close = { kind: 'close', request_id: randomUUID(), position_id: position?.id };
  t.equal((await client.post<{ seq: string }>('/trades', { ...close, volume: '0.04' })).code, 'ok');
  const last = await client.post<{ seq: string }>('/trades', {
    ...close,
    request_id: randomUUID(),
  });
  for (const kind of ['orders', 'deals', 'positions']) {
    const page = await client.fenced<Deal>(`/history/${kind}`, last.data.seq);
    t.ok(page.items.length > 0, kind);
    const answer = await client.get(`/history/${kind}`);
    t.equal(faultOf(`history.${kind}`, answer), undefined, kind);
    const ofSymbol = (name: string) => client.get<Page<unknown>>(`/history/${kind}?symbol=${name}`);
    const traded = page.items.filter(({ symbol }) => symbol === 'EURUSD');
    t.same((await ofSymbol('eurusd')).data.items, traded, 'in either letter case');
    t.same((await ofSymbol('USDJPY')).data.items, []);
  }
  await client.post('/trades', buy());
  t.equal(faultOf('trades.create', opened), undefined);
  const gets: Record<string, string> = {
    'account.read': '/account',
    'positions.list': '/positions',
    'orders.list': '/orders',
    'symbols.list': '/symbols',
    'quotes.list': '/quotes',
    'news.list': '/news',
    'bars.list': '/bars?symbol=eurusd&timeframe=m1',
    'auth.trader.me': '/auth/me',
  };
  for (const [name, path] of Object.entries(gets)) {
    const answer = await client.get<unknown>(path);
    t.equal(answer.code, 'ok', name);
    t.equal(faultOf(name, answer), undefined, name);
  }
  const { data: offered } = await client.get<Record<string, unknown>[]>('/symbols');
  for (const internal of ['source_symbol_id', 'status', 'version', 'created_at', 'updated_at']) {
    t.notOk(
      offered.some((one) => internal in one),
      internal,
    );
  }
  const [euro] = (await client.get<Record<string, unknown>[]>('/quotes?symbols=EURUSD')).data;
  t.match(euro, { open: /^1\.\d{5}$/, high: /^1\.\d{5}$/, low: /^1\.\d{5}$/ });
  const { data: snapshot } = await client.get<AccountSnapshotShape>('/account');
  t.ok(snapshot.positions.length > 0 && snapshot.orders.length > 0);
  t.same((await client.get('/positions')).data, snapshot.positions);
  t.same((await client.get('/orders')).data, snapshot.orders);
  const account = await staff.get(`/accounts/${login}`);
  t.equal(faultOf('accounts.read', account), undefined);
  t.equal(faultOf('auth.staff.me', await staff.get('/auth/me')), undefined);
});

t.test('A trade is checked before it is made, over REST and over a socket', async (t) => {
  const { client } = await trader('1000.00');
  const { request_id: _, ...wish } = buy({ volume: '0.5' });
  const before = await client.get<AccountSnapshotShape>('/account');
  const check = await client.post<Record<string, string>>('/trades/check', wish);
  t.equal(faultOf('trades.check', check), undefined);
  t.match(check, { code: 'ok', data: { code: 'ok', status: 'done', currency: 'USD' } });
  t.match(check.data, { margin: /^5\d\d\.\d\d$/, point_value: '0.5', tick_value: '0.5' });
  const socket = await SocketClient.signIn(client);
  t.teardown(() => socket.close());
  const large = await socket.request<object>('trade_check', { ...wish, volume: '5' });
  const { code, required, free, rule } = large.data as Record<string, string>;
  t.same([code, free, rule], ['trade.no_money', '1000.00', 'margin_free']);
  const refused = await client.post<object>('/trades', buy({ volume: '5' }));
  t.match(refused, { code: 'trade.no_money', data: { required, free, rule, seq: null } });
  t.equal(faultOf('trades.create', refused), undefined);
  t.same((await client.get<AccountSnapshotShape>('/account')).data.account, before.data.account);
  t.equal((await client.post('/trades', buy({ volume: '0.5' }))).code, 'ok');
  const { data: after } = await client.get<AccountSnapshotShape>('/account');
  t.equal(after.money.margin, check.data.margin_after);
  const lacking = await client.post('/trades/check', { kind: 'open', symbol: 'EURUSD' });
  t.match(lacking, { code: 'trade.invalid_request', message: 'side: required' });
  t.match(lacking.data, { faults: [{ field: 'side' }, { field: 'volume' }] });
});

t.test('A trader sees the state of the account, and is told what of it changes', async (t) => {
  const { client, login } = await trader('1000.00');
  t.match((await client.get<AccountSnapshotShape>('/account')).data.account, {
    login,
    leverage_inherited: true,
    so_state: 'none',
    so_at: null,
    commission_blocked: '0.00',
    day: { daily_deposits: '1000.00', daily_profit: '0.00' },
  });
  const socket = await SocketClient.signIn(client);
  t.teardown(() => socket.close());
  const { version } = (await staff.get<{ version: number }>(`/accounts/${login}`)).data;
  await staff.request('PATCH', `/accounts/${login}`, { version, trading_enabled: false });
  const { data: change } = await socket.take<Record<string, unknown>>('config_changed');
  t.match(change, { kind: 'account', id: String(login), version: version + 1 });
  const now = await client.get<AccountSnapshotShape>('/account');
  t.match(now.data.account, { trading_enabled: false }, 'what is told counts already');
  t.equal((await client.post('/watchlists', { name: 'Metals' })).code, 'ok');
  const { data: listed } = await socket.take('config_changed');
  t.match(listed, { kind: 'watchlists', id: String(login), version: 1 });
});

t.test('A notification comes over the socket, and the list shows it straight away', async (t) => {
  const { client, login } = await trader('1.00');
  const socket = await SocketClient.signIn(client);
  t.teardown(() => socket.close());
  const body = { logins: `${login}, 999999`, message: 'Good morning' };
  const sent = await staff.post<object>('/notifications', body);
  t.match(sent.data, [
    { login, sent: true },
    { sent: false, code: 'not_found' },
  ]);
  t.equal(faultOf('notifications.send', sent), undefined);
  const { data, ...frame } = await socket.take<object>('notification');
  const after_seq = String(Number(frame.seq) - 1);
  t.notOk('account_seq' in frame);
  const listed = await client.get<object>('/notifications');
  t.equal(faultOf('notifications.list', listed), undefined);
  t.same(listed.data, [data]);
  const late = await SocketClient.signIn(client);
  t.teardown(() => late.close());
  const missed = await late.request('resume', { after: 0, after_seq });
  t.match(missed.data, { resumed: true, messages: true });
  t.same((await late.take<object>('notification')).data, data);
});

t.test('A trader is told when a margin call begins, and when it ends', async (t) => {
  const { client } = await trader('1000.00');
  const socket = await SocketClient.signIn(client);
  t.teardown(() => socket.close());
  t.equal((await client.post('/trades', buy({ volume: '0.5' }))).code, 'ok');
  const stateOf = async () =>
    (await client.get<{ account: Record<string, unknown> }>('/account')).data.account;
  await quote(staff, 'EURUSD', '1.09060', '1.09070');
  const call = await socket.take('margin_call');
  t.match(await stateOf(), { so_state: 'margin_call', so_at: /Z$/, so_equity: '525.00' });
  await quote(staff, 'EURUSD', '1.10000', '1.10010');
  const ended = await socket.take('margin_call_ended');
  t.match(await stateOf(), { so_state: 'none' });
  t.equal(ended.account_seq, (call.account_seq ?? 0) + 1);
});

t.test('Symbols have a light form, and a tag by which they are not sent twice', async (t) => {
  const { client } = await trader();
  const all = (await client.get<Record<string, unknown>[]>('/symbols')).data;
  const light = await client.get<Record<string, unknown>[]>('/symbols?fields=digits,name');
  const picked = all.map(({ name, digits }) => ({ name, digits }));
  t.same(light.data, picked, 'the fields that were asked for, and no others');
  const etag = light.headers.get('etag') ?? '';
  t.match(etag, /^W\/"[\w-]+"$/);
  t.equal(light.headers.get('cache-control'), 'private, no-cache', 'the browser keeps it');
  const headers = { ...client.socketHeaders(), 'if-none-match': `"other", ${etag}` };
  const url = `${client.url}/trader/v1/symbols?fields=`;
  const again = await fetch(`${url}name,digits`, { headers });
  t.equal(again.status, 304, 'whatever the order of the names');
  t.equal(await again.text(), '');
  t.equal(again.headers.get('cache-control'), 'private, no-cache');
  t.equal((await fetch(`${url}name`, { headers })).status, 200, 'another list has another tag');
  const wrong = await client.get<{ faults: { field: string; allowed: string[] }[] }>(
    '/symbols?fields=name,source_symbol_id',
  );
  t.match(wrong, { code: 'invalid_input', message: /source_symbol_id/ });
  const [fault] = wrong.data.faults;
  t.equal(fault?.field, 'fields');
  t.equal(fault?.allowed.includes('id'), true);
  t.equal(fault?.allowed.includes('source_symbol_id'), false);
});

t.test('A request id is executed once and answered alike, by trade and by status', async (t) => {
  const { client } = await trader();
  const request = buy();
  const first = await client.post('/trades', request);
  const again = await client.post('/trades', request);
  t.match(first.data, { status: 'done', repeated: false });
  t.same(again.data, { ...(first.data as object), repeated: true });
  const status = await client.get(`/trades/${request.request_id}`);
  t.same(status.data, again.data);
  t.equal(faultOf('trades.status', status), undefined);
  t.equal((await client.post('/trades', { ...request, volume: '0.2' })).code, 'conflict');
  t.equal((await client.get(`/trades/${randomUUID()}`)).code, 'not_found');
  t.equal((await client.get<unknown[]>('/positions')).data.length, 1);
});

t.test('A refused trade answers its code’s status with the result as data', async (t) => {
  const { client } = await trader('10.00');
  const answer = await client.post('/trades', buy({ volume: '10' }));
  t.equal(answer.status, 409);
  t.match(answer, { success: false, code: 'trade.no_money', data: { status: 'rejected' } });
  t.equal(faultOf('trades.create', answer), undefined);
  t.equal((await client.post('/trades', buy({ volume: '0.015' }))).code, 'trade.invalid_volume');
});

test`A dealer trades for a client by the trade route, with the codes of trading
  [POST /admin/v1/accounts/{login}/trade #1]`(async (t) => {
  const { login, client } = await trader();
  const path = `/accounts/${login}/trade`;
  const done = await staff.post(path, buy());
  t.match(done, { code: 'ok', data: { status: 'done' } });
  t.equal(faultOf('accounts.trade', done), undefined);
  const [position] = (await client.get<Record<string, unknown>[]>('/positions')).data;
  t.match(position, { reason: 'dealer', dealer: 1 });
  t.equal((await staff.post(path, buy({ volume: '50' }))).code, 'trade.no_money');
  t.equal((await staff.post(path, buy({ volume: '50', skip_margin_check: true }))).code, 'ok');
  const price = { kind: 'price', request_id: randomUUID(), symbol: 'EURUSD', side: 'buy' };
  t.equal((await staff.post(path, price)).code, 'invalid_input');
  const own = await client.post('/trades', buy({ skip_margin_check: true }));
  t.match(own, { code: 'invalid_input', message: /^skip_margin_check: unknown/ });
  t.equal((await staff.post('/accounts/987654/trade', buy())).code, 'not_found');
});

t.test('A payment happens once and answers its row', async (t) => {
  const { login } = await trader('100.00');
  const requestId = randomUUID();
  const first = await deposit(staff, login, '50.00', requestId);
  t.match(first, {
    status: 200,
    data: { login, amount: '50.00', code: 'ok', status: 'done', request_id: requestId, side: '' },
  });
  t.equal(faultOf('accounts.balance', first), undefined);
  t.equal((await deposit(staff, login, '50.00', requestId)).data.deal_id, first.data.deal_id);
  const other = await deposit(staff, login, '51.00', requestId);
  t.match(other, { status: 409, data: { status: 'rejected', code: 'conflict', deal_id: null } });
  t.equal(faultOf('accounts.balance', other), undefined);
  const balance = async () =>
    (await staff.get<{ balance: string }>(`/accounts/${login}`)).data.balance;
  t.equal(await balance(), '150.00');
  const over = await deposit(staff, login, '-150.01');
  t.match(over, { code: 'trade.no_money', data: { status: 'rejected' } });
  t.equal(faultOf('accounts.balance', over), undefined);
  const much = await deposit(staff, login, '1000000000000.01');
  t.equal(much.code, 'trade.limit_money');
  const none = await deposit(staff, login, '0');
  t.equal(none.code, 'trade.invalid_request');
  for (const answer of [much, none]) t.equal(faultOf('accounts.balance', answer), undefined);
  t.equal((await deposit(staff, login, '-150.00')).code, 'ok');
  t.equal(await balance(), '0.00');
  t.equal((await deposit(staff, 987_654, '1.00')).code, 'not_found');
  const odd = await staff.post(`/accounts/${login}/balance`, {
    request_id: randomUUID(),
    action: 'gift',
    amount: '1',
  });
  t.match(odd, { code: 'invalid_input', message: /^action: must be one of/ });
});

/** A day may end while a test runs. */
const isEndOfDay = (event: Event): boolean => event.type === 'account' && event.daily !== null;

t.test('No GET changes anything', async (t) => {
  const { client, login } = await trader();
  const seqOfTrade = async () =>
    Number((await client.post<{ seq: string }>('/trades', buy())).data.seq);
  const before = await seqOfTrade();
  for (const { method, path, audience } of routes) {
    if (method !== 'GET') continue;
    const filled = path
      .replace('{login}', String(login))
      .replace('{request_id}', randomUUID())
      .replace(/\{\w+\}/g, '1');
    const asked = filled.replace(/^\/(admin|trader)\/v1/, '');
    await (audience === 'staff' ? staff : client).get(asked);
  }
  const after = await seqOfTrade();
  const between = [...loggedEvents(pathsOf(server.data).log)].filter(
    ({ seq, event }) => seq > before && seq < after && !isEndOfDay(event),
  );
  t.same(between, [], 'the next event follows the last one');
});

t.test('A manual quote is seen at once; an impossible one is refused', async (t) => {
  const { client } = await trader();
  const published = await publish(staff, { symbol: 'gbpusd', bid: '1.25', ask: '1.2501' });
  t.match(published.data, { symbol: 'GBPUSD', bid: '1.25000', ask: '1.25010' });
  t.equal(faultOf('quotes.publish', published), undefined);
  t.match((await client.get('/quotes?symbols=GBPUSD,USDJPY')).data, [
    { symbol: 'GBPUSD', bid: '1.25000', ask: '1.25010' },
    { symbol: 'USDJPY', bid: null, ask: null, time: null },
  ]);
  const code = async (body: Parameters<typeof publish>[1]) => (await publish(staff, body)).code;
  t.equal(await code({ symbol: 'NOSUCH', bid: '1', ask: '1' }), 'not_found');
  t.equal(await code({ symbol: 'GBPUSD', bid: '1.3', ask: '1.2' }), 'invalid_input');
  t.equal(await code({ symbol: 'GBPUSD', bid: '1.2500001', ask: '1.3' }), 'invalid_input');
  t.equal(await code({ symbol: 'GBPUSD', bid: '0', ask: '1.3' }), 'invalid_input');
  t.equal((await client.get('/quotes?symbols=NOSUCH')).code, 'trade.symbol_not_found');
  t.equal((await client.get('/bars?symbol=NOSUCH&timeframe=m1')).code, 'trade.symbol_not_found');
  t.equal((await client.get('/bars?symbol=GBPUSD&timeframe=m2')).code, 'invalid_input');
  const time = '2026-01-01T00:00:00Z';
  for (const query of [`after=${time}&before=${time}`, 'limit=5001', `from=${time}&to=${time}`]) {
    const refused = await client.get(`/bars?symbol=GBPUSD&timeframe=m1&${query}`);
    t.match(refused, { code: 'invalid_input' }, query);
  }
  const bars = (query: string) =>
    until('a bar', async () => {
      const path = `/bars?symbol=GBPUSD&timeframe=m1&${query}`;
      const { data } = await client.get<readonly { time: string; close: string }[]>(path);
      return data.length === 0 ? undefined : data;
    });
  const [bar] = await bars(`after=${time}&limit=1`);
  t.match(bar, { close: '1.25000' });
  t.match((await bars('before=2100-01-01T00:00:00Z&limit=5000'))[0], bar);
  const path = `/bars?symbol=GBPUSD&timeframe=m1&after=${bar?.time}`;
  const { data } = await client.get<readonly { time: string }[]>(path);
  t.notOk(data.some(({ time }) => time === bar?.time));
  for (const query of ['after=start&before=end', 'before=end&page=2', 'after=1-2']) {
    t.equal((await client.get(`/history/deals?${query}`)).code, 'invalid_input', query);
  }
});

interface Example {
  readonly examples?: readonly {
    readonly payload: { op: string; data: Record<string, unknown> };
  }[];
}

/** The examples of requests that the description of the sockets has for an audience. */
const examplesOf = async (audience: string) => {
  const answer = await fetch(server.url('/asyncapi.json'));
  const { components } = (await answer.json()) as {
    components: { messages: Record<string, Example> };
  };
  return Object.entries(components.messages)
    .filter(([key]) => key.startsWith(`${audience}.`))
    .flatMap(([, { examples = [] }]) => examples.map(({ payload }) => payload));
};

/** Examples that staff are refused: `hello` of another login, and no request waits for dealers. */
const REFUSED: Readonly<Record<string, string>> = {
  hello: 'auth.account_changed',
  dealer_take: 'not_found',
  dealer_answer: 'not_found',
};

t.test('Each example of the description of the sockets is taken and answered', async (t) => {
  await quote(staff, 'XAUUSD', '1900.00', '1900.50');
  const demo = new RestClient(server.url(''), 'trader');
  await demo.signIn(1001, TRADER_PASSWORD);
  for (const encoding of ['json', 'msgpack'] as const) {
    for (const client of [demo, staff]) {
      const socket = await SocketClient.signIn(client, encoding);
      for (const { op, data } of await examplesOf(client.audience)) {
        const { code } = await socket.request(op, data);
        const refused = client.audience === 'staff' ? REFUSED[op] : undefined;
        t.equal(code, refused ?? 'ok', `${op} ${JSON.stringify(data)}`);
      }
      await socket.close();
    }
  }
});

t.test('Bars and changed settings come as they are described', async (t) => {
  const { client } = await trader();
  const followed = await SocketClient.signIn(client);
  const desk = await SocketClient.signIn(staff, 'msgpack');
  const bars = { channel: 'bars', symbol: 'EURUSD', timeframe: 'm1' };
  t.equal((await followed.request('subscribe', bars)).code, 'ok');
  t.equal((await desk.request('subscribe', { channel: 'config' })).code, 'ok');
  await quote(staff, 'EURUSD', '1.10001', '1.10011');
  const closes = ({ data }: { data: { close: string } }) => data.close === '1.10001';
  t.match(await followed.take('bar', closes), { data: { symbol: 'EURUSD', timeframe: 'm1' } });
  await changeRow(staff, 'groups', 'demo\\standard', { company: 'Other' });
  t.match(await desk.take('config_changed'), { data: { kind: 'group' } });
  await quote(staff, 'EURUSD', '1.10000', '1.10010');
});

test`Who is online, with his equity and socket, and the journal are what they say`(async (t) => {
  const { client, login } = await trader('1234.50');
  const socket = await SocketClient.open(client);
  const gets = {
    'online.list': '/online',
    'online.window': '/online/window',
    'journal.list': `/journal?login=${login}`,
  };
  for (const [name, path] of Object.entries(gets)) {
    t.equal(faultOf(name, await staff.get(path)), undefined, name);
  }
  const { data } = await staff.get<{ login: number }[]>('/online');
  const row = data.find((one) => one.login === login);
  t.match(row, { equity: '1234.50', sockets: 1, staff: false });
  t.match(await staff.post('/online/kick', { login }), { code: 'ok' });
  t.equal((await client.get('/account')).code, 'auth.session_expired');
  t.match(await socket.closed, { code: 4003, reason: 'kick' });
});
