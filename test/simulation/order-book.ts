// The orders of one account rebuilt from its events (invariants 5, 10, 12, 13, 14).

import type { AccountEvent } from '../../wire/events.js';
import type { Deal, Order, OrderState } from '../../wire/records.js';
import type { Ground } from './ground.js';
import { hold } from './invariants.js';

/** The moves that an order's state may make (trading-rules §4.8). */
const MOVES: Readonly<Record<string, readonly OrderState[]>> = {
  started: ['request_add', 'placed', 'partial', 'filled', 'canceled', 'rejected'],
  request_add: ['placed', 'partial', 'filled', 'canceled', 'rejected', 'expired'],
  placed: [
    'partial',
    'filled',
    'canceled',
    'expired',
    'rejected',
    'request_modify',
    'request_cancel',
  ],
  partial: ['filled', 'canceled', 'expired', 'request_cancel'],
  request_modify: ['placed', 'partial', 'filled', 'canceled', 'expired'],
  request_cancel: ['canceled', 'placed', 'partial', 'filled'],
};
const FINAL: ReadonlySet<string> = new Set(['filled', 'canceled', 'rejected', 'expired']);

/** A working order, and what its deals come to. */
interface Tracked {
  row: Order;
  dealt: number;
}

/** Deals that need no decision of their own. */
const UNDECIDED: ReadonlySet<string> = new Set(['rollover', 'gateway', 'correction']);

/** Follows the orders of one account. */
export class OrderBook {
  readonly working = new Map<number, Tracked>();

  constructor(
    private readonly login: number,
    private readonly ground: Ground,
  ) {}

  /** Takes in the orders of an event with the deals that filled them. */
  follow(event: AccountEvent): void {
    const { orders, deals } = event;
    for (const order of orders) this.#order(order, deals);
    for (const deal of deals) {
      if (deal.action === 'buy' || deal.action === 'sell') this.#decided(deal, event);
    }
  }

  #hold(holds: boolean, invariant: Parameters<typeof hold>[1], detail: () => string): void {
    hold(holds, invariant, this.login, detail);
  }

  #order(order: Order, deals: readonly Deal[]): void {
    const { id, state, kind, volume_initial, volume_filled, volume_current, done_at } = order;
    const tracked = this.working.get(id);
    const before = tracked?.row.state ?? 'started';
    if (tracked === undefined) {
      this.#hold(this.ground.freshOrder(id), 12, () => `order ${id} comes back after its end`);
    }
    const moved = before === state || (MOVES[before] as readonly string[]).includes(state);
    this.#hold(moved, 12, () => `order ${id} goes from ${before} to ${state}`);
    const final = FINAL.has(state);
    this.#hold(final === done_at > 0, 12, () => `order ${id} is ${state}, done at ${done_at}`);
    const sum = volume_filled + volume_current;
    const parts = sum === volume_initial && volume_filled >= 0 && volume_current >= 0;
    this.#hold(parts, 5, () => `order ${id}: ${volume_initial} = ${sum}?`);
    let dealt = tracked?.dealt ?? 0;
    let counted = false;
    for (const deal of deals) {
      if (deal.order_id !== id || (kind === 'close_by' && counted)) continue;
      dealt += deal.volume;
      counted = true;
      this.#fair(tracked?.row ?? order, deal);
    }
    this.#hold(dealt === volume_filled, 5, () => `order ${id}: ${dealt} dealt, ${volume_filled}`);
    if (final) {
      this.working.delete(id);
      this.ground.endedOrder(id);
    } else if (tracked === undefined) this.working.set(id, { row: order, dealt });
    else {
      tracked.row = order;
      tracked.dealt = dealt;
    }
  }

  /** A limit order deals at its price or better; what a provider has dealt is booked as it is. */
  #fair({ id, kind, side, price_order }: Order, { price, gateway_id }: Deal): void {
    if (kind !== 'limit' || gateway_id !== 0) return;
    const fair = side === 'buy' ? price <= price_order : price >= price_order;
    this.#hold(fair, 14, () => `limit order ${id} at ${price_order} deals at ${price}`);
  }

  #decided(deal: Deal, { orders, explain }: AccountEvent): void {
    const ordered = orders.some(({ id }) => id === deal.order_id);
    this.#hold(ordered, 13, () => `deal ${deal.id} without its order ${deal.order_id}`);
    const executed = deal.external_id !== '' || UNDECIDED.has(deal.reason);
    const decided = executed || (explain !== null && explain.action !== '');
    this.#hold(decided, 13, () => `deal ${deal.id} was not decided`);
  }
}
