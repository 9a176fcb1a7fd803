// Running bars: adds every published quote to one bar of each timeframe of its symbol.

import { type ServerClock, UTC } from '../../../engine/calendar/clock.js';
import { POINT } from '../../../engine/settings/quotes.js';
import type { StoredBar } from '../../../storage/database/bar-tables.js';
import { type BarStore, barInDigits } from '../../../storage/read/bars.js';
import { type Outcome, refuse } from '../../../wire/base/codes.js';
import type { Settings } from '../../../wire/settings/config.js';
import type { SymbolRecord } from '../../../wire/settings/symbols.js';
import type { BarChange } from '../../client.js';
import { type BarEdit, editsOf, type KeptBars } from './bar-correction.js';
import type { BarsCorrection } from './price-messages.js';
import { allSymbols } from './symbol-changes.js';
import { type BarSpan, DAY_FRAME, FRAMES, MINUTE_FRAME, movedSpan, spanOf } from './timeframes.js';

/** Finished, unsaved bars of a symbol above which they are saved at once. */
const UNSAVED_MAX = 256;
/**
 * Most finished bars that wait to be sent; a fast recording has more, which are not sent one by
 * one.
 */
const UNSENT_MAX = 4096;

/** The bar store's functions that are used here. */
export type BarsMemory = Pick<
  BarStore,
  'save' | 'running' | 'read' | 'before' | 'from' | 'between' | 'forget'
>;

/** A symbol's current server day, prices ×10^(digits+3); `close_prev` 0 = no day before it. */
interface Day {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close_prev: number;
}

// Running bars are rows of numbers in one array, which is fast to access for every tick.
const TO = 0;
const TIME = 1;
const OPEN = 2;
const HIGH = 3;
const LOW = 4;
const CLOSE = 5;
const VOLUME = 6;
const SPREAD = 7;
const FIRST = 8;
const LAST = 9;
const FROM = 10;
const ROW = 11;

/** A symbol's running bars, a row for each timeframe; TO 0 = none yet. */
class SymbolBars {
  readonly rows = new Float64Array(FRAMES.length * ROW);
  /** Finished bars that are not saved. */
  finished: StoredBar[] = [];
  closePrev = 0;

  constructor(
    readonly id: number,
    readonly digits: number,
    /** Are its bars made of trade prices (`chart_mode` last)? */
    readonly byLast: boolean,
  ) {}

  /** Starts a running bar of a timeframe, which takes quotes of `[from, to)`. */
  run(bar: StoredBar, { from, to }: BarSpan): void {
    const { time, open, high, low, close, tick_volume, spread, first, last } = bar;
    const row = [to, time, open, high, low, close, tick_volume, spread, first, last, from];
    this.rows.set(row, bar.frame * ROW);
  }

  /** Takes a corrected bar: a running one goes on with its values, others are finished. */
  correct(bar: StoredBar): void {
    const { rows } = this;
    const at = bar.frame * ROW;
    const isRunning = rows[at + TO] !== 0 && rows[at + TIME] === bar.time;
    if (isRunning) this.run(bar, { from: rows[at + FROM]!, to: rows[at + TO]! });
    else this.finished.push(bar);
  }

  /** Adds a quote to the row that begins at `at`. */
  add(at: number, bid: number, spread: number, time: number): void {
    const { rows } = this;
    if (time < rows[at + FIRST]!) {
      rows[at + FIRST] = time;
      rows[at + OPEN] = bid;
    }
    if (time >= rows[at + LAST]!) {
      rows[at + LAST] = time;
      rows[at + CLOSE] = bid;
    }
    if (bid > rows[at + HIGH]!) rows[at + HIGH] = bid;
    if (bid < rows[at + LOW]!) rows[at + LOW] = bid;
    if (spread < rows[at + SPREAD]! || rows[at + VOLUME] === 0) rows[at + SPREAD] = spread;
    rows[at + VOLUME]! += 1;
  }

  /** The running bar of a timeframe, if there is one. */
  bar(frame: number): StoredBar | undefined {
    const { rows, id, digits } = this;
    const at = frame * ROW;
    if (rows[at + TO] === 0) return undefined;
    return {
      symbol_id: id,
      frame,
      time: rows[at + TIME]!,
      digits,
      open: rows[at + OPEN]!,
      high: rows[at + HIGH]!,
      low: rows[at + LOW]!,
      close: rows[at + CLOSE]!,
      tick_volume: rows[at + VOLUME]!,
      spread: rows[at + SPREAD]!,
      first: rows[at + FIRST]!,
      last: rows[at + LAST]!,
    };
  }

