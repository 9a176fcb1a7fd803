// Upgraded connections: the interface of a socket handler, and its sockets.

import type { AddressShare } from './address-gauge.js';
import type { Answer, Incoming } from './exchange.js';

/** The close code for clients that cause too much work. */
export const POLICY_VIOLATION = 1008;

/**
 * The result of sending a message: `dropped` when the limit of unsent bytes is reached, `closed`
 * when the socket is closed.
 */
type Sent = 'sent' | 'buffered' | 'dropped' | 'closed';

/** The library's interface to a live socket; only http/server/server.ts creates these. */
interface RawSocket {
  send(message: string | Uint8Array, isBinary: boolean, compress: boolean): number;
  cork(run: () => void): unknown;
  end(code: number, reason: string): void;
  ping(): number;
  getBufferedAmount(): number;
}

const SENT: readonly Sent[] = ['buffered', 'sent', 'dropped'];

/** A live socket. After it has closed, calls have no effect. */
export class Socket<User> {
  #raw: RawSocket | undefined;

  constructor(
    /** The data from the upgrade. */
    readonly user: User,
    /** The client's address. */
    readonly address: string,
    /** The open requests and sockets of that address, including this socket. */
    readonly share: AddressShare,
  ) {}

  /**
   * Uses work units for a message of the client; false = its address has used up this turn of the
   * event loop, and the socket was closed.
   */
  take(units: number): boolean {
    if (this.share.work.take(units)) return true;
    this.end(POLICY_VIOLATION, 'too much at once');
    return false;
  }

  /** Attaches the socket to its connection, or detaches it; only for the server. */
  attach(raw: RawSocket | undefined): void {
    this.#raw = raw;
  }

  get isOpen(): boolean {
    return this.#raw !== undefined;
  }

  /** Sends a message as binary or as text. Bytes are copied before it returns. */
  send(message: string | Uint8Array, binary: boolean): Sent {
    if (this.#raw === undefined) return 'closed';
    return SENT[this.#raw.send(message, binary, false)] ?? 'dropped';
  }

  /**
   * Sends everything that `run` sends in one write; outside the socket's own handlers that costs
   * half.
   */
  cork(run: () => void): void {
    if (this.#raw !== undefined) this.#raw.cork(run);
  }

  /** Closes with a code and a reason; the behaviour's `close` is called before this returns. */
  end(code: number, reason: string): void {
    this.#raw?.end(code, reason);
  }

  ping(): void {
    this.#raw?.ping();
  }

  /** Bytes that the client has not received yet. */
  bufferedAmount(): number {
    return this.#raw?.getBufferedAmount() ?? 0;
  }
}

/** An accepted upgrade; `protocol` empty = none was agreed on. */
export interface AcceptedUpgrade<User> {
  readonly user: User;
  readonly protocol: string;
}

/** The handler of sockets at a path. */
export interface SocketBehaviour<User> {
  /** Longest message in bytes; a longer one closes the socket. */
  readonly maxPayloadLength: number;
  /** Most unsent bytes; more closes the socket. */
  readonly maxBackpressure: number;
  /** Seconds of silence after which the connection is closed; at least 8. */
  readonly idleTimeoutSec: number;
  /**
   * Accepts the upgrade, or refuses it with an answer. The request is a copy, so it can be used
   * after an await.
   */
  upgrade(request: Incoming): Promise<AcceptedUpgrade<User> | Answer>;
  open(socket: Socket<User>): void;
  /** A message; its bytes are valid only during the call. */
  message(socket: Socket<User>, bytes: Uint8Array, binary: boolean): void;
  /** The client has received some or all unsent bytes. */
  drain(socket: Socket<User>): void;
  /** A ping or pong came: the client is alive. */
  alive(socket: Socket<User>): void;
  /** The socket has closed; nothing can be sent. */
  close(socket: Socket<User>, code: number): void;
}
