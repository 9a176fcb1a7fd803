// Trading for traders over REST, with the same operations as on the socket.

import { Type } from '@sinclair/typebox';
import { Decimal, Strict, Time, TimeOrNull, Words } from '../../../wire/base/schema.js';
import {
  MoneyShape,
  OpenOrderShape,
  OpenPositionShape,
  TradeResultShape,
} from '../../../wire/rest/trading/shapes.js';
import { TRADE_CODES } from '../../../wire/rest/trading/trade-codes.js';
import {
  RequestPath,
  TradeBody,
  TradeCheckBody,
  TradeCheckShape,
} from '../../../wire/rest/trading/trades.js';
import { DAY_SUMS } from '../../../wire/trading/daily.js';
import { tradeRefusal, withRequestId } from '../../../wire/trading/trade-input.js';
import { route } from '../../rest/route.js';

/** The refusal codes of an account's actor. */
const ACTOR_CODES = ['not_found', 'trade.too_many_requests', 'trade.timeout'] as const;

const DECIMALS = [
  'margin_call',
  'stop_out',
  'so_level',
  'so_equity',
  'so_margin',
  'commission_blocked',
  'profit_blocked',
  'interest_accrued',
  'balance_prev_day',
  'balance_prev_month',
  'equity_prev_day',
  'equity_prev_month',
] as const;

const decimalsOf = <N extends string>(names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, Decimal()])) as {
    [K in N]: ReturnType<typeof Decimal>;
  };

/** An account as its trader sees it, besides its live money. */
const AccountFacts = Strict({
  login: Type.Integer(),
  name: Type.String(),
  group: Type.String(),
  /** Login that receives agent commission; 0 = none. */
  agent: Type.Integer(),
  enabled: Type.Boolean(),
  /** May it trade, by its own switch and its group's? */
  trading_enabled: Type.Boolean(),
  api_enabled: Type.Boolean(),
  leverage: Type.Integer(),
  /** Does the leverage follow the group's default? */
  leverage_inherited: Type.Boolean(),
  /** 0 = no limit of the account or its group. */
  limit_orders: Type.Integer(),
  limit_positions: Type.Integer(),
  currency: Type.String(),
  currency_digits: Type.Integer(),
  margin_mode: Words(['hedging', 'netting'] as const),
  /** What the levels `margin_call` and `stop_out` are: percent of the margin, or equity. */
  stopout_mode: Words(['percent', 'money'] as const),
  so_state: Words(['none', 'margin_call', 'stop_out'] as const),
  /** When the margin call or stop-out began last; `so_…` are the values of that moment. */
  so_at: TimeOrNull(),
  ...decimalsOf(DECIMALS),
  /** Sums of the running trading day. */
  day: Strict(decimalsOf(DAY_SUMS)),
  created_at: Time(),
});

/** A consistent snapshot of an account. */
const AccountPicture = Strict({
  account: AccountFacts,
  money: MoneyShape,
  positions: Type.Array(OpenPositionShape),
  orders: Type.Array(OpenOrderShape),
  account_seq: Type.Integer(),
  seq: Type.String(),
});

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
    says: 'Answers the account with its money, positions and orders in one picture.',
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
