// The fold: rebuilds the whole state from the events of the log alone.

import { type AccountState, apply, newAccount } from '../../engine/engine.js';
import { ACCOUNT } from '../../storage/database/schema.js';
import { RecordHashes } from '../../storage/read/record-hashes.js';
import {
  accountHash,
  addHash,
  NO_HASH,
  owedHash,
  switchesHash,
} from '../../storage/read/state-hash.js';
import type { AccountRecord } from '../../wire/accounts/account.js';
import { loginsAbove } from '../../wire/base/login-set.js';
import type { AccountSwitches } from '../../wire/settings/config.js';
import type { GroupRecord } from '../../wire/settings/groups.js';
import { switchesOf } from '../../wire/settings/switches.js';
import {
  type AccountEvent,
  type DerivedCommand,
  type DeskEvent,
  type Event,
  type RecordChange,
  wholeRecord,
} from '../../wire/trading/events.js';
import { type IdleDayEvent, ledgerAfterIdle } from '../../wire/trading/idle-day.js';
import { hashedRows } from '../shard/accounts/state-hash.js';

/** The type of the desk's records of groups. */
const GROUP = 'group';

/** A factor that spreads logins over the parts, also those that are given out in steps. */
const SPREAD = 0x9e37_79b1;

/**
 * One of so many parts of the accounts, by login; the first part also has what is of no account.
 */
interface LoginPart {
  readonly part: number;
  readonly parts: number;
}
const ALL_LOGINS: LoginPart = { part: 0, parts: 1 };

/**
 * The whole stored state: accounts' rows and switches, the desk's records, and payments that are
 * owed. Of records only the hashes are kept, in a temporary file; of groups and accounts also what
 * the events of accounts need. Call `close` at the end. Methods throw when the disk of the
 * temporary file is full.
 *
 * The accounts are in memory, so that a fold may be of a part of them: the hashes of all parts add
 * up to the state hash.
 */
export class Fold {
  readonly #accounts = new Map<number, AccountState>();
  readonly #switches = new Map<number, AccountSwitches>();
  readonly #groups = new Map<string, Readonly<Partial<GroupRecord>>>();
  readonly #records = new RecordHashes();
  /** Payments without an outcome, by login and request id. */
  readonly #owed = new Map<string, DerivedCommand>();

  constructor(private readonly logins: LoginPart = ALL_LOGINS) {}

  get accounts(): number {
    return this.#switches.size;
  }

  /** Does it have this account? */
  has(login: number): boolean {
    return (Math.imul(login, SPREAD) >>> 16) % this.logins.parts === this.logins.part;
  }

  /** Applies the next event. Throws for an account that was never opened. */
  apply(event: Event): void {
    if (event.type === 'account') this.#account(event);
    else if (event.type === 'idle') this.#idleDay(event);
    else this.#desk(event);
  }

  /** The settings of a group; undefined when there is none. */
  group(path: string): Readonly<Partial<GroupRecord>> | undefined {
    return this.#groups.get(path);
  }

  /** The state hash, or that of the part. */
  hash(): bigint {
    let sum = addHash(this.#records.sum, this.accountsHash());
    for (const command of this.#owed.values()) sum = addHash(sum, owedHash(command));
    return sum;
  }

  /** The part of the hash that shards have: the accounts' rows, and their switches. */
  accountsHash(): bigint {
    let sum = NO_HASH;
    for (const state of this.#accounts.values()) {
      sum = addHash(sum, accountHash(hashedRows(state)));
    }
    for (const switches of this.#switches.values()) sum = addHash(sum, switchesHash(switches));
    return sum;
  }

  /** Removes the temporary file. */
  close(): void {
    this.#records.close();
  }

  #account(event: AccountEvent): void {
    const { login } = event;
    this.#owe(event);
    if (!this.has(login)) return;
    let account = this.#accounts.get(login);
    if (account === undefined) {
      const switches = this.#switches.get(login);
      if (!switches) throw new Error(`account ${login} has an event but no record`);
      account = newAccount(switches);
      this.#accounts.set(login, account);
    }
    apply(account, event);
  }

  #idleDay(event: IdleDayEvent): void {
    for (const { logins } of event.accounts) {
      for (const login of loginsAbove(logins, 0)) {
        const account = this.has(login) ? this.#accounts.get(login) : undefined;
        if (account !== undefined) account.ledger = ledgerAfterIdle(account.ledger, event);
      }
    }
  }

  /** Payments that an event owes, or makes. */
  #owe({ login, derived, remembered }: AccountEvent): void {
    for (const command of this.#isFirst ? derived : []) {
      this.#owed.set(`${command.login} ${command.request_id}`, command);
    }
    if (remembered !== null) this.#owed.delete(`${login} ${remembered.request_id}`);
  }

  get #isFirst(): boolean {
    return this.logins.part === 0;
  }

  #desk(event: DeskEvent): void {
    for (const logged of event.changes) {
      // Fields alone are logged of groups.
      const record = wholeRecord(logged, () => this.#groups.get(logged.key));
      const change = { ...logged, record };
      if (this.#isFirst) this.#records.change(change);
      if (change.kind === ACCOUNT) this.#accountRecord(change);
      else if (change.kind !== GROUP) continue;
      else if (change.record === null) this.#groups.delete(change.key);
      else this.#groups.set(change.key, change.record);
    }
  }

  #accountRecord({ key, record }: RecordChange): void {
    const login = Number(key);
    if (!this.has(login)) return;
    if (record !== null) this.#switches.set(login, switchesOf(record as AccountRecord));
    else {
      this.#switches.delete(login);
      this.#accounts.delete(login);
    }
  }
}
