// Our end of a FIX session: the session, its store, and the one socket that it has at a time.

import type { Socket } from 'node:net';
import type { FixMessage } from '../../../wire/codec/fix/fix-message.js';
import { HourlyLimit } from '../../shared/allowance.js';
import type { WriteBody } from './outgoing.js';
import { ReadAllowance, TURNS } from './read-rate.js';
import { FixSession } from './session.js';
import type { CommittedStore } from './session-store.js';
import type { BusinessRefusal, FixSettings, SessionClock } from './session-types.js';

/** Most bytes that wait for the disk, or for a peer that does not read. */
export const UNSENT_MAX = 16 * 2 ** 20;
/** How long the peer has to close its side once we have ended, in ms. */
const LINGER_MS = 2_000;
/** Silence after which the system asks whether the peer is there. */
const KEEP_ALIVE_MS = 60_000;
/** Units of work that a session does in its turn before others have theirs. */
export const TURN_UNITS = 64;
/** For so long after it had to wait the status says that the peer sends too much, in ms. */
const THROTTLED_MS = 5_000;
/** Timers are set at most so far ahead, in ms. */
const TIMER_MAX_MS = 3_600_000;

/** A clock, timers, and the operator's log. */
export interface FixEnv extends SessionClock {
  setTimer(run: () => void, ms: number): unknown;
  clearTimer(timer: unknown): void;
  log(level: 'info' | 'warn' | 'error', record: { readonly msg: string }): void;
}

/** The clock and timers of the system, for sessions outside of tests, and a log. */
export const systemEnv = (log: FixEnv['log']): FixEnv => ({
  now: Date.now,
  elapsed: () => performance.now(),
  setTimer: setTimeout,
  clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout),
  log,
});

/** The application that the session serves. */
export interface FixApplication {
  /** Messages can be sent until `loggedOff`. */
  loggedOn(): void;
  loggedOff(reason: string): void;
  /** As in `SessionPort`. */
  deliver(message: FixMessage, ticket: number): BusinessRefusal | undefined;
  /** A message of any kind that is sent. The bytes hold during the call. */
  sent?(bytes: Buffer): void;
  skipped?(isReset: boolean): void;
  /** A turn of reading is over: messages that came together were delivered. */
  read?(): void;
}

/** The traffic over the connections of an endpoint. */
interface FixTraffic {
  bytesIn: number;
  bytesOut: number;
  /** When the peer was heard last, ms since 1970; 0 = never. */
  heardAt: number;
}

/** A connection is gone: why, and whether the session was logged on. */
type Gone = (reason: string, wasOn: boolean) => void;

/**
 * A session with its store, and the socket of the live connection. Endpoints that follow each other
 * in one connection's place share `notes`, so that a peer has no new lines with each of them.
 */
export class FixEndpoint {
  readonly session: FixSession;
  readonly traffic: FixTraffic = { bytesIn: 0, bytesOut: 0, heardAt: 0 };
  readonly #name: string;
  #socket: Socket | undefined;
  #gone: Gone = () => undefined;
  #outbox: Buffer[] = [];
  #unsent = 0;
  /** Why the socket is to be closed after the last bytes. */
  #ending: string | undefined;
  #isOn = false;
  /** The commit that is under way. */
  #committing: Promise<void> | undefined;
  #whenGone: () => void = () => undefined;
  #isScheduled = false;
  readonly #allowance: ReadAllowance;
  /** Does the application not take more now? */
  #isHeld = false;
  /** Does it wait for its turn of reading, or rest because the peer sends too much? */
  #isWaiting = false;
  #restTimer: unknown;
  /** When the last rest began; elapsed ms. */
  #restedAt = Number.NEGATIVE_INFINITY;
  #timer: unknown;
  #timerAt = Number.POSITIVE_INFINITY;

  constructor(
    settings: FixSettings,
    private readonly store: CommittedStore,
    private readonly application: FixApplication,
    private readonly env: FixEnv,
    private readonly notes = new HourlyLimit(() => env.now()),
  ) {
    this.#name = `${settings.sender}→${settings.target}`;
    this.#allowance = new ReadAllowance(settings.readRate);
    const port = {
      send: (bytes: Buffer) => {
        this.#outbox.push(Buffer.from(bytes));
        this.#unsent += bytes.length;
        this.traffic.bytesOut += bytes.length;
        application.sent?.(bytes);
        this.#soon();
      },
      close: (reason: string) => {
        this.#ending = reason;
        this.#soon();
      },
      loggedOn: () => {
        this.#isOn = true;
        this.#note('info', 'logged on');
        application.loggedOn();
      },
      deliver: (message: FixMessage, ticket: number) => application.deliver(message, ticket),
      skipped: (isReset: boolean) => application.skipped?.(isReset),
      note: (level: 'info' | 'warn', text: string) => {
        if (this.notes.take()) this.#note(level, text);
      },
    };
    this.session = new FixSession(settings, store, port, env);
  }

