// Reads the usual frame of a trade request in place: its bytes become the request in one pass,
// without a decoded frame in between and without a validator.
//
// An unusual frame is left to `readFrame` and the schemas, which decide about it from the start.
// Unusual are escapes, characters beyond ASCII, numbers in another form, and every fault.

import { findWord, type TextForm } from '../base/text-forms.js';
import type { TradeRequest } from '../trading/commands.js';
import {
  DATA,
  FIELDS_MAX,
  FRAME_FIELDS,
  ID,
  KIND,
  KINDS,
  REQUEST_FIELDS,
  type RequestField,
} from '../trading/trade-fields.js';
import { ACCOUNT_FRAME_BYTES_MAX, type Encoding } from './frames.js';

/** A trade request whose fields are valid for its kind. */
export interface TradeFrame {
  readonly id: number;
  readonly request: TradeRequest;
}

/** A name of fields or a word of texts. */
interface Word {
  readonly text: string;
  readonly bytes: Uint8Array;
  /** The fields of this name, in the frame and in its `data`. */
  readonly fields: readonly [RequestField | undefined, RequestField | undefined];
}

/** The table of names and words, by a hash of their bytes; a full slot continues in the next. */
const WORD_BITS = 9;
const WORD_SLOTS = 1 << WORD_BITS;
const words: (Word | undefined)[] = new Array(WORD_SLOTS).fill(undefined);

/** A hash of some of the bytes, which distinguishes the words. */
const hashOf = (bytes: Uint8Array, from: number, to: number): number => {
  const last = to - 1;
  const ends = ((bytes[from] as number) << 8) | (bytes[last] as number);
  const middle = (bytes[(from + last) >> 1] as number) << 16;
  return Math.imul(ends | middle, 0x9e3779b1) ^ Math.imul(to - from, 0x85ebca6b);
};

/** Are these the bytes from a position on? */
const isAt = (part: Uint8Array, bytes: Uint8Array, from: number): boolean => {
  for (let n = 0; n < part.length; n += 1) if (part[n] !== bytes[from + n]) return false;
  return true;
};

const findSlot = (bytes: Uint8Array, from: number, to: number): number => {
  let slot = hashOf(bytes, from, to) >>> (32 - WORD_BITS);
  for (;;) {
    const word = words[slot];
    if (word === undefined) return slot;
    if (word.bytes.length === to - from && isAt(word.bytes, bytes, from)) return slot;
    slot = (slot + 1) & (WORD_SLOTS - 1);
  }
};

const addWords = (all: Iterable<string>): void => {
  for (const text of all) {
    const bytes = Buffer.from(text);
    const fields = [FRAME_FIELDS.get(text), REQUEST_FIELDS.get(text)] as const;
    words[findSlot(bytes, 0, bytes.length)] = { text, bytes, fields };
  }
};
for (const fields of [FRAME_FIELDS, REQUEST_FIELDS]) {
  addWords(fields.keys());
  for (const { form } of fields.values()) addWords(form?.words ?? []);
}

/** Cached texts, by a hash of their bytes: symbols, volumes and prices repeat. */
const TEXT_BITS = 9;
const TEXT_BYTES_MAX = 16;
const texts: string[] = new Array(1 << TEXT_BITS).fill('');
const textBytes = texts.map(() => new Uint8Array(TEXT_BYTES_MAX));

const isCached = (slot: number, bytes: Uint8Array, from: number, to: number): boolean => {
  const known = textBytes[slot] as Uint8Array;
  if ((texts[slot] as string).length !== to - from) return false;
  for (let at = from; at < to; at += 1) if (known[at - from] !== bytes[at]) return false;
  return true;
};

const textOf = (bytes: Buffer, from: number, to: number): string => {
  if (to - from > TEXT_BYTES_MAX) return bytes.toString('latin1', from, to);
  const slot = hashOf(bytes, from, to) >>> (32 - TEXT_BITS);
  if (!isCached(slot, bytes, from, to)) {
    texts[slot] = bytes.toString('latin1', from, to);
    const known = textBytes[slot] as Uint8Array;
    for (let at = from; at < to; at += 1) known[at - from] = bytes[at] as number;
  }
  return texts[slot] as string;
};

