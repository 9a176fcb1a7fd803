// Orders at a provider and the account's rules: checks before sending, stop-outs, prices, reasons.

import t from 'tap';
import type { SymbolRecord } from '../../../wire/settings/symbols.js';
import { codeOf, type EngineHarness, NOON, type Setup } from '../../support/engine-harness.js';
import { alter, price, volume } from '../../support/engine-rows.js';
import { rule } from '../../support/settings-records.js';
import {
  answer,
  covered,
  fill,
  gateway,
  limit,
  open,
  outcome,
  partFilled,
  ruled,
  waiting,
} from '../waiting.js';

/** Covers at gateways 5 and 6, both on line; they hold limits as these modes say. */
const twoGateways = (...modes: readonly string[]): EngineHarness => {
  const gateways = modes.map((mode, at) =>
    gateway({ 'Limit Orders Coverage Mode': mode }, { id: 5 + at }),
  );
  const engine = ruled([{ action: 'gateway', dealers: [5, 6] }], {}, { gateways });
  for (const { id } of gateways) engine.connected.add(id);
  return engine;
};

/** A lot of EURUSD at the provider, and little money left. */
const held = (setup: Setup = {}, balance = '500', order: object = {}): EngineHarness => {
  const engine = covered({}, { setup });
  engine.trade({ ...open, ...order });
  engine.reports('trade', 1, fill('1', '1.10010', '0'));
  engine.give({ balance });
  return engine;
};

t.test('an activation is checked before it is sent, and rejected when it fails', async (t) => {
  const reached = (spoil: (engine: EngineHarness) => void, more: Partial<SymbolRecord> = {}) => {
    const engine = covered({}, { symbol: more });
    engine.trade(limit());
    spoil(engine);
    engine.tick('EURUSD', '1.08980', '1.08990');
    return engine;
  };
  const rejects = (engine: EngineHarness, fault: string): void => {
    t.equal(engine.state.queue.size, 0, 'nothing is sent');
    const end = engine.events.at(-1);
    t.match(end, { orders: [{ id: 1, state: 'rejected' }] });
    t.equal(end?.explain?.trigger, `limit 1.09000: ${fault}`);
  };
  const poor = reached((engine) => engine.give({ balance: '100' }));
  rejects(poor, 'trade.no_money');
  const more = (change: Partial<SymbolRecord>) => (engine: EngineHarness) =>
    alter(engine, { symbol: change });
  rejects(reached(more({ trade_access: 'close_only' })), 'trade.close_only');
  rejects(reached(more({ volume_limit: '0.5' })), 'trade.limit_volume');
  t.match(waiting(reached(() => {})), { kind: 'activate', state: 'sent' });
});

t.test('a stop that may not raise the margin is not sent', async (t) => {
  const hedged = { margin_check_sltp: true, margin_hedged: '0', stops_level: 0 };
  const engine = covered({}, { symbol: hedged });
  engine.trade({ ...open, sl: '1.09900' });
  engine.reports('trade', 1, fill('1', '1.10010', '0'));
  engine.trade({ ...open, side: 'sell' });
  engine.reports('trade', 2, fill('1', '1.10000', '0', 'E2'));
  engine.give({ balance: '300' });
  engine.tick('EURUSD', '1.09890', '1.09900');
  t.equal(engine.state.queue.size, 0);
  engine.give({ balance: '9000' });
  engine.tick('EURUSD', '1.09880', '1.09890');
  t.match(waiting(engine), { kind: 'sl', state: 'sent' });
});

t.test('a stop-out at the provider that leaves less than nothing is made good', async (t) => {
  const engine = held({ group: { so_compensation: true, so_compensation_credit: true } });
  engine.deposit('20', { action: 'credit', skip_margin_check: true });
  engine.tick('EURUSD', '1.09400', '1.09410');
  const { id } = waiting(engine);
  engine.reports('trade', id, fill('1', '1.09400', '0', 'E2'));
  const paid = engine.deals.slice(-2);
  t.match(paid, [
    { action: 'so_compensation', profit: 11_000, reason: 'so' },
    { action: 'so_compensation_credit', profit: -2_000 },
  ]);
  t.match(engine.state.ledger, { balance: 0, credit: 0 });
});

t.test('a stop-out that is refused goes to the provider of its position', async (t) => {
  const engine = held();
  engine.configure(() => ({ routing: [rule({ action: 'reject' })] }));
  engine.tick('EURUSD', '1.09990', '1.10000');
  t.match(waiting(engine), { kind: 'stopout_position', state: 'sent', gateway_id: 5 });
  t.match(engine.positions, [{ volume: volume('1') }]);
  const asked = held();
  asked.online.add(7);
  asked.configure(() => ({ routing: [rule({ action: 'dealer', dealers: [7] })] }));
  asked.tick('EURUSD', '1.09990', '1.10000');
  const { id } = waiting(asked);
  answer(asked, 'reject');
  t.match(waiting(asked), { id, state: 'sent', gateway_id: 5, taken_by: 0 });
  const away = held();
  away.configure(() => ({ routing: [rule({ action: 'reject' })] }));
  away.connected.clear();
  away.tick('EURUSD', '1.09990', '1.10000');
  t.equal(away.state.queue.size, 0, 'it waits for its gateway');
  t.equal(away.state.positions.size, 1);
});

