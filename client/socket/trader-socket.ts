// A trader's live socket: the account's events without a gap, and trades that happen once.

import { BrokerError, clientError } from '../session/errors.js';
import type {
  AccountPicture,
  Money,
  TradeCheck,
  TradeRequest,
  TradeResult,
} from '../session/records.js';
import type { Session } from '../session/session.js';
import type {
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
import { type ClientEvents, LiveSocket, type SocketOptions } from './live-socket.js';
import { Numbering } from './numbering.js';
import type { PendingRequest } from './requests.js';

/** A trade that reaches the server later than this after it was asked is not carried out, in ms. */
const TRADE_VALID_MS = 30_000;
/** How often an outcome is asked for that the server cannot tell yet, and the pause after it. */
const STATUS_TRIES = 6;
const STATUS_PAUSE_MS = 500;
/** After so many gaps in a row, with no event between them, the account is read anew. */
const GAPS_MAX = 3;

/** Events of a trader's socket. */
export interface TraderEvents extends ServerEvents, ClientEvents {
  /**
   * The whole account: at the start, and when events were missed that the server does not keep
   * any more. It takes the place of all that was known; events go on behind it.
   */
  readonly account: AccountPicture;
  /** Live money, at most four times a second. */
  readonly account_money: Money;
  readonly bar: LiveBar;
  readonly positions: readonly PositionTick[];
  readonly notification: Readonly<Record<string, unknown>>;
  readonly mail: Readonly<Record<string, unknown>>;
}

/** How a trader's socket is used. */
export interface TraderSocketOptions extends SocketOptions {
  /** `valid_until` of trades that say none: so many ms from when they were asked; 30,000. */
  readonly tradeValidMs?: number;
}

/** The live socket of a trader. */
export class TraderSocket extends LiveSocket<TraderEvents> {
  readonly #numbering = new Numbering();
  readonly #tradeValidMs: number;
  #gaps = 0;

  constructor(session: Session, options: TraderSocketOptions = {}) {
    super(session, options);
    this.#tradeValidMs = options.tradeValidMs ?? TRADE_VALID_MS;
  }

  /** Number of the newest event of the account that was given out. */
  get accountSeq(): number | undefined {
    return this.#numbering.last;
  }

  /**
   * Trades, once. An answer that is lost with the connection is asked for on the next one; the
   * request is sent again only while the server knows nothing of it and it is valid, under the
   * same `request_id`. Throws the server's refusal, with the result as `data`.
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
      // The connection is gone, or the server was too slow: what came of it?
      const result = await this.#outcome(asked.request_id);
      if (result !== undefined) return result;
      if (this.serverNow() < Date.parse(validUntil)) continue;
      throw new BrokerError('trade.canceled', 'The request was lost; nothing was done.', {
        data: { request_id: asked.request_id },
      });
    }
  }

  /** What came of a trade request. Throws `not_found` where the server knows nothing of it. */
  tradeStatus(requestId: string): Promise<TradeResult> {
    return this.request('trade_status', { request_id: requestId }, 'repeat');
  }

  /** Account, money, positions and orders at one moment. */
  account(): Promise<AccountPicture> {
    return this.request('account', {}, 'repeat');
  }

  /** Has the session's pending orders cancelled when it is without a socket for so long. */
  cancelOnDisconnect(rule: { enabled: boolean; grace_sec: number }): Promise<unknown> {
    return this.request('cancel_on_disconnect', rule, 'repeat');
  }

  /** What a trade would come to, or be refused with; it trades nothing. */
  tradeCheck(request: TradeRequest): Promise<TradeCheck> {
    return this.request('trade_check', { ...request }, 'repeat');
  }

  /** Follows price and profit of the open positions; `[id, price, profit]` of each now. */
  positions(): Promise<readonly PositionTick[]> {
    return this.follow('positions', {});
  }

  /** Follows them no longer. */
  endPositions(): Promise<void> {
    return this.unfollow('positions', {});
  }

  /** Follows quotes of symbols, at most one in `maxRateMs` (0: every change); the newest ones. */
  quotes(symbols: readonly string[], maxRateMs = 0): Promise<readonly QuoteTick[]> {
    return this.follow('quotes', { symbols, max_rate_ms: maxRateMs });
  }

  /** Follows quotes no longer: of some symbols, or of all. */
  endQuotes(symbols?: readonly string[]): Promise<void> {
    return this.unfollow('quotes', symbols === undefined ? {} : { symbols });
  }

  /** Follows a symbol's bars of a timeframe, such as `m5`; the last ones. */
  bars(symbol: string, timeframe: string): Promise<unknown> {
    return this.follow('bars', { symbol, timeframe });
  }

  /** Follows bars no longer: of a symbol and timeframe, or of all. */
  endBars(symbol?: string, timeframe?: string): Promise<void> {
    return this.unfollow('bars', { ...(symbol && { symbol }), ...(timeframe && { timeframe }) });
  }

  protected override async synchronise(_hello: Hello): Promise<boolean> {
    if (this.#numbering.last === undefined) {
      await this.#picture();
      return false;
    }
    return this.#resume(this.#numbering.last);
  }

  protected override received(frame: EventFrame): void {
    const { account_seq, event, data } = frame;
    if (account_seq !== undefined) return this.#number(frame, account_seq);
    this.deliver(frame);
    if (event !== 'heartbeat') return;
    const { account_seq: newest } = data as { readonly account_seq: number | null };
    if (newest !== null && this.#numbering.isBehind(newest)) this.#repair();
  }

  /** What a trade changed stands in its answer, and is given out as the events that it was. */
  protected override answered({ data: asked }: PendingRequest, { data }: Reply): void {
    const { changes = [], ...result } = (data ?? {}) as Partial<TradeAnswer>;
    const { request_id, done_at: time, seq } = result;
    const { kind } = asked as { readonly kind?: string };
    const cause = { kind, source: 'client', dealer: 0, request_id };
    for (const { event, account_seq, data: changed } of changes) {
      const outcome = event === 'trade_result' ? { result } : {};
      const whole = { login: this.session.view.login, ...changed, cause, time, ...outcome };
      this.#number({ event, account_seq, seq: seq ?? '', data: whole }, account_seq);
    }
  }

  #number(frame: EventFrame, number: number): void {
    const verdict = this.#numbering.take(frame, number);
    if (verdict === 'gap') return this.#repair();
    if (verdict === 'drop') return;
    this.#gaps = 0;
    this.deliver(frame);
  }

  /** Events are missing on a connection that goes on. */
  #repair(): void {
    this.#gaps += 1;
    const { last } = this.#numbering;
    const mend = last === undefined || this.#gaps > GAPS_MAX ? this.#picture() : this.#resume(last);
    mend.catch((error) => this.drop(`events are missing: ${String(error)}`));
  }

  /** Asks for the events after a number. False: the account was read anew instead. */
  async #resume(after: number): Promise<boolean> {
    this.#numbering.awaitReplay();
    const { resumed } = await this.request<Resumed>('resume', { after }, 'bound');
    if (resumed) this.#numbering.endReplay();
    else await this.#picture();
    return resumed;
  }

  async #picture(): Promise<void> {
    this.#numbering.awaitPicture();
    const picture = await this.request<AccountPicture>('account', {}, 'bound');
    const held = this.#numbering.startFrom(picture.account_seq);
    this.tell('account', picture);
    for (const frame of held) this.#number(frame, frame.account_seq ?? 0);
  }

  /** The outcome of a request whose answer was lost; undefined: the server knows nothing of it. */
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

  /** Waits, unless the socket is over before. */
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

const isUnknown = (error: unknown): boolean =>
  error instanceof BrokerError && UNKNOWN.includes(error.code);

const isBusy = (error: unknown): boolean =>
  error instanceof BrokerError && error.code === 'trade.too_many_requests';
