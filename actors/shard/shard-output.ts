// The output of a shard: events to the log and the front, answers to the front, in order.

import { type Code, messageOf, type Refusal, refuse, statusOf } from '../../wire/base/codes.js';
import { Bytes } from '../../wire/codec/bytes.js';
import { writeEvent } from '../../wire/codec/pack.js';
import { envelopeText, type Write } from '../../wire/codec/text.js';
import { dataOf } from '../../wire/fields/input-faults.js';
import { ACCOUNT_EVENT_KINDS, type AccountEvent } from '../../wire/trading/events.js';
import type { IdleDayEvent } from '../../wire/trading/idle-day.js';
import type { RingWriter } from '../shared/ring.js';
import {
  ANSWER_HEAD,
  Answer,
  type AnswerHead,
  type AnswerStamps,
  partBits,
  SUFFIX_BYTES,
  Suffix,
  writeAnswerHead,
  writeStamps,
} from '../shared/ring-records.js';
import { stampNow } from '../shared/steady-clock.js';

/**
 * Room in the log's ring that fits the events of most commands; with less, requests are refused.
 */
const EVENTS_ROOM_BYTES = 1 << 20;

/** The destination of an answer: a connection's frame or a REST call, with its id. */
export interface ReplyTo {
  readonly token: number;
  /** The client's number for sockets, the request id for REST; null when it could not be read. */
  readonly id: number | string | null;
}

type Text = string | Write;

/** A packed event that did not fit into the ring. */
interface Unlogged {
  readonly packed: Buffer;
  readonly isMore: boolean;
}

interface WaitingOutput {
  readonly head: AnswerHead;
  /** The text with room for its suffix, and the group. */
  readonly bytes: Buffer;
  readonly textBytes: number;
}

/** Removes items from the front of a list as long as they can be written. */
const drain = <T>(list: T[], write: (item: T) => boolean): void => {
  let written = 0;
  while (written < list.length && write(list[written])) written += 1;
  if (written > 0) list.splice(0, written);
};

/** The outgoing rings of one shard. Nothing is sent before `flush`. */
export class ShardOutput {
  /** Number of events since the shard started. */
  emitted = 0;
  /** The bytes of the event that was written last; valid until the next one. */
  packed: Uint8Array = Buffer.alloc(0);
  /** Events that did not fit into the log's ring. */
  readonly #unlogged: Unlogged[] = [];
  readonly #waiting: WaitingOutput[] = [];
  readonly #out = new Bytes();
  /** Time stamps of the order that is being executed. */
  readonly #stamps: AnswerStamps = { received: 0, published: 0, begun: 0, executed: 0 };
  #emittedBefore = 0;

  constructor(
    private readonly log: RingWriter,
    private readonly front: RingWriter,
    /** The number of this shard's committed events, written by the log thread. */
    private readonly committed: () => number,
  ) {}

  /** Starts the execution of a connection's frame: its immediate answers are stamped. */
  began(received: number, published: number): void {
    this.#stamps.received = received;
    this.#stamps.published = published;
    this.#stamps.begun = stampNow();
    this.#emittedBefore = this.emitted;
  }

  /** Ends it: later answers are not stamped. */
  ended(): void {
    this.#stamps.received = 0;
  }

  /** Can a command be executed: is there room for its events and its answer? */
  open(): boolean {
    const clear = this.#unlogged.length === 0 && this.#waiting.length === 0;
    return clear && this.log.fits(EVENTS_ROOM_BYTES);
  }

  /** The number of the shard's events on disk. */
  committedCount(): number {
    return this.committed();
  }

  /**
   * Writes an event to the log's ring, and the same bytes to the front's. Returns its number.
   * `isMore`: the next event is of the same command, and the log commits both or neither. `token`:
   * the connection whose answer shows what the event changed; 0 = none.
   */
  event(event: AccountEvent, isMore = false, token = 0): number {
    this.packed = this.#pack(event, isMore);
    this.emitted += 1;
    if (event.kind === 'setting') return this.emitted;
    this.#begin();
    this.#out.raw(this.packed);
    const head = {
      type: Answer.event,
      suffix: Suffix.none,
      token,
      stamp: this.emitted,
      seqOf: this.emitted,
      login: event.login,
      accountSeq: event.account_seq,
      name: ACCOUNT_EVENT_KINDS.indexOf(event.kind),
      parts: partBits(event),
      status: 0,
    };
    this.#end(head, event.group);
    return this.emitted;
  }

  /** Writes the idle day of accounts to the log's ring: it is sent to no socket. */
  idleDay(event: IdleDayEvent): void {
    this.packed = this.#pack(event, false);
    this.emitted += 1;
  }

