// The screen for margin call and stop-out: bounds of equity in doubles; the exact test decides.
//
// Most accounts are guarded: nothing can happen to them while the prices of what they hold stay
// within guards. So a tick looks at the guards that it passes and at no account. Those near a level
// or beyond it are watched: their bounds follow every tick.

import { marginOf } from './account-margin.js';
import { basisOf } from './basis.js';
import type { Quotes } from './conversion.js';
import { type Holder, SURE_MAX } from './pool.js';
import type { AccountState, Context } from './types.js';

/** With less room than this share of its prices an account is watched: guards would not last. */
const REACH_MIN = 0.0005;
/** With more room than this it is guarded again. */
const REACH_AGAIN = 0.002;
/** Guards are not farther away: pools rely on it. */
const REACH_MAX = 0.5;
/** The part of the room that prices get; rates and rounding have the rest. */
const REACH_USED = 0.9;

/** Bounds of an account's equity and the equities at which its levels are tested. */
export class Margined {
  /** Balance, credit and blocked, swaps of positions: what prices do not move. */
  fixed = 0;
  /** Equity at or below which margin call or stop-out may hold; -Infinity = never. */
  call = Number.NEGATIVE_INFINITY;
  stop = Number.NEGATIVE_INFINITY;
  so_state: AccountState['ledger']['so_state'] = 'none';
  readonly holders: Holder[] = [];
  /** Symbols whose ticks move its margin. */
  scaledBy: readonly number[] = [];
  /** Do its holders' bounds hold for all prices within their guards, not for the newest only? */
  guarded = false;
  /** What it loses at most when all its prices move against it by their whole. */
  private exposure = 0;

  constructor(readonly login: number) {}

  /** May the state of the account change, judged by the bounds? */
  get needsTest(): boolean {
    if (this.so_state === 'stop_out') return true;
    let low = this.fixed;
    let high = this.fixed;
    for (const holder of this.holders) {
      low += holder.low;
      high += holder.high;
    }
    if (low <= this.stop) return true;
    return this.so_state === 'none' ? low <= this.call : high > this.call;
  }

  /** Is it guarded, and may it stay so? */
  get safe(): boolean {
    return this.guarded && this.so_state === 'none' && !this.needsTest;
  }

  /**
   * Watched, is it so far from its levels that it should be guarded again? Where something could
   * not be guarded, a rate being missing, it is tried with every tick.
   */
  get far(): boolean {
    if (this.so_state !== 'none') return false;
    return this.exposure === Number.POSITIVE_INFINITY || this.reach > REACH_AGAIN;
  }

  /** Takes the newest prices; guards the account when they leave it room, else it is watched. */
  guard(quotes: Quotes): void {
    this.watch(quotes);
    const reach = Math.min(this.reach, REACH_MAX);
    if (this.so_state !== 'none' || !(reach > REACH_MIN)) return;
    this.guarded = true;
    for (const holder of this.holders) holder.pool.guard(holder, reach * REACH_USED);
    if (this.needsTest) this.watch(quotes);
    else for (const holder of this.holders) holder.pool.arm(holder);
  }

  private watch(quotes: Quotes): void {
    this.guarded = false;
    this.exposure = 0;
    for (const holder of this.holders) this.exposure += holder.pool.watch(holder, quotes);
  }

  /** The share by which all prices may move against it until a level is reached. */
  private get reach(): number {
    let room = this.fixed - Math.max(this.stop, this.call);
    for (const holder of this.holders) room += holder.low;
    return room / this.exposure;
  }
}

/** Takes from the account what prices do not move: own money, swaps, and the levels' bounds. */
export const loadMargined = (account: Margined, state: AccountState, ctx: Context): void => {
  const basis = basisOf(state, ctx);
  const { group } = basis;
  const { balance, credit, commission_blocked, profit_blocked, so_state } = state.ledger;
  let fixed = balance + credit - commission_blocked - profit_blocked;
  for (const holder of account.holders) fixed += holder.swap;
  const margin = marginOf(state, basis, ctx);
  const never = Number.NEGATIVE_INFINITY;
  account.fixed = fixed;
  account.so_state = so_state;
  if (group.record.stopout_mode === 'money') {
    const held = state.positions.size > 0;
    account.call = held ? group.margin_call : never;
    account.stop = held ? group.stop_out : never;
  } else if (margin > 0) {
    account.call = Math.ceil((group.margin_call * margin) / 10_000) + 1;
    account.stop = Math.ceil((group.stop_out * margin) / 10_000) + 1;
  } else {
    account.call = never;
    account.stop = group.record.so_hedged && state.positions.size > 0 ? 0 : never;
  }
  if (Math.max(Math.abs(fixed), margin) > SURE_MAX) account.stop = Number.POSITIVE_INFINITY;
};
