// Money operations, commissions, what goes to agents, and payments for positions (§4.14).

import fc from 'fast-check';
import t from 'tap';
import { paymentPricing } from '../../../storage/read/lists/payment-pricing.js';
import { formatExact, formatShortest } from '../../../wire/base/scale.js';
import type { CommissionRule } from '../../../wire/settings/groups.js';
import {
  codeOf,
  EngineHarness,
  openAccount,
  type Setup,
  type Wish,
} from '../../support/engine-harness.js';
import { volume } from '../../support/engine-rows.js';
import { commission, symbol } from '../../support/settings-records.js';
import { allShown, example, vector } from '../vectors.js';
import { open } from '../waiting.js';

const buy: Wish = { ...open, volume: '2' };

/** A client of a group with these rules, of EURUSD at one price. */
const charged = (commissions: CommissionRule[], setup: Setup = {}): EngineHarness =>
  openAccount({ quotes: { EURUSD: ['1.10000'] }, ...setup, group: { commissions } });
const AGENT: Setup = { switches: { agent: 2001 } };

t.test('a withdrawal may not overdraw balance or free margin, unless it is forced', async (t) => {
  const engine = new EngineHarness({
    quotes: { EURUSD: ['1.10000'] },
    balance: '1500',
    credit: '300',
    held: [{ price_open: '1.10000' }],
  });
  t.equal(codeOf(engine.deposit('-1500.01')), 'trade.no_money', 'below zero');
  t.equal(codeOf(engine.deposit('-800.01')), 'trade.no_money', 'beyond the free margin');
  t.equal(codeOf(engine.deposit('-800.01', { skip_margin_check: true })), 'ok');
  t.equal(codeOf(engine.deposit('-100', { action: 'credit' })), 'trade.no_money');
  engine.give({ balance: '5000' });
  t.equal(codeOf(engine.deposit('-300.01', { action: 'credit' })), 'trade.no_money', 'below zero');
  t.equal(codeOf(engine.deposit('-300', { action: 'credit' })), 'ok');
  t.equal(engine.state.ledger.credit, 0);
});

t.test('amounts that the ledger cannot hold are refused first', async (t) => {
  const engine = new EngineHarness();
  t.equal(codeOf(engine.deposit('1000000000000')), 'ok');
  t.equal(codeOf(engine.deposit('1000000000000.01')), 'trade.limit_money');
  t.match(engine.deposit('-1000000000000.01'), {
    code: 'trade.limit_money',
    message: 'amount: a payment may be at most 1000000000000.00 USD in either direction.',
    data: { field: 'amount', max: '1000000000000.00', currency: 'USD' },
  });
  t.equal(codeOf(engine.deposit('999999999999999999')), 'trade.limit_money');
  t.equal(codeOf(engine.deposit('0')), 'trade.invalid_request');
  const finer = codeOf(engine.deposit('1.001'));
  t.equal(finer, 'trade.invalid_request', 'more decimals than the currency');
});

t.test('money modes convert their currency at Ask and keep to their bounds', async (t) => {
  const symbols = [symbol('EURUSD'), symbol('GBPUSD')];
  const quotes = { EURUSD: ['1.10000', '1.10010'], GBPUSD: ['1.25000', '1.26000'] } as const;
  const costs = (tier: object): number => {
    const rule = commission({}, { type: 'per_deal', ...tier });
    const engine = charged([rule], { symbols, quotes });
    engine.trade(buy);
    return engine.lastDeal.commission;
  };
  t.equal(costs({ mode: 'base', value: '10' }), -1100);
  t.equal(costs({ mode: 'margin', value: '10' }), -1100);
  t.equal(costs({ mode: 'profit', value: '10' }), -1000);
  t.equal(costs({ mode: 'specified', currency: 'GBP', value: '10' }), -1260);
  t.equal(costs({ mode: 'specified', currency: 'GBP', value: '10', max: '4' }), -504);
  t.equal(costs({ mode: 'percent', value: '0.001', min: '7' }), -700);
  t.equal(costs({ mode: 'points', value: '0.5', type: 'per_lot' }), -100);
});

/** What an account is paid that follows from a deal of another. */
const paid = (
  engine: EngineHarness,
  amount: string,
  currency: string,
  more: { readonly demo?: true } = {},
) =>
  engine.deposit(amount, {
    ...more,
    action: 'agent',
    comment: 'agent 1002 #77',
    skip_margin_check: true,
    source: 'server',
    dealer: 0,
    from_login: 1002,
    from_deal: 77,
    currency,
  });

t.test('an agent in another currency is paid in his; the deal tells the original', async (t) => {
  const engine = new EngineHarness({ quotes: { EURUSD: ['1.08930', '1.08950'] } });
  t.equal(codeOf(paid(engine, '10.00', 'EUR')), 'ok');
  t.match(engine.lastDeal, {
    profit: 1089,
    rate_profit: 1_089_300_000_000n,
    profit_raw: 1000,
    profit_digits: 2,
    comment: 'agent 1002 #77 10.00 EUR',
  });
  paid(engine, '-10.00', 'EUR');
  t.equal(engine.lastDeal.profit, -1090, 'what he pays back is converted at Ask');
  const yen = new EngineHarness({
    symbols: [symbol('USDJPY', { digits: 3 })],
    group: { currency: 'JPY', currency_digits: 0 },
    quotes: { USDJPY: ['150.000', '150.010'] },
  });
  paid(yen, '1.25', 'USD');
  t.match(yen.lastDeal, { profit: 188, currency_digits: 0 });
});

