// Lifetimes that end: at once, or after the rules have had the end of an order wait.

import t from 'tap';
import type { RoutingRecord } from '../../wire/routing.js';
import { codeOf, type EngineHarness, NOON, type Setup } from '../support/engine-harness.js';
import { price } from '../support/engine-rows.js';
import { limit, outcome, ruled, waiting } from './waiting.js';

const END = NOON + 60_000;
const KINDS: Partial<RoutingRecord> = { request_kinds: ['expiration'] };
const DELAY: Partial<RoutingRecord> = { ...KINDS, action: 'delay', action_value: '500' };
const DESK: Partial<RoutingRecord> = { ...KINDS, action: 'dealer', dealers: [7] };

/** A broker whose client has a limit order that ends in a minute. */
const made = (rules: readonly Partial<RoutingRecord>[], setup: Setup = {}): EngineHarness => {
  const engine = ruled([...rules, {}], {}, setup);
  engine.online.add(7);
  const expires_at = new Date(END).toISOString();
  engine.trade(limit({ expiration: 'specified', expires_at, comment: 'short' }));
  return engine;
};

const only = (engine: EngineHarness) => engine.orders;

t.test('an expiration is held by a delay, and its order does not fire meanwhile', async (t) => {
  const engine = made([DELAY]);
  const [held, ...more] = engine.timer(END);
  t.match(held, { kind: 'setting', cause: { kind: 'expiration', source: 'server' } });
  t.same(more, []);
  t.match(waiting(engine), { kind: 'expiration', order_id: 1, state: 'delayed', comment: 'short' });
  t.same(engine.tick('EURUSD', '1.08980', '1.08990'), [], 'nor is it held twice');
  t.equal(codeOf(engine.trade({ kind: 'pending_cancel', order_id: 1 })), 'trade.locked');
  const [ended] = engine.timer(END + 500);
  t.match(ended, {
    kind: 'order',
    cause: { kind: 'expiration' },
    orders: [{ id: 1, state: 'expired', done_at: END + 500 }],
    queued: [{ state: 'gone' }],
  });
  t.equal(engine.state.orders.size + engine.state.queue.size, 0);
});

t.test('rules look at the order whose end they decide', async (t) => {
  const fits = (field: 'side' | 'volume' | 'comment', value: string): boolean => {
    const engine = made([{ ...DELAY, conditions: [{ field, op: 'eq', value }] }]);
    engine.timer(END);
    return engine.state.queue.size === 1;
  };
  t.same([fits('side', 'buy'), fits('volume', '1'), fits('comment', 'short')], [true, true, true]);
  t.same([fits('side', 'sell'), fits('volume', '2'), fits('comment', 'x')], [false, false, false]);
  const kinds = (order_kinds: RoutingRecord['order_kinds']): number => {
    const engine = made([{ ...DELAY, order_kinds }]);
    engine.timer(END);
    return engine.state.queue.size;
  };
  t.same([kinds(['limit']), kinds(['stop'])], [1, 0]);
});

t.test(
  'a dealer may confirm the end of an order; his refusal or silence ends it too',
  async (t) => {
    const answered = (answer: (engine: EngineHarness, id: number) => void): EngineHarness => {
      const engine = made([DESK]);
      engine.timer(END);
      const { id } = waiting(engine);
      t.equal(codeOf(engine.says('take', id)), 'ok');
      answer(engine, id);
      t.equal(engine.state.orders.size + engine.state.queue.size, 0);
      return engine;
    };
    const confirmed = answered((engine, id) => engine.says('confirm', id));
    t.match(confirmed.events.at(-1), {
      cause: { kind: 'expiration', dealer: 7 },
      orders: [{ state: 'expired', dealer: 7 }],
    });
    answered((engine, id) => engine.says('reject', id));
    answered((engine, id) => engine.says('return', id));
    answered((engine) => engine.timer(END + 60_000));
  },
);

t.test('rules against it are ignored', async (t) => {
  for (const action of ['reject', 'requote'] as const) {
    const engine = made([{ ...KINDS, action }]);
    t.match(engine.timer(END), [{ orders: [{ state: 'expired', done_at: END }] }]);
  }
});

t.test('what waits about an order whose lifetime is over finds it gone', async (t) => {
  const changes = { ...DELAY, request_kinds: ['pending_modify' as const], action_value: '60000' };
  const engine = made([DELAY, changes]);
  engine.now = NOON + 100;
  const sent = engine.trade({ kind: 'pending_modify', order_id: 1, expiration: 'gtc' });
  t.equal(codeOf(sent), 'ok');
  engine.timer(END);
  t.equal(engine.state.queue.size, 2);
  engine.timer(END + 100);
  t.equal(outcome(engine, sent.result?.request_id)?.code, 'trade.order_changed');
  t.match(only(engine), [{ state: 'placed', expiration: 'specified' }]);
  engine.timer(END + 500);
  t.equal(engine.state.orders.size + engine.state.queue.size, 0);
});

t.test('an activation that waits does not outlive its order', async (t) => {
  const activations = { ...DELAY, request_kinds: ['activate' as const], action_value: '1000' };
  const engine = made([DELAY, activations]);
  engine.now = END - 800;
  engine.tick('EURUSD', '1.08980', '1.08990');
  engine.timer(END);
  t.equal(engine.state.queue.size, 2);
  engine.timer(END + 200);
  t.match(only(engine), [{ state: 'placed', price_order: price('1.09000') }]);
  engine.timer(END + 500);
  t.equal(engine.state.orders.size + engine.state.queue.size + engine.state.positions.size, 0);
});

t.test('an order that ends otherwise meanwhile is left alone', async (t) => {
  const engine = made([DELAY]);
  engine.timer(END);
  engine.run({ op: 'disconnected', session: 's1' });
  t.equal(engine.state.orders.size, 0);
  t.match(engine.timer(END + 500), [{ kind: 'setting', orders: [], queued: [{ state: 'gone' }] }]);
});