t.test('a stop-out that the provider rejects is tried again at the next tick', async (t) => {
  const engine = held();
  engine.tick('EURUSD', '1.09990', '1.10000');
  const { id } = waiting(engine);
  engine.reports('rejected', id);
  t.equal(engine.state.queue.size, 0, 'not in answer to the rejection');
  t.equal(engine.state.ledger.so_state, 'stop_out');
  engine.tick('EURUSD', '1.09990', '1.10000');
  const again = waiting(engine);
  t.not(again.id, id);
  engine.reports('canceled', again.id);
  t.equal(engine.state.queue.size, 0);
  engine.timer(engine.now + 1000);
  t.match(waiting(engine), { kind: 'stopout_position', state: 'sent' });
});

t.test('a position that turns at the provider stays there', async (t) => {
  const engine = held({ group: { margin_mode: 'netting' } }, '10000');
  const sold = engine.trade({ ...open, side: 'sell', volume: '3' });
  engine.reports('trade', sold.result?.order_id ?? 0, fill('3', '1.10000', '0', 'E2'));
  t.match(engine.positions, [
    { id: 1, side: 'sell', volume: volume('2'), gateway_id: 5, external_id: 'X1' },
  ]);
});

t.test('a provider may tell prices with as many decimals as it likes', async (t) => {
  const engine = covered({}, { gateway: { fill_deviation_max: 0 } });
  const dealt = (at: string) => {
    const order_id = engine.trade({ ...open, side: 'sell', volume: '0.1' }).result?.order_id ?? 0;
    engine.reports('trade', order_id, fill('0.1', at, '0'));
    return engine.lastDeal;
  };
  t.match(dealt('1.100125'), { price: price('1.10013'), price_gateway: price('1.100125') });
  const nearly = { price: price('1.10012'), price_gateway: price('1.100125') };
  t.match(dealt('1.1001249999999999'), nearly);
  t.match(dealt('2'), { price: price('2'), price_gateway: price('2') });
  const refused = engine.trade(open).result?.order_id ?? 0;
  for (const at of ['', 'x', '-1.1', '1.', '0.000001', '1e5']) {
    t.equal(codeOf(engine.reports('trade', refused, fill('1', at, '0'))), 'trade.invalid_request');
  }
});

t.test('deals at the provider tell what had them sent', async (t) => {
  const engine = covered({}, { symbol: { stops_level: 0 } });
  const explainOf = (id: number, at: string) => {
    engine.reports('trade', id, fill('1', at, '0', `E${id}`));
    return engine.events.findLast((event) => event.deals.length > 0)?.explain;
  };
  engine.trade({ ...open, sl: '1.09500' });
  t.match(explainOf(1, '1.10010'), { trigger: '', price_asked: 0 });
  engine.tick('EURUSD', '1.09490', '1.09500');
  t.match(explainOf(waiting(engine).order_id, '1.09480'), {
    trigger: 'sl 1.09500',
    price_asked: price('1.09500'),
    action: 'gateway',
  });
  engine.trade(limit());
  engine.tick('EURUSD', '1.08980', '1.08990');
  t.match(explainOf(waiting(engine).order_id, '1.08990'), {
    trigger: 'limit 1.09000',
    price_asked: price('1.09000'),
  });
  engine.give({ balance: '500' });
  engine.tick('EURUSD', '1.08890', '1.08900');
  const stopped = explainOf(waiting(engine).order_id, '1.08890');
  t.match(stopped?.trigger, /^so \d/);
  t.equal(stopped?.price_asked, 0);
});

t.test('of an order filled in very many parts the newest deals are named', async (t) => {
  const engine = covered();
  engine.trade({ ...open, fill: 'ioc' });
  for (let at = 1; at <= 70; at += 1) {
    engine.reports('trade', 1, fill('0.01', '1.10010', '0.01', `E${at}`));
  }
  const ids = waiting(engine).deal_ids.split(' ').map(Number);
  t.equal(ids.length, 64);
  t.equal(ids.at(-1), engine.events.at(-1)?.deals[0]?.id);
  t.equal(engine.orders[0]?.volume_filled, volume('0.7'));
});

