// Orders at a provider: sent, accepted, filled in parts, changed, cancelled, late, and taken back.

import t from 'tap';
import { formatExact, formatShortest } from '../../../wire/base/scale.js';
import type { Side } from '../../../wire/trading/records.js';
import { codeOf, NOON, type Wish } from '../../support/engine-harness.js';
import { price, volume } from '../../support/engine-rows.js';
import { rule, symbol } from '../../support/settings-records.js';
import { allShown, example, vector } from '../vectors.js';
import {
  cover,
  covered,
  fill,
  gateway,
  limit,
  open,
  outcome,
  placedThere,
  ruled,
  waiting,
} from '../waiting.js';

/** Limit orders wait at the provider. */
const HELD = { 'Limit Orders Coverage Mode': 'Gateway' };

t.test('an order goes to the first gateway on line, counted as it counts', async (t) => {
  const engine = covered();
  const sent = engine.trade({ ...open, volume: '0.5' });
  t.match(sent.result, { status: 'queued', order_id: 1 });
  t.match(engine.orders, [{ state: 'request_add', gateway_id: 5 }]);
  t.match(waiting(engine), {
    id: 1,
    state: 'sent',
    gateway_id: 5,
    sent_as: 'market',
    quantity: '50000',
    timeout_at: NOON + 30_000,
  });
  const lots = covered({ 'FIX Quantity Mode': 'Lots', 'Order Placement Timeout': '7' });
  lots.trade({ ...open, volume: '0.5' });
  t.match(waiting(lots), { quantity: '0.5', timeout_at: NOON + 7_000 });
  lots.connected.clear();
  t.equal(lots.code(open), 'trade.no_connection');
  const disabled = covered({}, { gateway: { enabled: false } });
  t.equal(disabled.code(open), 'trade.no_connection', 'though it is still on line');
  const other = covered({}, { gateway: { symbols: ['GBP*'] } });
  other.trade(open);
  t.match(waiting(other), { state: 'sent', gateway_id: 5 }, 'whatever symbols it has');
});

t.test('it is filled at the provider price with our markup', async (t) => {
  const translates = [
    { symbol_id: 1, source: 'EURUSD', source_digits: 5, ask_markup_pts: 3, bid_markup_pts: -2 },
  ];
  const engine = covered({}, { gateway: { translates } });
  const sent = engine.trade(open);
  engine.reports('new', 1);
  t.match(engine.orders, [{ state: 'placed', external_id: 'X1' }]);
  t.equal(waiting(engine).timeout_at, 0, 'it has answered');
  // A fill that was under way when the gateway was disabled is one like others.
  engine.configure((now) => ({ gateway: now.gateway.map((one) => ({ ...one, enabled: false })) }));
  const report = engine.reports('trade', 1, fill('1', '1.10012', '0'));
  t.equal(codeOf(report), 'ok');
  t.match(engine.lastDeal, {
    price: price('1.10015'),
    price_gateway: price('1.10012'),
    gateway_id: 5,
    external_id: 'E1',
    reason: 'client',
  });
  t.match(engine.positions, [{ gateway_id: 5, external_id: 'X1' }]);
  t.match(outcome(engine, sent.result?.request_id), {
    code: 'ok',
    status: 'done',
    price: price('1.10015'),
    volume: volume('1'),
  });
  const booked = engine.events.at(-2);
  t.equal(booked?.remembered?.request_id, booked?.cause.request_id, 'the report counts once');
  t.equal(engine.state.queue.size + engine.state.orders.size, 0);
});

