// Price triggers: orders, stops and trailing stops of one symbol and price class, by price.

import type { Order, Position, Side as TradeSide } from '../../wire/trading/records.js';
import { isFinal, isPending } from '../account/account.js';
import { trailPrice } from '../margin/trailing.js';
import { IdHeap } from '../numbers/id-heap.js';
import type { EngineSymbol } from '../settings/symbols.js';

/** The price that fires a trigger, and its direction. */
const SLOPES = ['bidFalls', 'bidRises', 'askFalls', 'askRises', 'lastFalls', 'lastRises'] as const;
type Slope = (typeof SLOPES)[number];

/**
 * The direction in which a pending order fires; on trade prices where the symbol uses them
 * (trading-rules §4.6).
 */
const orderSlope = (order: Order, byLast: boolean): Slope => {
  if (byLast)
    return (order.side === 'buy') === (order.kind === 'limit') ? 'lastFalls' : 'lastRises';
  if (order.side === 'buy') return order.kind === 'limit' ? 'askFalls' : 'askRises';
  return order.kind === 'limit' ? 'bidRises' : 'bidFalls';
};

/** The directions in which a position's stop loss and take profit fire, by its side. */
const STOP_LOSS = { buy: 'bidFalls', sell: 'askRises' } as const;
const TAKE_PROFIT = { buy: 'bidRises', sell: 'askFalls' } as const;
const SIDES = ['buy', 'sell'] as const;

/**
 * The triggers of one direction: prices by id; positions have negated ids, because orders may have
 * the same ids.
 */
class TriggerSlope {
  private readonly heap = new IdHeap();

  /** A falling price reaches high triggers first, so their keys are negated. */
  constructor(private readonly sign: 1 | -1) {}

  get isEmpty(): boolean {
    return this.heap.size === 0;
  }

  /** Sets the trigger price of an id; 0 = none. */
  set(id: number, login: number, price: number): void {
    if (price === 0) this.heap.remove(id);
    else this.heap.set(id, login, this.sign * price);
  }

  /** Adds to `into` the logins whose triggers the price reaches. */
  reach(price: number, into: Set<number>): void {
    this.heap.reach(this.sign * price, into);
  }
}

/**
 * The triggers of one symbol and price class. A tick that fires nothing reads one key a direction.
 */
export class Triggers {
  private readonly sides: Readonly<Record<Slope, TriggerSlope>> = {
    bidFalls: new TriggerSlope(-1),
    bidRises: new TriggerSlope(1),
    askFalls: new TriggerSlope(-1),
    askRises: new TriggerSlope(1),
    lastFalls: new TriggerSlope(-1),
    lastRises: new TriggerSlope(1),
  };
  /** Positions by the price beyond which their trailing stop moves. */
  private readonly trails: Readonly<Record<TradeSide, TriggerSlope>> = {
    buy: new TriggerSlope(1),
    sell: new TriggerSlope(-1),
  };

  constructor(private readonly symbol: Pick<EngineSymbol, 'byLast' | 'tick_size'>) {}

  /** Does nothing wait for a price? */
  get isEmpty(): boolean {
    const { buy, sell } = this.trails;
    return buy.isEmpty && sell.isEmpty && SLOPES.every((slope) => this.sides[slope].isEmpty);
  }

  /** Stores the trigger of a new or changed pending order; an order that ended has none. */
  followOrder(order: Order, stands = !isFinal(order)): void {
    if (!isPending(order)) return;
    const { id, login, price_order } = order;
    const slope = orderSlope(order, this.symbol.byLast);
    // An activated stop-limit becomes a limit order, with a trigger in another direction.
    for (const each of SLOPES) {
      this.sides[each].set(id, login, stands && each === slope ? price_order : 0);
    }
  }

  /** Stores the triggers of a new or changed position, whose side may have changed. */
  followPosition(position: Position, stands = !position.closed): void {
    const { sl, tp, id, login, trail_pts } = position;
    for (const side of SIDES) {
      const holds = stands && position.side === side;
      this.sides[STOP_LOSS[side]].set(-id, login, holds ? sl : 0);
      this.sides[TAKE_PROFIT[side]].set(-id, login, holds ? tp : 0);
      const trails = holds && trail_pts !== 0;
      this.trails[side].set(-id, login, trails ? trailPrice(position, this.symbol.tick_size) : 0);
    }
  }

  /** Adds to `into` the logins whose triggers the prices reach; `last` 0 = no trade known. */
  reach(bid: number, ask: number, last: number, into: Set<number>): void {
    this.sides.bidFalls.reach(bid, into);
    this.sides.bidRises.reach(bid, into);
    this.sides.askFalls.reach(ask, into);
    this.sides.askRises.reach(ask, into);
    this.trails.buy.reach(bid, into);
    this.trails.sell.reach(ask, into);
    if (!this.symbol.byLast) return;
    // Until a trade is known, orders on trade prices fire by Ask and Bid.
    this.sides.lastFalls.reach(last > 0 ? last : bid, into);
    this.sides.lastRises.reach(last > 0 ? last : ask, into);
  }
}
