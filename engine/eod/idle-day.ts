// Idle accounts: those whose end of day would change nothing but the day itself.

import { accountLeverage } from '../../wire/accounts/account.js';
import { isStaffGroup, isTechnicalGroup } from '../../wire/accounts/group-kinds.js';
import { MONEY_MAX } from '../../wire/base/amounts.js';
import { parseScaledBig, RATE_SCALE } from '../../wire/base/scale.js';
import type { AccountSwitches } from '../../wire/settings/config.js';
import type { IdleRow } from '../../wire/trading/idle-day.js';
import type { Ledger } from '../../wire/trading/records.js';
import type { EngineSettings } from '../settings/settings.js';

/** An account without positions, orders and waiting requests: no price concerns it. */
export interface StillAccount {
  readonly switches: Pick<
    AccountSwitches,
    'version' | 'group' | 'leverage_own' | 'created_at' | 'archived'
  >;
  readonly ledger: Ledger;
}

const isEmpty = (value: object): boolean => {
  for (const _ in value) return false;
  return true;
};

/** Has the account the money of the end of the day before, and nothing else to be ended? */
const isUnchanged = ({ ledger }: StillAccount): boolean =>
  ledger.balance === ledger.balance_prev_day &&
  ledger.balance + ledger.credit === ledger.equity_prev_day &&
  Math.abs(ledger.balance) + Math.abs(ledger.credit) <= MONEY_MAX &&
  ledger.so_state === 'none' &&
  ledger.commission_blocked === 0 &&
  ledger.profit_blocked === 0 &&
  ledger.interest_accrued === 0n &&
  ledger.day_sums.every((sum) => sum === 0) &&
  isEmpty(ledger.accruals);

/**
 * The row of an account whose end of day would change nothing: null = it has none, undefined = the
 * day has to be ended by an event of its own. The account must have had a row of its present
 * switches for the day that ended last, or none for both days (trading-rules §5.2.10).
 */
export const idleRowOf = (
  account: StillAccount,
  settings: EngineSettings,
): IdleRow | null | undefined => {
  if (!isUnchanged(account)) return undefined;
  const { switches, ledger } = account;
  const { balance, equity_prev_day: equity } = ledger;
  const record = settings.group(switches.group)?.record;
  if (record === undefined || record.currency_digits !== ledger.currency_digits) return undefined;
  if (balance > 0 && parseScaledBig(record.interest_rate, RATE_SCALE) !== 0n) return undefined;
  const { path: group, company, currency, currency_digits } = record;
  if (isStaffGroup(group) || isTechnicalGroup(group)) {
    return ledger.day_version === 0 && ledger.day_ended > 0 ? null : undefined;
  }
  if (ledger.day_version === 0 || ledger.day_version !== switches.version) return undefined;
  const leverage = accountLeverage(switches, record);
  const is_flat = ledger.balance_prev_month === balance && ledger.equity_prev_month === equity;
  return { group, company, currency, currency_digits, leverage, is_flat };
};
