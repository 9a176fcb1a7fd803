// The accounts of a shard: accounts in use as actors, all others as bytes.

import type { AccountState } from '../../../engine/account/types.js';
import type { StoredRows } from '../../../storage/read/snapshot.js';
import type { Bytes } from '../../../wire/codec/bytes.js';
import type { AccountSwitches } from '../../../wire/settings/config.js';
import { markAlive } from '../../shared/heartbeat.js';
import { AccountActor } from './account-actor.js';
import { type Glance, writeAccount } from './account-bytes.js';
import { PackedAccounts } from './packed-accounts.js';
import { Rounds } from './rounds.js';

/** An account that nothing was asked of for so long, up to twice that, is packed. */
const REST_MS = 30_000;
/** One call of `rest` takes about so long at most. */
const TURN_MS = 0.5;

/** Finds accounts, and unpacks and packs them as they are needed. */
export class Accounts {
  readonly #actors = new Map<number, AccountActor>();
  readonly #packed = new PackedAccounts();
  /** All of them, in the order in which they came. */
  readonly #logins: number[] = [];
  /** How many there are, by the paths of groups. */
  readonly #members = new Map<string, number>();
  /** In them actors are looked at. */
  readonly #rounds = new Rounds(REST_MS, () => this.#actors.values());

  get size(): number {
    return this.#logins.length;
  }

  /** How many are in use: objects in memory, the others being bytes. */
  get inUse(): number {
    return this.#actors.size;
  }

  /** All logins; accounts may be used, and new ones come, while one goes through them. */
  logins(): IterableIterator<number> {
    return this.#logins.values();
  }

  /** Takes in an account, in the place of its earlier state if there is one. */
  add(state: AccountState): void {
    this.#enter(state.switches);
    this.#packed.put(state);
  }

  /** Takes in an account as the database has it. */
  addStored(switches: AccountSwitches, rows: StoredRows): void {
    this.#enter(switches);
    this.#packed.putStored(switches, rows);
  }

  #enter({ login, group }: AccountSwitches): void {
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

  /** How many are in a group. */
  members(group: string): number {
    return this.#members.get(group) ?? 0;
  }

  /** One of them changes over to another group. */
  moves(from: string, to: string): void {
    this.#count(from, -1);
    this.#count(to, 1);
  }

  /** The account, in use from now on. */
  get(login: number): AccountActor | undefined {
    const actor = this.#actors.get(login) ?? this.#unpack(login);
    if (actor !== undefined) actor.usedIn = this.#rounds.count;
    return actor;
  }

  /** The account if it is in use, which it need not be because of this. */
  peek(login: number): AccountActor | undefined {
    return this.#actors.get(login);
  }

  /** Is there such an account? */
  has(login: number): boolean {
    return this.#actors.has(login) || this.#packed.has(login);
  }

  /** The login at a place in their order. */
  loginAt(place: number): number {
    return this.#logins[place] as number;
  }

  /** Writes an account, in use or not, as `readAccount` reads it. */
  write(login: number, out: Bytes): void {
    const actor = this.#actors.get(login);
    if (actor !== undefined) writeAccount(out, actor.state);
    else this.#packed.copy(login, out);
  }

  /** Has the account such a row? */
  holds(login: number, kind: 'orders' | 'positions', id: number): boolean {
    const actor = this.#actors.get(login);
    return actor?.state[kind].has(id) ?? this.#packed.holds(login, kind, id);
  }

  /** The part of an account that passes over all accounts need. */
  glance(login: number): Glance {
    const glance = this.#actors.get(login)?.state ?? this.#packed.glance(login);
    if (glance === undefined) throw new Error(`account ${login} is not on this shard`);
    return glance;
  }

  /** The state of an account, to be read only: that of a packed one is a copy. */
  look(login: number): AccountState {
    return this.#actors.get(login)?.state ?? (this.#packed.get(login) as AccountState);
  }

  /** The states of all accounts, as `look` has them. */
  *states(): Iterable<AccountState> {
    for (const login of this.#logins) {
      markAlive();
      yield this.look(login);
    }
  }

  /** Does something with an account, which is packed again then if it was. */
  visit(login: number, act: (state: AccountState) => void): void {
    const wasPacked = !this.#actors.has(login);
    const actor = this.#actors.get(login) ?? this.#unpack(login);
    if (actor === undefined) throw new Error(`account ${login} is not on this shard`);
    act(actor.state);
    if (wasPacked && actor.isFree) this.#pack(actor);
  }

  /** Packs accounts that are not in use any more, for a while; false when some are left. */
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
