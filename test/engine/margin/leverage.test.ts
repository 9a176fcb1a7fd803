// Leverage profiles: which rule decides, what a scope is, sizes and rates, checks, and ticks.

import t from 'tap';
import type { LeverageProfileRecord } from '../../../wire/settings/leverage.js';
import type { Side } from '../../../wire/trading/records.js';
import { EngineHarness, type Setup } from '../../support/engine-harness.js';
import type { RestingSketch } from '../../support/engine-rows.js';
import { reserving, symbol } from '../../support/settings-records.js';
import { leverageRule, profile, type Tier, tiers } from '../profiles.js';

const DOUBLED = tiers(['10', '1'], ['0', '2']);
/** A broker at 1:100 whose group has a profile; everything is quoted at 1. */
const made = (rules: LeverageProfileRecord['rules'], setup: Setup = {}): EngineHarness => {
  const symbols = setup.symbols ?? [symbol('EURUSD'), symbol('GBPUSD')];
  const group = { leverage_profile_id: 1, margin_call: '0', stop_out: '0', ...setup.group };
  const profiles = [profile(rules)];
  const engine = new EngineHarness({ profiles, balance: '1000000', ...setup, symbols, group });
  for (const { name } of symbols) engine.quote(name, '1.00000');
  return engine;
};

type Held = readonly [name: string, side: Side, volume: string, rate_margin?: string];

const hold = (engine: EngineHarness, ...held: readonly Held[]): EngineHarness => {
  const row = { price_open: '1', rate_margin: '1' };
  const rows = held.map(([name, side, volume, rate]) => ({ ...row, name, side, volume, rate }));
  engine.give({ held: rows.map(({ rate = '1', ...one }) => ({ ...one, rate_margin: rate })) });
  return engine;
};

const send = (engine: EngineHarness, name: string, side: Side, volume: string): string =>
  engine.code({ kind: 'open', symbol: name, side, volume });

const BOTH: readonly Held[] = [
  ['EURUSD', 'buy', '6'],
  ['GBPUSD', 'sell', '6'],
];

t.test('two symbols share the ranges of a rule, or have them each (FL1, FL2)', async (t) => {
  t.equal(hold(made([leverageRule('volume', DOUBLED)]), ...BOTH).margin, '14000.00');
  t.equal(hold(made([leverageRule('volume_per_symbol', DOUBLED)]), ...BOTH).margin, '12000.00');
});

t.test('the first rule whose mask covers a symbol decides; others stay as they are', async (t) => {
  const rules = [
    leverageRule('volume', tiers(['0', '3']), { mask: 'EUR*,!EURUSD' }),
    leverageRule('volume', tiers(['0', '5']), { mask: 'Forex\\EUR*' }),
    leverageRule('volume', tiers(['0', '7']), { mask: 'EURUSD' }),
  ];
  t.equal(hold(made(rules), ...BOTH).margin, '36000.00');
});

t.test('a changed profile counts at once', async (t) => {
  const engine = hold(made([leverageRule('volume', DOUBLED)]), ...BOTH);
  t.equal(engine.margin, '14000.00');
  engine.configure(() => ({
    leverage_profile: [profile([leverageRule('volume', tiers(['0', '0.5', '0.25']))])],
  }));
  t.equal(engine.margin, '3000.00');
});

t.test('an order that lowers the size of its scope lowers no margin (FL3)', async (t) => {
  const engine = hold(made([leverageRule('volume', DOUBLED)]), ...BOTH);
  engine.give({ balance: '14000' });
  t.equal(send(engine, 'EURUSD', 'sell', '4'), 'ok', 'margin stays at 14000.00 for the check');
  t.equal(engine.margin, '8000.00');
});

/** In netting: three lots bought, and an order that rests. */
const netting = (ranges: readonly Tier[], resting: RestingSketch): EngineHarness => {
  const symbols = [symbol('EURUSD', { margin_rates: reserving('1') })];
  const group = { margin_mode: 'netting' } as const;
  const engine = made([leverageRule('volume', ranges)], { symbols, group });
  hold(engine, ['EURUSD', 'buy', '3']);
  engine.give({ resting: [resting] });
  return engine;
};

t.test('netting: position and pending orders add up to the size (FL4)', async (t) => {
  const ranges = tiers(['5', '1', '0.5'], ['0', '2', '1']);
  const rest = { kind: 'limit', side: 'sell', volume: '4', price_order: '1' } as const;
  t.equal(netting(ranges, rest).margin, '4285.71');
});

