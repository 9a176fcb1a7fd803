// Measures the time of quotes from the feed to a socket, and counts missing ones.

import { Histogram, type Percentiles } from './measures.js';

/** Begins every row of quotes, and nothing else that the quote readers are sent. */
const ROW = Buffer.from('["');
const BRACKET = '['.charCodeAt(0);
const QUOTE = '"'.charCodeAt(0);
const ZERO = '0'.charCodeAt(0);
/** Bytes from the end of a row's name to its time: `","1.10000","1.10002",`. */
const PRICES_BYTES = 22;
const TIME_DIGITS = 13;

/** Quotes by their time in the recording: which ones count, and when each was due. */
export interface Span {
  readonly from: number;
  readonly until: number;
  /** The shift from times of the recording to times of the wall clock. */
  readonly shiftMs: number;
}

/** The result of a span. */
export interface SpanCount {
  readonly quotes: number;
  /** From the time at which a quote was due in the feed until it was read. */
  readonly ms: Percentiles;
}

/** Reads rows of quotes from chunks of many sockets. */
export class QuoteTimes {
  /** Number of all quotes that were read. */
  quotes = 0;
  readonly #times = new Histogram();
  #span: Span | undefined;

  /** Starts timing the quotes of a span. */
  time(span: Span): void {
    this.#times.clear();
    this.#span = span;
  }

  /** The result of the span. */
  timed(): SpanCount {
    return { quotes: this.#times.count, ms: this.#times.percentiles() };
  }

  /** Reads what a socket received; returns the beginning of an incomplete row. */
  read(received: Buffer): Buffer | undefined {
    const now = performance.timeOrigin + performance.now();
    for (let at = received.indexOf(ROW); at >= 0; at = received.indexOf(ROW, at + ROW.length)) {
      const nameEnd = received.indexOf(QUOTE, at + ROW.length);
      const timeAt = nameEnd + PRICES_BYTES;
      if (nameEnd < 0 || timeAt + TIME_DIGITS > received.length) return received.subarray(at);
      this.quotes += 1;
      this.#take(received, timeAt, now);
    }
    return received.at(-1) === BRACKET ? received.subarray(-1) : undefined;
  }

  #take(chunk: Buffer, at: number, now: number): void {
    const span = this.#span;
    if (span === undefined) return;
    let time = 0;
    for (let n = at; n < at + TIME_DIGITS; n += 1) time = time * 10 + (chunk[n] as number) - ZERO;
    if (time < span.from || time >= span.until) return;
    this.#times.add(now - (time + span.shiftMs));
  }
}
