// A FIX 4.4 session: logon, numbers, gaps, heartbeats, logout. It has no clock, timer or socket.
//
// `open` when a connection is up, `push` for bytes that come and `step` to read them, `wake` when
// `dueAt` is reached, `closed` when the connection is gone. The numbers outlive the connection.

import { type FixFault, faultOf, requiredFault } from '../../../wire/codec/fix/fix-check.js';
import { FixMessage } from '../../../wire/codec/fix/fix-message.js';
import { BEGIN_STRING } from '../../../wire/codec/fix/fix-writer.js';
import { Framer } from '../../../wire/codec/fix/framer.js';
import { peerText } from '../../../wire/codec/fix/peer-text.js';
import { REJECT, REJECT_TEXTS, TAG, TYPE } from '../../../wire/codec/fix/tags.js';
import { GapQueue } from './gap-queue.js';
import { firstRefusal, hasRightTime, isUnservable, UNSERVABLE } from './logon-check.js';
import {
  isAdministrative,
  isCounted,
  isForApplication,
  Outgoing,
  SECOND_MS,
  type WriteBody,
} from './outgoing.js';
import { PeerDemands } from './peer-demands.js';
import { PeerSilence } from './peer-silence.js';
import { Resending } from './resending.js';
import { NOT_OPEN } from './schedule.js';
import type { FixSettings, SessionClock, SessionPort, SessionStore } from './session-types.js';

/** `logon`: the peer's Logon is awaited, after our own if we dial; `logout`: its Logout is. */
type SessionState = 'closed' | 'logon' | 'on' | 'logout';

const TEST_ID = 'TEST';
/** The number of the message after a Logon that begins the numbers again. */
const FIRST_AFTER_LOGON = 2;

/** A unit of work: a message, and each so many bytes of a longer one. */
const UNIT_BYTES = 512;

const VERSION = Buffer.from(BEGIN_STRING);

/** The units of work of reading so many bytes. */
const unitsOf = (bytes: number): number => 1 + Math.floor(bytes / UNIT_BYTES);

/** A session between us and one peer. */
export class FixSession {
  /** The identities as messages have them. */
  readonly #ours: Buffer;
  readonly #theirs: Buffer;
  readonly #out: Outgoing;
  readonly #resending: Resending;
  readonly #message = new FixMessage();
  readonly #waiting = new GapQueue();
  readonly #silence = new PeerSilence();
  readonly #demands = new PeerDemands();
  #framer = new Framer();
  #state: SessionState = 'closed';
  /** The number of the peer's next message. */
  #expected: number;
  /** The number of the message before which the peer was asked to fill a gap; 0 = no gap. */
  #gapBefore = 0;
  /** The number up to which a gap fill of the peer is under way; 0 = there is none. */
  #fillTo = 0;
  /** The last message that was delivered, and the last that the application has handled. */
  #delivered = 0;
  #handled = 0;
  /** The first message that was delivered since all were handled. */
  #pendingFrom = 0;
  /** Tickets of deliveries are numbers plus this, so that they grow on when numbers begin again. */
  #ticketBase = 0;
  /** Seconds between heartbeats, by the Logon. */
  #heartbeatSec = 0;
  #hasSentReset = false;
  /** Messages that were read, the garbled ones included. */
  messagesRead = 0;
  /** The start of the scheduled session that is open. */
  #begun: number | undefined;
  /** Elapsed times in ms: of opening or our Logout, of progress in a gap. */
  #since = 0;
  #gapSince = 0;

  constructor(
    readonly settings: FixSettings,
    private readonly store: SessionStore,
    private readonly port: SessionPort,
    private readonly clock: SessionClock,
  ) {
    this.#out = new Outgoing(settings, store, port, clock);
    this.#resending = new Resending(settings, store, this.#out, clock);
    this.#expected = store.nextIn;
    this.#ours = Buffer.from(settings.sender);
    this.#theirs = Buffer.from(settings.target);
  }

