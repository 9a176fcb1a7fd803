// Our ids of requests at providers (ClOrdID). Each begins with the number of its order, so that a
// report about any of them names the order, also when it has ended.

import type { SentRequest } from '../../../wire/trading/queued.js';

/** The text after the id of an unanswered order in the ids of its cancels. */
const LATE = 'c';
const SEPARATOR = '-';
/** The order, the row of its own, and which cancel it is of an order that was not answered. */
const CLIENT_ID = new RegExp(`^(\\d{1,16})(?:${SEPARATOR}(\\d{1,16}))?(${LATE}\\d{0,9})?$`);

/** The id of a request by its row: the number of its order, and its own where it has another. */
export const clientIdOf = ({ id, order_id }: Pick<SentRequest, 'id' | 'order_id'>): string =>
  id === order_id ? String(id) : `${order_id}${SEPARATOR}${id}`;

/**
 * The id of a cancel of an order that was not answered in time, the `nr`th, from 1 on: providers
 * refuse an id that they have had.
 */
export const lateIdOf = (placement: SentRequest, nr: number): string =>
  `${clientIdOf(placement)}${LATE}${nr === 1 ? '' : nr}`;

/** Is it the id of such a cancel of the order? */
export const isLateId = (clientId: string, placement: SentRequest): boolean =>
  rowOf(clientId) === placement.id && CLIENT_ID.exec(clientId)?.[3] !== undefined;

/** The row of a request by its id, or of the order that it cancels; NaN when it is none of ours. */
export const rowOf = (clientId: string): number => {
  const [, order, row = order] = CLIENT_ID.exec(clientId) ?? [];
  return Number(row);
};

/** The order that an id names; undefined when it is none of ours. */
export const orderIdOf = (clientId: string): number | undefined => {
  const [, order] = CLIENT_ID.exec(clientId) ?? [];
  return order === undefined ? undefined : Number(order);
};
