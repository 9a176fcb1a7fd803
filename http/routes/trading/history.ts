// An account's history for its trader: orders, deals and closed positions, newest first.

import type { Static, TSchema } from '@sinclair/typebox';
import type { SessionCopy } from '../../../wire/accounts/identity.js';
import { refuse } from '../../../wire/base/codes.js';
import { fenceFault } from '../../../wire/base/fence.js';
import type { HistoryQuery, QueryName } from '../../../wire/desk/queries.js';
import { HistoryParams, pageOf } from '../../../wire/rest/trading/history.js';
import { ClosedPositionShape, DealShape, OrderShape } from '../../../wire/rest/trading/shapes.js';
import type { Settings } from '../../../wire/settings/config.js';
import { periodOf } from '../../rest/coverage.js';
import { route } from '../../rest/route.js';

const DAY_MS = 86_400_000;

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
): HistoryQuery | string => {
  const period = periodOf(params);
  if (typeof period === 'string') return period;
  const fault = fenceFault(params);
  if (fault !== undefined) return fault;
  const { from, to } = period;
  return { ...params, session: id, login, from: Math.max(start, from), to };
};

const listing = (name: Extract<QueryName, `history.${string}`>, row: TSchema, says: string) =>
  route({
    name,
    method: 'GET',
    path: `/trader/v1/history/${name.slice('history.'.length)}`,
    says,
    query: HistoryParams,
    reply: pageOf(row),
    handle: async ({ session, query }, context) => {
      const start = historyStart(session.group, context.settings(), context.now());
      const asked = queryOf(session, query, start);
      if (typeof asked === 'string') return refuse('invalid_input', asked);
      const page = await context.query(session, name, asked);
      return page.ok ? { ok: true, data: { ...page.data, items: [...page.data.items] } } : page;
    },
  });

export const history = [
  listing('history.orders', OrderShape, 'Pages through orders that are over, newest first.'),
  listing('history.deals', DealShape, 'Pages through deals, newest first.'),
  listing(
    'history.positions',
    ClosedPositionShape,
    'Pages through closed positions, newest first.',
  ),
];
