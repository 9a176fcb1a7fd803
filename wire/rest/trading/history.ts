// An account's history over REST: orders, deals and closed positions, by pages or by cursors.

import { type TSchema, Type } from '@sinclair/typebox';
import { Id, Named, OrNull, Time, Uuid } from '../../base/schema.js';
import { FENCE, READ_AT } from '../../fields/fence.js';
import { section } from '../../fields/words.js';
import { HISTORY_CURSORS, HISTORY_GOES_ON } from '../lists/history-cursor.js';
import { PAGE } from '../lists/page-params.js';
import { DealShape, EndedOrderShape } from './shapes.js';

const filter = section('Filter');
const page = section('Page');

/** A period (`from` inclusive, `to` exclusive), a symbol, a page or cursor, and the fence. */
export const HistoryParams = Named('HistoryParams', {
  from: Type.Optional(Time()),
  to: Type.Optional(Time()),
  symbol: filter(
    'Symbol',
    'Rows of this symbol alone.',
    Type.Optional(Type.String({ minLength: 1, maxLength: 32 })),
  ),
  ...PAGE,
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
