// Orders at a provider and the account's rules: checks before sending, stop-outs, prices, reasons.

import t from 'tap';
import type { SymbolRecord } from '../../wire/symbols.js';
import { lastDeal } from './examples.js';
import { type Broker, codeOf, rule, type Setup, type Wish } from './fixture.js';
import { price, volume, withRows } from './rows.js';
import { covered, fill, gateway, limit, open, outcome, ruled, waiting } from './waiting.js';

/** Covers at gateways 5 and 6, both on line; they hold limits as these modes say. */
const twoGateways = (...modes: readonly string[]): Broker => {
  const gateways = modes.map((mode, at) =>
    gateway({ 'Limit Orders Coverage Mode': mode }, { id: 5 + at }),
  );
  const broker = ruled([{ action: 'gateway', dealers: [5, 6] }], {}, { gateways });
  for (const { id } of gateways) broker.connected.add(id);
  return broker;
};

/** A lot of EURUSD at the provider, and little money left. */
const held = (setup: Setup = {}, balance = '500', order: object = {}): Broker => {
  const broker = covered({}, { setup });
  broker.trade({ ...open, ...order } as Wish);
  broker.reports('trade', 1, fill('1', '1.10010', '0'));
  withRows(broker, { balance });
  return broker;
};

t.test('an activation is checked before it is sent, and rejected when it fails', async (t) => {
  const reached = (spoil: (broker: Broker) => void, more: Partial<SymbolRecord> = {}) => {
    const broker = covered({}, { symbol: more });
    broker.trade(limit());
    spoil(broker);
    broker.tick('EURUSD', '1.08980', '1.08990');
    return broker;
  };
  const rejects = (broker: Broker, fault: string): void => {
    t.equal(broker.state.queue.size, 0, 'nothing is sent');
    const end = broker.events.at(-1);
    t.match(end, { orders: [{ id: 1, state: 'rejected' }] });
    t.equal(end?.explain?.trigger, `limit 1.09000: ${fault}`);
  };
  rejects(
    reached((broker) => withRows(broker, { balance: '100' })),
    'trade.no_money',
  );
  const more = (change: Partial<SymbolRecord>) => (broker: Broker) =>
    broker.configure(({ symbol }) => ({ symbol: symbol.map((one) => ({ ...one, ...change })) }));
  rejects(reached(more({ trade_access: 'close_only' })), 'trade.close_only');
  rejects(reached(more({ volume_limit: '0.5' })), 'trade.limit_volume');
  t.match(waiting(reached(() => {})), { kind: 'activate', state: 'sent' });
});

t.test('a stop that may not raise the margin is not sent', async (t) => {
  const hedged = { margin_check_sltp: true, margin_hedged: '0', stops_level: 0 };
  const broker = covered({}, { symbol: hedged });
  broker.trade({ ...open, sl: '1.09900' } as Wish);
  broker.reports('trade', 1, fill('1', '1.10010', '0'));
  broker.trade({ ...open, side: 'sell' } as Wish);
  broker.reports('trade', 2, fill('1', '1.10000', '0', 'E2'));
  withRows(broker, { balance: '300' });
  broker.tick('EURUSD', '1.09890', '1.09900');
  t.equal(broker.state.queue.size, 0);
  withRows(broker, { balance: '9000' });
  broker.tick('EURUSD', '1.09880', '1.09890');
  t.match(waiting(broker), { kind: 'sl', state: 'sent' });
});

t.test('a stop-out at the provider that leaves less than nothing is made good', async (t) => {
  const broker = held({ group: { so_compensation: true, so_compensation_credit: true } });
  broker.pay('20', { action: 'credit', skip_margin_check: true });
  broker.tick('EURUSD', '1.09400', '1.09410');
  const { id } = waiting(broker);
  broker.reports('trade', id, fill('1', '1.09400', '0', 'E2'));
  const paid = broker.events.flatMap((event) => event.deals).slice(-2);
  t.match(paid, [
    { action: 'so_compensation', profit: 11_000, reason: 'so' },
    { action: 'so_compensation_credit', profit: -2_000 },
  ]);
  t.match(broker.state.ledger, { balance: 0, credit: 0 });
});

t.test(
  'a stop-out that a rule or dealer refuses goes to the provider of its position',
  async (t) => {
    const broker = held();
    broker.configure(() => ({ routing: [rule({ action: 'reject' })] }));
    broker.tick('EURUSD', '1.09990', '1.10000');
    t.match(waiting(broker), { kind: 'stopout_position', state: 'sent', gateway_id: 5 });
    t.match([...broker.state.positions.values()], [{ volume: volume('1') }]);
    const asked = held();
    asked.online.add(7);
    asked.configure(() => ({ routing: [rule({ action: 'dealer', dealers: [7] })] }));
    asked.tick('EURUSD', '1.09990', '1.10000');
    const { id } = waiting(asked);
    asked.says('take', id);
    asked.says('reject', id);
    t.match(waiting(asked), { id, state: 'sent', gateway_id: 5, taken_by: 0 });
    const away = held();
    away.configure(() => ({ routing: [rule({ action: 'reject' })] }));
    away.connected.clear();
    away.tick('EURUSD', '1.09990', '1.10000');
    t.equal(away.state.queue.size, 0, 'it waits for its gateway');
    t.equal(away.state.positions.size, 1);
  },
);

