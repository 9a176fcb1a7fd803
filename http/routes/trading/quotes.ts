// Prices for staff: manual quotes, and the symbols that dealers work with.

import type { Static } from '@sinclair/typebox';
import { viewOf } from '../../../wire/accounts/scope.js';
import { ok } from '../../../wire/base/codes.js';
import {
  ManualQuote,
  QuoteBody,
  type SymbolField,
  SymbolShape,
  SymbolsQuery,
} from '../../../wire/rest/trading/market.js';
import { route } from '../../rest/route.js';
import { wantedFields } from './market.js';

/** The fields with which dealers find a symbol and enter a trade in it. */
const LIGHT: readonly SymbolField[] = [
  ...(['id', 'name', 'path', 'description', 'digits'] as const),
  ...(['currency_base', 'currency_profit', 'currency_margin', 'contract_size'] as const),
  ...(['volume_min', 'volume_max', 'volume_step', 'trade_access'] as const),
];

export const quotes = [
  route({
    name: 'quotes.symbols',
    method: 'GET',
    path: '/admin/v1/quotes/symbols',
    says: 'Lists the symbols that groups in the scope of the staff user are offered, by id.',
    details:
      'With the values of the symbol, without what groups override. Without `fields` these are ' +
      `answered: ${LIGHT.join(', ')}.`,
    anyRights: [
      'trades.view',
      'trades.edit',
      'symbols.quick_edit',
      'config.symbols',
      'config.view',
    ],
    query: SymbolsQuery,
    takesLong: true,
    reply: [SymbolShape],
    example: { query: { fields: 'id,name,digits' } },
    handle: async ({ caller, query }, context) => {
      const fields = query.fields === undefined ? ok(LIGHT) : wantedFields(query.fields);
      if (!fields.ok) return fields;
      const { group, symbol } = context.settings();
      const sees = viewOf(caller);
      const views = group.flatMap(({ path }) =>
        sees(path, false) ? (context.group(path) ?? []) : [],
      );
      const rows = symbol
        .filter(({ id }) => views.some((view) => view.byId(id) !== undefined))
        .sort((a, b) => a.id - b.id)
        .map((one) => Object.fromEntries(fields.data.map((name) => [name, one[name]])));
      return ok(rows as Static<typeof SymbolShape>[]);
    },
  }),
  route({
    name: 'quotes.publish',
    method: 'POST',
    path: '/admin/v1/quotes',
    says: 'Publishes a price like a price of a datafeed.',
    details: 'The price triggers orders and stops like any other price.',
    rights: ['symbols.quick_edit'],
    body: QuoteBody,
    reply: ManualQuote,
    errors: { not_found: 'the symbol is unknown' },
    example: { body: { symbol: 'EURUSD', bid: '1.17344', ask: '1.17352' } },
    handle: ({ caller, body }, context) => context.desk('quotes.publish', { caller, ...body }),
  }),
];
