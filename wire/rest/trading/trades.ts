// Trade requests over REST: the same bodies as the socket operations `trade` and `trade_status`.

import { type TSchema, Type } from '@sinclair/typebox';
import { Decimal, Named, RequestId, Uuid, Words } from '../../base/schema.js';
import { TRADE_REQUESTS } from '../../trading/commands.js';
import { FIGURES } from '../../trading/figures.js';
import { RESULT_STATUS } from '../../trading/records.js';

const { price: _ofTraders, ...ofBoth } = TRADE_REQUESTS;

/** A trader's request; its fields depend on `kind`. */
export const TradeBody = Type.Union(
  Object.values(TRADE_REQUESTS).map(({ schema }) => Type.Omit(schema, ['skip_margin_check'])),
);
/** A request that staff make for a client; without price requests, which a dealer does not need. */
export const StaffTradeBody = Type.Union(
  Object.values(ofBoth).map(({ schema }) => ({ ...schema, title: `Staff${schema.title}` })),
);

/** A trade that is only checked: it needs no request id. */
export const TradeCheckBody = Type.Union(
  Object.values(TRADE_REQUESTS).map(({ schema }) =>
    Named(`Check${schema.title}`, {
      ...Type.Omit(schema, ['skip_margin_check']).properties,
      request_id: Type.Optional(RequestId()),
    }),
  ),
);

const OrNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/**
 * The result that a trade would have now. If it would be refused, `code` is the code of the
 * refusal. Amounts are null where the trade would have no effect; their signs are as on the
 * account.
 */
export const TradeCheckShape = Named('TradeCheck', {
  code: Type.String(),
  message: Type.String(),
  status: Words(RESULT_STATUS.choices),
  ...FIGURES,
  symbol: OrNull(Type.String()),
  /** Lots that would be dealt or placed. */
  volume: OrNull(Decimal()),
  /** The price at which it would fill, or at which the order would rest. */
  price: OrNull(Decimal()),
  bid: OrNull(Decimal()),
  ask: OrNull(Decimal()),
  /** The account's currency, in which all amounts are. */
  currency: Type.String(),
  /** The growth of the account's margin. */
  margin: OrNull(Decimal()),
  margin_after: OrNull(Decimal()),
  margin_free_after: OrNull(Decimal()),
  margin_level_after: OrNull(Decimal()),
  equity_after: OrNull(Decimal()),
  /** Profit and swap that it would realise. */
  profit: OrNull(Decimal()),
  swap: OrNull(Decimal()),
  commission: OrNull(Decimal()),
  fee: OrNull(Decimal()),
  /** Commission that would be charged at the end of the day or month. */
  commission_blocked: OrNull(Decimal()),
  /** The gain of the volume by a move of a point, and of a tick. */
  point_value: OrNull(Decimal()),
  tick_value: OrNull(Decimal()),
});

/** Path of a trade request's outcome. */
export const RequestPath = Named('RequestPath', { request_id: Uuid() });
