// The shard's index over its accounts: whom a tick or the clock concerns.

import type { AccountEvent } from '../wire/events.js';
import type { Queued } from '../wire/queued.js';
import type { Order, Position } from '../wire/records.js';
import { isFinal, isPending } from './account.js';
import { basisOf } from './basis.js';
import { isTradeTime, nextOpening } from './holidays.js';
import { IdHeap } from './id-heap.js';
import { dueAt } from './queued.js';
import { groupAsk, groupBid } from './quotes.js';
import { type FindState, Screen } from './screen.js';
import type { EngineSymbol } from './symbols.js';
import { Triggers } from './triggers.js';
import type { AccountState, Context } from './types.js';

const NOBODY: readonly number[] = [];

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
 * Tracks accounts and answers who must settle. It holds prices, times and bounds, and asks for an
 * account only when one of them has come.
 */
export class Book {
  private readonly classes = new Map<number, Map<string, PriceClass>>();
  private screen = new Screen();
  /** Pending orders by the end of their lifetime, and requests by when they are due. */
  private expiries = new IdHeap();
  private deadlines = new IdHeap();
  /** Accounts, by when their levels are tested whatever the market does: see `awaitOpening`. */
  private tests = new IdHeap();
  /** Logins found in the call under way; kept between calls, most of which find nobody. */
  private readonly found = new Set<number>();

  /** `find` is asked for accounts that are tracked. */
  constructor(private readonly find: FindState) {}

  /** Takes new settings: markups, groups and levels may have changed for everybody. */
  reconfigure(states: Iterable<AccountState>, ctx: Context): void {
    this.classes.clear();
    this.screen = new Screen();
    this.expiries = new IdHeap();
    this.deadlines = new IdHeap();
    this.tests = new IdHeap();
    for (const state of states) this.enter(state, ctx);
  }

  /**
   * Takes an account in, or anew after its switches changed; its levels are tested when they may be
   * crossed by that: no tick may come for what it holds.
   */
  track(state: AccountState, ctx: Context): void {
    this.untrack(state, ctx);
    this.enter(state, ctx);
  }

  private enter(state: AccountState, ctx: Context): void {
    const { login, ledger } = state;
    for (const order of state.orders.values()) this.followOrder(state, order, ctx);
    for (const position of state.positions.values()) this.followPosition(state, position, ctx);
    for (const row of state.queue.values()) this.followQueued(row);
    this.reckon(state, state.holdings.keys(), ctx);
    const waits = ledger.so_state === 'stop_out';
    if (!waits && this.screen.mayBeCrossed(login)) this.tests.set(login, login, ctx.now);
  }

  /** Lets an account go, with the rows that it had when it was tracked. */
  untrack(state: AccountState, ctx: Context): void {
    const { login, orders, positions, queue } = state;
    for (const order of orders.values()) {
      for (const triggers of this.triggersAll(state, order, ctx))
        triggers.followOrder(order, false);
      this.expiries.remove(order.id);
    }
    for (const position of positions.values()) {
      for (const triggers of this.triggersAll(state, position, ctx)) {
        triggers.followPosition(position, false);
      }
    }
    for (const id of queue.keys()) this.deadlines.remove(id);
    this.tests.remove(login);
    this.screen.release(login);
  }

  /** Follows an event that was applied to a tracked account. */
  changed(state: AccountState, event: AccountEvent, ctx: Context): void {
    for (const order of event.orders) this.followOrder(state, order, ctx);
    for (const position of event.positions) this.followPosition(state, position, ctx);
    for (const row of event.queued) this.followQueued(row);
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
    this.screen.tick(symbolId, ctx, this.find, this.found);
    return this.takeFound();
  }

