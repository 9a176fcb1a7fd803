// Account shares: the number of open requests of one account, its rate of requests, and that of the
// bytes of long requests and answers.

import { setTimeout as elapsed } from 'node:timers/promises';
import { refuse } from '../../wire/base/codes.js';

/** Requests of any kind that an account may send for each allowed trade request. */
const REQUESTS_A_TRADE = 2;
/**
 * Requests beyond the rate are refused, each at the time at which the rate allows it. Who then
 * sends again is served, or refused once more if a timer was early. If an account had to wait for
 * longer than this, in ms, its socket is closed.
 */
export const SLOWED_MS_MAX = 1_000;
/**
 * Bytes of long bodies and long answers that an account may have at once, and in each second: a MiB
 * takes the front some 10 ms. Beyond it reads and long requests wait.
 */
export const LONG_BYTES = { most: 8 << 20, perSecond: 8 << 20 } as const;
/** Most requests of an account that wait for that; further ones are refused. */
const LONG_WAITING_MAX = 2;
/** Number of known accounts above which accounts without requests and sockets are dropped. */
const KNOWN_MIN = 1_024;

/** The refusal of a request that comes faster than the account may send. */
export const tooFast = refuse(
  'trade.too_many_requests',
  'The account sends more requests than it may; try again. retry_after=1',
);

/** An amount that grows by what is counted, and shrinks at a constant rate. */
class CountedRate {
  #amount = 0;
  #at = 0;

  /** `now`: a monotonic clock in ms. */
  constructor(
    private readonly perSecond: number,
    private readonly now: () => number,
  ) {}

  /** What time has not made up for. */
  get amount(): number {
    const now = this.now();
    const madeUp = ((now - this.#at) * this.perSecond) / 1000;
    this.#amount = Math.max(0, this.#amount - madeUp);
    this.#at = now;
    return this.#amount;
  }

  count(more: number): void {
    this.#amount = this.amount + more;
  }
}

/** The share of one account: its sockets and REST requests together. */
export class AccountShare {
  /** Sockets that are open. */
  sockets = 0;
  /** Requests that its shard has not answered yet. */
  underWay = 0;
  readonly #requests: CountedRate;
  readonly #longBytes: CountedRate;
  #longWaiting = 0;
  /** When the last refused request is answered. */
  #refusedUntil = 0;

  /**
   * `perSecond`: requests that may be sent at once, and the number added each second; 0 = no limit.
   * `now`: a monotonic clock in ms.
   */
  constructor(
    private readonly perSecond: number,
    private readonly now: () => number,
  ) {
    this.#requests = new CountedRate(perSecond, now);
    this.#longBytes = new CountedRate(LONG_BYTES.perSecond, now);
  }

  /**
   * Counts a request; returns the ms that its refusal must wait; 0 = the request is allowed.
   * Refused requests are not counted, or a client that repeats them would be refused for ever.
   */
  take(): number {
    if (this.perSecond === 0) return 0;
    const beyond = this.#requests.amount + 1 - this.perSecond;
    if (beyond <= 0) {
      this.#requests.count(1);
      return 0;
    }
    const now = this.now();
    const eachMs = 1000 / this.perSecond;
    const dueAt = Math.max(now + beyond * eachMs, this.#refusedUntil + eachMs);
    const waitMs = dueAt - now;
    if (waitMs <= SLOWED_MS_MAX) this.#refusedUntil = dueAt;
    return waitMs;
  }

  /** Counts a long body or a long answer. */
  countLong(bytes: number): void {
    if (this.perSecond !== 0) this.#longBytes.count(bytes);
  }

  /** The ms until a request with a long body or answer is allowed; 0 = it is. */
  get longWaitMs(): number {
    const { most, perSecond } = LONG_BYTES;
    return (Math.max(0, this.#longBytes.amount - most) * 1000) / perSecond;
  }

  /** Waits until a request with a long body or answer is allowed; false = for too long. */
  async longTurn(): Promise<boolean> {
    const waitMs = this.longWaitMs;
    const isRefused = waitMs > SLOWED_MS_MAX || this.#longWaiting === LONG_WAITING_MAX;
    if (isRefused) return elapsed(SLOWED_MS_MAX, false);
    this.#longWaiting += 1;
    await elapsed(waitMs);
    this.#longWaiting -= 1;
    return true;
  }

  /** May another request go to its shard? The limit of unanswered requests is `perSecond`, too. */
  get hasRoom(): boolean {
    return this.perSecond === 0 || this.underWay < this.perSecond;
  }

  /** Does it send faster than allowed? */
  get isOver(): boolean {
    return this.#refusedUntil > this.now();
  }

  /** Does it have nothing open and nothing counted, so that it may be dropped? */
  get isIdle(): boolean {
    const isOpen = this.sockets > 0 || this.underWay > 0;
    const isCounted = this.#requests.amount > 0 || this.#longBytes.amount > 0;
    return !isOpen && !this.isOver && !isCounted;
  }
}

/** The shares of all known accounts. */
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

  /** Number of known accounts. */
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
