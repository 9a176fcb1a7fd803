// An order at the demo provider, what happens to it, and the report about it.

import type { FixWriter } from '../../../wire/codec/fix/fix-writer.js';
import { EXEC, ORDER_STATUS, ORDER_TAG } from '../../../wire/codec/fix/order-tags.js';
import { TAG } from '../../../wire/codec/fix/tags.js';
import { type ProviderInstrument, QUANTITY_SCALE } from './instruments.js';

/** Values of field 54, of 40, and of 59. */
export const BUY = '1';
export const SELL = '2';
export const MARKET = '1';
export const LIMIT = '2';
export const IN_FORCE = { day: '0', gtc: '1', ioc: '3', fok: '4', gtd: '6' } as const;

/** An event of an order, and the order's state then. Prices and quantities are integers. */
interface OrderExecution {
  /** Field 17. */
  readonly id: string;
  /** Field 150. */
  readonly type: string;
  readonly at: number;
  readonly clientId: string;
  readonly originalId: string;
  readonly status: string;
  readonly quantity: number;
  readonly filled: number;
  readonly average: number;
  /** Of a fill; 0 otherwise. */
  readonly lastQuantity: number;
  readonly lastPrice: number;
}

/** The state of an order, as it is kept. */
export interface ProviderOrder {
  /** Field 37. */
  readonly id: string;
  /** The client's ids of it and its changes: the first, and the last one that was accepted. */
  readonly clientIds: string[];
  readonly symbol: string;
  readonly side: string;
  readonly type: string;
  inForce: string;
  /** ms since 1970; 0 = it does not expire. */
  expiresAt: number;
  quantity: number;
  /** 0 for a market order. */
  price: number;
  filled: number;
  /** The sum of quantity times price of all fills, which is no safe integer. */
  value: string;
  /** Field 39. */
  status: string;
  /** Executions that are not certain to have been reported to the peer. */
  untold: OrderExecution[];
}

/** Can it still be filled? */
export const isWorking = ({ status }: ProviderOrder): boolean =>
  status === ORDER_STATUS.new || status === ORDER_STATUS.partial;

/** The average price of its fills, rounded; 0 when there are none. */
const averageOf = ({ value, filled }: ProviderOrder): number => {
  if (filled === 0) return 0;
  const size = BigInt(filled);
  return Number((BigInt(value) + size / 2n) / size);
};

/** Notes what happened to the order, with its state as it is now. */
export const executed = (
  order: ProviderOrder,
  { id, type, at }: Pick<OrderExecution, 'id' | 'type' | 'at'>,
  lastQuantity = 0,
  lastPrice = 0,
): OrderExecution => {
  const { clientIds, status, quantity, filled } = order;
  return {
    ...{ id, type, at, status, quantity, filled, lastQuantity, lastPrice },
    clientId: clientIds.at(-1) as string,
    originalId: clientIds.at(-2) ?? '',
    average: averageOf(order),
  };
};

/** Fills a part of the order. */
export const fill = (order: ProviderOrder, quantity: number, price: number): void => {
  order.filled += quantity;
  order.value = String(BigInt(order.value) + BigInt(quantity) * BigInt(price));
  order.status = order.filled === order.quantity ? ORDER_STATUS.filled : ORDER_STATUS.partial;
};

/** The open quantity of an order in a state. */
const leavesOf = ({ status, quantity, filled }: OrderExecution): number =>
  status === ORDER_STATUS.new || status === ORDER_STATUS.partial ? quantity - filled : 0;

/** Writes an execution report. */
export const writeExecution = (
  writer: FixWriter,
  order: ProviderOrder,
  execution: OrderExecution,
  { priceScale }: ProviderInstrument,
): void => {
  const { id, type, at, clientId, originalId, status, quantity, filled, average } = execution;
  writer.text(ORDER_TAG.orderId, order.id).text(ORDER_TAG.clientId, clientId);
  writer.optional(ORDER_TAG.originalId, originalId).text(ORDER_TAG.executionId, id);
  writer.text(ORDER_TAG.execType, type).text(ORDER_TAG.orderStatus, status);
  writer.text(ORDER_TAG.symbol, order.symbol).text(ORDER_TAG.side, order.side);
  writer.scaled(ORDER_TAG.quantity, quantity, QUANTITY_SCALE);
  writer.text(ORDER_TAG.orderType, order.type);
  if (order.type === LIMIT) writer.scaled(ORDER_TAG.price, order.price, priceScale);
  writer.text(ORDER_TAG.timeInForce, order.inForce);
  if (type === EXEC.trade) {
    writer.scaled(ORDER_TAG.lastQuantity, execution.lastQuantity, QUANTITY_SCALE);
    writer.scaled(ORDER_TAG.lastPrice, execution.lastPrice, priceScale);
  }
  writer.scaled(ORDER_TAG.leavesQuantity, leavesOf(execution), QUANTITY_SCALE);
  writer.scaled(ORDER_TAG.filledQuantity, filled, QUANTITY_SCALE);
  writer.scaled(ORDER_TAG.averagePrice, average, priceScale);
  writer.time(ORDER_TAG.transactTime, at);
};

/** An order that is refused, or not known: the fields of its message, and why. */
interface RefusedOrder {
  readonly executionId: string;
  readonly type: string;
  readonly at: number;
  readonly clientId: string;
  readonly symbol: string;
  readonly side: string;
  /** Field 103. */
  readonly reason: number;
  readonly text: string;
}

/** Writes the execution report of an order that there is not. */
export const writeRefusal = (writer: FixWriter, refused: RefusedOrder): void => {
  writer.text(ORDER_TAG.orderId, NO_ORDER).text(ORDER_TAG.clientId, refused.clientId);
  writer.text(ORDER_TAG.executionId, refused.executionId).text(ORDER_TAG.execType, refused.type);
  writer.text(ORDER_TAG.orderStatus, ORDER_STATUS.rejected);
  writer.optional(ORDER_TAG.symbol, refused.symbol).text(ORDER_TAG.side, refused.side);
  writer.int(ORDER_TAG.leavesQuantity, 0).int(ORDER_TAG.filledQuantity, 0);
  writer.int(ORDER_TAG.averagePrice, 0).time(ORDER_TAG.transactTime, refused.at);
  writer.int(ORDER_TAG.rejectReason, refused.reason).text(TAG.text, refused.text);
};

/** Field 37 where there is no order. */
export const NO_ORDER = 'NONE';