  /**
   * Logins that time concerns now: orders whose lifetime is over, requests that are due, levels to
   * be tested; each once.
   */
  due(ctx: Context): readonly number[] {
    const { now } = ctx;
    for (const rows of [this.expiries, this.deadlines]) {
      for (let login = rows.take(now); login !== 0; login = rows.take(now)) this.found.add(login);
    }
    for (let login = this.tests.take(now); login !== 0; login = this.tests.take(now)) {
      this.found.add(login);
      this.awaitOpening(this.find(login) as AccountState, ctx);
    }
    return this.takeFound();
  }

  /** When time concerns somebody next, ms; Infinity = never. */
  get nextDue(): number {
    return Math.min(this.expiries.key, this.deadlines.key, this.tests.key);
  }

  /** The logins found, in order; none are kept. */
  private takeFound(): readonly number[] {
    if (this.found.size === 0) return NOBODY;
    const logins = [...Float64Array.from(this.found).sort()];
    this.found.clear();
    return logins;
  }

  private symbolOf(state: AccountState, name: string, ctx: Context): EngineSymbol {
    const symbol = basisOf(state, ctx).group.held(name);
    if (symbol === undefined) throw new Error(`symbol ${name} is held and unknown`);
    return symbol;
  }

  private followOrder(state: AccountState, order: Order, ctx: Context): void {
    if (!isPending(order)) return;
    this.triggersOf(this.symbolOf(state, order.symbol, ctx)).followOrder(order);
    const { id, login, expires_at } = order;
    if (expires_at > 0 && !isFinal(order)) this.expiries.set(id, login, expires_at);
    else this.expiries.remove(id);
  }

  private followPosition(state: AccountState, position: Position, ctx: Context): void {
    const symbol = this.symbolOf(state, position.symbol, ctx);
    const { sl, tp, trail_pts } = position;
    const fires = sl !== 0 || tp !== 0 || trail_pts !== 0;
    // Most have no stops, and had none: where nobody has, there is nothing to be let go.
    if (fires || this.classes.has(symbol.id)) this.triggersOf(symbol).followPosition(position);
  }

  private followQueued(row: Queued): void {
    const time = row.state === 'gone' ? 0 : dueAt(row);
    if (time > 0) this.deadlines.set(row.id, row.login, time);
    else this.deadlines.remove(row.id);
  }

  private triggersOf(symbol: EngineSymbol): Triggers {
    const classes = this.classes.get(symbol.id) ?? new Map<string, PriceClass>();
    this.classes.set(symbol.id, classes);
    const key = `${symbol.spread_diff_bid} ${symbol.spread_diff}`;
    let found = classes.get(key);
    if (found === undefined) {
      found = { symbol, triggers: new Triggers(symbol) };
      classes.set(key, found);
    }
    return found.triggers;
  }

  /** All in which a row may be: its account may have been in another group. */
  private *triggersAll(
    state: AccountState,
    row: Order | Position,
    ctx: Context,
  ): Iterable<Triggers> {
    const classes = this.classes.get(this.symbolOf(state, row.symbol, ctx).id);
    for (const { triggers } of classes?.values() ?? []) yield triggers;
  }

  /** Reckons the sums of the touched symbols and the levels' bounds of an account. */
  private reckon(state: AccountState, touched: Iterable<string>, ctx: Context): void {
    this.screen.follow(state, touched, ctx);
    this.awaitOpening(state, ctx);
  }

  /** Has a stop-out tested again when a symbol opens that was passed over (trading-rules §3.12). */
  private awaitOpening(state: AccountState, ctx: Context): void {
    const { login, ledger, holdings } = state;
    if (ledger.so_state !== 'stop_out') return this.tests.remove(login);
    const { clock } = ctx.settings;
    let at = Number.POSITIVE_INFINITY;
    for (const { name, positions } of holdings.values()) {
      const symbol = this.symbolOf(state, name, ctx);
      if (positions.length === 0 || isTradeTime(clock, symbol, ctx.now)) continue;
      at = Math.min(at, nextOpening(clock, symbol, ctx.now));
    }
    if (at < Number.POSITIVE_INFINITY) this.tests.set(login, login, at);
    else this.tests.remove(login);
  }
}
