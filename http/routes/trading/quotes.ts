// Manual quotes by staff.

import { ManualQuote, QuoteBody } from '../../../wire/rest/trading/market.js';
import { route } from '../../rest/route.js';

export const quotes = [
  route({
    name: 'quotes.publish',
    method: 'POST',
    path: '/admin/v1/quotes',
    says: 'Publishes a price, as if a datafeed had sent it.',
    details: 'Orders and stops are triggered by it as by any price.',
    rights: ['symbols.quick_edit'],
    body: QuoteBody,
    reply: ManualQuote,
    errors: { not_found: 'the symbol is unknown' },
    example: { body: { symbol: 'EURUSD', bid: '1.17344', ask: '1.17352' } },
    handle: ({ caller, body }, context) => context.desk('quotes.publish', { caller, ...body }),
  }),
];
