// The client and a real server: breaks, lost answers and lost events, in both encodings.

import { decode, encode } from '@msgpack/msgpack';
import {
  BrokerError,
  restoreTrader,
  signInStaff,
  signInTrader,
  type TraderSocket,
  unwrap,
} from 'brokerd/client';
import t from 'tap';
import { FragileNetwork } from '../support/client/fragile-network.js';
import { now } from '../support/clock.js';
import { within } from '../support/guard.js';
import { HandClock } from '../support/hand-clock.js';
import { ADMIN_PASSWORD, ServerProcess } from '../support/server-process.js';

const data = t.testdir();
let server = await ServerProcess.start({ data });
t.teardown(() => server.kill());
const url = server.url('');
const EURUSD = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' } as const;
await server.quote('EURUSD', '1.10000', '1.10010');

/** Breaks are over as soon as they are noticed. */
const endBreaks = (socket: Pick<TraderSocket, 'on'>, clock: HandClock): void => {
  socket.on('disconnected', ({ retry_ms }) => setImmediate(() => clock.advance(retry_ms)));
};

/** A trader at a fragile network, and the same account at a terminal of its own. */
const terminal = async () => {
  const elsewhere = await server.openAccount();
  const { login, password } = elsewhere;
  const network = new FragileNetwork();
  const clock = new HandClock();
  const { openSocket } = network;
  const client = await signInTrader({ url, login, password, clock, openSocket });
  const socket = await client.connect();
  endBreaks(socket, clock);
  const numbers: (number | undefined)[] = [];
  socket.on('event', ({ account_seq }) => account_seq && numbers.push(account_seq));
  /** Waits until an event of that number was given out. */
  const reach = async (number: number): Promise<void> => {
    if ((socket.accountSeq ?? 0) >= number) return;
    const there = socket.once('event', ({ account_seq = 0 }) => account_seq >= number);
    await within(there, `event ${number}`);
  };
  const end = async (): Promise<void> => {
    client.close();
    await elsewhere.socket.close();
  };
  return { client, socket, network, elsewhere, numbers, reach, end };
};

t.test('A trade whose answer was lost is asked for, and not sent again', async (t) => {
  const { socket, network, end } = await terminal();
  const ids = new Set<number | undefined>();
  network.losesRequest = ({ id, op }) => {
    if (op === 'trade') ids.add(id);
    return false;
  };
  network.losesFrame = ({ id }) => {
    if (!ids.has(id)) return false;
    setImmediate(() => network.cut());
    return true;
  };
  const result = await socket.trade(EURUSD);
  t.equal(result.status, 'done');
  t.ok(result.repeated, 'the stored result');
  t.equal(network.asked('trade').length, 1);
  t.equal(network.asked('trade_status').length, 1);
  t.equal((await socket.account()).positions.length, 1);
  await end();
});

t.test('A trade that never reached the server is sent again while it is valid', async (t) => {
  const { socket, network, end } = await terminal();
  network.losesRequest = ({ op }) => {
    const isLost = op === 'trade' && network.asked('trade').length === 1;
    if (isLost) setImmediate(() => network.cut());
    return isLost;
  };
  const result = await socket.trade(EURUSD);
  t.equal(result.status, 'done');
  const [first, again] = network.asked('trade').map(({ data }) => data);
  t.same(again, first, 'under the same request id');
  t.equal((await socket.account()).positions.length, 1);
  await end();
});

t.test('A trade that is lost and not valid any more is not sent again', async (t) => {
  const { socket, network, end } = await terminal();
  network.losesRequest = ({ op }) => {
    if (op === 'trade') setImmediate(() => network.cut());
    return op === 'trade';
  };
  const valid_until = new Date(now() - 1000).toISOString();
  await t.rejects(socket.trade({ ...EURUSD, valid_until }), { code: 'trade.canceled' });
  t.equal(network.asked('trade').length, 1);
  t.same((await socket.account()).positions, []);
  await end();
});

t.test('Refusals have the code of the contract and the result', async (t) => {
  const { client, socket, end } = await terminal();
  const refused = socket.trade({ ...EURUSD, volume: '1000' });
  await t.rejects(refused, { name: 'BrokerError', data: { status: 'rejected' } });
  const asked = unwrap(
    client.rest.GET('/trader/v1/quotes', { params: { query: { symbols: 'NONE' } } }),
  );
  const error = await asked.catch((caught: unknown) => caught);
  t.ok(error instanceof BrokerError);
  t.hasStrict(error, { code: 'trade.symbol_not_found', status: 404 });
  t.match((error as BrokerError).requestId, /./);
  await end();
});

