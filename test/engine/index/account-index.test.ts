// The book: whom a tick concerns; that it leaves out nobody in random lives shows revision.test.

import fc from 'fast-check';
import t from 'tap';
import { AccountIndex, newAccount, onTick } from '../../../engine/engine.js';
import { EngineHarness, openAccount } from '../../support/engine-harness.js';
import { runsOf } from '../../support/run.js';
import { symbol } from '../../support/settings-records.js';

const SEED = 4;

t.test('ticks ask for the accounts whose prices they pass, and for no other', async (t) => {
  const engine = openAccount({
    balance: '10000',
    held: [{ price_open: '1.10000', volume: '0.1' }],
  });
  const { switches, ledger, positions } = engine.state;
  const [position] = [...positions.values()];
  const states = Array.from({ length: 20 }, (_, at) => {
    const login = 2000 + at;
    const sl = (at % 2 === 0 ? 109_000 : 108_000) * 1000;
    return newAccount({ ...switches, login }, { ...ledger, login }, [
      { ...position!, id: at + 1, login, sl },
    ]);
  });
  const book = new AccountIndex((login) => states[login - 2000]);
  for (const state of states) book.track(state, engine.ctx);
  const asked = (bid: string): readonly number[] => {
    engine.quote('EURUSD', bid);
    return book.onTick(1, engine.ctx);
  };
  const calm = Array.from({ length: 100 }, (_, at) => asked((1.095 + (at % 10) / 1000).toFixed(5)));
  t.same(calm.flat(), [], 'nobody’s stop is reached');
  t.same(asked('1.09000').length, 10);
  t.same(asked('1.08000').length, 20);
});

/** Walks of a price and of the rate that its profits are converted at, in small steps. */
const walk = fc.record({
  side: fc.constantFrom('buy' as const, 'sell' as const),
  price_open: fc.constantFrom('130.000', '160.000', '200.000'),
  room: fc.integer({ min: 20, max: 1000 }),
  steps: fc.array(
    fc.record({
      name: fc.constantFrom('EURJPY', 'USDJPY'),
      points: fc.integer({ min: -60, max: 60 }),
    }),
    { minLength: 60, maxLength: 60 },
  ),
});

t.test('price and rate bring an account to a level no sooner than it is found', async (t) => {
  const walks = runsOf(1000);
  let found = 0;
  const check = fc.check(
    fc.property(walk, ({ side, price_open, room, steps }) => {
      const engine = new EngineHarness({
        symbols: [symbol('EURJPY', { digits: 3 }), symbol('USDJPY', { digits: 3 })],
        group: { leverage_default: 100, margin_call: '100', stop_out: '50' },
      });
      const at = { EURJPY: 160_000, USDJPY: 150_000 };
      const priceOf = (name: keyof typeof at): string => (at[name] / 1000).toFixed(3);
      for (const name of ['EURJPY', 'USDJPY'] as const) engine.quote(name, priceOf(name));
      engine.give({ balance: '0', held: [{ name: 'EURJPY', side, price_open }] });
      const { equity, margin } = engine.live;
      engine.give({ balance: String((margin - equity) / 100 + room) });
      engine.track();
      for (const { name, points } of steps) {
        at[name] += points;
        const listed = engine.asked(name, priceOf(name)).length > 0;
        if (onTick(engine.state, engine.ctx, engine.symbol(name).id).length === 0) continue;
        found += 1;
        return listed;
      }
      return true;
    }),
    { numRuns: walks, seed: SEED },
  );
  t.notOk(check.failed, JSON.stringify(check.counterexample));
  t.ok(found > walks / 10, `${found} came to a level`);
});

t.test('a trigger that cannot execute is found again at the next tick', async (t) => {
  const engine = new EngineHarness({
    symbol: { trade_access: 'disabled' },
    balance: '10000',
    held: [{ price_open: '1.10000', sl: '1.09500' }],
  });
  engine.track();
  t.same(engine.asked('EURUSD', '1.09400', '1.09410'), [1001]);
  t.same(engine.book.onTick(1, engine.ctx), [1001], 'it stands, so it is reached again');
  t.same(engine.asked('EURUSD', '1.09600', '1.09610'), [], 'the price has come back');
  engine.book.untrack(engine.state, engine.ctx);
  t.same(engine.asked('EURUSD', '1.09400', '1.09410'), [], 'an account that is gone is not asked');
});
