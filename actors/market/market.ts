// The market: puts datafeeds, pricer and bars together, and publishes their quotes.

import { type Outcome, ok, refuse } from '../../wire/base/codes.js';
import type { ReportedSymbol } from '../../wire/rest/settings/offered-symbols.js';
import type { Settings } from '../../wire/settings/config.js';
import { FEED_MODULES } from '../../wire/settings/connection-modules.js';
import type { DatafeedRecord } from '../../wire/settings/connections.js';
import type { SettingsDelta } from '../../wire/settings/settings-delta.js';
import type { SymbolRecord } from '../../wire/settings/symbols.js';
import type { BarChange, CorrectedSpan } from '../client.js';
import type { RecordCipher } from '../secrets/record-cipher.js';
import { type Board, type BoardRow, emptyBoardRow } from '../shared/board.js';
import { openDemo } from './feeds/demo.js';
import { Feed, type FeedOut, type MarketEnv, type OpenSource } from './feeds/feed.js';
import type { FeedStatus } from './feeds/feed-status.js';
import { openFix44 } from './feeds/fix44.js';
import { instrumentsOf } from './feeds/instruments.js';
import { openReplay } from './feeds/replay.js';
import { correctedBar, correctedSpans } from './pricing/bar-correction.js';
import { Bars, type BarsMemory } from './pricing/bars.js';
import type {
  BarsCorrection,
  BarsCorrectionResult,
  ManualPrice,
  ManualQuoteResult,
} from './pricing/price-messages.js';
import { type PricePair, Pricer } from './pricing/pricer.js';
import { allSymbols, changedSymbols, type SymbolChange } from './pricing/symbol-changes.js';

/** Interval at which a changed bar is sent. */
const BARS_SENT_MS = 500;
/** Time in which all changed bars are saved. */
export const BARS_SAVED_MS = 2000;
/**
 * Both is done in steps, so that each is short: one for this number of symbols, up to a maximum.
 */
const STEP_SYMBOLS = 16;
const STEPS_MAX = 20;
/** Pause before ticks without room are flushed again. */
const FLUSH_RETRY_MS = 5;

type SourceModules = Partial<Record<DatafeedRecord['module'], OpenSource>>;

/** The modules of this server; the cipher opens the secrets of records. */
export const modulesOf = (cipher: RecordCipher): SourceModules => ({
  demo: openDemo,
  replay: openReplay,
  fix44: openFix44(cipher),
});

/** The outputs of the market. */
interface MarketOut {
  /** A published quote at symbol level; prices ×10^(digits+3), time in ms. */
  tick(symbolId: number, bid: number, ask: number, time: number, last: number): void;
  /** Ends a run of ticks. False: some wait for room, or consumers lag. */
  flush(): boolean;
  /** A changed bar, at most every half second while it runs. */
  bar(change: BarChange): void;
  /** Bars of a symbol that staff have corrected, a period for each timeframe. */
  corrected(symbolId: number, spans: readonly CorrectedSpan[]): void;
  /** A piece of news of a datafeed. */
  news(feed: number, headline: string, text: string): void;
}

/** The parts of the market. */
export interface MarketOptions {
  readonly board: Board;
  readonly settings: Settings;
  readonly out: MarketOut;
  readonly bars: BarsMemory;
  readonly env: MarketEnv;
  readonly modules: SourceModules;
  /** Do datafeeds not dial out until the release? */
  readonly unreleased?: boolean;
}

/** The market's status for operators. */
interface MarketStatus {
  readonly feeds: readonly FeedStatus[];
  /** Number of quotes since the start, and time of the newest, ms. */
  readonly quotes: number;
  readonly last_quote_at: number;
}

/**
 * The part of a record that concerns its connection, as text; the position in the list is not part
 * of it.
 */
const connectionText = (record: DatafeedRecord | undefined): string =>
  JSON.stringify({ ...record, priority: 0 });

/** Do the prices come from the server itself? */
const isLocal = ({ module }: DatafeedRecord): boolean => 'local' in FEED_MODULES[module];

/** All prices of the platform; a server has one market, in a thread of its own. */
export class Market {
  readonly #env: MarketEnv;
  readonly #pricer: Pricer;
  readonly #bars: Bars;
  readonly #feeds = new Map<number, Feed>();
  readonly #row: BoardRow = emptyBoardRow();
  #settings: Settings;
  readonly #symbols = new Map<number, SymbolRecord>();
  #timers: unknown[] = [];
  #flushTimer: unknown;
  #barsStep = 0;
  #quotes = 0;
  #lastQuoteAt = 0;
  #unreleased: boolean;

