// Settling: the accounts that a tick or the time concerns, in slices between which requests are
// processed.
//
// The next tick is taken when the accounts have settled, so all of them see the tick's prices.

import type { AccountState, Context } from '../../engine/account/types.js';
import { execute, onTick, TickProgress } from '../../engine/engine.js';
import type { AccountEvent } from '../../wire/trading/events.js';
import { markAlive } from '../shared/heartbeat.js';
import type { Accounts } from './accounts/accounts.js';

/** Accounts and events of one slice: some ms. */
export const SLICE_WORK = 64;

interface SettlingShard extends Context {
  readonly accounts: Pick<Accounts, 'get'>;
  record(state: AccountState, events: readonly AccountEvent[]): void;
}

/**
 * Processes accounts for a tick or for the time, whether or not they are locked: a lock only holds
 * requests, which do not leave half-done work.
 */
export class Settling {
  #logins: readonly number[] = [];
  #at = 0;
  /** The symbol of the tick; null = the time. */
  #symbolId: number | null = null;
  #progress = new TickProgress();

  constructor(private readonly shard: SettlingShard) {}

  /** Have all accounts settled? */
  get isDone(): boolean {
    return this.#at >= this.#logins.length;
  }

  /** Begins with the accounts of a tick, or with those that are due: `symbolId` null. */
  begin(logins: readonly number[], symbolId: number | null): void {
    this.#logins = logins;
    this.#at = 0;
    this.#symbolId = symbolId;
    this.#progress = new TickProgress();
  }

  slice(): void {
    let left = SLICE_WORK;
    while (left > 0 && !this.isDone) {
      markAlive();
      const count = this.#settle(this.#logins[this.#at] as number, left);
      if (count < left) this.#next();
      left -= 1 + count;
    }
  }

  #next(): void {
    this.#at += 1;
    this.#progress = new TickProgress();
  }

  /** Processes an account; returns the number of events. With `most` something may be left. */
  #settle(login: number, most: number): number {
    const state = this.shard.accounts.get(login)?.state;
    if (state === undefined) return 0;
    const events = this.#executed(state, most);
    this.shard.record(state, events);
    return events.length;
  }

  #executed(state: AccountState, most: number): readonly AccountEvent[] {
    if (this.#symbolId !== null) {
      return onTick(state, this.shard, this.#symbolId, this.#progress, most);
    }
    const execution = execute(state, { op: 'timer', most }, this.shard);
    return execution.ok ? execution.events : [];
  }
}
