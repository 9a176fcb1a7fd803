// A datafeed: keeps a price source connected by the policy of its record, and counts its activity.

import { type Outcome, refuse } from '../../../wire/base/codes.js';
import { cutText } from '../../../wire/base/schema.js';
import type { DropReason } from '../../../wire/rest/settings/connections.js';
import type { ReportedSymbol } from '../../../wire/rest/settings/offered-symbols.js';
import type { DatafeedRecord } from '../../../wire/settings/connections.js';
import type { SymbolRecord } from '../../../wire/settings/symbols.js';
import { Allowance, connectionEnv, HourlyLimit } from '../../shared/allowance.js';
import { DropCounter } from './dropped-ticks.js';
import type { FeedState, FeedStatus } from './feed-status.js';
import { type Instrument, instrumentKey, toUnit } from './instruments.js';

/** The external inputs of parts of the market: a clock, timers and the operator's log. */
export interface MarketEnv {
  /** ms since 1970 */
  now(): number;
  /** Monotonic ms, independent of the time of day */
  elapsed(): number;
  setTimer(run: () => void, ms: number): unknown;
  clearTimer(timer: unknown): void;
  log(level: 'info' | 'warn' | 'error', record: LogRecord): void;
}

/** A line of the operator's log. */
export type LogRecord = Readonly<Record<string, unknown>> & { readonly msg: string };

/** The calls from a source to its feed. */
export interface SourceSink {
  /** The source is connected and will send quotes. */
  online(): void;
  /** A quote: prices ×10^(digits+3) of the instrument's symbol; `last` if the source has trades. */
  tick(instrument: Instrument, bid: number, ask: number, time: number, last?: number): void;
  /**
   * Ends a run of ticks. False: consumers lag; a source that can wait should flush again before it
   * continues.
   */
  flush(): boolean;
  /** A sign of life without quotes. */
  alive(): void;
  /** Invalid input, which is skipped, counted and reported. */
  fault(message: string): void;
  /** A piece of news for the operator and traders; the texts are bounded and have no secrets. */
  news(headline: string, text: string): void;
  /** The connection failed or was lost; the feed decides when to reconnect. */
  down(reason: string): void;
  /** The session is not open at this time; that is no failure, and the feed tries again. */
  notOpen(reason: string): void;
  /** The source has ended: it will send nothing more. */
  finished(): void;
}

/** A running price source. It calls its sink until it is closed. */
export interface QuoteSource {
  /** The symbols to quote changed; a changed symbol is in both lists. */
  change(gone: readonly Instrument[], added: readonly Instrument[]): void;
  /** Asks for the symbols that the source offers, if it can be asked. */
  offered?(): Promise<Outcome<readonly ReportedSymbol[]>>;
  /** Has the source sent more than is read, so that it had to wait lately? */
  isThrottled?(): boolean;
  close(): void;
}

/** Connects a source, or refuses its parameters; later faults are reported by `down`. */
export type OpenSource = (
  record: DatafeedRecord,
  instruments: readonly Instrument[],
  sink: SourceSink,
  env: MarketEnv,
) => Outcome<QuoteSource>;

/** States without a connection. */
const UNCONNECTED: readonly FeedState[] = ['stopped', 'disabled', 'unavailable'];

/** Receives a feed's quotes after step 1 of the pipeline; returns why a tick was dropped, if so. */
export interface FeedOut {
  tick(
    feed: number,
    symbolId: number,
    bid: number,
    ask: number,
    time: number,
    last: number,
  ): DropReason | undefined;
  flush(): boolean;
  /** The present record of a symbol; an instrument may have an earlier one. */
  symbol(id: number): SymbolRecord | undefined;
  /** A piece of news for traders. */
  news(feed: number, headline: string, text: string): void;
}

/** Most lines of a piece of news that are logged, and most characters of each. */
const LOGGED_LINES_MAX = 10;
const LOGGED_LINE_MAX = 200;
/** Most pieces of news that a datafeed brings to traders in an hour. */
const NEWS_PER_HOUR = 1000;
/** How many it brings at once, and each second after these: each goes to all sockets of traders. */
const NEWS_AT_ONCE = 20;
const NEWS_PER_SECOND = 2;

/** A connection; calls by the source after its end are ignored. */
interface FeedConnection {
  source: QuoteSource | undefined;
}

/** Why a record of the one module without a connector stays down. */
const NO_CONNECTOR =
  'this server has no DDE connector: the protocol of the Windows terminal is not documented';

