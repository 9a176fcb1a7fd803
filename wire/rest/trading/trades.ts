// Trade requests over REST: the bodies that the socket's `trade` and `trade_status` take.

import { Type } from '@sinclair/typebox';
import { Strict, Uuid } from '../../base/schema.js';
import { TRADE_REQUESTS } from '../../trading/commands.js';

const { price: _ofTraders, ...ofBoth } = TRADE_REQUESTS;

/** A trader's request; which fields it has depends on its `kind`. */
export const TradeBody = Type.Union(
  Object.values(TRADE_REQUESTS).map(({ schema }) => Type.Omit(schema, ['skip_margin_check'])),
);
/** A request that staff make for a client: a dealer has no need to ask for a price. */
export const StaffTradeBody = Type.Union(Object.values(ofBoth).map(({ schema }) => schema));

/** Path of a trade request's outcome. */
export const RequestPath = Strict({ request_id: Uuid() });
