// Time as sockets see it: every interval and deadline of theirs comes from here.

import { patience } from '../../../actors/client.js';

/** A clock; tests bring their own. */
export interface SocketClock {
  /** ms that never fall: for intervals. */
  now(): number;
  /** Runs once after so many ms; calling the answer calls it off. */
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

/** Every interval, deadline and bound of the sockets, in ms and bytes. */
export const SOCKET_LIMITS = {
  /** A cookie sign-in is confirmed by `hello` within this. */
  helloMs: patience(5_000),
  /** The server speaks at least this often. */
  heartbeatMs: 5_000,
  /** A client that is silent for so long is asked by a ping … */
  pingMs: 20_000,
  /** … and closed after this. */
  silenceMs: 30_000,
  /** An account's answer that has not come by then was lost with its shard. */
  answerMs: patience(15_000),
  /** The server closes a socket that is silent for so many seconds, whatever the above did. */
  idleSec: 60,
  /** How long a restart is announced before sockets close. */
  restartMs: 500,
  /** Earlier requests to accounts are answered within this time, looked at in such steps … */
  restartAnswersMs: patience(2_000),
  restartStepMs: 5,
  /** … and clients have this long to take what was sent: a closing socket drops it. */
  restartLingerMs: 200,
  /** How often a session is looked at again. */
  revalidateMs: 2_000,
  /** The time in which all sockets are gone through for the above. */
  sweepMs: 250,
  /** Changes of prices, bars and money are gathered for this long. */
  gatherMs: 2,
  /** Live events wait this long for a new connection's `resume`. */
  holdMs: 500,
  /** … and at most so many of them. */
  heldEvents: 1_000,
  /** Bytes unsent from which only the newest values are kept for a socket … */
  conflateBytes: 65_536,
  /** … and past which, beside the largest message among them, it is closed. */
  unsentBytes: 1_048_576,
  /** No message is longer: a snapshot of an account with all the rows that it may have is not. */
  messageBytes: 8 * 1_048_576,
  /** Bytes unsent and waiting on all sockets: past it those are closed that hold most of them. */
  bytesInAll: 512 * 1_048_576,
  /** Pings and pongs that a client may send in the time in which all sockets are gone through. */
  controlFrames: 200,
  /** `resume` sends so much, then lets others have their turn. */
  replayBytes: 262_144,
  /** Malformed requests in a row that close a socket. */
  badFrames: 10,
  /** Requests that may wait behind others on one connection, and bytes of them and of answers. */
  waitingRequests: 10_000,
  waitingBytes: 4 * 1_048_576,
  /** Symbols in one subscription, and in all quotes subscriptions of a socket. */
  symbols: 256,
  symbolsInAll: 2_048,
  /** Bars, and masks of one channel, that one socket may follow. */
  bars: 64,
  masks: 32,
  /** Logins of a staff `accounts` subscription, and rows in one of its frames. */
  logins: 1_000,
  rows: 500,
  /** Own money at most every so many ms, rows for staff likewise. */
  moneyMs: 250,
  rowMs: 1_000,
} as const;
