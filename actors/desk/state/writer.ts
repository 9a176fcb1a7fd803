// The writer: locks, decides, writes one event, waits for its commit, applies it to the records,
// and distributes it.

import { countsAsActivity } from '../../../storage/projection/staff-activity.js';
import type { AccountRecord } from '../../../wire/accounts/account.js';
import { type Outcome, ok, type Refusal, refuse } from '../../../wire/base/codes.js';
import type { Caller } from '../../../wire/desk/caller.js';
import type { ChangedSetting } from '../../../wire/settings/settings-delta.js';
import { accountNews } from '../../../wire/settings/switches.js';
import type { CommittedMessage } from '../../../wire/socket/messages.js';
import type { DeskEvent } from '../../../wire/trading/events.js';
import type { MovedAccount } from '../../client.js';
import { EventTooLarge } from '../store/desk-log.js';
import { Locks } from '../store/locks.js';
import { type LockList, locksNow, locksOf, loginLock } from '../store/record-locks.js';
import type { RecordTypeName } from '../store/record-type.js';
import type { Records } from '../store/records.js';
import { Transaction } from '../store/transaction.js';
import { UsageCache } from '../store/usage.js';
import type { DeskDeps } from './deps.js';
import type { DeskChange } from './desk-messages.js';
import { messagesOf } from './messages.js';
import type { Sessions } from './sessions.js';
import { changedSettings, ownChanges, type SettingsView } from './settings-view.js';
import { type Spender, spenderOf, WriteAllowances } from './write-allowances.js';

/** The author of a change; `by` is a staff login, or 0 for the server and traders. */
export interface Who {
  readonly by: number;
  readonly ip: string;
  /** The session and login whose allowances the change uses; absent = none. */
  readonly spender?: Spender;
}

/** The author of a change that uses no allowance, because it ends sessions. */
export const exemptOf = ({
  audience,
  login,
  ip,
}: Pick<Caller, 'audience' | 'login' | 'ip'>): Who => ({
  by: audience === 'staff' ? login : 0,
  ip,
});

/** The author of a change. */
export const whoOf = (caller: Caller): Who => ({
  ...exemptOf(caller),
  spender: spenderOf(caller.audience === 'staff' ? 'work' : 'own', caller),
});

/** Adds consequences to a decision; `now` is the time of the event. */
type Follower = (tx: Transaction, now: number) => void;

/** Returns a result or a refusal; `now` is the time of the event. It may be called again. */
export type Decide<T> = (tx: Transaction, now: number) => Outcome<T>;

interface Decided<T> {
  readonly tx: Transaction;
  /** The time of the decision. */
  readonly now: number;
  readonly result: T;
  /** False = shards did not report the usage. */
  readonly usageKnown: boolean;
}

/** The parts of a change that other threads get and that the records do not show. */
interface Consequences {
  readonly changes: readonly ChangedSetting[];
  readonly moved: readonly MovedAccount[];
  readonly messages: readonly CommittedMessage[];
}

const TOO_MUCH = 'It changes more at once than can be written';

/** Is it the refusal of a decision that does not fit into one event? */
export const isTooMuch = ({ message }: Refusal): boolean => message.startsWith(TOO_MUCH);
const SILENT = 'The server cannot find out now whether the record is in use; try again.';

/** The server itself. */
export const SERVER: Who = { by: 0, ip: '' };

/** The lock of the one decision for which shards may hold requests. */
const USAGE_LOCK = 'usage';

/**
 * Throws on an invalid login. An event stays in the log for ever, so one that the database cannot
 * store must not get in.
 */
const assertLogins = (...logins: readonly number[]): void => {
  const wrong = logins.find((login) => !Number.isSafeInteger(login) || login < 0);
  if (wrong !== undefined) throw new Error(`${String(wrong)} is no login`);
};

/** Does the decision write to the log? */
const isWritten = ({ tx, result }: Decided<Outcome<unknown>>): boolean =>
  (result.ok || tx.kept) && tx.changes.length + tx.journal.length > 0;

/** Makes decisions, and writes them as events. */
export class Writer {
  readonly #locks = new Locks();
  readonly #acted = new Set<number>();
  readonly #allowances = new WriteAllowances();
  readonly #followers: { readonly kind: RecordTypeName; readonly follow: Follower }[] = [];

  constructor(
    private readonly deps: DeskDeps,
    private readonly records: Records,
    private readonly sessions: Sessions,
    private readonly settings: SettingsView,
  ) {}

