// Groups over REST, with their symbol rows and commission rules.

import { Type } from '@sinclair/typebox';
import { Id, Words } from '../../base/schema.js';
import { Int } from '../../base/setting-fields.js';
import { section } from '../../fields/words.js';
import { GroupRecord } from '../../settings/groups.js';
import { setting } from '../../settings/setting.js';

const identity = section('Identity');

/** The status of a group: may its accounts connect, and trade? */
const GROUP_STATUS = ['active', 'no_trading', 'no_connection'] as const;

/** The API form of groups. */
export const GROUPS = setting({
  kind: 'group',
  // A user who deals for clients sees the terms of their groups.
  read: ['config.groups', 'trades.edit'],
  write: 'config.groups',
  record: GroupRecord,
  taken: {
    currency_digits: Type.Optional(Int(0, 8)),
  },
  added: {
    id: Id(),
    status: identity(
      'Status',
      'May accounts of the group trade, only connect, or neither?',
      Words(GROUP_STATUS),
    ),
  },
  times: true,
});
