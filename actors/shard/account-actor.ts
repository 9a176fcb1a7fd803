// An account's actor: its state, its mailbox and its lock. One message at a time.

import type { EngineSettings } from '../../engine/settings.js';
import type { AccountState } from '../../engine/types.js';
import type { AccountSwitches } from '../../wire/config.js';

/** Messages that wait at most while the account is locked; one more is refused. */
export const MAILBOX_CAPACITY = 256;

/** Work on an account; runs when no lock is held. */
export type Job = () => void;

/** One account on its shard. */
export class AccountActor {
  /** Made when the first job waits: few accounts ever have one. */
  #mailbox: Job[] | undefined;
  #locked = false;
  /** The round of `Accounts` in which it was used last. */
  usedIn = 0;
  /** Trade requests that may still be made, and when that was counted. */
  tokens = 0;
  countedAt = Number.NEGATIVE_INFINITY;
  /** The live money that was told last, when, and what it was made of. */
  toldMoney = '';
  toldAt = Number.NEGATIVE_INFINITY;
  toldSeq = -1;
  toldSwitches: AccountSwitches | undefined = undefined;
  toldSettings: EngineSettings | undefined = undefined;
  toldTicks = -1;

  constructor(readonly state: AccountState) {}

  /** Does nothing wait for it, nor for its lock? */
  get isFree(): boolean {
    return !this.#locked;
  }

  /** Runs the job now, or when the lock is released; false when the mailbox is full. */
  run(job: Job): boolean {
    if (!this.#locked) {
      job();
      return true;
    }
    this.#mailbox ??= [];
    if (this.#mailbox.length >= MAILBOX_CAPACITY) return false;
    this.#mailbox.push(job);
    return true;
  }

  /**
   * Holds the account's requests back while an answer from elsewhere is awaited; release it exactly
   * once. Prices go on meanwhile: a stop is not to wait.
   */
  lock(): () => void {
    this.#locked = true;
    return () => {
      this.#locked = false;
      while (!this.#locked) {
        const job = this.#mailbox?.shift();
        if (job === undefined) return;
        job();
      }
    };
  }

  /**
   * Takes one trade request from the account's allowance of `perSecond` (0 = no limit), refilled
   * evenly; false when it is used up.
   */
  allow(now: number, perSecond: number): boolean {
    if (perSecond === 0) return true;
    const refill = ((now - this.countedAt) * perSecond) / 1000;
    this.tokens = Math.min(perSecond, this.tokens + refill);
    this.countedAt = now;
    if (this.tokens < 1) return false;
    this.tokens -= 1;
    return true;
  }
}
