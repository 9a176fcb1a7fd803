// Margin: the quick way against big integers, and checks with initial against held maintenance.

import fc from 'fast-check';
import t from 'tap';
import { NO_ORDERS } from '../../../engine/account/reserves.js';
import { RowSums, SideVolume } from '../../../engine/account/side-volume.js';
import { SymbolShare } from '../../../engine/margin/floating-leverage.js';
import { layoutOf, marginOfLayout, prospectNow } from '../../../engine/margin/margin.js';
import { scopeMargin } from '../../../engine/margin/scope.js';
import { roundQuotient } from '../../../engine/numbers/exact.js';
import type { LeverageProfileRecord } from '../../../wire/settings/leverage.js';
import type { Side } from '../../../wire/trading/records.js';
import { EngineHarness } from '../../support/engine-harness.js';
import { runsOf } from '../../support/run.js';
import { symbol } from '../../support/settings-records.js';
import { leverageRule, profile, type Tier } from '../profiles.js';

const lot = fc.record({
  side: fc.constantFrom<Side>('buy', 'sell'),
  volume: fc.integer({ min: 1, max: 500 }).map((cents) => cents * 1_000_000),
  price: fc.integer({ min: 50_000, max: 200_000 }).map((points) => points * 1000),
  rate_margin: fc.bigInt(10n ** 11n, 2n * 10n ** 12n),
  rate: fc.integer({ min: 1, max: 400 }).map((percent) => percent * 1_000_000),
  size: fc.constant(100_000 * 1e8),
});

/** A row with its contract size and market rate. */
type MarginLot = typeof lot extends fc.Arbitrary<infer Row> ? Row : never;

