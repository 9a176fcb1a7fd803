// A growing block of bytes that messages are written into: whole numbers, texts, decimals.

import { formatExact, formatShortest, POW10 } from '../base/scale.js';
import { codeAt, known } from './char-codes.js';
import type { WordCopy } from './word-copy.js';

const FIRST_BYTES = 1 << 16;
/** Own memory that is kept for the next message. */
const OWN_BYTES_MAX = 1 << 20;
/** Room behind the place that `reserve` was last called for: small things are written unasked. */
export const SLACK_BYTES = 1 << 13;
/** UTF-8 takes at most this many bytes for each unit of a text. */
const UTF8_BYTES_MAX = 3;
/** Longest text that is kept; beyond it the native writers are quicker than a loop. */
export const TEXT_BYTES = 64;
const TEXT_DOUBLES = TEXT_BYTES / 8;
const BLANK = 0x20;
const TILDE = 0x7e;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const ZERO = 48;
const MINUS = 45;
const DOT = 46;
/** The digits of 0 to 99, two characters as one number. */
export const PAIRS = Uint16Array.from(
  { length: 100 },
  (_, n) => ((ZERO + ((n / 10) | 0)) << 8) | (ZERO + (n % 10)),
);
/** `0.` as the first bytes, and eight zeros as a double. */
const ZERO_DOT = (ZERO << 8) | DOT;
const ZEROS = Buffer.alloc(8, '0').readDoubleLE();
const NINE_DIGITS = 1e9;
const EIGHT_DIGITS = 1e8;

const viewOf = ({ buffer, byteOffset, length }: Buffer): DataView =>
  new DataView(buffer, byteOffset, length);

/**
 * Decimals written lately, each in the only slot that it may have: an order has its price eight
 * times, its volume five times. 40 ns become 8.
 */
const SLOTS = 256;
const KEPT_BYTES = 16;
const kept = {
  values: new Float64Array(SLOTS),
  formats: new Uint16Array(SLOTS),
  lengths: new Uint8Array(SLOTS),
  texts: new Float64Array(2 * SLOTS),
};
/** Marks the format of a shortest text; other formats are a scale and decimals below 16. */
const SHORTEST = 1 << 8;
const slotOf = (value: number, format: number): number =>
  Math.imul((value | 0) ^ format, 0x9e3779b1) >>> 24;

/**
 * Texts written lately, each in the only slot that it may have: most texts of a row are words that
 * come again and again, and an order has its id nine times. 110 ns for 36 characters become 15, 20
 * for 6 become 8.
 */
const TEXT_SLOTS = 256;
const keptTexts = {
  texts: Array.from({ length: TEXT_SLOTS }, () => ''),
  doubles: new Float64Array(TEXT_SLOTS * TEXT_DOUBLES),
};
const textSlotOf = (text: string, length: number): number => {
  const ends =
    codeAt(text, 0) * 7 + codeAt(text, length - 1) * 31 + codeAt(text, length >> 1) * 131;
  return (ends + length * 61) & (TEXT_SLOTS - 1);
};

/** Is a decimal too large to be split in doubles? */
const isLarge = (value: number, scale: number): boolean =>
  !(Math.abs(value) + (POW10[scale] as number) <= Number.MAX_SAFE_INTEGER);

/** How many digits a whole number below 10^9 has. */
const width = (value: number): number => {
  if (value < 1e4) return value < 100 ? (value < 10 ? 1 : 2) : value < 1000 ? 3 : 4;
  if (value < 1e6) return value < 1e5 ? 5 : 6;
  return value < 1e7 ? 7 : value < 1e8 ? 8 : 9;
};

/** The offset of messages in own memory: room in front for a head that is written later. */
const LEAD_BYTES = 64;

/**
 * Bytes written one after the other, in their own memory or in place in the memory of a ring. A
 * message begins at `start`, and everything from `at` on is free. A writer that does not call
 * `reserve` writes at most a part of the slack. A message that finds no room in place continues in
 * own memory: `reserve` then moves the message, and `start` and `at` with it.
 */
export class Bytes {
  #own = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #ownView = viewOf(this.#own);
  buffer: Buffer = this.#own;
  view = this.#ownView;
  start = LEAD_BYTES;
  at = LEAD_BYTES;
  #limit = FIRST_BYTES;

