// The steps of a trader's day on a server process, each seen by staff.

import { randomUUID } from 'node:crypto';
import type { RestClient } from '../support/client/rest.js';
import type { Deal, Execution, Position, TradeResult } from '../support/client/shapes.js';
import { balanceOf } from '../support/client/shapes.js';
import { type Encoding, SocketClient } from '../support/client/socket.js';
import { deposit, quote } from '../support/client/staff.js';
import type { ServerProcess } from '../support/server-process.js';
import type { Assert, Trader } from '../support/trader.js';

/** Everybody who takes part, and what they remember from one step to the next. */
export interface Day {
  readonly staff: RestClient;
  readonly desk: SocketClient;
  readonly trader: Trader;
  positionId: number;
}

type MoneyRow = { readonly login: number; readonly equity: string };

/** `[symbol, bid, ask, ms]` */
type QuoteRow = [string, string, string, number];

/** Staff follow a new trader of theirs. */
export const begin = async (t: Assert, server: ServerProcess, encoding: Encoding): Promise<Day> => {
  const staff = await server.staff();
  const desk = await SocketClient.signIn(staff, encoding);
  for (const channel of ['accounts', 'deals', 'orders', 'positions']) {
    const followed = await desk.request('subscribe', { channel, group: 'demo\\*' });
    t.ok(followed.success, `staff follow ${channel}: ${followed.message}`);
  }
  const trader = await server.openAccount({ encoding });
  return { staff, desk, trader, positionId: 0 };
};

const staffPayIn = async (t: Assert, { staff, trader }: Day): Promise<void> => {
  const id = randomUUID();
  const { login } = trader;
  const first = await deposit(staff, login, '250', id);
  const second = await deposit(staff, login, '250', id);
  t.equal(first.code, 'ok');
  t.equal(second.data.deal_id, first.data.deal_id, 'the repeat answers the same deal');
  t.equal((await deposit(staff, login, '251', id)).code, 'conflict', 'another amount is no repeat');
  t.equal((await trader.snapshot()).money.balance, '1250.00', 'paid in once');
  t.equal((await deposit(staff, login, '-250')).code, 'ok');
  t.equal((await deposit(staff, login, '-1000.01')).code, 'trade.no_money');
  t.equal((await trader.snapshot()).money.balance, '1000.00');
};

const quotesArrive = async (t: Assert, { staff, trader, desk }: Day): Promise<void> => {
  for (const socket of [trader.socket, desk]) {
    const order = { channel: 'quotes', symbols: ['EURUSD'] };
    t.ok((await socket.request('subscribe', order)).success);
  }
  await quote(staff, 'EURUSD', '1.10000', '1.10020');
  for (const socket of [trader.socket, desk]) {
    const quotes = await socket.take<QuoteRow[]>(
      'quotes',
      ({ data }) => data[0]?.[2] === '1.10020',
    );
    t.match(quotes.data, [['EURUSD', '1.10000', '1.10020', Number]]);
  }
};

