// The period of a demo account: from what it counts, and when it ends.

import type { AccountRecord } from '../../../wire/accounts/account.js';
import { demoEnd } from '../../../wire/settings/servers.js';
import type { RecordReader } from '../store/record-type.js';
import { tradeSettings } from './servers.js';

type Aged = Pick<AccountRecord, 'login' | 'group' | 'created_at'>;

/** The latest connection of an account, its opening if there was none; ms since 1970. */
export const lastConnection = (reader: RecordReader, { login, created_at }: Aged): number => {
  const access = reader.get('access', String(login))?.record;
  const opened = Date.parse(created_at);
  return access === undefined ? opened : Math.max(opened, Date.parse(access.at));
};

/** The end of an account's period by the policy of the platform; infinity = it has none. */
export const demoEndOf = (reader: RecordReader, account: Aged): number =>
  demoEnd(tradeSettings(reader).demo, {
    group: account.group,
    opened: Date.parse(account.created_at),
    connected: lastConnection(reader, account),
  });