t.test('a limit goes out with the decimals of the provider, never worse', async (t) => {
  const mark = { symbol_id: 1, source: 'EURUSD', ask_markup_pts: 3, bid_markup_pts: -2 };
  const sent = (source_digits: number | null, wish: Parameters<typeof limit>[0]) => {
    const engine = covered(HELD, { gateway: { translates: [{ ...mark, source_digits }] } });
    engine.trade(limit(wish));
    return waiting(engine).sent_price;
  };
  const buy = { price: '1.09137' } as const;
  t.equal(sent(null, buy), price('1.09134'), 'without its markup');
  t.equal(sent(5, buy), price('1.09134'));
  t.equal(sent(7, buy), price('1.09134'));
  t.equal(sent(4, buy), price('1.0913'));
  t.equal(sent(2, buy), price('1.09'));
  const sell = { side: 'sell', price: '1.19131' } as const;
  t.equal(sent(5, sell), price('1.19133'));
  t.equal(sent(4, sell), price('1.1914'));
  t.equal(sent(4, { side: 'sell', price: '1.19138' }), price('1.1914'), 'what fits stays');
  t.equal(sent(0, { price: '0.95000' }), price('0.94997'), 'which leave no price are not used');
});

t.test('a markup that was raised since takes no deal beyond the limit', async (t) => {
  const dealt = (wish: Parameters<typeof limit>[0], at: string, markup: number) => {
    const engine = covered(HELD);
    engine.trade(limit(wish));
    engine.reports('new', 1);
    const mark = { symbol_id: 1, source: '', source_digits: null };
    const translates = [{ ...mark, ask_markup_pts: markup, bid_markup_pts: -markup }];
    engine.configure((now) => ({ gateway: now.gateway.map((one) => ({ ...one, translates })) }));
    engine.reports('trade', 1, fill('1', at, '0'));
    return engine.lastDeal.price;
  };
  const buy = { price: '1.09000' } as const;
  t.equal(dealt(buy, '1.08900', 50), price('1.0895'));
  t.equal(dealt(buy, '1.08990', 50), price('1.09'));
  t.equal(dealt(buy, '1.09010', 50), price('1.0901'), 'what the provider dealt at is the price');
  t.equal(dealt(buy, '1.08990', -50), price('1.0894'));
  const sell = { side: 'sell', price: '1.19000' } as const;
  t.equal(dealt(sell, '1.19100', 50), price('1.1905'));
  t.equal(dealt(sell, '1.19010', 50), price('1.19'));
  t.equal(dealt(sell, '1.18990', 50), price('1.1899'));
});

t.test('a limit that is filled at once or not at all waits here for its price', async (t) => {
  for (const policy of ['fok', 'ioc'] as const) {
    const engine = covered(HELD);
    t.match(engine.trade(limit({ fill: policy })).result, { status: 'placed' });
    t.equal(engine.state.queue.size, 0, 'nothing is sent');
    engine.tick('EURUSD', '1.08980', '1.08990');
    t.match(waiting(engine), { state: 'sent', sent_as: 'limit', fill: policy });
  }
});

example('E07', 'a provider fills in parts, and cancels the rest', (t, id) => {
  const { input, expect } = vector<
    { fill: string; side: Side; volume: string; fills: { volume: string; price: string }[] },
    Record<string, string | number>
  >(id);
  const engine = covered();
  engine.give({ balance: '1000000' });
  const { fill: policy, side } = input;
  const sent = engine.trade({ ...open, side, volume: input.volume, fill: policy } as Wish);
  const order_id = sent.result?.order_id ?? 0;
  for (const { volume, price } of input.fills) {
    engine.reports('trade', order_id, fill(volume, price, '0.01'));
  }
  engine.reports('canceled', order_id);
  const order = engine.events.at(-2)?.orders[0];
  const deals = engine.deals.filter((deal) => deal.order_id > 0);
  t.equal(order?.state, expect.state);
  t.equal(formatShortest(order?.volume_filled ?? 0, 8), expect.volume_filled);
  t.equal(formatShortest(order?.volume_current ?? 0, 8), expect.volume_current);
  t.equal(formatExact(order?.price_filled ?? 0, 8, 8), expect.price_filled);
  t.equal(deals.length, expect.deals);
  const result = outcome(engine, sent.result?.request_id);
  t.match(result, { code: expect.code, status: expect.status });
  t.equal(result?.deal_ids, deals.map((deal) => deal.id).join(' '));
  t.equal(engine.state.positions.size, 1, 'all fills grow one position');
});