  /** All running bars, shortest first. */
  bars(): readonly StoredBar[] {
    return FRAMES.flatMap((_, frame) => this.bar(frame) ?? []);
  }

  /** The current server day. */
  day(): Day {
    const { rows } = this;
    const at = DAY_FRAME * ROW;
    return {
      open: rows[at + OPEN]!,
      high: rows[at + HIGH]!,
      low: rows[at + LOW]!,
      close_prev: this.closePrev,
    };
  }
}

const NO_DAY: Day = { open: 0, high: 0, low: 0, close_prev: 0 };

const changeOf = (bar: StoredBar): BarChange => ({
  symbol_id: bar.symbol_id,
  timeframe: FRAMES[bar.frame]!,
  time: bar.time,
  open: bar.open,
  high: bar.high,
  low: bar.low,
  close: bar.close,
  tick_volume: bar.tick_volume,
  spread: bar.spread,
});

/**
 * The running bars of all symbols, made of bids, or of trade prices where `chart_mode` says so and
 * a feed has them (trading-rules §1.8). Each quote is added to m1 and all longer timeframes
 * immediately, in whatever order of time quotes come, so that a longer bar is always the sum of its
 * m1 bars. A quote older than the newest of its minute is dropped, so that a recording that is
 * played again counts once.
 */
export class Bars {
  readonly #symbols = new Map<number, SymbolBars>();
  #clock: ServerClock = UTC;
  /** The settings of the clock as text; empty = nothing is loaded yet. */
  #key = '';
  /** Running bars of unknown symbols, by id. */
  readonly #strays = new Map<number, readonly StoredBar[]>();
  /** Symbols with bars to save, longest waiting first. */
  readonly #unsaved = new Set<SymbolBars>();
  /** Symbols whose running bars changed since they were sent. */
  readonly #unsent = new Set<SymbolBars>();
  /** Finished bars that are not sent. */
  #over: BarChange[] = [];

  constructor(private readonly memory: BarsMemory) {}

