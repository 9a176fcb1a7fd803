// Our ids of requests at providers (ClOrdID). Each begins with the number of its order, so that a
// report about any of them names the order, also when it has ended.

import type { SentRequest } from '../../../wire/trading/queued.js';

/** What follows the id in the id of the cancel of an order that was not answered. */
const LATE = 'c';
const SEPARATOR = '-';

/** The id of a request by its row: the number of its order, and its own where it has another. */
export const clientIdOf = ({ id, order_id }: Pick<SentRequest, 'id' | 'order_id'>): string =>
  id === order_id ? String(id) : `${order_id}${SEPARATOR}${id}`;

/** The id of the cancel of an order that was not answered in time. */
export const lateIdOf = (placement: SentRequest): string => `${clientIdOf(placement)}${LATE}`;

/** The row of a request by its id; NaN when it is none of ours. */
export const rowOf = (clientId: string): number =>
  Number(clientId.slice(clientId.indexOf(SEPARATOR) + 1) || Number.NaN);

/** The order that an id names; undefined when it is none of ours. */
export const orderIdOf = (clientId: string): number | undefined => {
  const [, digits] = /^(\d{1,16})(?:-\d{1,16})?c?$/.exec(clientId) ?? [];
  return digits === undefined ? undefined : Number(digits);
};
