// The outbox: e-mails that wait, and those that were sent or given up, without their texts.

import type { EmailRecord, SentEmailRecord } from '../../wire/accounts/mail.js';
import { copyId } from '../../wire/accounts/mailbox.js';
import type { OutboxPage, OutboxQuery } from '../../wire/desk/queries.js';
import type { OutboxEmail } from '../../wire/rest/accounts/mail.js';
import type { Database, Statement } from '../database/database.js';
import { fencedRead } from './fence.js';

/** The e-mails that fit; those of one sender are found by their index. */
const within = (isOfSender: boolean): string =>
  `FROM outbox WHERE ${isOfSender ? 'sender = @sender' : '@sender = 0'}
   AND (@status = '' OR status = @status) AND (@server_id = 0 OR server_id = @server_id)`;

const statements = (db: Database, isOfSender: boolean) => ({
  page: db
    .prepare(`SELECT id, status ${within(isOfSender)} ORDER BY id DESC LIMIT @limit OFFSET @skip`)
    .raw(),
  count: db.prepare(`SELECT COUNT(*) ${within(isOfSender)}`).pluck(),
});

/** Reads the outbox by one connection. */
export class Outbox {
  readonly #db: Database;
  readonly #all: ReturnType<typeof statements>;
  readonly #own: ReturnType<typeof statements>;
  readonly #record: Statement;

  constructor(db: Database) {
    this.#db = db;
    this.#all = statements(db, false);
    this.#own = statements(db, true);
    this.#record = db.prepare('SELECT record FROM records WHERE kind = ? AND key = ?').pluck();
  }

  /** A page of e-mails, the newest first, and the number of all that fit. */
  page(query: OutboxQuery): OutboxPage {
    const { sender, status = '', server_id = 0, page, limit } = query;
    const fitting = { sender, status, server_id };
    const sql = sender === 0 ? this.#all : this.#own;
    return fencedRead(this.#db, query, { items: [], total: 0 }, () => {
      const found = sql.page.all({ ...fitting, limit, skip: (page - 1) * limit });
      const items = (found as [number, string][]).map((row) => this.#email(...row));
      return { items, total: sql.count.get(fitting) as number };
    });
  }

  #email(id: number, status: string): OutboxEmail {
    const kind = status === 'queued' ? 'email' : 'sent_email';
    const text = this.#record.get(kind, String(id)) as string;
    const record = JSON.parse(text) as EmailRecord & Partial<SentEmailRecord>;
    const { mail = 0, login = 0, to, subject, server_id, attempts, error, created_at } = record;
    return {
      ...{ id, login, to, subject, server_id, attempts, error, created_at },
      mail: mail === 0 ? 0 : copyId(mail, 'sent'),
      status: status as OutboxEmail['status'],
      sent_at: record.sent_at ?? null,
    };
  }
}
