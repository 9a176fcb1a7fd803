// An account's history for its trader: orders, deals and closed positions, newest first.

import type { Static, TSchema } from '@sinclair/typebox';
import { refuse } from '../../wire/codes.js';
import type { HistoryQuery, QueryName } from '../../wire/queries.js';
import { HistoryParams, pageOf } from '../../wire/rest/history.js';
import { ClosedPositionShape, DealShape, OrderShape } from '../../wire/rest/shapes.js';
import { route } from '../route.js';

const SEQ_MAX = 2n ** 63n - 1n;

/** The query of a request; a sentence when its parameters contradict each other. */
const queryOf = (login: number, params: Static<typeof HistoryParams>): HistoryQuery | string => {
  const { from, to, ...rest } = params;
  const since = from === undefined ? {} : { from: Date.parse(from) };
  const until = to === undefined ? {} : { to: Date.parse(to) };
  if (from !== undefined && to !== undefined && Date.parse(to) <= Date.parse(from)) {
    return 'to: must be after from';
  }
  if (BigInt(params.min_projection_seq ?? 0) > SEQ_MAX) return 'min_projection_seq: too large';
  return { login, ...rest, ...since, ...until };
};

const listing = (name: Extract<QueryName, `history.${string}`>, row: TSchema, says: string) =>
  route({
    name,
    method: 'GET',
    path: `/trader/v1/history/${name.slice('history.'.length)}`,
    says,
    query: HistoryParams,
    reply: pageOf(row),
    handle: async ({ caller, query }, door) => {
      const asked = queryOf(caller.login, query);
      if (typeof asked === 'string') return refuse('invalid_input', asked);
      const page = await door.query(name, asked);
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