t.test('larger leg: the side with more margin is the size, long on a tie', async (t) => {
  const larger = (name: string) =>
    symbol(name, { hedged_larger_leg: true, margin_rates: reserving('1') });
  const rules = [leverageRule('volume', tiers(['4', '1'], ['0', '2']))];
  const make = () => made(rules, { symbols: [larger('EURUSD')] });
  const engine = hold(make(), ['EURUSD', 'buy', '5'], ['EURUSD', 'sell', '4', '1.5']);
  // Short 6000 on 4 lots is more than long 5000 on 5.
  t.equal(engine.margin, '6000.00');
  const tie = hold(make(), ['EURUSD', 'buy', '6'], ['EURUSD', 'sell', '4', '1.5']);
  // Both 6000; long counts: 6 lots of 1000, two of them at 2.
  t.equal(tie.margin, '8000.00');
});

t.test('a value in a third currency is converted at the current rate (FL5)', async (t) => {
  const pairs = [symbol('EURUSD'), symbol('EURJPY', { digits: 3 })];
  const ranges = tiers(['20000000', '1'], ['0', '3']);
  const engine = made([leverageRule('value', ranges, { currency: 'JPY' })], { symbols: pairs });
  engine.quote('EURJPY', '160.000', '160.020');
  hold(engine, ['EURUSD', 'buy', '2', '1.1']);
  t.equal(engine.margin, '3850.34');
  engine.quote('EURJPY', '100.000');
  t.equal(engine.margin, '2200.00', 'the rate moves the margin');
  hold(engine, ['EURUSD', 'sell', '2', '1.1']);
  engine.quote('EURJPY', '160.000', '160.020');
  // 32 000 000 at Bid: 2200 · (20 + 12 · 3) / 32.
  t.equal(engine.margin, '3850.00', 'a sell is valued at Bid');
});

t.test('a value is priced for all but currency pairs', async (t) => {
  const ranges = tiers(['100000', '1'], ['0', '2']);
  const rules = [leverageRule('value', ranges)];
  const stock = symbol('EURUSD', {
    calc_mode: 'cfd',
    contract_size: '1000',
    currency_margin: 'USD',
  });
  const future = symbol('GBPUSD', {
    calc_mode: 'futures',
    currency_margin: 'USD',
    margin_initial: '1000',
    tick_size: '0.25',
    tick_value: '12.5',
  });
  const engine = made(rules, { symbols: [stock, future] });
  engine.give({ held: [{ volume: '2', price_open: '80' }] });
  // 160 000 of value and of margin.
  t.equal(engine.margin, '220000.00');
  engine.give({ held: [{ name: 'GBPUSD', price_open: '4000' }] });
  // 4000 · 12.5 / 0.25 = 200 000 of value, 1000 of margin.
  t.equal(engine.margin, '1500.00');
});

t.test('without a rate nothing opens, margin stays, and no level is tested', async (t) => {
  const pairs = [symbol('EURUSD'), symbol('EURJPY', { digits: 3 })];
  const rules = [leverageRule('value', tiers(['0', '3']), { currency: 'JPY' })];
  const engine = new EngineHarness({
    symbols: pairs,
    profiles: [profile(rules)],
    group: { leverage_profile_id: 1 },
    quotes: { EURUSD: ['1.00000'] },
    balance: '100',
  });
  t.equal(send(engine, 'EURUSD', 'buy', '0.01'), 'trade.off_quotes');
  hold(engine, ['EURUSD', 'buy', '1']);
  t.equal(engine.margin, '1000.00');
  t.same(engine.tick('EURUSD', '0.90000'), [], 'no margin call');
  engine.quote('EURJPY', '160.000');
  t.equal(engine.margin, '3000.00');
  t.equal(engine.tick('EURUSD', '0.90000')[0]?.kind, 'stop_out');
});

t.test('a tick of the pair that a size is converted with may call for margin', async (t) => {
  const pairs = [symbol('EURUSD'), symbol('EURJPY', { digits: 3 })];
  const ranges = tiers(['20000000', '1'], ['0', '3']);
  const rules = [leverageRule('value', ranges, { currency: 'JPY' })];
  const engine = made(rules, { symbols: pairs, group: { margin_call: '100' } });
  engine.quote('EURJPY', '100.000');
  engine.give({ balance: '2300' });
  hold(engine, ['EURUSD', 'buy', '2']);
  engine.track();
  t.same(engine.asked('EURJPY', '101.000'), [], 'margin 2039.60: far from a call');
  t.same(engine.asked('EURJPY', '160.000'), [1001]);
  t.equal(engine.tick('EURJPY', '160.000')[0]?.kind, 'margin_call');
});
