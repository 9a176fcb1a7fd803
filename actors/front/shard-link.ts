// The front's link to one shard: its rings, its commits, and the open answers.

import { envelopeText } from '../../wire/codec/text.js';
import { ACCOUNT_EVENT_KINDS } from '../../wire/trading/events.js';
import type { FrontSink } from '../client.js';
import { STALL_MS } from '../shard/backlog.js';
import { patience } from '../shared/failpoint.js';
import {
  type Bell,
  type RecordMemory,
  RingReader,
  RingWriter,
  recordMemory,
  ringMemory,
} from '../shared/ring.js';
import {
  ANSWER_AT,
  ANSWER_HEAD,
  ANSWER_RING_BYTES,
  Answer,
  orderReceivedAt,
  partsOf,
  REQUEST_HEAD,
  REQUEST_RING_BYTES,
  readStamps,
  SUFFIX_BYTES,
  writePublished,
  writeRequestHead,
  writeSuffix,
} from '../shared/ring-records.js';
import { stampNow } from '../shared/steady-clock.js';
import { CommitCounts } from './commit-counts.js';
import type { OrderTimes } from './order-times.js';

/** An answer whose commit takes longer than this becomes a timeout. */
export const COMMIT_WAIT_MS = patience(10_000);
/**
 * Most bytes of requests in the ring that the shard has not taken: the orders that a shard executes
 * in some 50 ms. Further requests would be answered late, so they are refused immediately; the rest
 * of the ring is for openings and closings.
 */
export const QUEUE_BYTES = 256 * 1024;
/**
 * The share of each login, when the queue is longer than this: further requests of a login that
 * fills the queue are refused, and others are not.
 */
export const SHARE_BYTES = QUEUE_BYTES / 8;
/** Most records from the answer ring in one turn. */
const TURN_ANSWERS = 2048;

/** The receiver of answers. Texts are valid until `free` is called. */
export interface AnswerTaker extends Pick<FrontSink, 'event' | 'money' | 'positions'> {
  readonly times: Pick<OrderTimes, 'isMeasured' | 'delivered'>;
  answer(token: number, status: number, text: Buffer): void;
  /** A request waits for dealers, or no longer, as JSON. */
  waitingChanged(login: number, group: string, text: string): void;
  /** A request is sent through a gateway, or ended, as JSON. */
  sentChanged(text: string): void;
}

/** The capacities of the rings. */
const RING_BYTES = { requests: REQUEST_RING_BYTES, answers: ANSWER_RING_BYTES };

const NO_BYTES = Buffer.alloc(0);

/** Reads the id near the start of a text, as the client wrote it. */
const idIn = (text: string): number | string | null => {
  const socket = /^\{"id":(\d+|null),/.exec(text);
  if (socket !== null) return socket[1] === 'null' ? null : Number(socket[1]);
  return /^\{"request_id":"([^"]*)",/.exec(text)?.[1] ?? null;
};

/** One generation of a shard's rings. After a restart of the shard a new link is made. */
export class ShardLink {
  readonly requestMemory: SharedArrayBuffer;
  readonly answerMemory: SharedArrayBuffer;
  readonly commits: CommitCounts;
  readonly #requests: RingWriter;
  readonly #answers: RingReader;
  /** Bytes that each login has sent since the count began, and their sum. */
  readonly #sent = new Map<number, number>();
  #shared = 0;
  /** Openings and closings that did not fit; nothing else is sent before them. */
  readonly #urgent: Buffer[] = [];
  /** Records that were taken out of the ring because their commit took too long. */
  readonly #held: RecordMemory[] = [];
  /** Positions of requests that the next flush publishes. */
  readonly #unpublished: number[] = [];
  /** The group of the newest event, and its bytes; the next event mostly has the same group. */
  #group = '';
  #groupBytes = NO_BYTES;
  /** The number of the shard's committed events at the last delivery. */
  #delivered = 0;
  #blockedAt = 0;

