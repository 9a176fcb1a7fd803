// Rows at gateways: the open orders and positions that came into being through each of them.

import type { Order, Position } from '../../wire/trading/records.js';
import { isFinal } from '../account/account.js';
import { PartedMap } from '../numbers/parted.js';

/** The numbers of open orders and positions that name a gateway. */
export interface GatewayUse {
  readonly orders: number;
  readonly positions: number;
}

/** Counts the rows whose id has this gateway. */
const countOf = (rows: PartedMap<number>, gateway: number): number => {
  let count = 0;
  for (const [, one] of rows) if (one === gateway) count += 1;
  return count;
};

/** Stores the gateway of a row while it is open; most rows have none. */
const keep = (rows: PartedMap<number>, id: number, gateway: number, isOpen: boolean): void => {
  if (isOpen && gateway !== 0) rows.set(id, gateway);
  else rows.delete(id);
};

/** The gateways of open orders and positions, by the row's id. */
export class GatewayRows {
  private orders = new PartedMap<number>();
  private positions = new PartedMap<number>();

  /** Takes in a new or changed order. */
  followOrder(order: Order, isOpen = !isFinal(order)): void {
    keep(this.orders, order.id, order.gateway_id, isOpen);
  }

  /** Takes in a new or changed position. */
  followPosition(position: Position, isOpen = !position.closed): void {
    keep(this.positions, position.id, position.gateway_id, isOpen);
  }

  use(gateway: number): GatewayUse {
    return { orders: countOf(this.orders, gateway), positions: countOf(this.positions, gateway) };
  }

  clear(): void {
    this.orders = new PartedMap();
    this.positions = new PartedMap();
  }
}