  /** Applies settings. The bars of changed symbols are saved and started again. */
  apply(settings: Settings, changes = allSymbols(settings, this.#symbols.keys())): void {
    const { utc_offset_min, daylight_saving } = settings.platform[0] ?? UTC;
    const key = `${utc_offset_min} ${daylight_saving}`;
    if (key !== this.#key) {
      const clock = { utc_offset_min, daylight_saving };
      const before = this.#key === '' ? clock : this.#clock;
      this.#key = key;
      this.#clock = clock;
      this.#reload(settings, before);
      return;
    }
    const gone = changes.filter(({ id, symbol }) => symbol === null && this.#symbols.has(id));
    for (const { id } of gone) this.#drop(id);
    if (gone.length > 0) this.memory.forget(gone.map(({ id }) => id));
    for (const { symbol } of changes) if (symbol !== null) this.#change(symbol);
  }

  /**
   * Rebuilds all bars from saved ones, because days begin at other times. A running bar of a day, a
   * week or a month stays that of its date: it ends with the date on the new clock, and takes all
   * quotes until then, also those before its new begin.
   */
  #reload(settings: Settings, before: ServerClock): void {
    this.save();
    const gone = new Set(this.#symbols.keys());
    this.#symbols.clear();
    this.#unsent.clear();
    this.#strays.clear();
    for (const { id, digits, chart_mode } of settings.symbol) {
      gone.delete(id);
      this.#symbols.set(id, new SymbolBars(id, digits, chart_mode === 'last'));
    }
    if (gone.size > 0) this.memory.forget([...gone]);
    for (const bar of this.memory.running()) {
      if (this.#symbols.has(bar.symbol_id)) this.#load(bar, before);
      else if (!gone.has(bar.symbol_id)) {
        this.#strays.set(bar.symbol_id, [...(this.#strays.get(bar.symbol_id) ?? []), bar]);
      }
    }
  }

  /** Adds a symbol, or converts its bars to its new digits and price type. */
  #change({ id, digits, chart_mode }: SymbolRecord): void {
    const byLast = chart_mode === 'last';
    const before = this.#symbols.get(id);
    if (before?.digits === digits && before.byLast === byLast) return;
    const running = before?.bars() ?? this.#strays.get(id) ?? [];
    if (before !== undefined) this.#write([before]);
    this.#drop(id);
    this.#symbols.set(id, new SymbolBars(id, digits, byLast));
    for (const bar of running) this.#load(bar);
  }

  #drop(id: number): void {
    const symbol = this.#symbols.get(id);
    this.#strays.delete(id);
    if (symbol === undefined) return;
    this.#symbols.delete(id);
    this.#unsaved.delete(symbol);
    this.#unsent.delete(symbol);
  }

  /** Adds a published quote to its bars, and to the symbol's day. Times in ms. */
  take(symbolId: number, bid: number, ask: number, time: number, last = 0): Day {
    const symbol = this.#symbols.get(symbolId);
    if (symbol === undefined) return NO_DAY;
    const spread = Math.round((ask - bid) / POINT);
    const price = symbol.byLast && last > 0 ? last : bid;
    const { rows } = symbol;
    for (let frame = 0, at = 0; frame < FRAMES.length; frame += 1, at += ROW) {
      if (time >= rows[at + TO]! || time < rows[at + FROM]!) this.#turn(symbol, frame, price, time);
      if (frame === 0 && time < rows[LAST]!) break;
      symbol.add(at, price, spread, time);
    }
    this.#unsent.add(symbol);
    this.#unsaved.add(symbol);
    return symbol.day();
  }

  /**
   * Sends bars that changed since they were sent: finished bars, and the running bars of every
   * `steps`th symbol; after `steps` calls all symbols had their turn.
   */
  takeChanged(take: (change: BarChange) => void, step = 0, steps = 1): void {
    const over = this.#over;
    this.#over = [];
    for (const change of over) take(change);
    for (const symbol of this.#unsent) {
      if (symbol.id % steps !== step) continue;
      this.#unsent.delete(symbol);
      for (const bar of symbol.bars()) take(changeOf(bar));
    }
  }

  /**
   * Corrects bars of a symbol, saves them and returns the edits. With `dryRun` nothing changes.
   * Refuses an unknown symbol with `not_found`, other digits with `conflict`, and the faults of
   * `editsOf`.
   */
  correct(correction: BarsCorrection): Outcome<readonly BarEdit[]> {
    const symbol = this.#symbols.get(correction.symbolId);
    if (symbol === undefined) return refuse('not_found', 'symbol: unknown');
    if (symbol.digits !== correction.digits) {
      return refuse('conflict', 'The digits of the symbol have changed; send the bars again.');
    }
    this.#write([symbol]);
    const kept = this.#keptBars(symbol);
    const edits = editsOf(correction, kept, symbol.bar(MINUTE_FRAME), this.#clock);
    if (!edits.ok || correction.dryRun || edits.data.length === 0) return edits;
    for (const { after } of edits.data) symbol.correct(after);
    this.#write([symbol]);
    const day = symbol.bar(DAY_FRAME);
    if (day !== undefined) {
      symbol.closePrev = this.#closeBefore(symbol.id, symbol.digits, day.time, undefined);
    }
    this.#unsent.add(symbol);
    return edits;
  }

  /**
   * The bars of a symbol, all of whose finished bars are saved. A running bar takes precedence over
   * a saved bar of the same time.
   */
  #keptBars(symbol: SymbolBars): KeptBars {
    const { id, digits } = symbol;
    const inDigits = (bar: StoredBar | undefined): StoredBar | undefined =>
      bar && barInDigits(bar, digits);
    const running = (frame: number, from: number, to: number): StoredBar | undefined => {
      const bar = symbol.bar(frame);
      return bar !== undefined && bar.time >= from && bar.time < to ? bar : undefined;
    };
    return {
      between: (frame, from, to) => {
        const bars = this.memory
          .between(id, frame, from, to)
          .map((bar) => barInDigits(bar, digits));
        const own = running(frame, from, to);
        if (own === undefined) return bars;
        const others = bars.filter(({ time }) => time !== own.time);
        return [...others, own].sort((a, b) => a.time - b.time);
      },
      before: (frame, time) => {
        const bar = inDigits(this.memory.before(id, frame, time));
        const own = running(frame, 0, time);
        return own !== undefined && own.time >= (bar?.time ?? 0) ? own : bar;
      },
      from: (frame, time) => {
        const bar = inDigits(this.memory.from(id, frame, time));
        const own = running(frame, time, Number.POSITIVE_INFINITY);
        return own !== undefined && own.time <= (bar?.time ?? own.time) ? own : bar;
      },
    };
  }

  /** The current server day of a symbol. */
  day(symbolId: number): Day {
    return this.#symbols.get(symbolId)?.day() ?? NO_DAY;
  }

  /** The last published price in the bars, ×10^(digits+3); undefined = no bar. */
  lastPrice(symbolId: number): { readonly bid: number; readonly ask: number } | undefined {
    const bar = this.#symbols.get(symbolId)?.bar(0);
    return bar && { bid: bar.close, ask: bar.close + bar.spread * POINT };
  }

  /** Saves a share of the unsaved bars, longest waiting first; by default all. */
  save(share = 1): void {
    let left = Math.ceil(this.#unsaved.size * share);
    const symbols: SymbolBars[] = [];
    for (const symbol of this.#unsaved) {
      if (left === 0) break;
      left -= 1;
      symbols.push(symbol);
    }
    this.#write(symbols);
  }

  /**
   * Saves all bars of a symbol together, because the running ones start where the finished ones
   * end. They are sent once more: a client that read the file before, and follows the bars since
   * they were sent, has not seen their last change.
   */
  #write(symbols: readonly SymbolBars[]): void {
    if (symbols.length === 0) return;
    const finished = symbols.flatMap((symbol) => symbol.finished);
    const running = symbols.flatMap((symbol) => symbol.bars());
    this.memory.save(finished, running);
    for (const symbol of symbols) {
      symbol.finished = [];
      this.#unsaved.delete(symbol);
      this.#unsent.add(symbol);
    }
  }

  /** Goes on with a saved bar, which began by the clock of then. */
  #load(stored: StoredBar, clock = this.#clock): void {
    const symbol = this.#symbols.get(stored.symbol_id);
    if (symbol === undefined) return;
    const { frame } = stored;
    const { from: time, to } = movedSpan(FRAMES[frame]!, stored.time, clock, this.#clock);
    const bar = { ...barInDigits(stored, symbol.digits), time };
    symbol.run(bar, { from: Math.min(stored.time, time), to });
    if (time !== stored.time) this.#unsaved.add(symbol);
    if (frame !== DAY_FRAME) return;
    symbol.closePrev = this.#closeBefore(symbol.id, symbol.digits, time, undefined);
  }

  /** Close of the day before the one that opens at `from`; `ended` is a bar that may be unsaved. */
  #closeBefore(id: number, digits: number, from: number, ended: StoredBar | undefined): number {
    const saved = this.memory.before(id, DAY_FRAME, from);
    const unsaved = ended !== undefined && ended.time < from ? ended : undefined;
    if (unsaved !== undefined && unsaved.time >= (saved?.time ?? 0)) return unsaved.close;
    return saved === undefined ? 0 : barInDigits(saved, digits).close;
  }

  /**
   * Finishes the timeframe's running bar, or leaves it for an earlier one, and starts the bar of
   * the quote.
   */
  #turn(symbol: SymbolBars, frame: number, bid: number, time: number): void {
    const ended = symbol.bar(frame);
    if (ended !== undefined) {
      symbol.finished.push(ended);
      if (this.#over.length < UNSENT_MAX) this.#over.push(changeOf(ended));
      // A bar that later quotes may return to must be in the store.
      if (time < ended.time || symbol.finished.length >= UNSAVED_MAX) this.#write([symbol]);
    }
    const { id, digits } = symbol;
    const span = spanOf(FRAMES[frame]!, time, this.#clock);
    const { from } = span;
    const stored = this.memory.read(id, frame, from);
    if (stored !== undefined) symbol.run(barInDigits(stored, digits), span);
    else {
      const empty = { symbol_id: id, frame, time: from, digits, tick_volume: 0, spread: 0 };
      const prices = { open: bid, high: bid, low: bid, close: bid };
      symbol.run({ ...empty, ...prices, first: time, last: time }, span);
    }
    if (frame === DAY_FRAME) symbol.closePrev = this.#closeBefore(id, digits, from, ended);
  }
}