  constructor(
    readonly bell: Bell,
    generation: number,
    head: number,
    private readonly taker: AnswerTaker,
    private readonly bytes = RING_BYTES,
  ) {
    this.requestMemory = ringMemory(bytes.requests);
    this.answerMemory = ringMemory(bytes.answers);
    this.commits = new CommitCounts(generation, head);
    this.#requests = new RingWriter(this.requestMemory, bell);
    this.#answers = new RingReader(this.answerMemory);
  }

  /** Do answers wait too long for their commit, as far as the commits were read? */
  isStalled(now: number): boolean {
    if (this.#held.length > 0) return !this.#isHeldCovered();
    return this.#blockedAt !== 0 && now - this.#blockedAt > STALL_MS && !this.pending();
  }

  /** Sends a request of a login; false = too many wait before it, and it was dropped. */
  send(kind: number, token: number, login: number, body: Uint8Array): boolean {
    const waiting = this.bytes.requests - this.#requests.room();
    if (waiting > QUEUE_BYTES || !this.#hasShare(login, waiting, body.length)) return false;
    return this.#send(kind, token, body);
  }

  /**
   * Does the login have a share left? Counting restarts when the shard has taken all requests that
   * waited when counting began.
   */
  #hasShare(login: number, waiting: number, bytes: number): boolean {
    if (waiting <= this.#shared) {
      this.#sent.clear();
      this.#shared = 0;
    }
    if (waiting <= SHARE_BYTES) return true;
    const sent = (this.#sent.get(login) ?? 0) + bytes;
    if (sent > SHARE_BYTES) return false;
    this.#sent.set(login, sent);
    this.#shared += bytes;
    return true;
  }

  #send(kind: number, token: number, body: Uint8Array): boolean {
    if (this.#urgent.length > 0) return false;
    const at = this.#requests.begin(REQUEST_HEAD + body.length);
    if (at < 0) return false;
    writeRequestHead(this.#requests.view, at, kind, token, stampNow());
    this.#unpublished.push(at);
    this.#requests.buffer.set(body, at + REQUEST_HEAD);
    return true;
  }

  /** Sends a record that must not be lost: it waits here while the ring is full. */
  sendSurely(kind: number, token: number, body: Uint8Array): void {
    if (this.#send(kind, token, body)) return;
    const record = Buffer.alloc(REQUEST_HEAD + body.length);
    writeRequestHead(recordMemory(record).view, 0, kind, token);
    record.set(body, REQUEST_HEAD);
    this.#urgent.push(record);
  }

  /** Publishes what was sent; once a turn. False = records still wait for room. */
  flush(): boolean {
    while (this.#urgent.length > 0 && this.#requests.write(this.#urgent[0])) this.#urgent.shift();
    const now = stampNow();
    for (const at of this.#unpublished) writePublished(this.#requests.view, at, now);
    this.#unpublished.length = 0;
    this.#requests.flush();
    return this.#urgent.length === 0;
  }

  /** Can an answer be delivered? */
  pending(): boolean {
    let covered = this.#isHeldCovered();
    this.#answers.take((record, at) => {
      covered ||= this.#stampAt(record, at) <= this.commits.count;
      return false;
    }, 1);
    return covered;
  }

  /**
   * Delivers committed records in order; true when more may be left. The texts are in the ring:
   * call `free` after sending them.
   */
  drain(now: number): boolean {
    while (this.#isHeldCovered()) this.#deliver(this.#held.shift() as RecordMemory, 0);
    let blocked = false;
    const taken = this.#answers.take((record, at) => {
      blocked = this.#held.length > 0 || this.#stampAt(record, at) > this.commits.count;
      if (blocked) return false;
      this.#deliver(record, at);
      return true;
    }, TURN_ANSWERS);
    if (!blocked || taken > 0) this.#blockedAt = blocked ? now : 0;
    else if (this.#blockedAt === 0) this.#blockedAt = now;
    else if (now - this.#blockedAt > COMMIT_WAIT_MS) this.#hold();
    return taken === TURN_ANSWERS;
  }

  /** Frees the ring space of delivered texts. */
  free(): void {
    this.#answers.free();
  }

  /**
   * The shard is dead: delivers its committed events and answers. False = it ended while the ring
   * was full, so some of its events are missing there.
   */
  abandon(): boolean {
    while (this.drain(0));
    return this.#delivered >= this.commits.count;
  }

  #stampAt({ view }: RecordMemory, at: number): number {
    return view.getFloat64(at + ANSWER_AT.stamp, true);
  }

  #isHeldCovered(): boolean {
    const [first] = this.#held;
    return first !== undefined && this.#stampAt(first, 0) <= this.commits.count;
  }

  /**
   * Takes everything out of the ring: answers time out immediately, and events keep waiting. No
   * answer shows what these changed any more.
   */
  #hold(): void {
    this.#blockedAt = 0;
    this.#answers.take((record, at, length) => {
      if (this.#timeOut(record, at)) return true;
      const held = recordMemory(Buffer.from(record.buffer.subarray(at, at + length)));
      held.view.setUint32(ANSWER_AT.token, 0, true);
      this.#held.push(held);
      return true;
    }, Number.MAX_SAFE_INTEGER);
    this.#answers.free();
  }

  #timeOut({ buffer, view }: RecordMemory, at: number): boolean {
    if (buffer[at + ANSWER_AT.type] !== Answer.answer) return false;
    const text = buffer.toString('utf8', at + ANSWER_HEAD, this.#textEnd(view, at));
    this.#late(view.getUint32(at + ANSWER_AT.token, true), idIn(text));
    return true;
  }

  #late(token: number, id: number | string | null): void {
    this.taker.answer(token, 504, Buffer.from(envelopeText(id, 'trade.timeout')));
  }

