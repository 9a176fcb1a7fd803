// Present and past rows of one account, for staff who reach it: one route for each list.

import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { Right } from '../../../wire/accounts/rights.js';
import { type Outcome, ok, refuse } from '../../../wire/base/codes.js';
import type { Caller } from '../../../wire/desk/caller.js';
import { fenceFault } from '../../../wire/fields/fence.js';
import type { CountedPage } from '../../../wire/queries/fenced-query.js';
import type { HistoryPage } from '../../../wire/queries/history-queries.js';
import type { OpenQuery } from '../../../wire/queries/position-queries.js';
import { LoginPath } from '../../../wire/rest/accounts/accounts.js';
import { cursorFault } from '../../../wire/rest/lists/history-cursor.js';
import {
  AccountDealPath,
  AccountOpenParams,
  AccountOrderPath,
  BalanceHistoryParams,
  DailyPage,
  DailyParams,
  HeldFillBody,
  HeldFillDecided,
  OrderReleased,
} from '../../../wire/rest/trading/account-trades.js';
import {
  DealPage,
  EndedOrderPage,
  HistoryParams,
  TradeHistoryParams,
} from '../../../wire/rest/trading/history.js';
import {
  AccountClosedPage,
  StaffOrderPage,
  StaffPositionPage,
} from '../../../wire/rest/trading/positions.js';
import { DealShape, EndedOrderShape } from '../../../wire/rest/trading/shapes.js';
import { TRADE_CODES } from '../../../wire/rest/trading/trade-codes.js';
import { livePage } from '../../rest/account-values.js';
import { reshaped } from '../../rest/actor-call.js';
import { coverageOf, periodOf } from '../../rest/coverage.js';
import { ALIVE, FOLLOWS, NO_ACCOUNT, SINCE } from '../../rest/phrases.js';
import { type CommonCode, type HandlerContext, route, usual } from '../../rest/route.js';
import { closedPage } from './history.js';

type ListCode = CommonCode | 'not_found';
type ListContext = HandlerContext<ListCode>;

interface AskedList<Q> {
  readonly caller: Caller;
  readonly login: number;
  readonly query: Q;
  readonly requestId: string;
}

interface AccountList<Q extends TObject, R extends TSchema> {
  readonly name: string;
  /** Below the path of the account. */
  readonly path: string;
  readonly says: string;
  readonly details: string;
  /** The query of its example. */
  readonly example: Readonly<Record<string, string | number>>;
  readonly right: Right;
  readonly query: Q;
  readonly reply: R;
  read(asked: AskedList<Static<Q>>, context: ListContext): Promise<Outcome<Static<R>, ListCode>>;
}

/** The route of a list of an account; it refuses as reading the account does. */
const listOf = <Q extends TObject, R extends TSchema>(list: AccountList<Q, R>) =>
  route({
    name: `accounts.${list.name}`,
    method: 'GET',
    path: `/admin/v1/accounts/{login}/${list.path}`,
    says: list.says,
    details: list.details,
    example: { path: { login: 1001 }, query: list.example },
    rights: [list.right],
    params: LoginPath,
    query: list.query,
    reply: list.reply as TSchema,
    errors: { not_found: NO_ACCOUNT },
    handle: async ({ caller, path: { login }, query, requestId }, context) => {
      const fault = fenceFault(query as { readonly min_projection_seq?: string });
      if (fault !== undefined) return refuse('invalid_input', fault);
      const reached = await context.desk('accounts.reach', { caller, login });
      if (!reached.ok) return reached;
      return list.read({ caller, login, query, requestId }, context);
    },
  });

/** A list of rows with live values. */
const open = (kind: 'positions' | 'orders', reply: typeof StaffPositionPage, says: string) =>
  listOf({
    name: kind,
    path: kind,
    says,
    details: `${ALIVE} ${FOLLOWS}`,
    example: { symbol: 'EURUSD', limit: 20 },
    right: 'trades.view',
    query: AccountOpenParams,
    reply,
    read: ({ caller, login, query, requestId }, context) => {
      const { viewer } = coverageOf(caller, {}, context.settings());
      const asked: OpenQuery = { ...query, session: caller.session, viewer, login };
      return livePage(kind, asked, { caller, requestId }, context);
    },
  });

