// A live socket that reconnects: it continues where it was, and every request gets an answer.

import { BrokerError, clientError } from '../session/errors.js';
import type { Session } from '../session/session.js';
import { Backoff } from './backoff.js';
import { Emitter } from './emitter.js';
import {
  type Codec,
  codecOf,
  type EventFrame,
  type Hello,
  type MessagePack,
  type QuoteTick,
  type Reply,
  readFrame,
  type ServerEvents,
  type Subscribed,
} from './frames.js';
import { Link, type LinkEnd } from './link.js';
import { wholeEvent } from './live-events.js';
import { type PendingRequest, Requests, type WhenLost } from './requests.js';
import {
  type Filter,
  partedBy,
  type Subscription,
  Subscriptions,
  singlesOf,
} from './subscriptions.js';

/** Default number of requests that may wait for their answers. */
const PENDING_MAX = 1_000;
/** The server closes the connection after a longer frame. */
const FRAME_BYTES_MAX = 65_536;
/** Close codes with which the server rejects the session. */
const SESSION_CODES: readonly number[] = [4001, 4002, 4003];
/** The close code of a connection that ended without one. */
const ABNORMAL = 1006;
/** Refusals that pass: the connection is given up, and the subscription is made on the next. */
const PASSING: readonly string[] = [
  'client.unreachable',
  'trade.too_many_requests',
  'trade.timeout',
  'internal',
];
/** Time in ms after which an ended subscription is made again. */
const AGAIN_MS = 100;

/** The options of a socket. */
export interface SocketOptions {
  /** Encodes frames as MessagePack: `{ encode, decode }`. Without it they are JSON. */
  readonly messagePack?: MessagePack;
  /** Most requests that wait for their answers; default 1,000. */
  readonly pendingMax?: number;
}

/** Events of the client itself, besides the server's events. */
export interface ClientEvents {
  /** Ready for use; `resumed`: the connection was interrupted, and no event was missed. */
  readonly connected: { readonly resumed: boolean };
  /** The connection is lost; the next attempt is made in `retry_ms`. */
  readonly disconnected: {
    readonly code: number;
    readonly reason: string;
    readonly retry_ms: number;
  };
  /** The socket is over: it was closed, or the session is over. */
  readonly ended: BrokerError;
  /** A subscription was made again after a break. */
  readonly resubscribed: Subscription & { readonly snapshot: unknown };
  /** Names in a subscription that are no known symbols; the other symbols are followed. */
  readonly unknown_symbols: { readonly channel: string; readonly symbols: readonly string[] };
  /** A subscription could not be made again, and is dropped. */
  readonly unsubscribed: Subscription & { readonly error: BrokerError };
  /** Every event of the server. */
  readonly event: EventFrame;
  /** A frame that the client does not understand. */
  readonly error: BrokerError;
}

/** A listener gets an event's data, and its frame if it came from the server. */
type Listener<Data> = (data: Data, frame: EventFrame<Data>) => void;

/** The live socket of a session; each audience has operations of its own. */
export abstract class LiveSocket<Events extends ServerEvents & ClientEvents> {
  readonly #codec: Codec;
  readonly #requests: Requests;
  readonly #emitter = new Emitter();
  readonly #subscriptions = new Subscriptions();
  readonly #backoff: Backoff;
  readonly #stopWatching: () => void;
  #link: Link | undefined;
  #isReady = false;
  #over: BrokerError | undefined;
  #wake: () => void = () => undefined;
  /** Difference in ms between the server's clock and the machine's. */
  #ahead = 0;

  constructor(
    protected readonly session: Session,
    { messagePack, pendingMax = PENDING_MAX }: SocketOptions = {},
  ) {
    const { clock, random } = session.platform;
    this.#codec = codecOf(messagePack);
    this.#requests = new Requests(pendingMax);
    this.#backoff = new Backoff(clock, random);
    this.#stopWatching = session.onEnd((error) => this.#end(error));
  }

  /** Is it connected, signed in and up to date? */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** The reason why it is over; undefined while it is not. */
  get ended(): BrokerError | undefined {
    return this.#over;
  }

