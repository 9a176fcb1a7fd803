// The accounts of a shard: those in use as actors, all others packed as bytes.

import type { AccountState } from '../../../engine/account/types.js';
import { apply, type StillAccount } from '../../../engine/engine.js';
import type { StoredAccount } from '../../../storage/read/snapshot.js';
import type { Bytes } from '../../../wire/codec/bytes.js';
import type { AccountSwitches } from '../../../wire/settings/config.js';
import type { Ledger } from '../../../wire/trading/records.js';
import { markAlive } from '../../shared/heartbeat.js';
import { AccountActor } from './account-actor.js';
import { type Glance, writeAccount } from './account-bytes.js';
import { PackedAccounts } from './packed-accounts.js';
import { Rounds } from './rounds.js';

/** An account without requests for this time, and at most twice that, is packed. */
const REST_MS = 30_000;
/** Bytes of a packed account that is copied for a read: some 100 rows, some 20 µs. */
const COPIED_BYTES_MAX = 1 << 14;
/** Approximate time limit of a call of `rest`. */
const TURN_MS = 0.5;

const missing = (login: number): Error => new Error(`account ${login} is not on this shard`);

/** Finds accounts, and unpacks and packs them as needed. */
export class Accounts {
  readonly #actors = new Map<number, AccountActor>();
  readonly #packed = new PackedAccounts();
  /** All logins in order of arrival; deleted accounts keep their places. */
  readonly #logins: number[] = [];
  #deleted = 0;
  /** Number of accounts by group path. */
  readonly #members = new Map<string, number>();
  /** The rounds in which actors are checked for packing. */
  readonly #rounds = new Rounds(REST_MS, () => this.#actors.values());

  get size(): number {
    return this.#logins.length - this.#deleted;
  }

  /** The number of places in the order of arrival. */
  get places(): number {
    return this.#logins.length;
  }

  /** The number of accounts in use, which are objects; others are packed. */
  get inUse(): number {
    return this.#actors.size;
  }

  /** All logins; accounts may be used, added and deleted during the iteration. */
  *logins(): IterableIterator<number> {
    for (const login of this.#logins) if (this.has(login)) yield login;
  }

  /** Adds an account; an earlier state of it is replaced. */
  add(state: AccountState): void {
    this.#enter(state.switches);
    this.#packed.put(state);
  }

  /** Adds an account of a group from its database rows. */
  addStored(group: string, stored: StoredAccount): void {
    this.#enter({ login: stored.login, group });
    this.#packed.putStored(stored);
  }

  #enter({ login, group }: Pick<AccountSwitches, 'login' | 'group'>): void {
    if (this.has(login)) this.#count(this.glance(login).switches.group, -1);
    else this.#logins.push(login);
    this.#count(group, 1);
    this.#actors.delete(login);
  }