  /** Has the session a live connection? */
  get isConnected(): boolean {
    return this.#socket !== undefined;
  }

  /**
   * Takes a socket, and the bytes that were read from it already; `gone` is called once when it is
   * closed. False: another connection is live, and the socket stays the caller's.
   */
  attach(socket: Socket, first: Buffer, gone: Gone): boolean {
    if (this.#socket !== undefined) return false;
    this.#socket = socket;
    this.#gone = gone;
    this.#isHeld = false;
    this.#dropUnsent();
    this.#ending = undefined;
    socket.setNoDelay(true);
    // A peer without heartbeats may vanish without a word.
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    let failure = '';
    socket.on('data', (chunk: Buffer) => {
      if (socket === this.#socket) this.#take(chunk);
    });
    socket.on('error', (error) => {
      failure = error.message;
    });
    socket.on('close', () => this.#closed(socket, failure || this.#closedText));
    this.#do(() => this.session.open());
    if (first.length > 0) this.#take(first);
    return true;
  }

  /** Why there is no connection any more, where the peer does not say so. */
  get #closedText(): string {
    const isUnanswered = !this.#isOn && this.session.settings.role === 'initiator';
    // A peer that does not know us, or our password, may not answer at all.
    return isUnanswered
      ? 'the connection was closed before our Logon was answered: the peer may not take our ' +
          'names or password, or has another connection under these names'
      : 'the connection was closed';
  }

  #take(bytes: Buffer): void {
    this.traffic.bytesIn += bytes.length;
    this.traffic.heardAt = this.env.now();
    this.#allowance.spend(0, bytes.length);
    this.session.push(bytes);
    if (!this.#isWaiting) this.#read();
  }

  /**
   * Reads what has come, for one turn. The socket is read again when nothing is left of it, and
   * neither the application nor the rate of the peer makes it wait.
   */
  #read(): void {
    this.#isWaiting = false;
    const socket = this.#socket;
    if (socket === undefined) return;
    if (this.#isHeld) return void socket.pause();
    const { messagesRead } = this.session;
    let units = 0;
    this.#do(() => {
      while (units < TURN_UNITS && !this.#isHeld) {
        const done = this.session.step();
        if (done === 0) return;
        units += done;
      }
    });
    this.#allowance.spend(this.session.messagesRead - messagesRead, 0);
    this.application.read?.();
    if (socket.destroyed) return;
    const restMs = this.#allowance.restMs(this.env.elapsed());
    if (restMs > 0) this.#rest(socket, restMs);
    else if (units >= TURN_UNITS) {
      socket.pause();
      this.#readLater(socket);
    } else if (!this.#isHeld) socket.resume();
  }

  #readLater(socket: Socket): void {
    this.#isWaiting = true;
    TURNS.add(() => {
      if (socket === this.#socket) this.#read();
    });
  }

  /** Reads nothing for a time, because the peer sends more than its rate. */
  #rest(socket: Socket, ms: number): void {
    socket.pause();
    if (!this.isThrottled && this.notes.take()) {
      const { messages, bytes } = this.session.settings.readRate;
      const most = `${messages} messages and ${bytes} bytes a second`;
      this.#note('warn', `the peer sends more than ${most}, so that it has to wait`);
    }
    this.#restedAt = this.env.elapsed();
    this.#isWaiting = true;
    this.#restTimer = this.env.setTimer(() => this.#read(), ms);
  }

  /** Had the peer to wait lately, because it sends too much or we do not get on with it? */
  get isThrottled(): boolean {
    return this.#isHeld || this.env.elapsed() - this.#restedAt < THROTTLED_MS;
  }

  /** Sends a message of the application. Its number; undefined when the session is not on. */
  send(type: string, body: WriteBody): number | undefined {
    return this.session.send(type, body);
  }

  /** Ends the session in order, if it is on. */
  logout(reason: string): void {
    this.#do(() => this.session.logout(reason));
  }

  /** Ends the session in order, and closes the store. Nothing may be called after that. */
  async end(reason: string): Promise<void> {
    if (this.#socket !== undefined) {
      const gone = new Promise<void>((resolve) => {
        this.#whenGone = resolve;
      });
      this.logout(reason);
      await gone;
    }
    await this.#committing;
    await this.store.close();
  }