  /**
   * Connects, and reconnects until the socket is over. Resolves when it is ready for the first
   * time.
   */
  async start(): Promise<void> {
    if (this.session.ended !== undefined) throw this.session.ended;
    const ready = this.once('connected');
    // Only `#end` ends it, which informs all waiting callers.
    this.#stay().catch((cause) => {
      this.#end(clientError('client.protocol', 'the client failed', { cause }));
    });
    await ready;
  }

  /**
   * Adds a listener for an event of the server or of the client. The returned function removes it.
   */
  on<Name extends keyof Events & string>(name: Name, listener: Listener<Events[Name]>): () => void {
    return this.#emitter.on(name, listener as (data: never, frame: never) => void);
  }

  /**
   * The data of the next event of a name that passes `where`. Rejects when the socket is over
   * before; `ended` itself resolves with the reason.
   */
  once<Name extends keyof Events & string>(
    name: Name,
    where: (data: Events[Name]) => boolean = () => true,
  ): Promise<Events[Name]> {
    return new Promise((resolve, reject) => {
      if (this.#over !== undefined) return reject(this.#over);
      const giveUp = (error: BrokerError): void => {
        stop();
        reject(error);
      };
      const stop = (): void => {
        for (const one of listening) one();
      };
      const listening = [
        this.on(name, (data) => {
          if (!where(data)) return;
          stop();
          resolve(data);
        }),
        this.on('ended', giveUp),
      ];
    });
  }

  /**
   * Sends a request and returns the data of its answer. Throws a `BrokerError` with the server's
   * code after a refusal. Without a connection the request waits for the next one.
   */
  async request<T>(op: string, data: object = {}, whenLost: WhenLost = 'unknown'): Promise<T> {
    if (this.#over !== undefined) throw this.#over;
    if (whenLost !== 'bound' && this.#link?.isCrowded === true) {
      throw clientError('client.busy', 'the connection does not keep up');
    }
    const { request, answer } = this.#requests.add(op, data, whenLost);
    if (this.#isReady || whenLost === 'bound') this.#send(request);
    return (await answer) as T;
  }

  /** Pings the server; returns its time. */
  ping(): Promise<{ readonly server_time: string }> {
    return this.request('ping', {}, 'repeat');
  }

  /** The server's time in ms since 1970, by the difference that `hello` showed. */
  serverNow(): number {
    return this.session.platform.clock.now() + this.#ahead;
  }

  /** Closes the socket for good; requests without an answer fail. */
  close(): void {
    this.#end(clientError('client.closed', 'the socket was closed'));
  }

  /** Subscribes to a channel, now and after each reconnect; returns the channel's snapshot. */
  protected async follow<Snapshot>(channel: string, filter: Filter): Promise<Snapshot> {
    const data = { channel, ...filter };
    const { snapshot, unknown = [] } = await this.#subscriptions.add({ channel, filter }, () =>
      this.request<Subscribed<Snapshot>>('subscribe', data, 'repeat'),
    );
    if (unknown.length > 0) {
      this.#subscriptions.drop({ channel, filter: { symbols: unknown } });
      this.#emitter.emit('unknown_symbols', { channel, symbols: unknown });
    }
    return snapshot;
  }

  /** Unsubscribes from everything in a channel that fits the filter; an empty filter fits all. */
  protected async unfollow(channel: string, filter: Filter): Promise<void> {
    this.#subscriptions.remove({ channel, filter });
    await this.request('unsubscribe', { channel, ...filter }, 'repeat');
  }

  protected get followed(): readonly Subscription[] {
    return this.#subscriptions.all();
  }

  /** Subscriptions that the server has ended, and that are not made again yet. */
  protected unmade: Set<Subscription> = new Set();

  /**
   * Makes a subscription again that the server has ended, after a moment: an import may move many
   * accounts.
   */
  protected async subscribeAgain(one: Subscription): Promise<void> {
    const { unmade } = this;
    unmade.add(one);
    const { clock } = this.session.platform;
    await new Promise<void>((resolve) => void clock.after(AGAIN_MS, resolve));
    // A new connection has made all subscriptions again.
    if (unmade !== this.unmade || this.#over !== undefined) return;
    try {
      const wanted = this.#subscriptions.wanted(one);
      if (wanted !== undefined) await this.#followAgain(wanted);
      unmade.delete(one);
    } catch {
      this.drop('a subscription was not made again');
    }
  }

  /** Channels that `synchronise` follows again when there is no gap. */
  protected readonly resumable: readonly string[] = [];

  /** Fetches missed events, before any other request. True: there is no gap. */
  protected abstract synchronise(hello: Hello): Promise<boolean>;

  /** Handles an event; `deliver` passes it to the listeners. */
  protected abstract received(frame: EventFrame): void;

  /** Handles an answer; returns it as the caller that waits for it gets it. */
  protected answered(_request: PendingRequest, reply: Reply): Reply {
    return reply;
  }

  /** Passes an event of the server to its listeners. */
  protected deliver(frame: EventFrame): void {
    this.#emitter.emit(frame.event, frame.data, frame);
    this.#emitter.emit('event', frame, frame);
  }

  /** Passes an event of the client to its listeners. */
  protected emit<Name extends keyof Events & string>(name: Name, data: Events[Name]): void {
    this.#emitter.emit(name, data);
  }

  /** Drops the connection: the next one fetches the missed events. */
  protected drop(reason: string): void {
    this.#link?.drop(reason);
  }

  async #stay(): Promise<void> {
    while (this.#over === undefined) {
      const { code, reason } = await this.#connection();
      const isDoubtful = !this.#isReady || SESSION_CODES.includes(code);
      this.#isReady = false;
      this.#link = undefined;
      this.#requests.lost();
      if (isDoubtful && this.#over === undefined) await this.#judge();
      if (this.#over !== undefined) return;
      const retry_ms = this.#backoff.next();
      this.#emitter.emit('disconnected', { code, reason, retry_ms });
      await this.#rest(retry_ms);
    }
  }

  /** Runs one connection; resolves with its end. */
  async #connection(): Promise<LinkEnd> {
    const { session } = this;
    const { clock, openSocket } = session.platform;
    try {
      await session.fresh();
    } catch (error) {
      return { code: ABNORMAL, reason: String(error) };
    }
    if (this.#over !== undefined) return { code: ABNORMAL, reason: 'closed' };
    const headers = session.socketHeaders();
    const socket = openSocket(session.socketUrl, [this.#codec.protocol], headers);
    const link = new Link(socket, clock, (data) => this.#take(data));
    this.#link = link;
    this.#greet(link).catch((error) => link.drop(String(error)));
    return link.ended;
  }

  /** Says hello, fetches missed events, and subscribes again. */
  async #greet(link: Link): Promise<void> {
    await link.opened;
    const { session } = this;
    const account = session.view.login;
    const data = session.csrf === '' ? { account } : { csrf: session.csrf, account };
    const hello = await this.#hello(data);
    this.#ahead = Date.parse(hello.server_time) - session.platform.clock.now();
    const resumed = await this.synchronise(hello);
    const made = resumed ? this.resumable : [];
    for (const one of this.#subscriptions.all()) {
      if (!made.includes(one.channel)) await this.#followAgain(one);
    }
    if (this.#link !== link || this.#over !== undefined) return;
    this.#isReady = true;
    this.#backoff.ready();
    for (const request of this.#requests.unsent()) this.#send(request);
    this.#emitter.emit('connected', { resumed });
  }

  async #hello(data: object): Promise<Hello> {
    try {
      return await this.request<Hello>('hello', data, 'bound');
    } catch (error) {
      const isOther = error instanceof BrokerError && error.code === 'auth.account_changed';
      if (isOther) this.session.end(error);
      throw error;
    }
  }

  async #followAgain(one: Subscription): Promise<void> {
    const { channel, filter } = one;
    try {
      const data = { channel, ...filter };
      const answer = await this.request<Subscribed>('subscribe', data, 'bound');
      const { snapshot, unknown = [] } = answer;
      const [gone, followed] = partedBy(one, unknown);
      for (const single of gone) {
        this.#giveUp(single, new BrokerError('trade.symbol_not_found', 'The symbol is unknown.'));
      }
      this.#emitter.emit('resubscribed', { ...followed, snapshot });
      if (channel !== 'quotes') return;
      this.deliver({ event: 'quotes', data: snapshot as readonly QuoteTick[] });
    } catch (error) {
      if (!(error instanceof BrokerError) || PASSING.includes(error.code)) throw error;
      const singles = singlesOf(one);
      if (singles.length > 1) {
        for (const single of singles) await this.#followAgain(single);
        return;
      }
      this.#giveUp(one, error);
    }
  }

  /** Drops a subscription that cannot be made again. */
  #giveUp(one: Subscription, error: BrokerError): void {
    this.#subscriptions.drop(one);
    this.#emitter.emit('unsubscribed', { ...one, error });
  }

  /**
   * Checks whether the session is over, after a connection failed early or was closed by a session
   * code.
   */
  async #judge(): Promise<void> {
    try {
      await this.session.check();
    } catch {
      // Either the session ended, which ends the socket, or the server cannot be asked yet.
      return;
    }
    const { must_change_password, must_enrol_otp } = this.session.view;
    if (must_change_password) {
      this.#end(new BrokerError('auth.password_change_required', 'Change the password first.'));
    } else if (must_enrol_otp) {
      this.#end(new BrokerError('auth.otp_enrol_required', 'Set up one-time codes first.'));
    }
  }

  #rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.session.platform.clock.after(ms, resolve);
      this.#wake = () => {
        stop();
        resolve();
      };
    });
  }

  #send(request: PendingRequest): void {
    const { id, op, data } = request;
    const frame = this.#codec.write({ id, op, data });
    const size = typeof frame === 'string' ? new TextEncoder().encode(frame).length : frame.length;
    if (size > FRAME_BYTES_MAX) {
      const message = `frame: ${size} bytes, at most ${FRAME_BYTES_MAX}`;
      return this.#requests.refuse(request, new BrokerError('invalid_input', message));
    }
    request.isSent = true;
    this.#link?.send(frame);
  }

  #take(data: unknown): void {
    try {
      const frame = readFrame(this.#codec, data);
      if ('event' in frame) return this.received(wholeEvent(frame));
      const request = this.#requests.of(frame);
      if (request !== undefined) {
        return this.#requests.answered(request, this.answered(request, frame));
      }
      const { code, message } = frame;
      const unasked = clientError('client.protocol', `an answer to nothing: ${code} ${message}`);
      this.#emitter.emit('error', unasked);
    } catch (cause) {
      const message = 'a frame that cannot be read';
      this.#emitter.emit('error', clientError('client.protocol', message, { cause }));
      this.drop(message);
    }
  }

  #end(error: BrokerError): void {
    if (this.#over !== undefined) return;
    this.#over = error;
    this.#isReady = false;
    this.#stopWatching();
    this.#requests.endAll(error);
    this.#link?.drop('closed');
    this.#wake();
    this.#emitter.emit('ended', error);
  }
}
