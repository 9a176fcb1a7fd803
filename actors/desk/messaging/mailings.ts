// Mailings: messages that also go out as e-mails, made for a few recipients after the other.

import { isBareAddress } from '../../../wire/accounts/mail.js';
import { type Outcome, ok, type Refusal, refuse, unwrap } from '../../../wire/base/codes.js';
import { blockOf } from '../../../wire/base/login-set.js';
import type { Caller } from '../../../wire/desk/caller.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import type { MailValuesRecord } from '../../../wire/mail/mail-values.js';
import { CANCELLED, type MailRecord, mailOf, recipientsAbove } from '../../../wire/mail/mailbox.js';
import { emailSubject, textFor } from '../../../wire/mail/shown-mail.js';
import { powersOf, rightFault } from '../access/authority.js';
import type { MailQueue } from '../mail/mail-queue.js';
import { defaultServer, wayTo } from '../mail/servers.js';
import type { DeskContext } from '../state/desk-context.js';
import { exemptOf, SERVER } from '../state/writer.js';
import { mailingLock, QUEUE_LOCK } from '../store/record-locks.js';
import type { RecordReader } from '../store/record-type.js';
import type { Transaction } from '../store/transaction.js';
import { storedValues } from './mail-rules.js';

/** Most e-mails that one event makes, and recipients that are looked at for that. */
const MADE_MAX = 100;
const LOOKED_AT = 500;

/** The message whose e-mails are made next, and how many at most. */
interface MakeStep {
  readonly id: number;
  /** The mail server that it uses now; null = there is no default server. */
  readonly server: number | null;
  readonly most: number;
}

/** Makes the e-mails of messages as the mail queue has room for them. */
export class Mailings {
  #isRunning = false;
  #isMaking = false;
  #isWoken = false;
  /** The turn in which each server got e-mails last; null = there is no default one. */
  readonly #turns = new Map<number | null, number>();
  #turn = 0;
  /** The values of placeholders that were read last: the values of a block serve thousands. */
  #values: MailValuesRecord | undefined;

  constructor(
    private readonly context: DeskContext,
    private readonly queue: MailQueue,
  ) {
    queue.textsOf(({ mail: id, login }) => {
      const mail = context.records.get('mail', String(id))?.record;
      return mail && textFor(mail.body, mail, login, this.#valuesFor(context.records, mail, login));
    });
    context.records.watch('mail_server', (after, _, key) => {
      if (after === null) this.#turns.delete(Number(key));
    });
    context.records.watch('mailing', () => this.#wake());
    context.records.watch('email', (_, before) => before !== null && this.#wake());
  }

  /** Begins to make e-mails. */
  start(): void {
    this.#isRunning = true;
    this.look();
  }

  /** Makes no further e-mails. */
  stop(): void {
    this.#isRunning = false;
  }

  /** The reason for which e-mails cannot go out by a server; 0 = the default one. */
  serverFault(server_id: number): Refusal | undefined {
    const way = wayTo(this.context, server_id === 0 ? null : server_id);
    return 'route' in way ? undefined : refuse('invalid_input', `server_id: ${way.error}`);
  }

  /** Adds the e-mails of a message to the decision that sends it. */
  begin(tx: Transaction, mail: MailRecord, server_id: number, emails: number): void {
    if (emails === 0) return;
    unwrap(
      tx.create('mailing', {
        id: mail.id,
        sender: mail.from,
        server_id: server_id === 0 ? null : server_id,
        cursor: 0,
        left: emails,
      }),
    );
  }

  /** The view of a staff user on the outbox: the caller's own e-mails or all. */
  outbox({ caller }: DeskOps['mail.outbox']['input']): DeskAnswer<'mail.outbox'> {
    const { records } = this.context;
    const { rights } = powersOf(records, caller.login);
    return ok({
      sender: rights.includes('config.mail') ? 0 : caller.login,
      sees_emails: rights.includes('fields.email'),
      sees_names: rights.includes('fields.name'),
    });
  }

  /**
   * Gives up the e-mails of a message that were not handed over to a mail server: its sender may do
   * that, and who maintains the mail servers.
   */
  async cancel({
    caller,
    id,
  }: DeskOps['mail.cancel']['input']): Promise<DeskAnswer<'mail.cancel'>> {
    const { mail } = mailOf(id);
    const { writer } = this.context;
    const left = await writer.change([mailingLock(mail)], exemptOf(caller), (tx, now) => {
      const found = this.#cancellable(tx, caller, mail);
      if (!found.ok) return found;
      const mailing = tx.get('mailing', String(mail))?.record;
      if (mailing === undefined || mailing.cancelled_at) return ok(0);
      // Their results are recorded as e-mails would be made, for a few recipients after the other.
      unwrap(tx.patch('mailing', String(mail), { cancelled_at: new Date(now).toISOString() }));
      return ok(mailing.left);
    });
    if (!left.ok) return left;
    // No further ones are made from here on.
    return this.queue.whileIdle(mail, (emails, locks) =>
      writer.change(locks, exemptOf(caller), (tx, now) => {
        const found = this.#cancellable(tx, caller, mail);
        if (!found.ok) return found;
        const given = this.queue.giveUp(tx, emails, CANCELLED, now);
        const cancelled = left.data + given;
        if (cancelled === 0) return refuse('not_found', 'No e-mails of this message are left.');
        tx.note('account', found.data.from, `e-mails of mail ${mail} cancelled: ${cancelled}`);
        return ok({ cancelled });
      }),
    );
  }

  #cancellable(tx: RecordReader, { login }: Caller, mail: number): Outcome<MailRecord> {
    const record = tx.get('mail', String(mail))?.record;
    if (record === undefined) return refuse('not_found');
    const lacking = rightFault(tx, login, 'mailbox');
    if (lacking !== undefined) return lacking;
    const isOwn = record.from === login;
    return isOwn || rightFault(tx, login, 'config.mail') === undefined
      ? ok(record)
      : refuse('not_found');
  }

  /** Several changes of one event cause one look. */
  #wake(): void {
    if (this.#isWoken) return;
    this.#isWoken = true;
    queueMicrotask(() => {
      this.#isWoken = false;
      this.look();
    });
  }

  /** Makes further e-mails, if there is room for them; called after changes, and every second. */
  look(): void {
    if (!this.#isRunning || this.#isMaking) return;
    const next = this.#nextStep();
    if (next === undefined) return;
    this.#turn += 1;
    if (this.#isServer(next.server)) this.#turns.set(next.server, this.#turn);
    this.#isMaking = true;
    void this.#make(next).then((isMade) => {
      this.#isMaking = false;
      if (isMade) this.look();
    });
  }

  /** Does the mail server exist? Null stands for the default server. */
  #isServer(id: number | null): boolean {
    return id === null || this.context.records.get('mail_server', String(id)) !== undefined;
  }

  /**
   * The next mailing that has room in the queue, and its server. Servers take turns, so that one
   * that fails, or has much to send, delays its own e-mails alone; so do the mailings of a server,
   * because records that change move to the end.
   */
  #nextStep(): MakeStep | undefined {
    const defaultId = defaultServer(this.context)?.id ?? null;
    const turnOf = (server: number | null): number => this.#turns.get(server) ?? 0;
    let next: MakeStep | undefined;
    for (const { record } of this.context.records.all('mailing')) {
      const { id, server_id, cancelled_at } = record;
      const room = cancelled_at ? MADE_MAX : this.queue.shares.roomFor(record, defaultId);
      const most = Math.min(MADE_MAX, room);
      const server = server_id ?? defaultId;
      if (most === 0 || (next !== undefined && turnOf(next.server) <= turnOf(server))) continue;
      next = { id, server, most };
    }
    return next;
  }

