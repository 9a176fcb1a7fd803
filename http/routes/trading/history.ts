// An account's history for its trader: orders, deals and closed positions, and one of them by id.

import type { Static, TSchema } from '@sinclair/typebox';
import type { Asker } from '../../../actors/client.js';
import type { SessionCopy } from '../../../wire/accounts/identity.js';
import type { Viewer } from '../../../wire/accounts/scope.js';
import { type Code, type Outcome, ok, refuse } from '../../../wire/base/codes.js';
import { fenceFault } from '../../../wire/fields/fence.js';
import type { HistoryPage, HistoryQuery } from '../../../wire/queries/history-queries.js';
import type { ClosedPage, ClosedQuery } from '../../../wire/queries/position-queries.js';
import { cursorFault } from '../../../wire/rest/lists/history-cursor.js';
import {
  DealPage,
  EndedOrderPage,
  HistoryParams,
  HistoryRowPath,
  TradeHistoryParams,
} from '../../../wire/rest/trading/history.js';
import { AccountClosedPage } from '../../../wire/rest/trading/positions.js';
import { DealShape, EndedOrderShape } from '../../../wire/rest/trading/shapes.js';
import type { Settings } from '../../../wire/settings/config.js';
import { periodOf } from '../../rest/coverage.js';
import { FOLLOWS, SINCE } from '../../rest/phrases.js';
import { type CommonCode, type HandlerContext, route } from '../../rest/route.js';

const DAY_MS = 86_400_000;

/** Traders see all of their own account, whatever its group and switches. */
const OWNER: Viewer = { rights: ['config.staff', 'accounts.hidden'], group_scope: ['*'] };

/** A query for closed positions of an account, by pages or by cursors. */
type ClosedHistory = HistoryQuery & ClosedQuery;
/** Closed positions next to a cursor, which are not summed up. */
type UnsummedPage = HistoryPage & { readonly totals: null };

/**
 * The start of the history that the traders of a group see, in ms since 1970: `history_days`, 0 =
 * all (§1.2).
 */
const historyStart = (group: string, { group: groups }: Settings, now: number): number => {
  const path = group.toLowerCase();
  const days = groups.find((one) => one.path.toLowerCase() === path)?.history_days ?? 0;
  return days === 0 ? 0 : now - days * DAY_MS;
};

/**
 * A request's query for rows from `start` on; a sentence when its parameters contradict each other.
 */
const queryOf = (
  { id, login }: SessionCopy,
  params: Static<typeof HistoryParams>,
  start: number,
): ClosedHistory | string => {
  const period = periodOf(params);
  if (typeof period === 'string') return period;
  const fault = fenceFault(params) ?? cursorFault(params);
  if (fault !== undefined) return fault;
  const { from, to } = period;
  return { ...params, session: id, login, viewer: OWNER, from: Math.max(start, from), to };
};

/** The closed positions of an account: a page with sums over all, or the rows next to a cursor. */
export const closedPage = async <C extends Code>(
  by: Asker,
  asked: ClosedHistory,
  context: Pick<HandlerContext<C | CommonCode>, 'query'>,
): Promise<Outcome<ClosedPage | UnsummedPage, C | CommonCode>> => {
  if ((asked.after ?? asked.before) === undefined) return context.query(by, 'closed', asked);
  const walked = await context.query(by, 'history.positions', asked);
  return walked.ok ? ok({ ...walked.data, totals: null }) : walked;
};

const CURSORS =
  'A program reads the whole list by cursors: `after=start`, then `after` of each ' +
  'answer, until an answer has no rows; later the program continues from the same ' +
  'cursor. No row comes twice, and no row is missed. Cursors are valid for all lists ' +
  'and filters of the account, and do not expire.';

const listing = (
  name: 'history.orders' | 'history.deals' | 'history.positions',
  query: typeof HistoryParams,
  reply: TSchema,
  says: string,
  example: Readonly<Record<string, string | number>> = SINCE,
) =>
  route({
    name,
    method: 'GET',
    path: `/trader/v1/history/${name.slice('history.'.length)}`,
    says,
    details: `${FOLLOWS} ${CURSORS}`,
    example: { query: example },
    query,
    reply,
    handle: async ({ session, query }, context) => {
      const start = historyStart(session.group, context.settings(), context.now());
      const asked = queryOf(session, query, start);
      if (typeof asked === 'string') return refuse('invalid_input', asked);
      const page =
        name === 'history.positions'
          ? await closedPage(session, asked, context)
          : await context.query(session, name, asked);
      return page.ok ? { ok: true, data: { ...page.data, items: [...page.data.items] } } : page;
    },
  });

/** A row by its id; `over` is the field with the time from which on it is history. */
const reading = (
  what: 'order' | 'deal',
  over: string,
  reply: TSchema,
  says: string,
  details: string,
) =>
  route({
    name: `${what}s.read`,
    method: 'GET',
    path: `/trader/v1/${what}s/{id}`,
    says,
    details,
    params: HistoryRowPath,
    reply,
    errors: {
      not_found: `the account has no such ${what}, or its group shows only a shorter history`,
    },
    example: { path: { id: 1 } },
    handle: async ({ session, path: { id } }, context) => {
      const { id: of, login } = session;
      const asked = { session: of, waits_for: 'surely', login, id } as const;
      const read = await context.query(session, `history.${what}`, asked);
      if (!read.ok) return read;
      const { found } = read.data;
      const start = historyStart(session.group, context.settings(), context.now());
      const at = found?.[over] ?? null;
      if (found === null || (at !== null && Date.parse(String(at)) < start)) {
        return refuse('not_found', `There is no ${what} ${id}.`);
      }
      return ok(found);
    },
  });

export const history = [
  listing(
    'history.orders',
    TradeHistoryParams,
    EndedOrderPage,
    'Lists orders that are over, newest first, or from a cursor on.',
  ),
  listing(
    'history.deals',
    TradeHistoryParams,
    DealPage,
    'Lists deals, newest first, or from a cursor on.',
    { ...SINCE, symbol: 'EURUSD' },
  ),
  listing(
    'history.positions',
    HistoryParams,
    AccountClosedPage,
    'Lists closed positions, newest first with totals over all, or from a cursor on.',
  ),
  reading(
    'order',
    'done_at',
    EndedOrderShape,
    'Answers an order, working or over.',
    '`cause` names what ended the order, and is null while the order works.',
  ),
  reading('deal', 'created_at', DealShape, 'Answers a deal.', 'Payments are deals, too.'),
];
