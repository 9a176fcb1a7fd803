// The shard's index over its accounts: whom a tick or the clock concerns.

import type { AccountEvent } from '../wire/events.js';
import type { Queued } from '../wire/queued.js';
import type { Order, Position } from '../wire/records.js';
import { isFinal, isPending } from './account.js';
import { marginSymbolIds } from './account-margin.js';
import { basisOf } from './basis.js';
import { Heap } from './heap.js';
import { isTradeTime, nextOpening } from './holidays.js';
import { Holder, Pool } from './pool.js';
import { dueAt } from './queued.js';
import { groupAsk, groupBid } from './quotes.js';
import { loadMargined, Margined } from './screen.js';
import type { EngineGroup } from './settings.js';
import type { EngineSymbol } from './symbols.js';
import { Triggers } from './triggers.js';
import type { AccountState, Context } from './types.js';

const NOBODY: readonly number[] = [];
const NO_POOLS: readonly Pool[] = [];

/** The symbols of positions, each once; an event has one of them mostly. */
const symbolsIn = (positions: readonly Position[]): Iterable<string> => {
  const [first] = positions;
  if (first !== undefined && positions.length === 1) return [first.symbol];
  return new Set(positions.map(({ symbol }) => symbol));
};

/** The triggers of the accounts that see a symbol at the same prices. */
interface PriceClass {
  readonly symbol: Pick<EngineSymbol, 'spread_diff' | 'spread_diff_bid'>;
  readonly triggers: Triggers;
}

/**
 * Tracks accounts and answers who must settle. Rows are looked up in the tracked states, so that
 * entries of rows that changed need no search: they are dropped when they surface.
 */
export class Book {
  private readonly states = new Map<number, AccountState>();
  private readonly classes = new Map<number, Map<string, PriceClass>>();
  /** By group, and by the symbol's id. */
  private readonly pools = new Map<EngineGroup, Map<number, Pool>>();
  /** Pools whose values a symbol's tick moves. */
  private readonly moved = new Map<number, Pool[]>();
  private readonly margined = new Map<number, Margined>();
  /** Accounts whose margin a symbol's tick moves. */
  private readonly scaled = new Map<number, Set<Margined>>();
  private expiries = this.newExpiries();
  /** When levels are tested whatever the market does, by login: see `track` and `awaitOpening`. */
  private readonly tests = new Map<number, number>();
  /** Logins found in the call under way; kept between calls, most of which find nobody. */
  private readonly found = new Set<number>();

  /** Takes new settings: markups, groups and levels may have changed for everybody. */
  reconfigure(states: Iterable<AccountState>, ctx: Context): void {
    const all = [...states];
    this.states.clear();
    this.classes.clear();
    this.pools.clear();
    this.moved.clear();
    this.margined.clear();
    this.tests.clear();
    this.scaled.clear();
    this.expiries = this.newExpiries();
    for (const state of all) this.track(state, ctx);
  }

  /**
   * Takes an account in, or anew after its switches or the settings changed; its levels are tested
   * when they may be crossed by that: no tick may come for what it holds.
   */
  track(state: AccountState, ctx: Context): void {
    this.untrack(state.login);
    this.states.set(state.login, state);
    for (const order of state.orders.values()) this.enterOrder(state, order, ctx);
    for (const position of state.positions.values()) this.enterTriggers(state, position, ctx);
    for (const row of state.queue.values()) this.enterQueued(row);
    this.reckon(state, state.holdings.keys(), ctx);
    const account = this.margined.get(state.login);
    const waits = account?.so_state === 'stop_out';
    if (account?.needsTest === true && !waits) this.testAt(state.login, ctx.now);
  }

  /** Lets an account go; its entries are dropped as they surface. */
  untrack(login: number): void {
    this.states.delete(login);
    this.release(login);
  }

  /** Follows an event that was applied to a tracked account. */
  changed(state: AccountState, event: AccountEvent, ctx: Context): void {
    for (const order of event.orders) if (!isFinal(order)) this.enterOrder(state, order, ctx);
    for (const position of event.positions) {
      if (!position.closed) this.enterTriggers(state, position, ctx);
    }
    for (const row of event.queued) if (row.state !== 'gone') this.enterQueued(row);
    this.reckon(state, symbolsIn(event.positions), ctx);
  }

