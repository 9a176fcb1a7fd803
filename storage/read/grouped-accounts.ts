// The groups of accounts, and which are hidden: they decide which staff reach an account.

import type { GroupedAccount } from '../../wire/accounts/account.js';
import type { Database } from '../database/database.js';

/** Makes a search for accounts; one without a record is not found. */
export const groupedAccounts = (
  db: Database,
): ((logins: readonly number[]) => Map<number, GroupedAccount>) => {
  const find = db
    .prepare(
      `SELECT login, "group", hidden FROM json_each(?) CROSS JOIN accounts ON login = value
       JOIN account_buckets ON account_buckets.id = bucket`,
    )
    .raw();
  return (logins) => {
    const rows = find.all(JSON.stringify(logins)) as [number, string, number][];
    return new Map(rows.map(([login, group, hidden]) => [login, { group, hidden: hidden === 1 }]));
  };
};
