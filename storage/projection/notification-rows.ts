// Notifications: a row for each recipient, of the newest ones of each login.

import { NOTIFICATIONS_KEPT, type NotificationRecord } from '../../wire/accounts/notification.js';
import type { RecordChange } from '../../wire/trading/events.js';
import type { Database, Statement } from '../database/database.js';

/** Stores the rows within the open transaction. */
export class NotificationRows {
  readonly #newest: Statement;
  readonly #add: Statement;
  readonly #drop: Statement;

  constructor(db: Database) {
    this.#newest = db
      .prepare('SELECT place FROM notifications WHERE login = ? ORDER BY place DESC LIMIT 1')
      .pluck();
    this.#add = db.prepare('INSERT INTO notifications VALUES (?, ?, ?)');
    this.#drop = db.prepare('DELETE FROM notifications WHERE login = ? AND place = ?');
  }

  /** Takes a new notification; other kinds of records are passed over. */
  change({ kind, record }: RecordChange): void {
    if (kind !== 'notification') return;
    const { id, to } = record as unknown as NotificationRecord;
    for (const { logins } of to) {
      for (const login of logins) {
        const place = ((this.#newest.get(login) as number | undefined) ?? 0) + 1;
        this.#add.run(login, place, id);
        this.#drop.run(login, place - NOTIFICATIONS_KEPT);
      }
    }
  }
}
