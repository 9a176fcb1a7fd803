// Accounts with many rows: sums that follow events are those of the rows, and time stays short.

import fc from 'fast-check';
import t from 'tap';
import { newAccount } from '../../engine/engine.js';
import type { Order, Position } from '../../wire/records.js';
import { codeOf, EngineHarness, symbol } from '../support/engine-harness.js';
import { heldPosition, restingOrder } from '../support/engine-rows.js';
import { leverageRule, profile, tiers } from './profiles.js';

const margin_rates = (['limit', 'stop', 'stop_limit'] as const).flatMap((order_kind) =>
  (['buy', 'sell'] as const).map((side) => ({
    side,
    order_kind,
    initial: side === 'buy' ? '0.5' : '0.7',
    maintenance: '1',
  })),
);

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

const die = fc.integer({ min: 0, max: 9_999 });
const volumeOf = (dice: number): string => ((dice % 90) / 100 + 0.01).toFixed(2);

/** One step: a position or an order comes, changes or goes, or the price moves. */
const act = (engine: EngineHarness, [a = 0, b = 0, c = 0]: readonly number[]): void => {
  const positions = engine.positions;
  const orders = engine.orders;
  const position = positions[b % Math.max(1, positions.length)] as Position;
  const order = orders[b % Math.max(1, orders.length)] as Order;
  const side = b % 2 === 0 ? 'buy' : 'sell';
  const point = String(10_000 + (c % 900)).slice(1);
  if (a % 10 < 4) engine.trade({ kind: 'open', symbol: 'EURUSD', side, volume: volumeOf(c) });
  else if (a % 10 < 7) {
    const [order_kind, price] =
      side === 'buy' ? (['limit', `0.9${point}`] as const) : (['limit', `1.5${point}`] as const);
    const wish = { kind: 'pending', symbol: 'EURUSD', side, order_kind, price } as const;
    engine.trade({ ...wish, volume: volumeOf(c) });
  } else if (a % 10 === 7 && positions.length > 0) {
    engine.trade({ kind: 'close', position_id: position.id, volume: volumeOf(c) });
    engine.trade({ kind: 'close', position_id: position.id });
  } else if (a % 10 === 8 && orders.length > 0) {
    const id = order.id;
    if (c % 2 === 0) engine.trade({ kind: 'pending_cancel', order_id: id });
    else
      engine.trade({
        kind: 'pending_modify',
        order_id: id,
        price: order.side === 'buy' ? `0.8${point}` : `1.6${point}`,
      });
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
    const stories = fc.array(fc.tuple(die, die, die), { minLength: 160, maxLength: 160 });
    const check = fc.check(
      fc.property(stories, (story) => {
        const engine = made(profileId, larger);
        story.forEach((dice, step) => {
          const { state } = engine;
          act(engine, dice);
          engine.live;
          seen.positions = Math.max(seen.positions, engine.state.positions.size);
          seen.orders = Math.max(seen.orders, engine.state.orders.size);
          if (step % 7 !== 0) return;
          const { kept, fresh } = compared(engine);
          if (String(kept) !== String(fresh)) throw new Error(`${kept} kept, ${fresh} of the rows`);
          engine.state = state;
        });
      }),
      { numRuns: 12, seed: 11 },
    );
    const { errorInstance } = check;
    t.notOk(check.failed, errorInstance instanceof Error ? errorInstance.message : 'the same');
    t.ok(seen.positions > 40 && seen.orders > 34, `${seen.positions} and ${seen.orders} rows`);
  });
}

/** Processor time of some work, in ms. */
const spent = (work: () => void): number => {
  const since = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};

/** An account of many positions with a stop each, or of many limits that reserve margin. */
const crowded = (rows: number, kind: 'stops' | 'stop-out' | 'limits'): EngineHarness => {
  const engine = made(null, false);
  const ids = Array.from({ length: rows }, (_, at) => at + 1);
  const sl = kind === 'stops' ? '1.09000' : '0';
  const held = (id: number) =>
    heldPosition(engine, 'EURUSD', { id, volume: '0.01', price_open: '1.10000', sl });
  const limit = (id: number) =>
    restingOrder(engine, 'EURUSD', { id, kind: 'limit', volume: '0.01', price_order: '1.09000' });
  engine.give(kind === 'limits' ? { orders: ids.map(limit) } : { positions: ids.map(held) });
  return engine;
};

t.test('five thousand stops and limits at one tick take time in proportion', async (t) => {
  for (const kind of ['stops', 'limits'] as const) {
    const timeOf = (rows: number): number => {
      const engine = crowded(rows, kind);
      return spent(() => {
        const events = engine.tick('EURUSD', '1.08000');
        t.equal(events.filter((event) => event.kind === 'deal').length, rows);
      });
    };
    // The least of some runs: a collection of garbage may fall into any of them.
    const leastOf = (rows: number): number => Math.min(...[1, 2, 3].map(() => timeOf(rows)));
    timeOf(500);
    const few = leastOf(1_000);
    const many = leastOf(5_000);
    t.ok(many < 15 * few, `${kind}: ${few} ms for a thousand, ${many} ms for five thousand`);
  }
});

t.test('an account of five thousand positions is stopped out in one tick', async (t) => {
  const engine = crowded(5_000, 'stop-out');
  engine.configure(({ group }) => ({
    group: group.map((one) => ({ ...one, margin_call: '100', stop_out: '50' })),
  }));
  engine.give({ balance: '5000' });
  engine.tick('EURUSD', '1.00000');
  t.equal(engine.state.positions.size, 0);
  t.equal(codeOf(engine.trade({ kind: 'close', position_id: 1 })), 'trade.position_not_found');
});
