// One connection: its session, the frames that it is owed, and the frames that wait to be sent.

import type { Audience, SessionCopy } from '../../../wire/accounts/identity.js';
import type { Encoding } from '../../../wire/codec/frames.js';
import { type FrameText, isInvalidInput, OutFrame } from '../../../wire/codec/out-frames.js';
import { type EventData, eventOf } from '../../../wire/socket/events.js';
import type { Socket } from '../../server/upgrade.js';
import { SOCKET_LIMITS } from './clock.js';
import { CLOSE, type Close } from './close.js';
import type { LiveValues, Subscriber } from './live-values.js';
import { Replies } from './replies.js';

/** Notices of the connection itself. */
type ToldEvent = 'heartbeat' | 'restart' | 'session_ended';

/** The results of an upgrade. */
export interface Admission {
  readonly audience: Audience;
  readonly encoding: Encoding;
  readonly session: SessionCopy;
  /** Signed in by cookies: `hello` with the csrf token must come first. */
  readonly needsHello: boolean;
}

/** Reads missed events to a connection; while one is there, live events wait behind it. */
export interface Replay {
  /** Goes on, as far as the client takes it. */
  go(): void;
}

/** An event that is kept for a while before it is sent; `isStored`: a replay brings it as well. */
interface KeptEvent {
  readonly frame: OutFrame;
  readonly isStored: boolean;
}