/** The actor of a datafeed record. */
export class Feed {
  /** By the symbol's id. */
  readonly #instruments = new Map<number, Instrument>();
  #state: FeedState = 'stopped';
  #connection: FeedConnection | undefined;
  /** The only timer of the present state: connect, idle, wait or rest. */
  #timer: unknown;
  #heardAt = 0;
  #connects = 0;
  #failures = 0;
  #ticks = 0;
  readonly #dropped = new DropCounter();
  #lastTickAt = 0;
  #faults = 0;
  #lastError = '';
  /** Lines about faults and news, over all connections: a source may reconnect without end. */
  readonly #faultLines: HourlyLimit;
  readonly #newsLines: HourlyLimit;
  /** The log for lines about the connection, over all of them. */
  readonly #lines: MarketEnv;
  readonly #news: HourlyLimit;
  readonly #newsPace = new Allowance();

  constructor(
    readonly record: DatafeedRecord,
    private readonly open: OpenSource | undefined,
    private readonly out: FeedOut,
    private readonly env: MarketEnv,
  ) {
    this.#lines = connectionEnv(env, { datafeed: record.name });
    const limit = (): HourlyLimit => new HourlyLimit(() => env.now());
    this.#faultLines = limit();
    this.#newsLines = limit();
    this.#news = new HourlyLimit(() => env.now(), NEWS_PER_HOUR);
  }

  /** Starts the connection, unless the record is disabled or the server lacks the module. */
  start(instruments: readonly Instrument[]): void {
    for (const one of instruments) this.#instruments.set(one.symbolId, one);
    if (!this.record.enabled) {
      this.#state = 'disabled';
      return;
    }
    if (this.open === undefined) {
      this.#state = 'unavailable';
      this.#lastError = NO_CONNECTOR;
      this.#log('warn', 'datafeed unavailable', { reason: this.#lastError });
      return;
    }
    this.#connect(this.open);
  }

  /**
   * Takes in changed symbols: `instruments` are those that are quoted. Passes the changes to the
   * source.
   */
  change(symbolIds: Iterable<number>, instruments: readonly Instrument[]): void {
    const now = new Map(instruments.map((one) => [one.symbolId, one]));
    const gone: Instrument[] = [];
    const added: Instrument[] = [];
    for (const id of symbolIds) {
      const before = this.#instruments.get(id);
      const after = now.get(id);
      if (before && after && instrumentKey(before) === instrumentKey(after)) continue;
      this.#instruments.delete(id);
      if (before !== undefined) gone.push(before);
      if (after === undefined) continue;
      this.#instruments.set(id, after);
      added.push(after);
    }
    if (gone.length + added.length > 0) this.#connection?.source?.change(gone, added);
  }

  /** Is it connected, or waiting for a connection? */
  get isConnected(): boolean {
    return !UNCONNECTED.includes(this.#state);
  }

  /** The symbols that the source offers. Refused when it is not connected, or has no such list. */
  async offered(): Promise<Outcome<readonly ReportedSymbol[]>> {
    if (this.#state !== 'online') {
      return refuse('conflict', `The datafeed is not connected. ${this.#lastError}`.trim());
    }
    const list = this.#connection?.source?.offered?.();
    return list ?? refuse('conflict', 'The module of the datafeed has no list of symbols.');
  }

  /** Ends the connection for good. */
  stop(): void {
    this.#disconnect();
    this.#state = 'stopped';
  }

  status(): FeedStatus {
    return {
      id: this.record.id,
      name: this.record.name,
      module: this.record.module,
      state: this.#state,
      instruments: this.#instruments.size,
      connects: this.#connects,
      failures: this.#failures,
      ticks: this.#ticks,
      dropped: this.#dropped.total,
      dropped_by: this.#dropped.byReason,
      last_drop: this.#dropped.newest,
      last_tick_at: this.#lastTickAt,
      faults: this.#faults,
      last_error: this.#lastError,
      throttled: this.#connection?.source?.isThrottled?.() ?? false,
    };
  }

  #connect(open: OpenSource): void {
    const connection: FeedConnection = { source: undefined };
    this.#connection = connection;
    this.#state = 'connecting';
    this.#connects += 1;
    this.#setTimer(this.record.timeout_sec, () => this.#fail('no answer in time'));
    const opened = open(
      this.record,
      [...this.#instruments.values()],
      this.#sinkOf(connection),
      this.#lines,
    );
    if (!opened.ok) {
      this.#fail(opened.message);
      return;
    }
    connection.source = opened.data;
    if (this.#connection !== connection) opened.data.close();
  }

  #disconnect(): void {
    const connection = this.#connection;
    this.#connection = undefined;
    this.env.clearTimer(this.#timer);
    connection?.source?.close();
  }

  #sinkOf(connection: FeedConnection): SourceSink {
    const live = (): boolean => this.#connection === connection;
    return {
      online: () => {
        if (live() && this.#state !== 'online') this.#online();
      },
      tick: (instrument, bid, ask, time, last) => {
        if (live()) this.#tick(instrument, bid, ask, time, last ?? 0);
      },
      flush: () => !live() || this.out.flush(),
      alive: () => {
        if (live()) this.#heardAt = this.env.elapsed();
      },
      fault: (message) => {
        if (live()) this.#fault(message);
      },
      news: (headline, text) => {
        if (live() && this.record.news_enabled) this.#takeNews(headline, text);
      },
      down: (reason) => {
        if (live()) this.#fail(reason);
      },
      notOpen: (reason) => {
        if (live()) this.#retry('waiting', reason, this.record.reconnect_sec);
      },
      finished: () => {
        if (!live()) return;
        this.#disconnect();
        this.#state = 'finished';
        this.#log('info', 'datafeed finished', { ticks: this.#ticks, faults: this.#faults });
      },
    };
  }

  #online(): void {
    this.#state = 'online';
    this.#heardAt = this.env.elapsed();
    this.#lines.log('info', { msg: 'datafeed online', symbols: this.#instruments.size });
    this.#watch();
  }

  /** Reconnects a source that was silent for too long. */
  #watch(): void {
    const quietMs = this.env.elapsed() - this.#heardAt;
    const leftSec = this.record.idle_timeout_sec - quietMs / 1000;
    if (leftSec > 0) this.#setTimer(leftSec, () => this.#watch());
    else this.#fail(`silent for ${this.record.idle_timeout_sec} s`);
  }

