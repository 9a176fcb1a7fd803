// Account shares: what one account may ask of the server at a time, and in a second.

import { refuse } from '../../wire/base/codes.js';

/** Requests of every kind that an account may send for each trade request that it may. */
const REQUESTS_A_TRADE = 2;
/**
 * Requests beyond the rate are refused, each when the rate would have come to it. An account that
 * would wait longer than this, in ms, has its socket closed.
 */
export const SLOWED_MS_MAX = 1_000;
/** Known accounts, from which on those without requests and sockets are forgotten. */
const KNOWN_MIN = 1_024;

/** The refusal of a request that comes faster than the account may send. */
export const tooFast = refuse(
  'trade.too_many_requests',
  'The account sends more requests than it may; try again. retry_after=1',
);

/** The share of one account: its sockets and REST requests together. */
export class AccountShare {
  /** Sockets that are open. */
  sockets = 0;
  /** Requests that its shard has not answered yet. */
  underWay = 0;
  /** Requests that were taken and that the rate has not made up for. */
  #level = 0;
  #countedAt = 0;

  /**
   * `perSecond`: requests in a row, and again with each second; 0 = no limit. `now`: ms that never
   * fall.
   */
  constructor(
    private readonly perSecond: number,
    private readonly now: () => number,
  ) {}

  /** Takes a request; answers for how many ms its refusal waits: 0 = the request goes on. */
  take(): number {
    if (this.perSecond === 0) return 0;
    const waitMs = this.#waitMs(1);
    if (waitMs <= SLOWED_MS_MAX) this.#level += 1;
    return waitMs;
  }

  /** May another request go to its shard? As many are under way at most as may come in a row. */
  get hasRoom(): boolean {
    return this.perSecond === 0 || this.underWay < this.perSecond;
  }

  /** Does it send faster than it may? */
  get isOver(): boolean {
    return this.perSecond > 0 && this.#waitMs(0) > 0;
  }

  /** Has it nothing open or owed, so that it may be forgotten? */
  get isIdle(): boolean {
    const isQuiet = this.perSecond === 0 || (this.#waitMs(0) === 0 && this.#level === 0);
    return isQuiet && this.sockets === 0 && this.underWay === 0;
  }

  /** How long the rate takes to come to so many further requests, in ms. */
  #waitMs(more: number): number {
    const now = this.now();
    const madeUp = ((now - this.#countedAt) * this.perSecond) / 1000;
    this.#level = Math.max(0, this.#level - madeUp);
    this.#countedAt = now;
    return Math.max(0, ((this.#level + more - this.perSecond) * 1000) / this.perSecond);
  }
}

/** The shares of all accounts of which something is known. */
export class AccountShares {
  readonly #byLogin = new Map<number, AccountShare>();
  #sweepAt = KNOWN_MIN;
  /** Requests of all kinds that an account may send in a second; 0 = no limit. */
  readonly perSecond: number;

  /** `tradeRate`: trade requests a second that an account may send; 0 = no limit. */
  constructor(
    tradeRate: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.perSecond = tradeRate * REQUESTS_A_TRADE;
  }

  /** Accounts that are known. */
  get size(): number {
    return this.#byLogin.size;
  }

  /** The share of a login. */
  of(login: number): AccountShare {
    const known = this.#byLogin.get(login);
    if (known !== undefined) return known;
    if (this.#byLogin.size >= this.#sweepAt) this.#forgetIdle();
    const share = new AccountShare(this.perSecond, this.now);
    this.#byLogin.set(login, share);
    return share;
  }

  #forgetIdle(): void {
    for (const [login, share] of this.#byLogin) if (share.isIdle) this.#byLogin.delete(login);
    this.#sweepAt = Math.max(KNOWN_MIN, 2 * this.#byLogin.size);
  }
}
