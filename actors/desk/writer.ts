// Writer: the life of a desk write — lock, decide, one event, commit, fold, tell the others.

import { type Outcome, refuse } from '../../wire/codes.js';
import type { AccountRecord, Caller } from '../../wire/desk.js';
import type { DeskEvent } from '../../wire/events.js';
import type { ChangedSetting } from '../../wire/settings-delta.js';
import { switchesOf } from '../switches.js';
import { Deeds } from './deeds.js';
import { type DeskChange, type DeskDeps, EventTooLarge } from './deps.js';
import { Draft } from './draft.js';
import { isKind, KINDS, type KindName } from './kinds.js';
import { Locks } from './locks.js';
import type { Records } from './records.js';
import type { Sessions } from './sessions.js';
import type { SettingsBook } from './settings.js';
import { UsageBook } from './usage.js';
import { type Spender, spenderOf, WriteAllowances } from './write-allowances.js';

/** Who causes a change; `by` is a staff login or 0 for the server and for traders. */
export interface Who {
  readonly by: number;
  readonly ip: string;
  /** Whose allowances it takes of; absent = of nobody's. */
  readonly spender?: Spender;
}

/** Whose change it is that takes of no allowance, since it ends sessions. */
export const exemptOf = ({
  audience,
  login,
  ip,
}: Pick<Caller, 'audience' | 'login' | 'ip'>): Who => ({
  by: audience === 'staff' ? login : 0,
  ip,
});

/** Whose change it is. */
export const whoOf = (caller: Caller): Who => ({
  ...exemptOf(caller),
  spender: spenderOf(caller.audience === 'staff' ? 'work' : 'own', caller),
});

/** Adds to a decision what follows from it; `now` is the time of the event. */
export type Follower = (draft: Draft, now: number) => void;

/** Comes to a result or a refusal; `now` is the time of the event. It may be asked again. */
export type Decide<T> = (draft: Draft, now: number) => Outcome<T>;

interface Decided<T> {
  readonly draft: Draft;
  readonly outcome: Outcome<T>;
}

/** Why a decision that is too large for one event is refused. */
export const TOO_MUCH = 'It changes more at once than can be written; change less at a time.';
const SILENT = 'Whether it is in use cannot be told just now; try again.';

/** The server itself. */
export const SERVER: Who = { by: 0, ip: '' };

/** The lock of every settings kind: they share one version. */
export const SETTINGS_LOCK = 'settings';
/** The lock of one login: its account, its staff profile and its sessions. */
export const loginLock = (login: number): string => `login/${login}`;

/** What is in the log stays there: an event that the database could not hold must not get in. */
const assertLogins = (...logins: readonly number[]): void => {
  const wrong = logins.find((login) => !Number.isSafeInteger(login) || login < 0);
  if (wrong !== undefined) throw new Error(`${String(wrong)} is no login`);
};

/** Turns decisions into events. */
export class Writer {
  /** What staff did through it. */
  readonly deeds = new Deeds();
  readonly #locks = new Locks();
  readonly #allowances = new WriteAllowances();
  readonly #deps: DeskDeps;
  readonly #records: Records;
  readonly #sessions: Sessions;
  readonly #settings: SettingsBook;
  readonly #followers: { readonly kind: KindName; readonly follow: Follower }[] = [];

  constructor(deps: DeskDeps, records: Records, sessions: Sessions, settings: SettingsBook) {
    this.#deps = deps;
    this.#records = records;
    this.#sessions = sessions;
    this.#settings = settings;
  }

  /** What a change of the kind brings with it is decided with it: one event, all or nothing. */
  follow(kind: KindName, follow: Follower): void {
    this.#followers.push({ kind, follow });
  }

  /**
   * Decides under the locks and answers when the change is on disk and known to the other threads.
   * Only the commit, and shards that are asked what is in use, are awaited under the locks, and the
   * others are told in the order of the log.
   * `reason` says why sessions end, where there is a word for it. `first` is for what is to be
   * looked at under the locks and takes time, little of it.
   */
  async change<T>(
    locks: readonly string[],
    who: Who,
    decide: Decide<T>,
    reason = '',
    first?: () => Promise<void>,
  ): Promise<Outcome<T>> {
    let told: Promise<void> | undefined;
    const usage = new UsageBook();
    try {
      const answer = await this.#locks.hold(locks, async () => {
        await first?.();
        const now = Math.max(this.#records.time, this.#deps.now());
        const decided = await this.#decide(now, who.by, usage, decide);
        if (decided === undefined) return refuse('conflict', SILENT);
        const { draft, outcome } = decided;
        const written = outcome.ok || draft.kept;
        if (!written || draft.changes.length + draft.journal.length === 0) return outcome;
        const tooOften = who.spender && this.#allowances.take(who.spender, draft.kept, now);
        if (tooOften !== undefined) return tooOften;
        for (const { kind, follow } of this.#followers) {
          if (draft.changes.some((change) => change.kind === kind)) follow(draft, now);
        }
        const event = this.#event(draft, who, now);
        const changes = this.#changed(event);
        const seq = await this.deeds.through(event, (one) => this.#write(one));
        if (seq === undefined) return refuse('invalid_input', TOO_MUCH);
        this.#records.fold(event, seq);
        told = this.#deps.distribute(this.#told(event, changes, reason));
        return outcome;
      });
      await told;
      return answer;
    } finally {
      for (let times = usage.asks; times > 0; times -= 1) this.#deps.free();
    }
  }