  /** Forgets what was written; the next message is written into own memory. */
  clear(): this {
    if (this.#own.length > OWN_BYTES_MAX) {
      this.#own = Buffer.allocUnsafeSlow(FIRST_BYTES);
      this.#ownView = viewOf(this.#own);
    }
    this.#place(this.#own, this.#ownView, LEAD_BYTES, this.#own.length);
    return this;
  }

  /** Has the next message written in place, from `start` on and before `limit`. */
  within(buffer: Buffer, view: DataView, start: number, limit: number): void {
    this.#place(buffer, view, start, limit);
  }

  #place(buffer: Buffer, view: DataView, start: number, limit: number): void {
    this.buffer = buffer;
    this.view = view;
    this.start = start;
    this.at = start;
    this.#limit = limit;
  }

  /** Makes room for so many bytes, and the slack behind them. */
  reserve(bytes: number): void {
    const needed = this.at + bytes + SLACK_BYTES;
    if (needed > this.#limit) this.#grow(needed - this.start);
  }

  /** Moves the message into own memory of twice the length needed. */
  #grow(needed: number): void {
    const written = this.written();
    this.#own = Buffer.allocUnsafeSlow(2 * (LEAD_BYTES + needed));
    this.#ownView = viewOf(this.#own);
    this.#place(this.#own, this.#ownView, LEAD_BYTES, this.#own.length);
    this.buffer.set(written, this.at);
    this.at += written.length;
  }

  /** How many bytes the message has. */
  get length(): number {
    return this.at - this.start;
  }

  /** The message, with so many bytes in front of it; valid until the next write. */
  written(lead = 0): Buffer {
    return this.buffer.subarray(this.start - lead, this.at);
  }

  /** A copy of the message. */
  copy(): Buffer {
    return Buffer.from(this.written());
  }

  /** The written bytes as text. */
  text(): string {
    return this.buffer.toString('utf8', this.start, this.at);
  }

  byte(value: number): void {
    this.buffer[this.at] = value;
    this.at += 1;
  }

  /** Bytes as they are. */
  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.buffer.set(bytes, this.at);
    this.at += bytes.length;
  }

  /** Bytes that are kept; short ones. */
  eights({ doubles, length }: WordCopy): void {
    this.reserve(length);
    const { view, at } = this;
    for (let n = 0; n < doubles.length; n += 1) view.setFloat64(at + 8 * n, doubles[n] ?? 0, true);
    this.at = at + length;
  }

  /** Writes a text that is kept, if it is. */
  again(text: string, length: number): boolean {
    if (length === 0 || length > TEXT_BYTES) return false;
    const slot = textSlotOf(text, length);
    if (keptTexts.texts[slot] !== text) return false;
    const { view, at } = this;
    const from = slot * TEXT_DOUBLES;
    const end = from + ((length + 7) >> 3);
    for (let n = from, to = at; n < end; n += 1, to += 8) {
      view.setFloat64(to, keptTexts.doubles[n] as number, true);
    }
    this.at = at + length;
    return true;
  }

  /** Keeps a text of printable ASCII that ends at `at`; of other texts nothing is kept. */
  keepText(text: string, length: number): void {
    if (length === 0 || length > TEXT_BYTES) return;
    const { buffer, view, at } = this;
    const start = at - length;
    for (let place = start; place < at; place += 1) {
      const code = buffer[place] as number;
      if (code < BLANK || code > TILDE || code === QUOTE || code === BACKSLASH) return;
    }
    view.setFloat64(at, 0, true);
    const slot = textSlotOf(text, length);
    const from = slot * TEXT_DOUBLES;
    for (let n = 0; n < length; n += 8) {
      keptTexts.doubles[from + (n >> 3)] = view.getFloat64(start + n, true);
    }
    keptTexts.texts[slot] = text;
  }

  /** A text as UTF-8; the quick way for short ones of ASCII. */
  utf8(given: string): void {
    const text = known(given);
    const { length } = text;
    this.reserve(UTF8_BYTES_MAX * length);
    if (length > TEXT_BYTES) {
      this.at += this.buffer.write(text, this.at);
      return;
    }
    if (this.again(text, length)) return;
    const { buffer, at } = this;
    for (let n = 0; n < length; n += 1) {
      const code = codeAt(text, n);
      if (code > 0x7f) {
        this.at = at + buffer.write(text, at);
        return;
      }
      buffer[at + n] = code;
    }
    this.at = at + length;
    this.keepText(text, length);
  }

  /** A whole number in decimal digits. */
  int(value: number): void {
    if (value < 0) {
      this.byte(MINUS);
      this.#whole(-value);
    } else this.#whole(value);
  }

  /** An integer ×10^scale with exactly `decimals` decimals, as `formatExact` says it. */
  exact(value: number, scale: number, decimals: number): void {
    if (value === 0) return this.#zero(decimals);
    if (isLarge(value, scale)) return this.utf8(formatExact(value, scale, decimals));
    const format = (scale << 4) | decimals;
    const slot = slotOf(value, format);
    if (kept.values[slot] === value && kept.formats[slot] === format) return this.#kept(slot);
    const { at } = this;
    this.#exact(value, scale, decimals);
    this.#keep(slot, value, format, at);
  }

  #exact(value: number, scale: number, decimals: number): void {
    const whole = this.#start(value, scale);
    if (decimals === 0) return;
    const part = Math.abs(value) - whole * (POW10[scale] as number);
    this.byte(DOT);
    this.digits(Math.floor(part / (POW10[scale - decimals] as number)), decimals);
  }

  /** An integer ×10^scale as the shortest text that says it exactly, as `formatShortest` does. */
  shortest(value: number, scale: number): void {
    if (value === 0) return this.byte(ZERO);
    if (isLarge(value, scale)) return this.utf8(formatShortest(value, scale));
    const format = SHORTEST | scale;
    const slot = slotOf(value, format);
    if (kept.values[slot] === value && kept.formats[slot] === format) return this.#kept(slot);
    const { at } = this;
    this.#shortest(value, scale);
    this.#keep(slot, value, format, at);
  }

  #shortest(value: number, scale: number): void {
    const whole = this.#start(value, scale);
    const part = Math.abs(value) - whole * (POW10[scale] as number);
    if (part === 0) return;
    this.byte(DOT);
    this.digits(part, scale);
    while (this.buffer[this.at - 1] === ZERO) this.at -= 1;
  }

  /** Writes a decimal that is kept. */
  #kept(slot: number): void {
    const { view, at } = this;
    view.setFloat64(at, kept.texts[2 * slot] as number, true);
    view.setFloat64(at + 8, kept.texts[2 * slot + 1] as number, true);
    this.at = at + (kept.lengths[slot] as number);
  }

  /** Keeps the decimal that was written from a place on. */
  #keep(slot: number, value: number, format: number, from: number): void {
    const { view, at } = this;
    if (at - from > KEPT_BYTES) return;
    view.setFloat64(at, 0, true);
    view.setFloat64(at + 8, 0, true);
    kept.values[slot] = value;
    kept.formats[slot] = format;
    kept.texts[2 * slot] = view.getFloat64(from, true);
    kept.texts[2 * slot + 1] = view.getFloat64(from + 8, true);
    kept.lengths[slot] = at - from;
  }

  /** 0 with so many decimals: most prices and amounts of a row. */
  #zero(decimals: number): void {
    if (decimals === 0) return this.byte(ZERO);
    const { view, at } = this;
    for (let n = 0; n < decimals; n += 8) view.setFloat64(at + 2 + n, ZEROS, true);
    view.setUint16(at, ZERO_DOT);
    this.at = at + 2 + decimals;
  }

  /** Writes sign and whole part of a decimal; answers the latter. */
  #start(value: number, scale: number): number {
    const whole = Math.floor(Math.abs(value) / (POW10[scale] as number));
    if (value < 0) this.byte(MINUS);
    this.#whole(whole);
    return whole;
  }

  #whole(value: number): void {
    if (value < NINE_DIGITS) return this.digits(value, width(value));
    if (!(value <= Number.MAX_SAFE_INTEGER)) return this.utf8(String(value));
    const high = Math.floor(value / EIGHT_DIGITS);
    this.digits(high, width(high));
    this.digits(value - high * EIGHT_DIGITS, 8);
  }

  /** The last digits of a whole number below 10^15, zeros in front. */
  digits(value: number, count: number): void {
    let low = value;
    let left = count;
    const { buffer, view, at } = this;
    if (count > 8) {
      const high = Math.floor(value / EIGHT_DIGITS);
      low = value - high * EIGHT_DIGITS;
      this.digits(high, count - 8);
      this.at = at;
      left = 8;
    }
    let rest = low | 0;
    let place = at + count;
    for (; left > 1; left -= 2) {
      const hundredth = (rest / 100) | 0;
      place -= 2;
      view.setUint16(place, PAIRS[rest - hundredth * 100] as number);
      rest = hundredth;
    }
    if (left === 1) buffer[place - 1] = ZERO + (rest % 10);
    this.at = at + count;
  }
}
