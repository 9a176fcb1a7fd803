// A provider's fill far from the quote is held: nothing is booked before staff have decided.

import t from 'tap';
import type { HeldFillCommand } from '../../../wire/trading/commands.js';
import { codeOf, type EngineHarness, requestId } from '../../support/engine-harness.js';
import { price, volume } from '../../support/engine-rows.js';
import { covered, fill, limit, open, outcome, waiting } from '../waiting.js';

/** Dealer 7 books or busts the fill of an execution of order 1, or the provider takes it back. */
const decide = (
  engine: EngineHarness,
  action: HeldFillCommand['action'],
  execution_id = 'E1',
  source: HeldFillCommand['source'] = 'dealer',
) =>
  engine.run({
    ...{ op: 'held_fill', request_id: requestId(), order_id: 1, execution_id, action, source },
    dealer: source === 'dealer' ? 7 : 0,
  });

/** An order of a lot, bought at the provider, with a fill of 0.4 at 0.9 that is held. */
const holding = (left = '0.6', fill_deviation_max = 10): EngineHarness => {
  const engine = covered({}, { gateway: { fill_deviation_max } });
  engine.trade({ ...open, fill: 'ioc' });
  engine.reports('new', 1);
  engine.reports('trade', 1, { ...fill('0.4', '0.9', left), total: '0.4' });
  return engine;
};

t.test(
  'a fill far from the quote is held, the order shows it, and the journal warns',
  async (t) => {
    const engine = holding();
    t.equal(engine.state.positions.size, 0);
    t.match(engine.orders, [
      { state: 'placed', volume_current: volume('1'), volume_held: volume('0.4') },
    ]);
    const text =
      'warning: gateway 5: a fill of order #1 is held, far from the quote: ' +
      'buy 0.4 EURUSD at 0.9, execution E1';
    t.match(engine.events.at(-1), {
      ...{ kind: 'order', cause: { source: 'gateway' }, deals: [] },
      journal: [{ kind: 'trade', login: 1001, text }],
    });
  },
);

t.test('the bound is a percentage of the quote of the side, and 0 is none', async (t) => {
  const held = (at: string, max = 10): boolean => {
    const engine = covered({}, { gateway: { fill_deviation_max: max } });
    engine.trade({ ...open, fill: 'ioc' });
    engine.reports('trade', 1, fill('0.4', at, '0.6'));
    return (engine.orders[0]?.volume_held ?? 0) > 0;
  };
  // The client buys at 1.10010.
  t.notOk(held('1.21011'));
  t.ok(held('1.21012'));
  t.notOk(held('0.99009'));
  t.ok(held('0.99008'));
  t.ok(held('1.11112', 1));
  t.notOk(held('1000', 0), 'every price is booked');
});

t.test('a held fill that is booked is a deal at the price of the provider', async (t) => {
  const engine = holding();
  const before = engine.events.length;
  t.equal(codeOf(decide(engine, 'book')), 'ok');
  const text =
    'gateway 5: a fill of order #1 was held and is booked by 7: ' +
    'buy 0.4 EURUSD at 0.9, execution E1';
  t.match(engine.events[before], {
    cause: { source: 'dealer', dealer: 7 },
    deals: [{ order_id: 1, volume: volume('0.4'), price: price('0.9'), external_id: 'E1' }],
    journal: [{ text }],
  });
  t.match(engine.orders, [{ state: 'partial', volume_held: 0, volume_current: volume('0.6') }]);
  engine.reports('trade', 1, { ...fill('0.6', '1.1001', '0', 'E2'), total: '1' });
  t.equal(engine.state.orders.size + engine.state.queue.size, 0);
  t.equal(codeOf(decide(engine, 'book')), 'trade.order_not_found');
});