t.test('a stop-out that the provider rejects is tried again at the next tick', async (t) => {
  const broker = held();
  broker.tick('EURUSD', '1.09990', '1.10000');
  const { id } = waiting(broker);
  broker.reports('rejected', id);
  t.equal(broker.state.queue.size, 0, 'not in answer to the rejection');
  t.equal(broker.state.ledger.so_state, 'stop_out');
  broker.tick('EURUSD', '1.09990', '1.10000');
  const again = waiting(broker);
  t.not(again.id, id);
  broker.reports('canceled', again.id);
  t.equal(broker.state.queue.size, 0);
  broker.timer(broker.now + 1000);
  t.match(waiting(broker), { kind: 'stopout_position', state: 'sent' });
});

t.test('a position that turns at the provider stays there', async (t) => {
  const broker = held({ group: { margin_mode: 'netting' } }, '10000');
  const sold = broker.trade({ ...open, side: 'sell', volume: '3' } as Wish);
  broker.reports('trade', sold.result?.order_id ?? 0, fill('3', '1.10000', '0', 'E2'));
  t.match(
    [...broker.state.positions.values()],
    [{ id: 1, side: 'sell', volume: volume('2'), gateway_id: 5, external_id: 'X1' }],
  );
});

t.test('a provider may tell prices with as many decimals as it likes', async (t) => {
  const broker = covered();
  const dealt = (at: string) => {
    const order_id =
      broker.trade({ ...open, side: 'sell', volume: '0.1' } as Wish).result?.order_id ?? 0;
    broker.reports('trade', order_id, fill('0.1', at, '0'));
    return lastDeal(broker);
  };
  t.match(dealt('1.100125'), { price: price('1.10013'), price_gateway: price('1.100125') });
  t.match(dealt('1.1001249999999999'), {
    price: price('1.10012'),
    price_gateway: price('1.100125'),
  });
  t.match(dealt('2'), { price: price('2'), price_gateway: price('2') });
  const refused = broker.trade(open).result?.order_id ?? 0;
  for (const at of ['', 'x', '-1.1', '1.', '0.000001', '1e5']) {
    t.equal(codeOf(broker.reports('trade', refused, fill('1', at, '0'))), 'trade.invalid_request');
  }
});

t.test('deals at the provider tell what had them sent', async (t) => {
  const broker = covered({}, { symbol: { stops_level: 0 } });
  const told = (id: number, at: string) => {
    broker.reports('trade', id, fill('1', at, '0', `E${id}`));
    return broker.events.findLast((event) => event.deals.length > 0)?.explain;
  };
  broker.trade({ ...open, sl: '1.09500' } as Wish);
  t.match(told(1, '1.10010'), { trigger: '', price_asked: 0 });
  broker.tick('EURUSD', '1.09490', '1.09500');
  t.match(told(waiting(broker).order_id, '1.09480'), {
    trigger: 'sl 1.09500',
    price_asked: price('1.09500'),
    action: 'gateway',
  });
  broker.trade(limit());
  broker.tick('EURUSD', '1.08980', '1.08990');
  t.match(told(waiting(broker).order_id, '1.08990'), {
    trigger: 'limit 1.09000',
    price_asked: price('1.09000'),
  });
  withRows(broker, { balance: '500' });
  broker.tick('EURUSD', '1.08890', '1.08900');
  const stopped = told(waiting(broker).order_id, '1.08890');
  t.match(stopped?.trigger, /^so \d/);
  t.equal(stopped?.price_asked, 0);
});

t.test('of an order filled in very many parts the newest deals are named', async (t) => {
  const broker = covered();
  broker.trade({ ...open, fill: 'ioc' } as Wish);
  for (let at = 1; at <= 70; at += 1) {
    broker.reports('trade', 1, fill('0.01', '1.10010', '0.01', `E${at}`));
  }
  const ids = waiting(broker).deal_ids.split(' ').map(Number);
  t.equal(ids.length, 64);
  t.equal(ids.at(-1), broker.events.at(-1)?.deals[0]?.id);
  t.equal([...broker.state.orders.values()][0]?.volume_filled, volume('0.7'));
});

