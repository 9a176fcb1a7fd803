// The sums of a trading day, kept by every deal.

import t from 'tap';
import { daySums } from '../../engine/day-sums.js';
import type { BalanceAction } from '../../wire/commands.js';
import type { DaySum } from '../../wire/daily.js';
import { commission, EngineHarness } from '../support/engine-harness.js';

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

t.test('a trade falls into profit, swap, commission and fee', async (t) => {
  const engine = new EngineHarness({
    group: {
      commissions: [
        commission({}, { value: '3.5' }),
        commission({ kind: 'fee' }, { value: '0.4' }),
      ],
    },
    quotes: { EURUSD: ['1.10245'] },
    balance: '10000',
    held: [{ id: 1, price_open: '1.10000', swap: '-7.20' }],
  });
  engine.trade({ kind: 'close', position_id: 1 });
  t.same(sumsOf(engine), {
    daily_profit: '245.00',
    daily_swap: '-7.20',
    daily_commission_instant: '-3.50',
    daily_fee: '-0.40',
  });
  engine.trade({ kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '1' });
  t.equal(sumsOf(engine).daily_commission_instant, '-7.00');
});

t.test('a compensation of credit belongs to the credit', async (t) => {
  const engine = new EngineHarness({
    group: { so_compensation: true, so_compensation_credit: true },
    balance: '500',
    credit: '50',
    held: [{ price_open: '1.10000' }],
  });
  engine.tick('EURUSD', '1.09000');
  t.same(sumsOf(engine), {
    daily_profit: '-1000.00',
    daily_compensation: '500.00',
    daily_credit: '-50.00',
  });
});
