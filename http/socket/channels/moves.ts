// Moves of accounts between groups, each at its place among the stored events.

import type { MovedAccount } from '../../../actors/client.js';

/** Most moves that are kept for desks that were away. */
const MOVES_MAX = 10_000;

/** A moved account. Moves are numbered from 0. */
export interface Move extends MovedAccount {
  readonly number: number;
  /** The position of the newest event that was stored before. */
  readonly position: number;
}

/** The newest moves of all accounts. */
export class Moves {
  readonly #kept: Move[] = [];
  /** The newest places of accounts whose shards may not know them yet. */
  readonly #places = new Map<number, NonNullable<MovedAccount['to']>>();
  #next = 0;
  #floor = -1;

  /** Moves up to this position are not kept. */
  get floor(): number {
    return this.#floor;
  }

  /** Adds a move behind the events up to a position. */
  add(account: MovedAccount, position: number): void {
    const { login, to } = account;
    this.#places.delete(login);
    if (to !== null) this.#places.set(login, to);
    const [oldest = login] = this.#places.keys();
    if (this.#places.size > MOVES_MAX) this.#places.delete(oldest);
    this.#kept.push({ ...account, number: this.#next, position });
    this.#next += 1;
    if (this.#kept.length > MOVES_MAX) this.#drop(this.#kept.shift()?.position ?? 0);
  }

  /** Any account may have been moved, up to a position. */
  lose(position: number): void {
    this.#places.clear();
    this.#drop(position);
  }

  /** Moves up to a position may be missing. */
  #drop(position: number): void {
    this.#floor = Math.max(this.#floor, position);
  }

  /**
   * An account has an event of a group. Returns its place if it has left that group: its shard
   * executes without a break, and learns of a move a moment after the desk has made it.
   */
  placeAfter(login: number, group: string): MovedAccount['to'] {
    const place = this.#places.get(login);
    if (place === undefined) return null;
    if (place.group !== group) return place;
    this.#places.delete(login);
    return null;
  }

  /** The group that an account is in; `told` is that which its shard tells. */
  groupOf(login: number, told: string): string {
    return this.#places.get(login)?.group ?? told;
  }

  /** The number of the first move behind the events up to a position. */
  firstAt(position: number): number {
    return this.#kept.find((move) => move.position >= position)?.number ?? this.#next;
  }

  /** The number of the next move. */
  get next(): number {
    return this.#next;
  }

  /** The moves from a number on; undefined = some are not kept. */
  from(number: number): readonly Move[] | undefined {
    const kept = this.#kept.length - (this.#next - number);
    return kept < 0 ? undefined : this.#kept.slice(kept);
  }
}
