// Watching over connections: silence on either side, overdue hellos, sessions that no longer hold.

import { SOCKET_LIMITS, type SocketClock } from './connection/clock.js';
import { CLOSE } from './connection/close.js';
import type { Connection } from './connection/connection.js';
import type { SocketGate } from './gate.js';

/** The actions that watching may lead to, besides closing. */
export interface Watched {
  readonly gate: SocketGate;
  /** The session ended, or may have no socket any more. */
  sessionEnded(connection: Connection, reason: string): void;
  heartbeat(connection: Connection): void;
}

/** A counter as it was last seen, and since when it stands: nobody has to note times on the way. */
class Pulse {
  #count = 0;

  constructor(public since: number) {}

  /** For how long the counter has been standing, in ms. */
  quiet(count: number, now: number): number {
    if (count !== this.#count) {
      this.#count = count;
      this.since = now;
    }
    return now - this.since;
  }
}

/** The signs of life of a connection. */
class SocketHealth {
  readonly heard: Pulse;
  readonly sent: Pulse;
  readonly answered: Pulse;
  checkedAt: number;
  /** The silence, by its beginning, that was answered with a ping. */
  pingedSince = -1;

  constructor(readonly openedAt: number) {
    this.heard = new Pulse(openedAt);
    this.sent = new Pulse(openedAt);
    this.answered = new Pulse(openedAt);
    this.checkedAt = openedAt;
  }
}

/** So many are looked at in one step: heartbeats that are due together leave a few at a time. */
const STEP_SOCKETS = 100;
/** A step takes a few ms at least: timers know whole ones. */
const STEPS_MAX = 50;

/** Goes through all connections several times a second. */
export class SocketWatch {
  readonly #clock: SocketClock;
  readonly #watched: Watched;
  readonly #vitals = new Map<Connection, SocketHealth>();
  /** Those whose turn is still to come this time. */
  #left = this.#vitals.entries();
  #callOff: () => void = () => undefined;
  /** The bytes kept for all clients, by the last check of all of them, and so far in this check. */
  bytes = 0;
  #bytes = 0;
  readonly #heavy: { readonly connection: Connection; readonly bytes: number }[] = [];

  constructor(clock: SocketClock, watched: Watched) {
    this.#clock = clock;
    this.#watched = watched;
  }

  /** Every open connection. */
  get connections(): Iterable<Connection> {
    return this.#vitals.keys();
  }

  get count(): number {
    return this.#vitals.size;
  }

  add(connection: Connection): void {
    this.#vitals.set(connection, new SocketHealth(this.#clock.now()));
  }

  remove(connection: Connection): void {
    this.#vitals.delete(connection);
  }

  /** Every session is looked at again in the next round, whenever its turn is. */
  recheck(): void {
    for (const vitals of this.#vitals.values()) vitals.checkedAt = Number.NEGATIVE_INFINITY;
  }

  start(): void {
    const wanted = Math.ceil(this.#vitals.size / STEP_SOCKETS);
    const steps = Math.min(Math.max(wanted, 1), STEPS_MAX);
    this.#callOff = this.#clock.after(SOCKET_LIMITS.sweepMs / steps, () => {
      this.start();
      if (this.#vitals.size === 0) this.bytes = 0;
      const now = this.#clock.now();
      for (let n = Math.ceil(this.#vitals.size / steps); n > 0; n -= 1) this.#lookAtNext(now);
    });
  }

  stop(): void {
    this.#callOff();
  }

  #lookAtNext(now: number): void {
    let next = this.#left.next();
    if (next.done) {
      this.#limitBytes();
      this.#left = this.#vitals.entries();
      next = this.#left.next();
    }
    if (!next.done) this.#look(...next.value, now);
  }

  /** All were looked at: while they hold too much, those are closed that hold most of it. */
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

  #look(connection: Connection, vitals: SocketHealth, now: number): void {
    const { bytes } = connection;
    connection.looked();
    this.#bytes += bytes;
    if (bytes > 0) this.#heavy.push({ connection, bytes });
    const age = now - vitals.openedAt;
    if (!connection.isSignedIn) {
      if (age >= SOCKET_LIMITS.helloMs) connection.end(CLOSE.noHello, 'no hello');
      return;
    }
    if (now - vitals.checkedAt >= SOCKET_LIMITS.revalidateMs) {
      vitals.checkedAt = now;
      const session = this.#watched.gate.current(connection.session, connection.address);
      if (session === undefined) return this.#watched.sessionEnded(connection, 'ended');
    }
    if (this.#isAnswerLost(connection, vitals, now)) {
      return connection.end(CLOSE.answerLost, 'an answer was lost');
    }
    const silence = vitals.heard.quiet(connection.heardCount, now);
    if (silence >= SOCKET_LIMITS.silenceMs) return connection.end(CLOSE.silent, 'silent');
    if (silence >= SOCKET_LIMITS.pingMs && vitals.pingedSince !== vitals.heard.since) {
      vitals.pingedSince = vitals.heard.since;
      connection.ping();
    }
    if (age >= SOCKET_LIMITS.holdMs) connection.release();
    if (vitals.sent.quiet(connection.sentCount, now) < SOCKET_LIMITS.heartbeatMs) return;
    this.#watched.heartbeat(connection);
  }

  /** Has the account owed an answer for so long that it will not come any more? */
  #isAnswerLost({ replies }: Connection, { answered }: SocketHealth, now: number): boolean {
    const quiet = answered.quiet(replies.received, now);
    if (!replies.isOwed) answered.since = now;
    return replies.isOwed && quiet >= SOCKET_LIMITS.answerMs;
  }
}