t.test('of a fok order filled in part the rest is cancelled, and staff is told', async (t) => {
  const { engine, request_id } = partFilled({});
  const [booked, cancel] = engine.events.slice(-2);
  t.match(booked?.orders, [{ state: 'partial' }]);
  const text =
    'warning: order 1 (fok) was filled in part, 0.4 of 1, by gateway 5; the rest is cancelled';
  t.same(booked?.journal, [{ kind: 'trade', login: 1001, text }]);
  t.match(cancel, {
    orders: [{ state: 'request_cancel', volume_filled: volume('0.4') }],
    queued: [{ state: 'sent', sent_as: 'cancel', order_id: 1, gateway_id: 5 }],
  });
  t.match(engine.positions, [{ volume: volume('0.4') }]);
  engine.reports('trade', 1, fill('0.1', '1.10010', '0.5', 'E2'));
  t.same(engine.events.at(-1)?.journal, [], 'once');
  t.equal(engine.state.queue.size, 2, 'nor cancelled twice');
  engine.reports('canceled', 1);
  t.equal(engine.state.orders.size + engine.state.queue.size, 0);
  t.match(outcome(engine, request_id), {
    code: 'ok',
    status: 'partial',
    volume: volume('0.5'),
  });
  const ended = covered();
  ended.trade(open);
  ended.reports('trade', 1, fill('0.4', '1.10010', '0'));
  t.match(ended.events.at(-2), { orders: [{ state: 'canceled' }], journal: [{ kind: 'trade' }] });
  t.equal(ended.state.queue.size, 0, 'the provider has ended it');
});

t.test('a close by the server may be filled in parts', async (t) => {
  const engine = held();
  engine.tick('EURUSD', '1.09990', '1.10000');
  const { id } = waiting(engine);
  engine.reports('trade', id, fill('0.4', '1.09990', '0.6', 'E2'));
  const booked = engine.events.findLast((event) => event.deals.length > 0);
  t.match(booked, { orders: [{ state: 'partial' }], journal: [] });
  engine.reports('trade', id, fill('0.6', '1.09990', '0', 'E3'));
  t.equal(engine.state.positions.size, 0);
});

t.test('what a gateway refuses before sending goes to the next of the rule', async (t) => {
  const engine = twoGateways('Limit', 'Limit');
  const sent = engine.trade(open);
  engine.now += 1000;
  engine.reports('unsent', 1);
  t.match(engine.orders, [{ state: 'request_add', gateway_id: 6 }]);
  t.match(waiting(engine), { gateway_id: 6, sent_as: 'market', timeout_at: engine.now + 30_000 });
  t.equal(codeOf(engine.reports('new', 1)), 'trade.order_not_found', 'the first has it no more');
  engine.reports('unsent', 1, { gateway_id: 6 });
  t.match(engine.events.at(-2)?.orders, [{ state: 'rejected' }]);
  t.equal(outcome(engine, sent.result?.request_id)?.code, 'trade.no_connection');
  t.equal(engine.state.queue.size, 0);
  const taken = twoGateways('Limit', 'Limit');
  taken.trade(open);
  taken.reports('new', 1);
  t.equal(codeOf(taken.reports('unsent', 1)), 'trade.order_changed', 'the provider has it');
});

t.test('a placement without answer that was never sent ends, and goes to no other', async (t) => {
  const engine = twoGateways('Limit', 'Limit');
  const sent = engine.trade(open);
  engine.timer(NOON + 30_000);
  t.equal(outcome(engine, sent.result?.request_id)?.code, 'trade.timeout');
  engine.reports('unsent', 1);
  t.match(engine.events.at(-2)?.orders, [{ state: 'rejected', volume_filled: 0 }]);
  t.equal(outcome(engine, sent.result?.request_id)?.code, 'trade.no_connection');
  t.equal(engine.state.orders.size + engine.state.queue.size, 0);
});

t.test('limits that no gateway takes wait here', async (t) => {
  const engine = twoGateways('Gateway', 'Limit');
  const sent = engine.trade(limit());
  t.match(waiting(engine), { gateway_id: 5, sent_as: 'limit' });
  engine.reports('unsent', 1);
  t.equal(engine.state.queue.size, 0);
  t.match(engine.orders, [{ state: 'placed', gateway_id: 0 }]);
  t.match(outcome(engine, sent.result?.request_id), { code: 'ok', status: 'placed' });
  engine.tick('EURUSD', '1.08980', '1.08990');
  t.match(waiting(engine), { kind: 'activate', gateway_id: 5 });
  engine.reports('unsent', 1);
  engine.reports('unsent', 1, { gateway_id: 6 });
  t.match(engine.orders, [{ state: 'placed', gateway_id: 0 }]);
  engine.tick('EURUSD', '1.08980', '1.08990');
  t.match(waiting(engine), { kind: 'activate', gateway_id: 5 }, 'it is tried again');
});

t.test('a change that cannot be sent leaves the order as it was', async (t) => {
  const engine = twoGateways('Gateway', 'Gateway');
  engine.trade(limit());
  engine.reports('new', 1);
  const change = engine.trade({ kind: 'pending_modify', order_id: 1, price: '1.08000' });
  engine.reports('unsent', 1);
  t.equal(outcome(engine, change.result?.request_id)?.code, 'trade.no_connection');
  t.match(engine.orders, [{ state: 'placed', gateway_id: 5 }]);
});

t.test('what has its home at a gateway is not closed at another', async (t) => {
  const engine = twoGateways('Limit', 'Limit');
  engine.trade(open);
  engine.reports('trade', 1, fill('1', '1.10010', '0'));
  const close = engine.trade({ kind: 'close', position_id: 1 });
  engine.reports('unsent', close.result?.order_id ?? 0);
  t.equal(outcome(engine, close.result?.request_id)?.code, 'trade.no_connection');
  t.equal(engine.state.positions.size, 1);
});
