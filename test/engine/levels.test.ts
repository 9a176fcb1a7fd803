// Margin call and stop-out as sequences: told once, cleared, in order, with sessions.

import t from 'tap';
import type { GroupRecord } from '../../wire/groups.js';
import type { RoutingRecord } from '../../wire/routing.js';
import { codeOf, EngineHarness, NOON, row, rule, symbol } from '../support/engine-harness.js';
import { heldPosition, restingOrder } from '../support/engine-rows.js';
import { waiting } from './waiting.js';

/** One lot at 1:100 bound by 1000, bought at 1.00000 with 1500 of balance. */
const made = (group: Partial<GroupRecord> = {}, setup: object = {}): EngineHarness =>
  new EngineHarness({
    group,
    ...setup,
    quotes: { EURUSD: ['1.00000', '1.00010'] },
    balance: '1500',
    held: [{ id: 5, price_open: '1.00000' }],
  });

t.test('a margin call is told once, and cleared when the equity has come back', async (t) => {
  const engine = made();
  t.same(engine.tick('EURUSD', '0.99501', '0.99511'), []);
  const [call] = engine.tick('EURUSD', '0.99500', '0.99510');
  t.match(call, { kind: 'margin_call', cause: { kind: 'margin_call', source: 'server' } });
  t.match(call?.ledger, {
    so_state: 'margin_call',
    so_at: NOON,
    so_level: 10_000,
    so_equity: 100_000,
    so_margin: 100_000,
  });
  t.same(engine.tick('EURUSD', '0.99400', '0.99410'), [], 'it is not told again');
  const [clear] = engine.tick('EURUSD', '0.99600', '0.99610');
  t.match(clear, { kind: 'setting', ledger: { so_state: 'none' } });
  t.equal(clear?.account_seq, call?.account_seq, 'the end has no number of its own');
  t.match(engine.tick('EURUSD', '0.99500', '0.99510')[0], { kind: 'margin_call' }, 'a new call');
});

t.test('a margin call refuses nothing, and a deposit ends it', async (t) => {
  const engine = made();
  engine.tick('EURUSD', '0.99400', '0.99410');
  t.equal(codeOf(engine.trade({ kind: 'close', position_id: 5, volume: '0.10' })), 'ok');
  engine.deposit('5000');
  t.equal(engine.state.ledger.so_state, 'none');
  t.equal(engine.events.at(-1)?.kind, 'setting');
});

t.test('the stop-out is told, closes, and leaves the account clear', async (t) => {
  const engine = made();
  const events = engine.tick('EURUSD', '0.99000', '0.99010');
  t.same(
    events.map((event) => [event.kind, event.cause.kind, event.ledger.so_state]),
    [
      ['stop_out', 'stop_out', 'stop_out'],
      ['deal', 'stopout_position', 'stop_out'],
      ['setting', 'margin_call', 'none'],
    ],
  );
  t.match(engine.lastDeal, { reason: 'so', comment: 'so 50.00%/500.00/1000.00' });
  t.equal(engine.money(engine.state.ledger.balance), '500.00');
});

t.test('the dearest pending order goes before any position', async (t) => {
  const margin_rates = [
    { side: 'buy' as const, order_kind: 'limit' as const, initial: '1', maintenance: '1' },
  ];
  const engine = made({}, { symbols: [symbol('EURUSD', { margin_rates })] });
  const limit = (id: number, volume: string) =>
    restingOrder(engine, 'EURUSD', { id, kind: 'limit', volume, price_order: '0.9' });
  engine.give({ balance: '2600', orders: [limit(7, '1'), limit(8, '2'), limit(9, '2')] });
  t.equal(engine.margin, '6000.00');
  const events = engine.tick('EURUSD', '0.99500', '0.99510');
  t.same(
    events.map((event) => [event.cause.kind, event.orders[0]?.id]),
    [
      ['stop_out', undefined],
      ['stopout_order', 8],
      ['margin_call', undefined],
    ],
    'the lowest id of equals, and no more than is needed',
  );
  t.equal(engine.state.ledger.so_state, 'margin_call');
});

/** One lot held, and a limit order that reserves as much; the equity is 500 at Bid 0.99000. */
const reserved = (rules: readonly Partial<RoutingRecord>[]): EngineHarness => {
  const margin_rates = [
    { side: 'buy' as const, order_kind: 'limit' as const, initial: '1', maintenance: '1' },
  ];
  const routing = rules.map((one, at) => rule({ id: at + 1, position: at + 1, ...one }));
  const engine = made({}, { symbols: [symbol('EURUSD', { margin_rates })], routing });
  const order = restingOrder(engine, 'EURUSD', { id: 7, kind: 'limit', price_order: '0.9' });
  engine.give({ balance: '1900', positions: engine.positions });
  engine.give({ orders: [order] });
  engine.online.add(7);
  return engine;
};
const ORDERS: Partial<RoutingRecord> = { request_kinds: ['stopout_order'] };

