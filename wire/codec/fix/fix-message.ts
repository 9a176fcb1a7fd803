// A FIX message: an index over its bytes. Values are read when they are asked for.

import {
  type FieldLayout,
  layoutOf,
  lengthTagOf,
  MEMBER,
  OUTSIDE,
  TAG_LIMIT,
} from './dictionary.js';
import { fieldText } from './fix-text.js';
import { type Excess, intOf, scaledOf, timestampOf } from './fix-values.js';
import { TAG } from './tags.js';

/** The separator of fields. */
export const SOH = 1;
const EQUALS = 61;
const MINUS = 45;
const ZERO = 48;
const YES = 89;
const TAG_DIGITS_MAX = 9;
const FIRST_FIELDS = 64;

/** Where the entries of groups have which tags; a stamp stands for one entry. */
const marks = new Float64Array(TAG_LIMIT);
let stamps = 0;

/** A new stamp, which no tag has. */
export const newStamp = (): number => {
  stamps += 1;
  return stamps;
};

/** Marks a tag; true when it has the stamp already. */
export const isMarked = (tag: number, stamp: number): boolean => {
  if (marks[tag] === stamp) return true;
  marks[tag] = stamp;
  return false;
};

/** A message of FIX 4.4. It holds until the next call of `index`; places count fields from 0. */
export class FixMessage {
  bytes: Buffer = Buffer.alloc(0);
  /** The first byte of the message, and the byte after its last. */
  from = 0;
  to = 0;
  /** The number of fields. */
  count = 0;
  /** The type of message, field 35. */
  type = '';
  /** Did the last walk end in a value that goes on up to the next separator? */
  isInValue = false;
  #tags = new Int32Array(FIRST_FIELDS);
  #starts = new Int32Array(FIRST_FIELDS);
  #ends = new Int32Array(FIRST_FIELDS);