  /** Logins that must settle after a tick of a symbol, whose quote `ctx` gives; each once. */
  onTick(symbolId: number, ctx: Context): readonly number[] {
    const { bid, ask, last } = ctx.quote(symbolId);
    const classes = this.classes.get(symbolId);
    if (classes !== undefined) {
      for (const { symbol, triggers } of classes.values()) {
        triggers.reach(groupBid(symbol, bid), groupAsk(symbol, bid, ask), last, this.found);
      }
    }
    this.screen(symbolId, ctx, this.found);
    return this.takeFound();
  }

  /**
   * Logins that time concerns now: orders whose lifetime is over, requests that are due, levels to
   * be tested; each once.
   */
  due(ctx: Context): readonly number[] {
    const { expiries } = this;
    const { now } = ctx;
    while (expiries.key <= now) {
      const { key, id, login } = expiries;
      expiries.pop();
      const state = this.states.get(login);
      if (state === undefined || !this.isDue(key, id, login)) continue;
      this.found.add(login);
      if (id < 0) this.awaitOpening(state, ctx);
    }
    return this.takeFound();
  }

  /** When time may concern somebody next, ms; Infinity = never. It may turn out to be nobody. */
  get nextDue(): number {
    return this.expiries.key;
  }

  /** The logins found, in order; none are kept. */
  private takeFound(): readonly number[] {
    if (this.found.size === 0) return NOBODY;
    const logins = [...this.found].sort((a, b) => a - b);
    this.found.clear();
    return logins;
  }

  /**
   * Orders and waiting requests by their time, and accounts (their logins, negative) by the time at
   * which their levels are tested. Entries stand as long as that is the time. At 1,000,000
   * entries one costs 0.5 µs to add and 1 µs to take out, a thirtieth of what settling costs.
   */
  private newExpiries(): Heap {
    return new Heap((time, id, login) => this.isDue(time, id, login));
  }

  private isDue(time: number, id: number, login: number): boolean {
    if (id < 0) return this.tests.get(login) === time;
    const state = this.states.get(login);
    if (state === undefined) return false;
    const row = state.queue.get(id);
    return state.orders.get(id)?.expires_at === time || (row !== undefined && dueAt(row) === time);
  }

  private symbolOf(state: AccountState, name: string, ctx: Context): EngineSymbol {
    const symbol = basisOf(state, ctx).group.held(name);
    if (symbol === undefined) throw new Error(`symbol ${name} is held and unknown`);
    return symbol;
  }

  private enterOrder(state: AccountState, order: Order, ctx: Context): void {
    if (!isPending(order)) return;
    this.triggersOf(this.symbolOf(state, order.symbol, ctx)).addOrder(order);
    if (order.expires_at > 0) this.expiries.push(order.expires_at, order.id, order.login);
  }

  private enterQueued(row: Queued): void {
    const time = dueAt(row);
    if (time > 0) this.expiries.push(time, row.id, row.login);
  }

  private enterTriggers(state: AccountState, position: Position, ctx: Context): void {
    if (position.sl === 0 && position.tp === 0 && position.trail_pts === 0) return;
    this.triggersOf(this.symbolOf(state, position.symbol, ctx)).addPosition(position);
  }

  private triggersOf(symbol: EngineSymbol): Triggers {
    const classes = this.classes.get(symbol.id) ?? new Map<string, PriceClass>();
    this.classes.set(symbol.id, classes);
    const key = `${symbol.spread_diff_bid} ${symbol.spread_diff}`;
    let found = classes.get(key);
    if (found === undefined) {
      found = { symbol, triggers: new Triggers(symbol, (login) => this.states.get(login)) };
      classes.set(key, found);
    }
    return found.triggers;
  }

