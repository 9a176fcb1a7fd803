// Bars of charts: for traders at the prices of their group, for staff at the prices of the symbol;
// and their correction by staff.

import type { Static } from '@sinclair/typebox';
import type { Asker } from '../../../actors/client.js';
import { type Code, type Outcome, ok, refuse } from '../../../wire/base/codes.js';
import { type BarSymbol, OWN_PRICES, shownBar } from '../../../wire/queries/shown-bar.js';
import { BarsRebuildBody, BarsRebuilt } from '../../../wire/rest/trading/bars.js';
import { BarShape, BarsQuery } from '../../../wire/rest/trading/market.js';
import { TIMEFRAMES } from '../../../wire/trading/timeframes.js';
import { type CommonCode, type HandlerContext, route, usual } from '../../rest/route.js';
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
  return bars.ok ? ok(bars.data.map((bar) => shownBar(symbol, bar))) : bars;
};

export const bars = [
  route({
    name: 'bars.list',
    method: 'GET',
    path: '/trader/v1/bars',
    says: 'Answers bars that open in the period, or after or before a time, oldest first.',
    details:
      'Prices are bids of the group, or trades where the `chart_mode` of the symbol is ' +
      '`last`; the spread is the spread of the group. Bars of a day and longer follow the ' +
      'server clock, weeks begin on Sunday. The newest bar is still growing. With `after` ' +
      'or `before` the answer continues from the opening time of a bar. A bar that has ' +
      'ended changes only if staff correct it: the event `bars_corrected` of the channel ' +
      '`bars` names the period. To get the last form of the newest bar, give `after` the ' +
      'time of the bar before it.',
    query: BarsQuery,
    takesLong: true,
    reply: [BarShape],
    errors: usual(['trade.symbol_not_found']),
    example: { query: { symbol: 'EURUSD', timeframe: 'm1' } },
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
    details:
      'Like `GET /trader/v1/bars`, for any symbol: prices are bids of the symbol, or ' +
      'trades if `chart_mode` of the symbol is `last`.',
    anyRights: ['config.symbols', 'symbols.quick_edit', 'trades.view', 'config.view'],
    query: BarsQuery,
    takesLong: true,
    reply: [BarShape],
    errors: { not_found: 'the symbol is unknown' },
    example: { query: { symbol: 'EURUSD', timeframe: 'm1' } },
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
    details:
      'With `bars` these minutes get the given values. Minutes of the period that are not ' +
      'listed stay. Without `bars` all minutes stay. In both cases the longer bars of the ' +
      'period are made of the minutes again. The period is at most a day and has ended. ' +
      'Prices stay within `manual_quote_pts` of the present bar and of the neighbouring ' +
      'minutes. The newest minute keeps its close and spread, which are the last quote. ' +
      'The answer shows the first 100 changed bars, the shortest timeframe first; so does ' +
      'the journal. A repeated request changes nothing. Symbols that take their prices ' +
      'from this one have bars of their own.',
    rights: ['symbols.quick_edit'],
    body: BarsRebuildBody,
    bodyBytesMax: CORRECTION_BYTES_MAX,
    reply: BarsRebuilt,
    errors: {
      not_found: 'the symbol is unknown',
      conflict: 'no minute of the period is kept and none is given, or the digits have changed',
    },
    example: {
      body: {
        symbol: 'EURUSD',
        from: '2026-01-05T10:00:00Z',
        to: '2026-01-05T10:01:00Z',
        bars: [
          {
            time: '2026-01-05T10:00:00Z',
            ...{ open: '1.17344', high: '1.17350', low: '1.17340', close: '1.17348' },
          },
        ],
      },
    },
    handle: ({ caller, body }, context) => context.desk('bars.rebuild', { caller, ...body }),
  }),
];
