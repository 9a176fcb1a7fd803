// Writes FIX messages: fields in the order of the calls, then length and checksum around them.

import { Bytes } from '../bytes.js';
import type { FixMessage } from './fix-message.js';
import { TAG } from './tags.js';

const [SOH, EQUALS, DASH, COLON, DOT] = [1, 61, 45, 58, 46] as const;
/** Room for a tag, a number and their signs. */
const FIELD_BYTES = 64;
const DAY_MS = 86_400_000;

/** The version that messages say. */
export const BEGIN_STRING = 'FIX.4.4';
const HEAD = Buffer.from(`8=${BEGIN_STRING}\u00019=`);

/** A separator or nothing at all would change what the fields around a text are. */
const isText = (value: string): boolean => value !== '' && !value.includes('\u0001');

/** Writes one message after the other into memory of its own. */
export class FixWriter {
  readonly #out = new Bytes();
  #day = Number.NaN;
  #date = 0;

  /** Begins a message of a type, whose header and body follow. */
  begin(type: string): this {
    // The bytes before the start are for the first two fields.
    this.#out.clear();
    return this.text(TAG.msgType, type);
  }

  #tag(tag: number): Bytes {
    const out = this.#out;
    out.reserve(FIELD_BYTES);
    out.int(tag);
    out.byte(EQUALS);
    return out;
  }

  /** Writes a text; throws a RangeError when it is empty or contains the separator of fields. */
  text(tag: number, value: string): this {
    if (!isText(value)) throw new RangeError(`field ${tag} cannot have this text`);
    const out = this.#tag(tag);
    out.utf8(value);
    out.byte(SOH);
    return this;
  }

  /** Writes a text where there is one. */
  optional(tag: number, value: string): this {
    return value === '' ? this : this.text(tag, value);
  }

  /** Writes a whole number. */
  int(tag: number, value: number): this {
    const out = this.#tag(tag);
    out.int(value);
    out.byte(SOH);
    return this;
  }

  /** Writes an integer ×10^scale as the shortest decimal. */
  scaled(tag: number, value: number, scale: number): this {
    const out = this.#tag(tag);
    out.shortest(value, scale);
    out.byte(SOH);
    return this;
  }

  /** Writes `Y` or `N`. */
  flag(tag: number, value: boolean): this {
    return this.text(tag, value ? 'Y' : 'N');
  }

  /** Writes a time in ms since 1970, with its milliseconds. */
  time(tag: number, ms: number): this {
    const out = this.#tag(tag);
    const day = Math.floor(ms / DAY_MS);
    if (day !== this.#day) {
      const date = new Date(day * DAY_MS);
      this.#date =
        date.getUTCFullYear() * 10_000 + (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
      this.#day = day;
    }
    const rest = ms - day * DAY_MS;
    out.digits(this.#date, 8);
    out.byte(DASH);
    out.digits(Math.floor(rest / 3_600_000), 2);
    out.byte(COLON);
    out.digits(Math.floor(rest / 60_000) % 60, 2);
    out.byte(COLON);
    out.digits(Math.floor(rest / 1000) % 60, 2);
    out.byte(DOT);
    out.digits(rest % 1000, 3);
    out.byte(SOH);
    return this;
  }

  /** Writes bytes of any kind, with their length in the field before. */
  data(lengthTag: number, tag: number, bytes: Uint8Array): this {
    this.int(lengthTag, bytes.length);
    return this.raw(tag, bytes);
  }

  /** Writes a value that another message has. Only data may contain the separator of fields. */
  raw(tag: number, bytes: Uint8Array): this {
    const out = this.#tag(tag);
    out.raw(bytes);
    out.byte(SOH);
    return this;
  }

  /** Writes the fields of a message at some places, such as all of an entry of a group. */
  copy(message: FixMessage, from: number, to: number): this {
    for (let place = from; place < to; place += 1) {
      const bytes = message.bytes.subarray(message.startAt(place), message.endAt(place));
      this.raw(message.tagAt(place), bytes);
    }
    return this;
  }

  /** Ends the message. Its bytes hold until the next `begin`. */
  end(): Buffer {
    const out = this.#out;
    const length = out.length;
    const digits = String(length);
    const head = HEAD.length + digits.length + 1;
    out.start -= head;
    HEAD.copy(out.buffer, out.start);
    out.buffer.write(`${digits}\u0001`, out.start + HEAD.length, 'latin1');
    const { buffer, at } = out;
    let sum = 0;
    for (let place = out.start; place < at; place += 1) sum += buffer[place] as number;
    out.reserve(FIELD_BYTES);
    out.int(TAG.checkSum);
    out.byte(EQUALS);
    out.digits(sum & 255, 3);
    out.byte(SOH);
    return out.written();
  }
}
