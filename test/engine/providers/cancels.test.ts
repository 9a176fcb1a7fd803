// Cancels by the server that a provider refuses: they are sent again while their reason holds.

import t from 'tap';
import type { Queued } from '../../../wire/trading/queued.js';
import { codeOf, type EngineHarness, NOON, requestId } from '../../support/engine-harness.js';
import { marginRate } from '../../support/settings-records.js';
import { covered, fill, limit, open, partFilled, placedThere } from '../waiting.js';

const PAUSE_MS = 30_000;
const THERE = { 'Limit Orders Coverage Mode': 'Gateway' } as const;

/** The cancels that are out at the provider. */
const cancels = ({ queue }: EngineHarness): Queued[] =>
  queue.filter(({ kind }) => kind === 'pending_cancel');

/** The provider refuses the cancel of an order. */
const refuses = (engine: EngineHarness, order_id: number) =>
  engine.reports('refused', order_id, { text: 'too busy' });

/** A pair of limit orders that the provider holds; their ids. */
const paired = (gateway: object = {}): [EngineHarness, number, number] => {
  const engine = covered(THERE, { gateway });
  engine.trade(limit({ price: '1.09000' }));
  engine.reports('new', 1);
  engine.trade(limit({ price: '1.08000', oco_order_id: 1 }));
  const second = engine.orders.at(-1)?.id ?? 0;
  engine.reports('new', second);
  return [engine, 1, second];
};

t.test('the refused cancel of a one-cancels-other partner is sent again', async (t) => {
  const [engine, first, second] = paired();
  engine.reports('trade', first, { ...fill('1', '1.09', '0'), total: '1' });
  t.match(cancels(engine), [{ order_id: second, cancels: 'oco' }]);
  refuses(engine, second);
  const text =
    `warning: gateway 5 refuses the cancel of order ${second} (oco), 1 lots: too busy; ` +
    'it is cancelled again every 30 s';
  t.match(engine.events.at(-1), { orders: [{ state: 'placed' }], journal: [{ text }] });
  t.same(cancels(engine), []);
  engine.timer(engine.now + PAUSE_MS - 1);
  t.same(cancels(engine), [], 'not at once');
  engine.timer(engine.now + 1);
  t.match(cancels(engine), [{ order_id: second }]);
  t.match(engine.orders, [{ id: second, state: 'request_cancel' }]);
  refuses(engine, second);
  t.same(engine.events.at(-1)?.journal, [], 'one warning is enough');
  engine.timer(engine.now + PAUSE_MS);
  t.equal(cancels(engine).length, 1);
  engine.reports('canceled', second);
  t.equal(engine.state.orders.size + engine.state.queue.size, 0);
});

t.test('a cancel of a client is no reason of the server, the end of a partner is', async (t) => {
  const [engine, first, second] = paired();
  engine.trade({ kind: 'pending_cancel', order_id: second });
  refuses(engine, second);
  engine.timer(engine.now + PAUSE_MS);
  t.same(cancels(engine), []);
  engine.trade({ kind: 'pending_cancel', order_id: second });
  engine.reports('trade', first, { ...fill('1', '1.09', '0'), total: '1' });
  refuses(engine, second);
  engine.timer(engine.now + PAUSE_MS);
  t.match(cancels(engine), [{ order_id: second, cancels: 'oco' }]);
});

t.test('an order that its client cancelled says so, whoever confirms it', async (t) => {
  const ends = (report: 'canceled' | 'rejected', isAsked: boolean) => {
    const [engine, , id] = paired();
    if (isAsked) engine.trade({ kind: 'pending_cancel', order_id: id });
    engine.reports(report, id);
    return engine.events.findLast(({ orders }) => orders.some((one) => one.id === id))?.cause;
  };
  t.match(ends('canceled', true), { kind: 'pending_cancel', source: 'gateway' });
  t.match(ends('canceled', false), { kind: 'pending' }, 'the provider, by itself');
  t.match(ends('rejected', true), { kind: 'pending' }, 'not by the cancel');
});

t.test('a partner that has begun to fill itself is not cancelled again', async (t) => {
  const [engine, first, second] = paired();
  engine.reports('trade', first, { ...fill('1', '1.09', '0'), total: '1' });
  engine.reports('trade', second, { ...fill('0.4', '1.08', '0.6', 'E2'), total: '0.4' });
  refuses(engine, second);
  engine.timer(engine.now + PAUSE_MS);
  t.same(cancels(engine), []);
  t.match(engine.orders, [{ id: second, state: 'partial' }]);
});

t.test('a fill that is held ends the one-cancels-other partner', async (t) => {
  const [engine, first, second] = paired({ fill_deviation_max: 10 });
  engine.reports('trade', first, { ...fill('0.4', '0.9', '0.6'), total: '0.4' });
  t.match(cancels(engine), [{ order_id: second }]);
  refuses(engine, second);
  const bust = { op: 'held_fill', order_id: first, execution_id: 'E1', action: 'bust' } as const;
  const by = { request_id: requestId(), source: 'dealer', dealer: 7 } as const;
  t.equal(codeOf(engine.run({ ...bust, ...by })), 'ok');
  engine.timer(engine.now + PAUSE_MS);
  t.same(cancels(engine), [], 'nothing of the partner was filled');
  t.match(engine.queue, [{ cancels: '' }, { cancels: '', timeout_at: 0 }]);
});

