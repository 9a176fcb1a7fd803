// The part of an account record that other threads have copies of.

import type { AccountRecord } from '../accounts/account.js';
import { parseTime } from '../base/time.js';
import type { AccountSwitches } from './config.js';

/** Is the account archived? */
export const isArchived = (record: AccountRecord): boolean => record.archived_at !== null;

/** The switches of an account: name, group and permissions, without profile and credentials. */
export const switchesOf = (record: AccountRecord): AccountSwitches => ({
  login: record.login,
  version: record.version,
  group: record.group,
  name: record.name,
  enabled: record.enabled,
  trading_enabled: record.trading_enabled,
  api_enabled: record.api_enabled,
  leverage_own: record.leverage_own,
  limit_orders: record.limit_orders,
  limit_positions: record.limit_positions,
  agent: record.agent,
  created_at: parseTime(record.created_at),
  archived: isArchived(record),
  hidden: record.hidden,
});
