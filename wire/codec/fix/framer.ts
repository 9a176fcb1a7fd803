// Cuts a stream of bytes into FIX messages by their BodyLength, and skips all other bytes.
//
// A message is garbled when its head, length, checksum or a field is malformed. Reading goes on
// behind its first field then, so that the messages after it are read whatever its length says.

import { type FixMessage, MALFORMED, SOH } from './fix-message.js';

/** Longest body of a message in bytes. */
const BODY_MAX = 1 << 20;
/** The first bytes of each message. */
const BEGIN = Buffer.from('8=FIX');
/** Longest first field, and most digits of BodyLength. */
const BEGIN_STRING_MAX = 16;
const LENGTH_DIGITS_MAX = 7;
/** `10=ddd` and the separator. */
const TRAILER_BYTES = 7;
/**
 * Garbled messages that lie within each other are read again from each head. A stream may cause so
 * many bytes to be read in such messages for each byte that it sends, and so many at once.
 */
const REREAD_PER_BYTE = 8;
const REREAD_MAX = 8 * BODY_MAX;
const [ZERO, ONE, EIGHT, NINE, EQUALS] = [48, 49, 56, 57, 61] as const;

/** The result of `next`: no whole message, a message, or a garbled message, which was skipped. */
type FrameFound = 'none' | 'message' | 'garbled';

/** Bytes are missing; the frame is malformed. */
const WAIT = -1;
const BAD = -2;

/** A framer of one stream. It holds the bytes of at most one message and one chunk. */
export class Framer {
  #bytes: Buffer = Buffer.alloc(0);
  #isOwn = false;
  #from = 0;
  #end = 0;
  /** How far the fields of an unfinished message were walked already; 0 = not yet. */
  #walked = 0;
  /** How far the end of an unfinished value was looked for; 0 = the walk ended elsewhere. */
  #searched = 0;
  /** How many bytes of garbled messages may still be read. */
  #reread = REREAD_MAX;

  /** How many bytes the last call of `next` has read that found a message or a garbled one. */
  read = 0;

  constructor(private readonly bodyMax = BODY_MAX) {}

  /** The number of bytes that wait for the rest of their message. */
  get held(): number {
    return this.#end - this.#from;
  }

  /** Adds bytes of the stream; they must not change any more. Call `next` until it finds none. */
  push(chunk: Buffer): void {
    const { held } = this;
    this.#reread = Math.min(this.#reread + REREAD_PER_BYTE * chunk.length, REREAD_MAX);
    if (held === 0) {
      this.#bytes = chunk;
      this.#isOwn = false;
      this.#from = 0;
      this.#end = chunk.length;
      return;
    }
    if (!this.#isOwn || this.#end + chunk.length > this.#bytes.length) {
      const moved = Buffer.allocUnsafe(2 * (held + chunk.length));
      this.#bytes.copy(moved, 0, this.#from, this.#end);
      this.#walked = Math.max(this.#walked - this.#from, 0);
      this.#searched = Math.max(this.#searched - this.#from, 0);
      this.#bytes = moved;
      this.#isOwn = true;
      this.#from = 0;
      this.#end = held;
    }
    chunk.copy(this.#bytes, this.#end);
    this.#end += chunk.length;
  }

  /** Finds the next message and indexes it; it holds until the next call of `push`. */
  next(message: FixMessage): FrameFound {
    this.#skipGarbage();
    if (this.held < BEGIN.length) return 'none';
    const from = this.#from;
    const to = this.#frameEnd(from);
    if (to === WAIT && !this.#isCut(message, from)) return 'none';
    this.#walked = 0;
    this.#searched = 0;
    // Of a malformed head only a few bytes are read.
    this.read = to === BAD ? BEGIN.length : (to === WAIT ? this.#end : to) - from;
    if (to >= 0 && this.#hasChecksum(from, to) && message.index(this.#bytes, from, to)) {
      this.#from = to;
      return 'message';
    }
    if (to !== BAD) this.#reread -= this.read;
    this.#from = this.#reread < 0 ? this.#end : from + BEGIN.length;
    return 'garbled';
  }

  /** Skips bytes that begin no message, but keeps a beginning that may go on. */
  #skipGarbage(): void {
    const bytes = this.#bytes;
    const from = this.#from;
    const isHead = bytes[from] === EIGHT && this.held >= BEGIN.length;
    if (isHead && BEGIN.compare(bytes, from, from + BEGIN.length) === 0) return;
    const rest = bytes.subarray(from, this.#end);
    const found = rest.indexOf(BEGIN);
    if (found >= 0) this.#from = from + found;
    else this.#from = Math.max(from, this.#end - BEGIN.length + 1);
  }

  /** The end of the message at `from`, or WAIT, or BAD. */
  #frameEnd(from: number): number {
    const bytes = this.#bytes;
    const end = this.#end;
    let at = from + BEGIN.length;
    for (const last = from + BEGIN_STRING_MAX; at < end && bytes[at] !== SOH; at += 1) {
      if (at === last) return BAD;
    }
    if (at + 3 >= end) return WAIT;
    if (bytes[at + 1] !== NINE || bytes[at + 2] !== EQUALS) return BAD;
    at += 3;
    let length = 0;
    for (const last = at + LENGTH_DIGITS_MAX; at < end && bytes[at] !== SOH; at += 1) {
      const digit = (bytes[at] as number) - ZERO;
      if (!(digit >= 0 && digit <= 9) || at === last) return BAD;
      length = length * 10 + digit;
    }
    if (at >= end) return WAIT;
    if (length > this.bodyMax) return BAD;
    const to = at + 1 + length + TRAILER_BYTES;
    if (to > end) return WAIT;
    const trailer = to - TRAILER_BYTES;
    const isTrailer =
      bytes[trailer - 1] === SOH &&
      bytes[trailer] === ONE &&
      bytes[trailer + 1] === ZERO &&
      bytes[trailer + 2] === EQUALS &&
      bytes[to - 1] === SOH;
    return isTrailer ? to : BAD;
  }

  /** Is an unfinished message garbled already, or does it end before its length? */
  #isCut(message: FixMessage, from: number): boolean {
    // A long value is not walked again for each part of it that comes.
    const isSearched = this.#searched > 0;
    if (isSearched && !this.#bytes.subarray(this.#searched, this.#end).includes(SOH)) {
      this.#searched = this.#end;
      return false;
    }
    const walked = message.walk(this.#bytes, Math.max(this.#walked, from), this.#end);
    if (walked === MALFORMED) return true;
    this.#walked = walked;
    this.#searched = message.isInValue ? this.#end : 0;
    return false;
  }

  /** Is the sum of all bytes before the trailer as the trailer says? */
  #hasChecksum(from: number, to: number): boolean {
    const bytes = this.#bytes;
    const trailer = to - TRAILER_BYTES;
    let sum = 0;
    for (let at = from; at < trailer; at += 1) sum += bytes[at] as number;
    let stated = 0;
    for (let at = trailer + 3; at < to - 1; at += 1) {
      const digit = (bytes[at] as number) - ZERO;
      if (!(digit >= 0 && digit <= 9)) return false;
      stated = stated * 10 + digit;
    }
    return stated === (sum & 255);
  }
}
