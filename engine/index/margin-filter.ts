// The margin filter: which accounts may be at margin call or stop-out; the exact test decides.
//
// Most accounts have thresholds: nothing can happen to them while the prices of their symbols stay
// within thresholds. So a tick looks at the thresholds that it passes and at no account. Accounts
// near a level or beyond it are watched: their bounds follow every tick. An account is a row of
// numbers here: its rows need not be at hand.

import { basisOf } from '../account/basis.js';
import type { AccountState, Context } from '../account/types.js';
import { marginCouples, marginOf } from '../margin/account-margin.js';
import { doubles, flags, grown, integers, Slots } from '../numbers/columns.js';
import { PartedMap, PartedSet } from '../numbers/parted.js';
import type { Couple, Quotes } from '../settings/conversion.js';
import type { EngineGroup, EngineSettings } from '../settings/settings.js';
import type { EngineSymbol } from '../settings/symbols.js';
import { ExposureBucket, SURE_MAX } from './exposure-bucket.js';
import { Holders, NONE } from './holders.js';

/**
 * An account with less room than this share of its prices is watched: thresholds would be too near.
 */
const REACH_MIN = 0.0005;
/** With more room than this it gets thresholds again. */
const REACH_AGAIN = 0.002;
/** Thresholds are never farther away than this: buckets rely on it. */
const REACH_MAX = 0.5;
/** The part of the possible move that thresholds use; the rest covers rates and rounding. */
const REACH_USED = 0.9;

const NO_BUCKETS: readonly ExposureBucket[] = [];
const NO_COUPLES: readonly Couple[] = [];

/** Finds an account by its login. */
export type FindState = (login: number) => AccountState | undefined;

/** Bounds of accounts' equity, and the equity at which levels must be tested. */
export class MarginFilter {
  readonly holders = new Holders();
  readonly #slotOf = new PartedMap<number>();
  /** By index; undefined where a bucket was removed. */
  readonly #buckets: (ExposureBucket | undefined)[] = [];
  readonly #freePlaces: number[] = [];
  /** By group, and by the symbol as the group sees it. */
  readonly #bucketOf = new Map<EngineGroup, Map<EngineSymbol, ExposureBucket>>();
  /** Buckets by the ticks that change their values: of a symbol, by id, or of a couple's pairs. */
  readonly #movedBy = new Map<number | Couple, ExposureBucket[]>();
  /** Accounts whose margin depends on a couple's rate, and the couples of each account. */
  readonly #scaled = new Map<Couple, PartedSet>();
  readonly #scaledBy = new PartedMap<readonly Couple[]>();
  #login = doubles();
  /** The part of the equity that prices do not change: balance, credit, blocked amounts, swaps. */
  #fixed = doubles();
  /** Equity at or below which margin call or stop-out may apply; -Infinity = never. */
  #call = doubles();
  #stop = doubles();
  /** The loss if all prices moved against the account by 100 %. */
  #exposure = doubles();
  /** Is its `so_state` other than none? Is it stopped out? */
  #flagged = flags();
  #stopped = flags();
  /** Do its holders' bounds hold for all prices within their thresholds, or for the newest only? */
  #hasThresholds = flags();
  /** The slot of its first holder. */
  #first = integers();
  readonly #slots = new Slots(() => this.#grow());

  /** Takes in an account's money, and its positions in the touched symbols. */
  follow(state: AccountState, touched: Iterable<string>, ctx: Context): void {
    const { positions, orders, ledger, login } = state;
    if (positions.size === 0 && orders.size === 0 && ledger.so_state === 'none') {
      this.release(login);
      return;
    }
    const account = this.#slotOf.get(login) ?? this.#take(login);
    for (const name of touched) this.#hold(account, state, name, ctx);
    this.#scale(account, marginCouples(state, basisOf(state, ctx)));
    this.#load(account, state, ctx);
    if (!this.isSafe(account)) this.setThresholds(account, ctx);
  }

