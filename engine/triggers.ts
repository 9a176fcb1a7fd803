// Where prices fire: orders, stops and trailing stops of one symbol and price class.

import type { Order, Position, Side as TradeSide } from '../wire/records.js';
import { Heap } from './heap.js';
import type { EngineSymbol } from './symbols.js';
import { trailPrice } from './trailing.js';
import type { AccountState } from './types.js';

/** Which price fires a trigger, and from which side it is reached. */
type Slope = 'bidFalls' | 'bidRises' | 'askFalls' | 'askRises' | 'lastFalls' | 'lastRises';

/** The slope of a pending order, of trades where the symbol goes by them (trading-rules §4.6). */
const orderSlope = (order: Order, byLast: boolean): Slope => {
  if (byLast)
    return (order.side === 'buy') === (order.kind === 'limit') ? 'lastFalls' : 'lastRises';
  if (order.side === 'buy') return order.kind === 'limit' ? 'askFalls' : 'askRises';
  return order.kind === 'limit' ? 'bidRises' : 'bidFalls';
};

const stopLossSlope = (position: Position): Slope =>
  position.side === 'buy' ? 'bidFalls' : 'askRises';
const takeProfitSlope = (position: Position): Slope =>
  position.side === 'buy' ? 'bidRises' : 'askFalls';

/** Finds the account of a login; undefined when it is not tracked. */
export type FindState = (login: number) => AccountState | undefined;

/** Does a row of an account fire at the price? */
type Fires = (state: AccountState, id: number, price: number) => boolean;

/** Rows that fire at a level on a slope: pending orders, stop losses, take profits. */
const onSlope =
  (slope: Slope, byLast: boolean): Fires =>
  (state, id, price) => {
    const order = state.orders.get(id);
    if (order?.price_order === price && orderSlope(order, byLast) === slope) return true;
    const position = state.positions.get(id);
    if (position === undefined || price === 0) return false;
    if (stopLossSlope(position) === slope) return position.sl === price;
    return takeProfitSlope(position) === slope && position.tp === price;
  };

/** Positions of a side whose trailing stop moves from a price on. */
const trailing =
  (side: TradeSide, tickSize: number): Fires =>
  (state, id, price) => {
    const position = state.positions.get(id);
    if (position === undefined || position.trail_pts === 0 || position.side !== side) return false;
    return trailPrice(position, tickSize) === price;
  };

/** One slope: a heap; stale entries are recognised by the rows, and left until they surface. */
class Side {
  private readonly heap = new Heap((key, id, login) => this.stands(key, id, login));
  /** Keys, ids, logins of triggers that fired and may stand still: they are put back. */
  private readonly fired: [key: number, id: number, login: number][] = [];

  constructor(
    private readonly falls: boolean,
    private readonly find: FindState,
    private readonly fires: Fires,
  ) {}

  /** Falling prices reach high triggers first: their keys are negative. */
  private keyOf(price: number): number {
    return this.falls ? -price : price;
  }

  add(price: number, id: number, login: number): void {
    this.heap.push(this.keyOf(price), id, login);
  }

  /** Adds the logins whose triggers a price reaches. */
  reach(price: number, into: Set<number>): void {
    const { heap, fired } = this;
    if (fired.length > 0) {
      for (const [key, id, login] of fired.splice(0)) {
        if (this.stands(key, id, login)) heap.push(key, id, login);
      }
    }
    const key = this.keyOf(price);
    while (heap.key <= key) {
      const entry: [number, number, number] = [heap.key, heap.id, heap.login];
      heap.pop();
      if (!this.stands(...entry)) continue;
      into.add(entry[2]);
      fired.push(entry);
    }
  }

  /** Does the row still have this trigger? */
  private stands(key: number, id: number, login: number): boolean {
    const state = this.find(login);
    return state !== undefined && this.fires(state, id, this.falls ? -key : key);
  }
}

/** The triggers of one symbol and price class. A tick that fires nothing looks at six keys. */
export class Triggers {
  private readonly sides: Readonly<Record<Slope, Side>>;
  /** Positions by the price from which on their trailing stop moves. */
  private readonly trails: Readonly<Record<TradeSide, Side>>;

  constructor(
    private readonly symbol: Pick<EngineSymbol, 'byLast' | 'tick_size'>,
    find: FindState,
  ) {
    const { byLast, tick_size } = symbol;
    const side = (slope: Slope): Side =>
      new Side(slope.endsWith('Falls'), find, onSlope(slope, byLast));
    this.sides = {
      bidFalls: side('bidFalls'),
      bidRises: side('bidRises'),
      askFalls: side('askFalls'),
      askRises: side('askRises'),
      lastFalls: side('lastFalls'),
      lastRises: side('lastRises'),
    };
    this.trails = {
      buy: new Side(false, find, trailing('buy', tick_size)),
      sell: new Side(true, find, trailing('sell', tick_size)),
    };
  }

  addOrder(order: Order): void {
    this.sides[orderSlope(order, this.symbol.byLast)].add(order.price_order, order.id, order.login);
  }

  addPosition(position: Position): void {
    const { sl, tp, id, login } = position;
    if (sl !== 0) this.sides[stopLossSlope(position)].add(sl, id, login);
    if (tp !== 0) this.sides[takeProfitSlope(position)].add(tp, id, login);
    if (position.trail_pts === 0) return;
    this.trails[position.side].add(trailPrice(position, this.symbol.tick_size), id, login);
  }

  /** Adds the logins whose triggers the prices reach; `last` 0 = no trade known. */
  reach(bid: number, ask: number, last: number, into: Set<number>): void {
    this.sides.bidFalls.reach(bid, into);
    this.sides.bidRises.reach(bid, into);
    this.sides.askFalls.reach(ask, into);
    this.sides.askRises.reach(ask, into);
    this.trails.buy.reach(bid, into);
    this.trails.sell.reach(ask, into);
    if (!this.symbol.byLast) return;
    // Until a trade is known its orders go by Ask and Bid, whichever is reached.
    this.sides.lastFalls.reach(last > 0 ? last : bid, into);
    this.sides.lastRises.reach(last > 0 ? last : ask, into);
  }
}
