// Watches connections: silence on either side, overdue hellos, sessions that are no longer valid.

import { SOCKET_LIMITS, type SocketClock } from './connection/clock.js';
import { CLOSE } from './connection/close.js';
import type { Connection } from './connection/connection.js';
import type { SocketGate } from './gate.js';

/** The actions of the watch other than closing. */
export interface Watched {
  readonly gate: SocketGate;
  /** The session ended, or may not have a socket any more. */
  sessionEnded(connection: Connection, reason: string): void;
  heartbeat(connection: Connection): void;
  /** A step of the visits is done. */
  visited(): void;
}

/** A counter as last seen, and since when it has not changed: events need not store times. */
class CounterWatch {
  #count = 0;

  constructor(public since: number) {}

  /** The time in ms for which the counter has not changed. */
  quiet(count: number, now: number): number {
    if (count !== this.#count) {
      this.#count = count;
      this.since = now;
    }
    return now - this.since;
  }
}

/** The activity of a connection. */
class SocketHealth {
  readonly heard: CounterWatch;
  readonly sent: CounterWatch;
  readonly answered: CounterWatch;
  checkedAt: number;
  /** The begin of the silence for which a ping was sent. */
  pingedSince = -1;

  constructor(readonly openedAt: number) {
    this.heard = new CounterWatch(openedAt);
    this.sent = new CounterWatch(openedAt);
    this.answered = new CounterWatch(openedAt);
    this.checkedAt = openedAt;
  }
}

/**
 * Connections that are checked in one step, so that heartbeats that are due together are spread.
 */
const STEP_SOCKETS = 100;
/** Most steps in a round, because timers have a resolution of whole milliseconds. */
const STEPS_MAX = 50;
/** The most time in ms that counts between two steps; during the rest the process stood still. */
const STEP_MS_MAX = 1_000;

/** Visits all connections several times a second. */
export class SocketWatch {
  readonly #health = new Map<Connection, SocketHealth>();
  /**
   * The time in ms for which this process watched. It does not count standstills, after which the
   * process sees what clients sent meanwhile only later than its timers.
   */
  #age = 0;
  #steppedAt: number;
  /** Connections that are still to be visited in this round. */
  #left = this.#health.entries();
  #callOff: () => void = () => undefined;
  /** Bytes held for all clients: the result of the last round, and the sum in this round. */
  bytes = 0;
  #bytes = 0;
  readonly #heavy: { readonly connection: Connection; readonly bytes: number }[] = [];

  constructor(
    private readonly clock: SocketClock,
    private readonly watched: Watched,
  ) {
    this.#steppedAt = clock.now();
  }

  /** All open connections. */
  get connections(): Iterable<Connection> {
    return this.#health.keys();
  }

  get count(): number {
    return this.#health.size;
  }

  add(connection: Connection): void {
    this.#health.set(connection, new SocketHealth(this.#age));
  }

  remove(connection: Connection): void {
    this.#health.delete(connection);
  }

  /** Makes every session be checked in the next round. */
  recheck(): void {
    for (const health of this.#health.values()) health.checkedAt = Number.NEGATIVE_INFINITY;
  }

  start(): void {
    const wanted = Math.ceil(this.#health.size / STEP_SOCKETS);
    const steps = Math.min(Math.max(wanted, 1), STEPS_MAX);
    this.#callOff = this.clock.after(SOCKET_LIMITS.sweepMs / steps, () => {
      this.start();
      if (this.#health.size === 0) this.bytes = 0;
      const now = this.clock.now();
      this.#age += Math.min(now - this.#steppedAt, STEP_MS_MAX);
      this.#steppedAt = now;
      for (let n = Math.ceil(this.#health.size / steps); n > 0; n -= 1) this.#lookAtNext(this.#age);
      this.watched.visited();
    });
  }

  stop(): void {
    this.#callOff();
  }

  #lookAtNext(now: number): void {
    let next = this.#left.next();
    if (next.done) {
      this.#limitBytes();
      this.#left = this.#health.entries();
      next = this.#left.next();
    }
    if (!next.done) this.#look(...next.value, now);
  }

  /** Ends a round: while connections hold too many bytes, those with most of them are closed. */
  #limitBytes(): void {
    this.bytes = this.#bytes;
    this.#heavy.sort((a, b) => a.bytes - b.bytes);
    while (this.#bytes > SOCKET_LIMITS.bytesInAll) {
      const most = this.#heavy.pop();
      if (most === undefined) break;
      this.#bytes -= most.bytes;
      most.connection.end(CLOSE.unsent, 'too much unsent on all sockets');
    }
    this.#bytes = 0;
    this.#heavy.length = 0;
  }

  #look(connection: Connection, health: SocketHealth, now: number): void {
    const { bytes } = connection;
    connection.looked();
    this.#bytes += bytes;
    if (bytes > 0) this.#heavy.push({ connection, bytes });
    const age = now - health.openedAt;
    if (!connection.isSignedIn) {
      if (age >= SOCKET_LIMITS.helloMs) connection.end(CLOSE.noHello, 'no hello');
      return;
    }
    if (now - health.checkedAt >= SOCKET_LIMITS.revalidateMs) {
      health.checkedAt = now;
      const session = this.watched.gate.current(connection.session, connection.address);
      if (session === undefined) return this.watched.sessionEnded(connection, 'ended');
    }
    if (this.#isAnswerLost(connection, health, now)) {
      return connection.end(CLOSE.answerLost, 'an answer was lost');
    }
    const silence = health.heard.quiet(connection.heardCount, now);
    if (silence >= SOCKET_LIMITS.silenceMs) return connection.end(CLOSE.silent, 'silent');
    if (silence >= SOCKET_LIMITS.pingMs && health.pingedSince !== health.heard.since) {
      health.pingedSince = health.heard.since;
      connection.ping();
    }
    if (age >= SOCKET_LIMITS.holdMs) connection.release();
    if (health.sent.quiet(connection.sentCount, now) < SOCKET_LIMITS.heartbeatMs) return;
    this.watched.heartbeat(connection);
  }

  /** Is an answer of the account missing for so long that it will not come any more? */
  #isAnswerLost({ replies }: Connection, { answered }: SocketHealth, now: number): boolean {
    const quiet = answered.quiet(replies.received, now);
    if (!replies.isOwed) answered.since = now;
    return replies.isOwed && quiet >= SOCKET_LIMITS.answerMs;
  }
}
