// An account's actor: its state, its mailbox and its lock. It processes one message at a time.

import type { AccountState, Basis } from '../../../engine/account/types.js';
import { Allowance } from '../../shared/allowance.js';

/** Most messages that wait while the account is locked; a further one is refused. */
export const MAILBOX_CAPACITY = 256;

/** Rows of snapshots that an account may request at once, and the number added each second. */
const SNAPSHOT_ROWS = 100_000;
const SNAPSHOT_ROWS_A_SECOND = 20_000;

/** Work on an account; it runs when no lock is held. */
type Job = () => void;

/** One account on its shard. */
export class AccountActor {
  /** Created when the first job waits; few accounts ever need one. */
  #mailbox: Job[] | undefined;
  #locked = false;
  /** The round of `Accounts` in which it was last used. */
  usedIn = 0;
  /** Created at the first use. */
  #trades: Allowance | undefined;
  #snapshots: Allowance | undefined;
  /**
   * The live money that was last sent, its time, and the inputs from which it was computed; empty =
   * it is sent whether or not it has changed.
   */
  sentMoney = '';
  /** Values of positions as they were sent last, by id; undefined = they are not followed. */
  sentPositions: Map<number, string> | undefined = undefined;
  sentAt = Number.NEGATIVE_INFINITY;
  sentSeq = -1;
  sentBasis: Basis | undefined = undefined;
  sentTicks = -1;

  constructor(readonly state: AccountState) {}

  /** Is no job waiting, and is no lock held? */
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
   * Holds the account's requests while an answer from elsewhere is awaited; release it exactly
   * once. Ticks are still processed, because stops must not wait.
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

  /** Uses one of `perSecond` trade requests (0 = no limit); false when none is left. */
  allow(now: number, perSecond: number): boolean {
    if (perSecond === 0) return true;
    this.#trades ??= new Allowance();
    return this.#trades.take(1, now, perSecond, perSecond);
  }

  /** Counts a snapshot of the account by its rows; false when too many were taken. */
  allowSnapshot(now: number): boolean {
    const { positions, orders } = this.state;
    const rows = 1 + positions.size + orders.size;
    this.#snapshots ??= new Allowance();
    return this.#snapshots.take(rows, now, SNAPSHOT_ROWS, SNAPSHOT_ROWS_A_SECOND);
  }
}
