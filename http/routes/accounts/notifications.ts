// Notifications: staff write to accounts, and traders read what was written to theirs.

import { done } from '../../../wire/base/codes.js';
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
    says: 'Sends a message to accounts, and stores it for their terminals.',
    details:
      '`logins` are logins and ranges `low-high` with commas between, at most 1,000 in all; the ' +
      'rows stand in the order in which they are named, each once. A login that is unknown, or ' +
      'out of reach, has its `code`, and the others get the message. Open terminals get an event ' +
      '`notification`. The journal has one line.',
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
      'The newest 200 of an account can be read. A `limit` below 1 stands for 50, one above 200 ' +
      'for 200. The list has every message that the session was notified of; it waits for that, ' +
      'and answers `timeout` when it takes too long.',
    query: NotificationParams,
    reply: [NotificationShape],
    example: { query: { limit: 20 } },
    handle: async ({ session, query }, context) => {
      const { id, login } = session;
      const limit = rowsOf(query.limit);
      const asked = { session: id, waits_for: 'surely', login, limit } as const;
      const found = await context.query(session, 'notifications.list', asked);
      return found.ok ? done([...found.data.items]) : found;
    },
  }),
];
