// Notifications: staff write to accounts, and traders read what was written to theirs.

import { ok } from '../../../wire/base/codes.js';
import {
  NotificationBody,
  NotificationParams,
  NotificationResult,
  NotificationShape,
  rowsOf,
} from '../../../wire/rest/accounts/notifications.js';

import { route } from '../../rest/route.js';

export const notifications = [
  route({
    name: 'notifications.send',
    method: 'POST',
    path: '/admin/v1/notifications',
    says: 'Sends a message to accounts, and stores the message for their terminals.',
    details:
      '`logins` are logins and ranges `low-high` with commas between, at most 1,000 in ' +
      'all; the answer has one row for each login, in the order of `logins`. An unknown or ' +
      'hidden login has a `code` in its row, and the other logins get the message. Open ' +
      'terminals get an event `notification`. The journal has one line.',
    rights: ['notifications'],
    body: NotificationBody,
    reply: [NotificationResult],
    example: { body: { logins: '1001, 1005-1010', message: 'Markets close early today.' } },
    handle: ({ caller, body }, context) => context.desk('notifications.send', { caller, body }),
  }),
  route({
    name: 'notifications.list',
    method: 'GET',
    path: '/trader/v1/notifications',
    says: 'Answers the newest notifications of the account, the newest first.',
    details:
      'The newest 200 of an account can be read. A `limit` below 1 counts as 50, a `limit` ' +
      'above 200 as 200. The list has every message that the session was notified of: the ' +
      'server waits for the newest message, and answers `timeout` when the wait takes too ' +
      'long.',
    query: NotificationParams,
    reply: [NotificationShape],
    example: { query: { limit: 20 } },
    handle: async ({ session, query }, context) => {
      const { id, login } = session;
      const limit = rowsOf(query.limit);
      const asked = { session: id, waits_for: 'surely', login, limit } as const;
      const found = await context.query(session, 'notifications.list', asked);
      return found.ok ? ok([...found.data.items]) : found;
    },
  }),
];
