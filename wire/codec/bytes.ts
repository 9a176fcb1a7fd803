// A growing buffer for outgoing messages: writes whole numbers, texts and decimals.

import { formatExact, formatShortest, POW10 } from '../base/scale.js';
import { codeAt, known } from './char-codes.js';
import type { WordCopy } from './word-copy.js';

const FIRST_BYTES = 1 << 16;
/** Own buffers up to this size are reused for the next message; larger ones are replaced. */
const OWN_BYTES_MAX = 1 << 20;
/** Free bytes that `reserve` leaves after the reserved ones, so that small writes need no call. */
export const SLACK_BYTES = 1 << 13;
/** UTF-8 needs at most this number of bytes a UTF-16 unit. */
const UTF8_BYTES_MAX = 3;
/** Longest text that is cached; for longer ones the native writers are faster than a loop. */
export const TEXT_BYTES = 64;
const TEXT_DOUBLES = TEXT_BYTES / 8;
const BLANK = 0x20;
const TILDE = 0x7e;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const ZERO = 48;
const MINUS = 45;
const DOT = 46;
/** The digits of 0 to 99, two characters as one 16-bit number. */
export const PAIRS = Uint16Array.from(
  { length: 100 },
  (_, n) => ((ZERO + ((n / 10) | 0)) << 8) | (ZERO + (n % 10)),
);
/** `0.` as a 16-bit number, and eight zeros as a double. */
const ZERO_DOT = (ZERO << 8) | DOT;
const ZEROS = Buffer.alloc(8, '0').readDoubleLE();
const NINE_DIGITS = 1e9;
const EIGHT_DIGITS = 1e8;

/** A view of the same memory. */
export const viewOf = ({ buffer, byteOffset, length }: Buffer): DataView =>
  new DataView(buffer, byteOffset, length);

/**
 * Recently written decimals, each in the one slot that its hash selects: an order contains its
 * price eight times and its volume five times. A cached decimal takes 8 ns instead of 40.
 */
const SLOTS = 256;
const KEPT_BYTES = 16;
const kept = {
  values: new Float64Array(SLOTS),
  formats: new Uint16Array(SLOTS),
  lengths: new Uint8Array(SLOTS),
  texts: new Float64Array(2 * SLOTS),
};
/**
 * The format code of a shortest text; other codes combine a scale and a number of decimals below
 * 16.
 */
const SHORTEST = 1 << 8;
const slotOf = (value: number, format: number): number =>
  Math.imul((value | 0) ^ format, 0x9e3779b1) >>> 24;

/**
 * Recently written texts, each in the one slot that its hash selects: most texts of a row are words
 * that repeat, and an order contains its id nine times. A cached text of 36 characters takes 15 ns
 * instead of 110, one of 6 characters 8 ns instead of 20.
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

/** Is the decimal too large to be split in doubles? */
const isLarge = (value: number, scale: number): boolean =>
  !(Math.abs(value) + (POW10[scale] as number) <= Number.MAX_SAFE_INTEGER);

/** The number of digits of a whole number below 10^9. */
const width = (value: number): number => {
  if (value < 1e4) return value < 100 ? (value < 10 ? 1 : 2) : value < 1000 ? 3 : 4;
  if (value < 1e6) return value < 1e5 ? 5 : 6;
  return value < 1e7 ? 7 : value < 1e8 ? 8 : 9;
};

/**
 * The offset of messages in own memory: the bytes before it are for a head that is written later.
 */
const LEAD_BYTES = 64;

/**
 * A message writer, into its own memory or in place into the memory of a ring. A message begins at
 * `start`; everything from `at` on is free. Without a call of `reserve` a writer may write only a
 * part of the slack. A message that does not fit in place continues in own memory: `reserve` then
 * moves the message, and changes `start` and `at`.
 */
export class Bytes {
  #own = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #ownView = viewOf(this.#own);
  buffer: Buffer = this.#own;
  view = this.#ownView;
  start = LEAD_BYTES;
  at = LEAD_BYTES;
  #limit = FIRST_BYTES;

  /** Discards the message; the next message is written into own memory. */
  clear(): this {
    if (this.#own.length > OWN_BYTES_MAX) {
      this.#own = Buffer.allocUnsafeSlow(FIRST_BYTES);
      this.#ownView = viewOf(this.#own);
    }
    this.#place(this.#own, this.#ownView, LEAD_BYTES, this.#own.length);
    return this;
  }

  /** Writes the next message in place: from `start` on, and before `limit`. */
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

  /** Makes room for `bytes` more bytes, and for the slack after them. */
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

  /** The length of the message in bytes. */
  get length(): number {
    return this.at - this.start;
  }

  /** The message; valid until the next write. */
  written(): Buffer {
    return this.buffer.subarray(this.start, this.at);
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

  /** Writes bytes unchanged. */
  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.buffer.set(bytes, this.at);
    this.at += bytes.length;
  }

  /** Writes a short word copy, eight bytes at a time. */
  eights({ doubles, length }: WordCopy): void {
    this.reserve(length);
    const { view, at } = this;
    for (let n = 0; n < doubles.length; n += 1) view.setFloat64(at + 8 * n, doubles[n] ?? 0, true);
    this.at = at + length;
  }

  /** Writes a text from the cache; false when it is not cached. */
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

  /** Caches a text of printable ASCII whose bytes end at `at`; other texts are not cached. */
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

  /** Writes a text as UTF-8; the fast path is for short ASCII. */
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

  /** Writes a whole number in decimal digits. */
  int(value: number): void {
    if (value < 0) {
      this.byte(MINUS);
      this.#whole(-value);
    } else this.#whole(value);
  }

  /** Writes an integer ×10^scale with exactly `decimals` decimals, as `formatExact` does. */
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

  /** Writes an integer ×10^scale as the shortest exact text, as `formatShortest` does. */
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

  /** Writes the decimal in a slot of the cache. */
  #kept(slot: number): void {
    const { view, at } = this;
    view.setFloat64(at, kept.texts[2 * slot] as number, true);
    view.setFloat64(at + 8, kept.texts[2 * slot + 1] as number, true);
    this.at = at + (kept.lengths[slot] as number);
  }

  /** Caches the decimal whose bytes begin at `from`. */
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

  /** Writes 0 with `decimals` decimals, which most prices and amounts of a row are. */
  #zero(decimals: number): void {
    if (decimals === 0) return this.byte(ZERO);
    const { view, at } = this;
    for (let n = 0; n < decimals; n += 8) view.setFloat64(at + 2 + n, ZEROS, true);
    view.setUint16(at, ZERO_DOT);
    this.at = at + 2 + decimals;
  }

  /** Writes sign and whole part of a decimal; returns the whole part. */
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

  /** Writes the last `count` digits of a whole number below 10^15, with leading zeros. */
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
