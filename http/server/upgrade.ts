// Upgraded connections: what a socket handler gives the server, and the socket that it gets.

import type { Answer, Incoming } from './exchange.js';
import type { AddressShare } from './limits.js';

/** The code that sockets of clients that ask too much are closed with. */
export const POLICY_VIOLATION = 1008;

/**
 * The result of sending a message: `dropped` when the unsent limit is reached, `closed` when too
 * late.
 */
type Sent = 'sent' | 'buffered' | 'dropped' | 'closed';

/** The library's interface to a live socket; only http/server/server.ts makes these. */
interface RawSocket {
  send(message: string | Uint8Array, isBinary: boolean, compress: boolean): number;
  cork(run: () => void): unknown;
  end(code: number, reason: string): void;
  ping(): number;
  getBufferedAmount(): number;
}

const SENT: readonly Sent[] = ['buffered', 'sent', 'dropped'];

/** A live socket. Every call is safe after it has closed, and then does nothing. */
export class Socket<User> {
  #raw: RawSocket | undefined;

  constructor(
    /** The data that the upgrade accepted it with. */
    readonly user: User,
    /** The client's address. */
    readonly address: string,
    /** The open requests and sockets of that address, this socket included. */
    readonly share: AddressShare,
  ) {}

  /**
   * Takes units of work for a message of the client; false = its address has used its part of this
   * turn of the event loop, and the socket is closed.
   */
  take(units: number): boolean {
    if (this.share.work.take(units)) return true;
    this.end(POLICY_VIOLATION, 'too much at once');
    return false;
  }

  /** Ties the socket to its connection, or unties it; called by the server alone. */
  attach(raw: RawSocket | undefined): void {
    this.#raw = raw;
  }

  get isOpen(): boolean {
    return this.#raw !== undefined;
  }

  /** Sends one message, as binary or as text. Bytes are copied before it returns. */
  send(message: string | Uint8Array, binary: boolean): Sent {
    if (this.#raw === undefined) return 'closed';
    return SENT[this.#raw.send(message, binary, false)] ?? 'dropped';
  }

  /** Sends what `run` sends as one write: outside the socket's own handlers half the cost. */
  cork(run: () => void): void {
    if (this.#raw !== undefined) this.#raw.cork(run);
  }

  /** Closes with a code and a reason; `close` of the behaviour is called before this returns. */
  end(code: number, reason: string): void {
    this.#raw?.end(code, reason);
  }

  ping(): void {
    this.#raw?.ping();
  }

  /** Bytes that the client has not taken yet. */
  bufferedAmount(): number {
    return this.#raw?.getBufferedAmount() ?? 0;
  }
}

/** An upgrade that is accepted; `protocol` empty = none was agreed on. */
export interface AcceptedUpgrade<User> {
  readonly user: User;
  readonly protocol: string;
}

/** The handler of the sockets of one path. */
export interface SocketBehaviour<User> {
  /** Longest message in bytes; a longer one closes the socket. */
  readonly maxPayloadLength: number;
  /** Most bytes unsent; past it the socket is closed. */
  readonly maxBackpressure: number;
  /** Seconds of silence after which the connection is dead; at least 8. */
  readonly idleTimeoutSec: number;
  /** Accepts, or refuses with an answer. The request is a copy: it may be used after an await. */
  upgrade(request: Incoming): Promise<AcceptedUpgrade<User> | Answer>;
  open(socket: Socket<User>): void;
  /** The bytes are valid during the call only. */
  message(socket: Socket<User>, bytes: Uint8Array, binary: boolean): void;
  /** The client has taken what was unsent, in part or whole. */
  drain(socket: Socket<User>): void;
  /** A ping or a pong came: the client lives. */
  alive(socket: Socket<User>): void;
  /** The socket is gone; nothing can be sent any more. */
  close(socket: Socket<User>, code: number): void;
}
