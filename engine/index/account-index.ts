// The shard's index over its accounts: whom a tick or the clock concerns.

import type { AccountEvent } from '../../wire/trading/events.js';
import type { Queued } from '../../wire/trading/queued.js';
import type { Order, Position } from '../../wire/trading/records.js';
import { isFinal, isPending } from '../account/account.js';
import { basisOf } from '../account/basis.js';
import type { AccountState, Context } from '../account/types.js';
import { isTradeTime, nextOpening } from '../calendar/holidays.js';
import { IdHeap } from '../numbers/id-heap.js';
import { dueAt } from '../requests/queued.js';
import { groupAsk, groupBid } from '../settings/quotes.js';
import type { SettingsEffect } from '../settings/settings.js';
import type { EngineSymbol } from '../settings/symbols.js';
import { AccountsBySymbol } from './accounts-by-symbol.js';
import { type FindState, MarginFilter } from './margin-filter.js';
import { Triggers } from './price-triggers.js';

const NOBODY: readonly number[] = [];

/** The symbols of positions, each once; an event has one of them mostly. */
const symbolsIn = (positions: readonly Position[]): Iterable<string> => {
  const [first] = positions;
  if (first !== undefined && positions.length === 1) return [first.symbol];
  return new Set(positions.map(({ symbol }) => symbol));
};

/** The symbols of an event's orders and positions. */
const rowSymbols = ({ orders, positions }: AccountEvent): readonly string[] =>
  [...orders, ...positions].map(({ symbol }) => symbol);

/** The triggers of the accounts that see a symbol at the same prices and in the same steps. */
interface PriceClass {
  readonly symbol: Pick<EngineSymbol, 'spread_diff' | 'spread_diff_bid'>;
  readonly triggers: Triggers;
}

/**
 * Tracks accounts and answers who must settle. It holds prices, times and bounds, and asks for an
 * account only when one of them has come.
 */
export class AccountIndex {
  private readonly classes = new Map<number, Map<string, PriceClass>>();
  private marginFilter = new MarginFilter();
  /** Pending orders by the end of their lifetime, and requests by when they are due. */
  private expiries = new IdHeap();
  private deadlines = new IdHeap();
  /** Accounts, by when their levels are tested whatever the market does: see `awaitOpening`. */
  private tests = new IdHeap();
  /** Logins found in the call under way; kept between calls, most of which find nobody. */
  private readonly found = new Set<number>();
  private readonly accountsBySymbol = new AccountsBySymbol();
  private readonly old = new Set<number>();
  /** The symbols of requests that wait, by the row's id. */
  private readonly waiting = new Map<number, string>();

  /** `find` is asked for accounts that are tracked. */
  constructor(private readonly find: FindState) {}

  /** Takes other settings altogether: markups, groups and levels may differ for everybody. */
  reconfigure(states: Iterable<AccountState>, ctx: Context): void {
    this.classes.clear();
    this.marginFilter = new MarginFilter();
    this.expiries = new IdHeap();
    this.deadlines = new IdHeap();
    this.tests = new IdHeap();
    this.accountsBySymbol.clear();
    this.waiting.clear();
    this.old.clear();
    for (const state of states) this.enter(state, ctx);
  }

  /**
   * Takes over a change of settings. The accounts that it concerns become `outdated`: they are to
   * be tracked again, and `tidy` is to be called then. Until then ticks find them by the settings
   * before.
   */
  change({ groups, symbols, couples, clock }: SettingsEffect, ctx: Context): void {
    if (clock) this.accountsBySymbol.all(this.old);
    else this.accountsBySymbol.find(groups, symbols, this.old);
    for (const couple of couples) this.marginFilter.move(couple, 0, ctx, this.find, this.found);
    for (const login of this.takeFound()) this.tests.set(login, login, ctx.now);
  }

  /** Accounts that are to be tracked again. */
  get outdated(): ReadonlySet<number> {
    return this.old;
  }

  /** Drops symbols that no account has any more under the settings now. */
  tidy({ settings }: Context): void {
    this.marginFilter.tidy(settings);
    for (const [symbolId, classes] of this.classes) {
      for (const [key, { triggers }] of classes) if (triggers.isEmpty) classes.delete(key);
      if (classes.size === 0) this.classes.delete(symbolId);
    }
  }