const [BLANK, QUOTE, COMMA, COLON, OPENING, CLOSING] = [0x20, 0x22, 0x2c, 0x3a, 0x7b, 0x7d];
const [TAB, LINE, RETURN, ZERO] = [0x09, 0x0a, 0x0d, 0x30];
/** Digits of the largest safe integer. A larger number of as many digits is never read as safe. */
const DIGITS_MAX = 16;
/** Head bytes of MessagePack. */
const [FIXMAP, FIXLIST, FIXTEXT, NIL, UINT8, UINT64, TEXT8] = [
  0x80, 0x90, 0xa0, 0xc0, 0xcc, 0xcf, 0xd9,
];

/**
 * The reader of a frame. A position may run beyond the frame's end, where the bytes of others are:
 * the frame is taken only if its last byte is the last byte that was read.
 */
class TradeFrameReader {
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  #end = 0;
  #given = 0;
  readonly #values: (string | number)[] = new Array(FIELDS_MAX).fill(0);

  read(encoding: Encoding, bytes: Buffer, from: number, end: number): TradeFrame | undefined {
    if (end - from > ACCOUNT_FRAME_BYTES_MAX) return undefined;
    this.#bytes = bytes;
    this.#at = from;
    this.#end = end;
    this.#given = 0;
    const isRead = encoding === 'json' ? this.#json() : this.#msgpack();
    if (!isRead || this.#at !== end) return undefined;
    const given = this.#given;
    if ((given & KIND.bit) === 0) return undefined;
    const kind = KINDS.get(this.#values[KIND.place] as string);
    if (kind === undefined || (given & kind.required) !== kind.required) return undefined;
    if ((given & ~kind.allowed) !== 0) return undefined;
    return { id: this.#values[ID.place] as number, request: kind.build(this.#values, given) };
  }

  /** The field whose name ends before `to`, unless it is given twice. */
  #field(to: number, depth: 0 | 1): RequestField | undefined {
    const word = words[findSlot(this.#bytes, this.#at, to)];
    const field = word?.fields[depth];
    this.#at = to;
    if (field === undefined || (this.#given & field.bit) !== 0) return undefined;
    this.#given |= field.bit;
    return field;
  }

  /** Stores the text that ends before `to`; false where it is not valid. */
  #store({ place, form }: RequestField, to: number): boolean {
    const from = this.#at;
    const { min, max, words: allowed, isValid } = form as TextForm;
    if (to - from < min || to - from > max) return false;
    const text =
      allowed === undefined
        ? textOf(this.#bytes, from, to)
        : words[findSlot(this.#bytes, from, to)]?.text;
    if (text === undefined || allowed?.includes(text) === false) return false;
    if (isValid?.(text) === false) return false;
    this.#values[place] = text;
    this.#at = to;
    return true;
  }

  /** Steps over a byte; false where another one is. */
  #is(byte: number): boolean {
    if (this.#bytes[this.#at] !== byte) return false;
    this.#at += 1;
    return true;
  }

  #skipBlanks(): void {
    for (; this.#at < this.#end; this.#at += 1) {
      const byte = this.#bytes[this.#at] as number;
      if (byte > BLANK || (byte !== BLANK && byte !== LINE && byte !== RETURN && byte !== TAB)) {
        return;
      }
    }
  }

  /** Steps over blanks and a byte; false where another one is. */
  #next(byte: number): boolean {
    if (this.#is(byte)) return true;
    this.#skipBlanks();
    return this.#is(byte);
  }

  #json(): boolean {
    let depth: 0 | 1 = 0;
    let isMore = this.#next(OPENING);
    while (isMore) {
      if (!this.#next(QUOTE)) return false;
      const field = this.#field(findWord(this.#bytes, this.#at, this.#end), depth);
      if (field === undefined || !this.#is(QUOTE) || !this.#next(COLON)) return false;
      if (field === DATA) {
        depth = 1;
        isMore = this.#next(OPENING);
        continue;
      }
      this.#skipBlanks();
      if (field.form === undefined ? !this.#digits(field) : !this.#jsonText(field)) return false;
      while (!this.#next(COMMA)) {
        if (!this.#is(CLOSING)) return false;
        if (depth === 0) {
          this.#skipBlanks();
          return true;
        }
        depth = 0;
      }
    }
    return false;
  }

  #jsonText(field: RequestField): boolean {
    if (!this.#is(QUOTE)) return false;
    const { find } = field.form as TextForm;
    return this.#store(field, find(this.#bytes, this.#at, this.#end)) && this.#is(QUOTE);
  }

  /** A whole number in JSON. */
  #digits(field: RequestField): boolean {
    const from = this.#at;
    let number = 0;
    for (; ; this.#at += 1) {
      const digit = (this.#bytes[this.#at] as number) - ZERO;
      if (!(digit >= 0 && digit <= 9)) break;
      number = 10 * number + digit;
    }
    const length = this.#at - from;
    if (length === 0 || length > DIGITS_MAX || (length > 1 && this.#bytes[from] === ZERO)) {
      return false;
    }
    return this.#number(field, number);
  }

  #number({ place, min, max }: RequestField, number: number): boolean {
    this.#values[place] = number;
    return number >= min && number <= max;
  }

  #msgpack(): boolean {
    let depth: 0 | 1 = 0;
    let left = this.#map();
    /** Fields after `data`. */
    let later = 0;
    while (left >= 0) {
      if (left === 0) {
        if (depth === 0) return true;
        depth = 0;
        left = later;
        continue;
      }
      left -= 1;
      const to = this.#text();
      if (to < 0) return false;
      const field = this.#field(to, depth);
      if (field === undefined) return false;
      if (field === DATA) {
        depth = 1;
        later = left;
        left = this.#map();
      } else if (field.form === undefined) {
        if (!this.#whole(field)) return false;
      } else {
        const end = this.#text();
        if (field.form.find(this.#bytes, this.#at, end) !== end) return false;
        if (!this.#store(field, end)) return false;
      }
    }
    return false;
  }

  /** Reads the head of a short map in MessagePack: its number of fields; -1 = something else. */
  #map(): number {
    const head = this.#bytes[this.#at] as number;
    this.#at += 1;
    return head >= FIXMAP && head < FIXLIST ? head - FIXMAP : -1;
  }

  /** Reads the head of a short text in MessagePack: where it ends; -1 = something else. */
  #text(): number {
    const head = this.#bytes[this.#at] as number;
    this.#at += 1;
    if (head >= FIXTEXT && head < NIL) return this.#at + head - FIXTEXT;
    if (head !== TEXT8) return -1;
    const length = this.#bytes[this.#at] as number;
    this.#at += 1;
    return this.#at + length;
  }

  /** A whole number in MessagePack. */
  #whole(field: RequestField): boolean {
    const head = this.#bytes[this.#at] as number;
    this.#at += 1;
    if (head < FIXMAP) return this.#number(field, head);
    if (!(head >= UINT8 && head <= UINT64)) return false;
    const to = this.#at + (1 << (head - UINT8));
    let number = 0;
    for (; this.#at < to; this.#at += 1) {
      number = number * 256 + (this.#bytes[this.#at] as number);
    }
    return this.#number(field, number);
  }
}

const reader = new TradeFrameReader();

/**
 * Reads the frame of a trader's request between two positions; undefined = it is unusual, and must
 * be read by `readFrame`, checked by `tradeRefusal`. The bytes may be overwritten afterwards.
 */
export const readTradeFrame = (
  encoding: Encoding,
  bytes: Buffer,
  from: number,
  end: number,
): TradeFrame | undefined => reader.read(encoding, bytes, from, end);