  #tick(instrument: Instrument, bid: number, ask: number, time: number, last: number): void {
    this.#ticks += 1;
    this.#heardAt = this.env.elapsed();
    this.#lastTickAt = this.env.now();
    this.#failures = 0;
    const { unit, symbolId } = instrument;
    const markedBid = toUnit(bid, unit) + instrument.bidMarkup;
    const markedAsk = toUnit(ask, unit) + instrument.askMarkup;
    const lastPrice = toUnit(last, unit);
    const { id } = this.record;
    const reason = this.out.tick(id, symbolId, markedBid, markedAsk, time, lastPrice);
    if (reason === undefined) return;
    const symbol = this.out.symbol(symbolId) ?? instrument.symbol;
    const prices = { bid: markedBid, ask: markedAsk, last: lastPrice };
    this.#dropped.add({ symbol, reason, ...prices, ageMs: this.#lastTickAt - time });
  }

  #fault(message: string): void {
    this.#faults += 1;
    this.#lastError = message;
    if (this.#faultLines.take()) this.#log('warn', 'datafeed fault', { reason: message });
    else if (this.#faultLines.isFirstBeyond) {
      this.#log('warn', 'datafeed faults are only counted in this hour', {});
    }
  }

  /**
   * News go to traders, and to the log with the first lines of their text. A piece without a word
   * is dropped.
   */
  #takeNews(headline: string, text: string): void {
    if (`${headline}${text}`.trim() === '') return;
    if (this.#newsLines.take()) {
      const lines = text === '' ? [] : text.split('\n').slice(0, LOGGED_LINES_MAX);
      const shown = { headline, lines: lines.map((line) => cutText(line, LOGGED_LINE_MAX)) };
      this.#log('info', 'datafeed news', shown);
    } else if (this.#newsLines.isFirstBeyond) {
      this.#log('warn', 'datafeed news are not logged in this hour', {});
    }
    if (!this.#newsPace.take(1, this.env.elapsed(), NEWS_AT_ONCE, NEWS_PER_SECOND)) {
      this.#lines.log('warn', { msg: 'datafeed news are too many at once for traders' });
    } else if (this.#news.take()) this.out.news(this.record.id, headline, text);
    else if (this.#news.isFirstBeyond) {
      this.#log('warn', 'datafeed news do not go to traders in this hour', {});
    }
  }

  /** Tries again after `reconnect_sec`, or after `rest_sec` where a series of failures ends. */
  #fail(reason: string): void {
    this.#failures += 1;
    const rests = this.#failures % this.record.failures_before_rest === 0;
    const waitSec = rests ? this.record.rest_sec : this.record.reconnect_sec;
    const line = { msg: 'datafeed down', reason, failures: this.#failures, retry_sec: waitSec };
    this.#lines.log('warn', line);
    this.#retry(rests ? 'resting' : 'waiting', reason, waitSec);
  }

  #retry(state: 'resting' | 'waiting', reason: string, waitSec: number): void {
    this.#disconnect();
    this.#lastError = reason;
    this.#state = state;
    const open = this.open;
    if (open !== undefined) this.#setTimer(waitSec, () => this.#connect(open));
  }

  #setTimer(seconds: number, run: () => void): void {
    this.env.clearTimer(this.#timer);
    this.#timer = this.env.setTimer(run, Math.ceil(seconds * 1000));
  }

  #log(level: 'info' | 'warn', msg: string, more: Readonly<Record<string, unknown>>): void {
    this.env.log(level, { msg, datafeed: this.record.name, ...more });
  }
}
