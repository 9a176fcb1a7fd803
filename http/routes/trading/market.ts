// The market for traders: symbols, quotes and news of their group.

import type { BoardQuote, GroupSymbolView, GroupView } from '../../../actors/client.js';
import type { SessionCopy } from '../../../wire/accounts/identity.js';
import { type Code, type Outcome, ok, refuse } from '../../../wire/base/codes.js';
import { formatExact, PRICE_EXTRA } from '../../../wire/base/scale.js';
import {
  QuoteShape,
  QuotesQuery,
  SYMBOL_FIELDS,
  SYMBOLS_MAX,
  type SymbolField,
  SymbolShape,
  SymbolsQuery,
} from '../../../wire/rest/trading/market.js';
import { NewsParams, NewsShape, newsOf } from '../../../wire/rest/trading/news.js';
import { type HandlerContext, route } from '../../rest/route.js';

const NO_GROUP: GroupView = {
  named: () => undefined,
  byId: () => undefined,
  all: () => [],
  list: () => ({ json: Buffer.from('[]'), etag: 'W/"none"' }),
};

/** The symbols that the session's group is offered. */
export const offered = (session: SessionCopy, context: HandlerContext<Code>): GroupView =>
  context.group(session.group) ?? NO_GROUP;

/** The fields of symbols that a request names. */
export const wantedFields = (names: string): Outcome<readonly SymbolField[], 'invalid_input'> => {
  const named = new Set(names.split(',').map((name) => name.trim()));
  const fields = SYMBOL_FIELDS.filter((name) => named.delete(name));
  const [unknown] = named;
  if (unknown === undefined) return ok(fields);
  const faults = [{ field: 'fields', message: `${unknown}: unknown`, allowed: SYMBOL_FIELDS }];
  return refuse('invalid_input', `fields: ${unknown} is no field of symbols`, { faults });
};

const shownQuote = (symbol: GroupSymbolView, quote: BoardQuote) => {
  const { name } = symbol;
  if (quote.time === 0) {
    const day = { open: null, high: null, low: null };
    return { symbol: name, bid: null, ask: null, last: null, time: null, ...day };
  }
  const [bid, ask] = symbol.price(quote.bid, quote.ask);
  const text = (price: number): string =>
    formatExact(price, symbol.digits + PRICE_EXTRA, symbol.digits);
  const time = new Date(quote.time).toISOString();
  const last = quote.last === 0 ? null : text(quote.last);
  const charted = (price: number) => (price === 0 ? null : text(symbol.charted(price)));
  const day = { open: charted(quote.open), high: charted(quote.high), low: charted(quote.low) };
  return { symbol: name, bid: text(bid), ask: text(ask), last, time, ...day };
};

export const market = [
  route({
    name: 'symbols.list',
    method: 'GET',
    path: '/trader/v1/symbols',
    says: "Lists the symbols that the group is offered, with the group's values.",
    details: 'Where the group overrides a value, the list has the value of the group.',
    query: SymbolsQuery,
    takesLong: true,
    reply: [SymbolShape],
    handle: async ({ session, query }, context) => {
      const view = offered(session, context);
      if (query.fields === undefined) return view.list();
      const fields = wantedFields(query.fields);
      return fields.ok ? view.list(fields.data) : fields;
    },
  }),
  route({
    name: 'quotes.list',
    method: 'GET',
    path: '/trader/v1/quotes',
    says: 'Answers the newest prices of the symbols named, or of all that the group is offered.',
    details: 'Prices have the markups of the group. Live prices come over the socket.',
    query: QuotesQuery,
    takesLong: true,
    reply: [QuoteShape],
    errors: { 'trade.symbol_not_found': 'a name is unknown or not offered' },
    example: { query: { symbols: 'EURUSD,XAUUSD' } },
    handle: async ({ session, query }, context) => {
      const view = offered(session, context);
      if (query.symbols === undefined) {
        return ok(Array.from(view.all(), (one) => shownQuote(one, context.quote(one.id))));
      }
      const names = query.symbols.split(',');
      if (names.length > SYMBOLS_MAX) {
        return refuse('invalid_input', `symbols: at most ${SYMBOLS_MAX}`);
      }
      const rows = [];
      for (const name of names) {
        const symbol = view.named(name.trim());
        if (symbol === undefined) return refuse('trade.symbol_not_found', `${name}: not offered`);
        rows.push(shownQuote(symbol, context.quote(symbol.id)));
      }
      return ok(rows);
    },
  }),
  route({
    name: 'news.list',
    method: 'GET',
    path: '/trader/v1/news',
    says: 'Answers the newest news of datafeeds since the start, the newest first.',
    details:
      'By `news_mode` a group gets whole news, headlines, or no news. The server keeps the ' +
      'newest 200 news since its start, with an equal share for each datafeed; new ones ' +
      'come as the event `news` of the socket.',
    query: NewsParams,
    reply: [NewsShape],
    example: {},
    handle: async ({ session, query }, context) => {
      const news = newsOf(context.settings(), session.group, context.news());
      return ok([...news.slice(0, query.limit)]);
    },
  }),
];
