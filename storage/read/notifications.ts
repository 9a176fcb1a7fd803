// Notifications of one account, newest first.

import type { NotificationRecord } from '../../wire/accounts/notification.js';
import type { Queries } from '../../wire/queries/queries.js';
import type { Notification } from '../../wire/rest/accounts/notifications.js';
import { atMost, type Database, type Statement } from '../database/database.js';
import { fencedRead } from './rows/fenced-read.js';

/** The notification as one of its recipients sees it. */
const shownTo = (login: number, { to, ...shared }: NotificationRecord): Notification => {
  const company = to.find(({ logins }) => logins.includes(login))?.company ?? '';
  return { ...shared, company, login };
};

/** Reads the list by one connection. */
export class NotificationList {
  readonly #records: Statement;

  constructor(private readonly db: Database) {
    this.#records = db
      .prepare(
        `SELECT record FROM notifications
         JOIN records ON kind = 'notification' AND key = CAST(notifications.id AS TEXT)
         WHERE login = ? ORDER BY place DESC ${atMost('?')}`,
      )
      .pluck();
  }

  newest(query: Queries['notifications.list']['input']): Queries['notifications.list']['output'] {
    const { login, limit } = query;
    return fencedRead(this.db, query, { items: [] }, () => {
      const records = this.#records.all(login, limit) as string[];
      return { items: records.map((one) => shownTo(login, JSON.parse(one) as NotificationRecord)) };
    });
  }
}
