// The module `replay`: quotes from a recorded file, at its pace, faster, or as fast as possible.

import { createReadStream } from 'node:fs';
import { ok, refuse } from '../../../wire/base/codes.js';
import { fileReason } from '../../../wire/base/file-errors.js';
import { paramOf } from '../../../wire/settings/connections.js';
import {
  COLUMNS,
  headerColumns,
  LINE_LENGTH_MAX,
  LineCutter,
  parseLine,
  type QuoteLine,
} from './csv.js';
import type { MarketEnv, OpenSource, QuoteSource, SourceSink } from './feed.js';
import { type Instrument, readPrice } from './instruments.js';

/** Lines between two flushes. */
export const REPLAY_SLICE = 256;
/** Pause before another flush to lagging consumers. */
const RETRY_MS = 2;
/** Longest wait for the next quote, so that the feed gets signs of life. */
const QUIET_MS = 1000;
/** Bytes of the file that are read at a time. */
const CHUNK_BYTES = 64 * 1024;
/** Time between the last quote of a pass and the first of the next, in the file's time. */
const LOOP_GAP_MS = 1000;
/** Most unknown symbols that are reported; further ones are ignored silently. */
const UNKNOWN_NAMED = 100;

interface ReplayParams {
  readonly file: string;
  /** 1 = the file's own pace, 0 = as fast as possible. */
  readonly speed: number;
  readonly loop: boolean;
}

/** The reason why a file cannot be read; undefined for an error that does not concern the file. */
const reasonOf = (error: unknown): string | undefined => {
  return error instanceof Error && 'syscall' in error ? fileReason(error) : undefined;
};

class ReplaySource implements QuoteSource {
  /** By the upper-case name in the file. */
  readonly #instruments = new Map<string, Instrument[]>();
  readonly #unknown = new Set<string>();
  #closed = false;
  #timer: unknown;
  #wake: () => void = () => undefined;
  /** File time of the first quote, and the clock at that moment. */
  #origin: { readonly file: number; readonly clock: number } | undefined;
  /** File time of the newest quote, including earlier passes. */
  #newest = 0;
  /** The shift of the file's times in a repeated pass. */
  #shift = 0;
  #columns = COLUMNS;

  constructor(
    private readonly params: ReplayParams,
    private readonly sink: SourceSink,
    private readonly env: MarketEnv,
  ) {}

  change(gone: readonly Instrument[], added: readonly Instrument[]): void {
    for (const instrument of gone) {
      const same = this.#instruments.get(instrument.source.toUpperCase()) ?? [];
      same.splice(same.indexOf(instrument), 1);
    }
    for (const instrument of added) {
      const name = instrument.source.toUpperCase();
      const same = this.#instruments.get(name);
      if (same === undefined) this.#instruments.set(name, [instrument]);
      else same.push(instrument);
    }
  }

