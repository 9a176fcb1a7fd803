// What a kill of the server must not lose: requests that wait for a dealer, and what people who
// sign up have confirmed and used up.

import t from 'tap';
import { openMailHost } from '../actors/desk/mail/servers.js';
import type { Execution, TradeResult } from '../support/client/shapes.js';
import { SocketClient } from '../support/client/socket.js';
import { deposit, openEmpty } from '../support/client/staff.js';
import { now } from '../support/clock.js';
import { until } from '../support/guard.js';
import { claimsFor, signed, VENDOR } from '../support/licence-vendor.js';
import { ServerProcess } from '../support/server-process.js';
import { Trader } from '../support/trader.js';

interface Row {
  readonly id: number;
  readonly state: string;
  readonly taken_by: number;
}
type Result = Execution & { readonly result: TradeResult };

const host = await openMailHost();
t.teardown(() => host.close());
const data = t.testdir();
const env = { BROKERD_VENDOR_KEY: VENDOR.publicKey };
let server = await ServerProcess.start({ data, env });
t.teardown(() => server.kill());
const quoted = () => server.quote('EURUSD', '1.10000', '1.10010');
await quoted();
const staff = await server.staff();
const mail = { name: 'Post', server: `127.0.0.1:${host.port}`, security: 'none' };
await staff.post('/mail-servers', { ...mail, sender_email: 'a@b.example', is_default: true });
await staff.request('PATCH', '/sign-up/settings', {
  ...{ version: 2, confirm_demo: true, confirm_real: true },
});

/** The body of the newest e-mail with a subject, as text. */
const received = (subject: RegExp): Promise<string> =>
  until(`an e-mail ${subject}`, async () => {
    const found = host.received.findLast(({ headers }) =>
      subject.test(headers.get('subject') ?? ''),
    );
    return found?.body.replace(/=\r\n/g, '').replaceAll('=3D', '=');
  });
const EMAIL = 'ann@client.example';
const PASSWORD = 'Demo-pass1';
const person = { name: 'Ann Example', email: EMAIL };
const form = { type: 'demo', ...person, password: PASSWORD };

t.test('A code is e-mailed, and a confirmed person trades at once', async (t) => {
  const people = server.client('trader');
  t.equal((await people.post('/register', form)).code, 'auth.code_invalid');
  t.match((await people.post('/register/code', { email: EMAIL })).data, { sent: true });
  const [code = ''] = /\b\d{6}\b/.exec(await received(/^Your confirmation code$/)) ?? [];
  const opened = await people.post<{ login: number }>('/register', { ...form, code });
  t.match(opened.data, { status: 'opened', deposit: '10000.00', group: 'demo\\standard' });
  const { login } = opened.data;
  const trader = await Trader.signIn(server, login, PASSWORD);
  t.match((await trader.snapshot()).money, { balance: '10000.00' }, 'the deposit is there');
  const order = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' };
  t.equal((await trader.trade(order)).code, 'ok');
  t.match(await received(new RegExp(`^Your demo account ${login}$`)), /Investor password/);
  t.equal((await people.post('/register', { type: 'real', ...person })).code, 'ok');
});

const OPEN = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' };

/** A socket of the dealer, at the desk. */
const atDesk = async (): Promise<SocketClient> => {
  const socket = await SocketClient.signIn(await server.signInStaff());
  const { success, code } = await socket.request('subscribe', { channel: 'dealing' });
  if (!success) throw new Error(code);
  return socket;
};

/** The next row that the desk is shown in a state. */
const shown = async (socket: SocketClient, state: string): Promise<Row> => {
  const fits = (row: Row): boolean => row.state === state;
  const { data } = await socket.take<{ rows: readonly Row[] }>('dealing', ({ data }) =>
    data.rows.some(fits),
  );
  return data.rows.find(fits) as Row;
};

t.test('While nobody is on line a request waits, or the rule is passed over', async (t) => {
  await staff.post('/routing', { name: 'Desk', position: 1, action: 'online_dealers' });
  const trader = await server.openAccount();
  const { data } = await trader.trade(OPEN);
  t.equal(data.status, 'queued');
  const rule = { conditions: [], skip_no_dealer: true };
  const { data: rules } = await staff.get<{ id: number; version: number }[]>('/routing');
  const [first] = rules;
  const { success } = await staff.request('PATCH', `/routing/${first?.id}`, {
    ...rule,
    version: first?.version,
  });
  t.ok(success);
  t.equal((await trader.trade(OPEN)).data.status, 'done', 'the rule is passed over');
});

t.test('A dealer takes a request and confirms it; the client gets the deal', async (t) => {
  const dealer = await atDesk();
  const trader = await server.openAccount();
  const asked = await trader.trade(OPEN);
  t.equal(asked.data.status, 'queued');
  const { id } = await shown(dealer, 'queued');
  t.match(await dealer.request('dealer_take', { request: id }), { success: true });
  const answer = { request: id, action: 'confirm', price: '1.10030' };
  t.match(await dealer.request('dealer_answer', answer), { success: true });
  const { data } = await trader.socket.take<Result>('deal', ({ data }) => data.deals.length > 0);
  t.match(data.deals, [{ price: '1.1003', reason: 'client' }]);
  t.match(data.cause, { kind: 'open', dealer: 1 });
  t.match(await shown(dealer, 'gone'), { id });
  await dealer.close();
});