const pageFrom = <P extends CountedPage | HistoryPage>(found: Outcome<P, ListCode>) =>
  found.ok ? ok({ ...found.data, items: [...found.data.items] }) : found;

type PastParams = typeof HistoryParams | typeof TradeHistoryParams | typeof BalanceHistoryParams;

/** A list of a period that is over; `only` narrows it. */
const past = (
  query: 'history.deals' | 'history.orders' | 'closed',
  list: Omit<AccountList<PastParams, TSchema>, 'read'>,
  only: { readonly symbol?: string } = {},
) =>
  listOf({
    ...list,
    read: async ({ caller, login, query: given }, context) => {
      const period = periodOf(given);
      if (typeof period === 'string') return refuse('invalid_input', period);
      const fault = cursorFault(given);
      if (fault !== undefined) return refuse('invalid_input', fault);
      const { viewer } = coverageOf(caller, {}, context.settings());
      const asked = { ...given, ...only, ...period, session: caller.session, viewer, login };
      if (query === 'closed') return pageFrom(await closedPage(caller, asked, context));
      return pageFrom(await context.query(caller, query, asked));
    },
  });

/** An order or a deal of an account by its id. */
const rowOf = (
  what: 'order' | 'deal',
  params: typeof AccountOrderPath,
  reply: TSchema,
  says: string,
  details: string,
) =>
  route({
    name: `accounts.${what}s.read`,
    method: 'GET',
    path: `/admin/v1/accounts/{login}/${what}s/{id}`,
    says,
    details,
    rights: ['trades.view'],
    params,
    reply,
    errors: { not_found: `there is no such account, or the account has no such ${what}` },
    example: { path: { login: 1001, id: 1 } },
    handle: async ({ caller, path: { login, id } }, context) => {
      const reached = await context.desk('accounts.reach', { caller, login });
      if (!reached.ok) return reached;
      const { session } = caller;
      const asked = { session, waits_for: 'surely', login, id } as const;
      const read = await context.query(caller, `history.${what}`, asked);
      if (!read.ok) return read;
      const { found } = read.data;
      return found === null
        ? refuse('not_found', `Account ${login} has no ${what} ${id}.`)
        : ok(found);
    },
  });

/** Money operations are the deals without a symbol. */
const MONEY = { symbol: '' };

