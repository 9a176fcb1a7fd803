// Commissions of a day or month while it runs, and the sums of a day that each deal adds to.

import t from 'tap';
import { daySums } from '../../../engine/deals/day-sums.js';
import type { CommissionRule } from '../../../wire/settings/groups.js';
import type { BalanceAction } from '../../../wire/trading/commands.js';
import type { DaySum } from '../../../wire/trading/daily.js';
import { EngineHarness } from '../../support/engine-harness.js';
import { alter } from '../../support/engine-rows.js';
import { commission, IN_DOLLARS, symbol } from '../../support/settings-records.js';
import { needsExactly, type TierSketch, tiered } from '../examples.js';
import { open } from '../waiting.js';

/** A rule of a turnover with several tiers; the limits are those of its turnover. */
const turnover = (more: Partial<CommissionRule>, tiers: readonly TierSketch[]): CommissionRule =>
  tiered(tiers, { charge: 'daily', name: 'turnover', ...more });

const make = (commissions: CommissionRule[], more: object = {}): EngineHarness =>
  new EngineHarness({
    group: { commissions },
    ...more,
    quotes: { EURUSD: ['1.10000'] },
    balance: '100000',
  });

const buy = (engine: EngineHarness, volume: string): string => engine.code({ ...open, volume });

const blocked = (engine: EngineHarness): string =>
  engine.money(engine.state.ledger.commission_blocked);

const byVolume = (charge: 'daily' | 'monthly' = 'daily'): CommissionRule =>
  turnover({ charge, range: 'turnover_volume' }, [
    { range_to: '3', value: '2' },
    { range_from: '3', value: '1.5' },
  ]);

t.test('an order is refused when what it would block is not there', async (t) => {
  const open = (): EngineHarness => {
    const engine = make([byVolume()]);
    engine.give({ balance: '0' });
    return engine;
  };
  needsExactly(t, open, '2204.00', (engine) => buy(engine, '2'));
  const cheaper = (): EngineHarness => {
    const engine = make([byVolume()]);
    buy(engine, '3');
    return engine;
  };
  // Blocked 6.00 falls to 4.65: margin 3300.00 + 110.00 are there.
  needsExactly(t, cheaper, '3414.65', (engine) => buy(engine, '0.1'));
});

t.test("an accrual belongs to its rule's content: a changed rule starts another", async (t) => {
  const engine = make([byVolume(), commission({ name: 'other' })]);
  buy(engine, '2');
  const change = (commissions: CommissionRule[]) => alter(engine, { group: { commissions } });
  const moved = { ...byVolume(), description: 'moved', min_per: 'deal' } as const;
  change([commission({ name: 'other' }), moved]);
  buy(engine, '1');
  t.equal(blocked(engine), '6.00', 'a rule that is moved and described in other words goes on');
  change([{ ...byVolume(), name: 'renamed' }]);
  buy(engine, '1');
  t.equal(blocked(engine), '8.00', '3 lots at 2.00 stay, 1 lot at 2.00 begins');
  change([]);
  buy(engine, '1');
  t.equal(blocked(engine), '8.00', 'without a rule it stays');
  t.equal(Object.keys(engine.state.ledger.accruals).length, 2);
});

/** A future of which a lot is worth 1 / tick_size. */
const future = (name: string, tick_size: string) =>
  symbol(name, {
    calc_mode: 'futures',
    digits: 2,
    ...IN_DOLLARS,
    tick_size,
    tick_value: '1',
  });

/** What is blocked after a lot of each future, when a turnover beyond the bound costs double. */
const blockedBeyond = (range_to: string, names: readonly string[]): string => {
  const rule = turnover({ range: 'turnover_money' }, [
    { range_to, type: 'per_deal', value: '1' },
    { range_from: range_to, type: 'per_deal', value: '2' },
  ]);
  const engine = new EngineHarness({
    symbols: [future('FUTA', '0.03'), future('FUTB', '0.07')],
    group: { commissions: [rule] },
    balance: '100000',
  });
  for (const name of names) {
    engine.quote(name, '1.00');
    engine.trade({ ...open, symbol: name });
  }
  return blocked(engine);
};

t.test('turnover of futures stays exact where no decimal says it', async (t) => {
  const thrice = ['FUTA', 'FUTA', 'FUTA'];
  t.equal(blockedBeyond('100', thrice), '3.00', 'three times 33 1/3 are 100');
  t.equal(blockedBeyond('99.999999999999', thrice), '6.00');
  const both = ['FUTA', 'FUTB'];
  t.equal(blockedBeyond('47.619047619048', both), '2.00', '33 1/3 and 14 2/7 are 47 13/21');
  t.equal(blockedBeyond('47.619047619047', both), '4.00');
});

/** The day's sums that are not 0, as money. */
const sumsOf = (engine: EngineHarness): Record<string, string> =>
  Object.fromEntries(
    Object.entries(daySums(engine.state.ledger.day_sums))
      .filter(([, amount]) => amount !== 0)
      .map(([name, amount]) => [name, engine.money(amount)]),
  );

t.test('a money operation falls in the column of its action', async (t) => {
  const columns: readonly (readonly [BalanceAction, string, DaySum])[] = [
    ['balance', '5', 'daily_deposits'],
    ['balance', '-5', 'daily_withdrawals'],
    ['charge', '-5', 'daily_charges'],
    ['correction', '5', 'daily_corrections'],
    ['bonus', '5', 'daily_bonuses'],
    ['credit', '5', 'daily_credit'],
    ['swap', '-5', 'daily_swap'],
    ['commission', '-5', 'daily_commission_instant'],
    ['agent', '5', 'daily_agent'],
    ['agent_daily', '5', 'daily_agent'],
    ['agent_monthly', '5', 'daily_agent'],
    ['interest', '5', 'daily_interest'],
    ['dividend', '5', 'daily_dividends'],
    ['dividend_franked', '5', 'daily_dividends'],
    ['tax', '-5', 'daily_taxes'],
    ['so_compensation', '5', 'daily_compensation'],
  ];
  for (const [action, amount, column] of columns) {
    const engine = new EngineHarness({ balance: '1000' });
    engine.deposit(amount, { action });
    t.same(sumsOf(engine), { [column]: `${amount}.00` }, `${action} ${amount}`);
  }
});