  close(): void {
    this.#closed = true;
    this.env.clearTimer(this.#timer);
    this.#wake();
  }

  /** Reads the file; repeatedly if it loops. */
  async run(): Promise<void> {
    const { file, loop } = this.params;
    try {
      do {
        await this.#pass();
        if (this.#origin === undefined) {
          this.sink.down(`replay file ${file}: no quotes in it`);
          return;
        }
        this.#shift = this.#newest - this.#origin.file + LOOP_GAP_MS;
      } while (loop && !this.#closed);
      this.sink.finished();
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === undefined) throw error;
      this.sink.down(`replay file ${file}: ${reason}`);
    }
  }

  async #pass(): Promise<void> {
    const cutter = new LineCutter();
    const stream = createReadStream(this.params.file, {
      encoding: 'utf8',
      highWaterMark: CHUNK_BYTES,
    });
    stream.once('open', () => this.sink.online());
    let number = 0;
    for await (const text of stream) {
      number = await this.#lines(cutter.cut(text as string), number);
      if (this.#closed) return;
    }
    await this.#lines(cutter.end(), number);
    await this.#settled();
  }

  /** Plays some lines; returns the number of the last. */
  async #lines(lines: readonly (string | null)[], before: number): Promise<number> {
    let number = before;
    for (const line of lines) {
      number += 1;
      const quote = this.#read(line, number);
      if (quote !== undefined) {
        if (!this.#isDue(quote.time)) await this.#until(quote.time);
        if (this.#closed) return number;
        this.#play(quote, number);
      }
      if (number % REPLAY_SLICE === 0) await this.#settled();
    }
    return number;
  }

  #read(line: string | null, number: number): QuoteLine | undefined {
    if (line === null) {
      this.sink.fault(`line ${number}: longer than ${LINE_LENGTH_MAX} characters`);
      return undefined;
    }
    const text = number === 1 ? line.replace(/^\ufeff/, '') : line;
    if (number === 1) this.#columns = headerColumns(text) ?? COLUMNS;
    if (text === '' || (number === 1 && headerColumns(text) !== undefined)) return undefined;
    const quote = parseLine(text, this.#columns);
    if (typeof quote !== 'string') return { ...quote, time: quote.time + this.#shift };
    this.sink.fault(`line ${number}: ${quote}`);
    return undefined;
  }

  #play(quote: QuoteLine, number: number): void {
    this.#origin ??= { file: quote.time, clock: this.env.elapsed() };
    this.#newest = quote.time;
    const instruments = this.#instruments.get(quote.symbol.toUpperCase()) ?? [];
    if (instruments.length === 0) this.#miss(quote.symbol, number);
    for (const instrument of instruments) {
      const bid = readPrice(instrument, quote.bid);
      const ask = readPrice(instrument, quote.ask);
      const last = quote.last === '' ? 0 : readPrice(instrument, quote.last);
      if (bid === undefined) this.sink.fault(`line ${number}: the bid is not a price`);
      else if (ask === undefined) this.sink.fault(`line ${number}: the ask is not a price`);
      else if (last === undefined) this.sink.fault(`line ${number}: the last is not a price`);
      else this.sink.tick(instrument, bid, ask, quote.time, last);
    }
  }

  #miss(symbol: string, number: number): void {
    if (this.#unknown.has(symbol) || this.#unknown.size >= UNKNOWN_NAMED) return;
    this.#unknown.add(symbol);
    this.sink.fault(`line ${number}: symbol ${symbol} is not quoted by this feed`);
  }

  /** The clock time of a file time. */
  #dueAt(time: number): number {
    const { speed } = this.params;
    const origin = this.#origin;
    if (speed === 0 || origin === undefined) return 0;
    return origin.clock + (time - origin.file) / speed;
  }

  #isDue(time: number): boolean {
    return this.#dueAt(time) <= this.env.elapsed();
  }

  async #until(time: number): Promise<void> {
    this.sink.flush();
    while (!this.#closed && !this.#isDue(time)) {
      this.sink.alive();
      await this.#sleep(Math.min(this.#dueAt(time) - this.env.elapsed(), QUIET_MS));
    }
  }

  /** Ends a run of ticks; resolves when consumers can take more. */
  async #settled(): Promise<void> {
    while (!this.#closed && !this.sink.flush()) {
      this.sink.alive();
      await this.#sleep(RETRY_MS);
    }
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((done) => {
      this.#wake = done;
      this.#timer = this.env.setTimer(done, ms);
    });
  }
}

/**
 * Opens a recording; parameters: `file`, `speed` (default 1), `loop` (`true` or `false`). Quotes
 * keep the file's times; a repeated pass continues where the one before ended.
 */
export const openReplay: OpenSource = (record, instruments, sink, env) => {
  const file = paramOf(record, 'file');
  const speed = Number(paramOf(record, 'speed') || 1);
  const loop = paramOf(record, 'loop') === 'true';
  if (file === '') return refuse('invalid_input', 'params.file: required');
  if (!(speed >= 0)) {
    return refuse('invalid_input', 'params.speed: must be a number of at least 0');
  }
  const source = new ReplaySource({ file, speed, loop }, sink, env);
  source.change([], instruments);
  void source.run();
  return ok(source);
};