t.test('What happens during a break comes after it, in order and without a gap', async (t) => {
  const { socket, network, elsewhere, numbers, reach, end } = await terminal();
  await elsewhere.trade(EURUSD);
  await reach(2);
  const over = socket.once('connected');
  let isAway = true;
  network.losesFrame = () => isAway;
  await elsewhere.trade(EURUSD);
  await elsewhere.trade(EURUSD);
  network.cut();
  isAway = false;
  t.same(await over, { resumed: true });
  await elsewhere.trade(EURUSD);
  await reach(5);
  t.same(numbers, [2, 3, 4, 5]);
  t.match(network.asked('resume').at(-1)?.data, { after: 2, after_seq: /^\d+$/ });
  await end();
});

t.test('An event that is lost on the way is noticed and asked for', async (t) => {
  const { socket, network, elsewhere, numbers, reach, end } = await terminal();
  let lost = 0;
  network.losesFrame = ({ event }) => {
    if (event === 'deal') lost += 1;
    return event === 'deal' && lost === 1;
  };
  await elsewhere.trade(EURUSD);
  await elsewhere.trade(EURUSD);
  await reach(3);
  await elsewhere.trade(EURUSD);
  await reach(4);
  t.same(numbers, [2, 3, 4]);
  t.equal(network.asked('resume').length, 1);
  t.ok(socket.isReady, 'on the same connection');
  t.equal(network.asked('hello').length, 1);
  await end();
});

t.test('Subscriptions are made again after a break, with the newest prices', async (t) => {
  const { socket, network, end } = await terminal();
  const [tick] = await socket.quotes(['EURUSD'], 100);
  t.equal(tick?.[0], 'EURUSD');
  await socket.bars('EURUSD', 'm1');
  const bars = socket.once('resubscribed', ({ channel }) => channel === 'bars');
  const prices = socket.once('quotes', ([row]) => row?.[1] === '1.20000');
  network.losesFrame = ({ event }) => event === 'quotes';
  await server.quote('EURUSD', '1.20000', '1.20010');
  network.cut();
  network.losesFrame = () => false;
  const [newest] = await within(prices, 'prices');
  t.same(newest?.slice(0, 3), ['EURUSD', '1.20000', '1.20010']);
  t.match((await within(bars, 'bars')).filter, { symbol: 'EURUSD', timeframe: 'm1' });
  const asked = network.asked('subscribe').map(({ data }) => data);
  const filter = { channel: 'quotes', symbols: ['EURUSD'], max_rate_ms: 100 };
  t.same(
    asked.filter((one) => (one as typeof filter).channel === 'quotes'),
    [filter, filter],
  );
  await server.quote('EURUSD', '1.10000', '1.10010');
  await end();
});

t.test('Frames can be MessagePack', async (t) => {
  const { login, password, socket: other } = await server.openAccount();
  const client = await signInTrader({ url, login, password });
  const socket = await client.connect({ messagePack: { encode, decode } });
  const deal = socket.once('deal');
  t.equal((await socket.trade(EURUSD)).status, 'done');
  t.equal((await deal).deals.length, 1);
  client.close();
  await other.close();
});

t.test('Staff sign in by cookies, follow events, and miss none in a break', async (t) => {
  const network = new FragileNetwork();
  const clock = new HandClock();
  const { openSocket } = network;
  const trader = await server.openAccount();
  const { login } = trader;
  const account = { login: 1, password: ADMIN_PASSWORD };
  const staff = await signInStaff({ url, ...account, clock, openSocket });
  t.equal(staff.tokens, undefined, 'cookies hold the session');
  const desk = await staff.connect();
  desk.on('disconnected', ({ retry_ms }) => setImmediate(() => clock.advance(retry_ms)));
  await desk.events('deals', 'demo\\*');
  await desk.accounts({ logins: [login] });
  const seqs: (string | undefined)[] = [];
  desk.on('deal', (_, { seq }) => seqs.push(seq));
  const first = desk.once('deal', (change) => change.login === login);
  const { data: one } = await trader.trade(EURUSD);
  await within(first, 'the first deal');
  network.losesFrame = () => true;
  const { data: two } = await trader.trade(EURUSD);
  const missed = desk.once('deal', (change) => change.login === login);
  network.cut();
  network.losesFrame = () => false;
  await within(missed, 'the missed deal');
  t.same(seqs, [one.seq, two.seq]);
  const params = { path: { login } };
  const row = await unwrap(staff.rest.GET('/admin/v1/accounts/{login}', { params }));
  t.equal(row.login, login);
  await staff.signOut();
  await trader.socket.close();
});