  #textEnd(view: DataView, at: number): number {
    return at + ANSWER_HEAD + view.getUint32(at + ANSWER_AT.textBytes, true);
  }

  /** Delivers a committed record; its last members are appended to the text. */
  #deliver(record: RecordMemory, at: number): void {
    const { buffer, view } = record;
    const type = buffer[at + ANSWER_AT.type];
    const textEnd = this.#textEnd(view, at);
    this.#delivered = this.#stampAt(record, at);
    const seq = this.commits.seqOf(view.getFloat64(at + ANSWER_AT.seqOf, true));
    const end = writeSuffix(buffer, textEnd, buffer[at + ANSWER_AT.suffix], seq);
    const text = buffer.subarray(at + ANSWER_HEAD, end);
    const token = view.getUint32(at + ANSWER_AT.token, true);
    if (type === Answer.answer) {
      const status = view.getUint16(at + ANSWER_AT.status, true);
      this.#time(view, at);
      return this.taker.answer(token, status, text);
    }
    const login = view.getFloat64(at + ANSWER_AT.login, true);
    const groupBytes = view.getUint16(at + ANSWER_AT.groupBytes, true);
    const group = this.#groupAt(buffer, textEnd + SUFFIX_BYTES, groupBytes);
    if (type === Answer.money) return this.taker.money(login, group, text.toString());
    if (type === Answer.positions) return this.taker.positions(login, text.toString());
    if (type === Answer.waiting) return this.taker.waitingChanged(login, group, text.toString());
    if (type === Answer.sent) return this.taker.sentChanged(text.toString());
    this.taker.event({
      login,
      group,
      name: ACCOUNT_EVENT_KINDS[buffer[at + ANSWER_AT.name]],
      account_seq: view.getFloat64(at + ANSWER_AT.accountSeq, true),
      seq,
      token,
      packed: text,
      parts: partsOf(buffer[at + ANSWER_AT.parts]),
    });
  }

  #time(view: DataView, at: number): void {
    if (orderReceivedAt(view, at) === 0 || !this.taker.times.isMeasured()) return;
    const { received, published, begun, executed } = readStamps(view, at);
    const seqOf = view.getFloat64(at + ANSWER_AT.seqOf, true);
    const [gathered, committed] = this.commits.stampsOf(seqOf);
    this.taker.times.delivered(received, published, begun, executed, gathered, committed);
  }

  #groupAt(buffer: Buffer, start: number, length: number): string {
    const last = this.#groupBytes;
    let same = 0;
    while (same < length && last[same] === buffer[start + same]) same += 1;
    if (same < length || length !== last.length) {
      this.#groupBytes = Buffer.from(buffer.subarray(start, start + length));
      this.#group = this.#groupBytes.toString();
    }
    return this.#group;
  }
}
