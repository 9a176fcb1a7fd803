// MailFolders: folders by thread, threads, single copies, as their owners see them.

import {
  copyId,
  type MailDraftRecord,
  type MailReader,
  type MailRecord,
  type MailValuesRecord,
  type ShownMail,
  shownDraft,
  shownMail,
  valuesKey,
} from '../../wire/accounts/mailbox.js';
import { blockOf, isInBlock } from '../../wire/base/login-set.js';
import type {
  MailFolderPage,
  MailFolderQuery,
  MailThread,
  MailThreadQuery,
} from '../../wire/desk/queries.js';
import type { Database, Statement } from '../database/database.js';
import { COPY, FOLDER } from '../database/mail-tables.js';
import { fencedRead } from './fence.js';

/** Most messages of a thread that are read at once: the newest. */
const THREAD_MAILS = 1000;
/** Most bytes of the bodies of a page, and about those of a thread. */
const BODIES_BYTES = 4 << 20;

/** A thread of a folder: its newest message, the number of messages, and of unread ones. */
interface ThreadRow {
  readonly thread: number;
  readonly last: number;
  readonly count: number;
  readonly unread: number;
}
/** A copy in a folder. */
interface CopyRow {
  readonly mail: number;
  readonly folder: number;
  readonly state: number;
}

const statements = (db: Database) => ({
  folder: db
    .prepare('SELECT threads, unread FROM mail_folders WHERE login = ? AND folder = ?')
    .raw(),
  thread: db.prepare('SELECT * FROM mail_threads WHERE login = ? AND folder = ? AND thread = ?'),
  // The rows of messages to many take the place of the threads that they belong to.
  threads: db.prepare(
    `SELECT thread, last, count, unread FROM mail_threads
     WHERE login = @login AND folder = @folder
       AND thread NOT IN (SELECT value ->> 'thread' FROM json_each(@many))
     UNION ALL
     SELECT value ->> 'thread', value ->> 'last' AS last, value ->> 'count', value ->> 'unread'
     FROM json_each(@many)
     ORDER BY last DESC LIMIT @limit OFFSET @skip`,
  ),
  blocks: db.prepare('SELECT mail, thread, logins FROM mail_blocks WHERE block = ?').raw(),
  state: db
    .prepare(
      'SELECT state FROM mail_copies WHERE login = ? AND folder = ? AND thread = ? AND mail = ?',
    )
    .pluck(),
  copies: db.prepare(
    `SELECT mail, folder, state FROM mail_copies
     WHERE login = @login AND folder IN (${FOLDER.inbox}, ${FOLDER.sent}) AND thread = @thread
       AND state < ${COPY.deleted}`,
  ),
  drafts: db
    .prepare('SELECT mail FROM mail_drafts WHERE login = ? ORDER BY mail DESC LIMIT ? OFFSET ?')
    .pluck(),
  draftCount: db.prepare('SELECT COUNT(*) FROM mail_drafts WHERE login = ?').pluck(),
  record: db.prepare('SELECT record FROM records WHERE kind = ? AND key = ?').pluck(),
});

/** Rows of a page; from the one on whose body would be too much they come without their bodies. */
const limited = (items: readonly ShownMail[]): ShownMail[] => {
  let bytes = 0;
  return items.map((item) => {
    bytes += Buffer.byteLength(item.body);
    if (bytes <= BODIES_BYTES || item.body === '') return item;
    return { ...item, body: '', body_left_out: true };
  });
};

/** Reads mailboxes by one connection. */
export class MailFolders {
  readonly #db: Database;
  readonly #sql: Readonly<Record<keyof ReturnType<typeof statements>, Statement>>;

  constructor(db: Database) {
    this.#db = db;
    this.#sql = statements(db);
  }

  /** A page of a folder; the numbers count the whole folder, and the unread copies of the inbox. */
  page(query: MailFolderQuery): MailFolderPage {
    const { reader, folder, page, limit } = query;
    const nothing = { items: [], total: 0, unread: 0 };
    return fencedRead(this.#db, query, nothing, () => {
      const { login } = reader;
      const many = this.#many(login);
      const [, unread = 0] = (this.#sql.folder.get(login, FOLDER.inbox) ?? []) as number[];
      const skip = (page - 1) * limit;
      const found =
        folder === 'draft'
          ? this.#drafts(login, limit, skip)
          : this.#threads(reader, folder, folder === 'inbox' ? many : [], limit, skip);
      return { ...found, items: limited(found.items), unread: unread + many.length };
    });
  }

