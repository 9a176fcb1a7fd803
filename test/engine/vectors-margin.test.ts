// Worked examples of profit, margin and leverage profiles, run through the engine.

import t from 'tap';
import { termsOf } from '../../engine/account/basis.js';
import { reservedOf, sidesOf } from '../../engine/margin/account-margin.js';
import { componentOf, layoutOf, type Piece } from '../../engine/margin/margin.js';
import { formatExact, formatShortest } from '../../wire/base/scale.js';
import type { LeverageProfileRecord } from '../../wire/settings/leverage.js';
import type { SymbolRecord } from '../../wire/settings/symbols.js';
import type { Side } from '../../wire/trading/records.js';
import { EngineHarness } from '../support/engine-harness.js';
import { marginRate, symbol } from '../support/settings-records.js';
import { needsExactly, pairs, type QuoteMap, setQuotes } from './examples.js';
import { leverageRule, profile, type Tier } from './profiles.js';
import { allShown, example, vector } from './vectors.js';
import { open } from './waiting.js';

interface ProfitInput {
  readonly calc_mode: SymbolRecord['calc_mode'];
  readonly side: Side;
  readonly volume: string;
  readonly contract_size?: string;
  readonly price_open: string;
  readonly price_close: string;
  readonly tick_size?: string;
  readonly tick_value?: string;
  readonly currency_base?: string;
  readonly currency_profit: string;
  readonly deposit_currency: string;
  readonly profit_conversion?: 'by_deal' | 'by_market';
  readonly quotes?: QuoteMap;
}

example('P01 P02 P03 P04a P04b P05 P06 P07 P08 P09 P10', 'a close earns its profit', (t, id) => {
  const { input, expect } = vector<
    ProfitInput,
    { profit_raw: string; rate_profit: string; profit: string }
  >(id);
  const { quotes, deposit_currency, side, volume, price_open, price_close, ...fields } = input;
  const traded = symbol('TRADED', {
    currency_base: 'USD',
    contract_size: '1',
    ...fields,
    currency_margin: deposit_currency,
    digits: (price_close.split('.')[1] ?? '').length,
    volume_step: '0.01',
  });
  const engine = new EngineHarness({
    symbols: [traded, ...pairs(quotes)],
    group: { currency: deposit_currency },
    balance: '1000000000',
    held: [{ name: 'TRADED', id: 1, side, volume, price_open }],
  });
  setQuotes(engine, quotes);
  engine.quote('TRADED', price_close);
  t.equal(engine.code({ kind: 'close', position_id: 1 }), 'ok');
  const deal = engine.lastDeal;
  t.equal(formatExact(deal.profit_raw, deal.profit_digits, deal.profit_digits), expect.profit_raw);
  t.equal(formatShortest(deal.rate_profit, 12), expect.rate_profit.replace(/\.?0+$/, ''));
  t.equal(engine.money(deal.profit), expect.profit);
});

interface MarginInput {
  readonly symbol: Record<string, unknown> & {
    margin_rates?: Record<string, [initial: string, maintenance: string]>;
  };
  readonly leverage: number;
  readonly margin_mode?: 'netting';
  readonly position?: MarginRow;
  readonly positions?: readonly MarginRow[];
  readonly orders?: readonly (MarginRow & { kind: 'limit' | 'stop' })[];
  readonly new_order?: MarginRow;
  readonly new_orders?: readonly { side: Side; volume: string }[];
}
interface MarginRow {
  readonly side: Side;
  readonly volume: string;
  readonly price: string;
  readonly rate_margin: string;
}

const TRADED = { name: 'TRADED' };

