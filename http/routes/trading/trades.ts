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
import { route, usual } from '../../rest/route.js';

const SILENT = {
  not_found: 'the account does not trade',
  'trade.timeout': 'the engine does not answer',
};

export const trading = [
  route({
    name: 'trades.create',
    method: 'POST',
    path: '/trader/v1/trades',
    says: 'Makes a trade request; the same request id is executed once.',
    details:
      'Opens, closes and changes positions and orders, by `kind`. The answer comes when ' +
      'the result is on disk. A request sent again with the same `request_id` does ' +
      'nothing, and gets the first result with `repeated`.',
    readOnly: 'trade.read_only',
    body: TradeBody,
    bodyRefusal: (body) => tradeRefusal(body, false),
    reply: TradeResultShape,
    errors: {
      ...usual(TRADE_CODES),
      conflict: 'the request id was used for another request',
      not_found: 'the account does not trade',
    },
    example: {
      body: {
        request_id: '0d2a5c1e-6a52-4d0c-9d5b-3f7f0f6f1a01',
        kind: 'open',
        symbol: 'EURUSD',
        side: 'buy',
        volume: '0.10',
      },
    },
    handle: ({ caller, body, requestId }, context) =>
      context.call(caller, caller.login, 'trade', body, requestId),
  }),
  route({
    name: 'trades.check',
    method: 'POST',
    path: '/trader/v1/trades/check',
    says:
      'Answers the effects that a trade request would have; trades nothing and stores ' +
      'nothing.',
    details:
      'Tests a request as `POST /trader/v1/trades` would, with its margin, charges and the value ' +
      'of a point. A refusal is the `code` in the data; the answer itself succeeds.',
    body: TradeCheckBody,
    bodyRefusal: (body) => tradeRefusal(withRequestId(body), false),
    reply: TradeCheckShape,
    errors: { ...usual([...ACTOR_CODES, 'trade.invalid_request']), ...SILENT },
    example: { body: { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' } },
    handle: ({ caller, body, requestId }, context) =>
      context.call(caller, caller.login, 'trade_check', body, requestId),
  }),
  route({
    name: 'trades.status',
    method: 'GET',
    path: '/trader/v1/trades/{request_id}',
    says: 'Answers the result of a trade request.',
    details: 'For a client whose answer was lost. Results are kept as long as the account.',
    params: RequestPath,
    reply: TradeResultShape,
    errors: {
      ...usual(TRADE_CODES),
      not_found: 'the account made no such request',
      conflict: 'the request id was used for another request',
    },
    example: { path: { request_id: '0d2a5c1e-6a52-4d0c-9d5b-3f7f0f6f1a01' } },
    handle: ({ caller, path, requestId }, context) =>
      context.call(caller, caller.login, 'trade_status', path, requestId),
  }),
  route({
    name: 'account.read',
    method: 'GET',
    path: '/trader/v1/account',
    says: 'Answers the account with its money, positions and orders in one snapshot.',
    details:
      'The snapshot shows the moment after the event `seq`; a socket continues at ' +
      '`account_seq`.',
    reply: AccountPicture,
    errors: { ...usual(ACTOR_CODES), ...SILENT },
    handle: ({ caller, requestId }, context) =>
      context.call(caller, caller.login, 'account', {}, requestId),
  }),
  route({
    name: 'positions.list',
    method: 'GET',
    path: '/trader/v1/positions',
    says: 'Answers the open positions with their live values, oldest first.',
    details: 'Profit and price are of the newest quotes.',
    reply: [OpenPositionShape],
    errors: { ...usual(ACTOR_CODES), ...SILENT },
    handle: ({ caller, requestId }, context) =>
      context.call(caller, caller.login, 'positions', {}, requestId),
  }),
  route({
    name: 'orders.list',
    method: 'GET',
    path: '/trader/v1/orders',
    says: 'Answers the working orders with the prices that may trigger them, oldest first.',
    details: 'Orders that are over are in the history.',
    reply: [OpenOrderShape],
    errors: { ...usual(ACTOR_CODES), ...SILENT },
    handle: ({ caller, requestId }, context) =>
      context.call(caller, caller.login, 'orders', {}, requestId),
  }),
];