  #count(group: string, more: number): void {
    const members = this.members(group) + more;
    if (members > 0) this.#members.set(group, members);
    else this.#members.delete(group);
  }

  /** Deletes an account. Its login is not added again. */
  delete(login: number): void {
    if (!this.has(login)) return;
    this.#count(this.glance(login).switches.group, -1);
    this.#actors.delete(login);
    this.#packed.delete(login);
    this.#deleted += 1;
  }

  members(group: string): number {
    return this.#members.get(group) ?? 0;
  }

  /** Moves one account from a group to another in the counts. */
  moves(from: string, to: string): void {
    this.#count(from, -1);
    this.#count(to, 1);
  }

  /** The account, unpacked; it is in use from now on. */
  get(login: number): AccountActor | undefined {
    const actor = this.#actors.get(login) ?? this.#unpack(login);
    if (actor !== undefined) actor.usedIn = this.#rounds.count;
    return actor;
  }

  /**
   * The account for reading only; this call does not count as use. A packed account stays packed,
   * and an actor with a copy is returned; but an account with many rows comes into use, because
   * copying it at each call would take long.
   */
  reading(login: number): AccountActor | undefined {
    const actor = this.#actors.get(login);
    if (actor !== undefined) return actor;
    if (this.#packed.bytesOf(login) > COPIED_BYTES_MAX) return this.get(login);
    const state = this.#packed.get(login);
    return state && new AccountActor(state);
  }

  /** The account if it is in use; this call does not count as use. */
  peek(login: number): AccountActor | undefined {
    return this.#actors.get(login);
  }

  /** Does the account exist? */
  has(login: number): boolean {
    return this.#actors.has(login) || this.#packed.has(login);
  }

  /** The login at a place in the order of arrival; undefined = the account was deleted. */
  loginAt(place: number): number | undefined {
    const login = this.#logins[place] as number;
    return this.has(login) ? login : undefined;
  }

  /** Writes an account, packed or not, in the form that `readAccount` reads. */
  write(login: number, out: Bytes): void {
    const actor = this.#actors.get(login);
    if (actor !== undefined) writeAccount(out, actor.state);
    else this.#packed.copy(login, out);
  }

  /** Does the account have a row of this kind and id? */
  holds(login: number, kind: 'orders' | 'positions', id: number): boolean {
    const actor = this.#actors.get(login);
    return actor?.state[kind].has(id) ?? this.#packed.holds(login, kind, id);
  }

  /** The glance of an account. */
  glance(login: number): Glance {
    const glance = this.#actors.get(login)?.state ?? this.#packed.glance(login);
    if (glance === undefined) throw missing(login);
    return glance;
  }

  /** An account without positions, orders and waiting requests; undefined = it has some. */
  still(login: number): StillAccount | undefined {
    const state = this.#actors.get(login)?.state;
    if (state === undefined) return this.#packed.still(login);
    const { positions, orders, queue } = state;
    return positions.size + orders.size + queue.size > 0 ? undefined : state;
  }

  /** Replaces the ledger of an account; a packed account stays packed. */
  putLedger(login: number, ledger: Ledger): void {
    const actor = this.#actors.get(login);
    if (actor === undefined) this.#packed.putLedger(login, ledger);
    else apply(actor.state, { ledger, orders: [], positions: [], queued: [] });
  }

  /** The state of an account, which is not changed; for a packed account it is a copy. */
  look(login: number): AccountState {
    const state = this.#actors.get(login)?.state ?? this.#packed.get(login);
    if (state === undefined) throw missing(login);
    return state;
  }

  /** The states of all accounts, as from `look`. */
  *states(): Iterable<AccountState> {
    for (const login of this.logins()) {
      markAlive();
      yield this.look(login);
    }
  }

  /** The same, but for those that are packed and idle: most accounts of most brokers. */
  *busyStates(): Iterable<AccountState> {
    for (const login of this.logins()) {
      markAlive();
      if (!this.#packed.isIdle(login)) yield this.look(login);
    }
  }

  /** Calls `act` with an account; a packed one is packed again afterwards. */
  visit(login: number, act: (state: AccountState) => void): void {
    const wasPacked = !this.#actors.has(login);
    const actor = this.#actors.get(login) ?? this.#unpack(login);
    if (actor === undefined) throw missing(login);
    act(actor.state);
    if (wasPacked && actor.isFree) this.#pack(actor);
  }

  /** Packs accounts that are no longer in use, for a limited time; false when some are left. */
  rest(now: number): boolean {
    const pack = (actor: AccountActor): void => {
      if (actor.isFree && actor.usedIn < this.#rounds.count - 1) this.#pack(actor);
    };
    return this.#rounds.go(pack, now, performance.now() + TURN_MS);
  }

  #unpack(login: number): AccountActor | undefined {
    const state = this.#packed.get(login);
    if (state === undefined) return undefined;
    this.#packed.delete(login);
    const actor = new AccountActor(state);
    this.#actors.set(login, actor);
    return actor;
  }

  #pack({ state }: AccountActor): void {
    this.#actors.delete(state.login);
    this.#packed.put(state);
  }
}
