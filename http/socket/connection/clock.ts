// The clock and the limits of sockets: all their intervals and deadlines are defined here.

import { patience } from '../../../actors/client.js';

/** A clock; tests use their own. */
export interface SocketClock {
  /** Monotonic ms, for intervals. */
  now(): number;
  /** Calls `run` once after `ms`; the returned function cancels it. */
  after(ms: number, run: () => void): () => void;
}

/** The clock of the machine. */
export const systemClock: SocketClock = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Every interval, deadline and limit of the sockets, in ms and bytes. */
export const SOCKET_LIMITS = {
  /** Time for `hello` after a sign-in by cookie. */
  helloMs: patience(5_000),
  /** Longest silence of the server. */
  heartbeatMs: 5_000,
  /** Silence of a client after which the server sends a ping. */
  pingMs: 20_000,
  /** Silence of a client after which its socket is closed. */
  silenceMs: 30_000,
  /** Time after which a missing answer of an account counts as lost with its shard. */
  answerMs: patience(15_000),
  /**
   * Seconds of silence after which the HTTP server closes a socket, independent of the limits
   * above.
   */
  idleSec: 60,
  /** Time between the notice of a restart and the closing of sockets. */
  restartMs: 500,
  /** At a restart, time for answers to earlier account requests, and the interval of checks. */
  restartAnswersMs: patience(2_000),
  restartStepMs: 5,
  /** At a restart, time for clients to receive what was sent, because closing a socket drops it. */
  restartLingerMs: 200,
  /** Interval at which a session is checked again. */
  revalidateMs: 2_000,
  /** Time in which all sockets are visited for these checks. */
  sweepMs: 250,
  /** Time for which changes of prices, bars and money are gathered. */
  gatherMs: 2,
  /** Time for which live events wait for a new connection's `resume`. */
  holdMs: 500,
  /** Most live events that wait for a `resume`. */
  heldEvents: 1_000,
  /** Unsent bytes from which on a socket only gets the newest values. */
  conflateBytes: 65_536,
  /** Unsent bytes, not counting the largest message, above which a socket is closed. */
  unsentBytes: 1_048_576,
  /** No message is longer: even the snapshot of an account with the most rows is shorter. */
  messageBytes: 8 * 1_048_576,
  /** Unsent and waiting bytes of all sockets above which those with most of them are closed. */
  bytesInAll: 512 * 1_048_576,
  /** Pings and pongs that a client may send within `sweepMs`. */
  controlFrames: 200,
  /** Bytes that `resume` sends before others get their turn. */
  replayBytes: 262_144,
  /** Consecutive malformed requests that close a socket. */
  badFrames: 10,
  /** Most requests that wait on one connection, and most bytes of them and of waiting answers. */
  waitingRequests: 10_000,
  waitingBytes: 4 * 1_048_576,
  /** Most symbols in one subscription, and in all quotes subscriptions of a socket. */
  symbols: 256,
  symbolsInAll: 2_048,
  /** Most bars, and most masks of one channel, that a socket may follow. */
  bars: 64,
  masks: 32,
  /** Most logins in a staff `accounts` subscription, and most rows in one of its frames. */
  logins: 1_000,
  rows: 500,
  /** Most rows of the snapshot of a mask. */
  snapshotRows: 10_000,
  /** Shortest interval between updates of own money, and between rows for staff. */
  moneyMs: 250,
  rowMs: 1_000,
  /** Shortest interval between updates of exposure. */
  exposureMs: 1_000,
} as const;
