// Trade requests over REST: the same bodies as the socket operations `trade` and `trade_status`.

import { Type } from '@sinclair/typebox';
import { Decimal, Named, OrNull, Uuid, Words } from '../../base/schema.js';
import { section } from '../../fields/words.js';
import { TRADE_REQUESTS } from '../../trading/commands.js';
import { FIGURES } from '../../trading/figures.js';
import { RESULT_STATUS } from '../../trading/records.js';

const result = section('Result');
const refusal = section('Figures of a refusal');
const trade = section('Trade');
const money = section('Money');
const identity = section('Identity');

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
      request_id: Type.Optional(schema.properties.request_id),
    }),
  ),
);

/**
 * The result that a trade would have now. If it would be refused, `code` is the code of the
 * refusal. Amounts are null where the trade would have no effect; their signs are as on the
 * account.
 */
export const TradeCheckShape = Named('TradeCheck', {
  code: result(
    'Code',
    'The code that the trade would get; `ok` = the trade would be done.',
    Type.String(),
  ),
  message: result('Message', 'A sentence for people.', Type.String()),
  status: result('Status', 'Status of the answer to the trade.', Words(RESULT_STATUS.choices)),
  ...FIGURES,
  symbol: refusal('Symbol', 'Name of the symbol at fault.', OrNull(Type.String())),
  volume: trade(
    'Volume',
    'Size that would be dealt or placed; null = none.',
    OrNull(Decimal()),
    'lots',
  ),
  price: trade(
    'Price',
    'Price at which the order would fill or wait; null = none.',
    OrNull(Decimal()),
    'price',
  ),
  bid: OrNull(Decimal()),
  ask: OrNull(Decimal()),
  currency: money('Currency', 'Deposit currency, in which all amounts are.', Type.String()),
  margin: money('Margin', 'Growth of the margin.', OrNull(Decimal()), 'money'),
  margin_after: money(
    'Margin after',
    'Margin of the account afterwards.',
    OrNull(Decimal()),
    'money',
  ),
  margin_free_after: money(
    'Free margin after',
    'Free margin afterwards.',
    OrNull(Decimal()),
    'money',
  ),
  margin_level_after: money(
    'Margin level after',
    'Equity in parts of the margin.',
    OrNull(Decimal()),
    'percent',
  ),
  equity_after: money(
    'Equity after',
    'Equity of the account afterwards.',
    OrNull(Decimal()),
    'money',
  ),
  profit: money(
    'Profit',
    'Profit that the trade would realise; null = none.',
    OrNull(Decimal()),
    'money',
  ),
  swap: OrNull(Decimal()),
  commission: OrNull(Decimal()),
  fee: OrNull(Decimal()),
  commission_blocked: money(
    'Later commission',
    'Commission to be charged at the end of day or month.',
    OrNull(Decimal()),
    'money',
  ),
  point_value: trade('Point value', 'Gain of the volume by a point.', OrNull(Decimal()), 'money'),
  tick_value: trade('Tick value', 'Gain of the volume by a tick.', OrNull(Decimal()), 'money'),
});

/** Path of a trade request's outcome. */
export const RequestPath = Named('RequestPath', {
  request_id: identity('Request id', 'UUID of the trade request.', Uuid()),
});