  /** The inbox and sent copies of a thread, from the oldest. */
  thread(query: MailThreadQuery): MailThread {
    const { reader, thread } = query;
    return fencedRead(this.#db, query, { items: [], unread: [] }, () => {
      const { login } = reader;
      const rows = this.#sql.copies.all({ login, thread }) as CopyRow[];
      for (const one of this.#many(login)) {
        if (one.thread !== thread) continue;
        rows.push({ mail: one.mail, folder: FOLDER.inbox, state: COPY.unread });
      }
      rows.sort((a, b) => b.mail - a.mail || a.folder - b.folder);
      const items: ShownMail[] = [];
      let bytes = 0;
      for (const { mail, folder, state } of rows.slice(0, THREAD_MAILS)) {
        const shown = this.#shown(reader, mail, folder, state);
        bytes += Buffer.byteLength(shown.body);
        if (bytes > BODIES_BYTES && items.length > 0) break;
        items.push(shown);
      }
      const unread = rows
        .filter(({ state }) => state === COPY.unread)
        .slice(0, THREAD_MAILS)
        .map(({ mail }) => copyId(mail, 'inbox'));
      return { items: items.reverse(), unread };
    });
  }

  /** The messages to many that a login has neither read nor deleted. */
  #many(login: number): { readonly mail: number; readonly thread: number }[] {
    const found: { mail: number; thread: number }[] = [];
    for (const row of this.#sql.blocks.iterate(blockOf(login))) {
      const [mail, thread, logins] = row as [number, number, Buffer];
      if (!isInBlock(logins, login)) continue;
      if (this.#sql.state.get(login, FOLDER.inbox, thread, mail) === undefined) {
        found.push({ mail, thread });
      }
    }
    return found;
  }

  #threads(
    reader: MailReader,
    name: 'inbox' | 'sent',
    many: readonly { readonly mail: number; readonly thread: number }[],
    limit: number,
    skip: number,
  ) {
    const { login } = reader;
    const folder = FOLDER[name];
    const [threads = 0] = (this.#sql.folder.get(login, folder) ?? []) as number[];
    const rows = new Map<number, ThreadRow>();
    let added = 0;
    for (const { mail, thread } of many) {
      const stored = this.#sql.thread.get(login, folder, thread) as ThreadRow | undefined;
      const known = rows.get(thread) ?? stored;
      if (known === undefined) added += 1;
      const { last = 0, count = 0, unread = 0 } = known ?? {};
      const row = { thread, last: Math.max(last, mail), count: count + 1, unread: unread + 1 };
      rows.set(thread, row);
    }
    const found = this.#sql.threads.all({
      ...{ login, folder, limit, skip },
      many: JSON.stringify([...rows.values()]),
    }) as ThreadRow[];
    const items = found.map(({ last, count, unread }) => {
      const state = unread > 0 ? COPY.unread : COPY.read;
      return { ...this.#shown(reader, last, folder, state), thread_count: count };
    });
    return { items, total: threads + added };
  }

  #drafts(login: number, limit: number, skip: number) {
    const ids = this.#sql.drafts.all(login, limit, skip) as number[];
    const items = ids.map((id) => shownDraft(this.#record<MailDraftRecord>('mail_draft', `${id}`)));
    return { items, total: this.#sql.draftCount.get(login) as number };
  }

  #shown(reader: MailReader, id: number, folder: number, state: number): ShownMail {
    const mail = this.#record<MailRecord>('mail', String(id));
    const name = folder === FOLDER.inbox ? 'inbox' : 'sent';
    const isFilled = mail.is_filled && name === 'inbox';
    const block = mail.to_many ? blockOf(reader.login) : 0;
    const key = valuesKey(id, block);
    const stored = isFilled ? this.#sql.record.get('mail_values', key) : undefined;
    // A message whose only placeholder is the login has no values.
    const values =
      typeof stored === 'string' ? (JSON.parse(stored) as MailValuesRecord) : undefined;
    return shownMail(mail, name, state === COPY.read, reader, values);
  }

  #record<T>(kind: string, key: string): T {
    return JSON.parse(this.#sql.record.get(kind, key) as string) as T;
  }
}
