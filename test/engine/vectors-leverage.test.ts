// Worked examples of leverage profiles, run through the engine.

import t from 'tap';
import type { LeverageProfileRecord } from '../../wire/leverage.js';
import type { Side } from '../../wire/records.js';
import type { SymbolRecord } from '../../wire/symbols.js';
import { codeOf, EngineHarness, symbol } from '../support/engine-harness.js';
import { restingOrder } from '../support/engine-rows.js';
import { needsExactly } from './examples.js';
import { leverageRule, profile, type Tier } from './profiles.js';
import { allShown, example, vector } from './vectors.js';

interface Row {
  readonly side: Side;
  readonly volume: string;
  readonly price: string;
  readonly rate_margin: string;
}

interface Input {
  readonly symbol?: Partial<SymbolRecord>;
  readonly leverage?: number;
  readonly range_basis: LeverageProfileRecord['rules'][number]['range_basis'];
  readonly currency?: string;
  readonly tiers: readonly Tier[];
  readonly positions?: readonly Row[];
  readonly order?: Row;
  readonly scope_margin?: string;
  readonly positions_volume?: string;
  readonly orders_volume?: string;
}

/** A broker whose group has the example's profile; EURUSD is the example's symbol. */
const brokerOf = (input: Input, more: readonly SymbolRecord[] = []): EngineHarness => {
  const { range_basis, currency = '', tiers } = input;
  return new EngineHarness({
    symbols: [symbol('EURUSD', { volume_max: '1000', ...input.symbol }), ...more],
    profiles: [profile([leverageRule(range_basis, tiers, { currency })])],
    group: {
      leverage_default: input.leverage ?? 100,
      leverage_profile_id: 1,
      margin_call: '0',
      stop_out: '0',
    },
    quotes: { EURUSD: ['1.10000'] },
  });
};

/** Gives the account positions of symbols. */
const hold = (engine: EngineHarness, rows: readonly (Row & { readonly name?: string })[]): void =>
  engine.give({
    balance: '100000000',
    held: rows.map(({ name = 'EURUSD', price: price_open, ...row }) => ({
      name,
      ...row,
      price_open,
    })),
  });

const buy = (volume: string, price = '1', rate_margin = '1'): Row => ({
  side: 'buy',
  volume,
  price,
  rate_margin,
});

const marginOf = (engine: EngineHarness): string => engine.margin;

example('M13', 'positions are laid over the ranges first, then orders', (t, id) => {
  const { input, expect } = vector<Input, { margin: string }>(id);
  const margin_rates = [
    { side: 'buy' as const, order_kind: 'limit' as const, initial: '1', maintenance: '1' },
  ];
  const dollars = symbol('USDCHF', { margin_rates, volume_max: '1000' });
  const engine = brokerOf(input, [dollars]);
  const volume = input.positions_volume as string;
  hold(engine, [{ ...buy(volume), name: 'USDCHF' }]);
  const order = {
    kind: 'limit',
    price_order: '0.9',
    volume: input.orders_volume as string,
  } as const;
  engine.give({ orders: [restingOrder(engine, 'USDCHF', order)] });
  t.equal(marginOf(engine), expect.margin);
});

example('M14', 'a rule by volume adds all its symbols up', (t, id) => {
  const { input, expect } = vector<Input, { margin: string }>(id);
  const fixed = (name: string, margin_initial: string) =>
    symbol(name, { calc_mode: 'cfd', margin_initial, currency_margin: 'USD' });
  const names = ['AAAUSD', 'BBBUSD', 'CCCUSD'];
  const a_lot = ['900', '1000', '1000'];
  const engine = brokerOf(
    input,
    names.map((name, at) => fixed(name, a_lot[at] as string)),
  );
  hold(
    engine,
    ['2', '1', '15'].map((volume, at) => ({ ...buy(volume), name: names[at] as string })),
  );
  t.equal(marginOf(engine), expect.margin);
});

example('M15', 'covered volume counts in the proportion of its contract size', (t, id) => {
  const { input, expect } = vector<Input, { margin: string }>(id);
  const engine = brokerOf(input);
  hold(engine, input.positions as readonly Row[]);
  t.equal(marginOf(engine), expect.margin);
});

example('M16', 'a value in a named currency is laid over the ranges', (t, id) => {
  const { input, expect } = vector<Input, { margin: string }>(id);
  const engine = brokerOf(input, [symbol('AUDCHF', { volume_max: '1000' }), symbol('AUDUSD')]);
  hold(engine, [{ ...buy('100', '0.55', '0.63014'), name: 'AUDCHF' }]);
  t.equal(marginOf(engine), expect.margin);
});

example('M17', 'the check takes initial, the filled order maintenance', (t, id) => {
  const { input, expect } = vector<Input, { margin_check: string; margin_after: string }>(id);
  const { side, volume } = input.order as Row;
  const rich = needsExactly(
    t,
    () => brokerOf(input),
    expect.margin_check,
    (engine) => codeOf(engine.trade({ kind: 'open', symbol: 'EURUSD', side, volume })),
  );
  t.equal(marginOf(rich), expect.margin_after);
});

example('M18', 'ranges share the margin of the scope evenly', (t, id) => {
  const { input, expect } = vector<Input, { margin_first: string; margin: string }>(id);
  const [first, second] = input.positions as readonly [Row, Row];
  const engine = brokerOf(input);
  hold(engine, [first]);
  t.equal(marginOf(engine), expect.margin_first);
  hold(engine, [first, second]);
  t.equal(marginOf(engine), expect.margin);
});

allShown(t, 'leverage');