  /**
   * Registers a follower that adds further changes when a type changes; they are part of the same
   * event, all or nothing.
   */
  follow(kind: RecordTypeName, follow: Follower): void {
    this.#followers.push({ kind, follow });
  }

  /**
   * Decides under the locks, and resolves when the change is on disk and known to the other
   * threads. Under the locks it waits only for the commit, and for shards that report usage. Other
   * threads get changes in the order of the log. The calling staff user's rights do not change
   * meanwhile. `reason` is the protocol's word for why sessions end, if there is one. `prepare`
   * runs once the locks are held, before the decision; keep it short. Throws when a record would be
   * written without the lock of its type.
   */
  async change<T>(
    locks: LockList,
    who: Who,
    decide: Decide<T>,
    reason = '',
    prepare?: () => Promise<void>,
  ): Promise<Outcome<T>> {
    let distributed: Promise<void> | undefined;
    const frozenUsage = new UsageCache();
    const by = who.by === 0 ? [] : [loginLock(who.by)];
    let releaseLock = (): void => {};
    try {
      const work = async (held: readonly string[]): Promise<Outcome<T>> => {
        await prepare?.();
        const barred = who.spender && this.#allowances.barred(who.spender, this.deps.now());
        if (barred !== undefined) return barred;
        const glanced = new UsageCache();
        let decided = await this.#decide(who.by, glanced, false, decide);
        if (glanced.asks > 0 && decided.usageKnown && isWritten(decided)) {
          releaseLock = await this.#locks.take(USAGE_LOCK);
          decided = await this.#decide(who.by, frozenUsage, true, decide);
        }
        if (!decided.usageKnown) return refuse('conflict', SILENT);
        const { tx, now, result } = decided;
        if (!isWritten(decided)) return result;
        const tooOften = who.spender && this.#allowances.take(who.spender, tx.kept, now);
        if (tooOften !== undefined) return tooOften;
        for (const { kind, follow } of this.#followers) {
          if (tx.changes.some((change) => change.kind === kind)) follow(tx, now);
        }
        this.#assertLocked(tx, new Set(held));
        const event = this.#event(tx, who, now);
        const changes = changedSettings(event, this.records);
        const moved = this.#moved(event);
        const unsent = messagesOf(event, this.records);
        const wrote = await this.#write(event);
        if (!wrote.ok) return wrote;
        this.records.fold(event, wrote.data);
        tx.written();
        const messages = unsent.map((message) => ({ ...message, seq: wrote.data }));
        const news = this.#changeFor(event, { changes, moved, messages }, reason);
        distributed = news && this.deps.distribute(news);
        return result;
      };
      const answer = await this.#whileLocked(locks, by, work);
      await distributed;
      return answer;
    } finally {
      for (let times = frozenUsage.asks; times > 0; times -= 1) this.deps.free();
      releaseLock();
    }
  }

