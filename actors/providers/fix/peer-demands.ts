// Work that a peer may cause, and that costs more than a message: Logons, and sending again.

import { Allowance } from '../../shared/allowance.js';

/**
 * Messages that the peer may have sent again, at once and each second. A request costs as much as
 * some messages. A peer that asks for more ends the session: sending again holds up the others.
 */
const RESENDS = { most: 20_000, perSecond: 2_000 };
const REQUEST_COST = 100;
/**
 * Logons of the peer, at once and each second: those with which it comes, and those that begin the
 * numbers again. Each has lines in the log, asks for the states of orders, and may write a file.
 */
const LOGONS = { most: 50, perSecond: 1 };

/** The demands that a peer may still make; times are elapsed ms. */
export class PeerDemands {
  readonly #resends = new Allowance();
  readonly #logons = new Allowance();

  /** Counts a ResendRequest; false = it is one too many. */
  takeResend(now: number): boolean {
    return this.#resends.take(REQUEST_COST, now, RESENDS.most, RESENDS.perSecond);
  }

  /** Counts messages that were sent again. */
  resent(count: number): void {
    this.#resends.spend(count);
  }

  /** Counts a Logon; false = it is one too many. */
  takeLogon(now: number): boolean {
    return this.#logons.take(1, now, LOGONS.most, LOGONS.perSecond);
  }
}
