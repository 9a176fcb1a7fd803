// MailFolders: the rows of folders by thread, and of threads, as their owners see them.

import type {
  MailFolderPage,
  MailFolderQuery,
  MailRow,
  MailThread,
  MailThreadQuery,
} from '../../wire/queries/mail-queries.js';
import { atMost, type Database, type Statement } from '../database/database.js';
import { COPY, FOLDER } from '../database/mail-tables.js';
import { type FoundMails, ManyMails, NO_MAIL } from './many-mails.js';
import { fencedRead } from './rows/fenced-read.js';

/** A thread of a folder: its newest message, the number of messages, and of unread ones. */
interface ThreadRow {
  readonly thread: number;
  readonly last: number;
  readonly count: number;
  readonly unread: number;
}
/** A thread, its newest message, and its row if it is not only stored. */
type ThreadPlace = readonly [thread: number, last: number, row?: ThreadRow];
/** Threads with messages to many. */
interface JoinedThreads {
  /** Threads with other messages, too. */
  readonly rows: ReadonlyMap<number, ThreadRow>;
  /** Threads of a single message, in ascending order: mostly all. */
  readonly single: readonly number[];
  /** Threads that have a row which lacks the messages to many. */
  readonly replaced: readonly number[];
}
/** A copy in a folder. */
interface CopyRow {
  readonly mail: number;
  readonly folder: number;
  readonly state: number;
}

/**
 * Threads of a folder by their newest message. The index has all that it reads, so that a late page
 * takes little.
 */
const pageOf = (db: Database, way: 'ASC' | 'DESC', condition = ''): Statement =>
  db
    .prepare(
      `SELECT thread, last FROM mail_threads INDEXED BY mail_threads_last
       WHERE login = @login AND folder = @folder ${condition}
       ORDER BY last ${way} ${atMost('@rows')} OFFSET @skip`,
    )
    .raw();

/** All but those that are given; to pass over a row takes three times as long with it. */
const OTHERS = 'AND thread NOT IN (SELECT value FROM json_each(@replaced))';

const statements = (db: Database) => ({
  folder: db
    .prepare('SELECT threads, unread FROM mail_folders WHERE login = ? AND folder = ?')
    .raw(),
  thread: db.prepare('SELECT * FROM mail_threads WHERE login = ? AND folder = ? AND thread = ?'),
  allThreads: db.prepare(
    'SELECT thread, last, count, unread FROM mail_threads WHERE login = ? AND folder = ?',
  ),
  knownThreads: db.prepare(
    `SELECT thread, last, count, unread FROM json_each(@threads) CROSS JOIN mail_threads
     WHERE login = @login AND folder = @folder AND thread = value`,
  ),
  newest: pageOf(db, 'DESC'),
  oldest: pageOf(db, 'ASC'),
  newestOthers: pageOf(db, 'DESC', OTHERS),
  oldestOthers: pageOf(db, 'ASC', OTHERS),
  copies: db.prepare(
    `SELECT mail, folder, state FROM mail_copies
     WHERE login = @login AND folder IN (${FOLDER.inbox}, ${FOLDER.sent}) AND thread = @thread
       AND state < ${COPY.deleted}`,
  ),
  drafts: db
    .prepare(
      `SELECT mail FROM mail_drafts WHERE login = ? ORDER BY mail DESC ${atMost('?')} OFFSET ?`,
    )
    .pluck(),
  draftCount: db.prepare('SELECT COUNT(*) FROM mail_drafts WHERE login = ?').pluck(),
});

/** The order of a thread: the oldest message first, and of a message to oneself the sent copy. */
const byNumber = (a: MailRow, b: MailRow): number =>
  a.mail - b.mail || Number(a.folder === 'inbox') - Number(b.folder === 'inbox');

/** A thread of one message that is unread. */
const singleRow = (thread: number): ThreadRow => ({ thread, last: thread, count: 1, unread: 1 });

/** Makes a search for the numbers of a login's drafts, as far as events are projected. */
export const draftsOf = (db: Database): ((login: number) => readonly number[]) => {
  const find = db.prepare('SELECT mail FROM mail_drafts WHERE login = ?').pluck();
  return (login) => find.all(login) as number[];
};

/** Reads mailboxes by one connection. */
export class MailFolders {
  readonly #sql: Readonly<Record<keyof ReturnType<typeof statements>, Statement>>;
  readonly #many: ManyMails;

  constructor(private readonly db: Database) {
    this.#sql = statements(db);
    this.#many = new ManyMails(db);
  }

