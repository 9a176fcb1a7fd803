// A trader's live socket: the account's events without a gap, and trades that are executed once.

import { BrokerError, clientError } from '../session/errors.js';
import type {
  AccountPicture,
  Money,
  News,
  TradeCheck,
  TradeRequest,
  TradeResult,
} from '../session/records.js';
import type { Session } from '../session/session.js';
import type {
  CorrectedBars,
  EventFrame,
  Hello,
  LiveBar,
  PositionTick,
  QuoteTick,
  Reply,
  Resumed,
  ServerEvents,
  TradeAnswer,
} from './frames.js';
import { wholeAnswer } from './live-events.js';
import { type ClientEvents, LiveSocket, type SocketOptions } from './live-socket.js';
import { MessageMark, Numbering } from './numbering.js';
import type { PendingRequest } from './requests.js';

/** Default validity of a trade in ms: a trade that reaches the server later is not executed. */
const TRADE_VALID_MS = 30_000;
/**
 * Most queries for an outcome that the server does not know yet, and the first pause between them.
 */
const STATUS_TRIES = 6;
const STATUS_PAUSE_MS = 500;
/** After this number of gaps in a row, without an event between them, the account is read again. */
const GAPS_MAX = 3;

/** Events of a trader's socket. */
export interface TraderEvents extends ServerEvents, ClientEvents {
  /**
   * The whole account: at the start, and when events were missed that the server no longer has. It
   * replaces all earlier data; later events continue from it.
   */
  readonly account: AccountPicture;
  /** Live money, at most four times a second. */
  readonly account_money: Money;
  readonly bar: LiveBar;
  /** Staff have corrected bars of a followed symbol and timeframe: read this period again. */
  readonly bars_corrected: CorrectedBars;
  readonly positions: readonly PositionTick[];
  /** A piece of news of a datafeed. */
  readonly news: News;
  readonly notification: Readonly<Record<string, unknown>>;
  readonly mail: Readonly<Record<string, unknown>>;
  /** Messages after this seq were missed that the server no longer holds: read their lists. */
  readonly messages_missed: { readonly after_seq: string };
}

/** The options of a trader's socket. */
export interface TraderSocketOptions extends SocketOptions {
  /** Validity of trades without `valid_until`, in ms from the call; default 30,000. */
  readonly tradeValidMs?: number;
}

/** The live socket of a trader. */
export class TraderSocket extends LiveSocket<TraderEvents> {
  readonly #numbering = new Numbering();
  readonly #messages = new MessageMark();
  readonly #tradeValidMs: number;
  #gaps = 0;

  constructor(session: Session, options: TraderSocketOptions = {}) {
    super(session, options);
    this.#tradeValidMs = options.tradeValidMs ?? TRADE_VALID_MS;
  }

  /** Number of the newest delivered event of the account. */
  get accountSeq(): number | undefined {
    return this.#numbering.last;
  }

