// Filters of history by order, position and request: they find few entries by index.

import type { HistoryQuery, TradeFilters } from '../../../wire/desk/queries.js';
import type { Deal, Order, TradeResult } from '../../../wire/trading/records.js';
import type { Database } from '../../database/database.js';
import { NEWEST_DEAL_SEQ, rowOf, type StoredEvents, type StoredOrders } from './entries.js';

/** The result of a request of a login; undefined = unknown, or not projected yet. */
export type OutcomeOf = (login: number, requestId: string) => TradeResult | undefined;

/** The ids of the entries that fit the filters of a query; undefined = it names none of them. */
export type EntryFilter = (query: HistoryQuery) => readonly number[] | undefined;

/** An entry with the id that its list shows, and the event that the row is read from. */
type FoundEntry = readonly [entry: number, id: number, seq: number];

const isFiltered = ({ order_id, position_id, request_id }: TradeFilters): boolean =>
  order_id !== undefined || position_id !== undefined || request_id !== undefined;

/** Is the position the only filter? Then the index alone tells which rows fit. */
const isOfPositionAlone = ({ order_id, request_id }: TradeFilters): boolean =>
  order_id === undefined && request_id === undefined;

/** Does a row fit a filter that names a value? Undefined = it names none. */
const isOf = <T>(wanted: T | undefined, ...held: readonly T[]): boolean =>
  wanted === undefined || held.includes(wanted);

/** Finds entries of orders that are over. */
export const ordersBy = (db: Database, events: StoredEvents, outcome: OutcomeOf): EntryFilter => {
  const columns = 'SELECT id, order_id, seq FROM entries';
  const byId = db
    .prepare(`${columns} WHERE order_id = @id AND order_id > 0 AND login = @login`)
    .raw();
  const byPosition = db
    .prepare(
      `${columns} WHERE position_id = @id AND position_id > 0 AND order_id > 0
       AND login = @login`,
    )
    .raw();
  // The second position of a close-by: its deal has a further entry, whose order is another's.
  const further = db
    .prepare(
      `SELECT DISTINCT seq FROM entries
       WHERE position_id = @id AND position_id > 0 AND id < 0 AND login = @login`,
    )
    .pluck();
  const ofId = (login: number, id: number) => byId.all({ id, login }) as unknown as FoundEntry[];
  const ofPosition = (login: number, id: number): readonly FoundEntry[] => {
    const seqs = further.all({ id, login }) as number[];
    const closedBy = seqs.flatMap((seq) =>
      events.event(seq).orders.filter((order) => order.by_position_id === id),
    );
    const own = byPosition.all({ id, login }) as unknown as FoundEntry[];
    return [...own, ...closedBy.flatMap((order) => ofId(login, order.id))];
  };
  const fits = (order: Order, { order_id, position_id, request_id }: TradeFilters): boolean =>
    isOf(order_id, order.id) &&
    isOf(position_id, order.position_id, order.by_position_id) &&
    isOf(request_id, order.request_id);
  return (query) => {
    if (!isFiltered(query)) return undefined;
    const { login, order_id, position_id = 0, request_id } = query;
    if (isOfPositionAlone(query)) return ofPosition(login, position_id).map(([entry]) => entry);
    const id = order_id ?? outcome(login, request_id ?? '')?.order_id ?? 0;
    return ofId(login, id)
      .filter(([, row, seq]) => fits(rowOf(events.event(seq).orders, row), query))
      .map(([entry]) => entry);
  };
};

/** Finds entries of deals. */
export const dealsBy = (
  db: Database,
  events: StoredEvents,
  orders: StoredOrders,
  outcome: OutcomeOf,
): EntryFilter => {
  const columns = `SELECT id, deal_id, ${NEWEST_DEAL_SEQ} FROM entries`;
  const byId = db
    .prepare(`${columns} WHERE deal_id = @id AND deal_id > 0 AND login = @login`)
    .raw();
  const byPosition = db
    .prepare(
      `${columns} WHERE position_id = @id AND position_id > 0 AND deal_id > 0
       AND login = @login`,
    )
    .raw();
  const ofOrder = (login: number, id: number): readonly FoundEntry[] => {
    const found = orders.find(id);
    if (found?.order.login !== login) return [];
    return orders.dealsDuring(found.order).map(({ entry, deal_id, seq }) => [entry, deal_id, seq]);
  };
  const ofRequest = (login: number, requestId: string): readonly FoundEntry[] => {
    const result = outcome(login, requestId);
    if (result === undefined) return [];
    const { order_id, deal_ids } = result;
    if (order_id > 0) return ofOrder(login, order_id);
    const ids = deal_ids.split(' ').filter((id) => id !== '');
    return ids.flatMap((id) => byId.all({ id: Number(id), login }) as unknown as FoundEntry[]);
  };
  const fits = (deal: Deal, { order_id, position_id, request_id }: TradeFilters): boolean =>
    isOf(order_id, deal.order_id) &&
    isOf(position_id, deal.position_id) &&
    isOf(request_id, deal.request_id);
  return (query) => {
    if (!isFiltered(query)) return undefined;
    const { login, order_id, position_id = 0, request_id } = query;
    if (isOfPositionAlone(query)) {
      const found = byPosition.all({ id: position_id, login }) as unknown as FoundEntry[];
      return found.map(([entry]) => entry);
    }
    const candidates =
      order_id === undefined ? ofRequest(login, request_id ?? '') : ofOrder(login, order_id);
    return candidates
      .filter(([, id, seq]) => fits(rowOf(events.event(seq).deals, id), query))
      .map(([entry]) => entry);
  };
};
