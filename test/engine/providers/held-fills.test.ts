// A provider's fill far from the quote is held: nothing is booked before staff have decided.

import t from 'tap';
import { apply, newAccount } from '../../../engine/engine.js';
import { HELD_MAX, TOGETHER } from '../../../engine/providers/held-fills.js';
import { packEvent } from '../../../wire/codec/pack.js';
import { unpackEvent } from '../../../wire/codec/unpack.js';
import type { HeldFillCommand } from '../../../wire/trading/commands.js';
import type { AccountEvent } from '../../../wire/trading/events.js';
import { heldFillsOf, undecidedFillsOf } from '../../../wire/trading/queued.js';
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

t.test('a fill far from the quote is held; order and journal show it', async (t) => {
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
});

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

t.test('what is held outlives the end of a day and a restart, and is booked once', async (t) => {
  const engine = holding();
  engine.endDay();
  t.match(engine.orders, [{ volume_held: volume('0.4') }], 'the day leaves the order with staff');
  const fills = undecidedFillsOf(waiting(engine));
  t.equal(fills.length, 1);
  const again = newAccount(engine.state.switches);
  for (const event of engine.events) apply(again, unpackEvent(packEvent(event)) as AccountEvent);
  engine.state = again;
  t.match(engine.orders, [{ volume_held: volume('0.4') }]);
  t.same(undecidedFillsOf(waiting(engine)), fills);
  // Its gateway tells again what it has told before.
  engine.reports('trade', 1, { ...fill('0.4', '0.9', '0.6'), total: '0.4' });
  t.same(undecidedFillsOf(waiting(engine)), fills, 'it is held once');
  t.equal(codeOf(decide(engine, 'book')), 'ok');
  t.match(engine.positions, [{ volume: volume('0.4'), price_open: price('0.9') }]);
  t.equal(codeOf(decide(engine, 'book')), 'trade.order_not_found');
});

t.test('an order with a held fill is not released', async (t) => {
  const engine = holding();
  engine.connected.clear();
  const release = { op: 'order_release', request_id: requestId(), order_id: 1, dealer: 7 } as const;
  t.equal(codeOf(engine.run(release)), 'conflict');
  decide(engine, 'bust');
  t.equal(codeOf(engine.run({ ...release, request_id: requestId() })), 'ok');
});

t.test('fills beyond a number are held together, at their mean price, with one line', async (t) => {
  const engine = covered({}, { gateway: { fill_deviation_max: 10 } });
  engine.trade({ ...open, fill: 'ioc' });
  engine.reports('new', 1);
  const report = (nr: number, at: string): void => {
    const total = String(nr / 1000);
    engine.reports('trade', 1, { ...fill('0.001', at, '0.5', `E${nr}`), total });
  };
  for (let nr = 1; nr <= HELD_MAX + 1; nr += 1) report(nr, '0.9');
  t.match(engine.events.at(-1)?.journal, [{ text: /is held with further ones as further fills/ }]);
  report(HELD_MAX + 2, '0.6');
  t.same(engine.events.at(-1)?.journal, []);
  const fills = undecidedFillsOf(waiting(engine));
  t.equal(fills.length, HELD_MAX);
  t.match(fills.at(-1), { id: TOGETHER, volume: volume('0.003'), price: '0.8' });
  t.match(engine.orders, [{ volume_held: volume('0.066') }]);
  const taken = decide(engine, 'bust', `E${HELD_MAX}`, 'gateway');
  t.match(taken, {
    code: 'trade.rejected',
    message: /^It may be one of the fills .* "further fills"/,
  });
  for (let nr = 1; nr < HELD_MAX; nr += 1) t.equal(codeOf(decide(engine, 'bust', `E${nr}`)), 'ok');
  t.equal(codeOf(decide(engine, 'book', TOGETHER)), 'ok');
  t.match(engine.positions, [{ volume: volume('0.003'), price_open: price('0.8') }]);
  for (let nr = 67; nr < 67 + 9; nr += 1) {
    report(nr, '0.9');
    decide(engine, 'bust', `E${nr}`);
  }
  t.equal(heldFillsOf(waiting(engine)).length, HELD_MAX, 'so are those that are never booked');
  t.equal(waiting(engine).held.includes(TOGETHER), true);
});

t.test('held fills of one execution id have names of their own for staff', async (t) => {
  const engine = holding();
  engine.reports('trade', 1, { ...fill('0.3', '2', '0.3'), total: '0.7' });
  const { journal = [] } = engine.events.at(-1) ?? {};
  t.match(journal, [{ text: /buy 0\.3 EURUSD at 2, execution fill 2 \(E1\)$/ }]);
  engine.reports('trade', 1, { ...fill('0.1', '2', '0.2', ''), total: '0.8' });
  t.equal(codeOf(decide(engine, 'bust', 'E1', 'gateway')), 'ok');
  t.match(waiting(engine), { busted: volume('0.3') }, 'the provider means the newest');
  t.equal(codeOf(decide(engine, 'bust', 'fill 2')), 'trade.order_not_found');
  t.equal(codeOf(decide(engine, 'book', 'fill 3')), 'ok', 'one without an id has one');
  t.match(engine.positions, [{ volume: volume('0.1'), price_open: price('2') }]);
  t.equal(codeOf(decide(engine, 'book', 'E1')), 'ok');
  t.match(engine.orders, [{ volume_held: 0, volume_filled: volume('0.5') }]);
});

t.test('a stop-out goes on with other positions while the fill of its close is held', async (t) => {
  const engine = covered({}, { gateway: { fill_deviation_max: 10 } });
  for (const id of [1, 2]) {
    engine.trade({ ...open, fill: 'ioc' });
    engine.reports('trade', id, fill('1', '1.1001', '0', `E${id}`));
  }
  engine.tick('EURUSD', '1.0500', '1.0501');
  const { order_id } = waiting(engine);
  engine.tick('EURUSD', '1.0490', '1.0491');
  t.equal(engine.queue.length, 1, 'one at a time');
  engine.reports('trade', order_id, { ...fill('0.4', '0.9', '0.6', 'S1'), total: '0.4' });
  t.equal(engine.queue.length, 1, 'the provider still works on the rest');
  engine.reports('trade', order_id, { ...fill('0.6', '0.9', '0', 'S2'), total: '1' });
  engine.tick('EURUSD', '1.0480', '1.0481');
  t.match(engine.queue, [{ position_id: 1 }, { position_id: 2 }]);
  engine.tick('EURUSD', '1.0470', '1.0471');
  t.equal(engine.queue.length, 2, 'each position is closed once');
});
