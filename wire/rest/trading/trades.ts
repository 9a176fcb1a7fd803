// Trade requests over REST: the same bodies as the socket operations `trade` and `trade_status`.

import { Type } from '@sinclair/typebox';
import { type Check, Named, Uuid } from '../../base/schema.js';
import { TRADE_REQUESTS, type TradeKind } from '../../trading/commands.js';

const { price: _ofTraders, ...ofBoth } = TRADE_REQUESTS;

/** A trader's request; its fields depend on `kind`. */
export const TradeBody = Type.Union(
  Object.values(TRADE_REQUESTS).map(({ schema }) => Type.Omit(schema, ['skip_margin_check'])),
);
/** A request that staff make for a client; without price requests, which a dealer does not need. */
export const StaffTradeBody = Type.Union(
  Object.values(ofBoth).map(({ schema }) => ({ ...schema, title: `Staff${schema.title}` })),
);

const kindsFor = (staff: boolean): readonly string[] =>
  Object.keys(staff ? ofBoth : TRADE_REQUESTS);

/** Checks a body by the schema of its kind, so that the fault names the field. */
const faultFor =
  (staff: boolean): Check =>
  (body) => {
    const kind = (body as { kind?: unknown } | null)?.kind;
    const kinds = kindsFor(staff);
    if (typeof kind !== 'string' || !kinds.includes(kind)) {
      return `kind: must be one of ${kinds.join(', ')}`;
    }
    if (!staff && Object.hasOwn(body as object, 'skip_margin_check')) {
      return 'skip_margin_check: unknown field';
    }
    return TRADE_REQUESTS[kind as TradeKind].fault(body);
  };

/** The fault of a trader's request. */
export const tradeFault = faultFor(false);
/** The fault of a request that staff make for a client. */
export const staffTradeFault = faultFor(true);

/** Path of a trade request's outcome. */
export const RequestPath = Named('RequestPath', { request_id: Uuid() });