/** A live connection. Messages are gathered in its outbox and sent by `flush` as one write. */
export class Connection implements Subscriber {
  readonly audience: Audience;
  readonly encoding: Encoding;
  readonly replies = new Replies((text) => this.#reply(text));
  session: SessionCopy;
  isSignedIn: boolean;
  /** The account's token for this connection; undefined for staff and before `hello`. */
  token: number | undefined;
  /** Counts messages from the client and to it: counters that stand still mean silence. */
  heardCount = 0;
  sentCount = 0;
  /** Has it more unsent than values may pile up behind? */
  isCongested = false;
  readonly #mark: (connection: Connection) => void;
  #socket: Socket<Connection> | undefined;
  readonly #outbox: FrameText[] = [];
  #replay: Replay | undefined;
  /** Frames that wait for `release`, or for the end of a replay. */
  #held: KeptEvent[] | undefined;
  #heldBytes = 0;
  #behind: Map<LiveValues, Set<number>> | undefined;
  #badFrames = 0;
  /** Pings and pongs since the connection was looked at last. */
  #controlFrames = 0;
  /** Of the messages since more than the limit is unsent, in bytes. */
  #largest = 0;

  /** `mark` is called when the outbox stops being empty. */
  constructor(admission: Admission, mark: (connection: Connection) => void) {
    this.audience = admission.audience;
    this.encoding = admission.encoding;
    this.session = admission.session;
    this.isSignedIn = !admission.needsHello;
    this.#mark = mark;
  }

  /** The socket is open. Events are held until `release`. */
  attach(socket: Socket<Connection>): void {
    this.#socket = socket;
    this.#held = [];
  }

  get isOpen(): boolean {
    return this.#socket?.isOpen === true;
  }

  /** Bytes that are kept for the client: unsent, and waiting for their turn. */
  get bytes(): number {
    const unsent = this.#socket?.bufferedAmount() ?? 0;
    return unsent + this.replies.waitingBytes + this.#heldBytes;
  }

  get address(): string {
    return this.#socket?.address ?? '';
  }

  /** Sends a frame with the next flush. */
  send(frame: OutFrame): void {
    this.#push(frame.in(this.encoding));
  }

  /** Sends an event without numbers. */
  tell<E extends ToldEvent>(event: E, data: EventData<E>): void {
    this.send(new OutFrame(eventOf(event, data)));
  }

  /** Sends a stored frame: UTF-8 JSON whose bytes must stay until the next flush. */
  sendStored(bytes: Uint8Array): void {
    this.send(new OutFrame(bytes));
  }

  /** A numbered event: sent, or held, or left to the replay that will come to it. */
  deliver(frame: OutFrame): void {
    if (this.#replay !== undefined) return;
    if (this.#held === undefined) return this.send(frame);
    this.#hold(this.#held, { frame: frame.kept(), isStored: true });
  }

  /** An event that is not stored for replays: sent, or held until one that goes on is over. */
  deliverUnstored(frame: OutFrame): void {
    if (this.#held === undefined) return this.send(frame);
    this.#hold(this.#held, { frame, isStored: false });
  }

  /** Sends the held events, and further ones as they come; a replay goes on before. */
  release(): void {
    const held = this.#held;
    if (held === undefined || this.#replay !== undefined) return;
    this.#held = undefined;
    this.#heldBytes = 0;
    for (const { frame } of held) this.send(frame);
  }

  /** A replay begins: it brings what is stored, and the rest is held until it ends. */
  beginReplay(replay: Replay): void {
    const held = this.#held ?? [];
    this.#replay = replay;
    this.#held = [];
    this.#heldBytes = 0;
    for (const one of held) if (!one.isStored) this.#hold(this.#held, one);
  }

  /** The replay has sent all that it brings: what was held comes behind it. */
  endReplay(): void {
    this.#replay = undefined;
    this.release();
  }

  isReplaying(replay: Replay): boolean {
    return this.#replay === replay;
  }

  offer(feed: LiveValues, keys: ReadonlySet<number>, frames: readonly OutFrame[]): void {
    if (!this.isCongested) {
      this.#catchUp(feed, keys);
      for (const frame of frames) this.send(frame);
      return;
    }
    this.#behind ??= new Map();
    const missed = this.#behind.get(feed);
    if (missed === undefined) this.#behind.set(feed, new Set(keys));
    else for (const key of keys) missed.add(key);
  }

  /** It follows the feed no longer; answers the keys that it is behind with. */
  forget(feed: LiveValues): Iterable<number> {
    const missed = this.#behind?.get(feed);
    this.#behind?.delete(feed);
    return missed ?? [];
  }

  /**
   * The client has read something: sends the newest of the values that it has not got, and
   * continues.
   */
  drained(): void {
    this.isCongested = (this.#socket?.bufferedAmount() ?? 0) > SOCKET_LIMITS.conflateBytes;
    if (this.isCongested) return;
    for (const feed of this.#behind?.keys() ?? []) this.#catchUp(feed, feed.changed);
    this.#behind = undefined;
    this.#replay?.go();
  }

  /** Closes when more waits for its turn than is kept for one client. */
  limitWaiting(): void {
    const { waiting, waitingBytes } = this.replies;
    const { waitingRequests } = SOCKET_LIMITS;
    if (waiting <= waitingRequests && waitingBytes <= SOCKET_LIMITS.waitingBytes) return;
    this.end(CLOSE.badFrames, 'too many requests are waiting');
  }

  ping(): void {
    this.#socket?.ping();
  }

  /** Something came from the client: it lives. */
  heard(): void {
    this.heardCount += 1;
  }

  /** A ping or pong came: the client lives. Many of them between two looks close it. */
  controlled(): void {
    this.heard();
    this.#controlFrames += 1;
    if (this.#controlFrames <= SOCKET_LIMITS.controlFrames) return;
    this.end(CLOSE.badFrames, 'too many pings');
  }

  /** The connection was checked: its pings and pongs are counted from 0 again. */
  looked(): void {
    this.#controlFrames = 0;
  }

  /** Writes the outbox to the socket. Closes it when the client leaves too much untaken. */
  flush(): void {
    const messages = this.#outbox;
    const socket = this.#socket;
    if (messages.length > 0 && socket?.isOpen === true) this.#write(socket, messages);
    // Emptied, not replaced: arrays made here again and again were taken for lasting ones, and
    // their content stayed until the next full collection.
    messages.length = 0;
  }

  #write(socket: Socket<Connection>, messages: readonly FrameText[]): void {
    const binary = this.encoding === 'msgpack';
    if (messages.length === 1) socket.send(messages[0] as FrameText, binary);
    else {
      socket.cork(() => {
        for (const message of messages) socket.send(message, binary);
      });
    }
    this.sentCount += 1;
    const unsent = socket.bufferedAmount();
    this.isCongested = unsent > SOCKET_LIMITS.conflateBytes;
    if (unsent > SOCKET_LIMITS.unsentBytes) this.#limitUnsent(socket, unsent, messages);
    else this.#largest = 0;
  }

  /** A message that is larger than the limit is still sent: it is what is beside it that counts. */
  #limitUnsent(socket: Socket<Connection>, unsent: number, messages: readonly FrameText[]): void {
    for (const one of messages) this.#largest = Math.max(this.#largest, Buffer.byteLength(one));
    if (unsent <= SOCKET_LIMITS.unsentBytes + this.#largest) return;
    socket.end(CLOSE.unsent.code, 'too much unsent');
  }

  /** Sends what is gathered, then closes. */
  end({ code }: Close, reason: string): void {
    this.flush();
    this.#socket?.end(code, reason);
  }

  /**
   * Sends the newest of the values that it has not got; keys whose changes are yet to come need
   * none.
   */
  #catchUp(feed: LiveValues, coming: ReadonlySet<number>): void {
    if (this.#behind === undefined) return;
    const keys = new Set([...this.forget(feed)].filter((key) => !coming.has(key)));
    if (keys.size === 0) return;
    for (const frame of feed.frames(keys)) this.send(frame);
  }

  /** Keeps an event; beyond the limits all are sent, or a client that is in a replay is closed. */
  #hold(held: KeptEvent[], one: KeptEvent): void {
    held.push(one);
    this.#heldBytes += one.frame.bytes;
    const { heldEvents, unsentBytes } = SOCKET_LIMITS;
    if (this.#replay === undefined) {
      if (held.length >= heldEvents || this.#heldBytes > unsentBytes) this.release();
    } else if (this.#heldBytes > unsentBytes) this.end(CLOSE.unsent, 'too much unsent');
  }

  #push(message: FrameText): void {
    if (this.#outbox.push(message) === 1) this.#mark(this);
  }

  #reply(text: FrameText): void {
    this.send(new OutFrame(text));
    this.#badFrames = isInvalidInput(text) ? this.#badFrames + 1 : 0;
    if (this.#badFrames >= SOCKET_LIMITS.badFrames) {
      this.end(CLOSE.badFrames, 'too many malformed requests');
    }
  }
}

/**
 * Connections with something to send. The code that begins a run of work flushes them at its end;
 * frames sent outside of a run are flushed as soon as the running code returns.
 */
export class WriteQueues {
  #waiting: Connection[] = [];
  #flushed: Connection[] = [];

  mark(connection: Connection): void {
    if (this.#waiting.push(connection) === 1) queueMicrotask(() => this.flush());
  }

  flush(): void {
    const waiting = this.#waiting;
    if (waiting.length === 0) return;
    this.#waiting = this.#flushed;
    this.#flushed = waiting;
    for (const connection of waiting) connection.flush();
    waiting.length = 0;
  }
}
