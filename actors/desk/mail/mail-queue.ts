// The mail queue: e-mails are stored in the log until a mail server accepts them or refuses them
// finally.

import type { Delivery, MailRoute } from '../../../wire/accounts/mail.js';
import {
  type EmailRecord,
  EmailText,
  type Letter,
  type SentEmailRecord,
} from '../../../wire/accounts/mail.js';
import { networksOf } from '../../../wire/base/address.js';
import { type Outcome, ok, refuse, unwrap } from '../../../wire/base/codes.js';
import { compile } from '../../../wire/base/schema.js';
import { type RecordCipher, recordCipher } from '../../secrets/record-cipher.js';
import type { DeskContext } from '../state/desk-context.js';
import { SERVER } from '../state/writer.js';
import { emailLock, statsLock } from '../store/record-locks.js';
import type { Transaction } from '../store/transaction.js';
import { emailHtmlLabel, emailTextLabel } from '../types/mail.js';
import { KeyCounts } from './key-counts.js';
import { MessageShares } from './message-shares.js';
import { defaultServer, type MailRouteResult, wayTo } from './servers.js';
import { SignUpShares } from './sign-up-shares.js';

/** Tries after which an e-mail is given up. */
const TRIES = 5;
/** The pause after the first try; it doubles with each try. */
const FIRST_PAUSE_MS = 60_000;
/** Time that an e-mail waits for a disabled server, or for a default server. */
const WAIT_MS = 86_400_000;
/** Most connections to one server, so that a hanging server delays only its own e-mails. */
export const SERVER_CONNECTIONS = 5;
/** Most connections to all servers. */
const CONNECTIONS = 64;
/**
 * Most connections while e-mails of messages and of forms are sent; further connections are for
 * codes and for e-mails of staff.
 */
const MESSAGE_CONNECTIONS = 60;
/**
 * A server gets this fraction of the free connections, at most 4. If many servers hang, connections
 * remain for the other servers, and one connection to each server remains for codes.
 */
const CONNECTION_SHARES = 15;
/** Most waiting e-mails; they are kept in memory. */
export const EMAILS_MAX = 10_000;
/** Most characters of waiting texts in their encrypted form. */
const CHARS_MAX = 1 << 25;
/** Most results that one event has, and how long the first of them waits for others, in ms. */
export const RESULTS_MAX = 100;
export const RESULTS_MS = 1000;

/** Is the e-mail sent after codes and after e-mails of staff? */
const isPatient = ({ mail, cause }: EmailRecord): boolean => mail > 0 || cause === 'form';

/**
 * The source of e-mails that takes turns with others: a message, or the codes or forms of a
 * provider's network; undefined = the e-mail waits for no turn.
 */
const turnOf = ({ mail, cause, networks = [] }: EmailRecord): string | undefined => {
  if (mail > 0) return `mail ${mail}`;
  return cause === undefined ? undefined : `${cause} ${networks[0]}`;
};

/** A new e-mail. */
export interface NewEmail extends Pick<Letter, 'to' | 'subject' | 'text' | 'html'> {
  /** Null = the default server at the time of sending. */
  readonly server_id: number | null;
  /** The cause and address of a person without an account; absent = staff or the server send it. */
  readonly by?: { readonly cause: 'form' | 'code'; readonly ip: string };
}

const crowded = refuse(
  'auth.too_many_attempts',
  'Too many e-mails of sign-ups wait; try again later. retry_after=60',
);
const full = refuse('auth.too_many_attempts', 'Too many e-mails wait; try later. retry_after=60');
const textFault = compile(EmailText);
const iso = (time: number): string => new Date(time).toISOString();
const charsOf = ({ subject, text, html = '' }: Omit<NewEmail, 'by'>): number =>
  subject.length + text.length + html.length;

