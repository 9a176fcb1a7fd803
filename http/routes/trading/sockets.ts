// The addresses of live sockets as routes: the answer to a request that is not an upgrade.

import type { Audience } from '../../../wire/accounts/identity.js';
import { refuse } from '../../../wire/base/codes.js';
import { type RoutePath, route } from '../../rest/route.js';

/** The refusals of upgrades; they are answered like refusals of any request. */
const REFUSALS = {
  invalid_input: 'the request asks for no upgrade, or for no protocol that is spoken here',
  'auth.too_many_attempts':
    'the account has `sockets_per_account` sockets open, or antiflood blocks the address',
  'trade.too_many_requests': 'the account sends more requests than `requests_per_sec`',
};

const socket = (audience: Audience, path: RoutePath) =>
  route({
    name: `socket.${audience}`,
    method: 'GET',
    path,
    says: 'Opens the live socket: upgraded, subprotocol brokerd.v1.json or brokerd.v1.msgpack.',
    details:
      'The client requests the socket with `Connection: Upgrade`. Frames are requests with ' +
      'an id, answers and events; a frame over 64 KiB closes the socket.',
    accountHeader: false,
    reply: null,
    errors: {
      ...REFUSALS,
      ...(audience === 'trader' && { 'trade.disabled': 'the platform is closed for traders' }),
    },
    handle: async () => refuse('invalid_input', 'upgrade: this is the address of a live socket'),
  });

export const sockets = [socket('staff', '/admin/v1/socket'), socket('trader', '/trader/v1/socket')];