  /**
   * Indexes the fields of a frame, whose last byte is a separator. False: a field is malformed, the
   * first three are not 8, 9 and 35, or field 10 is not the last and only one of its tag.
   */
  index(bytes: Buffer, from: number, to: number): boolean {
    this.bytes = bytes;
    this.from = from;
    this.to = to;
    this.count = 0;
    for (let at = from; at < to; ) {
      at = this.#field(at, to);
      if (at === MALFORMED || at === UNFINISHED) return false;
      if (this.#tags[this.count - 1] === TAG.checkSum && at !== to) return false;
    }
    return this.#isWhole();
  }

  #isWhole(): boolean {
    const [begin, length, type] = this.#tags;
    if (this.count < 4 || begin !== TAG.beginString || length !== TAG.bodyLength) return false;
    if (type !== TAG.msgType || this.#tags[this.count - 1] !== TAG.checkSum) return false;
    this.type = this.textAt(2);
    return true;
  }

  /**
   * Reads the fields from `from` on of a message that goes on after `to`. The start of the last
   * whole field, to read on from; MALFORMED where a field is malformed, or where field 10 shows
   * that the message ends before its length.
   */
  walk(bytes: Buffer, from: number, to: number): number {
    this.bytes = bytes;
    this.count = 0;
    let last = from;
    for (let at = from; at < to; ) {
      const next = this.#field(at, to);
      if (next === MALFORMED || this.#tags[this.count - 1] === TAG.checkSum) return MALFORMED;
      if (next === UNFINISHED) return last;
      // Data is read by the length in the field before.
      if (lengthTagOf(this.#tags[this.count - 1] as number) === 0) last = at;
      at = next;
    }
    return last;
  }

  /** Adds the field at `at`; the start of the next, MALFORMED or UNFINISHED. */
  #field(start: number, to: number): number {
    const { bytes, count } = this;
    this.isInValue = false;
    let at = start;
    const isNegative = bytes[at] === MINUS;
    if (isNegative) at += 1;
    const first = at;
    let tag = 0;
    for (;;) {
      if (at >= to) return UNFINISHED;
      const digit = (bytes[at] as number) - ZERO;
      if (!(digit >= 0 && digit <= 9)) break;
      tag = tag * 10 + digit;
      at += 1;
      if (at - first > TAG_DIGITS_MAX) return MALFORMED;
    }
    if (at === first || bytes[at] !== EQUALS) return MALFORMED;
    // A message has begun within another, which was cut off.
    if (tag === TAG.beginString && count > 0) return MALFORMED;
    at += 1;
    const value = at;
    const lengthTag = lengthTagOf(tag);
    if (lengthTag !== 0 && count > 0 && this.#tags[count - 1] === lengthTag) {
      at += this.intAt(count - 1);
      if (!(at >= value)) return MALFORMED;
      if (at < to && bytes[at] !== SOH) return MALFORMED;
    } else {
      while (at < to && bytes[at] !== SOH) at += 1;
      this.isInValue = at >= to;
    }
    if (at >= to) return UNFINISHED;
    if (count === this.#tags.length) this.#grow();
    this.#tags[count] = isNegative ? -tag : tag;
    this.#starts[count] = value;
    this.#ends[count] = at;
    this.count = count + 1;
    return at + 1;
  }

  #grow(): void {
    const more = (old: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> => {
      const twice = new Int32Array(2 * old.length);
      twice.set(old);
      return twice;
    };
    this.#tags = more(this.#tags);
    this.#starts = more(this.#starts);
    this.#ends = more(this.#ends);
  }

  /** The place of the first field of a tag between two places; -1 when there is none. */
  find(tag: number, from = 0, to = this.count): number {
    for (let place = from; place < to; place += 1) if (this.#tags[place] === tag) return place;
    return -1;
  }

  /** Is there a field of the tag between two places? */
  has(tag: number, from = 0, to = this.count): boolean {
    return this.find(tag, from, to) >= 0;
  }

  tagAt(place: number): number {
    return this.#tags[place] as number;
  }

  /** Where the value at a place starts and ends in `bytes`. */
  startAt(place: number): number {
    return this.#starts[place] as number;
  }
  endAt(place: number): number {
    return this.#ends[place] as number;
  }

  /** The text at a place, in the encoding of the message; empty for place -1. */
  textAt(place: number): string {
    if (place < 0) return '';
    const [from, end] = [this.startAt(place), this.endAt(place)];
    const code = this.bytes[from] as number;
    if (end === from + 1 && code < 0x80) return String.fromCharCode(code);
    return fieldText(this.bytes, from, end, this.#encoding);
  }

  /** The encoding that the peer names; empty = none. */
  readonly #encoding = (): string => this.data(TAG.messageEncoding)?.toString('latin1') ?? '';

  /** Is the value at a place these bytes? */
  isAt(place: number, value: Buffer): boolean {
    if (place < 0) return false;
    return value.compare(this.bytes, this.startAt(place), this.endAt(place)) === 0;
  }

  /** The whole number at a place; NaN when it is malformed or for place -1. */
  intAt(place: number): number {
    if (place < 0) return Number.NaN;
    return intOf(this.bytes, this.startAt(place), this.endAt(place));
  }

  /** The text of the first field of a tag; empty when there is none. */
  text(tag: number, from = 0, to = this.count): string {
    return this.textAt(this.find(tag, from, to));
  }

  /** The whole number of a tag; NaN when it is missing or malformed. */
  int(tag: number, from = 0, to = this.count): number {
    return this.intAt(this.find(tag, from, to));
  }

  /** The character of a tag as its code; 0 when it is missing. */
  char(tag: number, from = 0, to = this.count): number {
    const place = this.find(tag, from, to);
    return place < 0 || this.endAt(place) === this.startAt(place)
      ? 0
      : (this.bytes[this.startAt(place)] as number);
  }

  /** Is the field of a tag `Y`? */
  flag(tag: number): boolean {
    return this.char(tag) === YES;
  }

  /** The decimal of a tag ×10^scale, as `scaledOf`; undefined when it is missing as well. */
  scaled(
    tag: number,
    scale: number,
    excess: Excess = 'refuse',
    from = 0,
    to = this.count,
  ): number | undefined {
    const place = this.find(tag, from, to);
    if (place < 0) return undefined;
    return scaledOf(this.bytes, this.startAt(place), this.endAt(place), scale, excess);
  }

  /** The timestamp of a tag in ms since 1970; NaN when it is missing or malformed. */
  time(tag: number): number {
    const place = this.find(tag);
    if (place < 0) return Number.NaN;
    return timestampOf(this.bytes, this.startAt(place), this.endAt(place));
  }

  /** The raw bytes of a tag, in the memory of the message; undefined when it is missing. */
  data(tag: number): Buffer | undefined {
    const place = this.find(tag);
    return place < 0 ? undefined : this.bytes.subarray(this.startAt(place), this.endAt(place));
  }

  /** The entries of a group of the message; undefined when the tag that counts them is missing. */
  group(tag: number): FixGroup | undefined {
    const layout = layoutOf(this.type)?.groups.get(tag);
    const place = this.find(tag);
    if (layout === undefined || place < 0) return undefined;
    return new FixGroup(this, layout, place + 1);
  }

  /**
   * The place after the entry that begins at `place`. It ends where the message goes on after the
   * group, or where a field comes again. A field that the message does not know belongs to it.
   */
  entryEnd(layout: FieldLayout, place: number): number {
    const stamp = newStamp();
    let at = place;
    while (at < this.count) {
      const tag = this.tagAt(at);
      const kind = layout.kindOf(tag);
      if (kind === OUTSIDE || tag === TAG.checkSum) break;
      if (kind === MEMBER && isMarked(tag, stamp)) break;
      at += 1;
      const nested = layout.groups.get(tag);
      while (nested !== undefined && this.startsEntry(nested, at)) at = this.entryEnd(nested, at);
    }
    return at;
  }

  /** Does an entry of the group begin at the place? */
  startsEntry(layout: FieldLayout, place: number): boolean {
    return place < this.count && layout.kindOf(this.tagAt(place)) === MEMBER;
  }
}

/** Returned instead of a place in the bytes. */
export const MALFORMED = -1;
const UNFINISHED = -2;

/** The entries of a group, one after the other. */
class FixGroup {
  /** The places of the fields of the current entry: the first, and the one after the last. */
  from: number;
  to: number;

  constructor(
    private readonly message: FixMessage,
    private readonly layout: FieldLayout,
    place: number,
  ) {
    this.from = place;
    this.to = place;
  }

  /** Goes to the next entry; false when there is none. */
  next(): boolean {
    if (!this.message.startsEntry(this.layout, this.to)) return false;
    this.from = this.to;
    this.to = this.message.entryEnd(this.layout, this.from);
    return true;
  }

  /** The entries of a group within the current entry; undefined when it has none. */
  group(tag: number): FixGroup | undefined {
    const layout = this.layout.groups.get(tag);
    const place = this.message.find(tag, this.from, this.to);
    if (layout === undefined || place < 0) return undefined;
    return new FixGroup(this.message, layout, place + 1);
  }
}