t.test('A dealer comes on line, takes and answers requests, and goes off line', async (t) => {
  const trader = await server.openAccount();
  const staff = await signInStaff({ url, login: 1, password: ADMIN_PASSWORD });
  const conditions = [{ field: 'login', op: 'eq', value: String(trader.login) }] as const;
  const body = { name: 'Desk', position: 1, action: 'online_dealers', conditions } as const;
  const rule = await unwrap(
    staff.rest.POST('/admin/v1/routing', { body: { ...body, conditions: [...conditions] } }),
  );
  const desk = await staff.connect();
  t.same(await desk.dealing(), []);
  const asked = async () => {
    const shown = desk.once('dealing', ({ rows }) => rows.some(({ state }) => state === 'queued'));
    const { data } = await trader.trade(EURUSD);
    const { rows } = await within(shown, 'the request');
    const id = rows.find(({ login }) => login === trader.login)?.id ?? 0;
    t.equal(id, data.order_id);
    return { id, request_id: data.request_id };
  };
  const first = await asked();
  await desk.dealerTake(first.id);
  await desk.dealerAnswer(first.id, { action: 'confirm' });
  t.match(await trader.outcome(first.request_id), { code: 'ok', status: 'done' });
  const second = await asked();
  await desk.dealerTake(second.id);
  await t.rejects(desk.dealerAnswer(second.id, { action: 'requote', bid: '1.1', ask: '1.2' }), {
    code: 'trade.invalid_request',
    message: /no requotes/,
  });
  await desk.dealerAnswer(second.id, { action: 'reject', text: 'No liquidity' });
  const refused = { code: 'trade.rejected', message: 'No liquidity' };
  t.match(await trader.outcome(second.request_id), refused);
  const third = await asked();
  await desk.dealerTake(third.id);
  await desk.endDealing();
  const nobody = await trader.outcome(third.request_id);
  t.match(nobody, { code: 'trade.rejected' }, 'what a dealer held ends when nobody else is there');
  const params = { path: { id: rule.id } };
  await unwrap(staff.rest.DELETE('/admin/v1/routing/{id}', { params }));
  await staff.signOut();
  await trader.socket.close();
});

t.test('A session that ends elsewhere ends the client, which says so', async (t) => {
  const { client, socket, elsewhere, end } = await terminal();
  const ended = socket.once('ended');
  const body = { current_password: elsewhere.password, new_password: 'Trader-2-pass' };
  t.ok((await elsewhere.rest.post('/auth/change-password', body)).success);
  t.equal((await within(ended, 'the end')).code, 'auth.session_expired');
  await t.rejects(socket.ping(), { code: 'auth.session_expired' });
  await t.rejects(unwrap(client.rest.GET('/trader/v1/account')), { code: 'auth.session_expired' });
  await end();
});

t.test('A session is taken up by its tokens', async (t) => {
  const { client, elsewhere, end } = await terminal();
  const { tokens } = client;
  client.close();
  const again = await restoreTrader({ url, ...(tokens && { tokens }) });
  t.equal(again.session.login, elsewhere.login);
  await unwrap(again.rest.GET('/trader/v1/positions'));
  await again.signOut();
  await t.rejects(unwrap(again.rest.GET('/trader/v1/positions')), { code: 'client.closed' });
  await end();
});

t.test('A restart of the server is a break like others', async (t) => {
  const here = (address: string): string =>
    address.replace(url.replace('http', ''), server.url('').replace('http', ''));
  const { login, password, socket: other } = await server.openAccount();
  const network = new FragileNetwork();
  const clock = new HandClock();
  const client = await signInTrader({
    ...{ url, login, password, clock },
    fetch: (request) => fetch(new Request(here(request.url), request)),
    openSocket: (address, ...more) => network.openSocket(here(address), ...more),
  });
  const socket = await client.connect();
  const numbers: (number | undefined)[] = [];
  socket.on('event', ({ account_seq }) => account_seq && numbers.push(account_seq));
  await socket.trade(EURUSD);
  await other.close();
  const away = socket.once('disconnected');
  await server.stop();
  const { code, retry_ms } = await within(away, 'the break');
  t.equal(code, 1012);
  server = await ServerProcess.start({ data });
  await server.quote('EURUSD', '1.10000', '1.10010');
  const waiting = socket.trade(EURUSD);
  const over = socket.once('connected');
  clock.advance(retry_ms);
  t.same(await within(over, 'the connection'), { resumed: true });
  t.equal((await within(waiting, 'the trade')).status, 'done');
  t.equal((await socket.account()).positions.length, 2);
  t.same(numbers, [2, 3]);
  await client.signOut();
  await server.stop();
});
