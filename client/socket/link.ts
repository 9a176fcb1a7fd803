// One connection, from opening to its end, which is reported once; a silent connection is ended.

import type { Clock, WebSocketLike } from '../session/platform.js';

/** The server sends something every five seconds: a connection that is silent this long is dead. */
const SILENCE_MS = 15_000;
/** Unsent bytes above which further requests are refused. */
const UNSENT_BYTES_MAX = 1_048_576;
/** The close code of a connection that ended without one. */
const ABNORMAL = 1006;
const NORMAL = 1000;

/** The end of a connection. */
export interface LinkEnd {
  readonly code: number;
  readonly reason: string;
}

/** A connection. */
export class Link {
  readonly opened: Promise<void>;
  readonly ended: Promise<LinkEnd>;
  #isOver = false;
  #heardAt: number;
  #stopTimer: () => void = () => undefined;
  #end: (end: LinkEnd) => void = () => undefined;

  /** `take` gets each received message. */
  constructor(
    private readonly socket: WebSocketLike,
    private readonly clock: Clock,
    take: (data: unknown) => void,
  ) {
    this.#heardAt = clock.now();
    socket.binaryType = 'arraybuffer';
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.opened = new Promise((resolve, reject) => {
      socket.onopen = () => resolve();
      // This has no effect after the connection was opened.
      this.ended.then(({ code, reason }) => reject(new Error(`closed with ${code} ${reason}`)));
    });
    this.opened.catch(() => undefined);
    socket.onmessage = ({ data }) => {
      if (this.#isOver) return;
      this.#heardAt = this.clock.now();
      take(data);
    };
    // An error is always followed by the close.
    socket.onerror = () => undefined;
    socket.onclose = ({ code, reason }) => this.#over(code, reason);
    this.#listen();
  }

  /** Are so many bytes unsent that nothing more should be sent? */
  get isCrowded(): boolean {
    return this.socket.bufferedAmount > UNSENT_BYTES_MAX;
  }

  send(frame: string | Uint8Array): void {
    if (!this.#isOver) this.socket.send(frame);
  }

  /** Ends the connection without waiting for the server, which may be unreachable. */
  drop(reason: string): void {
    this.#over(ABNORMAL, reason);
    this.socket.close(NORMAL);
  }

  #over(code: number, reason: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stopTimer();
    this.#end({ code, reason });
  }

  #listen(): void {
    const left = this.#heardAt + SILENCE_MS - this.clock.now();
    if (left <= 0) return this.drop('the server is silent');
    this.#stopTimer = this.clock.after(left, () => this.#listen());
  }
}
