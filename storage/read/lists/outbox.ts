// The outbox: e-mails that are still to be made, that wait, and that were sent or given up, without
// their texts. Unmade e-mails of a cancelled mailing are given up.

import {
  type EmailRecord,
  isBareAddress,
  type SentEmailRecord,
} from '../../../wire/accounts/mail.js';
import { blockOf } from '../../../wire/base/login-set.js';
import { type MailValuesRecord, valuesKey } from '../../../wire/mail/mail-values.js';
import {
  CANCELLED,
  copyId,
  type MailingRecord,
  type MailRecord,
  type MailToRecord,
  recipientsAbove,
} from '../../../wire/mail/mailbox.js';
import { emailSubject } from '../../../wire/mail/shown-mail.js';
import type { OutboxPage, OutboxQuery, OutboxView } from '../../../wire/queries/mail-queries.js';
import type { OutboxEmail } from '../../../wire/rest/accounts/mail.js';
import { atMost, type Database, type Statement } from '../../database/database.js';
import { fencedSteps, type SlicedRead } from './sliced-read.js';

/** Recipients whose addresses are read in one step: about a millisecond. */
const STEP_RECIPIENTS = 500;

/** The e-mails that fit; the e-mails of one sender are found by their index. */
const within = (isOfSender: boolean): string =>
  `FROM outbox WHERE ${isOfSender ? 'sender = @sender' : '@sender = 0'}
   AND (@status = '' OR status = @status) AND (@server_id = 0 OR server_id = @server_id)`;

const statements = (db: Database, isOfSender: boolean) => ({
  page: db
    .prepare(
      `SELECT id, status ${within(isOfSender)} ORDER BY id DESC ${atMost('@limit')} OFFSET @skip`,
    )
    .raw(),
  count: db.prepare(`SELECT COUNT(*) ${within(isOfSender)}`).pluck(),
});

/** The state of the e-mails that a mailing has not made. */
const stateOf = ({ cancelled_at }: MailingRecord) =>
  cancelled_at
    ? ({ status: 'failed', error: CANCELLED, sent_at: cancelled_at } as const)
    : ({ status: 'queued', error: '', sent_at: null } as const);

const sumOf = (mailings: readonly MailingRecord[]): number =>
  mailings.reduce((sum, { left }) => sum + left, 0);