  private poolOf(state: AccountState, symbol: EngineSymbol, ctx: Context): Pool {
    const { group } = basisOf(state, ctx);
    let ofGroup = this.pools.get(group);
    if (ofGroup === undefined) {
      ofGroup = new Map();
      this.pools.set(group, ofGroup);
    }
    let pool = ofGroup.get(symbol.id);
    if (pool === undefined) {
      pool = new Pool(group, symbol, (login) => this.margined.get(login));
      pool.open(ctx);
      ofGroup.set(symbol.id, pool);
      for (const id of pool.symbolIds) {
        const pools = this.moved.get(id);
        if (pools === undefined) this.moved.set(id, [pool]);
        else pools.push(pool);
      }
    }
    return pool;
  }

  /** Reckons the sums of the touched symbols and the levels' bounds of an account. */
  private reckon(state: AccountState, touched: Iterable<string>, ctx: Context): void {
    const exposed = state.positions.size > 0 || state.orders.size > 0;
    const flagged = state.ledger.so_state !== 'none';
    if (!exposed && !flagged) {
      this.release(state.login);
      return;
    }
    let account = this.margined.get(state.login);
    if (account === undefined) {
      account = new Margined(state.login);
      this.margined.set(state.login, account);
    }
    for (const name of touched) this.hold(account, state, name, ctx);
    this.scale(account, marginSymbolIds(state, basisOf(state, ctx)));
    loadMargined(account, state, ctx);
    if (!account.safe) account.guard(ctx);
    this.awaitOpening(state, ctx);
  }

  /** Has a stop-out tested again when a symbol opens that was passed over (trading-rules §3.12). */
  private awaitOpening(state: AccountState, ctx: Context): void {
    if (state.ledger.so_state !== 'stop_out') {
      this.tests.delete(state.login);
      return;
    }
    const { clock } = ctx.settings;
    let at = Number.POSITIVE_INFINITY;
    for (const { name, positions } of state.holdings.values()) {
      const symbol = this.symbolOf(state, name, ctx);
      if (positions.length === 0 || isTradeTime(clock, symbol, ctx.now)) continue;
      at = Math.min(at, nextOpening(clock, symbol, ctx.now));
    }
    this.testAt(state.login, at);
  }

  /** Has the levels of an account tested at a time; Infinity = at none. */
  private testAt(login: number, at: number): void {
    if (this.tests.get(login) === at) return;
    this.tests.set(login, at);
    if (at < Number.POSITIVE_INFINITY) this.expiries.push(at, -login, login);
  }

  /** Enters an account where the ticks are looked at that move its margin, and nowhere else. */
  private scale(account: Margined, symbolIds: readonly number[]): void {
    for (const id of account.scaledBy) {
      if (!symbolIds.includes(id)) this.scaled.get(id)?.delete(account);
    }
    for (const id of symbolIds) {
      const accounts = this.scaled.get(id);
      if (accounts === undefined) this.scaled.set(id, new Set([account]));
      else accounts.add(account);
    }
    account.scaledBy = symbolIds;
  }

  private hold(account: Margined, state: AccountState, name: string, ctx: Context): void {
    const positions = state.holdings.get(name)?.positions ?? [];
    const pool = this.poolOf(state, this.symbolOf(state, name, ctx), ctx);
    let holder = account.holders.find((one) => one.pool === pool);
    if (positions.length === 0) {
      if (holder !== undefined) {
        pool.remove(holder);
        account.holders.splice(account.holders.indexOf(holder), 1);
      }
      return;
    }
    if (holder === undefined) {
      holder = new Holder(account, pool);
      account.holders.push(holder);
      pool.add(holder);
    }
    holder.load(positions);
    pool.reload(holder, ctx);
  }

  private release(login: number): void {
    this.tests.delete(login);
    const account = this.margined.get(login);
    if (account === undefined) return;
    for (const holder of account.holders) holder.pool.remove(holder);
    this.scale(account, []);
    this.margined.delete(login);
  }

  /** Adds the accounts whose levels may have been crossed by a tick. */
  private screen(symbolId: number, ctx: Context, into: Set<number>): void {
    for (const pool of this.moved.get(symbolId) ?? NO_POOLS) pool.tick(ctx, into);
    const scaled = this.scaled.get(symbolId);
    if (scaled === undefined) return;
    for (const account of scaled) {
      loadMargined(account, this.states.get(account.login) as AccountState, ctx);
      if (account.guarded && !account.safe) account.guard(ctx);
      if (account.needsTest) into.add(account.login);
    }
  }
}
