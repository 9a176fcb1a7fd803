// The shard's index of its accounts: finds the accounts that a tick or a point in time concerns.

import type { AccountEvent } from '../../wire/trading/events.js';
import type { Queued } from '../../wire/trading/queued.js';
import type { Order, Position } from '../../wire/trading/records.js';
import { isFinal, isPending } from '../account/account.js';
import { basisOf } from '../account/basis.js';
import type { AccountState, Context } from '../account/types.js';
import { isTradeTime, nextOpening } from '../calendar/holidays.js';
import { IdHeap } from '../numbers/id-heap.js';
import { groupAsk, groupBid } from '../settings/quotes.js';
import type { SettingsEffect } from '../settings/settings.js';
import type { EngineSymbol } from '../settings/symbols.js';
import { dueAt } from '../turn/deadlines.js';
import { AccountsBySymbol } from './accounts-by-symbol.js';
import { GatewayRows, type GatewayUse } from './gateway-rows.js';
import { type FindState, MarginFilter } from './margin-filter.js';
import { Outdated } from './outdated.js';
import { Triggers } from './price-triggers.js';

const NOBODY: readonly number[] = [];

/** The symbols of positions, each once; most events have one position. */
const symbolsIn = (positions: readonly Position[]): Iterable<string> => {
  const [first] = positions;
  if (first !== undefined && positions.length === 1) return [first.symbol];
  return new Set(positions.map(({ symbol }) => symbol));
};

/** The symbols of an event's orders and positions. */
const rowSymbols = ({ orders, positions }: AccountEvent): readonly string[] =>
  [...orders, ...positions].map(({ symbol }) => symbol);

/** The triggers of accounts that see a symbol at the same prices and tick size. */
interface PriceClass {
  readonly symbol: Pick<EngineSymbol, 'spread_diff' | 'spread_diff_bid'>;
  readonly triggers: Triggers;
}

/**
 * Finds the accounts that must be processed. It stores prices, times and bounds, and asks for an
 * account only when one of them is reached.
 */
export class AccountIndex {
  private readonly classes = new Map<number, Map<string, PriceClass>>();
  private marginFilter = new MarginFilter();
  /** Pending orders by expiry, and requests by due time. */
  private expiries = new IdHeap();
  private deadlines = new IdHeap();
  /** Accounts by the time at which their levels are tested without a tick: see `awaitOpening`. */
  private tests = new IdHeap();
  /** Logins found during a call; the set is reused, because most calls find none. */
  private readonly found = new Set<number>();
  private readonly accountsBySymbol = new AccountsBySymbol();
  private readonly gatewayRows = new GatewayRows();
  /** Accounts that must be tracked again. */
  readonly outdated = new Outdated();
  /** The waiting requests by id. */
  readonly waiting = new Map<number, Queued>();

  /** `find` is called for tracked accounts only. */
  constructor(private readonly find: FindState) {}

  /**
   * Rebuilds the index for entirely new settings: markups, groups and levels may differ for all
   * accounts. Accounts without rows that have reached no level of their margin may be left out.
   */
  reconfigure(states: Iterable<AccountState>, ctx: Context): void {
    this.classes.clear();
    this.marginFilter = new MarginFilter();
    this.expiries = new IdHeap();
    this.deadlines = new IdHeap();
    this.tests = new IdHeap();
    this.accountsBySymbol.clear();
    this.gatewayRows.clear();
    this.waiting.clear();
    this.outdated.clear();
    for (const state of states) this.enter(state, ctx);
  }

  /**
   * Takes in a change of settings. The affected accounts become `outdated`: the caller tracks them
   * again, then calls `tidy`. Until then ticks find them by the old settings.
   */
  change({ groups, symbols, couples, clock }: SettingsEffect, ctx: Context): void {
    const { accountsBySymbol } = this;
    this.outdated.add(clock ? accountsBySymbol.all() : accountsBySymbol.find(groups, symbols));
    for (const couple of couples) this.marginFilter.move(couple, 0, ctx, this.find, this.found);
    for (const login of this.takeFound()) this.tests.set(login, login, ctx.now);
  }

  /** Removes symbols that no account uses under the current settings. */
  tidy({ settings }: Context): void {
    this.marginFilter.tidy(settings);
    for (const [symbolId, classes] of this.classes) {
      for (const [key, { triggers }] of classes) if (triggers.isEmpty) classes.delete(key);
      if (classes.size === 0) this.classes.delete(symbolId);
    }
  }

  /**
   * Adds an account, or tracks it again after its switches changed. Its levels are tested if the
   * change may have crossed them, because its symbols may get no tick.
   */
  track(state: AccountState, ctx: Context): void {
    const { login, switches, holdings } = state;
    this.accountsBySymbol.leaveFormer(login, switches.group, holdings.keys());
    this.drop(state, ctx);
    this.enter(state, ctx);
  }

  private enter(state: AccountState, ctx: Context): void {
    const { login, ledger } = state;
    for (const order of state.orders.values()) {
      this.gatewayRows.followOrder(order);
      if (isPending(order)) this.followOrder(state, order, ctx);
    }
    for (const position of state.positions.values()) this.followPosition(state, position, ctx);
    for (const row of state.queue.values()) this.followQueued(row);
    for (const name of state.holdings.keys()) this.note(state, name);
    this.reckon(state, state.holdings.keys(), ctx);
    const waits = ledger.so_state === 'stop_out';
    if (!waits && this.marginFilter.mayBeCrossed(login)) this.tests.set(login, login, ctx.now);
  }

  /** Removes an account, with the rows that it had when it was tracked. */
  untrack(state: AccountState, ctx: Context): void {
    this.accountsBySymbol.leave(state.login, state.holdings.keys());
    this.drop(state, ctx);
  }