t.test('further fills of the order are booked meanwhile, and none of them twice', async (t) => {
  const engine = holding();
  engine.reports('trade', 1, { ...fill('0.6', '1.1001', '0', 'E2'), total: '1' });
  t.match(engine.positions, [{ volume: volume('0.6') }]);
  t.match(engine.orders, [{ state: 'partial', volume_held: volume('0.4') }], 'it stays open');
  const again = { ...fill('0.4', '2', '0', 'E3'), total: '1' };
  t.equal(codeOf(engine.reports('trade', 1, again)), 'trade.order_changed', 'held ones count');
  const more = { ...fill('0.1', '1.1', '0', 'E4'), total: '1.1' };
  t.equal(codeOf(engine.reports('trade', 1, more)), 'trade.invalid_request', 'it has no room');
  t.equal(codeOf(decide(engine, 'book')), 'ok');
  t.equal(engine.state.orders.size + engine.state.queue.size, 0);
});

t.test('a fill that staff bust is never booked, and the order works on', async (t) => {
  const engine = holding();
  t.equal(codeOf(decide(engine, 'bust')), 'ok');
  t.match(engine.events.at(-1)?.journal, [{ text: /was held and is busted by 7: buy 0\.4/ }]);
  t.match(engine.orders, [{ volume_held: 0, volume_current: volume('1') }]);
  t.equal(codeOf(decide(engine, 'book')), 'trade.order_not_found', 'it is decided');
  engine.reports('trade', 1, { ...fill('0.6', '1.1001', '0', 'E2'), total: '1' });
  t.match(engine.positions, [{ volume: volume('0.6') }]);
  t.equal(engine.state.orders.size, 0, 'the provider leaves nothing open');
});

t.test('what the provider takes back of held fills works again, also after staff', async (t) => {
  for (const isBusted of [false, true]) {
    const engine = holding();
    if (isBusted) decide(engine, 'bust');
    t.equal(codeOf(decide(engine, 'bust', 'E1', 'gateway')), 'ok');
    t.match(waiting(engine), { busted: volume('0.4'), held: '' });
    t.match(engine.orders, [{ volume_held: 0, volume_current: volume('1') }]);
    engine.reports('trade', 1, { ...fill('1', '1.1001', '0', 'E2'), total: '1.4' });
    t.match(engine.positions, [{ volume: volume('1') }]);
    t.equal(engine.state.orders.size, 0);
  }
});

t.test('an order that its provider ends waits for the decision', async (t) => {
  for (const action of ['book', 'bust'] as const) {
    const engine = covered({ 'Limit Orders Coverage Mode': 'Gateway' });
    engine.trade(limit());
    engine.reports('new', 1);
    engine.reports('trade', 1, fill('0.4', '0.9', '0.6'));
    const cancel = engine.trade({ kind: 'pending_cancel', order_id: 1 });
    engine.reports('canceled', 1);
    t.match(engine.orders, [{ state: 'request_cancel', volume_held: volume('0.4') }]);
    t.equal(codeOf(decide(engine, action)), 'ok');
    t.equal(engine.state.orders.size + engine.state.queue.size, 0);
    t.equal(engine.state.positions.size, action === 'book' ? 1 : 0);
    t.equal(outcome(engine, cancel.result?.request_id)?.code, 'ok');
    const over = engine.events.flatMap(({ orders }) => orders).at(-1);
    t.match(over, { state: 'canceled', volume_held: 0 });
  }
});

t.test('the last fill is held, and its decision ends the order', async (t) => {
  for (const [action, code] of [
    ['book', 'ok'],
    ['bust', 'trade.canceled'],
  ] as const) {
    const engine = covered();
    const sent = engine.trade({ ...open, fill: 'ioc' });
    engine.reports('trade', 1, fill('1', '0.9', '0'));
    t.equal(engine.state.orders.size, 1);
    decide(engine, action);
    t.equal(engine.state.orders.size + engine.state.queue.size, 0);
    t.equal(outcome(engine, sent.result?.request_id)?.code, code);
  }
});

t.test('an order with a held fill is not released', async (t) => {
  const engine = holding();
  engine.connected.clear();
  const release = { op: 'order_release', request_id: requestId(), order_id: 1, dealer: 7 } as const;
  t.equal(codeOf(engine.run(release)), 'conflict');
  decide(engine, 'bust');
  t.equal(codeOf(engine.run({ ...release, request_id: requestId() })), 'ok');
});
