// What random lives have seen: how often each thing happened and what of it never did, and which
// rows have ended, wait for dealers, are at providers.

import type { ShardStore } from '../../../actors/shard/thread/shard-store.js';
import type { AccountState } from '../../../engine/account/types.js';
import type { AccountEvent } from '../../../wire/trading/events.js';
import type { Deal } from '../../../wire/trading/records.js';
import { PositionDeals } from './position-deals.js';

/** An event that deletes several positions. */
export const SEVERAL_CORRECTIONS = 'several corrections';

/** Names of things of a kind, as they are counted. */
export const named = (kind: string, names: readonly string[]): string[] =>
  names.map((name) => `${kind} ${name}`);

/** Counts by name. */
export class Seen {
  readonly counts = new Map<string, number>();

  note(name: string): void {
    this.counts.set(name, this.of(name) + 1);
  }

  /** How often that was. */
  of(name: string): number {
    return this.counts.get(name) ?? 0;
  }

  /** Notes what an event shows. */
  event({ kind, cause, orders, deals, queued, corrections }: AccountEvent): void {
    this.note(`event ${kind}`);
    if (corrections.length > 1) this.note(SEVERAL_CORRECTIONS);
    this.note(`cause ${cause.kind}`);
    for (const { state } of orders) this.note(`order ${state}`);
    for (const { state, kind: asked, taken_by } of queued) {
      this.note(`queue ${state}`);
      if (state === 'sent' && taken_by !== 0) this.note(`confirmed there ${asked}`);
    }
    for (const { entry, action, reason } of deals) {
      this.note(`entry ${entry}`);
      this.note(`action ${action}`);
      this.note(`reason ${reason}`);
    }
  }

  /** Which of the names were never seen. */
  missing(names: readonly string[]): readonly string[] {
    return names.filter((name) => !this.counts.has(name));
  }

  /** Takes over the counts of another run. */
  add(other: Seen): void {
    for (const [name, count] of other.counts) this.counts.set(name, this.of(name) + count);
  }
}

/** What is known of the rows of many accounts. It follows events. */
export class KnownRows {
  /** Accounts by a request of theirs that waits for a dealer, or is at a provider. */
  readonly waiting = new Map<number, number>();
  readonly sent = new Map<number, number>();
  /** What ended last of each account. */
  readonly lastGone = new Map<number, number>();
  readonly #deals = new Map<number, PositionDeals>();
  /** The newest id of an order. */
  lastId = 1;
  /** What has ended since the last restart, as the database would know it: `1001 order 1`. */
  #past = new Set<string>();

  /** Does history know of it, but for what was before the last restart? */
  has(login: number, what: 'position' | 'order', id: number): boolean {
    return this.#past.has(`${login} ${what} ${id}`);
  }

  restarted(): void {
    this.#past = new Set();
  }

  /** The deals of positions that an account holds or closed last, by position. */
  dealsOf(login: number, which: 'held' | 'closed'): readonly (readonly Deal[])[] {
    return [...(this.#deals.get(login)?.of(which) ?? [])];
  }

  emitted(event: AccountEvent): void {
    const { login, orders, queued, positions } = event;
    const deals = this.#deals.get(login) ?? new PositionDeals();
    this.#deals.set(login, deals);
    deals.emitted(event);
    for (const { id, done_at } of orders) {
      if (id > this.lastId) this.lastId = id;
      if (done_at > 0) this.#end(login, 'order', id);
    }
    for (const { id, closed } of positions) if (closed) this.#end(login, 'position', id);
    for (const { id, state } of queued) {
      if (state === 'queued' || state === 'taken') this.waiting.set(id, login);
      else this.waiting.delete(id);
      if (state === 'sent') this.sent.set(id, login);
      else this.sent.delete(id);
    }
  }

  /** Accounts of which neither they nor a database know what ended last. */
  forgotten(
    stateOf: (login: number) => AccountState,
    store: Pick<ShardStore, 'known'>,
  ): readonly number[] {
    const isKnown = ([login, id]: readonly [login: number, id: number]): boolean => {
      const { positions, orders } = stateOf(login).gone;
      const isRecent = positions.ids.includes(id) || orders.ids.includes(id);
      return isRecent || store.known(login, 'order', id) || store.known(login, 'position', id);
    };
    return [...this.lastGone].filter((gone) => !isKnown(gone)).map(([login]) => login);
  }

  #end(login: number, what: 'position' | 'order', id: number): void {
    this.#past.add(`${login} ${what} ${id}`);
    this.lastGone.set(login, id);
  }
}