  /** Seconds between heartbeats, as the Logon has agreed on; 0 = there are none. */
  get heartbeatSec(): number {
    return this.#heartbeatSec;
  }

  /** Is the session logged on, so that `send` sends? */
  get isOn(): boolean {
    return this.#state === 'on';
  }

  /** Is the session open by its schedule? */
  get isScheduled(): boolean {
    return this.settings.schedule === undefined || this.#scheduledStart() !== undefined;
  }

  /** The start of the session that is open by the schedule, if there is one. */
  #scheduledStart(): number | undefined {
    return this.settings.schedule?.startOf(this.clock.now());
  }

  /** A connection is up. */
  open(): void {
    const { role, heartbeatSec, resetOnLogon } = this.settings;
    this.#begun = this.#scheduledStart();
    if (this.store.resetAt < (this.#begun ?? 0)) this.#reset();
    this.#state = 'logon';
    this.#framer = new Framer();
    this.#since = this.clock.elapsed();
    this.#silence.begin(this.#since);
    this.#hasSentReset = false;
    this.#gapBefore = 0;
    this.#heartbeatSec = heartbeatSec;
    if (!this.isScheduled) return this.#close(NOT_OPEN);
    if (role === 'acceptor') return;
    if (resetOnLogon) this.#reset();
    this.#logon(resetOnLogon);
  }

  /** The connection is gone. */
  closed(): void {
    this.#state = 'closed';
    this.#waiting.clear();
    this.#fillTo = 0;
    this.#resending.end();
  }

  /** Bytes have come, which `step` reads. They must not change any more. */
  push(chunk: Buffer): void {
    if (this.#state !== 'closed') this.#framer.push(chunk);
  }

  /**
   * Does the next piece of work: sends some messages again, or takes the next message that has come
   * or was waiting. Returns its size in units; 0 = nothing is left until more bytes come.
   */
  step(): number {
    if (this.#state === 'closed') return 0;
    if (this.#resending.isActive) return this.#resendOn();
    if (this.#fillTo > 0) return this.#fillOn();
    if (this.#waiting.first === this.#expected) return this.#takeWaiting();
    const found = this.#framer.next(this.#message);
    if (found === 'none') return 0;
    this.messagesRead += 1;
    this.#silence.heard(this.clock.elapsed());
    if (found === 'message') this.#check(this.#message);
    else this.#garbled();
    return unitsOf(this.#framer.read);
  }

  /** Holds back what the peer sends, whose silence does not count meanwhile, or reads it again. */
  hold(isHeld: boolean): void {
    const elapsed = this.clock.elapsed();
    if (isHeld) this.#silence.hold(elapsed);
    else this.#gapSince += this.#silence.release(elapsed);
  }

  /** Bytes in a message change its state; a check before does not say what it is after. */
  #isOpen(): boolean {
    return this.#state !== 'closed';
  }

  /** Sends a message of the application. Its number; undefined when the session is not on. */
  send(type: string, body: WriteBody): number | undefined {
    if (this.#state !== 'on') return undefined;
    return this.#out.write(type, body);
  }

  /** All messages delivered up to this ticket have lasting effects; where `confirms` is set. */
  handled(ticket: number): void {
    this.#handled = Math.max(this.#handled, ticket - this.#ticketBase);
    this.#markReceived();
  }

  /** Ends the session in order; the reason is for the peer. */
  logout(reason: string): void {
    if (this.#state === 'on') this.#logout(reason);
    else if (this.#isOpen()) this.#close(reason);
  }

  // Times

  /** The elapsed time in ms at which `wake` must be called; infinite when there is none. */
  get dueAt(): number {
    const { logonTimeoutMs, logoutTimeoutMs, gapTimeoutMs, schedule } = this.settings;
    if (this.#state === 'closed') return Number.POSITIVE_INFINITY;
    if (this.#state === 'logon') return this.#since + logonTimeoutMs;
    if (this.#state === 'logout') return this.#since + logoutTimeoutMs;
    const now = this.clock.now();
    return Math.min(
      this.#aliveUntil(),
      this.#isGapOpen ? this.#gapSince + gapTimeoutMs : Number.POSITIVE_INFINITY,
      this.clock.elapsed() + (schedule?.nextChange(now) ?? Number.POSITIVE_INFINITY) - now,
    );
  }

  /** Does the peer owe us messages, which we would read? */
  get #isGapOpen(): boolean {
    return this.#gapBefore !== 0 && !this.#silence.isHeld;
  }

  #aliveUntil(): number {
    const interval = this.#heartbeatSec * 1000;
    if (interval === 0) return Number.POSITIVE_INFINITY;
    const silenceAt = this.#silence.dueAt(interval);
    return this.#silence.isTesting ? silenceAt : Math.min(silenceAt, this.#out.sentAt + interval);
  }

  /** Does what is due by now. */
  wake(): void {
    const elapsed = this.clock.elapsed();
    const { logonTimeoutMs, logoutTimeoutMs, gapTimeoutMs } = this.settings;
    if (this.#state === 'closed') return;
    const waited = elapsed - this.#since;
    if (this.#state === 'logon') {
      if (waited >= logonTimeoutMs) this.#close('the peer did not log on in time');
    } else if (this.#state === 'logout') {
      if (waited >= logoutTimeoutMs) this.#close('the peer did not answer the logout');
    } else if (this.#scheduledStart() !== this.#begun)
      this.#logout('the session ends by its schedule');
    else if (this.#isGapOpen && elapsed - this.#gapSince >= gapTimeoutMs) {
      this.#logout('the gap was not filled in time');
    } else this.#keepAlive(elapsed);
  }

  #keepAlive(elapsed: number): void {
    const interval = this.#heartbeatSec * 1000;
    if (interval === 0) return;
    const due = this.#silence.due(interval, elapsed);
    if (due === 'lost') this.#close('the peer is silent');
    else if (due === 'test') {
      this.#out.write(TYPE.testRequest, (writer) => writer.text(TAG.testReqId, TEST_ID));
    } else if (due === undefined && elapsed - this.#out.sentAt >= interval) {
      this.#out.write(TYPE.heartbeat);
    }
  }

  // Incoming messages, in the order of their checks

  /** A garbled message uses no number and is ignored, but the first must be a Logon. */
  #garbled(): void {
    if (this.#state === 'logon') this.#close('the first message is garbled');
    else this.port.note('warn', 'a garbled message was ignored');
  }

  #check(message: FixMessage): void {
    const { strict } = this.settings;
    const isFirst = this.#state === 'logon';
    if (!message.isAt(0, VERSION)) return this.#wrongVersion(message);
    if (isFirst && !this.#mayBeFirst(message)) return;
    const fault = strict ? faultOf(message) : requiredFault(message, isAdministrative(message));
    if (isFirst) return this.#checkFirst(message, fault);
    if (fault !== undefined) return this.#reject(message, fault);
    if (message.type === TYPE.logon && !this.#admitsReset(message)) return;
    if (!hasRightTime(message, this.settings, this.clock.now())) {
      return this.#endBy(message, REJECT.sendingTime);
    }
    if (!this.#isFromPeer(message)) return this.#endBy(message, REJECT.compId);
    if (message.type === TYPE.logon) this.#takeLogon(message);
    else this.#receive(message);
  }

  /**
   * A first message that is refused gets no answer: an answer would use a number, and whoever knows
   * the names of a session could move its numbers.
   */
  #checkFirst(message: FixMessage, fault: FixFault | undefined): void {
    const { type } = message;
    if (fault !== undefined) {
      const text = REJECT_TEXTS[fault.reason] ?? '';
      return this.#close(`the first message is faulty: ${text}, field ${fault.tag}`);
    }
    const refusal = firstRefusal(message, this.settings, this.clock.now());
    if (refusal !== undefined) return this.#close(refusal);
    if (type === TYPE.logon) this.#takeLogon(message);
    else this.#receive(message);
  }

  /** The peer speaks another version: only its Logout is read. */
  #wrongVersion(message: FixMessage): void {
    if (this.#state === 'logon') return this.#close('the peer speaks another version of FIX');
    if (message.type === TYPE.logout) return this.#receiveLogout(message);
    if (message.int(TAG.msgSeqNum) === this.#expected) this.#advance(this.#expected + 1);
    this.#logout('Incorrect BeginString');
  }

  /** Is it the peer's Logon, or its Logout that refuses ours? Otherwise closes without a word. */
  #mayBeFirst(message: FixMessage): boolean {
    const isAnswer = this.settings.role === 'initiator';
    const { type } = message;
    if (type === TYPE.logon || (isAnswer && type === TYPE.logout)) {
      if (this.#isFromPeer(message)) return true;
      this.#close('the peer has another identity');
    } else if (isAnswer && type === TYPE.reject) {
      this.#close(`the peer rejects the Logon${this.#said(message)}`);
    } else this.#close('the first message is no Logon');
    return false;
  }

  #isFromPeer(message: FixMessage): boolean {
    return (
      message.isAt(message.find(TAG.senderCompId), this.#theirs) &&
      message.isAt(message.find(TAG.targetCompId), this.#ours)
    );
  }

  /** A message whose checks are passed; messages that waited for a gap come here again. */
  #receive(message: FixMessage): void {
    switch (message.type) {
      case TYPE.logon:
        return this.#receiveLogon(message);
      case TYPE.logout:
        return this.#receiveLogout(message);
      case TYPE.resendRequest:
        return this.#receiveResendRequest(message);
      case TYPE.sequenceReset:
        return this.#receiveSequenceReset(message);
    }
    const seq = message.int(TAG.msgSeqNum);
    if (!this.#isNext(message, seq)) return;
    if (message.type === TYPE.testRequest) {
      const id = message.find(TAG.testReqId);
      this.#out.write(TYPE.heartbeat, (writer) => writer.copy(message, id, id + 1));
    }
    if (isForApplication(message)) this.#deliver(message, seq);
    else this.#advance(seq + 1);
  }

  #deliver(message: FixMessage, seq: number): void {
    const ticket = this.#ticketBase + seq;
    if (this.#handled >= this.#delivered) this.#pendingFrom = seq;
    this.#delivered = seq;
    this.#advance(Math.max(seq + 1, this.#expected));
    const refusal = this.port.deliver(message, ticket);
    if (!this.settings.confirms) this.handled(ticket);
    if (refusal !== undefined) this.#out.refuse(message, refusal);
  }

  // Numbers and gaps

  /** Is it the next message? One ahead waits; one behind is a duplicate, or ends the session. */
  #isNext(message: FixMessage, seq: number): boolean {
    if (seq === this.#expected) return this.#isPlausible(message);
    if (seq > this.#expected) this.#wait(message, seq);
    else if (!message.flag(TAG.possDupFlag)) this.#endWith(this.#tooLow(seq));
    else if (message.type !== TYPE.sequenceReset && !message.has(TAG.origSendingTime)) {
      this.#reject(message, { reason: REJECT.requiredTagMissing, tag: TAG.origSendingTime });
    } else this.#isPlausible(message);
    return false;
  }

  /** A duplicate was not first sent after itself; otherwise ends the session. */
  #isPlausible(message: FixMessage): boolean {
    if (!message.flag(TAG.possDupFlag)) return true;
    const lead = message.time(TAG.origSendingTime) - message.time(TAG.sendingTime);
    if (!(lead >= SECOND_MS)) return true;
    this.#endBy(message, REJECT.sendingTime);
    return false;
  }

  #tooLow(seq: number): string {
    return `MsgSeqNum too low, expecting ${this.#expected} but received ${seq}`;
  }

  /** Keeps a message for its turn, and asks once for those before it. */
  #wait(message: FixMessage, seq: number): void {
    this.#waiting.add(seq, message);
    // After our Logout nothing is asked for: the next connection does that.
    if (this.#gapBefore !== 0 || this.#state === 'logout') return;
    this.#gapBefore = seq;
    this.#gapSince = this.clock.elapsed();
    const from = this.#expected;
    this.port.note('warn', `messages ${from} to ${seq - 1} are missing and were asked for again`);
    this.#out.write(TYPE.resendRequest, (writer) =>
      writer.int(TAG.beginSeqNo, from).int(TAG.endSeqNo, 0),
    );
  }

  /** Takes the message that waits and whose turn has come. */
  #takeWaiting(): number {
    const message = this.#waiting.take();
    if (message === undefined) return 0;
    // These messages took effect when they came.
    const isDone = message.type === TYPE.logon || message.type === TYPE.resendRequest;
    if (isDone) this.#advance(this.#expected + 1);
    else this.#receive(message);
    return unitsOf(message.to - message.from);
  }

  #advance(expected: number): void {
    this.#expected = expected;
    this.#gapSince = this.clock.elapsed();
    if (expected >= this.#gapBefore) this.#gapBefore = 0;
    this.#markReceived();
  }

  /** A restart asks again for the messages that have no lasting effect yet. */
  #markReceived(): void {
    const isPending = this.#handled < this.#delivered;
    const pending = Math.max(this.#handled + 1, this.#pendingFrom);
    this.store.received(isPending ? pending : this.#expected);
  }

  #reset(): void {
    this.store.reset(this.clock.now());
    this.#waiting.clear();
    this.#fillTo = 0;
    this.#expected = 1;
    this.#gapBefore = 0;
    this.#ticketBase += this.#delivered;
    this.#delivered = 0;
    this.#handled = 0;
  }

  #receiveSequenceReset(message: FixMessage): void {
    const isGapFill = message.flag(TAG.gapFillFlag);
    if (isGapFill && !this.#isNext(message, message.int(TAG.msgSeqNum))) return;
    const next = message.int(TAG.newSeqNo);
    if (next < this.#expected) {
      return this.#reject(message, { reason: REJECT.wrongValue, tag: 0 });
    }
    if (next === this.#expected) return;
    this.port.skipped?.(!isGapFill);
    // A gap fill does not undo messages that have come: messages behind it are not lost.
    if (!isGapFill) this.#waiting.clear();
    this.#fillTo = next;
  }

  /** Goes on with a gap fill: takes the next message that waits within it, or ends it. */
  #fillOn(): number {
    const seq = this.#waiting.first;
    const message = seq < this.#fillTo ? this.#waiting.take() : undefined;
    if (message === undefined) {
      this.#advance(this.#fillTo);
      this.#fillTo = 0;
      return 1;
    }
    if (isForApplication(message)) this.#deliver(message, seq);
    return unitsOf(message.to - message.from);
  }

  /** Answers whatever its own number is, so that two sides that miss messages get on. */
  #receiveResendRequest(message: FixMessage): void {
    if (!this.#demands.takeResend(this.clock.elapsed())) {
      return this.#endWith('too many ResendRequests');
    }
    this.#resending.begin(message.int(TAG.beginSeqNo), message.int(TAG.endSeqNo));
    this.#resendOn();
    const seq = message.int(TAG.msgSeqNum);
    if (seq === this.#expected) this.#advance(seq + 1);
    else if (seq > this.#expected) this.#wait(message, seq);
  }

  #resendOn(): number {
    const count = this.#resending.sendSome();
    this.#demands.resent(count);
    return 1 + count;
  }

  // Logon and logout

  /** May a session that is on begin its numbers again by this Logon? Otherwise it ends. */
  #admitsReset(message: FixMessage): boolean {
    if (!message.flag(TAG.resetSeqNumFlag)) {
      this.#close('a second Logon');
      return false;
    }
    if (isUnservable(message)) this.#endWith(UNSERVABLE);
    return this.#isOpen();
  }

  /** A Logon whose checks are passed: numbers begin again where a side wants it. */
  #takeLogon(message: FixMessage): void {
    const { role, resetOnLogon } = this.settings;
    const isReset = message.flag(TAG.resetSeqNumFlag);
    const isFirst = this.#state === 'logon';
    // The peer answers the answer to its reset: another one would go on without end.
    if (!isFirst && this.#hasSentReset && this.#expected === FIRST_AFTER_LOGON) return;
    const isOurReset = isFirst && role === 'acceptor' && resetOnLogon;
    const isAnswer = !this.#mustAnswer(message);
    if (!isAnswer && !this.#demands.takeLogon(this.clock.elapsed())) {
      return this.#close('the peer logs on too often');
    }
    const beginsAnew = isOurReset || (isReset && !isAnswer);
    if (beginsAnew) this.#reset();
    this.#receive(message);
    // The reset has dropped the messages that were missing or waiting.
    if (beginsAnew && !isFirst && this.#isOpen()) this.port.skipped?.(true);
  }

  /** An acceptor answers each Logon, an initiator only one that resets the numbers unasked. */
  #mustAnswer(message: FixMessage): boolean {
    if (this.settings.role === 'acceptor' || this.#state !== 'logon') return true;
    return message.flag(TAG.resetSeqNumFlag) && !this.#hasSentReset;
  }

  #receiveLogon(message: FixMessage): void {
    const isReset = message.flag(TAG.resetSeqNumFlag);
    const isFirst = this.#state === 'logon';
    const seq = message.int(TAG.msgSeqNum);
    if (seq < this.#expected) return this.#endWith(this.#tooLow(seq));
    if (this.settings.role === 'acceptor') {
      this.#heartbeatSec = Math.max(message.int(TAG.heartBtInt), 0);
    }
    if (this.#mustAnswer(message)) this.#logon(isReset);
    this.#state = 'on';
    if (isReset || seq === this.#expected) this.#advance(seq + 1);
    else this.#wait(message, seq);
    if (isFirst) this.port.loggedOn();
  }

  #logon(isReset: boolean): void {
    const { role, username, password } = this.settings;
    this.#hasSentReset = isReset;
    this.#out.write(TYPE.logon, (writer) => {
      writer.int(TAG.encryptMethod, 0).int(TAG.heartBtInt, this.#heartbeatSec);
      if (isReset) writer.flag(TAG.resetSeqNumFlag, true);
      if (role === 'acceptor') return;
      writer.optional(TAG.username, username).optional(TAG.password, password);
    });
  }

  #receiveLogout(message: FixMessage): void {
    const seq = message.int(TAG.msgSeqNum);
    if (seq === this.#expected) this.#advance(seq + 1);
    if (this.#state === 'on') this.#logout('');
    this.#close(`the peer logged out${this.#said(message)}`);
  }

  /** The text of a message for the operator. It may repeat what we logged on with. */
  #said(message: FixMessage): string {
    const text = peerText(message.text(TAG.text), this.settings.password);
    return text === '' ? '' : `: ${text}`;
  }

  #logout(reason: string): void {
    if (this.#state === 'logout' || this.#state === 'closed') return;
    this.#out.write(TYPE.logout, (writer) => writer.optional(TAG.text, reason));
    this.#state = 'logout';
    this.#since = this.clock.elapsed();
  }

  /** Logs out and closes without waiting for the answer. */
  #endWith(reason: string): void {
    this.#logout(reason);
    this.#close(reason);
  }

  #close(reason: string): void {
    this.closed();
    this.port.close(reason);
  }

  // Rejects

  #reject(message: FixMessage, fault: FixFault): void {
    const seq = message.int(TAG.msgSeqNum);
    if (Number.isNaN(seq)) return this.#endWith('MsgSeqNum is missing');
    this.#out.reject(message, fault);
    if (seq === this.#expected && isCounted(message, fault)) this.#advance(seq + 1);
  }

  /** Rejects a message and ends the session, which can then not go on. */
  #endBy(message: FixMessage, reason: number): void {
    this.#reject(message, { reason, tag: 0 });
    this.#logout('');
  }
}
