// Lifetimes that end: at once, or after the rules have had the end of an order wait.

import t from 'tap';
import type { RoutingRecord } from '../../wire/routing.js';
import { type Broker, codeOf, NOON, type Setup } from './fixture.js';
import { price } from './rows.js';
import { limit, outcome, ruled, waiting } from './waiting.js';

const END = NOON + 60_000;
const KINDS: Partial<RoutingRecord> = { request_kinds: ['expiration'] };
const DELAY: Partial<RoutingRecord> = { ...KINDS, action: 'delay', action_value: '500' };
const DESK: Partial<RoutingRecord> = { ...KINDS, action: 'dealer', dealers: [7] };

/** A broker whose client has a limit order that ends in a minute. */
const made = (rules: readonly Partial<RoutingRecord>[], setup: Setup = {}): Broker => {
  const broker = ruled([...rules, {}], {}, setup);
  broker.online.add(7);
  const expires_at = new Date(END).toISOString();
  broker.trade(limit({ expiration: 'specified', expires_at, comment: 'short' }));
  return broker;
};

const only = (broker: Broker) => [...broker.state.orders.values()];

t.test('an expiration is held by a delay, and its order does not fire meanwhile', async (t) => {
  const broker = made([DELAY]);
  const [held, ...more] = broker.timer(END);
  t.match(held, { kind: 'setting', cause: { kind: 'expiration', source: 'server' } });
  t.same(more, []);
  t.match(waiting(broker), { kind: 'expiration', order_id: 1, state: 'delayed', comment: 'short' });
  t.same(broker.tick('EURUSD', '1.08980', '1.08990'), [], 'nor is it held twice');
  t.equal(codeOf(broker.trade({ kind: 'pending_cancel', order_id: 1 })), 'trade.locked');
  const [ended] = broker.timer(END + 500);
  t.match(ended, {
    kind: 'order',
    cause: { kind: 'expiration' },
    orders: [{ id: 1, state: 'expired', done_at: END + 500 }],
    queued: [{ state: 'gone' }],
  });
  t.equal(broker.state.orders.size + broker.state.queue.size, 0);
});

t.test('rules look at the order whose end they decide', async (t) => {
  const fits = (field: 'side' | 'volume' | 'comment', value: string): boolean => {
    const broker = made([{ ...DELAY, conditions: [{ field, op: 'eq', value }] }]);
    broker.timer(END);
    return broker.state.queue.size === 1;
  };
  t.same([fits('side', 'buy'), fits('volume', '1'), fits('comment', 'short')], [true, true, true]);
  t.same([fits('side', 'sell'), fits('volume', '2'), fits('comment', 'x')], [false, false, false]);
  const kinds = (order_kinds: RoutingRecord['order_kinds']): number => {
    const broker = made([{ ...DELAY, order_kinds }]);
    broker.timer(END);
    return broker.state.queue.size;
  };
  t.same([kinds(['limit']), kinds(['stop'])], [1, 0]);
});

t.test(
  'a dealer may confirm the end of an order; his refusal or silence ends it too',
  async (t) => {
    const answered = (answer: (broker: Broker, id: number) => void): Broker => {
      const broker = made([DESK]);
      broker.timer(END);
      const { id } = waiting(broker);
      t.equal(codeOf(broker.says('take', id)), 'ok');
      answer(broker, id);
      t.equal(broker.state.orders.size + broker.state.queue.size, 0);
      return broker;
    };
    const confirmed = answered((broker, id) => broker.says('confirm', id));
    t.match(confirmed.events.at(-1), {
      cause: { kind: 'expiration', dealer: 7 },
      orders: [{ state: 'expired', dealer: 7 }],
    });
    answered((broker, id) => broker.says('reject', id));
    answered((broker, id) => broker.says('return', id));
    answered((broker) => broker.timer(END + 60_000));
  },
);

t.test('rules against it are ignored', async (t) => {
  for (const action of ['reject', 'requote'] as const) {
    const broker = made([{ ...KINDS, action }]);
    t.match(broker.timer(END), [{ orders: [{ state: 'expired', done_at: END }] }]);
  }
});

t.test('what waits about an order whose lifetime is over finds it gone', async (t) => {
  const changes = { ...DELAY, request_kinds: ['pending_modify' as const], action_value: '60000' };
  const broker = made([DELAY, changes]);
  broker.now = NOON + 100;
  const sent = broker.trade({ kind: 'pending_modify', order_id: 1, expiration: 'gtc' });
  t.equal(codeOf(sent), 'ok');
  broker.timer(END);
  t.equal(broker.state.queue.size, 2);
  broker.timer(END + 100);
  t.equal(outcome(broker, sent.result?.request_id)?.code, 'trade.order_changed');
  t.match(only(broker), [{ state: 'placed', expiration: 'specified' }]);
  broker.timer(END + 500);
  t.equal(broker.state.orders.size + broker.state.queue.size, 0);
});

t.test('an activation that waits does not outlive its order', async (t) => {
  const activations = { ...DELAY, request_kinds: ['activate' as const], action_value: '1000' };
  const broker = made([DELAY, activations]);
  broker.now = END - 800;
  broker.tick('EURUSD', '1.08980', '1.08990');
  broker.timer(END);
  t.equal(broker.state.queue.size, 2);
  broker.timer(END + 200);
  t.match(only(broker), [{ state: 'placed', price_order: price('1.09000') }]);
  broker.timer(END + 500);
  t.equal(broker.state.orders.size + broker.state.queue.size + broker.state.positions.size, 0);
});

t.test('an order that ends otherwise meanwhile is left alone', async (t) => {
  const broker = made([DELAY]);
  broker.timer(END);
  broker.run({ op: 'disconnected', session: 's1' });
  t.equal(broker.state.orders.size, 0);
  t.match(broker.timer(END + 500), [{ kind: 'setting', orders: [], queued: [{ state: 'gone' }] }]);
});