/** An e-mail of a message, whose text is made when it is sent. */
interface MessageEmail extends Pick<EmailRecord, 'mail' | 'login' | 'sender'> {
  readonly server_id: number | null;
  readonly to: string;
  readonly subject: string;
  /** The time of the message, which is as old as its last e-mail. */
  readonly created_at: string;
}

/** An ended try and its server; null = there was no server to try. */
interface DeliveryTry {
  readonly server: number | null;
  readonly delivery: Exclude<Delivery, { kind: 'aborted' }>;
  readonly ms: number;
  /** The time at which it ended. */
  readonly at: number;
}

/** An ended try whose result is not on disk. */
interface UnwrittenResult {
  readonly email: EmailRecord;
  readonly ended: DeliveryTry;
}

/**
 * Sends waiting e-mails. Each e-mail reaches its server at least once, or is given up: it is sent
 * again, with the same Message-ID, if the process ends before the server's answer is recorded, or
 * if the answer is lost. Results of e-mails of messages are recorded together.
 */
export class MailQueue {
  readonly #cipher: RecordCipher;
  /**
   * E-mails that are being processed, and the server that each is sent to; null = its result is not
   * on disk yet.
   */
  readonly #busy = new Map<number, number | null>();
  /** The connections that are in use, by server. */
  readonly #used = new KeyCounts<number>();
  /** The e-mails that are being sent, by the source that takes turns. */
  readonly #sending = new KeyCounts<string | undefined>();
  /** Results that are not on disk. */
  readonly #unwritten: UnwrittenResult[] = [];
  #isWriting = false;
  #idle = (): void => {};
  #textOf: (email: EmailRecord) => string | undefined = () => undefined;
  #waiting = 0;
  /** The shares of mailings in half of the queue; the rest is left to other e-mails. */
  readonly shares = new MessageShares(EMAILS_MAX / 2);
  readonly #signUps = new SignUpShares();
  #chars = 0;
  #running = false;
  #woken = false;

  constructor(private readonly context: DeskContext) {
    this.#cipher = recordCipher(context.deps.keys);
    context.records.watch('email', (after, before) => {
      this.#waiting += Number(after !== null) - Number(before !== null);
      if (before !== null) this.#weigh(before.record, -1);
      if (after !== null) this.#weigh(after.record, 1);
      if (after !== null) this.#wake();
    });
    context.records.watch('mail_server', () => this.#wake());
  }

  /** The number of e-mails that wait or are being sent. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Is there a default mail server, enabled or not? Without one no e-mail is added. */
  get hasServer(): boolean {
    return defaultServer(this.context) !== undefined;
  }

  #weigh(email: EmailRecord, change: 1 | -1): void {
    const chars = charsOf(email);
    this.#chars += change * chars;
    this.shares.count(email, change);
    this.#signUps.count(email, chars, change);
  }

  /** Sets how the texts of messages are made; undefined = the message is gone. */
  textsOf(textOf: (email: EmailRecord) => string | undefined): void {
    this.#textOf = textOf;
  }

  /** Adds an e-mail of a message to a decision, which holds `QUEUE_LOCK`. */
  addOfMailing(tx: Transaction, email: MessageEmail, now: number): void {
    const id = tx.newId('email');
    unwrap(tx.create('email', { ...email, id, text: '', next_at: iso(now) }));
  }

  /** Records that an e-mail of a message was given up before it was made: no server failed. */
  giveUpUnmade(tx: Transaction, email: MessageEmail, error: string, sent_at: string): void {
    const id = tx.newId('email');
    unwrap(
      tx.create('sent_email', { ...email, id, status: 'failed', attempts: 0, error, sent_at }),
    );
  }