t.test('A dealer whose socket is cut returns the taken requests', async (t) => {
  const dealer = await atDesk();
  const trader = await server.openAccount();
  await trader.trade(OPEN);
  const { id } = await shown(dealer, 'queued');
  await dealer.request('dealer_take', { request: id });
  await dealer.cut();
  const { data } = await trader.socket.take<Result>('trade_result');
  t.match(data.result, { code: 'trade.rejected' }, 'nobody else was there');
});

t.test('A request that waits when the server is killed waits after the next start', async (t) => {
  const dealer = await atDesk();
  const trader = await server.openAccount();
  const asked = await trader.trade(OPEN);
  const { id } = await shown(dealer, 'queued');
  await server.kill();
  server = await ServerProcess.start({ data, env });
  await quoted();
  const again = await atDesk();
  const { data: waiting } = await (await server.signInStaff()).get<Row[]>('/dealing');
  const [row] = waiting.filter((one) => one.id === id);
  t.match(row, { state: 'queued', taken_by: 0 });
  t.match(await again.request('dealer_take', { request: id }), { success: true });
  t.match(await again.request('dealer_answer', { request: id, action: 'confirm' }), {
    success: true,
  });
  trader.rest.url = server.url('');
  const outcome = await trader.rest.get<TradeResult>(`/trades/${asked.data.request_id}`);
  t.match(outcome.data, { status: 'done', order_id: id });
});

t.test('Confirmed addresses and counted forms outlive a kill', async (t) => {
  const again = server.client('trader');
  const { data: code } = await again.post('/register/code', { email: EMAIL });
  t.same(code, { confirmed: true, sent: false });
  t.equal((await again.post('/register', { type: 'real', ...person })).code, 'conflict');
  t.equal((await again.post('/register', form)).code, 'ok', 'the fifth form');
  t.equal((await again.post('/register', form)).code, 'auth.too_many_attempts');
});

t.test('An approved application has an account with e-mailed passwords', async (t) => {
  const staff = await server.signInStaff();
  const id = await until('the application', async () => {
    const { data } = await staff.get<{ items: { id: number }[] }>('/applications?email=ANN');
    return data.items[0]?.id;
  });
  const { data } = await staff.post<{ login: number }>(`/applications/${id}/approve`, {});
  const text = await received(new RegExp(`^Your account ${data.login}$`));
  const [, password = ''] = /the password (\S+), which/.exec(text) ?? [];
  const owner = server.client('trader');
  const signed = await owner.signIn(data.login, password);
  t.match(signed.data.session, { login: data.login, must_change_password: true });
  const subjects = host.received.map(({ headers }) => headers.get('subject'));
  const own = subjects.filter((one) => one?.startsWith('Your application'));
  t.equal(own.length, 1, 'each e-mail arrives once');
});

t.test('After the end of the licence trades, payments and sign-ins go on', async (t) => {
  const staff = await server.signInStaff();
  const { data: rules } = await staff.get<{ id: number }[]>('/routing');
  for (const { id } of rules) await staff.request('DELETE', `/routing/${id}`);
  const trader = await server.openAccount();
  const { data: licence } = await staff.get<{ server_id: string }>('/licence');
  // A licence that ends soon, but not before a slow machine has applied it.
  for (let ms = 500, code = ''; code !== 'ok'; ms *= 2) {
    const claims = claimsFor(licence.server_id, now());
    const expires_at = new Date(now() + ms).toISOString();
    ({ code } = await staff.post('/licence', { key: signed({ ...claims, expires_at }) }));
  }
  await until('the end of the licence', async () => {
    const { data } = await staff.get<{ valid: boolean }>('/licence');
    return !data.valid;
  });
  const account = { group: 'demo\\standard', name: 'Ada', master_password: 'Trader-1-pass' };
  const more = await staff.post('/accounts', { ...account, investor_password: 'Watch-1-only' });
  t.match(more, { code: 'conflict', message: /^The licence ended/ });
  const opened = await trader.trade(OPEN);
  t.match(opened, { code: 'ok', data: { status: 'done' } });
  const closed = await trader.trade({ kind: 'close', position_id: opened.data.position_id });
  t.match(closed, { code: 'ok', data: { status: 'done' } });
  t.match(await deposit(staff, trader.login, '100'), { data: { code: 'ok' } });
  t.match(await deposit(staff, trader.login, '-50'), { data: { code: 'ok' } });
  const again = await Trader.signIn(server, trader.login, trader.password);
  t.match(await again.snapshot(), { positions: [] });
  const other = await server.signInStaff();
  t.match(await openEmpty(other, 'managers\\dealers'), { login: Number }, 'staff are no growth');
});
