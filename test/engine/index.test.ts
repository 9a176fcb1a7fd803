// What the book keeps of accounts: of many it misses none, and of what went nothing stays.

import t from 'tap';
import { type AccountState, apply, Book, newAccount } from '../../engine/engine.js';
import type { Position } from '../../wire/records.js';
import { buildAccountEvent } from '../support/build.js';
import { EngineHarness, symbol } from '../support/engine-harness.js';
import { heldPosition, restingOrder } from '../support/engine-rows.js';

/** More than any column has room for at first, several times over. */
const MANY = 100;
const FIRST = 2_000;

const isEven = ({ login }: AccountState): boolean => login % 2 === 0;

t.test('of many accounts each is found, also where others were', async (t) => {
  const engine = new EngineHarness({
    symbols: [symbol('EURUSD'), symbol('GBPUSD')],
    group: { leverage_default: 100, margin_call: '100', stop_out: '50' },
    quotes: { EURUSD: ['1.10000'], GBPUSD: ['1.10000'] },
  });
  const states = new Map<number, AccountState>();
  const hold = (login: number, names: readonly string[]): AccountState => {
    const ledger = { ...engine.state.ledger, login, balance: 5_000_00 };
    const held = names.map((name) => heldPosition(engine, name, { price_open: '1.10000' }));
    const positions = held.map((position) => ({ ...position, login }));
    const state = newAccount({ ...engine.state.switches, login }, ledger, positions);
    states.set(login, state);
    return state;
  };
  const book = new Book((login) => states.get(login));
  const fall = (name: string, to: string): readonly number[] => {
    engine.quote(name, to);
    return book.onTick(engine.symbol(name).id, engine.ctx);
  };
  const rise = (): void => {
    for (const name of ['EURUSD', 'GBPUSD']) fall(name, '1.10000');
  };
  const all = Array.from({ length: MANY }, (_, at) => FIRST + at);
  for (const login of all) book.track(hold(login, ['EURUSD', 'GBPUSD']), engine.ctx);
  t.same(fall('EURUSD', '1.09900'), [], 'far from their levels');
  t.same(fall('GBPUSD', '1.05000'), all);
  t.same(fall('EURUSD', '1.04000'), all);
  rise();
  for (const state of [...states.values()].filter(isEven)) book.untrack(state, engine.ctx);
  t.same(
    fall('EURUSD', '1.02000'),
    all.filter((login) => login % 2 === 1),
    'those that went are not asked',
  );
  rise();
  const others = Array.from({ length: MANY }, (_, at) => FIRST + MANY + at);
  for (const login of others) book.track(hold(login, ['GBPUSD']), engine.ctx);
  t.same(fall('EURUSD', '1.09900'), [], 'who took their places holds nothing of it');
  t.same(fall('GBPUSD', '1.04500'), [...all.filter((login) => login % 2 === 1), ...others]);
});

t.test('who comes and goes leaves no memory behind', async (t) => {
  const engine = new EngineHarness({
    group: { leverage_default: 100 },
    quotes: { EURUSD: ['1.10000'] },
  });
  const ledger = { ...engine.state.ledger, balance: 5_000_00 };
  const held = heldPosition(engine, 'EURUSD', { price_open: '1.10000' });
  const state = newAccount(engine.state.switches, ledger, [held]);
  const book = new Book(() => state);
  const before = process.memoryUsage().arrayBuffers;
  for (let n = 0; n < 100_000; n += 1) {
    book.track(state, engine.ctx);
    book.untrack(state, engine.ctx);
  }
  const grown = process.memoryUsage().arrayBuffers - before;
  t.ok(grown < 1 << 20, `${grown} bytes of columns`);
});

t.test(
  'a stop that is taken back leaves nothing behind, nor does a side that it had',
  async (t) => {
    const engine = new EngineHarness({ quotes: { EURUSD: ['1.10000'] } });
    const sketch = { id: 7, price_open: '1.10000', volume: '0.01' };
    const held = heldPosition(engine, 'EURUSD', { ...sketch, sl: '1.09000', tp: '1.11000' });
    engine.give({ balance: '10000', positions: [held] });
    const book = new Book(() => engine.state);
    book.track(engine.state, engine.ctx);
    const at = (to: string): readonly number[] => {
      engine.quote('EURUSD', to);
      return book.onTick(1, engine.ctx);
    };
    const change = (more: Partial<Parameters<typeof heldPosition>[2]>): void => {
      const position: Position = heldPosition(engine, 'EURUSD', { ...sketch, ...more });
      const event = buildAccountEvent({ ledger: engine.state.ledger, positions: [position] });
      apply(engine.state, event);
      book.changed(engine.state, event, engine.ctx);
    };
    t.same([at('1.09000'), at('1.10000'), at('1.11000')], [[1001], [], [1001]]);
    change({ tp: '1.11000' });
    t.same([at('1.09000'), at('1.11000')], [[], [1001]]);
    change({ side: 'sell', sl: '1.11500', tp: '1.08500' });
    t.same([at('1.09000'), at('1.11000')], [[], []]);
    t.same([at('1.08500'), at('1.11500')], [[1001], [1001]]);
    change({ side: 'sell' });
    t.same([at('1.08500'), at('1.11500')], [[], []]);
  },
);

t.test('time finds nobody whose order ended or who went', async (t) => {
  const engine = new EngineHarness({ quotes: { EURUSD: ['1.10000'] } });
  const book = new Book(() => engine.state);
  const expires_at = engine.now + 60_000;
  const order = restingOrder(engine, 'EURUSD', { kind: 'limit', price_order: '1.05000' });
  const lasting = (): void => {
    engine.give({ balance: '10000', orders: [{ ...order, expires_at }] });
    book.track(engine.state, engine.ctx);
    t.equal(book.nextDue, expires_at);
  };
  lasting();
  const execution = engine.trade({ kind: 'pending_cancel', order_id: order.id });
  if (!execution.ok) throw new Error(execution.code);
  for (const event of execution.events) book.changed(engine.state, event, engine.ctx);
  t.equal(book.nextDue, Number.POSITIVE_INFINITY, 'cancelled');
  lasting();
  book.untrack(engine.state, engine.ctx);
  t.equal(book.nextDue, Number.POSITIVE_INFINITY, 'gone');
});
