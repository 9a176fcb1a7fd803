// Work that a peer may ask for, and that costs more than a message: sending again, new numbers.

import { Allowance } from '../../shared/allowance.js';

/**
 * Messages that the peer may have sent again, at once and each second. A request costs as much as
 * some messages. A peer that asks for more ends the session: sending again holds up the others.
 */
const RESENDS = { most: 20_000, perSecond: 2_000 };
const REQUEST_COST = 100;
/** How often the numbers may begin anew, which writes a new file: at once, and each second. */
const RESETS = { most: 50, perSecond: 1 };

/** What a peer may still ask for; times are elapsed ms. */
export class PeerDemands {
  readonly #resends = new Allowance();
  readonly #resets = new Allowance();

  /** Counts a ResendRequest; false = it is one too many. */
  takeResend(now: number): boolean {
    return this.#resends.take(REQUEST_COST, now, RESENDS.most, RESENDS.perSecond);
  }

  /** Counts messages that were sent again. */
  resent(count: number): void {
    this.#resends.spend(count);
  }

  /** Counts a Logon that begins the numbers anew; false = it is one too many. */
  takeReset(now: number): boolean {
    return this.#resets.take(1, now, RESETS.most, RESETS.perSecond);
  }
}
