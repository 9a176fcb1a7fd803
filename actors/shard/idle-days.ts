// Idle accounts of an end of day: they are gathered, and end the day with one event.

import { idleRowOf, isRunOpen, type StillAccount } from '../../engine/engine.js';
import type { EngineSettings } from '../../engine/settings/settings.js';
import { loginSetOf } from '../../wire/base/login-set.js';
import { type IdleDayEvent, type IdleRow, ledgerAfterIdle } from '../../wire/trading/idle-day.js';
import type { Ledger } from '../../wire/trading/records.js';
import type { Accounts } from './accounts/accounts.js';
import type { ShardOutput } from './shard-output.js';

/**
 * Most accounts of an event. The shard and the projection apply an event in one step: with this
 * number that takes some ms.
 */
const IDLE_MAX = 1024;
/** Events after which the next one waits until the database has them. */
const UNSHOWN_MAX = 16;

interface IdleShard {
  readonly now: number;
  readonly settings: EngineSettings;
  readonly accounts: Pick<Accounts, 'has' | 'still' | 'putLedger'>;
  readonly deps: {
    readonly output: Pick<ShardOutput, 'idleDay' | 'emitted' | 'committedCount'>;
    committedSeq(): number;
    checkpoint(): number;
  };
}

/** An idle account at the time of the event. */
interface EndedAccount {
  readonly login: number;
  readonly ledger: Ledger;
}

/** Accounts that share the values of their rows. */
interface SameRows {
  readonly row: IdleRow | null;
  readonly accounts: EndedAccount[];
}

const keyOf = (row: IdleRow | null): string => (row === null ? '' : JSON.stringify(row));

/** Gathers the idle accounts of a run. An account that changes meanwhile is looked at again. */
export class IdleDays {
  #logins: number[] = [];
  /** Events since the database was last known to have all earlier events. */
  #unshown = 0;
  /** The seq that the database must have for this; 0 = the events are not committed yet. */
  #awaited = 0;
  /** The number of the shard's events up to the newest of them. */
  #emitted = 0;

  constructor(private readonly shard: IdleShard) {}

  /** The number of gathered accounts. */
  get size(): number {
    return this.#logins.length;
  }

  /** Are there as many as one event may end? */
  get isFull(): boolean {
    return this.size >= IDLE_MAX;
  }

  /** May further ones be written: does the database have most of those that were? */
  areShown(): boolean {
    if (this.#unshown < UNSHOWN_MAX) return true;
    const { deps } = this.shard;
    if (deps.output.committedCount() < this.#emitted) return false;
    if (this.#awaited === 0) this.#awaited = deps.committedSeq();
    if (deps.checkpoint() < this.#awaited) return false;
    this.#unshown = 0;
    this.#awaited = 0;
    return true;
  }

  /** Gathers the account if it is idle on the day that ends; false = it is not. */
  add(login: number): boolean {
    if (this.#idle(login) === undefined) return false;
    this.#logins.push(login);
    return true;
  }

  /** Forgets the gathered accounts: their days are not ended. */
  clear(): void {
    this.#logins = [];
  }

  /**
   * Ends the day at `at` of the gathered accounts, in one event. Returns how many these are, and
   * the logins of accounts that are not idle any more.
   */
  end(at: number): { readonly ended: number; readonly left: readonly number[] } {
    const { now, settings, accounts, deps } = this.shard;
    const { day, monthEnd: month_end } = settings.calendar.dayOf(at);
    const left: number[] = [];
    const rows = new Map<string, SameRows>();
    let ended = 0;
    for (const login of this.#logins) {
      const idle = this.#idle(login);
      if (idle === undefined || !isRunOpen(idle.account, settings.calendar, at)) {
        left.push(login);
        continue;
      }
      const key = keyOf(idle.row);
      const same = rows.get(key) ?? { row: idle.row, accounts: [] };
      rows.set(key, same);
      same.accounts.push({ login, ledger: idle.account.ledger });
      ended += 1;
    }
    this.#logins = [];
    if (ended === 0) return { ended, left };
    const sets = Array.from(rows.values(), ({ row, accounts: some }) => ({
      row,
      logins: loginSetOf(some.map(({ login }) => login)),
    }));
    const event: IdleDayEvent = { type: 'idle', time: now, day, at, month_end, accounts: sets };
    deps.output.idleDay(event);
    this.#unshown += 1;
    this.#emitted = deps.output.emitted;
    for (const { accounts: some } of rows.values()) {
      for (const { login, ledger } of some) {
        accounts.putLedger(login, ledgerAfterIdle(ledger, event));
      }
    }
    return { ended, left };
  }

  #idle(login: number): { account: StillAccount; row: IdleRow | null } | undefined {
    const { accounts, settings, now } = this.shard;
    const account = accounts.still(login);
    if (account === undefined || account.ledger.updated_at > now) return undefined;
    const row = idleRowOf(account, settings);
    return row === undefined ? undefined : { account, row };
  }
}
