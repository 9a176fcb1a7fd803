// Accounts with many rows: sums that follow events are those of the rows, and few are looked at.

import fc from 'fast-check';
import t from 'tap';
import { newAccount } from '../../../engine/engine.js';
import type { Order, Position } from '../../../wire/trading/records.js';
import { EngineHarness } from '../../support/engine-harness.js';
import { alter, heldPosition, restingOrder } from '../../support/engine-rows.js';
import { runsOf } from '../../support/run.js';
import { reserving, symbol } from '../../support/settings-records.js';
import { leverageRule, profile, tiers } from '../profiles.js';
import { limit, open } from '../waiting.js';

const margin_rates = reserving('0.5').map((rate) => ({
  ...rate,
  initial: rate.side === 'buy' ? '0.5' : '0.7',
  maintenance: '1',
}));

/** A price of the symbol, and of the pair that converts its margin. */
const quoteBoth = (engine: EngineHarness, price: string): void => {
  for (const name of ['EURUSD', 'EURUSD.p']) engine.quote(name, price);
};

/** A broker of one symbol whose margin rests on prices, rates and both sides. */
const made = (leverage_profile_id: number | null, larger: boolean): EngineHarness => {
  const traded = symbol('EURUSD', {
    calc_mode: 'cfd_leverage',
    margin_rates,
    margin_hedged: '40000',
    hedged_larger_leg: larger,
  });
  const pair = symbol('EURUSD.p', { currency_base: 'EUR', currency_profit: 'USD' });
  const engine = new EngineHarness({
    symbols: [traded, pair],
    profiles: [profile([leverageRule('value', tiers(['900000', '1'], ['0', '2', '1.5']))])],
    group: { leverage_profile_id, leverage_default: 500, margin_call: '0', stop_out: '0' },
  });
  quoteBoth(engine, '1.10000');
  engine.give({ balance: '100000000' });
  return engine;
};

const number = fc.integer({ min: 0, max: 9_999 });
const volumeOf = (chosen: number): string => ((chosen % 90) / 100 + 0.01).toFixed(2);

/** One step: a position or an order comes, changes or goes, or the price moves. */
const act = (engine: EngineHarness, [a = 0, b = 0, c = 0]: readonly number[]): void => {
  const { positions, orders } = engine;
  const position = positions[b % Math.max(1, positions.length)] as Position;
  const order = orders[b % Math.max(1, orders.length)] as Order;
  const side = b % 2 === 0 ? 'buy' : 'sell';
  const point = String(10_000 + (c % 900)).slice(1);
  if (a % 10 < 4) engine.trade({ ...open, side, volume: volumeOf(c) });
  else if (a % 10 < 7) {
    const price = side === 'buy' ? `0.9${point}` : `1.5${point}`;
    engine.trade(limit({ side, price, volume: volumeOf(c) }));
  } else if (a % 10 === 7 && positions.length > 0) {
    engine.trade({ kind: 'close', position_id: position.id, volume: volumeOf(c) });
    engine.trade({ kind: 'close', position_id: position.id });
  } else if (a % 10 === 8 && orders.length > 0) {
    const order_id = order.id;
    const price = order.side === 'buy' ? `0.8${point}` : `1.6${point}`;
    if (c % 2 === 0) engine.trade({ kind: 'pending_cancel', order_id });
    else engine.trade({ kind: 'pending_modify', order_id, price });
  } else quoteBoth(engine, `1.1${point}`);
};

/** Margin and profit as they are kept, and as the rows alone say. */
const compared = (engine: EngineHarness) => {
  const { switches, ledger, positions, orders } = engine.state;
  const kept = engine.live;
  engine.state = newAccount(switches, ledger, [...positions.values()], [...orders.values()]);
  const fresh = engine.live;
  return {
    kept: [kept.margin, kept.profit, kept.swap],
    fresh: [fresh.margin, fresh.profit, fresh.swap],
  };
};

