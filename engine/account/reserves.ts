// Sums of a symbol's pending orders by kind and side, from which their margin reserves are
// computed.

import type { Order, OrderKind, Side } from '../../wire/trading/records.js';
import type { ExactSums, Sums } from './side-volume.js';

/** Kinds of pending orders; each kind and side is one component of margin (trading-rules §3.5). */
export const PENDING_KINDS = ['limit', 'stop', 'stop_limit'] as const;
export type PendingKind = (typeof PENDING_KINDS)[number];

/** The index of the sums of a kind and side. */
export const slotOf = (kind: OrderKind, side: Side): number =>
  2 * PENDING_KINDS.indexOf(kind as PendingKind) + (side === 'buy' ? 0 : 1);

/**
 * Volume of stop orders on a side that the opposite position covers, and that takes no margin
 * (§3.6).
 */
export interface Free {
  readonly side: Side;
  readonly volume: number;
}

/** The price at which a pending order would be filled (trading-rules §3.4). */
const priceOf = (order: Order): number =>
  order.kind === 'stop_limit' ? order.price_stop_limit : order.price_order;

/** Sums of some orders or of parts of orders. */
export class OrderSums implements Sums {
  volume = 0;
  prices = 0;
  rates = 0;
  steps = 2;
  private readonly rows: (readonly [order: Order, volume: number])[] = [];

  add(order: Order, volume: number): this {
    this.volume += volume;
    this.prices += volume * priceOf(order);
    this.rates += volume * Number(order.rate_margin);
    this.steps += 1;
    this.rows.push([order, volume]);
    return this;
  }

  exact(): ExactSums {
    const sums = { prices: 0n, rates: 0n };
    for (const [order, volume] of this.rows) {
      sums.prices += BigInt(volume) * BigInt(priceOf(order));
      sums.rates += BigInt(volume) * order.rate_margin;
    }
    return sums;
  }
}

/** Sums of many orders, updated exactly as orders are added and removed. */
class KeptSums implements Sums {
  readonly steps = 2;

  constructor(
    public volume = 0,
    private exactPrices = 0n,
    private exactRates = 0n,
  ) {}

  get prices(): number {
    return Number(this.exactPrices);
  }
  get rates(): number {
    return Number(this.exactRates);
  }

  add(order: Order, times: 1 | -1): void {
    const lots = BigInt(times * order.volume_current);
    this.volume += times * order.volume_current;
    this.exactPrices += lots * BigInt(priceOf(order));
    this.exactRates += lots * order.rate_margin;
  }

  copy(): KeptSums {
    return new KeptSums(this.volume, this.exactPrices, this.exactRates);
  }

  exact(): ExactSums {
    return { prices: this.exactPrices, rates: this.exactRates };
  }
}

/**
 * Above this number of orders the sums are updated with each event; below it they are computed when
 * needed.
 */
const MANY = 32;

const byId = (a: Order, b: Order): number => a.id - b.id;

/** The pending orders of a symbol. */
export class Reserved {
  constructor(
    /** The orders in id order. Where the sums are kept, only `free` volume needs the orders. */
    private readonly orders: () => readonly Order[],
    /** By slot; null = there are few orders, and the sums are computed when needed. */
    private readonly kept: readonly KeptSums[] | null,
  ) {}

  /**
   * Builds the sums of orders in id order. The list may change later, if `replace` is called with
   * each change.
   */
  static of(orders: readonly Order[]): Reserved {
    if (orders.length === 0) return NO_ORDERS;
    if (orders.length <= MANY) return new Reserved(() => orders, null);
    const kept = Array.from({ length: 2 * PENDING_KINDS.length }, () => new KeptSums());
    for (const order of orders) kept[slotOf(order.kind, order.side)]?.add(order, 1);
    return new Reserved(() => orders, kept);
  }

  get isEmpty(): boolean {
    return this.kept === null && this.orders().length === 0;
  }

  /** Takes in that an order was placed, changed or ended; false: the caller must build new sums. */
  replace(before: Order | undefined, after: Order | undefined): boolean {
    if (this.kept === null || this.orders().length <= MANY / 2) return false;
    this.move(before, after);
    return true;
  }

  /** The orders without one of them, or with `after` in its place (in id order). */
  with(id: number, after?: Order): Reserved {
    const orders = (): readonly Order[] => {
      const others = this.orders().filter((order) => order.id !== id);
      return after === undefined ? others : [...others, after].sort(byId);
    };
    if (this.kept === null) {
      const list = orders();
      return new Reserved(() => list, null);
    }
    const before = this.orders().find((order) => order.id === id);
    const changed = new Reserved(
      orders,
      this.kept.map((sums) => sums.copy()),
    );
    changed.move(before, after);
    return changed;
  }

  private move(before: Order | undefined, after: Order | undefined): void {
    if (before !== undefined) this.kept?.[slotOf(before.kind, before.side)]?.add(before, -1);
    if (after !== undefined) this.kept?.[slotOf(after.kind, after.side)]?.add(after, 1);
  }

  /** Lots of a side, ×10^8. */
  volume(side: Side): number {
    const sums = this.sums({ side, volume: 0 });
    return PENDING_KINDS.reduce((lots, kind) => lots + (sums[slotOf(kind, side)]?.volume ?? 0), 0);
  }

  /** Sums by slot; the first `free` volume of stop orders is left out, in id order (§3.6). */
  sums(free: Free): readonly (Sums | undefined)[] {
    if (this.kept !== null && free.volume === 0) return this.kept;
    const sums: (OrderSums | undefined)[] = [];
    let left = free.volume;
    for (const order of this.orders()) {
      const { side, kind, volume_current } = order;
      const passes = kind !== 'limit' && side === free.side;
      const taken = passes ? Math.min(left, volume_current) : 0;
      left -= taken;
      if (volume_current === taken) continue;
      const at = slotOf(kind, side);
      const known = sums[at] ?? new OrderSums();
      sums[at] = known.add(order, volume_current - taken);
    }
    return sums;
  }
}

/** No orders. */
export const NO_ORDERS = new Reserved(() => [], null);
