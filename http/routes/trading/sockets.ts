// The addresses of live sockets as routes: the answer to a request that is not an upgrade.

import type { Audience } from '../../../wire/accounts/identity.js';
import { refuse } from '../../../wire/base/codes.js';
import { type RoutePath, route } from '../../rest/route.js';

const REFUSALS = ['invalid_input', 'auth.too_many_attempts', 'trade.too_many_requests'] as const;
/** What refuses an upgrade: a platform may be closed for traders. */
const ERRORS = { staff: REFUSALS, trader: [...REFUSALS, 'trade.disabled'] } as const;

const socket = (audience: Audience, path: RoutePath) =>
  route({
    name: `socket.${audience}`,
    method: 'GET',
    path,
    says: 'Opens the live socket: upgraded, subprotocol brokerd.v1.json or brokerd.v1.msgpack.',
    accountHeader: false,
    reply: null,
    errors: ERRORS[audience],
    handle: async () => refuse('invalid_input', 'upgrade: this is the address of a live socket'),
  });

export const sockets = [socket('staff', '/admin/v1/socket'), socket('trader', '/trader/v1/socket')];
