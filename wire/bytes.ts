// A growing block of bytes that messages are written into: whole numbers, texts, decimals.

import { formatExact, formatShortest, POW10 } from './scale.js';

const FIRST_BYTES = 1 << 16;
/** Room behind the place that `reserve` was last called for: small things are written unasked. */
export const SLACK_BYTES = 1 << 13;
/** UTF-8 takes at most this many bytes for each unit of a text. */
const UTF8_BYTES_MAX = 3;
const ZERO = 48;
const MINUS = 45;
const DOT = 46;
const NINE_DIGITS = 1e9;
const EIGHT_DIGITS = 1e8;

/** How many digits a whole number below 10^9 has. */
const width = (value: number): number => {
  if (value < 1e4) return value < 100 ? (value < 10 ? 1 : 2) : value < 1000 ? 3 : 4;
  if (value < 1e6) return value < 1e5 ? 5 : 6;
  return value < 1e7 ? 7 : value < 1e8 ? 8 : 9;
};

/**
 * Bytes written one after the other. Everything from `at` on is free; whoever writes without
 * `reserve` writes at most a part of the slack.
 */
export class Bytes {
  buffer = Buffer.allocUnsafeSlow(FIRST_BYTES);
  view = new DataView(this.buffer.buffer, this.buffer.byteOffset, FIRST_BYTES);
  at = 0;

  /** Forgets what was written. */
  clear(): this {
    this.at = 0;
    return this;
  }

  /** Makes room for so many bytes, and the slack behind them. */
  reserve(bytes: number): void {
    const needed = this.at + bytes + SLACK_BYTES;
    if (needed <= this.buffer.length) return;
    const grown = Buffer.allocUnsafeSlow(2 * needed);
    this.buffer.copy(grown, 0, 0, this.at);
    this.buffer = grown;
    this.view = new DataView(grown.buffer, grown.byteOffset, grown.length);
  }

  /** What was written since `from`, valid until the next write. */
  written(from = 0): Buffer {
    return this.buffer.subarray(from, this.at);
  }

  /** A copy of what was written. */
  copy(): Buffer {
    return Buffer.from(this.written());
  }

  /** What was written, as text. */
  text(): string {
    return this.buffer.toString('utf8', 0, this.at);
  }

  byte(value: number): void {
    this.buffer[this.at] = value;
    this.at += 1;
  }

  /** A text as UTF-8; the quick way for short ones of ASCII. */
  utf8(text: string): void {
    this.reserve(UTF8_BYTES_MAX * text.length);
    const { buffer, at } = this;
    for (let n = 0; n < text.length; n += 1) {
      const code = text.charCodeAt(n);
      if (code > 0x7f) {
        this.at = at + buffer.write(text, at);
        return;
      }
      buffer[at + n] = code;
    }
    this.at = at + text.length;
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
    const whole = this.#start(value, scale);
    if (whole < 0) return this.utf8(formatExact(value, scale, decimals));
    if (decimals === 0) return;
    const part = Math.abs(value) - whole * (POW10[scale] as number);
    this.byte(DOT);
    this.digits(Math.floor(part / (POW10[scale - decimals] as number)), decimals);
  }

  /** An integer ×10^scale as the shortest text that says it exactly, as `formatShortest` does. */
  shortest(value: number, scale: number): void {
    const whole = this.#start(value, scale);
    if (whole < 0) return this.utf8(formatShortest(value, scale));
    const part = Math.abs(value) - whole * (POW10[scale] as number);
    if (part === 0) return;
    this.byte(DOT);
    this.digits(part, scale);
    while (this.buffer[this.at - 1] === ZERO) this.at -= 1;
  }

  /** Sign and whole part of a decimal; −1 = too large for doubles, and nothing was written. */
  #start(value: number, scale: number): number {
    const unit = POW10[scale] as number;
    const size = Math.abs(value);
    if (!(size + unit <= Number.MAX_SAFE_INTEGER)) return -1;
    const whole = Math.floor(size / unit);
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
    const { buffer, at } = this;
    if (count > 8) {
      const high = Math.floor(value / EIGHT_DIGITS);
      low = value - high * EIGHT_DIGITS;
      this.digits(high, count - 8);
      this.at = at;
      left = 8;
    }
    let rest = low | 0;
    for (let place = at + count - 1; left > 0; left -= 1, place -= 1) {
      const tenth = (rest / 10) | 0;
      buffer[place] = ZERO + (rest - tenth * 10);
      rest = tenth;
    }
    this.at = at + count;
  }
}