for (const [profileId, larger] of [
  [null, false],
  [null, true],
  [1, false],
  [1, true],
] as const) {
  const sides = larger ? 'larger leg' : 'covered lots';
  const name = profileId === null ? sides : `${sides} and ranges`;
  t.test(`sums that follow events are those of the rows: ${name}`, async (t) => {
    const seen = { positions: 0, orders: 0 };
    const stories = fc.array(fc.tuple(number, number, number), { minLength: 160, maxLength: 160 });
    const check = fc.check(
      fc.property(stories, (story) => {
        const engine = made(profileId, larger);
        story.forEach((numbers, step) => {
          const { state } = engine;
          act(engine, numbers);
          engine.live;
          seen.positions = Math.max(seen.positions, engine.state.positions.size);
          seen.orders = Math.max(seen.orders, engine.state.orders.size);
          if (step % 7 !== 0) return;
          const { kept, fresh } = compared(engine);
          if (String(kept) !== String(fresh)) throw new Error(`${kept} kept, ${fresh} of the rows`);
          engine.state = state;
        });
      }),
      { numRuns: runsOf(12), seed: 11 },
    );
    const { errorInstance } = check;
    t.notOk(check.failed, errorInstance instanceof Error ? errorInstance.message : 'the same');
    t.ok(seen.positions > 40 && seen.orders > 34, `${seen.positions} and ${seen.orders} rows`);
  });
}

/** Positions or orders that count how often something of one of them is read. */
const counted = <T extends object>(rows: readonly T[]) => {
  let reads = 0;
  const count: ProxyHandler<T> = {
    get: (row, name) => {
      reads += 1;
      return Reflect.get(row, name);
    },
  };
  return { rows: rows.map((row) => new Proxy(row, count)), reads: () => reads };
};

/** How often rows are read for each at a tick that is about all of so many. */
const readsEach = (kind: 'stops' | 'limits' | 'parts', count: number): number => {
  const engine = made(null, false);
  alter(engine, {
    group: {
      stopout_close: kind === 'parts' ? 'partial' : 'whole',
      stop_out: kind === 'parts' ? '50' : '0',
    },
  });
  const ids = Array.from({ length: count }, (_, at) => at + 1);
  const sl = kind === 'stops' ? '1.09000' : '0';
  const held = ids.map((id) => {
    const volume = kind === 'parts' ? (0.01 + (id % 7) / 100).toFixed(2) : '0.01';
    return heldPosition(engine, 'EURUSD', { id, volume, price_open: '1.10000', sl });
  });
  const resting = ids.map((id) =>
    restingOrder(engine, 'EURUSD', { id, kind: 'limit', volume: '0.01', price_order: '1.09000' }),
  );
  const { rows, reads } = counted<Position | Order>(kind === 'limits' ? resting : held);
  if (kind === 'limits') engine.give({ orders: rows as Order[] });
  else engine.give({ positions: rows as Position[] });
  const margin = engine.live.margin;
  if (kind === 'parts') engine.give({ balance: String(margin / 100) });
  const before = reads();
  const events = engine.tick('EURUSD', '1.08000');
  const deals = events.filter((event) => event.kind === 'deal').length;
  if (kind === 'parts' ? deals < count / 5 : deals !== count) throw new Error(`${deals} deals`);
  return (reads() - before) / count;
};

t.test('an account of very many positions is stopped out in one tick', async (t) => {
  const engine = made(null, false);
  const held = Array.from({ length: runsOf(5_000) }, () => ({ volume: '0.01', price_open: '1.1' }));
  engine.give({ balance: String(held.length), held });
  alter(engine, { group: { stop_out: '50' } });
  engine.tick('EURUSD', '1.00000');
  t.equal(engine.positions.length, 0);
  t.equal(engine.code({ kind: 'close', position_id: 1 }), 'trade.position_not_found');
});

t.test('what a tick does with each of many rows does not grow with their number', async (t) => {
  for (const kind of ['stops', 'limits', 'parts'] as const) {
    const [few, many] = [readsEach(kind, 100), readsEach(kind, 800)];
    t.ok(many < 2 * few, `${kind}: ${few} reads of each of a hundred, ${many} of eight hundred`);
  }
});