allShown(t, 'providers');

t.test('what cannot be is refused and changes nothing', async (t) => {
  const engine = covered();
  engine.trade(open);
  const trade = (more: object) => codeOf(engine.reports('trade', 1, { ...more }));
  t.equal(trade(fill('1.01', '1.1', '0')), 'trade.invalid_request', 'more than was asked for');
  t.equal(trade(fill('1', '0', '0')), 'trade.invalid_request');
  t.equal(codeOf(engine.reports('refused', 1)), 'trade.order_changed');
  t.equal(codeOf(engine.reports('modified', 1)), 'trade.order_changed');
  t.equal(codeOf(engine.reports('new', 2)), 'trade.order_not_found');
  t.equal(codeOf(engine.reports('new', 1, { gateway_id: 4 })), 'trade.order_not_found');
  t.equal(waiting(engine).state, 'sent');
});

t.test('a rejection ends the order, with what was filled of it', async (t) => {
  const engine = covered();
  const sent = engine.trade(open);
  engine.reports('rejected', 1, { text: 'no credit' });
  const event = engine.events.at(-2);
  t.match(event?.orders, [{ state: 'rejected' }]);
  const rejected = outcome(engine, sent.result?.request_id);
  t.match(rejected, { code: 'trade.rejected', message: 'no credit', status: 'rejected' });
  const part = covered();
  const second = part.trade({ ...open, fill: 'ioc' });
  part.reports('trade', 1, fill('0.4', '1.10010', '0.6'));
  t.match(part.orders, [{ state: 'partial' }]);
  part.reports('rejected', 1);
  t.match(part.events.at(-2)?.orders, [{ state: 'canceled', volume_filled: volume('0.4') }]);
  t.match(outcome(part, second.result?.request_id), { code: 'ok', status: 'partial' });
});

t.test('a placement without answer is told, cancelled there, and still booked', async (t) => {
  const engine = covered();
  const sent = engine.trade(open);
  engine.timer(NOON + 30_000);
  t.equal(outcome(engine, sent.result?.request_id)?.code, 'trade.timeout');
  t.match(waiting(engine), { state: 'sent', sent_as: 'cancel', timed_out: true });
  t.match(engine.orders, [{ state: 'request_add' }]);
  t.same(engine.timer(NOON + 90_000), []);
  engine.reports('trade', 1, fill('1', '1.10010', '0'));
  t.equal(outcome(engine, sent.result?.request_id)?.code, 'ok', 'the late fill');
  t.equal(engine.state.positions.size, 1);
});

t.test('limits wait here and are sent as the coverage mode says', async (t) => {
  const sentAs = (mode: string, order: object = {}): string => {
    const engine = covered({ 'Limit Orders Coverage Mode': mode });
    t.equal(engine.trade(limit(order)).result?.status, 'placed');
    t.equal(engine.state.queue.size, 0, 'it waits here');
    const buys = (order as { order_kind?: string }).order_kind !== 'stop';
    if (buys) engine.tick('EURUSD', '1.08980', '1.08990');
    else engine.tick('EURUSD', '1.10190', '1.10200');
    const row = waiting(engine);
    t.match(row, { kind: 'activate', state: 'sent' });
    engine.tick('EURUSD', '1.08970', '1.08980');
    t.equal(engine.state.queue.size, 1, 'it is sent once');
    engine.reports('trade', row.order_id, fill('1', '1.08990', '0'));
    t.equal(engine.state.orders.size, 0);
    return row.sent_as;
  };
  t.equal(sentAs('Limit'), 'limit');
  t.equal(sentAs('Market'), 'market');
  t.equal(sentAs('Limit', { order_kind: 'stop', price: '1.10200' }), 'market');
});