  /**
   * Trades once. If the answer is lost with the connection, the outcome is queried on the next one.
   * Only if the server does not know the request, and it is still valid, the request is sent again,
   * with the same `request_id`. Throws the server's refusal, with the result as `data`.
   */
  async trade(request: TradeRequest): Promise<TradeResult> {
    const { uuid } = this.session.platform;
    const validUntil =
      request.valid_until ?? new Date(this.serverNow() + this.#tradeValidMs).toISOString();
    const asked = { request_id: uuid(), ...request, valid_until: validUntil };
    for (;;) {
      try {
        return await this.request<TradeResult>('trade', asked);
      } catch (error) {
        if (!isUnknown(error)) throw error;
      }
      // The connection was lost, or the server was too slow: the outcome is queried.
      const result = await this.#outcome(asked.request_id);
      if (result !== undefined) return result;
      if (this.serverNow() < Date.parse(validUntil)) continue;
      throw new BrokerError('trade.canceled', 'The request was lost; nothing was done.', {
        data: { request_id: asked.request_id },
      });
    }
  }

  /**
   * The outcome of a trade request. Throws `not_found` when the server does not know the request.
   */
  tradeStatus(requestId: string): Promise<TradeResult> {
    return this.request('trade_status', { request_id: requestId }, 'repeat');
  }

  /** Account, money, positions and orders at one moment. */
  account(): Promise<AccountPicture> {
    return this.request('account', {}, 'repeat');
  }

  /** Makes the server cancel the session's pending orders after `grace_sec` without a socket. */
  cancelOnDisconnect(rule: { enabled: boolean; grace_sec: number }): Promise<unknown> {
    return this.request('cancel_on_disconnect', rule, 'repeat');
  }

  /**
   * Checks a trade without executing it: returns its expected result, or the code of its refusal.
   */
  tradeCheck(request: TradeRequest): Promise<TradeCheck> {
    return this.request('trade_check', { ...request }, 'repeat');
  }

  /**
   * Subscribes to price and profit of the open positions; returns the present `[id, price, profit]`
   * of each.
   */
  positions(): Promise<readonly PositionTick[]> {
    return this.follow('positions', {});
  }

  /** Unsubscribes from positions. */
  endPositions(): Promise<void> {
    return this.unfollow('positions', {});
  }

  /**
   * Subscribes to quotes of symbols, at most one each in `maxRateMs` ms (0 = every change); returns
   * the newest quotes.
   */
  quotes(symbols: readonly string[], maxRateMs = 0): Promise<readonly QuoteTick[]> {
    return this.follow('quotes', { symbols, max_rate_ms: maxRateMs });
  }

  /** Unsubscribes from quotes: of some symbols, or of all. */
  endQuotes(symbols?: readonly string[]): Promise<void> {
    return this.unfollow('quotes', symbols === undefined ? {} : { symbols });
  }

  /** Subscribes to a symbol's bars of a timeframe, such as `m5`; returns the last bars. */
  bars(symbol: string, timeframe: string): Promise<unknown> {
    return this.follow('bars', { symbol, timeframe });
  }

  /** Unsubscribes from bars: of a symbol and timeframe, or of all. */
  endBars(symbol?: string, timeframe?: string): Promise<void> {
    return this.unfollow('bars', { ...(symbol && { symbol }), ...(timeframe && { timeframe }) });
  }

  protected override async synchronise({ message_seq }: Hello): Promise<boolean> {
    const { last } = this.#numbering;
    const resumed = last !== undefined && (await this.#resume(last));
    if (last === undefined) await this.#picture();
    this.#messages.reached(message_seq);
    return resumed;
  }

  protected override received(frame: EventFrame): void {
    const { seq, account_seq, event, data } = frame;
    if (account_seq !== undefined) return this.#number(frame, account_seq);
    if (seq !== undefined && !this.#messages.reached(seq)) return;
    this.deliver(frame);
    if (event !== 'heartbeat') return;
    const { account_seq: newest } = data as { readonly account_seq: number | null };
    if (newest !== null && this.#numbering.isBehind(newest)) this.#repair();
  }

  /** The changes by a trade stand in its answer; the listeners get the events. */
  protected override answered({ op }: PendingRequest, reply: Reply): Reply {
    if ((op !== 'trade' && op !== 'trade_status') || !isResult(reply.data)) return reply;
    const { result, events } = wholeAnswer(this.session.view.login, reply.data);
    for (const event of events) this.#number(event, event.account_seq ?? 0);
    return { ...reply, data: result };
  }

  #number(frame: EventFrame, number: number): void {
    const verdict = this.#numbering.take(frame, number);
    if (verdict === 'gap') return this.#repair();
    if (verdict === 'drop') return;
    this.#gaps = 0;
    this.deliver(frame);
  }

  /** Events were missed on an open connection: fetches them. */
  #repair(): void {
    this.#gaps += 1;
    const { last } = this.#numbering;
    const mend = last === undefined || this.#gaps > GAPS_MAX ? this.#picture() : this.#resume(last);
    mend.catch((error) => this.drop(`events are missing: ${String(error)}`));
  }

  /** Fetches the events after a number, and messages. False: the account was read instead. */
  async #resume(after: number): Promise<boolean> {
    const { last: after_seq } = this.#messages;
    const data = after_seq === undefined ? { after } : { after, after_seq };
    this.#numbering.awaitReplay();
    const { resumed, messages } = await this.request<Resumed>('resume', data, 'bound');
    if (resumed) this.#numbering.endReplay();
    else await this.#picture();
    if (after_seq !== undefined && !messages) this.emit('messages_missed', { after_seq });
    return resumed;
  }

  async #picture(): Promise<void> {
    this.#numbering.awaitPicture();
    const picture = await this.request<AccountPicture>('account', {}, 'bound');
    const held = this.#numbering.startFrom(picture.account_seq);
    this.emit('account', picture);
    for (const frame of held) this.#number(frame, frame.account_seq ?? 0);
  }

  /**
   * The outcome of a request whose answer was lost; undefined = the server does not know the
   * request.
   */
  async #outcome(requestId: string): Promise<TradeResult | undefined> {
    for (let tries = 0; tries < STATUS_TRIES; tries += 1) {
      try {
        return await this.tradeStatus(requestId);
      } catch (error) {
        if (error instanceof BrokerError && error.code === 'not_found') return undefined;
        if (this.ended === undefined && !isUnknown(error) && !isBusy(error)) throw error;
      }
      if (this.ended !== undefined) break;
      await this.#pause(STATUS_PAUSE_MS * 2 ** tries);
    }
    throw clientError('client.outcome_unknown', 'ask later what became of the trade', {
      data: { request_id: requestId },
      cause: this.ended,
    });
  }

  /** Waits; ends earlier if the socket is over. */
  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        stopTimer();
        stopListening();
        resolve();
      };
      const stopListening = this.on('ended', done);
      const stopTimer = this.session.platform.clock.after(ms, done);
    });
  }
}

const UNKNOWN: readonly string[] = ['client.outcome_unknown', 'trade.timeout'];

/** Is it a result? Every result has its volume; other refusals have their faults, or nothing. */
const isResult = (data: unknown): data is TradeAnswer =>
  typeof data === 'object' && data !== null && 'volume' in data;

const isUnknown = (error: unknown): boolean =>
  error instanceof BrokerError && UNKNOWN.includes(error.code);

const isBusy = (error: unknown): boolean =>
  error instanceof BrokerError && error.code === 'trade.too_many_requests';