t.test('the deletion of an order waits where rules say so, and what follows with it', async (t) => {
  const engine = reserved([{ ...ORDERS, action: 'delay', action_value: '500' }, {}]);
  engine.tick('EURUSD', '0.99000', '0.99010');
  t.match(waiting(engine), { kind: 'stopout_order', order_id: 7, order_kind: 'limit' });
  t.same(engine.tick('EURUSD', '0.98500', '0.98510'), [], 'nothing else is given up');
  t.equal(engine.state.positions.size, 1);
  const [deleted, closed] = engine.timer(NOON + 500);
  t.match(deleted, {
    cause: { kind: 'stopout_order' },
    orders: [{ id: 7, state: 'canceled', comment: 'so 45.00%/900.00/2000.00' }],
  });
  t.match(closed, { cause: { kind: 'stopout_position' } });
});

t.test('no refusal and no silence keeps the order that a stop-out deletes', async (t) => {
  const rejects = reserved([{ ...ORDERS, action: 'reject' }]);
  rejects.tick('EURUSD', '0.99000', '0.99010');
  t.equal(rejects.state.orders.size, 0);
  const desk = (): EngineHarness => {
    const engine = reserved([{ ...ORDERS, action: 'dealer', dealers: [7] }, {}]);
    engine.tick('EURUSD', '0.99000', '0.99010');
    engine.says('take', waiting(engine).id);
    return engine;
  };
  const refused = desk();
  refused.says('reject', waiting(refused).id);
  t.equal(refused.state.orders.size, 0);
  const silent = desk();
  silent.timer(NOON + 60_000);
  t.equal(silent.state.orders.size, 0);
});

t.test('a deletion that is no longer needed after waiting is dropped', async (t) => {
  const engine = reserved([{ ...ORDERS, action: 'delay', action_value: '500' }, {}]);
  engine.tick('EURUSD', '0.99000', '0.99010');
  engine.tick('EURUSD', '1.01000', '1.01010');
  engine.timer(NOON + 500);
  t.same([engine.state.orders.size, engine.state.queue.size], [1, 0]);
  t.equal(engine.state.ledger.so_state, 'none');
});

t.test('a symbol that cannot trade now is closed at its first tick in a session', async (t) => {
  const engine = made(
    {},
    {
      symbols: [symbol('EURUSD', { trade_sessions: [{ day: 3, from_min: 660, to_min: 1440 }] })],
    },
  );
  const [told] = engine.tick('EURUSD', '0.98000', '0.98010');
  t.equal(told?.kind, 'stop_out');
  t.equal(engine.state.positions.size, 1);
  t.same(
    engine.tick('EURUSD', '0.97900', '0.97910'),
    [],
    'nothing can be done and nothing is said',
  );
  engine.now = NOON + 3_600_000;
  engine.tick('EURUSD', '0.97800', '0.97810');
  t.equal(engine.state.positions.size, 0);
});

t.test('a rule that rejects does not stop a stop-out', async (t) => {
  const engine = made({}, { routing: [rule({ action: 'reject' })] });
  engine.tick('EURUSD', '0.99000', '0.99010');
  t.equal(engine.state.positions.size, 0);
});

t.test('a real netting account is closed in portions of the largest volume', async (t) => {
  const setup = { symbols: [symbol('EURUSD', { volume_max: '0.4' })] };
  const portions = (path: string): number[] => {
    const engine = made({ margin_mode: 'netting', path, stop_out: '90' }, setup);
    engine.tick('EURUSD', '0.98600', '0.98610');
    return engine.deals.map((deal) => deal.volume / 1e8);
  };
  t.same(portions('real\\std'), [0.4, 0.4, 0.2]);
  t.same(portions('demo\\std'), [1]);
});

t.test('nothing is tested while a position has no price', async (t) => {
  const engine = new EngineHarness({
    symbols: [symbol('EURUSD'), symbol('GBPUSD')],
    balance: '100',
    held: [{ price_open: '1.00000' }, { name: 'GBPUSD', price_open: '1.20000' }],
  });
  t.same(engine.tick('EURUSD', '0.90000', '0.90010'), []);
  t.equal(engine.tick('GBPUSD', '1.20000', '1.20010')[0]?.kind, 'stop_out');
});

t.test('levels in money look at open positions alone', async (t) => {
  const group = { stopout_mode: 'money', margin_call: '1000', stop_out: '250' } as const;
  const engine = made(group);
  t.equal(engine.tick('EURUSD', '0.99500', '0.99510')[0]?.kind, 'margin_call');
  engine.tick('EURUSD', '0.98750', '0.98760');
  t.equal(engine.state.positions.size, 0);
  t.equal(engine.state.ledger.so_state, 'none', 'without positions there is no call');
});

t.test('a loss by stop loss is not compensated', async (t) => {
  const group = { so_compensation: true, stop_out: '0', margin_call: '0' };
  const engine = made(group);
  const position = heldPosition(engine, 'EURUSD', { price_open: '1.00000', sl: '0.99000' });
  engine.give({ balance: '10', positions: [position] });
  engine.tick('EURUSD', '0.98000', '0.98010');
  t.equal(engine.money(engine.state.ledger.balance), '-1990.00');
});

t.test("a group's markup moves the prices at which its accounts are tested", async (t) => {
  const wide = made({ symbols: [row('*', { spread_diff: 20, spread_diff_bid: 10 })] });
  t.same(wide.tick('EURUSD', '0.99511', '0.99521'), []);
  t.equal(wide.tick('EURUSD', '0.99510', '0.99520')[0]?.kind, 'margin_call');
});