t.test('limits that the provider holds are placed, changed and cancelled there', async (t) => {
  const engine = covered({ 'Limit Orders Coverage Mode': 'Gateway' });
  const sent = engine.trade(limit());
  t.match(waiting(engine), { kind: 'pending', sent_as: 'limit', sent_price: price('1.09000') });
  engine.reports('new', 1);
  t.equal(outcome(engine, sent.result?.request_id)?.status, 'placed');
  t.same(engine.tick('EURUSD', '1.08980', '1.08990'), [], 'the provider watches its price');
  const change = engine.trade({ kind: 'pending_modify', order_id: 1, price: '1.08000' });
  t.equal(change.result?.status, 'queued');
  t.match(engine.orders, [{ state: 'request_modify', price_order: 109e6 }]);
  t.match(engine.queue.at(-1), { sent_as: 'modify', order_id: 1 });
  engine.reports('refused', 1, { text: 'too late' });
  const refused = { code: 'trade.rejected', message: 'too late' };
  t.match(outcome(engine, change.result?.request_id), refused);
  t.match(engine.orders, [{ state: 'placed', price_order: 109e6 }]);
  engine.trade({ kind: 'pending_modify', order_id: 1, price: '1.08000' });
  engine.reports('modified', 1);
  t.match(engine.orders, [{ state: 'placed', price_order: 108e6 }]);
  const cancel = engine.trade({ kind: 'pending_cancel', order_id: 1 });
  t.match(engine.orders, [{ state: 'request_cancel' }]);
  engine.reports('trade', 1, fill('0.3', '1.08000', '0.7'));
  t.match(engine.orders, [{ state: 'request_cancel', volume_current: 70e6 }]);
  engine.reports('canceled', 1);
  t.equal(outcome(engine, cancel.result?.request_id)?.code, 'ok');
  t.equal(engine.state.orders.size + engine.state.queue.size, 0);
  t.match(engine.positions, [{ volume: volume('0.3') }]);
});

t.test('a change at the provider renews the margin rate with the price alone', async (t) => {
  const symbols = ['EURUSD', 'EURGBP', 'GBPUSD'].map((name) => symbol(name));
  const engine = covered({ 'Limit Orders Coverage Mode': 'Gateway' }, { setup: { symbols } });
  engine.quote('EURGBP', '0.85000', '0.85010');
  engine.quote('GBPUSD', '1.29400', '1.29420');
  engine.trade(limit({ symbol: 'EURGBP', price: '0.84000' }));
  engine.reports('new', 1);
  const rate = (): bigint | undefined => engine.state.orders.get(1)?.rate_margin;
  t.equal(rate(), 1_100_100_000_000n);
  engine.quote('EURUSD', '1.20000', '1.20010');
  engine.trade({ kind: 'pending_modify', order_id: 1, tp: '0.90000' });
  engine.reports('modified', 1);
  t.match(engine.state.orders.get(1), { tp: price('0.90000'), rate_margin: 1_100_100_000_000n });
  engine.trade({ kind: 'pending_modify', order_id: 1, price: '0.83000' });
  engine.reports('modified', 1);
  t.equal(rate(), 1_200_100_000_000n);
});

t.test('what this server would end ends at the provider first', async (t) => {
  const placed = () => {
    const expires_at = new Date(NOON + 60_000).toISOString();
    return placedThere({ expiration: 'specified', expires_at });
  };
  const over = placed();
  over.timer(NOON + 60_000);
  t.match(over.orders, [{ state: 'placed' }]);
  t.match(over.queue.at(-1), { sent_as: 'cancel', source: 'server' });
  t.same(over.tick('EURUSD', '1.10000', '1.10010'), [], 'once');
  over.reports('canceled', 1);
  t.match(over.events.at(-1)?.orders, [{ state: 'expired' }]);
  const gone = placed();
  gone.run({ op: 'disconnected', session: 's1' });
  t.match(gone.orders, [{ state: 'request_cancel' }]);
  gone.reports('trade', 1, fill('1', '1.09000', '0'));
  t.equal(gone.state.positions.size, 1, 'it was filled before');
  t.equal(gone.state.orders.size + gone.state.queue.size, 0);
});

