// Margin: the quick way against big integers, and checks with initial against held maintenance.

import fc from 'fast-check';
import t from 'tap';
import { roundQuotient } from '../../engine/exact.js';
import { Leg, RowSums } from '../../engine/legs.js';
import { layoutOf, marginOfLayout } from '../../engine/margin.js';
import type { Side } from '../../wire/records.js';
import { codeOf, EngineHarness, symbol, type Wish } from '../support/engine-harness.js';

const lot = fc.record({
  side: fc.constantFrom<Side>('buy', 'sell'),
  volume: fc.integer({ min: 1, max: 500 }).map((cents) => cents * 1_000_000),
  price: fc.integer({ min: 50_000, max: 200_000 }).map((points) => points * 1000),
  rate_margin: fc.bigInt(10n ** 11n, 2n * 10n ** 12n),
  rate: fc.integer({ min: 1, max: 400 }).map((percent) => percent * 1_000_000),
  size: fc.constant(100_000 * 1e8),
});

/** A row with its contract size and market rate. */
interface MarginLot {
  readonly side: Side;
  readonly volume: number;
  readonly price: number;
  readonly rate_margin: bigint;
  readonly rate: number;
  readonly size: number;
}

const legsOf = (lots: readonly MarginLot[]) => {
  const legs = { buy: Leg.empty('buy'), sell: Leg.empty('sell') };
  for (const { side, volume, price, rate_margin, rate, size } of lots) {
    legs[side] = legs[side].with(new RowSums(volume, price, rate_margin), size, rate);
  }
  return legs;
};

/** The larger leg alone, in big integers: Σ and means as the rules write them. */
const larger = (lots: readonly MarginLot[], leverage: number): number => {
  const legs = (['buy', 'sell'] as const).map((side) => lots.filter((one) => one.side === side));
  const [long = 0, short = 0] = legs.map((leg) => {
    const sum = (of: (one: MarginLot) => bigint): bigint =>
      leg.reduce((total, one) => total + BigInt(one.volume) * of(one), 0n);
    const volume = sum(() => 1n);
    if (volume === 0n) return 0;
    const over = sum((one) => BigInt(one.price)) * sum((one) => one.rate_margin);
    const rates = sum((one) => BigInt(one.rate)) * 100_000n;
    const under = volume * volume * BigInt(leverage) * 10n ** (8n + 12n + 8n + 8n - 2n);
    return Number(roundQuotient(over * rates, under));
  });
  return Math.max(long, short);
};

t.test('components are exact for any positions', async (t) => {
  const engine = new EngineHarness({
    symbols: [symbol('EURUSD', { calc_mode: 'cfd_leverage', hedged_larger_leg: true })],
  });
  const terms = {
    symbol: engine.symbol('EURUSD'),
    netting: false,
    leverage: 30,
    currency_digits: 2,
  };
  const check = fc.check(
    fc.property(fc.array(lot, { minLength: 1, maxLength: 8 }), (lots) => {
      const layout = layoutOf(terms, legsOf(lots));
      return marginOfLayout(terms, layout) === larger(lots, 30);
    }),
    { numRuns: 1000, seed: 3 },
  );
  t.notOk(check.failed, `exact but for ${fc.stringify(check.counterexample)}`);
});

const send = (engine: EngineHarness, side: Side, volume: string): string =>
  codeOf(engine.trade({ kind: 'open', symbol: 'EURUSD', side, volume } as Wish));

t.test('an order is checked with initial rates, what is held counts maintenance', async (t) => {
  const margin_rates = [
    { side: 'buy' as const, order_kind: 'market' as const, initial: '2', maintenance: '1' },
  ];
  const make = (balance: string): EngineHarness =>
    new EngineHarness({
      symbol: { margin_rates },
      quotes: { EURUSD: ['1.00000'] },
      balance,
      held: [{ price_open: '1', rate_margin: '1' }],
    });
  t.equal(send(make('2999.99'), 'buy', '1'), 'trade.no_money');
  const engine = make('3000');
  t.equal(send(engine, 'buy', '1'), 'ok');
  t.equal(engine.margin, '2000.00');
});

t.test(
  'an activation is priced at the market and its own reserve counts as margin now',
  async (t) => {
    const margin_rates = [
      { side: 'buy' as const, order_kind: 'limit' as const, initial: '1', maintenance: '1' },
    ];
    const engine = new EngineHarness({
      symbol: { margin_rates },
      group: { margin_call: '0', stop_out: '0' },
      quotes: { EURUSD: ['1.10000'] },
      balance: '1000',
      resting: [{ kind: 'limit', price_order: '1.00000' }],
    });
    t.equal(engine.money(engine.live.margin_free), '0.00');
    const [event] = engine.tick('EURUSD', '0.99990', '1.00000');
    t.equal(event?.kind, 'deal');
  },
);

t.test('an order that only reduces passes in netting without any money', async (t) => {
  const engine = new EngineHarness({
    group: { margin_mode: 'netting', margin_call: '0', stop_out: '0' },
    quotes: { EURUSD: ['1.10000'] },
    balance: '1',
    held: [{ price_open: '1.10000' }],
  });
  t.equal(send(engine, 'sell', '0.50'), 'ok');
  t.equal(send(engine, 'buy', '0.01'), 'trade.no_money');
});

t.test("an account's own leverage counts before the group's", async (t) => {
  const engine = new EngineHarness({
    switches: { leverage_own: 500 },
    quotes: { EURUSD: ['1.00000'] },
    balance: '1000',
    held: [{ price_open: '1', rate_margin: '1' }],
  });
  t.equal(engine.margin, '200.00');
  engine.state.switches = { ...engine.state.switches, leverage_own: 0 };
  t.equal(engine.margin, '1000.00', 'a change is seen at once');
});

t.test(
  "a group's row changes a symbol for its accounts; the first that fits decides",
  async (t) => {
    const engine = new EngineHarness({
      group: {
        symbols: [
          { mask: 'EUR*', spread_diff: 0, spread_diff_bid: 0, volume_max: '0.5' },
          { mask: '*', spread_diff: 0, spread_diff_bid: 0, volume_max: '9' },
        ],
      },
      quotes: { EURUSD: ['1.10000'] },
      balance: '100000',
    });
    t.equal(send(engine, 'buy', '0.51'), 'trade.invalid_volume');
    t.equal(send(engine, 'buy', '0.50'), 'ok');
  },
);
