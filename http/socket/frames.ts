// Clients' frames: the front answers some itself, and passes others to the account unparsed. It
// reads only the head (`id` and `op`) of an account's frame; the shard parses the frame. A frame
// whose first two fields are not `id` and `op` is parsed completely here first.

import { ACCOUNT_FRAME_OPS, type ActorsClient } from '../../actors/client.js';
import { messageOf, type Outcome, refuse } from '../../wire/base/codes.js';
import { headOf } from '../../wire/codec/frame-head.js';
import { type FrameRequest, readFrame } from '../../wire/codec/frame-reader.js';
import { ACCOUNT_FRAME_BYTES_MAX } from '../../wire/codec/frames.js';
import { envelopeText } from '../../wire/codec/text.js';
import { dataOf } from '../../wire/fields/input-faults.js';
import { RESTARTING, saidBy } from '../rest/envelope.js';
import { LoopQueue } from '../server/loop-queue.js';
import { SLOWED_MS_MAX, tooFast } from '../session/account-share.js';
import { CLOSE } from './connection/close.js';
import type { Connection } from './connection/connection.js';
import type { Task } from './connection/replies.js';
import { FRONT_OPS, type SocketServices } from './operations.js';

/** Longest name of an operation that a refusal repeats. */
const OP_SHOWN_MAX = 32;

type Refused = Exclude<Outcome<unknown>, { ok: true }>;

const TOO_LONG = `frame: longer than the ${ACCOUNT_FRAME_BYTES_MAX} bytes of an account's request`;

const accountHead = headOf(ACCOUNT_FRAME_OPS);

const replyOf = (id: number | null, outcome: Outcome<string>): string => {
  if (outcome.ok) return envelopeText(id, 'ok', outcome.data);
  const { code, message } = outcome;
  const said = message === messageOf(code) ? undefined : saidBy(outcome);
  return envelopeText(id, code, JSON.stringify(dataOf(outcome)), said);
};

/** Parses a frame again that was found valid before. */
const readAgain = ({ encoding }: Connection, bytes: Uint8Array): FrameRequest => {
  const frame = readFrame(encoding, bytes);
  if ('fault' in frame) throw new Error(frame.fault);
  return frame;
};

/** Takes the messages of all connections. */
export class FrameReader {
  readonly #client: ActorsClient;
  readonly #queue: LoopQueue;
  #isClosing = false;

  constructor(private readonly services: SocketServices) {
    this.#client = services.client;
    this.#queue = new LoopQueue(() => services.clock.now());
  }

  /** The server stops: no more requests are sent to accounts. */
  close(): void {
    this.#isClosing = true;
  }

  /** Processes a message; its bytes are valid only during the call. */
  take(connection: Connection, bytes: Uint8Array, binary: boolean): void {
    const waitMs = connection.share.take();
    if (waitMs > 0) return this.#slow(connection, bytes, waitMs);
    const isJson = connection.encoding === 'json';
    if (isJson === binary) {
      const message = `frame: must be ${isJson ? 'text' : 'binary'}`;
      return this.#refuse(connection, null, refuse('invalid_input', message));
    }
    if (connection.token !== undefined) {
      const id = accountHead(connection.encoding, bytes);
      if (id >= 0) return this.#forward(connection, bytes, id);
    }
    const frame = readFrame(connection.encoding, bytes);
    if ('fault' in frame) {
      return this.#refuse(connection, frame.id, refuse('invalid_input', frame.fault));
    }
    this.#run(connection, frame, bytes);
  }

  #run(connection: Connection, request: FrameRequest, bytes: Uint8Array): void {
    const { id, op, data } = request;
    if (!connection.isSignedIn && op !== 'hello') {
      return connection.end(CLOSE.noHello, 'hello must come first');
    }
    if (connection.token !== undefined && ACCOUNT_FRAME_OPS.has(op)) {
      return this.#forward(connection, bytes, id);
    }
    const front = FRONT_OPS[connection.audience].get(op);
    if (front === undefined) {
      const message = `op: ${op.slice(0, OP_SHOWN_MAX)} is unknown`;
      return this.#refuse(connection, id, refuse('invalid_input', message));
    }
    const refused = front.refusal(data);
    if (refused !== undefined) return this.#refuse(connection, id, refused);
    if (op !== 'hello' && op !== 'resume') connection.release();
    if (connection.replies.isBehind) this.#later(connection, Buffer.from(bytes));
    else connection.replies.run((answer) => this.#answer(connection, () => request, answer), 0);
    connection.limitWaiting();
  }

  /**
   * Stores a request unparsed until its turn, because its parsed values take twenty times the
   * memory.
   */
  #later(connection: Connection, bytes: Uint8Array): void {
    const task: Task = (answer) => {
      this.#answer(connection, () => readAgain(connection, bytes), answer);
    };
    connection.replies.run(task, bytes.length);
  }

  /**
   * Answers a request that the front handles itself, unless the connection ends before its turn.
   */
  #answer(connection: Connection, read: () => FrameRequest, answer: Parameters<Task>[0]): void {
    this.#queue.run(() => {
      if (!connection.isOpen) return;
      const { id, op, data } = read();
      const front = FRONT_OPS[connection.audience].get(op);
      front?.run(this.services, connection, data, (outcome) => {
        answer(replyOf(id, outcome));
        if (!connection.isSignedIn) connection.end(CLOSE.noHello, 'hello was refused');
      });
    });
  }

  /** Passes a frame to the account unparsed. */
  #forward(connection: Connection, bytes: Uint8Array, id: number): void {
    const { token, encoding, replies } = connection;
    if (bytes.length > ACCOUNT_FRAME_BYTES_MAX) {
      return this.#refuse(connection, id, refuse('invalid_input', TOO_LONG));
    }
    connection.release();
    const isSent =
      token !== undefined &&
      !this.#isClosing &&
      connection.share.hasRoom &&
      this.#client.send(token, encoding, bytes);
    if (isSent) {
      replies.expect(id);
      return connection.limitWaiting();
    }
    const why = this.#isClosing ? RESTARTING : undefined;
    this.#refuse(connection, id, refuse('trade.too_many_requests', why));
  }

  /**
   * Refuses a request that comes faster than the account may send, at the time at which the rate
   * allows it.
   */
  #slow(connection: Connection, bytes: Uint8Array, waitMs: number): void {
    if (!connection.isSignedIn) return connection.end(CLOSE.noHello, 'hello must come first');
    if (waitMs > SLOWED_MS_MAX) {
      return connection.end(
        CLOSE.badFrames,
        'the account sends more requests than its rate allows',
      );
    }
    const { clock } = this.services;
    const dueAt = clock.now() + waitMs;
    const head = accountHead(connection.encoding, bytes);
    const id = head >= 0 ? head : readFrame(connection.encoding, bytes).id;
    const reply = replyOf(id, tooFast);
    const task: Task = (answer) => {
      clock.after(Math.max(0, dueAt - clock.now()), () => answer(reply));
    };
    connection.replies.run(task, reply.length);
    connection.limitWaiting();
  }

  #refuse(connection: Connection, id: number | null, refused: Refused): void {
    connection.replies.say(replyOf(id, refused));
    if (!connection.isSignedIn) return connection.end(CLOSE.noHello, 'hello was refused');
    connection.limitWaiting();
  }
}
