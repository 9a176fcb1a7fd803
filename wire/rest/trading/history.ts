// An account's history over REST: orders, deals and closed positions, by pages or by cursors.

import { type TSchema, Type } from '@sinclair/typebox';
import { Id, Named, OrNull, Time, Uuid } from '../../base/schema.js';
import { FENCE, READ_AT } from '../../fields/fence.js';
import { section } from '../../fields/words.js';
import { HISTORY_CURSORS, HISTORY_GOES_ON } from '../lists/history-cursor.js';
import { DealShape, EndedOrderShape } from './shapes.js';

const filter = section('Filter');
const page = section('Page');

/** Default and maximum number of rows in a page. */
const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1000;
const PAGE_MAX = 1_000_000_000;

/** A period (`from` inclusive, `to` exclusive), a symbol, a page or cursor, and the fence. */
export const HistoryParams = Named('HistoryParams', {
  from: Type.Optional(Time()),
  to: Type.Optional(Time()),
  symbol: filter(
    'Symbol',
    'Rows of this symbol alone.',
    Type.Optional(Type.String({ minLength: 1, maxLength: 32 })),
  ),
  page: Type.Integer({ minimum: 1, maximum: PAGE_MAX, default: 1 }),
  limit: Type.Integer({ minimum: 1, maximum: LIMIT_MAX, default: LIMIT_DEFAULT }),
  ...HISTORY_CURSORS,
  ...FENCE,
});

/** The same for orders and deals: of one order, of one position, or made by one request. */
export const TradeHistoryParams = Named('TradeHistoryParams', {
  ...HistoryParams.properties,
  order_id: filter('Order', 'Rows of this order alone.', Type.Optional(Id())),
  position_id: filter('Position', 'Rows of this position alone.', Type.Optional(Id())),
  request_id: filter('Request', 'Rows that the request with this id made.', Type.Optional(Uuid())),
});

/** The parameters of a page of a list. */
export const PAGE = {
  page: Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1 }),
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
};

/** A page of rows. While the fence is above the checkpoint, the page is empty and says so. */
export const pageOf = <T extends TSchema>(row: T) =>
  Named(`${row.title}Page`, {
    items: Type.Array(row),
    page: Type.Integer(),
    total: Type.Integer(),
    ...READ_AT,
  });

/**
 * The same of a list that is also read by cursors, which show where to go on; with a cursor the
 * rows are not counted.
 */
export const historyPageOf = <T extends TSchema>(row: T) =>
  Named(`${row.title}Page`, {
    ...pageOf(row).properties,
    total: page(
      'Total',
      'All rows that match; null = not counted, with a cursor.',
      OrNull(Type.Integer()),
      'count',
    ),
    ...HISTORY_GOES_ON,
  });

/** Pages of the lists of orders that are over, and of deals. */
export const EndedOrderPage = historyPageOf(EndedOrderShape);
export const DealPage = historyPageOf(DealShape);

/** The order or deal in a path. */
export const HistoryRowPath = Named('HistoryRowPath', { id: Id() });
