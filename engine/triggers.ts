// Where prices fire: pending orders, stop losses and take profits of one symbol and price class.

import type { Order, Position } from '../wire/records.js';
import { Heap } from './heap.js';
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

/** One slope: a heap; stale entries are recognised by the rows, and left until they surface. */
class Side {
  private readonly falls: boolean;
  private readonly heap = new Heap((key, id, login) => this.stands(key, id, login));
  /** Keys, ids, logins of triggers that fired and may stand still: they are put back. */
  private readonly fired: [key: number, id: number, login: number][] = [];

  constructor(
    private readonly slope: Slope,
    private readonly byLast: boolean,
    private readonly find: FindState,
  ) {
    this.falls = slope.endsWith('Falls');
  }

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
    const order = state?.orders.get(id);
    if (order !== undefined) {
      return orderSlope(order, this.byLast) === this.slope && this.keyOf(order.price_order) === key;
    }
    const position = state?.positions.get(id);
    if (position === undefined) return false;
    const { sl, tp } = position;
    if (stopLossSlope(position) === this.slope) return sl !== 0 && this.keyOf(sl) === key;
    return takeProfitSlope(position) === this.slope && tp !== 0 && this.keyOf(tp) === key;
  }
}

/** The triggers of one symbol and price class. A tick that fires nothing looks at four keys. */
export class Triggers {
  private readonly sides: Readonly<Record<Slope, Side>>;

  /** `byLast`: do the symbol's pending orders go by trades? */
  constructor(
    private readonly byLast: boolean,
    find: FindState,
  ) {
    const side = (slope: Slope): Side => new Side(slope, byLast, find);
    this.sides = {
      bidFalls: side('bidFalls'),
      bidRises: side('bidRises'),
      askFalls: side('askFalls'),
      askRises: side('askRises'),
      lastFalls: side('lastFalls'),
      lastRises: side('lastRises'),
    };
  }

  addOrder(order: Order): void {
    this.sides[orderSlope(order, this.byLast)].add(order.price_order, order.id, order.login);
  }

  addPosition(position: Position): void {
    const { sl, tp, id, login } = position;
    if (sl !== 0) this.sides[stopLossSlope(position)].add(sl, id, login);
    if (tp !== 0) this.sides[takeProfitSlope(position)].add(tp, id, login);
  }

  /** Adds the logins whose triggers the prices reach; `last` 0 = no trade known. */
  reach(bid: number, ask: number, last: number, into: Set<number>): void {
    this.sides.bidFalls.reach(bid, into);
    this.sides.bidRises.reach(bid, into);
    this.sides.askFalls.reach(ask, into);
    this.sides.askRises.reach(ask, into);
    if (!this.byLast) return;
    // Until a trade is known its orders go by Ask and Bid, whichever is reached.
    this.sides.lastFalls.reach(last > 0 ? last : bid, into);
    this.sides.lastRises.reach(last > 0 ? last : ask, into);
  }
}
