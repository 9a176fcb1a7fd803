// The limits of live sockets, as described to clients.

import { FRAME_VALUES_MAX } from '../../wire/codec/frame-reader.js';
import { ACCOUNT_FRAME_BYTES_MAX, FRAME_BYTES_MAX } from '../../wire/codec/frames.js';
import { DEPTH_MAX } from '../../wire/codec/json-input.js';
import { ACCOUNT_FRAMES } from '../../wire/socket/operations.js';
import { RATE_SAYS, TRADE_RATE_SAYS } from '../session/account-share.js';
import { SOCKET_LIMITS } from '../socket/connection/clock.js';

/** A limit: its name with its unit last, its value, and its meaning. */
interface DescribedLimit {
  readonly name: string;
  readonly value: number;
  readonly says: string;
}

/** The meaning of each limit; null = clients do not meet it. */
const LIMIT_SAYS: Readonly<Record<keyof typeof SOCKET_LIMITS, string | null>> = {
  helloMs: 'ms in which a browser must say `hello`; else 4002',
  heartbeatMs: 'ms of silence after which the server sends `heartbeat`',
  pingMs: 'ms of silence of the client after which the server sends a ping',
  silenceMs: 'ms without a frame or pong of the client, after which the socket is closed with 4008',
  answerMs: 'ms in which an account answers; else 1011',
  idleSec: 'seconds of silence after which the connection is cut, whatever else holds',
  restartMs: 'ms between `restart` and the end of the socket',
  restartAnswersMs: 'ms that requests under way have after the frame `restart`',
  restartStepMs: null,
  restartLingerMs: null,
  revalidateMs: 'ms in which a session is looked at again',
  sweepMs: null,
  gatherMs: 'ms for which changes of prices, bars and money are gathered',
  holdMs: 'ms for which live events of a new connection wait for `resume`',
  heldEvents: 'events that wait for it; more are sent',
  conflateBytes: 'bytes unsent from which only the newest values are sent',
  unsentBytes: 'bytes unsent, beside the largest message, that close the socket with 4009',
  messageBytes: 'bytes of the longest message of the server',
  bytesInAll:
    'bytes unsent on all sockets; beyond this the sockets with most unsent bytes are ' +
    'closed with 4009',
  controlFrames: 'pings and pongs in a quarter of a second; more close with 1008',
  replayBytes: null,
  badFrames: 'malformed requests in a row that close with 1008',
  waitingRequests: 'requests that may wait behind others; more close with 1008',
  waitingBytes: 'bytes of them and of their answers; more close with 1008',
  symbols: 'symbols of one subscription of quotes',
  symbolsInAll: 'symbols of all subscriptions of quotes of a socket',
  bars: 'subscriptions of bars of a socket',
  masks: 'masks of groups that a socket follows in one channel',
  logins: 'logins that a socket follows in `accounts`',
  rows: 'rows of one event `account_money` or `snapshot` of staff',
  snapshotRows: 'rows of the snapshot of a mask; of more a subscription is refused',
  moneyMs: 'ms between two events `account_money` of a trader at least',
  rowMs: 'ms between two rows of one account for staff at least',
  exposureMs: 'ms between two events `exposure` at least',
};

const snake = (name: string): string => name.replace(/[A-Z]/g, (big) => `_${big.toLowerCase()}`);

/** Limits that flags of the server set. */
export interface FlagLimits {
  readonly socketsPerAccount: number;
  /** Trade requests of one account; 0 = no limit. */
  readonly tradesPerSec: number;
  /** Requests of all kinds of one account; 0 = no limit. */
  readonly requestsPerSec: number;
}

/** Every limit that a client may meet. */
export const describedLimits = ({
  socketsPerAccount,
  tradesPerSec,
  requestsPerSec,
}: FlagLimits): readonly DescribedLimit[] => [
  { name: 'frame_bytes', value: FRAME_BYTES_MAX, says: 'bytes of a frame of a client; else 1006' },
  {
    name: 'account_frame_bytes',
    value: ACCOUNT_FRAME_BYTES_MAX,
    says: `bytes of a frame with ${Object.keys(ACCOUNT_FRAMES).join(', ')}`,
  },
  { name: 'frame_values', value: FRAME_VALUES_MAX, says: 'values in a frame of a client' },
  { name: 'frame_depth', value: DEPTH_MAX, says: 'objects and lists within each other' },
  { name: 'sockets_per_account', value: socketsPerAccount, says: 'open sockets of one account' },
  { name: 'trades_per_sec', value: tradesPerSec, says: TRADE_RATE_SAYS },
  { name: 'requests_per_sec', value: requestsPerSec, says: RATE_SAYS },
  ...(Object.keys(LIMIT_SAYS) as (keyof typeof LIMIT_SAYS)[]).flatMap((name) => {
    const says = LIMIT_SAYS[name];
    return says === null ? [] : [{ name: snake(name), value: SOCKET_LIMITS[name], says }];
  }),
];
