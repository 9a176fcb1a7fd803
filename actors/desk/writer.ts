// Writer: the life of a desk write — lock, decide, one event, commit, fold, tell the others.

import type { Outcome } from '../../wire/codes.js';
import type { AccountRecord } from '../../wire/desk.js';
import type { DeskEvent } from '../../wire/events.js';
import { switchesOf } from '../switches.js';
import type { DeskChange, DeskDeps } from './deps.js';
import { Draft } from './draft.js';
import { isKind, KINDS, type KindName } from './kinds.js';
import { Locks } from './locks.js';
import type { Records } from './records.js';
import type { Sessions } from './sessions.js';
import type { SettingsBook } from './settings.js';

/** Who causes a change; `by` is a staff login or 0 for the server and for traders. */
export interface Who {
  readonly by: number;
  readonly ip: string;
}

/** Adds to a decision what follows from it; `now` is the time of the event. */
export type Follower = (draft: Draft, now: number) => void;

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
  readonly #locks = new Locks();
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
   * Only the commit is awaited under the locks, and the others are told in the order of the log.
   * `reason` says why sessions end.
   */
  async change<T>(
    locks: readonly string[],
    who: Who,
    decide: (draft: Draft, now: number) => Outcome<T>,
    reason = '',
  ): Promise<Outcome<T>> {
    let told: Promise<void> | undefined;
    const answer = await this.#locks.hold(locks, async () => {
      const now = Math.max(this.#records.time, this.#deps.now());
      const draft = new Draft(this.#records);
      const outcome = decide(draft, now);
      const written = outcome.ok || draft.kept;
      if (!written || draft.changes.length + draft.journal.length === 0) return outcome;
      for (const { kind, follow } of this.#followers) {
        if (draft.changes.some((change) => change.kind === kind)) follow(draft, now);
      }
      const event = this.#event(draft, who, now);
      this.#records.fold(event, await this.#deps.write(event));
      told = this.#deps.distribute(this.#told(event, reason));
      return outcome;
    });
    await told;
    return answer;
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

  #told(event: DeskEvent, reason: string): DeskChange {
    const changes = event.changes
      .filter((one) => isKind(one.kind) && KINDS[one.kind].settings)
      .map((one) => ({ kind: one.kind, id: one.key, version: one.version }));
    const accounts = event.changes
      .filter((one) => one.kind === 'account' && one.record !== null)
      .map((one) => switchesOf(one.record as AccountRecord));
    const sessions = this.#touched(event).map((id) => {
      const session = this.#sessions.get(id);
      return { id, copy: session === undefined ? null : this.#sessions.copy(session), reason };
    });
    return {
      changes,
      ...(changes.length > 0 && { settings: this.#settings.current() }),
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
