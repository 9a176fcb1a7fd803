// Whom a tick concerns: what the book keeps of accounts, its guards, and prices of trades.

import fc from 'fast-check';
import t from 'tap';
import { AccountIndex, type AccountState, apply, newAccount } from '../../../engine/engine.js';
import { IdHeap } from '../../../engine/numbers/id-heap.js';
import { buildAccountEvent } from '../../support/build.js';
import { EngineHarness, openAccount } from '../../support/engine-harness.js';
import { type HeldSketch, heldPosition, restingOrder } from '../../support/engine-rows.js';
import { runsOf } from '../../support/run.js';
import { IN_DOLLARS, symbol } from '../../support/settings-records.js';
import { limit, open } from '../waiting.js';

/** More than any column has room for at first, several times over. */
const MANY = 100;
const FIRST = 2_000;

const LEVELS = { leverage_default: 100, margin_call: '100', stop_out: '50' };

const isEven = ({ login }: AccountState): boolean => login % 2 === 0;

t.test('of many accounts each is found, also where others were', async (t) => {
  const engine = new EngineHarness({
    symbols: [symbol('EURUSD'), symbol('GBPUSD')],
    group: LEVELS,
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
  const book = new AccountIndex((login) => states.get(login));
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
  const book = new AccountIndex(() => state);
  const before = process.memoryUsage().arrayBuffers;
  for (let n = 0; n < 20_000; n += 1) {
    book.track(state, engine.ctx);
    book.untrack(state, engine.ctx);
  }
  const grown = process.memoryUsage().arrayBuffers - before;
  t.ok(grown < 1 << 18, `${grown} bytes of columns`);
});

t.test('a stop that is taken back leaves nothing behind, on either side', async (t) => {
  const engine = new EngineHarness({ quotes: { EURUSD: ['1.10000'] } });
  const sketch = { id: 7, price_open: '1.10000', volume: '0.01' };
  engine.give({ balance: '10000', held: [{ ...sketch, sl: '1.09000', tp: '1.11000' }] });
  engine.track();
  const at = (to: string): readonly number[] => engine.asked('EURUSD', to);
  const change = (more: Partial<HeldSketch>): void => {
    const position = heldPosition(engine, 'EURUSD', { ...sketch, ...more });
    const event = buildAccountEvent({ ledger: engine.state.ledger, positions: [position] });
    apply(engine.state, event);
    engine.bookChanged([event]);
  };
  t.same([at('1.09000'), at('1.10000'), at('1.11000')], [[1001], [], [1001]]);
  change({ tp: '1.11000' });
  t.same([at('1.09000'), at('1.11000')], [[], [1001]]);
  change({ side: 'sell', sl: '1.11500', tp: '1.08500' });
  t.same([at('1.09000'), at('1.11000')], [[], []]);
  t.same([at('1.08500'), at('1.11500')], [[1001], [1001]]);
  change({ side: 'sell' });
  t.same([at('1.08500'), at('1.11500')], [[], []]);
});

t.test('time finds nobody whose order ended or who went', async (t) => {
  const engine = new EngineHarness({ quotes: { EURUSD: ['1.10000'] } });
  const expires_at = engine.now + 60_000;
  const order = restingOrder(engine, 'EURUSD', { kind: 'limit', price_order: '1.05000' });
  const lasting = (): void => {
    engine.give({ balance: '10000', orders: [{ ...order, expires_at }] });
    engine.track();
    t.equal(engine.book.nextDue, expires_at);
  };
  lasting();
  engine.bookChanged(engine.trade({ kind: 'pending_cancel', order_id: order.id }));
  t.equal(engine.book.nextDue, Number.POSITIVE_INFINITY, 'cancelled');
  lasting();
  engine.book.untrack(engine.state, engine.ctx);
  t.equal(engine.book.nextDue, Number.POSITIVE_INFINITY, 'gone');
});

t.test('a quote without a rate: profits rest on stored rates, and no guard holds', async (t) => {
  const yen = ['EURJPY', 'USDJPY'].map((name) => symbol(name, { digits: 3 }));
  const engine = openAccount({ symbols: [symbol('EURUSD'), ...yen], group: LEVELS });
  const held = heldPosition(engine, 'EURJPY', { price_open: '160.000' });
  const euro = heldPosition(engine, 'EURUSD', { price_open: '1.10000' });
  engine.give({ balance: '12000', positions: [euro, { ...held, rate_profit: 6_666_666_666n }] });
  engine.track();
  t.same(engine.asked('EURUSD', '1.09990'), [], 'far from its levels');
  t.same(engine.asked('EURJPY', '150.000'), [1001], 'nothing is sure of it from here on');
  t.same(engine.asked('EURUSD', '1.05500'), [1001]);
  const { equity, margin } = engine.live;
  t.ok(equity < margin, 'which was below its level there');
});

t.test('sizes of 0 and below say nothing of where a level lies', async (t) => {
  for (const contract_size of ['0', '-100000']) {
    const symbols = [symbol('EURUSD'), symbol('ODD', { contract_size })];
    const engine = new EngineHarness({
      symbols,
      group: LEVELS,
      quotes: { EURUSD: ['1.10000'], ODD: ['1.10000'] },
      balance: '50000',
      held: [{ name: 'ODD', price_open: '1.10000', volume: '1' }],
    });
    engine.track();
    t.same(engine.asked('ODD', '1.20000'), [1001], contract_size);
    t.same(engine.asked('ODD', '1.70000'), [1001], contract_size);
  }
});

const share = (more = {}) =>
  symbol('ACME', {
    calc_mode: 'exchange_stocks',
    chart_mode: 'last',
    contract_size: '1',
    digits: 2,
    ...IN_DOLLARS,
    volume_step: '1',
    volume_min: '1',
    volume_max: '1000',
    ...more,
  });

t.test('a pending order is reached by the last trade, and filled at Ask', async (t) => {
  const engine = new EngineHarness({
    symbols: [share()],
    quotes: { ACME: ['187.30', '187.34', '187.32'] },
    deposit: '100000',
  });
  engine.trade(limit({ symbol: 'ACME', order_kind: 'stop', volume: '10', price: '187.50' }));
  engine.track();
  t.same(engine.asked('ACME', '187.40', '187.60', '187.45'), [], 'Ask has passed it, no trade has');
  t.same(engine.tick('ACME', '187.40', '187.60', '187.45'), []);
  t.same(engine.asked('ACME', '187.40', '187.60', '187.50'), [1001]);
  const [event] = engine.tick('ACME', '187.40', '187.60', '187.50');
  t.equal(event?.deals[0]?.price, 187_600 * 100, 'dealt at Ask');
});

t.test('the margin call goes by the value at the last trade, the screen with it', async (t) => {
  const engine = new EngineHarness({
    symbols: [share()],
    group: { margin_call: '100', stop_out: '0' },
    quotes: { ACME: ['100.00', '100.00', '100.00'] },
    deposit: '10000',
  });
  engine.trade({ ...open, symbol: 'ACME', volume: '60' });
  engine.track();
  const found = engine.asked('ACME', '99.00', '101.00', '33.34');
  t.same(found, [], 'equity 6000.40 is above the margin of 6000.00');
  t.same(engine.asked('ACME', '99.00', '101.00', '33.33'), [1001]);
  t.equal(engine.tick('ACME', '99.00', '101.00', '33.33')[0]?.kind, 'margin_call');
});

const SEED = 6;
const RUNS = runsOf(200);
/** Few, so that ids come again and keys are shared. */
const IDS = 40;
const KEYS = 30;

const id = fc.integer({ min: -IDS, max: IDS });
const key = fc.integer({ min: -KEYS, max: KEYS });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constant('set' as const), id, key }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('remove' as const), id, key }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('take' as const), id, key }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('reach' as const), id, key }) },
);

