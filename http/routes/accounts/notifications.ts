// Notifications: staff write to accounts, and traders read what was written to theirs.

import { done, refuse } from '../../../wire/base/codes.js';
import {
  NotificationBody,
  NotificationParams,
  NotificationResult,
  NotificationShape,
  rowsOf,
} from '../../../wire/rest/accounts/notifications.js';

import { route } from '../../rest/route.js';
import { readCurrent } from './read-current.js';

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
      const asked = { session: id, login, limit: rowsOf(query.limit) };
      // The list has no place to say that it is not current, so it waits.
      const found = await readCurrent(() => context.query(session, 'notifications.list', asked));
      if (!found.ok) return found;
      const { items, consistency } = found.data;
      return consistency === 'projection_pending'
        ? refuse('timeout', 'The list does not show the newest messages yet; try again.')
        : done([...items]);
    },
  }),
];