  /**
   * Takes in an account, or tracks it again after its switches changed. Its levels are tested when
   * the change may have crossed them: perhaps no tick comes for its symbols.
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
    for (const name of state.holdings.keys()) this.note(state, name);
    this.reckon(state, state.holdings.keys(), ctx);
    const waits = ledger.so_state === 'stop_out';
    if (!waits && this.marginFilter.mayBeCrossed(login)) this.tests.set(login, login, ctx.now);
  }

  /** Lets an account go, with the rows that it had when it was tracked. */
  untrack(state: AccountState, ctx: Context): void {
    const { login, orders, positions, queue, holdings } = state;
    this.old.delete(login);
    this.accountsBySymbol.leave(login, holdings.keys());
    this.letGo(state, orders.values(), positions.values(), ctx);
    for (const id of queue.keys()) {
      this.deadlines.remove(id);
      this.waiting.delete(id);
    }
    this.tests.remove(login);
    this.marginFilter.release(login);
  }

  /** Lets rows go, wherever they are. */
  private letGo(
    state: AccountState,
    orders: Iterable<Order>,
    positions: Iterable<Position>,
    ctx: Context,
  ): void {
    for (const order of orders) {
      for (const triggers of this.triggersAll(state, order, ctx)) {
        triggers.followOrder(order, false);
      }
      this.expiries.remove(order.id);
    }
    for (const position of positions) {
      for (const triggers of this.triggersAll(state, position, ctx)) {
        triggers.followPosition(position, false);
      }
    }
  }

  /** Follows an event that was applied to a tracked account. */
  changed(state: AccountState, event: AccountEvent, ctx: Context): void {
    if (this.old.has(state.login)) {
      // A row that the event has ended is indexed by the settings before.
      this.letGo(state, event.orders, event.positions, ctx);
      this.accountsBySymbol.leave(state.login, rowSymbols(event));
      this.track(state, ctx);
    }
    for (const order of event.orders) {
      this.followOrder(state, order, ctx);
      this.note(state, order.symbol);
    }
    for (const position of event.positions) {
      this.followPosition(state, position, ctx);
      this.note(state, position.symbol);
    }
    for (const row of event.queued) this.followQueued(row);
    this.reckon(state, symbolsIn(event.positions), ctx);
  }

  /** Logins to be tested after a tick of a symbol, whose quote `ctx` gives; each once. */
  onTick(symbolId: number, ctx: Context): readonly number[] {
    const { bid, ask, last } = ctx.quote(symbolId);
    const classes = this.classes.get(symbolId);
    if (classes !== undefined) {
      for (const { symbol, triggers } of classes.values()) {
        triggers.reach(groupBid(symbol, bid), groupAsk(symbol, bid, ask), last, this.found);
      }
    }
    this.marginFilter.tick(symbolId, ctx, this.find, this.found);
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

  private note({ login, switches, holdings }: AccountState, symbol: string): void {
    this.accountsBySymbol.note(login, switches.group, symbol, holdings.has(symbol));
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

  /** Accounts that have positions or orders of a symbol. */
  holdersOf(symbol: string): Iterable<number> {
    return this.accountsBySymbol.of(symbol);
  }

  /** Accounts of a group that have positions or orders, once for each symbol. */
  holdersIn(group: string): Iterable<number> {
    return this.accountsBySymbol.in(group);
  }

  /** Do requests wait that are about a symbol? */
  isAwaited(symbol: string): boolean {
    for (const name of this.waiting.values()) if (name === symbol) return true;
    return false;
  }

  private followQueued(row: Queued): void {
    const gone = row.state === 'gone';
    if (gone) this.waiting.delete(row.id);
    else this.waiting.set(row.id, row.symbol);
    const time = gone ? 0 : dueAt(row);
    if (time > 0) this.deadlines.set(row.id, row.login, time);
    else this.deadlines.remove(row.id);
  }

  private triggersOf(symbol: EngineSymbol): Triggers {
    const classes = this.classes.get(symbol.id) ?? new Map<string, PriceClass>();
    this.classes.set(symbol.id, classes);
    const { spread_diff_bid, spread_diff, tick_size, byLast } = symbol;
    const key = `${spread_diff_bid} ${spread_diff} ${tick_size} ${byLast}`;
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

  /** Computes the sums of the touched symbols and the levels' bounds of an account. */
  private reckon(state: AccountState, touched: Iterable<string>, ctx: Context): void {
    this.marginFilter.follow(state, touched, ctx);
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
