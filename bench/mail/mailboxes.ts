// Mailboxes of a platform with many accounts, written as events into its log and database.
//
// Staff login 1 has a thread from every tenth account, a few of them long, and writes to logins and
// to groups. Messages to groups lie between the others.

import { randomUUID } from 'node:crypto';
import { seededRandom } from '../../actors/drill/seeded-random.js';
import { type Database, openDatabase } from '../../storage/database/database.js';
import { blockOf, loginSetOf, storedLogins } from '../../wire/base/login-set.js';
import { MailValueBlocks, type MailValuesRecord, valuesKey } from '../../wire/mail/mail-values.js';
import type { MailRecord, MailToRecord } from '../../wire/mail/mailbox.js';
import type { RecordChange } from '../../wire/trading/events.js';
import { changing, type Filling, type Platform } from '../desk/platform.js';
import { spent } from '../measure/processor.js';

export const STAFF = 1;
/** Single copies of each account, on average. */
const COPIES_OF_ACCOUNT = 5;
/** Of so many accounts one has written to staff. */
const WRITERS = 10;
/** Threads that are long, and the number of their messages. */
const LONG_THREADS = 20;
const LONG_MESSAGES = 200;
const LOGINS_OF_MESSAGE = 100;
const GROUP_MAILS = 1_000;
/** The newest of them greet by name. */
const NAMED_MAILS = 20;
/** Messages to groups whose recipients are written as a row each, to compare. */
const ROW_MAILS = 10;
const BODY =
  'The market is closed on Friday. Orders that wait stay, and swaps are tripled. '.repeat(6);

/** The groups that messages to many go to: their mask, and the logins of their accounts. */
export interface ManyRecipients {
  readonly mask: string;
  readonly logins: readonly number[];
}

/** The written mail. */
export interface WrittenMail {
  readonly recipients: ManyRecipients;
  readonly group_mails: number;
  readonly single_copies: number;
  /** Logins that wrote to staff, and threads of staff that are long. */
  readonly writers: number;
  readonly longThreads: readonly number[];
  /** Bytes of the database that a recipient of a message to groups takes, and as rows. */
  readonly bytes_a_recipient: number;
  readonly row_bytes_a_recipient: number;
  /** Processor time of the projection and the log for a single copy, in µs. */
  readonly copy_us: number;
}

/** The largest groups that together have no more than so many accounts. */
const manyRecipients = (
  { groups, groupOf, firstLogin }: Pick<Platform, 'groups' | 'groupOf' | 'firstLogin'>,
  most: number,
): ManyRecipients => {
  const counts = groups.map((path, place) => ({ path, place, count: 0 }));
  for (const place of groupOf) (counts[place] as { count: number }).count += 1;
  const chosen = new Map<number, string>();
  let left = most;
  for (const { path, place, count } of counts.sort((a, b) => b.count - a.count)) {
    if (count === 0 || count > left) continue;
    left -= count;
    chosen.set(place, path);
  }
  const logins: number[] = [];
  for (const [n, place] of groupOf.entries()) if (chosen.has(place)) logins.push(firstLogin + n);
  return { mask: [...chosen.values()].join(','), logins };
};

const namesOf = (logins: readonly number[]): Sending['values'] => {
  const values = new MailValueBlocks();
  for (const login of logins) {
    values.add(blockOf(login), login, ['desk\\g', 'USD', 'Demo'], `Client of login ${login}`);
  }
  return values.all();
};

const PAGES = 'SELECT page_count - (SELECT freelist_count FROM pragma_freelist_count)';

/** Bytes of a database that are in use. */
export const bytesOf = (db: Database): number =>
  (db.prepare(`${PAGES} FROM pragma_page_count`).pluck().get() as number) *
  (db.pragma('page_size', { simple: true }) as number);

/** The bytes that each recipient takes as a row, in a table that has nothing else. */
const rowBytes = (path: string, logins: readonly number[]): number => {
  const table = `CREATE TABLE copies (
    login INTEGER NOT NULL, folder INTEGER NOT NULL, thread INTEGER NOT NULL,
    mail INTEGER NOT NULL, state INTEGER NOT NULL,
    PRIMARY KEY (login, folder, thread, mail)
  ) STRICT, WITHOUT ROWID`;
  const db = openDatabase(path, [table], { pageBytes: 8192, unshared: true });
  try {
    const before = bytesOf(db);
    const put = db.prepare('INSERT INTO copies VALUES (?, 0, ?, ?, 0)');
    db.transaction(() => {
      for (let mail = 1; mail <= ROW_MAILS; mail += 1) {
        for (const login of logins) put.run(login, mail, mail);
      }
    })();
    return (bytesOf(db) - before) / (ROW_MAILS * logins.length);
  } finally {
    db.close();
  }
};

/** Where a message goes. */
interface Sending {
  readonly from: number;
  /** The thread that it joins; 0 = it begins one. */
  readonly thread: number;
  readonly logins: readonly number[];
  readonly blocks?: MailToRecord['blocks'];
  readonly values?: readonly Omit<MailValuesRecord, 'id'>[];
}