  /**
   * Calls `write` with the e-mails of a message that are not being sent, and the locks that are
   * needed to give them up. None of these e-mails is sent before `write` has ended.
   */
  async whileIdle<T>(
    mail: number,
    write: (emails: readonly EmailRecord[], locks: readonly string[]) => Promise<T>,
  ): Promise<T> {
    const all = Array.from(this.context.records.all('email'), ({ record }) => record);
    const emails = all.filter((email) => email.mail === mail && !this.#busy.has(email.id));
    for (const { id } of emails) this.#setBusy(id, null);
    try {
      return await write(
        emails,
        emails.flatMap((email) => [emailLock(email.id), statsLock(email.server_id)]),
      );
    } finally {
      this.#free(emails);
      this.look();
    }
  }

  /** Gives up the given e-mails that still wait; returns their number. */
  giveUp(tx: Transaction, emails: readonly EmailRecord[], error: string, now: number): number {
    const delivery = { kind: 'failed', error, final: true } as const;
    const waiting = emails.filter(({ id }) => tx.get('email', String(id)) !== undefined);
    const ended = { server: null, delivery, ms: 0, at: now };
    for (const email of waiting) this.#conclude(tx, email, ended, now);
    return waiting.length;
  }

  /**
   * Adds e-mails to a decision: they go out when its event is on disk, and not at all when it is
   * refused. The decision holds `QUEUE_LOCK`. E-mails by people without an account have shares of
   * their own, by which they never keep others out.
   */
  add(tx: Transaction, emails: readonly NewEmail[], now: number): Outcome<null> {
    for (const { text, html = '' } of emails) {
      const fault = textFault({ text, html });
      if (fault !== undefined) return refuse('invalid_input', fault);
    }
    const fits = this.#waiting + emails.length <= EMAILS_MAX;
    const sealed = fits ? emails.map((email) => this.#sealed(tx, email)) : [];
    const chars = sealed.reduce((sum, email) => sum + charsOf(email), this.#chars);
    if (!fits || chars > CHARS_MAX) return full;
    const isCrowded = sealed.some(
      ({ cause, networks, ...email }) =>
        cause !== undefined && !this.#signUps.hasRoom(cause, networks ?? [], charsOf(email)),
    );
    if (isCrowded) return crowded;
    const times = { next_at: iso(now), created_at: iso(now) };
    for (const email of sealed) {
      const added = tx.create('email', { ...email, ...times });
      if (!added.ok) return added;
    }
    return ok(null);
  }

  #sealed(tx: Transaction, { by, ...email }: NewEmail) {
    const id = tx.newId('email');
    const { html = '' } = email;
    const text = this.#cipher.seal(email.text, emailTextLabel(id));
    const sealed = html === '' ? '' : this.#cipher.seal(html, emailHtmlLabel(id));
    const caused = by && { cause: by.cause, networks: [...networksOf(by.ip)] };
    return { ...email, id, text, html: sealed, ...caused };
  }

  /** Starts sending. */
  start(): void {
    this.#running = true;
    this.look();
  }

  /** Starts and writes what is due; called after changes, and every second. */
  look(): void {
    if (this.#running) this.#startDue();
    if (this.#isResultDue()) void this.#writeResults();
  }

  #startDue(): void {
    const now = this.context.deps.now();
    const due = iso(now);
    const ways = new Map<number | null, MailRouteResult>();
    for (const record of this.#inTurn(due)) {
      // Results that a full log does not take must not become many.
      const isFull = this.#used.sum >= CONNECTIONS || this.#unwritten.length >= RESULTS_MAX;
      if (isFull) return;
      const way = ways.get(record.server_id) ?? wayTo(this.context, record.server_id);
      ways.set(record.server_id, way);
      this.#next(record, way, now);
    }
  }

  /**
   * The e-mails that are due and not being sent, in the order of sending: first codes and e-mails
   * of staff, because users wait for them, then e-mails of messages and forms. Networks and
   * messages take turns; the e-mails that are being sent count. A network that asks for
   * many codes does not hold up other networks, and a message with hanging mail servers does not
   * hold up other messages. No source has more e-mails here than can be sent at once.
   */
  #inTurn(due: string): EmailRecord[] {
    const next = new Map<string, number>();
    const found: { readonly email: EmailRecord; readonly turn: number }[] = [];
    for (const { record: email } of this.context.records.all('email')) {
      if (email.next_at > due || this.#busy.has(email.id)) continue;
      const one = turnOf(email);
      if (one === undefined) {
        found.push({ email, turn: 0 });
        continue;
      }
      const first = this.#sending.of(one);
      const turn = next.get(one) ?? first;
      if (turn - first >= MESSAGE_CONNECTIONS) continue;
      next.set(one, turn + 1);
      found.push({ email, turn });
    }
    return found
      .sort((a, b) => Number(isPatient(a.email)) - Number(isPatient(b.email)) || a.turn - b.turn)
      .map(({ email }) => email);
  }

  /**
   * Stops: running tries may finish until `patience` resolves; the others are aborted, and tried
   * again after the next start.
   */
  async stop(patience: Promise<void>): Promise<void> {
    this.#running = false;
    const idle = new Promise<void>((resolve) => {
      this.#idle = resolve;
    });
    this.look();
    if (this.#busy.size > 0) await Promise.race([idle, patience]);
    this.context.deps.mail.close();
    // Callers that wait for an aborted try get its result before this returns.
    await new Promise((resolve) => setImmediate(resolve));
  }

  /** Several changes of one event cause one look. */
  #wake(): void {
    if (this.#woken) return;
    this.#woken = true;
    queueMicrotask(() => {
      this.#woken = false;
      this.look();
    });
  }

  #next(email: EmailRecord, way: MailRouteResult, now: number): void {
    if ('route' in way) {
      const used = this.#used.of(way.id);
      if (used < this.#connectionsFor(email)) void this.#send(email, way.id, way.route);
    } else if (way.gone || Date.parse(email.created_at) + WAIT_MS <= now) {
      this.#giveUp(email, way.error);
    }
  }

  #giveUp(email: EmailRecord, error: string): void {
    const delivery = { kind: 'failed', error, final: true } as const;
    this.#settle(email, { server: null, delivery, ms: 0, at: this.context.deps.now() });
  }

  /** The limit of connections to a server for one more e-mail now. */
  #connectionsFor(email: EmailRecord): number {
    return isPatient(email)
      ? Math.ceil((MESSAGE_CONNECTIONS - this.#used.sum) / CONNECTION_SHARES)
      : SERVER_CONNECTIONS;
  }

  /**
   * Sets the server that an e-mail is sent to; null = its result is not on disk yet, undefined = it
   * is not processed any more.
   */
  #setBusy(id: number, server: number | null | undefined): void {
    this.#count(this.#busy.get(id), -1);
    this.#count(server, 1);
    if (server === undefined) this.#busy.delete(id);
    else this.#busy.set(id, server);
  }

  #count(server: number | null | undefined, change: 1 | -1): void {
    if (server === null || server === undefined) return;
    this.#used.add(server, change);
  }

  async #send(email: EmailRecord, server: number, route: MailRoute): Promise<void> {
    const { now, mail } = this.context.deps;
    const text =
      email.mail > 0
        ? this.#textOf(email)
        : this.#cipher.open(email.text, emailTextLabel(email.id));
    const html = email.html && this.#cipher.open(email.html, emailHtmlLabel(email.id));
    if (text === undefined || html === undefined) {
      return this.#giveUp(email, 'its text cannot be opened');
    }
    this.#setBusy(email.id, server);
    const begun = now();
    const at = Date.parse(email.created_at);
    const domain = route.sender_email.replace(/.*@/, '');
    // The name of an e-mail stays the same when the e-mail is made again after a kill.
    const name = email.mail > 0 ? `mail.${email.mail}.${email.login}` : `${email.id}.${at}`;
    const messageId = `<${name}@${domain}>`;
    const one = turnOf(email);
    this.#sending.add(one, 1);
    const delivery = await mail.send(route, { ...email, text, html, at, messageId });
    this.#sending.add(one, -1);
    if (delivery.kind === 'aborted') this.#free([email]);
    else this.#settle(email, { server, delivery, ms: now() - begun, at: now() });
    this.look();
  }

  /** Takes the result of a try; until it is on disk the e-mail is not processed further. */
  #settle(email: EmailRecord, ended: DeliveryTry): void {
    this.#setBusy(email.id, null);
    this.#unwritten.push({ email, ended });
  }

