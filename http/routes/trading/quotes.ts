// Manual quotes by staff.

import { ManualQuote, QuoteBody } from '../../../wire/rest/trading/market.js';
import { route } from '../../rest/route.js';

export const quotes = [
  route({
    name: 'quotes.publish',
    method: 'POST',
    path: '/admin/v1/quotes',
    says: 'Publishes a price, as if a datafeed had sent it.',
    rights: ['symbols.quick_edit'],
    body: QuoteBody,
    reply: ManualQuote,
    errors: ['not_found'],
    handle: ({ caller, body }, context) => context.desk('quotes.publish', { caller, ...body }),
  }),
];