t.test('what was opened through a gateway is closed through it', async (t) => {
  const engine = covered({}, { symbol: { stops_level: 0 } });
  engine.trade({ ...open, sl: '1.09000' });
  engine.reports('trade', 1, fill('1', '1.10010', '0'));
  engine.configure(() => ({ routing: [rule({ id: 9 })] }));
  const [position_id = 0] = engine.state.positions.keys();
  engine.connected.delete(5);
  t.equal(engine.code({ kind: 'close', position_id }), 'trade.no_connection');
  engine.connected.add(5);
  engine.tick('EURUSD', '1.08990', '1.09000');
  const row = waiting(engine);
  t.match(row, { kind: 'sl', state: 'sent', gateway_id: 5, position_id });
  t.match(engine.orders, [{ id: row.id, state: 'request_add', reason: 'sl' }]);
  t.equal(engine.code({ kind: 'close', position_id }), 'trade.close_order_exists');
  engine.reports('rejected', row.id);
  engine.tick('EURUSD', '1.08980', '1.08990');
  const again = waiting(engine);
  t.not(again.id, row.id, 'it triggers again');
  engine.reports('trade', again.id, fill('1', '1.08985', '0'));
  t.match(engine.lastDeal, { reason: 'sl', comment: 'sl 1.09000', price: price('1.08985') });
  t.equal(engine.state.positions.size, 0);
});

t.test('a stop-out at the provider waits for it; nothing else is given up', async (t) => {
  const engine = covered();
  engine.trade(open);
  engine.reports('trade', 1, fill('1', '1.10010', '0'));
  engine.give({ balance: '500' });
  engine.tick('EURUSD', '1.09990', '1.10000');
  const row = waiting(engine);
  t.match(row, { kind: 'stopout_position', state: 'sent' });
  engine.reports('trade', row.id, fill('1', '1.09980', '0'));
  t.match(engine.lastDeal, { reason: 'so', price: price('1.09980') });
});

t.test('stops are taken off before an order is sent', async (t) => {
  const setup = { gateways: [gateway()] };
  const engine = ruled([{ action: 'clear_stops' }, cover], {}, setup);
  engine.connected.add(5);
  engine.trade({ ...open, sl: '1.09000', tp: '1.12000' });
  engine.reports('trade', 1, fill('1', '1.10010', '0'));
  t.match(engine.positions, [{ sl: 0, tp: 0 }]);
});

t.test('of a pair at the provider the other is cancelled once, and may be filled', async (t) => {
  const pair = () => {
    const engine = placedThere();
    engine.trade(limit({ side: 'sell', price: '1.11000', oco_order_id: 1 }));
    engine.reports('new', 2);
    t.match(engine.orders, [{ oco_order_id: 2 }, { oco_order_id: 1 }]);
    engine.reports('trade', 1, fill('0.3', '1.09000', '0.7'));
    t.equal(engine.state.orders.get(2)?.state, 'request_cancel');
    const seen = engine.events.length;
    engine.reports('trade', 1, fill('0.2', '1.09000', '0.5', 'E2'));
    t.equal(engine.events.length, seen + 1, 'it is asked once');
    t.equal(engine.state.orders.get(2)?.state, 'request_cancel', 'its end is the provider’s');
    return engine;
  };
  const canceled = pair();
  canceled.reports('canceled', 2);
  t.match(canceled.events.at(-1)?.orders, [{ id: 2, state: 'canceled' }]);
  t.same([...canceled.state.orders.keys()], [1], 'the rest of the first works on');
  const raced = pair();
  raced.reports('trade', 2, fill('1', '1.11000', '0', 'E3'));
  t.equal(raced.state.positions.size, 2);
  t.same([...raced.state.orders.keys()], [1], 'a part that began to fill is not taken back');
});