t.test(
  'of a fok order that is filled in part the rest is cancelled, and staff is told',
  async (t) => {
    const broker = covered();
    const sent = broker.trade(open);
    broker.reports('new', 1);
    broker.reports('trade', 1, fill('0.4', '1.10010', '0.6'));
    const [booked, cancel] = broker.events.slice(-2);
    t.match(booked?.orders, [{ state: 'partial' }]);
    const text =
      'warning: order 1 (fok) was filled in part, 0.4 of 1, by gateway 5; the rest is cancelled';
    t.same(booked?.journal, [{ kind: 'trade', login: 1001, text }]);
    t.match(cancel, {
      orders: [{ state: 'request_cancel', volume_filled: volume('0.4') }],
      queued: [{ state: 'sent', sent_as: 'cancel', order_id: 1, gateway_id: 5 }],
    });
    t.match([...broker.state.positions.values()], [{ volume: volume('0.4') }]);
    broker.reports('trade', 1, fill('0.1', '1.10010', '0.5', 'E2'));
    t.same(broker.events.at(-1)?.journal, [], 'once');
    t.equal(broker.state.queue.size, 2, 'nor cancelled twice');
    broker.reports('canceled', 1);
    t.equal(broker.state.orders.size + broker.state.queue.size, 0);
    t.match(outcome(broker, sent.result?.request_id), {
      code: 'ok',
      status: 'partial',
      volume: volume('0.5'),
    });
    const ended = covered();
    ended.trade(open);
    ended.reports('trade', 1, fill('0.4', '1.10010', '0'));
    t.match(ended.events.at(-2), { orders: [{ state: 'canceled' }], journal: [{ kind: 'trade' }] });
    t.equal(ended.state.queue.size, 0, 'the provider has ended it');
  },
);

t.test('a close by the server may be filled in parts', async (t) => {
  const broker = held();
  broker.tick('EURUSD', '1.09990', '1.10000');
  const { id } = waiting(broker);
  broker.reports('trade', id, fill('0.4', '1.09990', '0.6', 'E2'));
  const booked = broker.events.findLast((event) => event.deals.length > 0);
  t.match(booked, { orders: [{ state: 'partial' }], journal: [] });
  broker.reports('trade', id, fill('0.6', '1.09990', '0', 'E3'));
  t.equal(broker.state.positions.size, 0);
});

t.test('what a gateway refuses before sending goes to the next of the rule', async (t) => {
  const broker = twoGateways('Limit', 'Limit');
  const sent = broker.trade(open);
  broker.now += 1000;
  broker.reports('unsent', 1);
  t.match([...broker.state.orders.values()], [{ state: 'request_add', gateway_id: 6 }]);
  t.match(waiting(broker), { gateway_id: 6, sent_as: 'market', timeout_at: broker.now + 30_000 });
  t.equal(codeOf(broker.reports('new', 1)), 'trade.order_not_found', 'the first has it no more');
  broker.reports('unsent', 1, { gateway_id: 6 });
  t.match(broker.events.at(-2)?.orders, [{ state: 'rejected' }]);
  t.equal(outcome(broker, sent.result?.request_id)?.code, 'trade.no_connection');
  t.equal(broker.state.queue.size, 0);
  const taken = twoGateways('Limit', 'Limit');
  taken.trade(open);
  taken.reports('new', 1);
  t.equal(codeOf(taken.reports('unsent', 1)), 'trade.order_changed', 'the provider has it');
});

t.test('limits that no gateway takes wait here', async (t) => {
  const broker = twoGateways('Gateway', 'Limit');
  const sent = broker.trade(limit());
  t.match(waiting(broker), { gateway_id: 5, sent_as: 'limit' });
  broker.reports('unsent', 1);
  t.equal(broker.state.queue.size, 0);
  t.match([...broker.state.orders.values()], [{ state: 'placed', gateway_id: 0 }]);
  t.match(outcome(broker, sent.result?.request_id), { code: 'ok', status: 'placed' });
  broker.tick('EURUSD', '1.08980', '1.08990');
  t.match(waiting(broker), { kind: 'activate', gateway_id: 5 });
  broker.reports('unsent', 1);
  broker.reports('unsent', 1, { gateway_id: 6 });
  t.match([...broker.state.orders.values()], [{ state: 'placed', gateway_id: 0 }]);
  broker.tick('EURUSD', '1.08980', '1.08990');
  t.match(waiting(broker), { kind: 'activate', gateway_id: 5 }, 'it is tried again');
});

t.test('a change that cannot be sent leaves the order as it was', async (t) => {
  const broker = twoGateways('Gateway', 'Gateway');
  broker.trade(limit());
  broker.reports('new', 1);
  const change = broker.trade({ kind: 'pending_modify', order_id: 1, price: '1.08000' });
  broker.reports('unsent', 1);
  t.equal(outcome(broker, change.result?.request_id)?.code, 'trade.no_connection');
  t.match([...broker.state.orders.values()], [{ state: 'placed', gateway_id: 5 }]);
});

t.test('what has its home at a gateway is not closed at another', async (t) => {
  const broker = twoGateways('Limit', 'Limit');
  broker.trade(open);
  broker.reports('trade', 1, fill('1', '1.10010', '0'));
  const close = broker.trade({ kind: 'close', position_id: 1 });
  broker.reports('unsent', close.result?.order_id ?? 0);
  t.equal(outcome(broker, close.result?.request_id)?.code, 'trade.no_connection');
  t.equal(broker.state.positions.size, 1);
});