  /**
   * Are the results to be written now? Results of messages and forms wait for others, as long as
   * there are some to come.
   */
  #isResultDue(): boolean {
    const [first] = this.#unwritten;
    if (first === undefined || this.#isWriting) return false;
    if (!this.#running || this.#unwritten.length >= RESULTS_MAX) return true;
    if (first.ended.at + RESULTS_MS <= this.context.deps.now()) return true;
    return this.#used.sum === 0 || this.#unwritten.some(({ email }) => !isPatient(email));
  }

  /** Writes the oldest results; those that could not be written are due again. */
  async #writeResults(): Promise<void> {
    const { deps, writer } = this.context;
    const results = this.#unwritten.slice(0, RESULTS_MAX);
    const locks = results.flatMap(({ email, ended }) => [
      emailLock(email.id),
      statsLock(ended.server ?? email.server_id),
    ]);
    this.#isWriting = true;
    try {
      const wrote = await deps.decide(() =>
        writer.change(locks, SERVER, (tx, now) => {
          for (const { email, ended } of results) {
            const found = tx.get('email', String(email.id))?.record;
            if (found !== undefined) this.#conclude(tx, found, ended, now);
          }
          return ok(null);
        }),
      );
      unwrap(wrote);
      this.#unwritten.splice(0, results.length);
    } catch (error) {
      return deps.failed('what came of e-mails could not be written', error as Error);
    } finally {
      this.#isWriting = false;
    }
    this.#free(results.map(({ email }) => email));
    this.look();
  }

