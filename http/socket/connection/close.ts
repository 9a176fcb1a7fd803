// The close codes of sockets: the meaning of each, and the reaction of the client.

import { POLICY_VIOLATION } from '../../server/upgrade.js';

/** A reason to close. */
export interface Close {
  readonly code: number;
  readonly says: string;
}

const close = (code: number, says: string): Close => ({ code, says });

/** Codes that the server closes with. */
export const CLOSE = {
  badFrames: close(
    POLICY_VIOLATION,
    'The client broke the rules: ten malformed requests in a row, too many pings, more requests ' +
      'than may wait, more requests a second than its account may send (`requests_per_sec`), or ' +
      'too much at once from its address. Mend the client: connecting again alone does not help.',
  ),
  answerLost: close(
    1011,
    'An answer was lost with a part of the server that failed. Connect again, `resume`, and ask ' +
      '`trade_status` for every request without an answer.',
  ),
  restart: close(
    1012,
    'The server restarts, has lost events that were to be sent, or the platform is closed for ' +
      'traders. Connect again after a short, random pause and `resume`; where that answers ' +
      '`resumed: false`, take a new snapshot.',
  ),
  tooMany: close(
    1013,
    'The account has the most sockets that it may have. Close a socket before opening ' +
      'another.',
  ),
  sessionEnded: close(
    4001,
    'The session is over, or may have no socket any more. Refresh the token, or sign in again.',
  ),
  noHello: close(
    4002,
    'A browser did not say `hello` with its csrf token in time, or said something else before it.',
  ),
  kicked: close(4003, 'Staff ended the session. Sign in again.'),
  silent: close(
    4008,
    'Nothing came from the client for too long, not even a pong. Connect again and `resume`.',
  ),
  unsent: close(
    4009,
    'The client reads too slowly: too much was unsent. Connect again, `resume`, and follow less.',
  ),
} as const satisfies Readonly<Record<string, Close>>;

/** Codes that the protocol itself causes, as the client sees them. */
export const CLOSED_OTHERWISE: readonly Close[] = [
  close(1000, 'The client closed the socket in good order.'),
  close(
    1006,
    'The connection was cut without a code: a frame over the limit, or that breaks RFC 6455, ' +
      'a client that reads nothing, or a lost network. Connect again and `resume`.',
  ),
];