export const accountTrades = [
  open('positions', StaffPositionPage, 'Pages through the open positions of an account by id.'),
  open('orders', StaffOrderPage, 'Pages through the working orders of an account by id.'),
  past('closed', {
    name: 'closed',
    path: 'closed',
    says: 'Lists the closed positions of an account, newest first, with totals over all.',
    details: `\`totals\` covers every page. ${FOLLOWS}`,
    example: SINCE,
    right: 'trades.view',
    query: HistoryParams,
    reply: AccountClosedPage,
  }),
  past('history.deals', {
    name: 'deals',
    path: 'deals',
    says: 'Lists the deals of an account, newest first, payments included.',
    details: FOLLOWS,
    example: SINCE,
    right: 'trades.view',
    query: TradeHistoryParams,
    reply: DealPage,
  }),
  past('history.orders', {
    name: 'orders.history',
    path: 'orders/history',
    says: 'Lists the orders of an account that are over, newest first.',
    details: FOLLOWS,
    example: SINCE,
    right: 'trades.view',
    query: TradeHistoryParams,
    reply: EndedOrderPage,
  }),
  rowOf(
    'order',
    AccountOrderPath,
    EndedOrderShape,
    'Answers an order of an account, also a past one.',
    '`cause` names what ended the order, and is null while the order works.',
  ),
  rowOf(
    'deal',
    AccountDealPath,
    DealShape,
    'Answers a deal of an account.',
    'Payments are deals, too.',
  ),
  route({
    name: 'accounts.orders.release',
    method: 'POST',
    path: '/admin/v1/accounts/{login}/orders/{id}/release',
    says: "Ends an order whose provider does not report the order's end.",
    details:
      'For an order whose provider never answers, or whose gateway is gone. Fills stay, ' +
      'the rest is cancelled here, and the journal warns. The provider gets no message: a ' +
      'later fill at the provider is another warning in the journal. With an ' +
      '`Idempotency-Key`, a UUID, a repeated request does nothing twice.',
    rights: ['trades.edit', 'trades.delete'],
    params: AccountOrderPath,
    reply: OrderReleased,
    errors: {
      ...usual(TRADE_CODES),
      not_found: 'there is no such account',
      'trade.order_not_found': 'no working order of this id is at a provider',
      conflict: 'the gateway is on line, and no cancel of the order is unanswered',
    },
    keyed: true,
    example: { path: { login: 1001, id: 2 } },
    handle: async ({ caller, path: { login, id }, requestId, requestIds }, context) => {
      const reached = await context.desk('accounts.reach', { caller, login, writes: true });
      if (!reached.ok) return reached;
      const data = { request_id: requestIds(`release order ${id}`), order_id: id };
      const answer = await context.call(caller, login, 'order_release', data, requestId);
      return reshaped(answer, requestId, ({ success, data: result }) => {
        if (!success || result === null) return result;
        const { request_id, order_id, volume, repeated, seq } = result;
        return { login, request_id, order_id, volume, repeated, seq };
      });
    },
  }),
  route({
    name: 'accounts.held_fills',
    method: 'POST',
    path: '/admin/v1/accounts/{login}/held-fills',
    says: 'Books or busts a fill of a provider that is held, far from the quote.',
    details:
      'For a fill whose price is further from the quote than `fill_deviation_max` of its ' +
      'gateway: the fill is not booked, the order shows `volume_held` and stays open, and ' +
      'the journal warns with the execution. `book` makes the deal at the price of the ' +
      'provider; `bust` leaves the fill out, although the provider may still count the ' +
      'fill. With an `Idempotency-Key`, a UUID, a repeated request does nothing twice. The ' +
      'journal has a line.',
    rights: ['trades.edit', 'trades.delete'],
    params: LoginPath,
    body: HeldFillBody,
    reply: HeldFillDecided,
    errors: {
      ...usual(TRADE_CODES),
      not_found: 'there is no such account',
      'trade.order_not_found': 'the order holds no fill of this execution',
      'trade.invalid_request': 'the order cannot have the fill any more',
      conflict: 'an earlier request of the same key asked for something else',
    },
    keyed: true,
    example: {
      path: { login: 1001 },
      body: { order_id: 2, execution_id: 'E-1', action: 'bust' },
    },
    handle: async ({ caller, path: { login }, body, requestId, requestIds }, context) => {
      const { order_id, execution_id, action } = body;
      const reached = await context.desk('accounts.reach', { caller, login, writes: true });
      if (!reached.ok) return reached;
      const request_id = requestIds(`${action} ${execution_id} of order ${order_id}`);
      const data = { request_id, order_id, execution_id, action };
      const answer = await context.call(caller, login, 'held_fill', data, requestId);
      return reshaped(answer, requestId, ({ success, data: result }) => {
        if (!success || result === null) return result;
        const { deal_ids, repeated, seq } = result;
        return { login, request_id: result.request_id, order_id, deal_ids, repeated, seq };
      });
    },
  }),
  past(
    'history.deals',
    {
      name: 'balance_history',
      path: 'balance-history',
      says: 'Lists the deals of an account that moved money without a trade, newest first.',
      details: `Deposits, credit, charges, corrections, commission of periods. ${FOLLOWS}`,
      example: { action: 'balance', ...SINCE },
      right: 'accounts.view',
      query: BalanceHistoryParams,
      reply: DealPage,
    },
    MONEY,
  ),
  listOf({
    name: 'daily',
    path: 'daily',
    says: 'Pages through the daily lines of an account, newest day first.',
    details: `A line is as of the end of the day. ${FOLLOWS}`,
    example: { from: '2026-01-01', limit: 20 },
    right: 'accounts.view',
    query: DailyParams,
    reply: DailyPage,
    read: async ({ caller, login, query }, context) => {
      const { from, to } = query;
      if (from !== undefined && to !== undefined && to < from) {
        return refuse('invalid_input', 'to: must not be before from');
      }
      const asked = { ...query, session: caller.session, login };
      return pageFrom(await context.query(caller, 'history.daily', asked));
    },
  }),
];
