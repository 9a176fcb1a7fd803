// Notifications: a record for each message, whatever number of accounts it is for.

import type { NotificationRecord } from '../../../../wire/accounts/notification.js';
import { IN_DATABASE, type RecordType } from '../../store/record-type.js';

/** The record type of notifications, which grow without limit. */
export const NOTIFICATION: RecordType<NotificationRecord> = {
  ...IN_DATABASE,
  idsTo: Number.MAX_SAFE_INTEGER,
  key: (record) => String(record.id),
  messages: ({ to, ...shared }) =>
    to.map(({ company, logins }) => ({
      event: 'notification',
      to: logins,
      data: JSON.stringify({ company, ...shared }),
    })),
};
