// Bars of charts: for traders at the prices of their group, for staff at those of the symbol, and
// their correction by staff.

import type { Static } from '@sinclair/typebox';
import type { Asker } from '../../../actors/client.js';
import { type Code, done, type Outcome, refuse } from '../../../wire/base/codes.js';
import { type BarSymbol, OWN_PRICES, shownBar } from '../../../wire/desk/shown-bar.js';
import { BarsRebuildBody, BarsRebuilt } from '../../../wire/rest/trading/bars.js';
import { BarShape, BarsQuery } from '../../../wire/rest/trading/market.js';
import { TIMEFRAMES } from '../../../wire/trading/timeframes.js';
import { type CommonCode, type HandlerContext, route } from '../../rest/route.js';
import { offered } from './market.js';

const MINUTE_MS = 60_000;
/** Room for the minutes of a day. */
const CORRECTION_BYTES_MAX = 256 << 10;

/** From when to when bars open, and from which end on; a sentence when it is no period. */
const barPeriod = (
  query: Static<typeof BarsQuery>,
  now: number,
): { from: number; to: number; is_forward: boolean } | string => {
  const { timeframe, limit } = query;
  const [after, before] = [query.after, query.before].map((time) => time && Date.parse(time));
  if (after !== undefined && before !== undefined) return 'after: not together with before';
  const to = query.to === undefined ? now + MINUTE_MS : Date.parse(query.to);
  const span = limit * TIMEFRAMES[timeframe] * MINUTE_MS;
  const usual = (after ?? before) === undefined ? Math.max(0, to - span) : 0;
  const from = query.from === undefined ? usual : Date.parse(query.from);
  if (to <= from) return 'to: must be after from';
  return {
    from: Math.max(from, Number(after ?? -1) + 1),
    to: Math.min(to, Number(before ?? to)),
    is_forward: after !== undefined,
  };
};

/** The bars of a symbol at the prices of an audience. */
const barsOf = async <C extends Code>(
  symbol: BarSymbol & { readonly id: number },
  query: Static<typeof BarsQuery>,
  by: Asker,
  context: Pick<HandlerContext<C | CommonCode>, 'query' | 'now'>,
): Promise<Outcome<Static<typeof BarShape>[], C | CommonCode>> => {
  const period = barPeriod(query, context.now());
  if (typeof period === 'string') return refuse('invalid_input', period);
  const { id, digits } = symbol;
  const { timeframe, limit } = query;
  const asked = { symbol_id: id, digits, timeframe, limit, ...period };
  const bars = await context.query(by, 'bars', asked);
  return bars.ok ? done(bars.data.map((bar) => shownBar(symbol, bar))) : bars;
};

export const bars = [
  route({
    name: 'bars.list',
    method: 'GET',
    path: '/trader/v1/bars',
    says: 'Answers bars that open in the period, or after or before a time, oldest first.',
    query: BarsQuery,
    takesLong: true,
    reply: [BarShape],
    errors: ['trade.symbol_not_found'],
    handle: async ({ session, query }, context) => {
      const symbol = offered(session, context).named(query.symbol);
      if (symbol === undefined) return refuse('trade.symbol_not_found');
      return barsOf(symbol, query, session, context);
    },
  }),
  route({
    name: 'bars.read',
    method: 'GET',
    path: '/admin/v1/bars',
    says: 'Answers bars at the prices of the symbol, without the markups of groups.',
    anyRights: ['config.symbols', 'symbols.quick_edit', 'config.view'],
    query: BarsQuery,
    takesLong: true,
    reply: [BarShape],
    errors: ['not_found'],
    handle: async ({ session, query }, context) => {
      const symbol = context.symbols().named(query.symbol);
      if (symbol === undefined) return refuse('not_found', 'symbol: unknown');
      const { id, digits } = symbol;
      return barsOf({ id, digits, ...OWN_PRICES }, query, session, context);
    },
  }),
  route({
    name: 'bars.rebuild',
    method: 'POST',
    path: '/admin/v1/bars/rebuild',
    says: 'Corrects bars: minutes by hand, or longer bars from the kept minutes.',
    rights: ['symbols.quick_edit'],
    body: BarsRebuildBody,
    bodyBytesMax: CORRECTION_BYTES_MAX,
    reply: BarsRebuilt,
    errors: ['not_found', 'conflict'],
    handle: ({ caller, body }, context) => context.desk('bars.rebuild', { caller, ...body }),
  }),
];
