// One-cancels-other pairs: how they are made, and that one ends with the other (§4.10).

import t from 'tap';
import type { GroupRecord } from '../../../wire/settings/groups.js';
import type { SymbolRecord } from '../../../wire/settings/symbols.js';
import type { AccountEvent } from '../../../wire/trading/events.js';
import { codeOf, EngineHarness, NOON, type Wish } from '../../support/engine-harness.js';
import { alter } from '../../support/engine-rows.js';
import { row, rule, symbol } from '../../support/settings-records.js';
import { answer, attend, limit } from '../waiting.js';

const made = (
  symbols: Partial<SymbolRecord> = {},
  group: Partial<GroupRecord> = {},
): EngineHarness => {
  const engine = new EngineHarness({
    symbols: [symbol('EURUSD', symbols), symbol('GBPUSD')],
    group,
    quotes: { EURUSD: ['1.10000', '1.10010'], GBPUSD: ['1.30000', '1.30010'] },
    deposit: '10000',
  });
  engine.nextOrder(7);
  return engine;
};

const above = limit({ volume: '0.10', order_kind: 'stop', price: '1.10100' });
const below: Wish = { ...above, side: 'sell', price: '1.09900', oco_order_id: 7 };

/** Orders 7 (buy stop) and 8 (sell stop), a pair. */
const pair = (symbols: Partial<SymbolRecord> = {}, more: object = {}): EngineHarness => {
  const engine = made(symbols);
  engine.trade({ ...above, ...more });
  engine.trade(below);
  return engine;
};

/** What events tell: cause, and id and state of each order. */
const statesIn = (events: readonly AccountEvent[]) =>
  events.map(({ kind, cause, orders }) => [
    `${kind} ${cause.kind}`,
    ...orders.map(({ id, state }) => `${id} ${state}`),
  ]);
const newest = (engine: EngineHarness, count: number) => statesIn(engine.events.slice(-count));

t.test('cancelling one cancels the other', async (t) => {
  const engine = pair();
  engine.trade({ kind: 'pending_cancel', order_id: 8 });
  t.same(newest(engine, 2), [
    ['order pending_cancel', '8 canceled'],
    ['order oco', '7 canceled'],
  ]);
  const gone = pair();
  gone.run({ op: 'disconnected', session: 's1' });
  t.same(newest(gone, 2), [
    ['order disconnect', '7 canceled'],
    ['order oco', '8 canceled'],
  ]);
});

t.test('of two that are reached by one tick the first fills', async (t) => {
  const engine = pair();
  alter(engine, { group: { symbols: [row('*', { spread_diff: 300, spread_diff_bid: 150 })] } });
  t.same(statesIn(engine.tick('EURUSD', '1.10000', '1.10010')), [
    ['deal activate', '7 filled'],
    ['order oco', '8 canceled'],
  ]);
});

t.test('a decision against the activation leaves both in place', async (t) => {
  const engine = pair();
  engine.configure(() => ({ routing: [rule({ action: 'reject', request_kinds: ['activate'] })] }));
  t.same(engine.tick('EURUSD', '1.10090', '1.10100'), []);
  t.equal(engine.state.orders.size, 2);
});

t.test('an expiry ends both: each in the way that it ends by itself', async (t) => {
  const lifetime = { expiration: 'specified' as const, expires_at: '2025-03-12T12:00:00Z' };
  const until = NOON + 2 * 3_600_000;
  const one = pair({}, lifetime);
  t.same(statesIn(one.timer(until)), [
    ['order expiration', '7 expired'],
    ['order oco', '8 canceled'],
  ]);
  const both = made();
  both.trade({ ...above, ...lifetime });
  both.trade({ ...below, ...lifetime });
  t.same(statesIn(both.timer(until)), [
    ['order expiration', '7 expired'],
    ['order oco', '8 expired'],
  ]);
});

t.test('a partner must be there, working and without another', async (t) => {
  const engine = pair();
  const third = (oco_order_id: number): string => engine.code({ ...above, oco_order_id });
  t.equal(third(7), 'trade.order_changed', 'OC6');
  t.equal(third(99), 'trade.order_not_found');
  engine.trade({ kind: 'pending_cancel', order_id: 7 });
  t.equal(third(8), 'trade.order_changed', 'it has ended');
  t.equal(engine.state.orders.size, 0);
  const refused = made();
  refused.trade(above);
  refused.configure(() => ({ routing: [rule({ action: 'reject' })] }));
  t.equal(refused.code(below), 'trade.rejected');
  t.match(refused.events.at(-1)?.orders, [{ id: 8, state: 'rejected', oco_order_id: 0 }]);
  t.equal(refused.state.orders.get(7)?.oco_order_id, 0);
});

t.test('hedge_prohibited refuses a pair of opposite sides', async (t) => {
  const engine = made({}, { hedge_prohibited: true });
  engine.trade(above);
  t.equal(engine.code(below), 'trade.hedge_prohibited');
});

/** The pair at the desk of dealer 7, who decides on activations. */
const atDesk = (): EngineHarness => {
  const engine = pair();
  attend(engine, 'activate');
  return engine;
};
/** The row in which an order's activation waits. */
const rowOf = (engine: EngineHarness, order: number): number =>
  engine.queue.find((row) => row.order_id === order)?.id ?? 0;

t.test('a part that is filled is enough', async (t) => {
  const engine = atDesk();
  engine.tick('EURUSD', '1.10090', '1.10100');
  t.equal(answer(engine, 'confirm', { volume: '0.04' }), 'ok');
  const found = statesIn(engine.events).filter(([name]) => /^deal activate|oco$/.test(name ?? ''));
  t.same(found, [
    ['deal activate', '7 partial'],
    ['order oco', '8 canceled'],
  ]);
  t.same([...engine.state.orders.keys()], [7], 'the rest works on alone');
});

t.test('an activation that waits when the other fills comes too late', async (t) => {
  const engine = atDesk();
  engine.tick('EURUSD', '1.10090', '1.10100');
  engine.tick('EURUSD', '1.09890', '1.09900');
  const [first, second] = [rowOf(engine, 7), rowOf(engine, 8)];
  engine.says('take', second);
  t.equal(codeOf(engine.says('confirm', second)), 'ok');
  t.equal(engine.state.orders.size, 0);
  engine.says('take', first);
  engine.says('confirm', first);
  t.equal(engine.state.queue.size, 0);
  t.equal(engine.state.positions.size, 1, 'one deal of both');
  t.equal(engine.code({ ...above, oco_order_id: 7 }), 'trade.order_changed');
});

t.test('an order about which a request waits is no partner', async (t) => {
  const engine = made();
  engine.trade(above);
  attend(engine);
  engine.trade({ kind: 'pending_cancel', order_id: 7 });
  t.equal(engine.code(below), 'trade.locked');
});
