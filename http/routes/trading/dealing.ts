// The dealing desk over REST. Who follows the socket channel `dealing` is at the desk.

import { viewOf } from '../../../wire/accounts/view.js';
import { done } from '../../../wire/base/codes.js';
import {
  DEALER_BODIES,
  DealerDone,
  DealingPath,
  WAITING_SHOWN_MAX,
  WaitingRequestList,
} from '../../../wire/rest/trading/dealing.js';
import { DEALER_ACTIONS } from '../../../wire/trading/commands.js';
import { DEALER_CODES, dealerCall } from '../../rest/actor-call.js';
import { route } from '../../rest/route.js';

const RIGHTS = ['trades.edit'] as const;

/** What each action does, for the description. */
const ACTIONS: Readonly<Record<(typeof DEALER_ACTIONS)[number], string>> = {
  take: 'Takes a waiting request: others cannot answer it any more.',
  confirm: 'Executes a taken request, at the current price and whole unless others are given.',
  requote: 'Answers a taken request with prices that the client may accept.',
  reject: 'Rejects a taken request, with a reason for the client.',
  return: 'Gives a taken request back: it is offered to the next dealer.',
};

export const dealing = [
  route({
    name: 'dealing.list',
    method: 'GET',
    path: '/admin/v1/dealing',
    says: `Lists the ${WAITING_SHOWN_MAX} oldest requests within the scope that wait for dealers.`,
    rights: RIGHTS,
    reply: WaitingRequestList,
    handle: async ({ caller }, context) => {
      const view = viewOf(caller);
      const rows: Record<string, unknown>[] = [];
      for (const { group, login, row } of context.waiting().values()) {
        if (rows.length === WAITING_SHOWN_MAX) break;
        if (view(group, context.hidden(login))) rows.push({ ...row, group });
      }
      return done(rows);
    },
  }),
  ...DEALER_ACTIONS.map((action) =>
    route({
      name: `dealing.${action}`,
      method: 'POST',
      path: `/admin/v1/dealing/{request}/${action}`,
      says: ACTIONS[action],
      rights: RIGHTS,
      params: DealingPath,
      body: DEALER_BODIES[action],
      reply: DealerDone,
      errors: DEALER_CODES,
      handle: ({ caller, path: { request }, body, requestId }, context) =>
        dealerCall(context, caller, request, { ...body, action }, requestId),
    }),
  ),
];