const marginBroker = (input: MarginInput): EngineHarness => {
  const { margin_rates = {}, ...fields } = input.symbol;
  const rates = Object.entries(margin_rates).map(([name, [initial, maintenance]]) => {
    const [side, order_kind] = name.split('_') as [Side, 'market'];
    return { side, order_kind, initial, maintenance };
  });
  const traded = symbol('TRADED', {
    currency_base: 'USD',
    currency_profit: 'USD',
    ...(fields as Partial<SymbolRecord>),
    margin_rates: rates,
    digits: 5,
  });
  const engine = new EngineHarness({
    symbols: [traded, ...pairs({ EURUSD: { base: 'EUR', profit: 'USD', bid: '1.0', ask: '1.0' } })],
    group: {
      leverage_default: input.leverage,
      margin_mode: input.margin_mode ?? 'hedging',
      margin_call: '0',
      stop_out: '0',
    },
  });
  const held = input.positions ?? (input.position === undefined ? [] : [input.position]);
  engine.give({
    balance: '100000000',
    held: held.map(({ price, ...row }) => ({ ...row, ...TRADED, price_open: price })),
    resting: (input.orders ?? []).map(({ price, ...row }) => ({
      ...row,
      ...TRADED,
      price_order: price,
    })),
  });
  return engine;
};

example(
  'M01 M02 M03 M04 M05 M06 M08 M09 M10 M11 M19',
  'positions and orders take margin',
  (t, id) => {
    const { input, expect } = vector<MarginInput, Record<string, string>>(id);
    const engine = marginBroker(input);
    engine.quote('TRADED', '1');
    t.equal(engine.margin, expect.margin);
    const holding = engine.state.holdings.get('TRADED');
    const basis = engine.state.basis;
    if (holding === undefined || basis === null) throw new Error('nothing is held');
    const traded = engine.symbol('TRADED');
    const terms = termsOf(basis, traded);
    const layout = layoutOf(terms, sidesOf(basis, holding), reservedOf(holding));
    const sum = (pieces: readonly Piece[]): string =>
      engine.money(pieces.reduce((all, piece) => all + componentOf(terms, piece), 0));
    const { always, long, short } = layout;
    const named: Record<string, string> = {
      margin: expect.margin as string,
      long: sum(long),
      short: sum(short),
      stops: sum(always.filter(({ part }) => part === 'pending')),
      pending: sum(always.filter(({ part }) => part === 'pending')),
      uncovered: sum(always.filter(({ part }) => part === 'held')),
      covered: sum(always.filter(({ part }) => part === 'covered')),
    };
    for (const [part, amount] of Object.entries(expect)) t.equal(named[part], amount, part);
  },
);

example('M07', 'fixed margin is checked with initial and held with maintenance', (t, id) => {
  const { input, expect } = vector<MarginInput, Record<string, string>>(id);
  const make = (): EngineHarness => {
    const engine = marginBroker({ ...input, symbol: { ...input.symbol, calc_mode: 'cfd' } });
    engine.quote('TRADED', '80');
    return engine;
  };
  t.equal(make().margin, expect.margin_before);
  const send = (engine: EngineHarness): string =>
    engine.code({ ...open, symbol: 'TRADED', side: 'sell', volume: '2' });
  const rich = needsExactly(t, make, expect.margin_check as string, send);
  t.equal(rich.margin, expect.margin_after);
});

example('M12', 'an opposite order in netting lowers no margin that is checked', (t, id) => {
  const { input, expect } = vector<MarginInput, Record<string, string>>(id);
  const make = (): EngineHarness => {
    const engine = marginBroker(input);
    engine.quote('TRADED', '150.1');
    return engine;
  };
  t.equal(make().margin, expect.margin_now);
  const send = (side: Side) => (engine: EngineHarness) =>
    engine.code({ ...open, symbol: 'TRADED', side, volume: '0.03' });
  const bought = needsExactly(t, make, expect.margin_check_buy as string, send('buy'));
  t.equal(bought.margin, expect.margin_after_buy);
  const sold = make();
  t.equal(send('sell')(sold), 'ok');
  t.equal(sold.margin, expect.margin_after_sell);
});

