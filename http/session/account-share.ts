// Account shares: the number of open requests of one account, and its rate of requests.

import { refuse } from '../../wire/base/codes.js';
import type { Header } from '../server/exchange.js';

/** Requests of any kind that an account may send for each allowed trade request. */
const REQUESTS_A_TRADE = 2;
/**
 * Requests beyond the rate are refused, each at the time at which the rate allows it. A client
 * that then sends again is served, or refused once more if a timer was early. If an account had to
 * wait for longer than this, in ms, its socket is closed.
 */
export const SLOWED_MS_MAX = 1_000;
/** Number of known accounts above which accounts without requests and sockets are dropped. */
const KNOWN_MIN = 1_024;

/** The limits of an account in words for clients. */
export const TRADE_RATE_SAYS =
  'Trade requests that one account may send in a second, on all its sockets and over REST ' +
  'together; more are refused at once with `trade.too_many_requests`. 0 = no limit.';
export const RATE_SAYS =
  'Requests of all kinds that one account may send in a second, on all its sockets and over REST ' +
  'together; as many may come at once. More are refused with `trade.too_many_requests`, each at ' +
  'the time at which the rate would have allowed it. A socket with a refusal that would be due ' +
  `later than in ${SLOWED_MS_MAX} ms is closed with 1008. 0 = no limit.`;

/** The refusal of a request that comes faster than the account may send. */
export const tooFast = refuse(
  'trade.too_many_requests',
  'The account sends more requests than its rate allows; try again. retry_after=1',
);

/** The share of one account: its sockets and REST requests together. */
export class AccountShare {
  /** Sockets that are open. */
  sockets = 0;
  /** Requests that its shard has not answered yet. */
  underWay = 0;
  /** Counted requests; the rate reduces their number with time. */
  #level = 0;
  #countedAt = 0;
  /** When the last refused request is answered. */
  #refusedUntil = 0;

  /**
   * `perSecond`: requests that may be sent at once, and the number added each second; 0 = no limit.
   * `now`: a monotonic clock in ms.
   */
  constructor(
    private readonly perSecond: number,
    private readonly now: () => number,
  ) {}

  /**
   * Counts a request; returns the ms that its refusal must wait; 0 = the request is allowed.
   * Refused requests are not counted, or a client that repeats them would be refused for ever.
   */
  take(): number {
    if (this.perSecond === 0) return 0;
    const beyond = this.#counted() + 1 - this.perSecond;
    if (beyond <= 0) {
      this.#level += 1;
      return 0;
    }
    const now = this.now();
    const eachMs = 1000 / this.perSecond;
    const dueAt = Math.max(now + beyond * eachMs, this.#refusedUntil + eachMs);
    const waitMs = dueAt - now;
    if (waitMs <= SLOWED_MS_MAX) this.#refusedUntil = dueAt;
    return waitMs;
  }

  /** May another request go to its shard? The limit of unanswered requests is `perSecond`, too. */
  get hasRoom(): boolean {
    return this.perSecond === 0 || this.underWay < this.perSecond;
  }

  /** Does it send faster than allowed? */
  get isOver(): boolean {
    return this.#refusedUntil > this.now();
  }

  /** Does it have nothing open and no counted requests, so that it may be dropped? */
  get isIdle(): boolean {
    const isOpen = this.sockets > 0 || this.underWay > 0;
    return !isOpen && !this.isOver && this.#counted() === 0;
  }

  /** The counted requests that time has not made up for. */
  #counted(): number {
    const now = this.now();
    const madeUp = ((now - this.#countedAt) * this.perSecond) / 1000;
    this.#level = Math.max(0, this.#level - madeUp);
    this.#countedAt = now;
    return this.#level;
  }
}

/** The shares of all known accounts. */
export class AccountShares {
  readonly #byLogin = new Map<number, AccountShare>();
  #sweepAt = KNOWN_MIN;
  /** Requests of all kinds that an account may send in a second; 0 = no limit. */
  readonly perSecond: number;

  constructor(
    /** Trade requests that an account may send in a second, counted by its shard; 0 = no limit. */
    readonly tradesPerSecond: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.perSecond = tradesPerSecond * REQUESTS_A_TRADE;
  }

  /** Number of known accounts. */
  get size(): number {
    return this.#byLogin.size;
  }

  /** The header that states the rate of an account. */
  get headers(): readonly Header[] {
    return [['RateLimit-Limit', String(this.perSecond)]];
  }

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