/** Writes messages; numbers count up from 1. */
class MailWriter {
  #last = 0;
  copies = 0;

  constructor(private readonly filling: Filling) {}

  #add(changes: readonly RecordChange[]): void {
    this.filling.filler.add(changing(this.filling.template, ...changes));
  }

  /** Sends a message; returns its number. */
  send({ from, thread, logins, blocks = [], values = [] }: Sending): number {
    this.#last += 1;
    const id = this.#last;
    const key = String(id);
    const is_filled = values.length > 0;
    const name = from === STAFF ? 'Support' : `Trader ${from}`;
    const mail: MailRecord = {
      id,
      message_id: randomUUID(),
      thread: thread || id,
      from,
      from_name: name,
      from_mailbox: name,
      by_trader: from !== STAFF,
      recipients: logins.length > 1 ? `${logins.length} logins` : logins.join(),
      recipient_logins: logins.length > 1 ? `${logins.length} logins` : logins.join(),
      subject: is_filled ? 'News for {{name}}' : `News ${id}`,
      body: BODY,
      files: [],
      created_at: new Date(this.filling.template.opened.time).toISOString(),
      to_many: blocks.length > 0,
      is_filled,
    };
    const to: MailToRecord = { id, thread: mail.thread, from, logins, blocks };
    const changeOf = (kind: string, record: object, at = key): RecordChange => ({
      kind,
      key: at,
      version: 1,
      record: record as RecordChange['record'],
    });
    for (const one of values) {
      this.#add([changeOf('mail_values', { id, ...one }, valuesKey(id, one.block))]);
    }
    this.#add([changeOf('mail', mail), changeOf('mail_to', to)]);
    this.copies += 1 + logins.length;
    return id;
  }

  /** Staff write to all of the groups. */
  sendToMany(blocks: MailToRecord['blocks'], values: Sending['values'] = []): void {
    this.send({ from: STAFF, thread: 0, logins: [], blocks, values });
  }

  /** The server goes on with the numbers from here. */
  end(): void {
    const name = 'id.mail';
    const record = { name, next: this.#last + 1 };
    this.#add([{ kind: 'sequence', key: name, version: 1, record }]);
  }
}

/** Writes the mail of a platform; `rows` is where a database of rows is made, to compare. */
export const writeMail = (
  filling: Filling,
  platform: Pick<Platform, 'groups' | 'groupOf' | 'firstLogin'>,
  rows: string,
): WrittenMail => {
  const { filler, db } = filling;
  const { firstLogin, groupOf } = platform;
  const accounts = groupOf.length;
  const random = seededRandom(28);
  const writer = new MailWriter(filling);
  const recipients = manyRecipients(platform, accounts / 10);
  const longThreads: number[] = [];
  const writers = Math.floor(accounts / WRITERS);
  let ms = 0;
  const timed = (write: () => void): void => {
    const started = process.cpuUsage();
    write();
    filler.end();
    ms += spent(started);
  };
  const conversations = (): void => {
    for (let n = 0; n < writers; n += 1) {
      const login = firstLogin + n * WRITERS;
      const thread = writer.send({ from: login, thread: 0, logins: [STAFF] });
      if (n % Math.ceil(writers / LONG_THREADS) !== 0) continue;
      longThreads.push(thread);
      for (let at = 1; at < LONG_MESSAGES; at += 1) {
        const [from, to] = at % 2 === 0 ? [login, STAFF] : [STAFF, login];
        writer.send({ from, thread, logins: [to] });
      }
    }
  };
  const toLogins = (copies: number): void => {
    while (writer.copies < copies) {
      const logins = new Set<number>();
      while (logins.size < LOGINS_OF_MESSAGE) logins.add(firstLogin + random(accounts));
      writer.send({ from: STAFF, thread: 0, logins: [...logins] });
    }
  };
  timed(conversations);
  timed(() => toLogins((COPIES_OF_ACCOUNT * accounts) / 2));
  const before = bytesOf(db);
  const blocks = storedLogins(loginSetOf(recipients.logins));
  const names = namesOf(recipients.logins);
  const plain = GROUP_MAILS - NAMED_MAILS;
  for (let n = 0; n < plain; n += 1) writer.sendToMany(blocks);
  filler.end();
  const bytes = bytesOf(db) - before;
  for (let n = 0; n < NAMED_MAILS; n += 1) writer.sendToMany(blocks, names);
  timed(() => toLogins(COPIES_OF_ACCOUNT * accounts));
  writer.end();
  return {
    recipients,
    group_mails: GROUP_MAILS,
    single_copies: writer.copies,
    writers,
    longThreads,
    bytes_a_recipient: bytes / (plain * recipients.logins.length),
    row_bytes_a_recipient: rowBytes(rows, recipients.logins),
    copy_us: (1_000 * ms) / writer.copies,
  };
};