/** Each id has a login of its own. */
const loginOf = (one: number): number => 1_000 + one;

t.test('each id stands once, at its newest key, until it is taken out', async (t) => {
  let taken = 0;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200, size: 'max' }), (steps) => {
      const heap = new IdHeap();
      const model = new Map<number, number>();
      const upTo = (most: number) => [...model].filter(([, at]) => at <= most);
      for (const { what, id, key } of steps) {
        if (what === 'set') {
          heap.set(id, loginOf(id), key);
          model.set(id, key);
        } else if (what === 'remove') {
          heap.remove(id);
          model.delete(id);
        } else if (what === 'reach') {
          const found = new Set<number>();
          heap.reach(key, found);
          const asked = upTo(key).map(([one]) => loginOf(one));
          if (asked.length !== found.size || !asked.every((one) => found.has(one))) return false;
        } else {
          const login = heap.take(key);
          const first = upTo(key).sort((a, b) => a[1] - b[1])[0];
          if ((first === undefined) !== (login === 0)) return false;
          if (first === undefined) continue;
          if (model.get(login - 1_000) !== first[1]) return false;
          model.delete(login - 1_000);
          taken += 1;
        }
        const least = Math.min(Number.POSITIVE_INFINITY, ...model.values());
        if (heap.size !== model.size || heap.key !== least) return false;
      }
      return true;
    }),
    { seed: SEED, numRuns: RUNS },
  );
  t.ok(taken > RUNS, `${taken} were taken`);
});

t.test('as many as ever were are kept, and no more', async (t) => {
  const heap = new IdHeap();
  for (let n = 0; n < 100_000; n += 1) heap.set(n % 1_000, 1, (n * 7919) % 5_003);
  t.equal(heap.size, 1_000);
  let last = Number.NEGATIVE_INFINITY;
  let sorted = true;
  while (heap.size > 0) {
    sorted &&= heap.key >= last;
    last = heap.key;
    heap.take(last);
  }
  t.ok(sorted, 'they come smallest first');
  t.equal(heap.take(Number.MAX_VALUE), 0, 'none is left');
});
