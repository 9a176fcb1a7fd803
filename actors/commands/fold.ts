// The fold: rebuilds the whole state from the events of the log alone.

import { type AccountState, apply, newAccount } from '../../engine/engine.js';
import { ACCOUNT } from '../../storage/database/schema.js';
import { accountHash, addHash, NO_HASH, recordHash } from '../../storage/read/state-hash.js';
import type { AccountRecord } from '../../wire/accounts/account.js';
import { switchesOf } from '../../wire/settings/switches.js';
import type { AccountEvent, DeskEvent, Event, RecordChange } from '../../wire/trading/events.js';
import { hashedRows } from '../shard/accounts/state-hash.js';

/** The whole stored state: accounts' rows and the desk's records. */
export class Fold {
  readonly #accounts = new Map<number, AccountState>();
  readonly #records = new Map<string, RecordChange>();
  #configVersion = 0;

  /** Version of the settings. */
  get configVersion(): number {
    return this.#configVersion;
  }

  /** Applies the next event. Throws for an account that was never opened. */
  apply(event: Event): void {
    if (event.type === 'account') this.#account(event);
    else this.#desk(event);
  }

  /** A record of the desk; undefined when there is none. */
  record(kind: string, key: string): RecordChange['record'] | undefined {
    return this.#records.get(`${kind}\n${key}`)?.record;
  }

  /** The state hash. */
  hash(): bigint {
    let sum = NO_HASH;
    for (const state of this.#accounts.values()) {
      sum = addHash(sum, accountHash(hashedRows(state)));
    }
    for (const { kind, key, version, record } of this.#records.values()) {
      if (record !== null) sum = addHash(sum, recordHash(kind, key, version, record));
    }
    return sum;
  }

  #account(event: AccountEvent): void {
    const { login } = event;
    let account = this.#accounts.get(login);
    if (account === undefined) {
      const record = this.record('account', String(login));
      if (!record) throw new Error(`account ${login} has an event but no record`);
      account = newAccount(switchesOf(record as AccountRecord));
      this.#accounts.set(login, account);
    }
    apply(account, event);
  }

  #desk(event: DeskEvent): void {
    this.#configVersion = Math.max(this.#configVersion, event.config_version);
    for (const change of event.changes) {
      const key = `${change.kind}\n${change.key}`;
      if (change.record !== null) {
        this.#records.set(key, change);
        continue;
      }
      this.#records.delete(key);
      if (change.kind === ACCOUNT) this.#accounts.delete(Number(change.key));
    }
  }
}