  /** Packs an event into the log's ring, or aside while that is full. Returns the bytes. */
  #pack(event: AccountEvent | IdleDayEvent, isMore: boolean): Buffer {
    const out = this.#out;
    const isBehind = this.#unlogged.length > 0;
    if (isBehind) out.clear();
    else this.log.start(out, 0);
    writeEvent(out, event);
    const at = isBehind ? -1 : this.log.end(out, 0, isMore);
    if (at >= 0) return this.log.buffer.subarray(at, at + out.length);
    const packed = out.copy();
    this.#unlogged.push({ packed, isMore });
    return packed;
  }

  /**
   * Answers a request. The text is sent when all events so far are committed; `suffix` says where
   * the seq of event `seqOf` is appended.
   */
  answer(to: ReplyTo, status: number, text: Text, suffix: number = Suffix.none, seqOf = 0): void {
    const head = {
      type: Answer.answer,
      suffix,
      token: to.token,
      stamp: this.emitted,
      seqOf: seqOf === 0 ? this.emitted : seqOf,
      login: 0,
      accountSeq: 0,
      name: 0,
      parts: 0,
      status,
    };
    this.#put(head, '', text);
  }

  /** Refuses a request. */
  refuse(to: ReplyTo, code: Code, message: string = messageOf(code)): void {
    this.refused(to, refuse(code, message));
  }

  /** Refuses a request, with the data of the refusal. */
  refused(to: ReplyTo, refused: Refusal): void {
    const { code, message } = refused;
    const data = JSON.stringify(dataOf(refused));
    this.answer(to, statusOf(code), envelopeText(to.id, code, data, message));
  }

  /** Sends live money of an account. */
  money(login: number, group: string, text: string): void {
    this.#live(Answer.money, login, group, text);
  }

  /** Sends live values of an account's positions. */
  positions(login: number, text: string): void {
    this.#live(Answer.positions, login, '', text);
  }

  /** Shows a waiting request to dealers, or that they have it no longer. */
  waiting(login: number, group: string, text: string): void {
    this.#live(Answer.waiting, login, group, text);
  }

  /** Shows a request to the gateway that it is sent through, or that it ended. */
  sent(login: number, text: string): void {
    this.#live(Answer.sent, login, '', text);
  }

  #live(type: number, login: number, group: string, text: string): void {
    const head = {
      type,
      suffix: Suffix.none,
      token: 0,
      stamp: this.emitted,
      seqOf: 0,
      login,
      accountSeq: 0,
      name: 0,
      parts: 0,
      status: 0,
    };
    this.#put(head, group, text);
  }

  /**
   * Publishes the written records; called once a turn. The front's ring is published before the log
   * can commit: if the thread dies in between, every committed event has reached the front, except
   * for records that wait here while that ring is full. Records that wait for a commit do not wake
   * the front: the log does, once it has committed.
   */
  flush(): void {
    drain(this.#unlogged, ({ packed, isMore }) => this.log.write(packed, isMore));
    drain(this.#waiting, (out) => this.#write(out));
    this.front.publish();
    this.log.flush();
    if (this.committed() >= this.emitted) this.front.flush();
    else this.front.leaveWaking();
  }

  /** Wakes the front for what waits for a commit: it watches how long that takes. */
  wakeFront(): void {
    if (this.committed() < this.emitted) this.front.wake();
  }

  #put(head: AnswerHead, group: string, text: Text): void {
    this.#begin();
    if (typeof text === 'string') this.#out.utf8(text);
    else text(this.#out);
    this.#end(head, group);
  }

  /** Begins a record for the front: in its ring, unless earlier records wait for room. */
  #begin(): void {
    if (this.#waiting.length > 0) this.#out.clear();
    else this.front.start(this.#out, ANSWER_HEAD);
  }

  /** Ends the record after its text. */
  #end(head: AnswerHead, group: string): void {
    const out = this.#out;
    const textBytes = out.length;
    out.reserve(SUFFIX_BYTES);
    out.at += SUFFIX_BYTES;
    out.utf8(group);
    const groupBytes = out.length - textBytes - SUFFIX_BYTES;
    const at = this.#waiting.length > 0 ? -1 : this.front.end(out, ANSWER_HEAD);
    if (at >= 0) {
      writeAnswerHead(this.front.view, at, head, textBytes, groupBytes);
      if (head.type === Answer.answer) this.#stamp(at);
    } else if (head.type !== Answer.money && head.type !== Answer.positions) {
      this.#waiting.push({ head, bytes: out.copy(), textBytes });
    }
  }

  /** Stamps the answer to an order, which is a frame that had events. */
  #stamp(at: number): void {
    const stamps = this.#stamps;
    if (stamps.received === 0 || this.emitted === this.#emittedBefore) return;
    stamps.executed = stampNow();
    writeStamps(this.front.view, at, stamps);
  }

  #write({ head, bytes, textBytes }: WaitingOutput): boolean {
    const at = this.front.begin(ANSWER_HEAD + bytes.length);
    if (at < 0) return false;
    const groupBytes = bytes.length - textBytes - SUFFIX_BYTES;
    writeAnswerHead(this.front.view, at, head, textBytes, groupBytes);
    this.front.buffer.set(bytes, at + ANSWER_HEAD);
    return true;
  }
}
