// The dealing desk over REST. A user who follows the socket channel `dealing` is at the desk.

import { viewOf } from '../../../wire/accounts/scope.js';
import { ok } from '../../../wire/base/codes.js';
import {
  DEALER_BODIES,
  DealerDone,
  DealingPath,
  WAITING_SHOWN_MAX,
  WaitingRequestList,
} from '../../../wire/rest/trading/dealing.js';
import { DEALER_ACTIONS } from '../../../wire/trading/commands.js';
import { DEALER_CODES, dealerCall } from '../../rest/dealer-call.js';
import { route, usual } from '../../rest/route.js';

const RIGHTS = ['trades.edit'] as const;

/** The texts about an action in its description. */
interface ActionTexts {
  readonly says: string;
  readonly details: string;
  /** The body of its example. */
  readonly body?: Readonly<Record<string, string>>;
}
const ACTIONS: Readonly<Record<(typeof DEALER_ACTIONS)[number], ActionTexts>> = {
  take: {
    says: 'Takes a waiting request: other dealers can no longer answer the request.',
    details: 'No other dealer can take a request that is offered to one dealer.',
  },
  confirm: {
    says: 'Executes a taken request, at the current price and whole unless others are given.',
    details:
      'The client gets the deal. A price that is worse than `price_worst`, or than price and ' +
      'deviation allow in instant and request execution, is refused.',
    body: {},
  },
  requote: {
    says: 'Answers a taken request with prices that the client may accept.',
    details:
      'The client may accept the prices for the time that the symbol sets. In market and ' +
      'exchange execution there are no requotes, and the dealer is refused.',
    body: { bid: '1.10000', ask: '1.10010' },
  },
  reject: {
    says: 'Rejects a taken request, with a reason for the client.',
    details: 'The client gets `trade.rejected` with the text.',
    body: { text: 'No liquidity' },
  },
  return: {
    says: 'Gives a taken request back; the request is offered to the next dealer.',
    details:
      'A request that all dealers have returned is rejected, or decided by `otherwise` of ' +
      'the rule.',
  },
};

export const dealing = [
  route({
    name: 'dealing.list',
    method: 'GET',
    path: '/admin/v1/dealing',
    says: `Lists the ${WAITING_SHOWN_MAX} oldest requests within the scope that wait for dealers.`,
    details:
      'A dealer is on line while a socket of theirs follows the channel `dealing`, which ' +
      'reports each change of this list.',
    rights: RIGHTS,
    reply: WaitingRequestList,
    handle: async ({ caller }, context) => {
      const view = viewOf(caller);
      const rows: Record<string, unknown>[] = [];
      for (const { group, login, row } of context.waiting().values()) {
        if (rows.length === WAITING_SHOWN_MAX) break;
        if (view(group, context.hidden(login))) rows.push({ ...row, group });
      }
      return ok(rows);
    },
  }),
  ...DEALER_ACTIONS.map((action) => {
    const { says, details, body: example } = ACTIONS[action];
    return route({
      name: `dealing.${action}`,
      method: 'POST',
      path: `/admin/v1/dealing/{request}/${action}`,
      says,
      details,
      rights: RIGHTS,
      params: DealingPath,
      body: DEALER_BODIES[action],
      reply: DealerDone,
      errors: {
        ...usual(DEALER_CODES),
        not_found:
          'no such request waits for dealers, or the account of the request is hidden from the ' +
          'caller',
        forbidden:
          'the request is offered to other dealers, or the caller has returned the request',
        conflict: 'the caller is not on line: no socket of theirs follows the channel `dealing`',
        'trade.locked': 'another dealer or no dealer has taken the request',
        'trade.order_changed': 'the request no longer waits',
      },
      example: { path: { request: 1 }, ...(example && { body: example }) },
      handle: ({ caller, path: { request }, body, requestId }, context) =>
        dealerCall(context, caller, request, { ...body, action }, requestId),
    });
  }),
];
