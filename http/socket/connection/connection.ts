// One connection: its session, the frames that are due to it, and the frames that wait to be sent.

import type { Audience, SessionCopy } from '../../../wire/accounts/identity.js';
import type { Encoding } from '../../../wire/codec/frames.js';
import { type FrameText, isInvalidInput, OutFrame } from '../../../wire/codec/out-frames.js';
import { type EventData, eventOf } from '../../../wire/socket/events.js';
import type { Socket } from '../../server/upgrade.js';
import type { AccountShare } from '../../session/account-share.js';
import { SOCKET_LIMITS } from './clock.js';
import { CLOSE, type Close } from './close.js';
import type { LiveValues, Subscriber } from './live-values.js';
import { Replies } from './replies.js';

/** Notices of the connection itself. */
type NoticeEvent = 'heartbeat' | 'restart' | 'resubscribe' | 'session_ended';

/** The results of an upgrade. */
export interface Admission {
  readonly audience: Audience;
  readonly encoding: Encoding;
  readonly session: SessionCopy;
  /** Signed in by cookies: `hello` with the csrf token must come first. */
  readonly needsHello: boolean;
}

/** A running replay of missed events; live events wait until it ends. */
export interface Replay {
  /** Bytes of events that wait in it for the client. */
  readonly bytes: number;
  /** Continues as far as the client takes it. */
  go(): void;
}

/** An event that is held before it is sent; `isStored`: a replay will send it, too. */
interface KeptEvent {
  readonly frame: OutFrame;
  readonly isStored: boolean;
}

/** A live connection. Messages are gathered unsent and sent by `flush` as one write. */
export class Connection implements Subscriber {
  readonly audience: Audience;
  readonly encoding: Encoding;
  readonly replies: Replies;
  session: SessionCopy;
  isSignedIn: boolean;
  /** The runtime's token for this connection; undefined for staff and before `hello`. */
  token: number | undefined;
  /** It is sent every message above this seq; set when it signs in. */
  messagesAfter = Number.POSITIVE_INFINITY;
  /** Counters of messages from and to the client: a counter that does not change means silence. */
  heardCount = 0;
  sentCount = 0;
  /** Was an event left to an answer that has not come? */
  isOwedEvent = false;
  /** Has it too many unsent bytes for further values? */
  isCongested = false;
  #socket: Socket<Connection> | undefined;
  readonly #unsent: FrameText[] = [];
  #replay: Replay | undefined;
  /** Frames that wait for `release`, or for the end of a replay. */
  #held: KeptEvent[] | undefined;
  #heldBytes = 0;
  #behind: Map<LiveValues, Set<number>> | undefined;
  #badFrames = 0;
  /** Pings and pongs since the last check. */
  #controlFrames = 0;
  /** The largest message in bytes since the limit of unsent bytes was exceeded. */
  #largest = 0;

