// Explained deals for staff.

import type { Refusal } from '../../../wire/base/codes.js';
import { DealPath, Explanation } from '../../../wire/rest/trading/deals.js';
import { route } from '../../rest/route.js';

/** A deal of an account that the caller does not see gets the same refusal as an unknown deal. */
const alike = <R extends Refusal>(id: number, refusal: R): R =>
  refusal.code === 'not_found' ? { ...refusal, message: `There is no deal ${id}.` } : refusal;

export const deals = [
  route({
    name: 'deals.explain',
    method: 'GET',
    path: '/admin/v1/deals/{id}/explain',
    says: 'Explains a deal: its cause, the rule that decided, the quote seen, the money around it.',
    rights: ['trades.view'],
    params: DealPath,
    reply: Explanation,
    errors: ['not_found', 'trade.too_many_requests'],
    handle: async ({ caller, path }, context) => {
      const explained = await context.explain(caller, path.id);
      if (!explained.ok) return alike(path.id, explained);
      const { login } = explained.data;
      const reached = await context.desk('accounts.reach', { caller, login });
      return reached.ok ? explained : alike(path.id, reached);
    },
  }),
];
