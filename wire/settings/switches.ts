// The part of an account record that other threads have copies of.

import type { AccountRecord } from '../accounts/account.js';
import { isStaffGroup } from '../accounts/group-kinds.js';
import { parseTime } from '../base/time.js';
import type { DeskEvent } from '../trading/events.js';
import type { AccountSwitches } from './config.js';

/** Is the account archived? */
export const isArchived = (record: AccountRecord): boolean => record.archived_at !== null;

/** Does a licence count the account: is it outside staff groups and not archived? */
export const isCountedAccount = (record: AccountRecord): boolean =>
  !isStaffGroup(record.group) && !isArchived(record);

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

/** A deleted account, at its last version. */
interface DeletedAccount {
  readonly login: number;
  readonly version: number;
  readonly deleted: true;
}

/** The news of an account for other threads: its switches, or its deletion. */
export type AccountNews = AccountSwitches | DeletedAccount;

/** Was the account deleted? */
export const isDeleted = (news: AccountNews): news is DeletedAccount => 'deleted' in news;

/** The accounts that an event of the desk changes, in its order. */
export const accountNews = ({ changes }: Pick<DeskEvent, 'changes'>): AccountNews[] => {
  const news: AccountNews[] = [];
  for (const { kind, key, version, record } of changes) {
    if (kind !== 'account') continue;
    if (record === null) news.push({ login: Number(key), version, deleted: true });
    else news.push(switchesOf(record as unknown as AccountRecord));
  }
  return news;
};
