// Watching over connections: silence on either side, overdue hellos, sessions that no longer hold.

import { SOCKET_LIMITS } from './socket-clock.js';
import { CLOSE, type Connection } from './socket-connection.js';
import type { SocketGate } from './socket-gate.js';

/** What watching may lead to, beside closing. */
export interface Watcher {
  readonly gate: SocketGate;
  /** The session ended, or may have no socket any more. */
  sessionEnded(connection: Connection, reason: string): void;
  heartbeat(connection: Connection): void;
}

/** Looks at one connection; called several times a second. */
export const watchOver = (connection: Connection, now: number, watcher: Watcher): void => {
  if (!connection.isSignedIn) {
    if (now - connection.openedAt < SOCKET_LIMITS.helloMs) return;
    return connection.end(CLOSE.noHello, 'no hello');
  }
  if (now - connection.checkedAt >= SOCKET_LIMITS.revalidateMs) {
    connection.checkedAt = now;
    const session = watcher.gate.current(connection.session);
    if (session === undefined) return watcher.sessionEnded(connection, 'ended');
  }
  if (answerIsLost(connection, now)) return connection.end(CLOSE.answerLost, 'an answer was lost');
  const silence = now - connection.heardAt;
  if (silence >= SOCKET_LIMITS.silenceMs) return connection.end(CLOSE.silent, 'silent');
  if (silence >= SOCKET_LIMITS.pingMs && !connection.isPinged) connection.ping();
  if (connection.isHolding && now - connection.openedAt >= SOCKET_LIMITS.holdMs) {
    connection.release();
  }
  if (now - connection.sentAt >= SOCKET_LIMITS.heartbeatMs) watcher.heartbeat(connection);
};

/** Has the account owed an answer for so long that it will not come, and blocks those behind it? */
const answerIsLost = (connection: Connection, now: number): boolean => {
  const { isOwed, received } = connection.replies;
  if (isOwed && received === connection.settledAnswers) {
    return now - connection.settledAt >= SOCKET_LIMITS.answerMs;
  }
  connection.settledAnswers = received;
  connection.settledAt = now;
  return false;
};
