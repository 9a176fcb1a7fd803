// Conversion: which pair is taken, in which direction, and through which bridge.

import t from 'tap';
import { ownPair } from '../../engine/conversion.js';
import { moneyOf } from '../../engine/engine.js';
import type { GroupRecord } from '../../wire/groups.js';
import { formatShortest } from '../../wire/scale.js';
import type { SymbolRecord } from '../../wire/symbols.js';
import { commission, EngineHarness, row, symbol } from '../support/engine-harness.js';

/** The rates from EUR and to it at Bid and Ask, as text. */
const rates = (
  symbols: readonly SymbolRecord[],
  quotes: Readonly<Record<string, readonly [bid: string, ask: string]>>,
  group: Partial<GroupRecord> = {},
  traded = 'EURCHF',
): string[] => {
  const engine = new EngineHarness({ symbols: [symbol('EURCHF'), ...symbols], group });
  for (const [name, [bid, ask]] of Object.entries(quotes)) engine.quote(name, bid, ask);
  const { baseTo } = engine.symbol(traded);
  return (['bid', 'ask'] as const).map((side) => formatShortest(baseTo.rate(side, engine.ctx), 12));
};

t.test('a pair serves in both directions, at the worse side', async (t) => {
  const straight = rates([symbol('EURUSD')], { EURUSD: ['1.10000', '1.20000'] });
  t.same(straight, ['1.1', '1.2']);
  const turned = rates([symbol('USDEUR')], { USDEUR: ['0.80000', '1.00000'] });
  t.same(turned, ['1', '1.25']);
});

t.test('without a pair there is no rate, and a pair without a quote is none', async (t) => {
  t.same(rates([symbol('GBPUSD')], { GBPUSD: ['1.2', '1.2'] }), ['0', '0']);
  t.same(rates([symbol('EURUSD')], {}), ['0', '0']);
});

t.test('the suffix of the traded symbol comes first, then what is offered, by name', async (t) => {
  const pairs = [
    symbol('EURUSD.b', { currency_base: 'EUR', currency_profit: 'USD' }),
    symbol('EURUSD.a', { currency_base: 'EUR', currency_profit: 'USD' }),
    symbol('EURUSD'),
    symbol('EURCHF.b', { currency_base: 'EUR', currency_profit: 'CHF' }),
  ];
  const quotes = {
    'EURUSD.b': ['1.3', '1.3'],
    'EURUSD.a': ['1.2', '1.2'],
    EURUSD: ['1.1', '1.1'],
  } as const;
  t.equal(rates(pairs, quotes)[0], '1.1', 'the plain pair for a plain symbol');
  t.equal(rates(pairs, quotes, {}, 'EURCHF.b')[0], '1.3');
  const { EURUSD: _, ...others } = quotes;
  t.equal(rates(pairs, others)[0], '1.2', 'else the first by name');
  const symbols = [row('EURUSD.b'), row('EURCHF')];
  t.equal(rates(pairs, others, { symbols })[0], '1.3', 'an offered one before others');
});

t.test("a group's markup counts on symbols that it is offered, and on no others", async (t) => {
  const quotes = { EURUSD: ['1.10000', '1.10000'] } as const;
  const wide = { spread_diff: 20, spread_diff_bid: 10 };
  const offered = rates([symbol('EURUSD')], quotes, { symbols: [row('*', wide)] });
  t.same(offered, ['1.0999', '1.1001']);
  const hidden = rates([symbol('EURUSD')], quotes, { symbols: [row('EURCHF', wide)] });
  t.same(hidden, ['1.1', '1.1']);
});

t.test('two pairs make a rate through dollars, rounded once', async (t) => {
  const symbols = [symbol('USDJPY', { digits: 3 }), symbol('EURUSD')];
  const quotes = { USDJPY: ['150.000', '150.010'], EURUSD: ['1.10000', '1.10007'] } as const;
  const engine = { currency: 'JPY', currency_digits: 0 };
  t.same(rates(symbols, quotes, engine), ['165', '165.0215007']);
  const inverse = [symbol('USDEUR'), symbol('JPYUSD', { digits: 6 })];
  const odd = { USDEUR: ['0.70000', '0.90000'], JPYUSD: ['0.006000', '0.007000'] } as const;
  t.same(rates(inverse, odd, engine), ['158.730158730159', '238.095238095238']);
});

t.test('a symbol that is no currency pair converts nothing', async (t) => {
  const contract = symbol('EURUSD', { calc_mode: 'cfd' });
  t.same(rates([contract], { EURUSD: ['1.1', '1.1'] }), ['0', '0']);
});

/** What one deal at Ask says of itself: rate and amount of margin, value, commission. */
const dealt = (
  contract: SymbolRecord,
  pair: readonly [name: string, bid: string, ask: string, digits: number],
  ask: string,
  volume: string,
  commissions: GroupRecord['commissions'] = [],
): string[] => {
  const [name, bid, asked, digits] = pair;
  const engine = new EngineHarness({
    symbols: [contract, symbol(name, { digits })],
    group: { commissions },
  });
  engine.quote(name, bid, asked);
  engine.quote(contract.name, ask);
  engine.deposit('100000');
  engine.trade({ kind: 'open', symbol: contract.name, side: 'buy', volume });
  const [deal] = engine.events.at(-1)?.deals ?? [];
  const { margin } = moneyOf(engine.state, engine.ctx);
  const { rate_margin = 0n, value = 0, commission: charged = 0 } = deal ?? {};
  return [
    formatShortest(rate_margin, 12),
    ...[margin, value, charged].map((one) => engine.money(one)),
  ];
};

t.test('the price of what is no pair is no rate, whatever its currencies are', async (t) => {
  const oil = symbol('OILJPY', {
    calc_mode: 'cfd',
    contract_size: '100',
    digits: 2,
    currency_base: 'USD',
    currency_profit: 'JPY',
    currency_margin: 'JPY',
  });
  const share = [
    commission({ range: 'volume' }, { mode: 'percent', type: 'per_deal', value: '0.1' }),
  ];
  const yen = ['USDJPY', '150.000', '150.010', 3] as const;
  t.same(dealt(oil, yen, '9001.00', '1', share), ['0.006666666667', '6000.67', '6000.67', '-6.00']);
  const adr = symbol('ADR', {
    calc_mode: 'exchange_stocks',
    contract_size: '1',
    digits: 2,
    volume_max: '100',
    currency_base: 'EUR',
    currency_profit: 'USD',
    currency_margin: 'EUR',
  });
  const euro = ['EURUSD', '1.08930', '1.08950', 5] as const;
  t.same(dealt(adr, euro, '187.32', '15'), ['1.0895', '3061.28', '2809.80', '0.00']);
});

t.test('a turnover in another currency is not told by the price of what is no pair', async (t) => {
  const oil = { calc_mode: 'cfd', currency_base: 'USD', currency_profit: 'JPY' } as const;
  t.equal(ownPair(oil, 'JPY', 'USD'), null);
  t.equal(ownPair({ ...oil, calc_mode: 'forex_no_leverage' }, 'JPY', 'USD'), 'inverse');
});
