// Which accounts are idle at the end of a day: each condition by itself.

import t from 'tap';
import { compileSettings } from '../../../engine/engine.js';
import { idleRowOf } from '../../../engine/eod/idle-day.js';
import { emptyRow } from '../../../wire/base/field-table.js';
import { NO_SETTINGS } from '../../../wire/settings/config.js';
import { LEDGER, type Ledger } from '../../../wire/trading/records.js';
import { accountSwitches, group } from '../../support/engine-harness.js';

const PATHS = ['real\\std', 'real\\rate', 'real\\technical', 'managers\\desk'] as const;
const SETTINGS = compileSettings({
  ...NO_SETTINGS,
  group: PATHS.map((path) =>
    group({ path, company: 'Acme', interest_rate: path === 'real\\rate' ? '-0.5' : '0' }),
  ),
});

const LEDGER_OF_BEFORE: Ledger = {
  ...emptyRow(LEDGER),
  login: 1001,
  currency_digits: 2,
  balance: 5_000,
  credit: 100,
  balance_prev_day: 5_000,
  equity_prev_day: 5_100,
  balance_prev_month: 5_000,
  equity_prev_month: 5_100,
  account_seq: 3,
  day_ended: 20_000,
  day_version: 1,
};

const rowOf = (ledger: Partial<Ledger> = {}, path: string = PATHS[0], more: object = {}) =>
  idleRowOf(
    {
      switches: accountSwitches(1001, { group: path, ...more }),
      ledger: { ...LEDGER_OF_BEFORE, ...ledger },
    },
    SETTINGS,
  );

t.test('an account with the money of the day before is idle', async (t) => {
  const record = SETTINGS.group(PATHS[0])?.record;
  const common = { group: PATHS[0], company: 'Acme', currency: 'USD', currency_digits: 2 };
  const row = { ...common, leverage: record?.leverage_default, is_flat: true };
  t.same(rowOf(), row);
  t.same(rowOf({ day_sums: [0, 0, 0] }), row, 'deals without amounts are in no sum');
  t.same(rowOf({ account_seq: 9, cancel_on_disconnect: { session: 5 } }), row);
  t.same(rowOf({}, PATHS[0], { leverage_own: 30 }), { ...row, leverage: 30 });
  const month = { balance_prev_month: 4_000, equity_prev_month: 4_000 };
  t.same(rowOf(month), { ...row, is_flat: false }, 'it was paid to in this month');
  t.same(rowOf({ equity_prev_month: 5_000 }), { ...row, is_flat: false });
});

t.test('an account of which anything would change is not', async (t) => {
  const changes: readonly Partial<Ledger>[] = [
    { balance: 5_001 },
    { balance: 5_001, credit: 99 },
    { credit: 101 },
    { credit: 2 ** 52, equity_prev_day: 2 ** 52 + 5_000 },
    { day_sums: [0, 0, 500, -500] },
    { commission_blocked: 1 },
    { accruals: { rule: 0 } },
    { profit_blocked: 1 },
    { interest_accrued: 1n },
    { so_state: 'margin_call' },
    { so_state: 'stop_out' },
    { currency_digits: 3 },
    { day_version: 0 },
    { day_version: 2 },
  ];
  for (const change of changes) t.equal(rowOf(change), undefined, Object.keys(change).join());
  t.equal(rowOf({}, PATHS[0], { version: 2 }), undefined, 'its name may be another');
  t.equal(rowOf({}, 'real\\gone'), undefined);
});

t.test('an account that earns or pays interest is not, one without a balance is', async (t) => {
  t.equal(rowOf({}, 'real\\rate'), undefined);
  const without = { balance: 0, balance_prev_day: 0, equity_prev_day: 100 };
  t.match(rowOf(without, 'real\\rate'), { is_flat: false });
});

t.test('accounts without daily rows are idle without one', async (t) => {
  for (const path of PATHS.slice(2)) {
    t.equal(rowOf({ day_version: 0 }, path), null);
    t.equal(rowOf({ day_version: 1 }, path), undefined, 'it had a row in another group');
    t.equal(rowOf({ day_version: 0, day_ended: 0 }, path), undefined, 'no day has ended yet');
  }
});
