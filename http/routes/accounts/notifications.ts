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
    rights: ['notifications'],
    body: NotificationBody,
    reply: [NotificationResult],
    handle: ({ caller, body }, context) => context.desk('notifications.send', { caller, body }),
  }),
  route({
    name: 'notifications.list',
    method: 'GET',
    path: '/trader/v1/notifications',
    says: 'Answers the newest notifications of the account, the newest first.',
    query: NotificationParams,
    reply: [NotificationShape],
    handle: async ({ session, query }, context) => {
      const { id, login } = session;
      const limit = rowsOf(query.limit);
      const asked = { session: id, waits_for: 'surely', login, limit } as const;
      const found = await context.query(session, 'notifications.list', asked);
      return found.ok ? done([...found.data.items]) : found;
    },
  }),
];
