// Messages to live sockets: a message goes to every socket of its recipients, in short slices.

import type { ActorsClient } from '../../actors/client.js';
import { OutFrame } from '../../wire/codec/out-frames.js';
import { mailReaderOf } from '../../wire/mail/shown-mail.js';
import {
  type CommittedMessage,
  isFor,
  isList,
  isShownTo,
  messageFrames,
} from '../../wire/socket/messages.js';
import type { SocketClock } from './connection/clock.js';
import type { Connection } from './connection/connection.js';
import { MessageCursor, MessageStore } from './connection/message-store.js';

/** Time in ms for which messages are sent before other work gets its turn. */
const SLICE_MS = 1;

/** The connections of each login. */
type Live = ReadonlyMap<number, ReadonlySet<Connection>>;

/** Sends messages as they come, one after the other, and again to those who missed them. */
export class Messages {
  readonly #due: CommittedMessage[] = [];
  #sending: Iterator<void> | undefined;

  constructor(
    private readonly client: Pick<ActorsClient, 'markShown'>,
    private readonly clock: SocketClock,
    private readonly live: Live,
    private readonly store = new MessageStore(),
  ) {}

  /** Messages up to this seq are not stored. */
  startAfter(seq: number): void {
    this.store.startAfter(seq);
  }

  /** Sends a signed-in connection all messages that come from now on. */
  join(connection: Connection): void {
    connection.messagesAfter = this.store.newest;
  }

  /**
   * A reader of the messages that a client missed that has those up to a seq: up to those that the
   * connection is sent by itself.
   */
  missed({ session, messagesAfter }: Connection, after: number): MessageCursor {
    return new MessageCursor(this.store, session, after, messagesAfter);
  }

  /** Takes messages, by seq; those that came before are passed over. */
  take(messages: readonly CommittedMessage[]): void {
    this.#due.push(...this.store.add(messages));
    if (this.#sending !== undefined || this.#due.length === 0) return;
    this.#sending = this.#send();
    this.#slice(this.#sending);
  }

  #slice(sending: Iterator<void>): void {
    const until = this.clock.now() + SLICE_MS;
    do {
      if (!sending.next().done) continue;
      this.#sending = undefined;
      return;
    } while (this.clock.now() < until);
    this.clock.after(0, () => this.#slice(sending));
  }

  /** Sends what is due; it may pause after each login. */
  *#send(): Generator<void> {
    for (let message = this.#due.shift(); message !== undefined; message = this.#due.shift()) {
      const frameOf = messageFrames(message);
      const { to } = message;
      // Few sockets are open of many recipients, and few recipients can have many sockets.
      for (const login of isList(to) ? to : this.live.keys()) {
        const connections = this.live.get(login);
        if (connections !== undefined && isFor(message, login)) {
          this.#deliver(connections, message, frameOf);
        }
        yield;
      }
    }
  }

  #deliver(
    connections: Iterable<Connection>,
    message: CommittedMessage,
    frameOf: ReturnType<typeof messageFrames>,
  ): void {
    const frames = new Map<string, OutFrame>();
    for (const connection of connections) {
      const { session, messagesAfter } = connection;
      if (messagesAfter >= message.seq || !isShownTo(message, session)) continue;
      const reader = mailReaderOf(session);
      const seen = `${reader.isTrader} ${reader.seesNames}`;
      const frame = frames.get(seen) ?? new OutFrame(() => frameOf(reader));
      frames.set(seen, frame);
      this.client.markShown(session.id, message.seq);
      connection.deliverUnstored(frame);
      // The write counts in the slice.
      connection.flush();
    }
  }
}