  /** `mark` is called when the first message is gathered. */
  constructor(
    admission: Admission,
    readonly share: AccountShare,
    private readonly mark: (connection: Connection) => void,
  ) {
    this.replies = new Replies((text) => this.#reply(text), share);
    this.audience = admission.audience;
    this.encoding = admission.encoding;
    this.session = admission.session;
    this.isSignedIn = !admission.needsHello;
  }

  /** The socket is open. Events are held until `release`. */
  attach(socket: Socket<Connection>): void {
    this.#socket = socket;
    this.#held = [];
  }

  get isOpen(): boolean {
    return this.#socket?.isOpen === true;
  }

  /** Bytes held for the client: unsent, and waiting for their turn. */
  get bytes(): number {
    const unsent = this.#socket?.bufferedAmount() ?? 0;
    return unsent + this.replies.waitingBytes + this.#heldBytes + (this.#replay?.bytes ?? 0);
  }

  get address(): string {
    return this.#socket?.address ?? '';
  }

  /** Sends a frame with the next flush. */
  send(frame: OutFrame): void {
    this.#push(frame.in(this.encoding));
  }

  /** Sends an event without numbers. */
  sendEvent<E extends NoticeEvent>(event: E, data: EventData<E>): void {
    this.send(new OutFrame(eventOf(event, data)));
  }

  /**
   * Is an event left to the next answer of the account, which tells what a request of this
   * connection changed? Not where the answer must wait for an earlier one.
   */
  leavesToAnswer(token: number): boolean {
    const isLive = this.#held === undefined && this.#replay === undefined;
    const isLeft = token !== 0 && token === this.token && isLive && this.replies.isDirect;
    this.isOwedEvent ||= isLeft;
    return isLeft;
  }

  /** Delivers a numbered event: it is sent, held, or left to a replay that will reach it. */
  deliver(frame: OutFrame): void {
    if (this.#replay !== undefined) return;
    if (this.#held === undefined) return this.send(frame);
    this.#hold(this.#held, { frame: frame.kept(), isStored: true });
  }

  /** Delivers an event that is not stored for replays: it is sent, or held until a replay ends. */
  deliverUnstored(frame: OutFrame): void {
    if (this.#held === undefined) return this.send(frame);
    this.#hold(this.#held, { frame, isStored: false });
  }

  /** Sends the held events, and further ones as they come; a replay goes first. */
  release(): void {
    const held = this.#held;
    if (held === undefined || this.#replay !== undefined) return;
    this.#held = undefined;
    this.#heldBytes = 0;
    for (const { frame } of held) this.send(frame);
  }

  /** Begins a replay: it sends stored events, and others are held until it ends. */
  beginReplay(replay: Replay): void {
    const held = this.#held ?? [];
    this.#replay = replay;
    this.#held = [];
    this.#heldBytes = 0;
    for (const one of held) if (!one.isStored) this.#hold(this.#held, one);
  }

  /** Ends the replay: held events are sent after it. */
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

  /** Stops following a feed; returns the keys whose values it has not sent. */
  forget(feed: LiveValues): Iterable<number> {
    const missed = this.#behind?.get(feed);
    this.#behind?.delete(feed);
    return missed ?? [];
  }

  /** The client has received data: sends the newest unsent values, and continues the replay. */
  drained(): void {
    this.isCongested = (this.#socket?.bufferedAmount() ?? 0) > SOCKET_LIMITS.conflateBytes;
    if (this.isCongested) return;
    for (const feed of this.#behind?.keys() ?? []) this.#catchUp(feed, feed.changed);
    this.#behind = undefined;
    this.#replay?.go();
  }

  /** Closes the connection when more is waiting than one client may have. */
  limitWaiting(): void {
    const { waiting, waitingBytes } = this.replies;
    const { waitingRequests } = SOCKET_LIMITS;
    if (waiting <= waitingRequests && waitingBytes <= SOCKET_LIMITS.waitingBytes) return;
    this.end(CLOSE.badFrames, 'too many requests are waiting');
  }

  ping(): void {
    this.#socket?.ping();
  }

  /** A message came from the client. */
  heard(): void {
    this.heardCount += 1;
  }

  /** A ping or pong came. Too many between two checks close the connection. */
  controlled(): void {
    this.heard();
    this.#controlFrames += 1;
    if (this.#controlFrames <= SOCKET_LIMITS.controlFrames) return;
    this.end(CLOSE.badFrames, 'too many pings');
  }

  /** The connection was checked: counting of pings and pongs starts again. */
  looked(): void {
    this.#controlFrames = 0;
  }

  /** Writes the gathered messages to the socket. Closes it when too many bytes are unsent. */
  flush(): void {
    const messages = this.#unsent;
    const socket = this.#socket;
    if (messages.length > 0 && socket?.isOpen === true) this.#write(socket, messages);
    // Emptied, not replaced: V8 promoted new arrays to the old generation, and their content stayed
    // until the next full collection.
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

  /** A message above the limit is still sent: only the other unsent bytes count. */
  #limitUnsent(socket: Socket<Connection>, unsent: number, messages: readonly FrameText[]): void {
    for (const one of messages) this.#largest = Math.max(this.#largest, Buffer.byteLength(one));
    if (unsent <= SOCKET_LIMITS.unsentBytes + this.#largest) return;
    socket.end(CLOSE.unsent.code, 'too much unsent');
  }

  /** Sends what is queued, then closes. */
  end({ code }: Close, reason: string): void {
    this.flush();
    this.#socket?.end(code, reason);
  }

  /**
   * Sends the newest values that it has not sent; keys in `coming` are left out, because their
   * changes follow.
   */
  #catchUp(feed: LiveValues, coming: ReadonlySet<number>): void {
    if (this.#behind === undefined) return;
    const keys = new Set([...this.forget(feed)].filter((key) => !coming.has(key)));
    if (keys.size === 0) return;
    for (const frame of feed.frames(keys)) this.send(frame);
  }

  /** Holds an event; above the limits all are sent, or a client in a replay is closed. */
  #hold(held: KeptEvent[], one: KeptEvent): void {
    held.push(one);
    this.#heldBytes += one.frame.bytes;
    const { heldEvents, unsentBytes } = SOCKET_LIMITS;
    if (this.#replay === undefined) {
      if (held.length >= heldEvents || this.#heldBytes > unsentBytes) this.release();
    } else if (this.#heldBytes > unsentBytes) this.end(CLOSE.unsent, 'too much unsent');
  }

  #push(message: FrameText): void {
    if (this.#unsent.push(message) === 1) this.mark(this);
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
 * frames sent outside a run are flushed when the running code returns.
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