const legsOf = (lots: readonly MarginLot[]) => {
  const legs = { buy: SideVolume.empty('buy'), sell: SideVolume.empty('sell') };
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

const TERMS = { netting: false, leverage: 30, currency_digits: 2 };

t.test('components are exact for any positions', async (t) => {
  const engine = new EngineHarness({
    symbols: [symbol('EURUSD', { calc_mode: 'cfd_leverage', hedged_larger_leg: true })],
  });
  const terms = { ...TERMS, symbol: engine.symbol('EURUSD') };
  const check = fc.check(
    fc.property(fc.array(lot, { minLength: 1, maxLength: 8 }), (lots) => {
      const layout = layoutOf(terms, legsOf(lots));
      return marginOfLayout(terms, layout) === larger(lots, 30);
    }),
    { numRuns: runsOf(1000), seed: 3 },
  );
  t.notOk(check.failed, `exact but for ${fc.stringify(check.counterexample)}`);
});

/** Lots in hundredths, price in points, rates of the rows ×10^12 and of the tiers in percent. */
interface Case {
  readonly rows: readonly { lots: number; points: number; rate: bigint; sell: boolean }[];
  readonly bounds: readonly number[];
  readonly rates: readonly number[];
  readonly basis: LeverageProfileRecord['rules'][number]['range_basis'];
  readonly larger: boolean;
  readonly hedged: string;
  /** How many of the rows are held; the others are under way. */
  readonly held: number;
}

const cases: fc.Arbitrary<Case> = fc.record({
  rows: fc.array(
    fc.record({
      lots: fc.integer({ min: 1, max: 2000 }),
      points: fc.integer({ min: 50_000, max: 200_000 }),
      rate: fc.constantFrom(10n ** 12n, 1_089_500_000_000n, 6_662_225_183n),
      sell: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  bounds: fc.array(fc.integer({ min: 1, max: 4000 }), { maxLength: 4 }),
  rates: fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 10, maxLength: 10 }),
  basis: fc.constantFrom('volume', 'value'),
  larger: fc.boolean(),
  hedged: fc.constantFrom('0', '50000', '100000'),
  held: fc.integer({ min: 0, max: 6 }),
});

const tiersOf = ({ bounds, rates, basis }: Case): Tier[] => {
  const rising = [...new Set(bounds)].sort((a, b) => a - b);
  const scale = basis === 'value' ? 1000 : 0.01;
  const rate = (at: number): string => String((rates[at] ?? 100) / 100);
  return [...rising.map((bound) => (bound * scale).toFixed(2)), '0'].map((range_to, at) => ({
    range_to,
    initial: rate(2 * at),
    maintenance: rate(2 * at + 1),
  }));
};

const brokerOf = (given: Case): EngineHarness => {
  const { basis, larger, hedged } = given;
  const traded = symbol('EURUSD', {
    calc_mode: 'cfd_leverage',
    currency_margin: 'USD',
    hedged_larger_leg: larger,
    margin_hedged: hedged,
  });
  return new EngineHarness({
    symbols: [traded],
    profiles: [profile([leverageRule(basis, tiersOf(given))])],
    group: { leverage_profile_id: 1 },
    quotes: { EURUSD: ['1.00000'] },
  });
};

const scopeLegs = (rows: Case['rows'], size: number) =>
  legsOf(
    rows.map(({ lots, points, rate: rate_margin, sell }) => {
      const side = sell ? 'sell' : 'buy';
      return { side, volume: lots * 1e6, price: points * 1000, rate_margin, rate: 1e8, size };
    }),
  );

const shareOf = (given: Case) => {
  const engine = brokerOf(given);
  const traded = engine.symbol('EURUSD');
  const { leverage } = traded;
  if (leverage === null) throw new Error('no rule covers it');
  const terms = { ...TERMS, symbol: traded };
  const size = traded.contract_size;
  const prospect = {
    ...prospectNow(scopeLegs(given.rows, size), NO_ORDERS),
    positions: scopeLegs(given.rows.slice(0, given.held), size),
  };
  const share = new SymbolShare(terms, leverage, prospect);
  const doubtful = Object.create(share, { rough: { value: null } }) as SymbolShare;
  const margin = (one: SymbolShare): number => scopeMargin(leverage.rule, [one], engine.ctx);
  return { rough: margin(share), exact: margin(doubtful) };
};

/** The larger leg by value, in fractions as the rules write them. */
const written = (given: Case): number => {
  type Sums = { lots: bigint; margin: bigint; value: bigint };
  const sumsOf = (rows: Case['rows']): Sums => {
    const [long, short] = [false, true].map((sell) => {
      const leg = rows.filter((row) => row.sell === sell);
      const sum = (of: (row: Case['rows'][number]) => bigint): bigint =>
        leg.reduce((total, row) => total + BigInt(row.lots) * of(row), 0n);
      const lots = sum(() => 1n);
      // Lots ×10^2, prices ×10^5, rates ×10^12; times the lots once for each mean.
      const value = lots === 0n ? 0n : sum(({ points }) => BigInt(points)) * 100_000n;
      const rates = sum(({ rate }) => rate);
      return { lots, margin: lots === 0n ? 0n : (value * rates * 10n ** 20n) / lots, value };
    }) as [Sums, Sums];
    return long.margin >= short.margin ? long : short;
  };
  const all = sumsOf(given.rows);
  const positions = sumsOf(given.rows.slice(0, given.held));
  const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
  const held = least(positions.lots, all.lots);
  let from = 0n;
  let laid = 0n;
  for (const { range_to, initial, maintenance } of tiersOf(given)) {
    const to = range_to === '0' ? all.lots : BigInt(Math.round(Number(range_to) * 100));
    const end = least(to, all.lots);
    for (let lot = from; lot < end; lot += 1n) {
      laid += BigInt(Math.round(Number(lot < held ? maintenance : initial) * 100));
    }
    from = end > from ? end : from;
  }
  // margin ×10^(2+5+12+20), leverage 30, rates of tiers ×10^2, money ×10^2.
  return Number(roundQuotient(all.margin * laid, all.lots * 30n * 10n ** 39n));
};

t.test('a scope in doubles is the scope in big integers', async (t) => {
  const all = runsOf(2000);
  let runs = 0;
  const check = fc.check(
    fc.property(cases, (given) => {
      const { rough, exact } = shareOf(given);
      runs += 1;
      if (rough === exact) return true;
      throw new Error(`${rough} in doubles, ${exact} exactly`);
    }),
    { numRuns: all, seed: 7 },
  );
  t.notOk(check.failed, fc.stringify(check.counterexample));
  t.equal(runs, all);
});

t.test('a scope of a larger leg by lots is what the rules write', async (t) => {
  const check = fc.check(
    fc.property(cases, (some) => {
      const given: Case = { ...some, basis: 'volume', larger: true };
      return shareOf(given).rough === written(given);
    }),
    { numRuns: runsOf(500), seed: 8 },
  );
  t.notOk(check.failed, fc.stringify(check.counterexample));
});