  constructor(private readonly options: MarketOptions) {
    this.#unreleased = options.unreleased ?? false;
    this.#env = options.env;
    this.#settings = options.settings;
    this.#bars = new Bars(options.bars);
    this.#pricer = new Pricer(
      (symbolId, bid, ask, time, last) => this.#publish(symbolId, bid, ask, time, last),
      (symbolId, bid, ask, time, last) => this.#reprice(symbolId, bid, ask, time, last),
    );
  }

  /** Loads the running bars and connects the feeds. */
  start(): void {
    this.#applySettings(this.#settings, allSymbols(this.#settings, []));
    this.#repeat(BARS_SENT_MS, (steps) => this.#sendBars(steps));
    this.#repeat(BARS_SAVED_MS, (steps) => this.#bars.save(1 / steps));
  }

  /** Applies settings: feeds whose record changed reconnect, others continue. */
  apply(settings: Settings, delta: SettingsDelta | null = null): void {
    const known = this.#symbols.keys();
    const changes = delta === null ? allSymbols(settings, known) : changedSymbols(delta);
    for (const { id, symbol } of changes) {
      const before = this.#symbols.get(id);
      // A quote with another number of digits is invalid.
      if (before !== undefined && before.digits !== symbol?.digits) {
        this.options.board.write(id, emptyBoardRow());
      }
    }
    this.#applySettings(settings, changes);
    this.#flush();
  }

  /**
   * Publishes a manual quote: the symbol's raw price until its next tick. Refuses an unknown symbol
   * with `not_found`; a zero or crossed price, or one beyond the bound of the symbol, with
   * `invalid_input`.
   */
  publishManualQuote({ dryRun, ...price }: ManualPrice): ManualQuoteResult {
    const { symbolId, bid, ask, last } = price;
    if (!this.#pricer.knows(symbolId)) return refuse('not_found', 'symbol: unknown');
    const kept = this.#keptPrice(symbolId);
    const fault = this.#pricer.manualQuoteFault(price, kept);
    if (fault !== undefined) return fault;
    const before = this.#pricer.lastPrice(symbolId) ?? kept ?? null;
    if (dryRun) return ok({ bid, ask, time: this.#env.now(), before });
    this.#pricer.takeManualQuote(symbolId, bid, ask, this.#env.now(), last);
    this.#flush();
    const { bid: newBid, ask: newAsk, time } = this.options.board.read(symbolId);
    return ok({ bid: newBid, ask: newAsk, time, before });
  }

  /**
   * Corrects bars of a symbol and returns the changed bars, the shortest timeframe first. The price
   * board gets the new values of the day, and terminals get the corrected periods. With `dryRun`
   * nothing changes. Refuses as `Bars.correct` does.
   */
  correctBars(correction: BarsCorrection): BarsCorrectionResult {
    const edits = this.#bars.correct(correction);
    if (!edits.ok) return edits;
    const { symbolId, dryRun } = correction;
    if (!dryRun && edits.data.length > 0) {
      const { board, out } = this.options;
      const row = board.read(symbolId);
      if (row.time > 0) board.write(symbolId, { ...row, ...this.#bars.day(symbolId) });
      out.corrected(symbolId, correctedSpans(edits.data));
    }
    return ok(edits.data.map(correctedBar));
  }

  /** The last price from before the start: of the price board, or of the bars. */
  #keptPrice(symbolId: number): PricePair | undefined {
    const { bid, ask, time } = this.options.board.read(symbolId);
    return time > 0 ? { bid, ask } : this.#bars.lastPrice(symbolId);
  }

  status(): MarketStatus {
    return {
      feeds: [...this.#feeds.values()].map((feed) => feed.status()),
      quotes: this.#quotes,
      last_quote_at: this.#lastQuoteAt,
    };
  }

  /** Reconnects a feed; false when it does not exist, or should not be connected. */
  reconnect(id: number): boolean {
    const feed = this.#feeds.get(id);
    if (feed === undefined || !feed.isConnected) return false;
    feed.stop();
    this.#feeds.delete(id);
    this.#startFeed(feed.record);
    return true;
  }

  /** Connects the feeds that were not to dial out before. */
  release(): void {
    this.#unreleased = false;
    const waiting = [...this.#feeds.values()].filter(({ record }) => !isLocal(record));
    for (const { record } of waiting) this.#startFeed(record);
  }

  /** The symbols that the provider of a feed offers; refused when it is not connected. */
  async offered(id: number): Promise<Outcome<readonly ReportedSymbol[]>> {
    return this.#feeds.get(id)?.offered() ?? refuse('not_found');
  }

  /** Closes the feeds, sends and saves the bars. The bar store stays open. */
  stop(): void {
    for (const feed of this.#feeds.values()) feed.stop();
    for (const timer of [...this.#timers, this.#flushTimer]) this.#env.clearTimer(timer);
    this.options.out.flush();
    this.#bars.takeChanged(this.options.out.bar);
    this.#bars.save();
  }

  #applySettings(settings: Settings, changes: readonly SymbolChange[]): void {
    for (const { id, symbol } of changes) {
      if (symbol === null) this.#symbols.delete(id);
      else this.#symbols.set(id, symbol);
    }
    this.#endFeeds(settings);
    this.#settings = settings;
    this.#pricer.apply(settings, changes);
    this.#bars.apply(settings, changes);
    const ids = changes.map(({ id }) => id);
    const symbols = changes.flatMap(({ symbol }) => symbol ?? []);
    for (const record of settings.datafeed) {
      const running = this.#feeds.get(record.id);
      if (running === undefined) this.#startFeed(record);
      else running.change(ids, instrumentsOf(record, symbols));
    }
  }

  /** Ends the feeds whose records were deleted or changed. */
  #endFeeds({ datafeed }: Settings): void {
    if (datafeed === this.#settings.datafeed) return;
    const records = new Map(datafeed.map((record) => [record.id, record]));
    for (const [id, feed] of this.#feeds) {
      if (connectionText(records.get(id)) === connectionText(feed.record)) continue;
      feed.stop();
      this.#feeds.delete(id);
    }
  }

  #startFeed(record: DatafeedRecord): void {
    const { modules } = this.options;
    const out = {
      tick: (...[feed, symbolId, bid, ask, time, last]: Parameters<FeedOut['tick']>) =>
        this.#pricer.tick(feed, symbolId, bid, ask, time, this.#env.now(), last),
      flush: () => this.#flush(),
      symbol: (id: number) => this.#symbols.get(id),
      news: (...one: Parameters<FeedOut['news']>) => this.options.out.news(...one),
    };
    const feed = new Feed(record, modules[record.module], out, this.#env);
    this.#feeds.set(record.id, feed);
    if (this.#unreleased && !isLocal(record)) return;
    feed.start(instrumentsOf(record, this.#settings.symbol));
  }

  #publish(symbolId: number, bid: number, ask: number, time: number, last: number): void {
    const day = this.#bars.take(symbolId, bid, ask, time, last);
    const row = this.#row;
    row.bid = bid;
    row.ask = ask;
    row.time = time;
    row.high = day.high;
    row.low = day.low;
    row.open = day.open;
    row.close_prev = day.close_prev;
    row.last = last;
    this.options.board.write(symbolId, row);
    this.options.out.tick(symbolId, bid, ask, time, last);
    this.#quotes += 1;
    this.#lastQuoteAt = this.#env.now();
  }

  /**
   * Publishes a quote that changed by its spread or source only: bars and day statistics are not
   * changed.
   */
  #reprice(symbolId: number, bid: number, ask: number, time: number, last: number): void {
    const { board, out } = this.options;
    board.write(symbolId, { ...board.read(symbolId), bid, ask, time, last });
    out.tick(symbolId, bid, ask, time, last);
  }

  #sendBars(steps: number): void {
    this.#barsStep = (this.#barsStep + 1) % steps;
    this.#bars.takeChanged(this.options.out.bar, this.#barsStep, steps);
  }

  /** Flushes; ticks without room are flushed again soon, whether or not more ticks come. */
  #flush(): boolean {
    const roomy = this.options.out.flush();
    this.#env.clearTimer(this.#flushTimer);
    if (!roomy) this.#flushTimer = this.#env.setTimer(() => this.#flush(), FLUSH_RETRY_MS);
    return roomy;
  }

  /** Repeats work in steps, of which all are done in `ms`. */
  #repeat(ms: number, run: (steps: number) => void): void {
    const place = this.#timers.length;
    this.#timers.push(undefined);
    const arm = (): void => {
      const steps = Math.min(Math.max(Math.ceil(this.#symbols.size / STEP_SYMBOLS), 1), STEPS_MAX);
      this.#timers[place] = this.#env.setTimer(() => {
        arm();
        run(steps);
      }, ms / steps);
    };
    arm();
  }
}