  /**
   * Runs work with the locks that it needs once they are held: a change that was waited for may
   * have changed which they are. Then they are released, and those needed now are taken.
   */
  async #whileLocked<T>(
    locks: LockList,
    shared: readonly string[],
    work: (held: readonly string[]) => Promise<T>,
  ): Promise<T> {
    for (;;) {
      const held = locksNow(locks, this.records);
      const done = await this.#locks.hold(
        held,
        async () => {
          const isHeld = locksNow(locks, this.records).every((name) => held.includes(name));
          return isHeld ? { answer: await work(held) } : undefined;
        },
        shared,
      );
      if (done !== undefined) return done.answer;
    }
  }

  /** Throws when a record is changed without the lock under which its type is written. */
  #assertLocked(tx: Transaction, held: ReadonlySet<string>): void {
    for (const { kind, key, record } of tx.changes) {
      if (!this.records.types.has(kind)) continue;
      const before = this.records.get(kind, key)?.record ?? null;
      const missing = locksOf(kind, before, record as never).find((lock) => !held.has(lock));
      if (missing === undefined) continue;
      throw new Error(`${kind} ${key} is written without its lock ${missing}`);
    }
  }

  /** Has the staff user acted since the start? The database may not show that yet. */
  acted(login: number): boolean {
    return this.#acted.has(login);
  }

  /** Uses one write of the author's allowances, for a write by another thread. */
  spend({ spender }: Who): Refusal | undefined {
    return spender && this.#allowances.take(spender, false, this.deps.now());
  }

  /**
   * Decides without writing: the result if it were done now. `usageKnown` is false when shards did
   * not report the usage; everything then counts as unused.
   */
  look<T>({ by }: Who, decide: (tx: Transaction) => Promise<T>): Promise<Decided<T>> {
    return this.#decide(by, new UsageCache(), false, decide);
  }

  /**
   * Decides; if the decision asks which accounts use something, it is made again with the answers.
   * With `held`, shards hold requests from the first question on. `change` first decides without it
   * and repeats only a decision that writes, because most others are refused because of usage.
   */
  async #decide<T>(
    by: number,
    usage: UsageCache,
    held: boolean,
    decide: (tx: Transaction, now: number) => T | Promise<T>,
  ): Promise<Decided<T>> {
    for (;;) {
      const now = Math.max(this.records.time, this.deps.now());
      const tx = new Transaction(this.records.types, this.records, now, usage, by);
      const result = await decide(tx, now);
      const questions = usage.questions();
      if (questions === null) return { tx: tx, now, result, usageKnown: true };
      const reports = await this.deps.usage(questions, held);
      if (reports === null) return { tx: tx, now, result, usageKnown: false };
      usage.learn(reports);
    }
  }

  /** Writes an event; resolves with its seq when it is on disk. Refused when it is too large. */
  async #write(event: DeskEvent): Promise<Outcome<number>> {
    try {
      const seq = await this.deps.write(event);
      if (event.journal.some((line) => countsAsActivity(event.by, line))) this.#acted.add(event.by);
      return ok(seq);
    } catch (error) {
      if (!(error instanceof EventTooLarge)) throw error;
      const { bytes, most } = error;
      const figures = `${bytes} bytes, of at most ${most}`;
      return refuse('invalid_input', `${TOO_MUCH}: ${figures}; change less at a time.`);
    }
  }

  #event(tx: Transaction, who: Who, time: number): DeskEvent {
    const { types } = this.records;
    const settings = tx.changes.some(({ kind }) => types.has(kind) && types.of[kind].settings);
    assertLogins(who.by, ...tx.journal.map(({ login }) => login));
    return {
      type: 'desk',
      time,
      by: who.by,
      ip: who.ip,
      config_version: this.records.configVersion + (settings ? 1 : 0),
      changes: tx.changes,
      journal: tx.journal,
    };
  }

  /** The accounts that other staff may see after an event; asked for before it is applied. */
  #moved(event: DeskEvent): MovedAccount[] {
    return event.changes.flatMap(({ kind, key, record }) => {
      const isAbout = kind === 'account' || kind === 'staff';
      const before = isAbout ? this.records.get('account', key)?.record : undefined;
      if (before === undefined) return [];
      const placeOf = ({ group, hidden }: AccountRecord) => ({ group, hidden });
      const from = placeOf(before);
      if (kind === 'staff') return [{ login: before.login, from, to: from }];
      const to = record && placeOf(record as unknown as AccountRecord);
      const isSame = to !== null && from.group === to.group && from.hidden === to.hidden;
      return isSame ? [] : [{ login: before.login, from, to }];
    });
  }

  /** The change that an event is to other threads; undefined = none. */
  #changeFor(
    event: DeskEvent,
    { changes, moved, messages }: Consequences,
    reason: string,
  ): DeskChange | undefined {
    const accounts = accountNews(event);
    const own = ownChanges(event);
    const sessions = this.#touched(event).map((id) => {
      const session = this.sessions.get(id);
      const copy = session === undefined ? null : this.sessions.copy(session);
      return { id, copy, reason: reason || 'ended' };
    });
    const lists = [changes, own, accounts, moved, sessions, messages];
    if (lists.every(({ length }) => length === 0)) return undefined;
    return {
      changes,
      ...(changes.length > 0 && { settings: this.settings.delta(event) }),
      ...(own.length > 0 && { own }),
      ...(accounts.length > 0 && { accounts }),
      ...(moved.length > 0 && { moved }),
      ...(sessions.length > 0 && { sessions }),
      ...(messages.length > 0 && { messages }),
    };
  }

  /** Sessions that changed, and sessions of changed logins, whose copies contain rights. */
  #touched(event: DeskEvent): string[] {
    const ids = new Set<string>();
    for (const { kind, key } of event.changes) {
      if (kind === 'session') ids.add(key);
      if (kind !== 'account' && kind !== 'staff') continue;
      for (const id of this.sessions.of(Number(key))) ids.add(id);
    }
    return [...ids];
  }
}