  /** A page of a folder; the numbers count the whole folder, and the unread copies of the inbox. */
  page(query: MailFolderQuery): MailFolderPage {
    const { reader, folder, page, limit } = query;
    const nothing = { rows: [], total: 0, unread: 0 };
    return fencedRead(this.db, query, nothing, () => {
      const { login } = reader;
      const many = this.#many.of(login, 0);
      const [, unread = 0] = (this.#sql.folder.get(login, FOLDER.inbox) ?? []) as number[];
      const skip = (page - 1) * limit;
      const found =
        folder === 'draft'
          ? this.#drafts(login, limit, skip)
          : this.#threads(login, folder, folder === 'inbox' ? many : NO_MAIL, limit, skip);
      return { ...found, unread: unread + many.begun.length + many.answers.length };
    });
  }

  /** The inbox and sent copies of a thread, from the oldest. */
  thread(query: MailThreadQuery): MailThread {
    const { reader, thread } = query;
    return fencedRead(this.db, query, { rows: [] }, () => {
      const { login } = reader;
      const rows = (this.#sql.copies.all({ login, thread }) as CopyRow[]).map(
        ({ mail, folder, state }): MailRow => ({
          mail,
          folder: folder === FOLDER.inbox ? 'inbox' : 'sent',
          read: state !== COPY.unread,
        }),
      );
      const { begun, answers } = this.#many.of(login, thread);
      for (const mail of [...begun, ...answers.map(([mail]) => mail)]) {
        rows.push({ mail, folder: 'inbox', read: false });
      }
      return { rows: rows.sort(byNumber) };
    });
  }

  /** A page of threads, from the newest. */
  #threads(login: number, name: 'inbox' | 'sent', many: FoundMails, limit: number, skip: number) {
    const folder = FOLDER[name];
    const [threads = 0] = (this.#sql.folder.get(login, folder) ?? []) as number[];
    const joined = this.#joined(login, folder, threads, many);
    const total = threads - joined.replaced.length + joined.rows.size + joined.single.length;
    const found = this.#page({ login, folder, limit, skip, total }, joined);
    const rows = found.map(([thread, mail, row]): MailRow => {
      const { count, unread } = row ?? (this.#sql.thread.get(login, folder, thread) as ThreadRow);
      return { mail, folder: name, read: unread === 0, thread_count: count };
    });
    return { rows, total };
  }

  /** The threads of messages to many, joined with the stored rows of some of them. */
  #joined(
    login: number,
    folder: number,
    threads: number,
    { begun, answers }: FoundMails,
  ): JoinedThreads {
    const rows = new Map<number, ThreadRow>();
    const wanted = new Set([...begun, ...answers.map(([, thread]) => thread)]);
    for (const row of this.#known(login, folder, threads, wanted)) rows.set(row.thread, row);
    const replaced = [...rows.keys()];
    const add = (mail: number, thread: number): void => {
      const { last = 0, count = 0, unread = 0 } = rows.get(thread) ?? {};
      const row = { thread, last: Math.max(last, mail), count: count + 1, unread: unread + 1 };
      rows.set(thread, row);
    };
    for (const answer of answers) add(...answer);
    if (rows.size === 0) return { rows, single: begun, replaced };
    for (const mail of begun) if (rows.has(mail)) add(mail, mail);
    return { rows, single: begun.filter((mail) => !rows.has(mail)), replaced };
  }

  /** The stored rows of threads; a folder with no more rows than threads is read whole. */
  #known(login: number, folder: number, stored: number, threads: ReadonlySet<number>): ThreadRow[] {
    if (stored === 0 || threads.size === 0) return [];
    if (stored > threads.size) {
      const list = JSON.stringify([...threads]);
      return this.#sql.knownThreads.all({ login, folder, threads: list }) as ThreadRow[];
    }
    const rows = this.#sql.allThreads.all(login, folder) as ThreadRow[];
    return rows.filter(({ thread }) => threads.has(thread));
  }

  /**
   * The threads of a page, read from the nearer end of the folder. Threads of many lie between
   * the stored threads: whatever their number, the page has no other stored threads than these.
   */
  #page(
    place: {
      readonly login: number;
      readonly folder: number;
      readonly limit: number;
      readonly skip: number;
      readonly total: number;
    },
    { rows, single, replaced }: JoinedThreads,
  ): ThreadPlace[] {
    const { login, folder, limit, skip, total } = place;
    const count = Math.min(limit, total - skip);
    if (count <= 0) return [];
    const behind = total - skip - count;
    const isNewest = skip <= behind;
    const before = isNewest ? skip : behind;
    const passed = Math.max(0, before - rows.size - single.length);
    const asked = { login, folder, skip: passed, rows: before - passed + count };
    const end = isNewest ? 'newest' : 'oldest';
    const stored = (
      replaced.length === 0
        ? this.#sql[end].all(asked)
        : this.#sql[`${end}Others`].all({ ...asked, replaced: JSON.stringify(replaced) })
    ) as ThreadPlace[];
    const most = before + count;
    const near = isNewest ? single.slice(-most) : single.slice(0, most);
    const all: ThreadPlace[] = [
      ...stored,
      ...Array.from(rows.values(), (row) => [row.thread, row.last, row] as const),
      ...near.map((thread) => [thread, thread, singleRow(thread)] as const),
    ];
    const way = isNewest ? -1 : 1;
    all.sort(([, a], [, b]) => way * (a - b));
    const found = all.slice(before - passed, before - passed + count);
    return isNewest ? found : found.reverse();
  }

  #drafts(login: number, limit: number, skip: number) {
    const ids = this.#sql.drafts.all(login, limit, skip) as number[];
    const rows = ids.map((mail): MailRow => ({ mail, folder: 'draft', read: true }));
    return { rows, total: this.#sql.draftCount.get(login) as number };
  }
}
