// Filters of history by order, position and request: indexes alone show which entries fit an order
// or a position; for a request, few events are read as well.

import type { HistoryQuery, TradeFilters } from '../../../wire/queries/history-queries.js';
import type { Deal, Order, TradeResult } from '../../../wire/trading/records.js';
import type { Database } from '../../database/database.js';
import { NEWEST_DEAL_SEQ, rowOf, type StoredEvents, type StoredOrders } from './entries.js';

/** The result of a request of a login; undefined = unknown, or not projected yet. */
export type OutcomeOf = (login: number, requestId: string) => TradeResult | undefined;

/** How a list finds the entries of its filters. */
export interface EntryFilter {
  /** SQL for the entries of the position `@position`. */
  readonly position: string;
  /** SQL for the rows of the order `@order`, and of a position unless `@position` is null. */
  readonly order?: string;
  /** The ids of few entries that fit the filters of a query. */
  find(query: HistoryQuery): readonly number[];
}

/** An entry with the id that its list shows, and the event that the row is read from. */
type FoundEntry = readonly [entry: number, id: number, seq: number];

/** Does a row fit a filter that names a value? Undefined = it names none. */
const isOf = <T>(wanted: T | undefined, ...held: readonly T[]): boolean =>
  wanted === undefined || held.includes(wanted);

/**
 * The orders of a position that are over. An order that closes it by another position has the
 * other one in its entry, and is found by its deal.
 */
const ORDERS_OF_POSITION = `entries NOT INDEXED WHERE id IN (
  SELECT id FROM entries
  WHERE position_id = @position AND position_id > 0 AND order_id > 0
  UNION ALL SELECT ended.id FROM entries AS dealt
  CROSS JOIN entries AS ended ON ended.order_id = dealt.deal_order_id AND ended.order_id > 0
  WHERE dealt.position_id = @position AND dealt.position_id > 0 AND dealt.deal_order_id > 0)
  AND login = @login`;

/** Finds entries of orders that are over. */
export const ordersBy = (db: Database, events: StoredEvents, outcome: OutcomeOf): EntryFilter => {
  const byId = db
    .prepare(
      `SELECT id, order_id, seq FROM entries
       WHERE order_id = @id AND order_id > 0 AND login = @login`,
    )
    .raw();
  const fits = (order: Order, { order_id, position_id, request_id }: TradeFilters): boolean =>
    isOf(order_id, order.id) &&
    isOf(position_id, order.position_id, order.by_position_id) &&
    isOf(request_id, order.request_id);
  return {
    position: ORDERS_OF_POSITION,
    find: (query) => {
      const { login, order_id, request_id } = query;
      const id = order_id ?? outcome(login, request_id ?? '')?.order_id ?? 0;
      const found = byId.all({ id, login }) as unknown as FoundEntry[];
      return found
        .filter(([, row, seq]) => fits(rowOf(events.event(seq).orders, row), query))
        .map(([entry]) => entry);
    },
  };
};

/** Finds entries of deals. */
export const dealsBy = (
  db: Database,
  events: StoredEvents,
  orders: StoredOrders,
  outcome: OutcomeOf,
): EntryFilter => {
  const byId = db
    .prepare(
      `SELECT id, deal_id, ${NEWEST_DEAL_SEQ} FROM entries
       WHERE deal_id = @id AND deal_id > 0 AND login = @login`,
    )
    .raw();
  const ofRequest = (login: number, requestId: string): readonly FoundEntry[] => {
    const result = outcome(login, requestId);
    if (result === undefined) return [];
    const { order_id, deal_ids } = result;
    if (order_id > 0) {
      const places = orders.dealsOf(login, order_id);
      return places.map(({ entry, deal_id, seq }) => [entry, deal_id, seq]);
    }
    const ids = deal_ids.split(' ').filter((id) => id !== '');
    return ids.flatMap((id) => byId.all({ id: Number(id), login }) as unknown as FoundEntry[]);
  };
  const fits = (deal: Deal, { order_id, position_id, request_id }: TradeFilters): boolean =>
    isOf(order_id, deal.order_id) &&
    isOf(position_id, deal.position_id) &&
    isOf(request_id, deal.request_id);
  return {
    position: `entries INDEXED BY entries_position
      WHERE position_id = @position AND position_id > 0 AND login = @login`,
    order: `entries INDEXED BY entries_deal_order
      WHERE deal_order_id = @order AND deal_order_id > 0 AND login = @login
        AND (@position IS NULL OR position_id = @position)`,
    find: (query) =>
      ofRequest(query.login, query.request_id ?? '')
        .filter(([, id, seq]) => fits(rowOf(events.event(seq).deals, id), query))
        .map(([entry]) => entry),
  };
};
