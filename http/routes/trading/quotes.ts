// Manual quotes by staff.

import { QuoteBody, ThrownQuote } from '../../../wire/rest/trading/market.js';
import { route } from '../../rest/route.js';

export const quotes = [
  route({
    name: 'quotes.throw',
    method: 'POST',
    path: '/admin/v1/quotes',
    says: 'Throws a price in, as if a datafeed had sent it.',
    rights: ['symbols.quick_edit'],
    body: QuoteBody,
    reply: ThrownQuote,
    errors: ['not_found'],
    handle: ({ caller, body }, context) => context.desk('quotes.throw', { caller, ...body }),
  }),
];