t.test('an amount with more decimals than the agent’s account has is rounded', async (t) => {
  const engine = new EngineHarness();
  paid(engine, '0.0149', 'USD');
  t.match(engine.lastDeal, { profit: 1, comment: 'agent 1002 #77' });
  const { account_seq } = engine.state.ledger;
  t.equal(codeOf(paid(engine, '0.0049', 'USD')), 'ok');
  t.match(engine.events.at(-1), { kind: 'setting', deals: [], account_seq });
  t.ok(engine.events.at(-1)?.remembered, 'what rounds to nothing is done');
});

t.test('money of a demo account is paid to demo accounts alone', async (t) => {
  const agents = [commission({ kind: 'agent' }, { value: '2.00' })];
  const derivedIn = (path: string) => {
    const quotes: Setup['quotes'] = { EURUSD: ['1.10000'] };
    const engine = openAccount({ ...AGENT, quotes, group: { path, commissions: agents } });
    engine.trade(open);
    return engine.events.at(-1)?.derived;
  };
  t.match(derivedIn('demo\\standard'), [{ login: 2001, demo: true }]);
  t.same(
    derivedIn('real\\standard')?.map(({ demo }) => demo),
    [undefined],
  );

  const real = new EngineHarness({ group: { path: 'real\\standard' } });
  const { account_seq, balance } = real.state.ledger;
  // Without a rate, too: the payment does not wait for one.
  t.equal(codeOf(paid(real, '10.00', 'EUR', { demo: true })), 'conflict');
  t.match(real.events.at(-1), {
    kind: 'setting',
    deals: [],
    ledger: { account_seq, balance },
    remembered: { result: { status: 'rejected', code: 'conflict' } },
    journal: [
      {
        kind: 'trade',
        login: 1001,
        text:
          'payment agent of 10.00 EUR to account 1001 refused: The money is that of a demo ' +
          'account 1002, account 1001 is a real one. (agent 1002 #77)',
      },
    ],
  });
  t.equal(codeOf(paid(real, '10.00', 'USD')), 'ok');
  t.equal(real.state.ledger.balance, balance + 1000, 'money of a real account is paid');
  const demo = new EngineHarness({ group: { path: 'demo\\standard' } });
  paid(demo, '10.00', 'USD', { demo: true });
  t.match(demo.lastDeal, { profit: 1000, action: 'agent' });
});

t.test('without a rate nothing is booked and the request id stays free', async (t) => {
  const engine = new EngineHarness();
  t.equal(codeOf(paid(engine, '10.00', 'EUR')), 'trade.off_quotes');
  t.equal(engine.events.length, 0);
});

interface Input {
  readonly lots: string;
  readonly amount_per_lot: string;
  readonly tax_percent: string;
  readonly rate: string;
  readonly digits: number;
}

example('Y01', 'a payment for lots, less tax, in the deposit currency is', (t, id) => {
  const { input, expect } = vector<Input, { amount: string }>(id);
  const { lots, amount_per_lot, tax_percent, rate, digits } = input;
  const terms = { amount_per_lot, tax_percent };
  const amount = paymentPricing(terms, rate, digits)(volume(lots));
  t.equal(formatExact(amount, digits, digits), expect.amount);
});

t.test('amounts of small and of large numbers are those of the formula', async (t) => {
  const amount = fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n });
  const lots = fc.oneof(fc.nat(), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }));
  const cents = fc.constantFrom(1n, 10n ** 4n, 10n ** 8n);
  const given = fc.tuple(amount, cents, fc.nat(100), fc.nat(300_000), lots, fc.nat(4));
  const decimal = (value: bigint) => formatShortest(value, 8);
  fc.assert(
    fc.property(given, ([some, of, tax, rate, lots, digits]) => {
      const perLot = (some / of) * of;
      const terms = { amount_per_lot: decimal(perLot), tax_percent: String(tax) };
      const rated = BigInt(rate) * 10n ** 4n;
      const paid = paymentPricing(terms, decimal(rated), digits)(lots);
      const exact = BigInt(lots) * perLot * BigInt(100 - tax) * rated * 10n ** BigInt(digits);
      const unit = 10n ** 26n;
      const size = ((exact < 0n ? -exact : exact) + unit / 2n) / unit;
      const most = 2 ** 52;
      return (
        Math.abs(paid) === Math.min(most, Number(size)) && (exact < 0n ? paid <= 0 : paid >= 0)
      );
    }),
    { numRuns: 5_000 },
  );
  t.pass('5,000 random ones');
});

allShown(t, 'payments');