  /** Removes all of an account except what `accountsBySymbol` has. */
  private drop(state: AccountState, ctx: Context): void {
    const { login, orders, positions, queue } = state;
    this.outdated.tracked(login);
    this.letGo(state, orders.values(), positions.values(), ctx);
    for (const id of queue.keys()) {
      this.deadlines.remove(id);
      this.waiting.delete(id);
    }
    this.tests.remove(login);
    this.marginFilter.release(login);
  }

  /** Removes rows, in whatever trigger class they are. */
  private letGo(
    state: AccountState,
    orders: Iterable<Order>,
    positions: Iterable<Position>,
    ctx: Context,
  ): void {
    for (const order of orders) {
      this.gatewayRows.followOrder(order, false);
      for (const triggers of this.triggersAll(state, order, ctx)) {
        triggers.followOrder(order, false);
      }
      this.expiries.remove(order.id);
    }
    for (const position of positions) {
      this.gatewayRows.followPosition(position, false);
      for (const triggers of this.triggersAll(state, position, ctx)) {
        triggers.followPosition(position, false);
      }
    }
  }

  /** Takes in an event that was applied to a tracked account. */
  changed(state: AccountState, event: AccountEvent, ctx: Context): void {
    if (this.isOutdated(state, event)) {
      // Rows that the event ended are indexed under the old settings.
      this.letGo(state, event.orders, event.positions, ctx);
      this.accountsBySymbol.leave(state.login, rowSymbols(event));
      this.track(state, ctx);
    }
    for (const order of event.orders) {
      this.gatewayRows.followOrder(order);
      // A market order rests nowhere: only its position counts.
      if (!isPending(order)) continue;
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

  private isOutdated({ login, holdings }: AccountState, event: AccountEvent): boolean {
    if (this.outdated.isEmpty) return false;
    return this.outdated.has(login, [...holdings.keys(), ...rowSymbols(event)]);
  }

  /** Logins to process after a tick of a symbol, whose quote `ctx` returns; each once. */
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
   * Logins that are due: expired orders, due requests, levels to test; each once. With more than
   * `most` the others stay due.
   */
  due(ctx: Context, most = Number.POSITIVE_INFINITY): readonly number[] {
    const { found } = this;
    const { now } = ctx;
    const next = (rows: IdHeap): number => (found.size < most ? rows.take(now) : 0);
    for (const rows of [this.expiries, this.deadlines]) {
      for (let login = next(rows); login !== 0; login = next(rows)) found.add(login);
    }
    for (let login = next(this.tests); login !== 0; login = next(this.tests)) {
      found.add(login);
      this.awaitOpening(this.find(login) as AccountState, ctx);
    }
    return this.takeFound();
  }

  /** The next due time of any account, ms; Infinity = none. */
  get nextDue(): number {
    return Math.min(this.expiries.key, this.deadlines.key, this.tests.key);
  }

  /** The found logins in order; the set is emptied. */
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

  /** Takes in a pending order. */
  private followOrder(state: AccountState, order: Order, ctx: Context): void {
    this.triggersOf(this.symbolOf(state, order.symbol, ctx)).followOrder(order);
    const { id, login, expires_at } = order;
    if (expires_at > 0 && !isFinal(order)) this.expiries.set(id, login, expires_at);
    else this.expiries.remove(id);
  }

  private followPosition(state: AccountState, position: Position, ctx: Context): void {
    this.gatewayRows.followPosition(position);
    const symbol = this.symbolOf(state, position.symbol, ctx);
    const { sl, tp, trail_pts } = position;
    const fires = sl !== 0 || tp !== 0 || trail_pts !== 0;
    // Most accounts have no stops: without any trigger there is nothing to remove.
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

  /** How many open orders and positions name a gateway. */
  useOfGateway(id: number): GatewayUse {
    return this.gatewayRows.use(id);
  }

  /** May a tick concern any account? Not while none has a position, an order or a request. */
  get awaitsTicks(): boolean {
    return !this.accountsBySymbol.isEmpty || this.waiting.size > 0;
  }

  /** Does any waiting request concern the symbol? */
  isAwaited(symbol: string): boolean {
    for (const row of this.waiting.values()) if (row.symbol === symbol) return true;
    return false;
  }

  private followQueued(row: Queued): void {
    const gone = row.state === 'gone';
    if (gone) this.waiting.delete(row.id);
    else this.waiting.set(row.id, row);
    const time = gone ? 0 : dueAt(row);
    if (time > 0) this.deadlines.set(row.id, row.login, time);
    else this.deadlines.remove(row.id);
  }

  private triggersOf(symbol: EngineSymbol): Triggers {
    let classes = this.classes.get(symbol.id);
    if (classes === undefined) {
      classes = new Map();
      this.classes.set(symbol.id, classes);
    }
    let found = classes.get(symbol.priceClass);
    if (found === undefined) {
      found = { symbol, triggers: new Triggers(symbol) };
      classes.set(symbol.priceClass, found);
    }
    return found.triggers;
  }

  /** All triggers that may hold a row, because its account may have been in another group. */
  private *triggersAll(
    state: AccountState,
    row: Order | Position,
    ctx: Context,
  ): Iterable<Triggers> {
    const classes = this.classes.get(this.symbolOf(state, row.symbol, ctx).id);
    for (const { triggers } of classes?.values() ?? []) yield triggers;
  }

  /** Updates the sums of the touched symbols and the bounds of an account's levels. */
  private reckon(state: AccountState, touched: Iterable<string>, ctx: Context): void {
    this.marginFilter.follow(state, touched, ctx);
    this.awaitOpening(state, ctx);
  }

  /**
   * Schedules a stop-out test for the opening of a symbol that was closed during a stop-out
   * (trading-rules §3.12).
   */
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
