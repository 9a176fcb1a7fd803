// The index of internal mail: keeps the tables by which mailboxes are listed.

import type { SentEmailRecord } from '../../wire/accounts/mail.js';
import {
  type MailCopyRecord,
  type MailDraftRecord,
  type MailToRecord,
  mailOf,
} from '../../wire/mail/mailbox.js';
import type { RecordChange } from '../../wire/trading/events.js';
import type { Database } from '../database/database.js';
import { COPY, FOLDER } from '../database/mail-tables.js';

/** An e-mail that waits, or its result. */
type Email = Pick<SentEmailRecord, 'id' | 'server_id'> &
  Partial<Pick<SentEmailRecord, 'sender' | 'status'>>;

type CopyPlace = readonly [login: number, folder: number, thread: number];

const statements = (db: Database) => ({
  state: db
    .prepare(
      'SELECT state FROM mail_copies WHERE login = ? AND folder = ? AND thread = ? AND mail = ?',
    )
    .pluck(),
  put: db.prepare(
    `INSERT INTO mail_copies VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (login, folder, thread, mail) DO UPDATE SET state = excluded.state`,
  ),
  add: db
    .prepare(
      `INSERT INTO mail_threads VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (login, folder, thread) DO UPDATE
       SET last = MAX(last, excluded.last), count = count + excluded.count,
         unread = unread + excluded.unread
       RETURNING count`,
    )
    .pluck(),
  // The newest copy that is left; null = the last copy is gone.
  newest: db
    .prepare(
      `SELECT MAX(mail) FROM mail_copies
       WHERE login = ? AND folder = ? AND thread = ? AND state < ${COPY.deleted}`,
    )
    .pluck(),
  setLast: db.prepare(
    'UPDATE mail_threads SET last = ? WHERE login = ? AND folder = ? AND thread = ?',
  ),
  dropThread: db.prepare('DELETE FROM mail_threads WHERE login = ? AND folder = ? AND thread = ?'),
  count: db.prepare(
    `INSERT INTO mail_folders VALUES (?, ?, ?, ?)
     ON CONFLICT (login, folder) DO UPDATE
     SET threads = threads + excluded.threads, unread = unread + excluded.unread`,
  ),
  set: db.prepare('SELECT first FROM mail_sets WHERE block = ? AND logins = ?').pluck(),
  addSet: db.prepare('INSERT INTO mail_sets VALUES (?, ?, ?)'),
  block: db.prepare('INSERT INTO mail_blocks VALUES (?, ?, ?, ?)'),
  marked: db.prepare('INSERT INTO mail_marked VALUES (?, ?)'),
  email: db.prepare(
    `INSERT INTO outbox VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE
     SET server_id = excluded.server_id, status = excluded.status`,
  ),
  draft: db.prepare('INSERT OR IGNORE INTO mail_drafts VALUES (?, ?)'),
  owner: db
    .prepare("SELECT json_extract(record, '$.login') FROM records WHERE kind = ? AND key = ?")
    .pluck(),
  dropDraft: db.prepare('DELETE FROM mail_drafts WHERE login = ? AND mail = ?'),
});

/** How many copies of a thread a state is: one that is deleted or has no row is none. */
const counted = (state: number | undefined): number =>
  Number(state !== undefined && state !== COPY.deleted);

/** Keeps the tables within the open transaction. */
export class MailTables {
  readonly #sql: ReturnType<typeof statements>;

  constructor(db: Database) {
    this.#sql = statements(db);
  }

  /** Takes a changed record before it is stored; other kinds than mail's are passed over. */
  change({ kind, key, record }: RecordChange): void {
    if (kind === 'mail_to') this.#sent(record as unknown as MailToRecord);
    else if (kind === 'mail_copy') this.#marked(record as unknown as MailCopyRecord);
    else if (kind === 'email' || kind === 'sent_email') this.#email(record as Email | null);
    else if (kind === 'mail_draft') this.#draft(key, record as MailDraftRecord | null);
  }

  #sent({ id, thread, from, logins, blocks }: MailToRecord): void {
    this.#copy([from, FOLDER.sent, thread], id, COPY.read);
    for (const login of logins) this.#copy([login, FOLDER.inbox, thread], id, COPY.unread);
    for (const [block, text] of blocks) {
      const logins = Buffer.from(text, 'base64');
      const known = this.#sql.set.get(block, logins) as number | undefined;
      if (known === undefined) this.#sql.addSet.run(block, logins, id);
      this.#sql.block.run(block, known ?? id, id, thread);
    }
  }

  #marked({ login, id, thread, deleted }: MailCopyRecord): void {
    const { mail, folder } = mailOf(id);
    const place = [login, FOLDER[folder], thread] as const;
    const before = this.#sql.state.get(...place, mail) as number | undefined;
    // Only a copy of a message to many has no row.
    if (before === undefined) this.#sql.marked.run(login, mail);
    this.#copy(place, mail, deleted ? COPY.deleted : COPY.read, before);
  }

  /** Stores a copy; `before` is its stored state, undefined = it had no row. */
  #copy(place: CopyPlace, mail: number, state: number, before?: number): void {
    this.#sql.put.run(...place, mail, state);
    const added = counted(state) - counted(before);
    const unread = Number(state === COPY.unread) - Number(before === COPY.unread);
    if (added === 0 && unread === 0) return;
    const count = this.#sql.add.get(...place, mail, added, unread) as number;
    if (added < 0) this.#removed(place, count);
    const threads = added > 0 ? Number(count === added) : Number(count > 0) - 1;
    const [login, folder] = place;
    if (threads !== 0 || unread !== 0) this.#sql.count.run(login, folder, threads, unread);
  }

  #removed(place: CopyPlace, left: number): void {
    if (left === 0) this.#sql.dropThread.run(...place);
    else this.#sql.setLast.run(this.#sql.newest.get(...place), ...place);
  }

  /** The result of an e-mail that is gone comes with the same event. */
  #email(record: Email | null): void {
    if (record === null) return;
    const { id, sender = 0, server_id, status = 'queued' } = record;
    this.#sql.email.run(id, sender, server_id ?? 0, status);
  }

  #draft(key: string, record: MailDraftRecord | null): void {
    if (record !== null) this.#sql.draft.run(record.login, record.id);
    else this.#sql.dropDraft.run(this.#sql.owner.get('mail_draft', key), Number(key));
  }
}