interface Input {
  readonly symbol?: Partial<SymbolRecord>;
  readonly leverage?: number;
  readonly range_basis: LeverageProfileRecord['rules'][number]['range_basis'];
  readonly currency?: string;
  readonly tiers: readonly Tier[];
  readonly positions?: readonly MarginRow[];
  readonly order?: MarginRow;
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
const hold = (
  engine: EngineHarness,
  rows: readonly (MarginRow & { readonly name?: string })[],
): void =>
  engine.give({
    balance: '100000000',
    held: rows.map(({ price, ...row }) => ({ ...row, price_open: price })),
  });

const buy = (volume: string, price = '1', rate_margin = '1'): MarginRow => ({
  side: 'buy',
  volume,
  price,
  rate_margin,
});

example('M13', 'positions are laid over the ranges first, then orders', (t, id) => {
  const { input, expect } = vector<Input, { margin: string }>(id);
  const margin_rates = [marginRate('buy', 'limit', '1')];
  const dollars = symbol('USDCHF', { margin_rates, volume_max: '1000' });
  const engine = brokerOf(input, [dollars]);
  const volume = input.positions_volume as string;
  hold(engine, [{ ...buy(volume), name: 'USDCHF' }]);
  const order = { name: 'USDCHF', kind: 'limit', price_order: '0.9' } as const;
  engine.give({ resting: [{ ...order, volume: input.orders_volume as string }] });
  t.equal(engine.margin, expect.margin);
});

example('M14', 'a rule by volume adds all its symbols up', (t, id) => {
  const { input, expect } = vector<Input, { margin: string }>(id);
  const rows = [
    { name: 'AAAUSD', margin_initial: '900', volume: '2' },
    { name: 'BBBUSD', margin_initial: '1000', volume: '1' },
    { name: 'CCCUSD', margin_initial: '1000', volume: '15' },
  ];
  const fixed = rows.map(({ name, margin_initial }) =>
    symbol(name, { calc_mode: 'cfd', margin_initial, currency_margin: 'USD' }),
  );
  const engine = brokerOf(input, fixed);
  hold(
    engine,
    rows.map(({ name, volume }) => ({ ...buy(volume), name })),
  );
  t.equal(engine.margin, expect.margin);
});

example('M15', 'covered volume counts in the proportion of its contract size', (t, id) => {
  const { input, expect } = vector<Input, { margin: string }>(id);
  const engine = brokerOf(input);
  hold(engine, input.positions as readonly MarginRow[]);
  t.equal(engine.margin, expect.margin);
});

example('M16', 'a value in a named currency is laid over the ranges', (t, id) => {
  const { input, expect } = vector<Input, { margin: string }>(id);
  const engine = brokerOf(input, [symbol('AUDCHF', { volume_max: '1000' }), symbol('AUDUSD')]);
  hold(engine, [{ ...buy('100', '0.55', '0.63014'), name: 'AUDCHF' }]);
  t.equal(engine.margin, expect.margin);
});

example('M17', 'the check takes initial, the filled order maintenance', (t, id) => {
  const { input, expect } = vector<Input, { margin_check: string; margin_after: string }>(id);
  const { side, volume } = input.order as MarginRow;
  const make = (): EngineHarness => brokerOf(input);
  const send = (engine: EngineHarness): string => engine.code({ ...open, side, volume });
  const rich = needsExactly(t, make, expect.margin_check, send);
  t.equal(rich.margin, expect.margin_after);
});

example('M18', 'ranges share the margin of the scope evenly', (t, id) => {
  const { input, expect } = vector<Input, { margin_first: string; margin: string }>(id);
  const [first, second] = input.positions as readonly [MarginRow, MarginRow];
  const engine = brokerOf(input);
  hold(engine, [first]);
  t.equal(engine.margin, expect.margin_first);
  hold(engine, [first, second]);
  t.equal(engine.margin, expect.margin);
});

allShown(t, 'margin', 'leverage');