  /** Makes or gives up the next e-mails of a message; false = they could not be written. */
  async #make(step: MakeStep): Promise<boolean> {
    const { deps, writer } = this.context;
    try {
      const wrote = await deps.decide(() =>
        writer.change([mailingLock(step.id), QUEUE_LOCK], SERVER, (tx, now) =>
          this.#next(tx, step, now),
        ),
      );
      return wrote.ok;
    } catch (error) {
      deps.failed('the e-mails of a message could not be made', error as Error);
      return false;
    }
  }

  #next(tx: Transaction, { id, most }: MakeStep, now: number): Outcome<null> {
    const key = String(id);
    const mailing = tx.get('mailing', key)?.record;
    const mail = tx.get('mail', key)?.record;
    const to = tx.get('mail_to', key)?.record;
    if (mailing === undefined || mail === undefined || to === undefined) return ok(null);
    let { cursor } = mailing;
    let looked = 0;
    let made = 0;
    let isOver = true;
    for (const login of recipientsAbove(to, cursor)) {
      if (looked === LOOKED_AT || made === most) {
        isOver = false;
        break;
      }
      looked += 1;
      cursor = login;
      const { email = '' } = tx.get('account', String(login))?.record ?? {};
      if (!isBareAddress(email)) continue;
      const subject = emailSubject(mail, login, this.#valuesFor(tx, mail, login));
      const { sender, server_id, cancelled_at } = mailing;
      const about = { mail: id, login, sender, server_id, created_at: mail.created_at };
      const message = { to: email, subject, ...about };
      if (cancelled_at) this.queue.giveUpUnmade(tx, message, CANCELLED, cancelled_at);
      else this.queue.addOfMailing(tx, message, now);
      made += 1;
    }
    if (isOver) return tx.remove('mailing', key);
    const left = Math.max(0, mailing.left - made);
    unwrap(tx.patch('mailing', key, { cursor, left }));
    return ok(null);
  }

  /** The values of placeholders of a message for a recipient. */
  #valuesFor(reader: RecordReader, mail: MailRecord, login: number): MailValuesRecord | undefined {
    const block = mail.to_many ? blockOf(login) : 0;
    if (this.#values?.id !== mail.id || this.#values.block !== block) {
      this.#values = storedValues(reader, mail, login);
    }
    return this.#values;
  }
}