  /** Removes an account. */
  release(login: number): void {
    const account = this.#slotOf.get(login);
    if (account === undefined) return;
    for (let holder = this.#first[account] as number; holder !== NONE; ) {
      const next = this.holders.next[holder] as number;
      this.#bucketAt(holder).remove(holder);
      this.holders.give(holder);
      holder = next;
    }
    this.#scale(account, NO_COUPLES);
    this.#slotOf.delete(login);
    this.#slots.give(account);
  }

  /** May the account's levels be crossed, by the bounds? False for an unknown account. */
  mayBeCrossed(login: number): boolean {
    const account = this.#slotOf.get(login);
    return account !== undefined && this.needsTest(account);
  }

  /** Adds to `into` the accounts whose levels a tick may have crossed. */
  tick(symbolId: number, ctx: Context, find: FindState, into: Set<number>): void {
    for (const bucket of this.#movedBy.get(symbolId) ?? NO_BUCKETS) bucket.tick(ctx, into);
    const couple = ctx.settings.coupleOf(symbolId);
    if (couple !== undefined) this.move(couple, symbolId, ctx, find, into);
  }

  /**
   * Adds to `into` the accounts whose levels may have been crossed by a change of a couple's rates.
   * `symbolId` is the symbol of the tick, whose own buckets were already visited; 0 = none.
   */
  move(couple: Couple, symbolId: number, ctx: Context, find: FindState, into: Set<number>): void {
    for (const bucket of this.#movedBy.get(couple) ?? NO_BUCKETS) {
      if (bucket.symbol.id !== symbolId) bucket.tick(ctx, into);
    }
    const scaled = this.#scaled.get(couple);
    if (scaled === undefined) return;
    for (const account of scaled) {
      const login = this.#login[account] as number;
      this.#load(account, find(login) as AccountState, ctx);
      if (this.hasThresholds(account) && !this.isSafe(account)) this.setThresholds(account, ctx);
      if (this.needsTest(account)) into.add(login);
    }
  }

  /** Removes empty buckets whose group or symbol is not in the current settings. */
  tidy(settings: EngineSettings): void {
    for (const [group, buckets] of this.#bucketOf) {
      const isGone = settings.group(group.record.path) !== group;
      for (const [symbol, bucket] of buckets) {
        if (!bucket.isEmpty || !(isGone || group.held(symbol.name) !== symbol)) continue;
        buckets.delete(symbol);
        this.#close(bucket);
      }
      if (buckets.size === 0) this.#bucketOf.delete(group);
    }
  }

  // Called by buckets, which identify accounts by slots.

  login(account: number): number {
    return this.#login[account] as number;
  }

  hasThresholds(account: number): boolean {
    return this.#hasThresholds[account] === 1;
  }

  /** May the state of the account change, by the bounds? */
  needsTest(account: number): boolean {
    if (this.#stopped[account] === 1) return true;
    const { low, high, next } = this.holders;
    const fixed = this.#fixed[account] as number;
    let lowest = fixed;
    let highest = fixed;
    for (let one = this.#first[account] as number; one !== NONE; one = next[one] as number) {
      lowest += low[one] as number;
      highest += high[one] as number;
    }
    if (lowest <= (this.#stop[account] as number)) return true;
    const call = this.#call[account] as number;
    return this.#flagged[account] === 0 ? lowest <= call : highest > call;
  }

  /** Does the account have thresholds that may stay? */
  isSafe(account: number): boolean {
    return this.hasThresholds(account) && this.#flagged[account] === 0 && !this.needsTest(account);
  }

  /**
   * Is a watched account so far from its levels that it should have thresholds again? Where a rate
   * is missing and no thresholds can be set, this is tried with every tick.
   */
  isFar(account: number): boolean {
    if (this.#flagged[account] === 1) return false;
    if (this.#exposure[account] === Number.POSITIVE_INFINITY) return true;
    return this.#reach(account) > REACH_AGAIN;
  }

  /**
   * Takes the newest prices; sets thresholds if there is room for them, else the account is
   * watched.
   */
  setThresholds(account: number, quotes: Quotes): void {
    this.#watch(account, quotes);
    const reach = Math.min(this.#reach(account), REACH_MAX);
    if (this.#flagged[account] === 1 || !(reach > REACH_MIN)) return;
    this.#hasThresholds[account] = 1;
    const { next } = this.holders;
    const first = this.#first[account] as number;
    for (let one = first; one !== NONE; one = next[one] as number) {
      this.#bucketAt(one).setThresholds(one, reach * REACH_USED);
    }
    if (this.needsTest(account)) return this.#watch(account, quotes);
    for (let one = first; one !== NONE; one = next[one] as number) this.#bucketAt(one).arm(one);
  }

  #watch(account: number, quotes: Quotes): void {
    this.#hasThresholds[account] = 0;
    const { next } = this.holders;
    let exposure = 0;
    for (let one = this.#first[account] as number; one !== NONE; one = next[one] as number) {
      exposure += this.#bucketAt(one).watch(one, quotes);
    }
    this.#exposure[account] = exposure;
  }

  /** The relative move of all prices against the account that would reach a level. */
  #reach(account: number): number {
    const { low, next } = this.holders;
    const level = Math.max(this.#stop[account] as number, this.#call[account] as number);
    let room = (this.#fixed[account] as number) - level;
    for (let one = this.#first[account] as number; one !== NONE; one = next[one] as number) {
      room += low[one] as number;
    }
    return room / (this.#exposure[account] as number);
  }

  /**
   * Reads from the account what prices do not change: money, swaps, and the equity of its levels.
   */
  #load(account: number, state: AccountState, ctx: Context): void {
    const basis = basisOf(state, ctx);
    const { group } = basis;
    const { balance, credit, commission_blocked, profit_blocked, so_state } = state.ledger;
    const { swap, next } = this.holders;
    let fixed = balance + credit - commission_blocked - profit_blocked;
    for (let one = this.#first[account] as number; one !== NONE; one = next[one] as number) {
      fixed += swap[one] as number;
    }
    const margin = marginOf(state, basis, ctx);
    const held = state.positions.size > 0;
    let call = Number.NEGATIVE_INFINITY;
    let stop = Number.NEGATIVE_INFINITY;
    if (group.record.stopout_mode === 'money') {
      if (held) [call, stop] = [group.margin_call, group.stop_out];
    } else if (margin > 0) {
      call = Math.ceil((group.margin_call * margin) / 10_000) + 1;
      stop = Math.ceil((group.stop_out * margin) / 10_000) + 1;
    } else if (group.record.so_hedged && held) stop = 0;
    if (Math.max(Math.abs(fixed), margin) > SURE_MAX) stop = Number.POSITIVE_INFINITY;
    this.#fixed[account] = fixed;
    this.#call[account] = call;
    this.#stop[account] = stop;
    this.#flagged[account] = so_state === 'none' ? 0 : 1;
    this.#stopped[account] = so_state === 'stop_out' ? 1 : 0;
  }

  /** Updates the holder of an account's positions in a symbol. */
  #hold(account: number, state: AccountState, name: string, ctx: Context): void {
    const positions = state.holdings.get(name)?.positions ?? [];
    const bucket = this.#bucketFor(state, name, ctx);
    let holder = this.#holderIn(account, bucket);
    if (positions.length === 0) {
      if (holder !== NONE) this.#letGo(account, holder, bucket);
      return;
    }
    if (holder === NONE) {
      holder = this.holders.take(account, bucket.place);
      this.holders.next[holder] = this.#first[account] as number;
      this.#first[account] = holder;
      bucket.add(holder);
    }
    this.holders.load(holder, positions);
    if (this.hasThresholds(account)) bucket.reload(holder, ctx);
  }

  #holderIn(account: number, bucket: ExposureBucket): number {
    const { next } = this.holders;
    let one = this.#first[account] as number;
    while (one !== NONE && this.#bucketAt(one) !== bucket) one = next[one] as number;
    return one;
  }

  #letGo(account: number, holder: number, bucket: ExposureBucket): void {
    const { next } = this.holders;
    bucket.remove(holder);
    const after = next[holder] as number;
    let one = this.#first[account] as number;
    if (one === holder) this.#first[account] = after;
    else {
      while (next[one] !== holder) one = next[one] as number;
      next[one] = after;
    }
    this.holders.give(holder);
  }

  /**
   * Registers the account for ticks of the couples that its margin depends on, and for no others.
   */
  #scale(account: number, couples: readonly Couple[]): void {
    const before = this.#scaledBy.get(account) ?? NO_COUPLES;
    for (const one of before) if (!couples.includes(one)) this.#scaled.get(one)?.delete(account);
    for (const one of couples) {
      const accounts = this.#scaled.get(one) ?? new PartedSet();
      this.#scaled.set(one, accounts);
      accounts.add(account);
    }
    if (couples.length > 0) this.#scaledBy.set(account, couples);
    else if (before.length > 0) this.#scaledBy.delete(account);
  }

  #bucketAt(holder: number): ExposureBucket {
    return this.#buckets[this.holders.bucket[holder] as number] as ExposureBucket;
  }

  /** The bucket of a symbol for the account's group; created if missing. */
  #bucketFor(state: AccountState, name: string, ctx: Context): ExposureBucket {
    const { group } = basisOf(state, ctx);
    const symbol = group.held(name);
    if (symbol === undefined) throw new Error(`symbol ${name} is held and unknown`);
    let ofGroup = this.#bucketOf.get(group);
    if (ofGroup === undefined) {
      ofGroup = new Map();
      this.#bucketOf.set(group, ofGroup);
    }
    const known = ofGroup.get(symbol);
    if (known !== undefined) return known;
    const bucket = this.#openBucket(group, symbol, ctx);
    ofGroup.set(symbol, bucket);
    return bucket;
  }

  #openBucket(group: EngineGroup, symbol: EngineSymbol, ctx: Context): ExposureBucket {
    const place = this.#freePlaces.pop() ?? this.#buckets.length;
    const bucket = new ExposureBucket(group, symbol, this, place);
    bucket.open(ctx);
    this.#buckets[place] = bucket;
    for (const mover of bucket.movers) {
      const buckets = this.#movedBy.get(mover);
      if (buckets === undefined) this.#movedBy.set(mover, [bucket]);
      else buckets.push(bucket);
    }
    return bucket;
  }

  #close(bucket: ExposureBucket): void {
    this.#buckets[bucket.place] = undefined;
    this.#freePlaces.push(bucket.place);
    for (const mover of bucket.movers) {
      const buckets = this.#movedBy.get(mover) ?? [];
      buckets.splice(buckets.indexOf(bucket), 1);
      if (buckets.length === 0) this.#movedBy.delete(mover);
    }
  }

  #take(login: number): number {
    const account = this.#slots.take();
    this.#slotOf.set(login, account);
    this.#login[account] = login;
    this.#first[account] = NONE;
    this.#hasThresholds[account] = 0;
    this.#exposure[account] = 0;
    return account;
  }

  #grow(): void {
    this.#login = grown(this.#login);
    this.#fixed = grown(this.#fixed);
    this.#call = grown(this.#call);
    this.#stop = grown(this.#stop);
    this.#exposure = grown(this.#exposure);
    this.#flagged = grown(this.#flagged);
    this.#stopped = grown(this.#stopped);
    this.#hasThresholds = grown(this.#hasThresholds);
    this.#first = grown(this.#first);
  }
}