const opens = async (t: Assert, day: Day): Promise<void> => {
  const { trader, desk } = day;
  const result = await trader.trade({ kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.1' });
  t.hasStrict(result, { success: true, code: 'ok', message: '' });
  t.hasStrict(result.data, { status: 'done', volume: '0.1', price: '1.10020', repeated: false });
  const deal = await trader.dealt('client');
  t.hasStrict(deal.data.deals, [{ entry: 'in', price: '1.10020', volume: '0.1', profit: '0.00' }]);
  t.equal(deal.seq, result.data.seq, 'the answer names the event');
  const seen = await desk.take<Execution>('deal', ({ seq }) => seq === deal.seq);
  // The trader has it from the answer, which does not say whose account it is.
  const { login, group: _, ...same } = seen.data as Execution & { login: number; group: string };
  t.equal(login, trader.login);
  const event = deal.data;
  const own = (rows: readonly object[]) => rows.map((row) => ({ ...row, login }));
  const [deals, orders, held] = [own(event.deals), own(event.orders), own(event.positions)];
  const rows = { deals, orders, positions: held };
  t.same({ ...seen, data: same }, { ...deal, data: { ...event, ...rows } }, 'the same event');
  const { money, positions } = await trader.snapshot();
  t.hasStrict(money, { balance: '1000.00', profit: '-2.00', equity: '998.00', margin: '110.02' });
  await desk.take<{ rows: MoneyRow[] }>('account_money', ({ data }) =>
    data.rows.some((row) => row.login === trader.login && row.equity === '998.00'),
  );
  t.equal(positions.length, 1);
  day.positionId = result.data.position_id;
};

const setsStops = async (t: Assert, { trader, positionId }: Day): Promise<void> => {
  const stops = { sl: '1.09000', tp: '1.12000' };
  const modify = { kind: 'modify', position_id: positionId, ...stops };
  const request = { request_id: randomUUID(), ...modify };
  t.equal((await trader.trade(request)).data.status, 'done');
  const changed = await trader.socket.take<Execution>('position');
  t.hasStrict(changed.data.positions, [{ id: positionId, ...stops }]);
  const before = trader.socket.accountSeq;
  const again = await trader.trade(request);
  t.hasStrict(again.data, { code: 'ok', repeated: true });
  t.equal((await trader.trade({ ...request, sl: '1.08000' })).code, 'conflict');
  t.equal((await trader.snapshot()).account_seq, before, 'a repeat does nothing');
  t.equal((await trader.trade(modify)).code, 'trade.no_changes');
};

const closesPart = async (t: Assert, { staff, trader, positionId }: Day): Promise<void> => {
  await quote(staff, 'EURUSD', '1.10120', '1.10140');
  const close = { kind: 'close', position_id: positionId };
  const result = await trader.trade({ ...close, volume: '0.04' });
  t.hasStrict(result.data, { status: 'done', volume: '0.04', price: '1.10120' });
  const { deals, positions } = (await trader.dealt('client')).data;
  t.hasStrict(deals, [{ entry: 'out', volume: '0.04', profit: '4.00' }]);
  t.hasStrict(positions, [{ id: positionId, volume: '0.06', closed: false }]);
  t.equal((await trader.snapshot()).money.balance, '1004.00');
  t.equal((await trader.trade({ ...close, volume: '0.07' })).code, 'trade.invalid_close_volume');
};

const PENDING = { kind: 'pending', symbol: 'EURUSD', side: 'buy', volume: '0.01' };

const pendingIsFilled = async (t: Assert, { staff, trader, desk }: Day): Promise<void> => {
  const placed = await trader.trade({ ...PENDING, order_kind: 'stop', price: '1.10500' });
  t.hasStrict(placed.data, { code: 'ok', status: 'placed' });
  const id = placed.data.order_id;
  const order = await trader.socket.take<Execution>('order');
  t.hasStrict(order.data.orders, [{ id, state: 'placed', price_order: '1.10500' }]);
  const moved = { kind: 'pending_modify', order_id: id, price: '1.10400', sl: '1.09500' };
  t.equal((await trader.trade(moved)).code, 'ok');
  await quote(staff, 'EURUSD', '1.10390', '1.10410');
  const filled = await trader.socket.take<Execution>('deal', ({ data }) =>
    data.orders.some((row) => row.id === id),
  );
  t.hasStrict(filled.data.orders, [{ id, state: 'filled', price_order: '1.10400' }]);
  t.hasStrict(filled.data.deals, [{ entry: 'in', price: '1.10410', volume: '0.01' }]);
  const seen = await desk.take<Execution>('deal', ({ seq }) => seq === filled.seq);
  t.equal(seen.data.positions[0]?.id, id, 'a position takes the id of its order');
};

const stopLossCloses = async (t: Assert, { staff, trader, positionId }: Day): Promise<void> => {
  await quote(staff, 'EURUSD', '1.08990', '1.09010');
  const first = await trader.dealt('sl');
  const second = await trader.dealt('sl');
  t.hasStrict(first.data.deals, [{ position_id: positionId, price: '1.08990', profit: '-61.80' }]);
  t.hasStrict(first.data.positions, [{ id: positionId, volume: '0', closed: true }]);
  t.hasStrict(second.data.deals, [{ price: '1.08990', profit: '-14.20' }]);
  const { money, positions, orders } = await trader.snapshot();
  t.hasStrict(money, { balance: '928.00', equity: '928.00', margin: '0.00' });
  t.same([positions, orders], [[], []]);
};

const staffTrade = async (t: Assert, { staff, trader }: Day): Promise<void> => {
  const request = { kind: 'open', symbol: 'EURUSD', side: 'sell', volume: '0.01' };
  const path = `/accounts/${trader.login}/trade`;
  const body = { request_id: randomUUID(), ...request };
  const opened = await staff.post<TradeResult>(path, body);
  t.hasStrict(opened, { status: 200, code: 'ok', data: { status: 'done', price: '1.08990' } });
  const seen = await trader.caused('dealer_open');
  t.hasStrict(seen.data.cause, { source: 'dealer', dealer: 1 });
  const { position_id } = opened.data;
  const close = { request_id: randomUUID(), kind: 'close', position_id };
  t.hasStrict((await staff.post<TradeResult>(path, close)).data, { price: '1.09010' });
  t.hasStrict((await trader.caused('dealer_close')).data.deals, [{ profit: '-0.20' }]);
  t.equal((await deposit(staff, trader.login, '0.20')).code, 'ok');
};

const isStoppedOut = async (t: Assert, { staff, trader }: Day): Promise<void> => {
  const order = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.8' };
  t.equal((await trader.trade({ ...order, volume: '0.9' })).code, 'trade.no_money');
  t.equal((await trader.trade(order)).code, 'ok');
  await quote(staff, 'EURUSD', '1.08900', '1.08920');
  await trader.socket.take('margin_call');
  t.equal((await trader.snapshot()).positions.length, 1, 'a margin call closes nothing');
  await quote(staff, 'EURUSD', '1.08300', '1.08320');
  const closed = await trader.dealt('so');
  t.hasStrict(closed.data.deals, [{ entry: 'out', price: '1.08300', profit: '-568.00' }]);
  t.match(closed.data.deals[0]?.comment, /^so \d/);
  const { money, positions } = await trader.snapshot();
  t.hasStrict(money, { balance: '360.00', margin: '0.00' });
  t.same(positions, []);
};

const resumes = async (t: Assert, { staff, trader }: Day): Promise<void> => {
  const seen = trader.socket.events.flatMap(({ account_seq }) => account_seq ?? []);
  t.same(trader.socket.gaps, []);
  await trader.socket.cut();
  t.equal((await deposit(staff, trader.login, '640')).code, 'ok');
  t.equal((await deposit(staff, trader.login, '0.50')).code, 'ok');
  t.hasStrict((await trader.reconnect()).data, { resumed: true });
  const missed = trader.socket.events.flatMap(({ account_seq }) => account_seq ?? []);
  t.equal(missed.length, 2, 'the events that were missed come before the answer');
  t.same(trader.socket.gaps, []);
  const all = [...seen, ...missed];
  const expected = Array.from(all, (_, index) => (all[0] ?? 0) + index);
  t.same(all, expected, 'every event came once');
};

const lostAnswerIsFound = async (t: Assert, { trader }: Day): Promise<void> => {
  const request = { kind: 'open', symbol: 'EURUSD', side: 'sell', volume: '0.02' };
  const sent = { request_id: randomUUID(), ...request };
  trader.socket.send('trade', sent);
  await trader.socket.cut();
  await trader.reconnect();
  const { request_id } = sent;
  t.equal((await trader.trade(sent)).code, 'ok', 'asked again, it is traded or was');
  const status = await trader.socket.request<TradeResult>('trade_status', { request_id });
  t.hasStrict(status.data, { request_id, code: 'ok', status: 'done', repeated: true });
  const twin = await trader.rest.get<TradeResult>(`/trades/${request_id}`);
  t.equal(twin.data.order_id, status.data.order_id);
  const { positions } = await trader.snapshot();
  const held = positions.map(({ id }) => id);
  t.same(held, [status.data.position_id], 'and never twice');
  const unknown = await trader.rest.get(`/trades/${randomUUID()}`);
  t.hasStrict(unknown, { status: 404, code: 'not_found' });
};

const restSaysTheSame = async (t: Assert, { trader }: Day): Promise<void> => {
  const { positions, seq } = await trader.snapshot();
  const list = await trader.rest.get<Position[]>('/positions');
  t.same(list.data, positions);
  const body = { request_id: randomUUID(), kind: 'close', position_id: positions[0]?.id };
  const closed = await trader.rest.post<TradeResult>('/trades', body);
  t.hasStrict(closed, { status: 200, code: 'ok' });
  t.equal((await trader.rest.post('/trades', { ...body, side: 'buy' })).status, 400);
  t.ok(BigInt(closed.data.seq) > BigInt(seq));
  const { items } = await trader.rest.fenced<Deal>('/history/deals', closed.data.seq);
  t.equal((await trader.snapshot()).money.balance, balanceOf(items), 'the sum of its deals');
  t.equal(items.filter(({ request_id }) => request_id === body.request_id).length, 1);
};

const pendingGoesWithItsSession = async (t: Assert, { trader, desk }: Day): Promise<void> => {
  const placed = await trader.trade({ ...PENDING, order_kind: 'limit', price: '1.05000' });
  t.equal(placed.data.status, 'placed');
  const rule = { enabled: true, grace_sec: 0 };
  t.equal((await trader.socket.request('cancel_on_disconnect', rule)).code, 'ok');
  await trader.socket.cut();
  const canceled = await desk.take<Execution>('order', ({ data }) =>
    data.orders.some(({ id, state }) => id === placed.data.order_id && state === 'canceled'),
  );
  t.hasStrict(canceled.data.cause, { kind: 'disconnect', source: 'server' });
  await trader.reconnect();
  t.same((await trader.snapshot()).orders, []);
};

/** The steps by title; each begins where the one before it ended. */
export const STEPS: readonly (readonly [string, (t: Assert, day: Day) => Promise<void>])[] = [
  ['Staff pay in; the same payment asked twice is made once', staffPayIn],
  ['A price thrown in reaches everybody who asked for quotes', quotesArrive],
  ['A market order is filled at the price shown, and staff see the same event', opens],
  ['Stops are set once, however often they are asked for', setsStops],
  ['A position is closed in part', closesPart],
  ['A pending order is moved, reached and filled', pendingIsFilled],
  ['Stop losses close positions at the price that reached them', stopLossCloses],
  ['Staff trade for a client, who sees it as it happens', staffTrade],
  ['A margin call warns, a stop-out closes', isStoppedOut],
  ['A socket that was cut resumes without a gap', resumes],
  ['An order whose answer was lost is found again and never traded twice', lostAnswerIsFound],
  ['REST tells the same as the socket, and the balance is the sum of the deals', restSaysTheSame],
  ['Pending orders are cancelled when their session loses its socket', pendingGoesWithItsSession],
];