  /** Reads no more from the peer, who has to wait, until `resume`. */
  pause(): void {
    if (this.#socket === undefined) return;
    this.#isHeld = true;
    this.session.hold(true);
    this.#socket.pause();
    this.#soon();
  }

  resume(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.session.hold(false);
    this.#soon();
    if (!this.#isWaiting && this.#socket !== undefined) this.#readLater(this.#socket);
  }

  /** Cuts the connection, if there is one. */
  cut(): void {
    this.#socket?.destroy();
  }

  #note(level: 'info' | 'warn' | 'error', text: string): void {
    this.env.log(level, { msg: `FIX ${this.#name}: ${text}` });
  }

  /** Calls the session; a store that fails ends the connection, before anything else is sent. */
  #do(run: () => void): void {
    try {
      run();
    } catch (error) {
      return this.#fail(error);
    }
    this.#soon();
  }

  #fail(error: unknown): void {
    this.#note('error', `the connection is cut: ${(error as Error).message}`);
    this.#dropUnsent();
    // Further input is not read: it could fill the memory again before the socket is closed.
    this.session.closed();
    this.#socket?.destroy();
  }

  #dropUnsent(): void {
    this.#outbox = [];
    this.#unsent = 0;
  }

  /** Flushes and sets the timer once this turn is over, whatever it still does. */
  #soon(): void {
    if (this.#unsent > UNSENT_MAX) this.#fail(new Error('the disk does not keep up'));
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      this.#flush();
      this.#setTimer();
    });
  }

  /** Commits the store, then sends what was written before; one commit at a time. */
  #flush(): void {
    if (this.#committing !== undefined) return;
    const batch = this.#outbox;
    const socket = this.#socket;
    this.#dropUnsent();
    let committing: Promise<void> | undefined;
    try {
      committing = this.store.commit();
    } catch (error) {
      return this.#fail(error);
    }
    if (committing === undefined) return this.#transmit(socket, batch);
    this.#committing = committing
      .then(() => this.#transmit(socket, batch))
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#committing = undefined;
        if (this.#outbox.length > 0 || this.#ending !== undefined) this.#soon();
      });
  }

  #transmit(socket: Socket | undefined, batch: readonly Buffer[]): void {
    if (socket === undefined || socket !== this.#socket || socket.destroyed) return;
    const [first] = batch;
    if (first !== undefined) socket.write(batch.length === 1 ? first : Buffer.concat(batch));
    if (socket.writableLength > UNSENT_MAX) {
      this.#ending = 'the peer does not read';
      socket.destroy();
    } else if (this.#ending !== undefined && this.#outbox.length === 0) this.#end(socket);
  }

  /**
   * Ends our side, and waits for the peer to end its own, so that it gets the last bytes. A peer
   * that was not logged on keeps nobody out meanwhile: it may not be whom it says it is.
   */
  #end(socket: Socket): void {
    if (socket.writableEnded) return;
    socket.end();
    const timer = this.env.setTimer(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => this.env.clearTimer(timer));
    const isRefused = this.session.settings.role === 'acceptor' && !this.#isOn;
    if (isRefused) this.#closed(socket, this.#closedText);
  }

  #closed(socket: Socket, failure: string): void {
    if (socket !== this.#socket) return;
    const reason = this.#ending ?? failure;
    const wasOn = this.#isOn;
    this.#socket = undefined;
    this.#isOn = false;
    this.#isHeld = false;
    if (this.#restTimer !== undefined) this.env.clearTimer(this.#restTimer);
    this.#restTimer = undefined;
    this.#isWaiting = false;
    this.session.closed();
    this.#setTimer();
    // Connections without a Logon have a limit of lines.
    if (wasOn || this.notes.take()) this.#note('info', `disconnected: ${reason}`);
    if (wasOn) this.application.loggedOff(reason);
    this.#gone(reason, wasOn);
    this.#whenGone();
  }

  /** A timer that is set earlier than needed is left: it sets the next. */
  #setTimer(): void {
    const { dueAt } = this.session;
    if (this.#timerAt <= dueAt && dueAt !== Number.POSITIVE_INFINITY) return;
    if (this.#timer !== undefined) this.env.clearTimer(this.#timer);
    this.#timer = undefined;
    this.#timerAt = dueAt;
    if (dueAt === Number.POSITIVE_INFINITY) return;
    const wait = Math.min(Math.max(Math.ceil(dueAt - this.env.elapsed()), 0), TIMER_MAX_MS);
    this.#timer = this.env.setTimer(() => {
      this.#timerAt = Number.POSITIVE_INFINITY;
      this.#timer = undefined;
      this.#do(() => this.session.wake());
    }, wait);
  }
}