  /**
   * Decides without a write: what would come of it if somebody did it now. `told` is false where
   * shards that were asked what is in use do not tell: it is taken for unused then.
   */
  async look<T>(
    { by }: Who,
    decide: (draft: Draft) => Promise<T>,
  ): Promise<{ result: T; told: boolean }> {
    const usage = new UsageBook();
    for (;;) {
      const now = Math.max(this.#records.time, this.#deps.now());
      const result = await decide(new Draft(this.#records, now, usage, by));
      const questions = usage.questions();
      if (questions === null) return { result, told: true };
      const told = await this.#deps.usage(questions, false);
      if (told === null) return { result, told: false };
      usage.learn(told);
    }
  }

  /** Decides, again where it asks what accounts have; undefined = the shards do not tell. */
  async #decide<T>(
    now: number,
    by: number,
    usage: UsageBook,
    decide: Decide<T>,
  ): Promise<Decided<T> | undefined> {
    for (;;) {
      const draft = new Draft(this.#records, now, usage, by);
      const outcome = decide(draft, now);
      const questions = usage.questions();
      if (questions === null) return { draft, outcome };
      const told = await this.#deps.usage(questions, true);
      if (told === null) return undefined;
      usage.learn(told);
    }
  }

  /** The seq of the event; undefined when it is too large. */
  async #write(event: DeskEvent): Promise<number | undefined> {
    try {
      return await this.#deps.write(event);
    } catch (error) {
      if (error instanceof EventTooLarge) return undefined;
      throw error;
    }
  }

  #event(draft: Draft, who: Who, time: number): DeskEvent {
    const settings = draft.changes.some((one) => isKind(one.kind) && KINDS[one.kind].settings);
    assertLogins(who.by, ...draft.journal.map(({ login }) => login));
    return {
      type: 'desk',
      time,
      by: who.by,
      ip: who.ip,
      config_version: this.#records.configVersion + (settings ? 1 : 0),
      changes: draft.changes,
      journal: draft.journal,
    };
  }

  /** The settings that an event changes, each once; it is not folded yet. */
  #changed({ changes }: DeskEvent): ChangedSetting[] {
    const all = new Map<string, ChangedSetting>();
    for (const { kind, key, version, record } of changes) {
      if (!isKind(kind) || !KINDS[kind].settings) continue;
      const numbered = record ?? this.#records.get(kind, key)?.record;
      const id = String((numbered as { id?: number } | undefined)?.id ?? key);
      all.set(`${kind} ${id}`, { kind: KINDS[kind].told ?? kind, id, version });
    }
    return [...all.values()];
  }

  #told(event: DeskEvent, changes: readonly ChangedSetting[], reason: string): DeskChange {
    const accounts = event.changes
      .filter((one) => one.kind === 'account' && one.record !== null)
      .map((one) => switchesOf(one.record as AccountRecord));
    const sessions = this.#touched(event).map((id) => {
      const session = this.#sessions.get(id);
      const copy = session === undefined ? null : this.#sessions.copy(session);
      return { id, copy, reason: reason || 'ended' };
    });
    return {
      changes,
      ...(changes.length > 0 && { settings: this.#settings.delta(event) }),
      ...(accounts.length > 0 && { accounts }),
      ...(sessions.length > 0 && { sessions }),
    };
  }

  /** Sessions that changed themselves, or whose login did: its rights show in the copies. */
  #touched(event: DeskEvent): string[] {
    const ids = new Set<string>();
    for (const { kind, key } of event.changes) {
      if (kind === 'session') ids.add(key);
      if (kind !== 'account' && kind !== 'staff') continue;
      for (const id of this.#sessions.of(Number(key))) ids.add(id);
    }
    return [...ids];
  }
}
