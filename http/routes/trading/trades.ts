// Trading for traders over REST, with the same operations as on the socket.

import {
  AccountPicture,
  OpenOrderShape,
  OpenPositionShape,
  TradeResultShape,
} from '../../../wire/rest/trading/shapes.js';
import { ACTOR_CODES, TRADE_CODES } from '../../../wire/rest/trading/trade-codes.js';
import {
  RequestPath,
  TradeBody,
  TradeCheckBody,
  TradeCheckShape,
} from '../../../wire/rest/trading/trades.js';
import { tradeRefusal, withRequestId } from '../../../wire/trading/trade-input.js';
import { route } from '../../rest/route.js';

export const trading = [
  route({
    name: 'trades.create',
    method: 'POST',
    path: '/trader/v1/trades',
    says: 'Makes a trade request; the same request id is executed once.',
    readOnly: 'trade.read_only',
    body: TradeBody,
    bodyRefusal: (body) => tradeRefusal(body, false),
    reply: TradeResultShape,
    errors: TRADE_CODES,
    handle: ({ caller, body, requestId }, context) =>
      context.call(caller, caller.login, 'trade', body, requestId),
  }),
  route({
    name: 'trades.check',
    method: 'POST',
    path: '/trader/v1/trades/check',
    says: 'Tells what a trade request would come to; trades nothing and remembers nothing.',
    body: TradeCheckBody,
    bodyRefusal: (body) => tradeRefusal(withRequestId(body), false),
    reply: TradeCheckShape,
    errors: [...ACTOR_CODES, 'trade.invalid_request'],
    handle: ({ caller, body, requestId }, context) =>
      context.call(caller, caller.login, 'trade_check', body, requestId),
  }),
  route({
    name: 'trades.status',
    method: 'GET',
    path: '/trader/v1/trades/{request_id}',
    says: 'Answers what came of a trade request.',
    params: RequestPath,
    reply: TradeResultShape,
    errors: TRADE_CODES,
    handle: ({ caller, path, requestId }, context) =>
      context.call(caller, caller.login, 'trade_status', path, requestId),
  }),
  route({
    name: 'account.read',
    method: 'GET',
    path: '/trader/v1/account',
    says: 'Answers the account with its money, positions and orders in one snapshot.',
    reply: AccountPicture,
    errors: ACTOR_CODES,
    handle: ({ caller, requestId }, context) =>
      context.call(caller, caller.login, 'account', {}, requestId),
  }),
  route({
    name: 'positions.list',
    method: 'GET',
    path: '/trader/v1/positions',
    says: 'Answers the open positions with their live values, oldest first.',
    reply: [OpenPositionShape],
    errors: ACTOR_CODES,
    handle: ({ caller, requestId }, context) =>
      context.call(caller, caller.login, 'positions', {}, requestId),
  }),
  route({
    name: 'orders.list',
    method: 'GET',
    path: '/trader/v1/orders',
    says: 'Answers the working orders with the prices that may trigger them, oldest first.',
    reply: [OpenOrderShape],
    errors: ACTOR_CODES,
    handle: ({ caller, requestId }, context) =>
      context.call(caller, caller.login, 'orders', {}, requestId),
  }),
];