  #free(emails: readonly EmailRecord[]): void {
    for (const { id } of emails) this.#setBusy(id, undefined);
    if (this.#busy.size === 0) this.#idle();
  }

  #conclude(
    tx: Transaction,
    email: EmailRecord,
    { server, delivery, ms, at }: DeliveryTry,
    now: number,
  ): void {
    const sent = delivery.kind === 'accepted';
    const error = sent ? '' : delivery.error;
    const attempts = email.attempts + (server === null ? 0 : 1);
    const over = sent || delivery.final || attempts >= TRIES;
    if (!over) {
      const next_at = iso(now + FIRST_PAUSE_MS * 2 ** (attempts - 1));
      unwrap(tx.patch('email', String(email.id), { attempts, next_at, error }));
      return;
    }
    unwrap(tx.remove('email', String(email.id)));
    const { mail, login, sender } = email;
    const record: SentEmailRecord = {
      id: email.id,
      server_id: server ?? email.server_id,
      to: email.to,
      subject: email.subject,
      status: sent ? 'sent' : 'failed',
      ...{ mail, login, sender },
      attempts,
      error,
      created_at: email.created_at,
      sent_at: iso(at),
    };
    unwrap(tx.create('sent_email', record));
    if (record.server_id !== null) countIn(tx, record.server_id, sent, ms);
  }
}

const countIn = (tx: Transaction, server_id: number, sent: boolean, ms: number): void => {
  const key = String(server_id);
  if (tx.get('mail_server', key) === undefined) return;
  const before = tx.get('mail_stats', key)?.record ?? { sent: 0, errors: 0, send_ms: 0 };
  unwrap(
    tx.put('mail_stats', {
      server_id,
      sent: before.sent + Number(sent),
      errors: before.errors + Number(!sent),
      send_ms: before.send_ms + (sent ? ms : 0),
    }),
  );
};
