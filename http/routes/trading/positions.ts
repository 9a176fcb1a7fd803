// Open and closed positions and working orders, across the accounts that staff see.

import { ok, refuse } from '../../../wire/base/codes.js';
import type { Caller } from '../../../wire/desk/caller.js';
import type { OpenQuery } from '../../../wire/queries/position-queries.js';
import {
  ClosedPage,
  ClosedParams,
  OpenOrderParams,
  OpenParams,
  PositionCorrection,
  PositionCount,
  PositionPatchBody,
  PositionPath,
  StaffOrderPage,
  StaffPosition,
  StaffPositionPage,
} from '../../../wire/rest/trading/positions.js';
import { TRADE_CODES } from '../../../wire/rest/trading/trade-codes.js';
import type { Settings } from '../../../wire/settings/config.js';
import { livePage, withLive } from '../../rest/account-values.js';
import { asUnknown, reshaped } from '../../rest/actor-call.js';
import { unconfirmed } from '../../rest/confirm.js';
import { coverageOf, periodOf } from '../../rest/coverage.js';
import { ALIVE, LISTED, ONCE } from '../../rest/phrases.js';
import { route, usual } from '../../rest/route.js';

const RIGHTS = ['trades.view'] as const;

const noPosition = (id: number): string => `There is no open position ${id}.`;

/** Open positions are listed of trading accounts alone. */
const without_staff = true;

/** The accounts, symbol and page that a request is for. */
const openQuery = (caller: Caller, params: OpenParams, settings: Settings): OpenQuery => {
  const { page, limit } = params;
  return { ...coverageOf(caller, params, settings), page, limit };
};

export const positions = [
  route({
    name: 'positions.all',
    method: 'GET',
    path: '/admin/v1/positions',
    says: 'Pages through open positions across accounts, with live values, by login and id.',
    details: `${LISTED} ${ALIVE} By login, then by id.`,
    rights: RIGHTS,
    query: OpenParams,
    reply: StaffPositionPage,
    example: { query: { symbol: 'EURUSD', limit: 20 } },
    handle: ({ caller, query, requestId }, context) => {
      const asked = { ...openQuery(caller, query, context.settings()), without_staff };
      return livePage('positions', asked, { caller, requestId }, context);
    },
  }),
  route({
    name: 'positions.orders',
    method: 'GET',
    path: '/admin/v1/positions/orders',
    says: 'Pages through working orders across accounts, with live prices, by login and id.',
    details:
      `${LISTED} ${ALIVE} By login, then by id. ` +
      'With `held`, only orders with a fill that waits for a decision of staff (`volume_held`).',
    rights: RIGHTS,
    query: OpenOrderParams,
    reply: StaffOrderPage,
    example: { query: { symbol: 'EURUSD', limit: 20 } },
    handle: ({ caller, query, requestId }, context) => {
      const { held = false } = query;
      const asked = { ...openQuery(caller, query, context.settings()), held };
      return livePage('orders', asked, { caller, requestId }, context);
    },
  }),
  route({
    name: 'positions.count',
    method: 'GET',
    path: '/admin/v1/positions/count',
    says: 'Counts open positions across accounts; `page` and `limit` have no effect.',
    details: `${LISTED} Takes the filters of the list, and counts the rows of the database.`,
    rights: RIGHTS,
    query: OpenParams,
    reply: PositionCount,
    example: { query: { symbol: 'EURUSD' } },
    handle: ({ caller, query }, context) => {
      const covered = coverageOf(caller, query, context.settings());
      return context.query(caller, 'open.count', { ...covered, without_staff });
    },
  }),
  route({
    name: 'positions.closed',
    method: 'GET',
    path: '/admin/v1/positions/closed',
    says: 'Pages through closed positions across accounts, newest first, with totals over all.',
    details:
      `${LISTED} The position closed last comes first. A group mask fits the group at the close. ` +
      '`totals` covers every page; amounts of several currencies are simply added.',
    rights: RIGHTS,
    query: ClosedParams,
    reply: ClosedPage,
    example: { query: { from: '2026-01-01T00:00:00Z', limit: 20 } },
    handle: async ({ caller, query }, context) => {
      const period = periodOf(query);
      if (typeof period === 'string') return refuse('invalid_input', period);
      const asked = { ...openQuery(caller, query, context.settings()), ...period };
      const found = await context.query(caller, 'closed', asked);
      return found.ok ? ok({ ...found.data, items: [...found.data.items] }) : found;
    },
  }),
  route({
    name: 'positions.read',
    method: 'GET',
    path: '/admin/v1/positions/{id}',
    says: 'Answers an open position with its live values.',
    details: `${ALIVE} A position of an account that the caller does not see is not found.`,
    rights: RIGHTS,
    params: PositionPath,
    reply: StaffPosition,
    errors: { not_found: 'unknown, closed, or of an account that the caller does not see' },
    example: { path: { id: 1 } },
    handle: async ({ caller, path: { id }, requestId }, context) => {
      const { session, viewer } = coverageOf(caller, {}, context.settings());
      const asked = { session, waits_for: 'surely', viewer, id } as const;
      const found = await context.query(caller, 'open.position', asked);
      if (!found.ok) return found;
      if (found.data === null) return refuse('not_found', noPosition(id));
      const [row] = await withLive('positions', [found.data], { caller, requestId }, context);
      return ok(row as Record<string, unknown>);
    },
  }),
  route({
    name: 'positions.change',
    method: 'PATCH',
    path: '/admin/v1/positions/{id}',
    says: 'Corrects opening price, volume or stops of a position without a deal.',
    details:
      'One correction under the lock of the account, with a journal line; the balance does ' +
      'not change, margin and profit are computed again. The deals of the position stay ' +
      'unchanged. An opening price stays within `manual_quote_pts` of the opening price by ' +
      'the deals (`price_dealt`), a volume becomes ' +
      `smaller only, but for holders of \`config.symbols\`. ${ONCE}`,
    rights: ['trades.edit'],
    params: PositionPath,
    body: PositionPatchBody,
    reply: PositionCorrection,
    errors: {
      ...usual(TRADE_CODES),
      not_found:
        'there never was such a position, or the account of the position is hidden from the ' +
        'caller',
      conflict: 'the `Idempotency-Key` was used for another correction',
    },
    keyed: true,
    example: { path: { id: 1 }, body: { price_open: '1.10000' } },
    handle: async ({ caller, path: { id }, body, requestId, requestIds }, context) => {
      const found = await context.query(caller, 'open.owners', {
        session: caller.session,
        waits_for: 'surely',
        ids: [id],
      });
      if (!found.ok) return found;
      const [owner] = found.data.owners;
      if (owner === undefined) return refuse('not_found', noPosition(id));
      const [, login] = owner;
      const begun = await context.desk('positions.change_begin', { caller, login });
      if (!begun.ok) return asUnknown(begun, noPosition(id));
      const request_id = requestIds(`change position ${id}`);
      const bound = begun.data.unbounded ? { unbounded: true } : {};
      const data = { ...unconfirmed(body), request_id, position_id: id, ...bound };
      const answer = await context.call(caller, login, 'position_change', data, requestId);
      return reshaped(answer, requestId, ({ success, data: result }) => {
        if (!success || result === null) return result;
        const { request_id, position_id, volume, repeated, seq } = result;
        return { login, request_id, position_id, volume, repeated, seq };
      });
    },
  }),
];