t.test('the refused cancel of an order whose session is gone is sent again', async (t) => {
  const engine = placedThere();
  const session = String(engine.orders[0]?.origin.session);
  engine.run({ op: 'disconnected', session });
  t.match(cancels(engine), [{ cancels: 'disconnect' }]);
  refuses(engine, 1);
  t.match(engine.events.at(-1)?.journal, [{ text: /order 1 \(disconnect\)/ }]);
  engine.trade({ kind: 'pending_modify', order_id: 1, price: '1.08' });
  engine.reports('modified', 1);
  engine.timer(engine.now + PAUSE_MS);
  t.match(cancels(engine), [{ order_id: 1 }], 'after a change, too');
});

t.test('the refused cancel of an expired order is sent again after the pause', async (t) => {
  const expires_at = new Date(NOON + 60_000).toISOString();
  const engine = placedThere({ expiration: 'specified', expires_at });
  engine.timer(NOON + 60_000);
  t.match(cancels(engine), [{ cancels: 'expiration' }]);
  refuses(engine, 1);
  engine.timer(engine.now + PAUSE_MS - 1);
  t.same(cancels(engine), [], 'not with the next tick');
  engine.timer(engine.now + 1);
  t.match(cancels(engine), [{ order_id: 1 }]);
  engine.reports('canceled', 1);
  t.equal(engine.events.flatMap(({ orders }) => orders).at(-1)?.state, 'expired');
});

t.test('the refused cancel of an order at the end of its day is sent again', async (t) => {
  const engine = placedThere({ expiration: 'day' });
  engine.endDay();
  t.equal(cancels(engine).length, 1);
  refuses(engine, 1);
  t.same(cancels(engine), []);
  engine.timer(engine.now + PAUSE_MS);
  t.match(cancels(engine), [{ order_id: 1 }]);
});

t.test('a cancel that is refused before the order is accepted is sent again', async (t) => {
  const engine = covered(THERE);
  engine.trade(limit());
  engine.run({ op: 'disconnected', session: String(engine.orders[0]?.origin.session) });
  refuses(engine, 1);
  engine.reports('new', 1);
  engine.timer(engine.now + PAUSE_MS);
  t.match(cancels(engine), [{ cancels: 'disconnect' }]);
  t.match(engine.queue, [{ timed_out: false }, {}]);
});

t.test('a fill within the pause does not end it', async (t) => {
  const { engine } = partFilled({});
  refuses(engine, 1);
  engine.reports('trade', 1, fill('0.1', '1.10010', '0.5', 'E2'));
  engine.timer(engine.now + PAUSE_MS);
  t.match(cancels(engine), [{ cancels: 'fok' }]);
});

t.test('the rest of a fok order is cancelled when its first fill is held', async (t) => {
  const engine = covered({}, { gateway: { fill_deviation_max: 10 } });
  engine.trade(open);
  engine.reports('new', 1);
  engine.reports('trade', 1, { ...fill('0.4', '0.9', '0.6'), total: '0.4' });
  t.match(cancels(engine), [{ cancels: 'fok' }]);
  const texts = engine.events.flatMap(({ journal }) => journal.map(({ text }) => text));
  t.match(texts.at(-1), /order 1 \(fok\) was filled in part, 0\.4 of 1, by gateway 5/);
  const by = { request_id: requestId(), source: 'dealer', dealer: 7 } as const;
  engine.run({ op: 'held_fill', order_id: 1, execution_id: 'E1', action: 'bust', ...by });
  refuses(engine, 1);
  engine.timer(engine.now + PAUSE_MS);
  t.match(cancels(engine), [{ cancels: 'fok' }], 'the provider goes on counting the fill');
  engine.reports('canceled', 1);
  t.equal(engine.state.orders.size + engine.state.queue.size, 0);
  t.equal(engine.positions.length, 0);
});

t.test('the refused cancel of an order by a stop-out is sent again in a stop-out', async (t) => {
  for (const isOver of [false, true]) {
    const engine = covered(THERE, {
      symbol: { margin_rates: [marginRate('buy', 'limit', '1')] },
    });
    engine.trade({ ...open, fill: 'ioc' });
    engine.reports('trade', 1, fill('1', '1.1001', '0'));
    engine.trade(limit({ price: '1.02', volume: '0.1' }));
    const pending = engine.orders.at(-1)?.id ?? 0;
    engine.reports('new', pending);
    engine.tick('EURUSD', '1.0050', '1.0051');
    t.match(cancels(engine), [{ order_id: pending, cancels: 'stopout_order' }]);
    refuses(engine, pending);
    engine.tick('EURUSD', '1.0049', '1.0050');
    t.same(cancels(engine), [], 'not with the next tick');
    if (isOver) engine.tick('EURUSD', '1.1', '1.1001');
    engine.timer(engine.now + PAUSE_MS);
    t.equal(cancels(engine).length, isOver ? 0 : 1);
  }
});
