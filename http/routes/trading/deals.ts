// Deals for staff: explained, and taken back.

import { bustDeal } from '../../../actors/client.js';
import type { Refusal } from '../../../wire/base/codes.js';
import {
  DealBustBody,
  DealBusted,
  DealPath,
  Explanation,
} from '../../../wire/rest/trading/deals.js';
import { TRADE_CODES } from '../../../wire/rest/trading/trade-codes.js';
import { asUnknown, reshaped } from '../../rest/actor-call.js';
import { route, usual } from '../../rest/route.js';

const alike = <R extends Refusal>(id: number, refusal: R) =>
  asUnknown(refusal, `There is no deal ${id}.`);

export const deals = [
  route({
    name: 'deals.explain',
    method: 'GET',
    path: '/admin/v1/deals/{id}/explain',
    says: 'Explains a deal: cause, routing rule, quote, and money before and after.',
    details:
      'Explains a deal from log and database, as data and in sentences to be read to a client.',
    rights: ['trades.view'],
    params: DealPath,
    reply: Explanation,
    errors: {
      ...usual(['trade.too_many_requests']),
      not_found: 'there is no such deal, or the account of the deal is hidden from the caller',
    },
    example: { path: { id: 2 } },
    handle: async ({ caller, path }, context) => {
      const explained = await context.explain(caller, path.id);
      if (!explained.ok) return alike(path.id, explained);
      const { login } = explained.data;
      const reached = await context.desk('accounts.reach', { caller, login });
      return reached.ok ? explained : alike(path.id, reached);
    },
  }),
  route({
    name: 'deals.bust',
    method: 'POST',
    path: '/admin/v1/deals/{id}/bust',
    says:
      'Takes a deal back: the money is returned, and the position is rebuilt from its ' +
      'other deals.',
    details:
      'For a trade that should not exist: the row of the deal becomes `buy_canceled` or ' +
      '`sell_canceled`, a deal `correction` returns the money, and the position becomes as ' +
      'without the deal, also if the position was closed. A repeated request does nothing. ' +
      'The journal has a line.',
    rights: ['trades.edit', 'trades.delete'],
    params: DealPath,
    body: DealBustBody,
    reply: DealBusted,
    errors: {
      ...usual(TRADE_CODES),
      not_found: 'there is no such deal, or the account of the deal is hidden from the caller',
      'trade.invalid_request':
        'the deal is no trade, was already taken back, or is half of a close-by',
      'trade.order_changed': 'the position differs from its deals, because staff corrected it',
      'trade.rejected': 'the position of the deal has more than 1,000 deals',
      conflict: 'the account never rested',
    },
    example: { path: { id: 2 } },
    handle: async ({ caller, path: { id }, requestId }, context) => {
      let owner = 0;
      const { session } = caller;
      const busted = await bustDeal(
        {
          find: () =>
            context.query(caller, 'deal.position', { session, waits_for: 'surely', deal_id: id }),
          call: async (login, asked) => {
            const reached = await context.desk('accounts.reach', { caller, login, writes: true });
            if (!reached.ok) return reached;
            owner = login;
            return context.call(caller, login, 'bust', asked, requestId);
          },
        },
        'dealer',
      );
      if ('ok' in busted) return alike(id, busted);
      return reshaped(busted, requestId, ({ success, data }) => {
        if (!success || data === null) return data;
        const { request_id, position_id, deal_ids, volume, repeated, seq } = data;
        return { login: owner, request_id, position_id, deal_ids, volume, repeated, seq };
      });
    },
  }),
];