/** Of what a mail server said its codes: it may name the recipient. Other errors as they are. */
const withoutWords = (error: string): string =>
  /^\d{3}\b(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(error)?.[0] ?? error;

/** An e-mail without what the reader does not see. */
const shownTo = ({ sees_emails, sees_names }: OutboxView, one: OutboxEmail): OutboxEmail => ({
  ...one,
  to: sees_emails ? one.to : '',
  subject: sees_names ? one.subject : '',
  error: sees_emails && sees_names ? one.error : withoutWords(one.error),
});

/** Reads the outbox by one connection. */
export class Outbox {
  readonly #all: ReturnType<typeof statements>;
  readonly #own: ReturnType<typeof statements>;
  readonly #mailings: Statement;
  readonly #record: Statement;
  readonly #address: Statement;

  constructor(private readonly db: Database) {
    this.#all = statements(db, false);
    this.#own = statements(db, true);
    this.#mailings = db
      .prepare("SELECT record FROM records WHERE kind = 'mailing' ORDER BY number DESC")
      .pluck();
    this.#record = db.prepare('SELECT record FROM records WHERE kind = ? AND key = ?').pluck();
    this.#address = db.prepare('SELECT email FROM accounts WHERE login = ?').pluck();
  }

  /**
   * A page of e-mails, the newest first, and the number of all that fit. E-mails that were not made
   * are the newest: the e-mails of the newest message first, from the highest login.
   */
  *page(query: OutboxQuery): SlicedRead<OutboxPage> {
    const { sender, status = '', server_id = 0, page, limit } = query;
    const read = function* (this: Outbox) {
      const texts = this.#mailings.all() as string[];
      const mailings = texts.map((text) => JSON.parse(text) as MailingRecord);
      const own = mailings.filter((one) => sender === 0 || one.sender === sender);
      const fitting = own.filter(
        (one) =>
          (status === '' || status === stateOf(one).status) &&
          (server_id === 0 || one.server_id === server_id),
      );
      const skip = (page - 1) * limit;
      const unmade = sumOf(fitting);
      const first = skip < unmade ? yield* this.#unmade(fitting, skip, limit) : [];
      const rest = {
        limit: Math.min(limit, Math.max(0, skip + limit - unmade)),
        skip: Math.max(0, skip - unmade),
      };
      const sql = sender === 0 ? this.#all : this.#own;
      const terms = { sender, status, server_id };
      const made = (sql.page.all({ ...terms, ...rest }) as [number, string][]).map((row) =>
        this.#email(...row),
      );
      const total = unmade + (sql.count.get(terms) as number);
      const pending = sumOf(own.filter(({ cancelled_at }) => !cancelled_at));
      const items = [...first, ...made].map((one) => shownTo(query, one));
      return { items, total, pending };
    }.bind(this);
    return yield* fencedSteps(this.db, query, { items: [], total: 0, pending: 0 }, read);
  }

  /** Rows of e-mails that are still to be made. */
  *#unmade(
    mailings: readonly MailingRecord[],
    skip: number,
    limit: number,
  ): SlicedRead<OutboxEmail[]> {
    const rows: OutboxEmail[] = [];
    let before = 0;
    for (const mailing of mailings) {
      const from = Math.max(0, skip - before);
      const most = Math.min(mailing.left, skip + limit - before);
      if (most > from) yield* this.#unmadeOf(mailing, from, most, rows);
      before += mailing.left;
    }
    return rows;
  }

  /** Adds the rows of a message with these places among its own. */
  *#unmadeOf(
    mailing: MailingRecord,
    from: number,
    to: number,
    rows: OutboxEmail[],
  ): SlicedRead<void> {
    const key = String(mailing.id);
    const mail = this.#read<MailRecord>('mail', key);
    const addressed = this.#read<MailToRecord>('mail_to', key);
    if (mail === undefined || addressed === undefined) return;
    const logins = [...recipientsAbove(addressed, mailing.cursor)].reverse();
    const valuesFor = this.#valuesOf(mail);
    let place = 0;
    for (const [at, login] of logins.entries()) {
      if (place === to) return;
      if (at % STEP_RECIPIENTS === STEP_RECIPIENTS - 1) yield;
      const address = this.#address.get(login) as string | undefined;
      if (address === undefined || !isBareAddress(address)) continue;
      if (place >= from) {
        rows.push({
          ...{ id: 0, mail: copyId(mail.id, 'sent'), login, to: address },
          subject: emailSubject(mail, login, valuesFor(login)),
          ...stateOf(mailing),
          server_id: mailing.server_id,
          attempts: 0,
          created_at: mail.created_at,
        });
      }
      place += 1;
    }
  }

  /** The values of placeholders of a message by login; the values of a block are read once. */
  #valuesOf({ id, is_filled, to_many }: MailRecord) {
    let read: MailValuesRecord | undefined;
    return (login: number): MailValuesRecord | undefined => {
      const block = to_many ? blockOf(login) : 0;
      if (is_filled && read?.block !== block)
        read = this.#read('mail_values', valuesKey(id, block));
      return read;
    };
  }

  #read<T>(kind: string, key: string): T | undefined {
    const text = this.#record.get(kind, key) as string | undefined;
    return text === undefined ? undefined : (JSON.parse(text) as T);
  }

  #email(id: number, status: string): OutboxEmail {
    const kind = status === 'queued' ? 'email' : 'sent_email';
    const record = this.#read(kind, String(id)) as EmailRecord & Partial<SentEmailRecord>;
    const { mail = 0, login = 0, to, subject, server_id, attempts, error, created_at } = record;
    return {
      ...{ id, login, to, subject, server_id, attempts, error, created_at },
      mail: mail === 0 ? 0 : copyId(mail, 'sent'),
      status: status as OutboxEmail['status'],
      sent_at: record.sent_at ?? null,
    };
  }
}
