// The number of trading accounts, as licences count them.

import { isStaffGroup } from '../../wire/accounts/group-kinds.js';
import type { Database } from '../database/database.js';

/**
 * Makes a count of the accounts outside staff groups that are not archived. Archived accounts are
 * disabled, so that only the records of disabled ones are read: a second for some 300,000 of them.
 */
export const tradingAccounts = (db: Database): (() => number) => {
  const buckets = db.prepare('SELECT id, "group", count FROM account_buckets').raw();
  const archived = db
    .prepare(
      `SELECT COUNT(*) FROM accounts CROSS JOIN records
         ON records.kind = 'account' AND records.key = CAST(login AS TEXT)
       WHERE bucket = ? AND enabled = 0 AND record ->> '$.archived_at' IS NOT NULL`,
    )
    .pluck();
  return () => {
    let total = 0;
    for (const [id, group, count] of buckets.all() as [number, string, number][]) {
      if (!isStaffGroup(group) && count > 0) total += count - (archived.get(id) as number);
    }
    return total;
  };
};
