// Frames of the live socket: their encodings, their bounds, and the request that one holds.

import { Decoder, Encoder } from '@msgpack/msgpack';
import { done, type Outcome, type Refusal, refuse } from '../base/codes.js';
import { isFields } from '../base/object.js';
import { DEPTH_MAX, duplicateKeysIn, fieldsIn } from './duplicate-keys.js';

/** How a connection writes its frames; fixed at the upgrade. */
export type Encoding = 'json' | 'msgpack';

/** Subprotocols by encoding, the preferred one first. */
export const SUBPROTOCOLS = {
  json: 'brokerd.v1.json',
  msgpack: 'brokerd.v1.msgpack',
} as const satisfies Record<Encoding, string>;

/** Largest frame that a client may send, in bytes. */
export const FRAME_BYTES_MAX = 65_536;
/** Longest request of an account, in bytes: the largest order, its texts escaped, takes half. */
export const ACCOUNT_FRAME_BYTES_MAX = 4096;
/** Values of a frame, in all its objects and arrays. */
export const FRAME_VALUES_MAX = 2048;
/** Most items of an array and entries of a map in a MessagePack frame. */
const FRAME_ARRAY_MAX = 1000;
const FRAME_MAP_MAX = 200;

/** A request: `id` is the client's and is echoed, `data` is checked by the operation. */
export interface FrameRequest {
  readonly id: number;
  readonly op: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The encoding for the subprotocols that a client offers; none is JSON. Undefined: none fits. */
export const encodingFor = (offered: string): Encoding | undefined => {
  const names = offered.split(',').map((name) => name.trim());
  for (const encoding of ['json', 'msgpack'] as const) {
    if (names.includes(SUBPROTOCOLS[encoding])) return encoding;
  }
  return offered.trim() === '' ? 'json' : undefined;
};

const decoder = new Decoder({
  maxStrLength: FRAME_BYTES_MAX,
  maxBinLength: 0,
  maxArrayLength: FRAME_ARRAY_MAX,
  maxMapLength: FRAME_MAP_MAX,
  maxExtLength: 0,
  keyDecoder: null,
});
const encoder = new Encoder({ ignoreUndefined: true });

/** How many bytes follow a MessagePack head byte as length, and how many items the value holds. */
interface ValueSize {
  /** Bytes to skip after the head byte: length bytes and payload. */
  readonly skip: number;
  /** Values inside: items of an array, keys and values of a map. */
  readonly items: number;
  /** Entries of a map. */
  readonly fields: number;
}

const REFUSED: ValueSize = { skip: -1, items: 0, fields: 0 };

const scalar = (skip: number): ValueSize => ({ skip, items: 0, fields: 0 });
const list = (skip: number, items: number): ValueSize => ({ skip, items, fields: 0 });
const map = (skip: number, fields: number): ValueSize => ({ skip, items: 2 * fields, fields });

/** Payload bytes of the scalar types 0xc0 to 0xdf; -1 = refused, -2 = a length follows. */
const FIXED: readonly number[] = [
  0, -1, 0, 0, -1, -1, -1, -1, -1, -1, 4, 8, 1, 2, 4, 8, 1, 2, 4, 8, -1, -1, -1, -1, -1, -2, -2, -2,
  -2, -2, -2, -2,
];

const lengthAt = (view: DataView, at: number, width: number): number => {
  if (at + width > view.byteLength) return -1;
  if (width === 1) return view.getUint8(at);
  return width === 2 ? view.getUint16(at) : view.getUint32(at);
};

const readHead = (view: DataView, at: number): ValueSize => {
  const byte = view.getUint8(at);
  if (byte < 0x80 || byte >= 0xe0) return scalar(0);
  if (byte < 0x90) return map(0, byte & 0x0f);
  if (byte < 0xa0) return list(0, byte & 0x0f);
  if (byte < 0xc0) return scalar(byte & 0x1f);
  const fixed = FIXED[byte - 0xc0] ?? -1;
  if (fixed !== -2) return fixed === -1 ? REFUSED : scalar(fixed);
  const isText = byte < 0xdc;
  const width = isText ? 1 << (byte - 0xd9) : byte % 2 === 0 ? 2 : 4;
  const length = lengthAt(view, at + 1, width);
  if (length < 0) return REFUSED;
  if (isText) return scalar(width + length);
  const isMap = byte >= 0xde;
  if (length > (isMap ? FRAME_MAP_MAX : FRAME_ARRAY_MAX)) return REFUSED;
  return isMap ? map(width, length) : list(width, length);
};

/**
 * The fields that one MessagePack value gives, of all its maps; -1 when it is not one within the
 * bounds, without binary values and extensions. Only then is it decoded.
 */
const fieldsGiven = (bytes: Uint8Array): number => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const open: number[] = [];
  let at = 0;
  let given = 0;
  let values = 0;
  do {
    if (at >= view.byteLength) return -1;
    const { skip, items, fields } = readHead(view, at);
    if (skip < 0) return -1;
    at += 1 + skip;
    given += fields;
    values += items - fields;
    if (values > FRAME_VALUES_MAX) return -1;
    if (open.length > 0) open[open.length - 1] = (open.at(-1) ?? 0) - 1;
    if (items > 0) {
      if (open.length === DEPTH_MAX || items > view.byteLength - at) return -1;
      open.push(items);
    }
    while (open.at(-1) === 0) open.pop();
  } while (open.length > 0);
  return at === view.byteLength ? given : -1;
};

const POISONED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** The first fault of a decoded value: too deep, or a key that reaches for a prototype. */
const faultIn = (value: unknown, depth: number): string | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > DEPTH_MAX) return 'frame: nested too deeply';
  if (!Array.isArray(value)) {
    const poisoned = Object.keys(value).find((key) => POISONED.has(key));
    if (poisoned !== undefined) return `${poisoned}: unknown field`;
  }
  for (const item of Object.values(value)) {
    const fault = faultIn(item, depth + 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
};

const TOO_MANY_VALUES = `frame: more than ${FRAME_VALUES_MAX} values`;

/** Values of all objects and arrays in a decoded one, as far as they are counted: one too many. */
const valuesIn = (value: unknown, depth = 1): number => {
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return 0;
  const items = Array.isArray(value) ? value : Object.values(value);
  let count = items.length;
  for (const item of items) {
    if (count > FRAME_VALUES_MAX) break;
    count += valuesIn(item, depth + 1);
  }
  return count;
};

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const decodeJson = (bytes: Uint8Array): Outcome<unknown> => {
  try {
    const text = utf8.decode(bytes);
    const value: unknown = JSON.parse(text);
    if (valuesIn(value) > FRAME_VALUES_MAX) return refuse('invalid_input', TOO_MANY_VALUES);
    const twice = duplicateKeysIn(text, value);
    return twice === undefined ? done(value) : refuse('invalid_input', twice);
  } catch {
    return refuse('invalid_input', 'frame: malformed json');
  }
};

const decodeMsgpack = (bytes: Uint8Array): Outcome<unknown> => {
  const fields = fieldsGiven(bytes);
  if (fields < 0) return refuse('invalid_input', 'frame: malformed msgpack, or beyond the bounds');
  try {
    const value = decoder.decode(bytes);
    if (fieldsIn(value) === fields) return done(value);
    return refuse('invalid_input', 'frame: a field is given twice');
  } catch {
    return refuse('invalid_input', 'frame: malformed msgpack');
  }
};

/**
 * Decodes a frame's bytes. Refused as `invalid_input`: malformed, too deep, a field
 * given twice, or a poisoned key.
 */
export const decodeFrame = (encoding: Encoding, bytes: Uint8Array): Outcome<unknown> => {
  if (bytes.byteLength > FRAME_BYTES_MAX) return refuse('invalid_input', 'frame: too long');
  const decoded = encoding === 'json' ? decodeJson(bytes) : decodeMsgpack(bytes);
  if (!decoded.ok) return decoded;
  const value = decoded.data;
  const fault = faultIn(value, 1);
  return fault === undefined ? done(value) : refuse('invalid_input', fault);
};

/** Is it an id that a request may carry? */
const isRequestId = (id: unknown): id is number => Number.isSafeInteger(id) && Number(id) >= 0;

/** The id that a decoded frame should be answered with; null when it has none that can be told. */
export const idOf = (value: unknown): number | null =>
  isFields(value) && isRequestId(value.id) ? value.id : null;

const FIELDS: ReadonlySet<string> = new Set(['id', 'op', 'data']);

/** Reads a decoded frame as a request. Refused as `invalid_input`, naming the field at fault. */
export const readRequest = (value: unknown): Outcome<FrameRequest> => {
  const wrong = (text: string): Refusal => refuse('invalid_input', text);
  if (!isFields(value)) return wrong('frame: must be an object');
  const unknown = Object.keys(value).find((key) => !FIELDS.has(key));
  if (unknown !== undefined) return wrong(`${unknown}: unknown field`);
  const { id, op, data = {} } = value;
  if (!isRequestId(id)) return wrong('id: must be an integer from 0 to 2^53-1');
  if (typeof op !== 'string') return wrong('op: must be a string');
  if (!isFields(data)) return wrong('data: must be an object');
  return done({ id, op, data });
};

const isBlank = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

const isDigit = (byte: number | undefined): boolean => (byte ?? 0) >= 0x30 && (byte ?? 0) <= 0x39;

/** The position behind blanks and `text`; -1 when something else stands there. */
const behind = (bytes: Uint8Array, from: number, text: string): number => {
  if (from < 0) return -1;
  let at = from;
  while (isBlank(bytes[at])) at += 1;
  for (let n = 0; n < text.length; n += 1) {
    if (bytes[at + n] !== text.charCodeAt(n)) return -1;
  }
  return at + text.length;
};

/** The digits that stand somewhere, as a number; null when there are none, or too many. */
const numberAt = (bytes: Uint8Array, from: number): number | null => {
  let at = from;
  let number = 0;
  for (; isDigit(bytes[at]); at += 1) number = 10 * number + ((bytes[at] as number) - 0x30);
  return at > from && Number.isSafeInteger(number) ? number : null;
};

/** The position of N in `"id":N`; -1 when something else stands there. */
const idAt = (bytes: Uint8Array, from: number): number =>
  behind(bytes, behind(bytes, behind(bytes, from, '"id"'), ':'), '');

const QUOTE = 0x22;

/** The position behind `"op":"word",`; -1 when something else stands there. */
const behindOp = (bytes: Uint8Array, from: number): number => {
  const start = behind(bytes, behind(bytes, behind(bytes, from, '"op"'), ':'), '"');
  return start < 0 ? -1 : behind(bytes, bytes.indexOf(QUOTE, start), '",');
};

/** The id of a JSON frame, read without the rest where it stands first or behind `op`; or null. */
export const frameId = (bytes: Uint8Array): number | null => {
  const start = behind(bytes, 0, '{');
  const first = idAt(bytes, start);
  const at = first >= 0 ? first : idAt(bytes, behindOp(bytes, start));
  if (at >= 0) return numberAt(bytes, at);
  const decoded = decodeFrame('json', bytes);
  return decoded.ok ? idOf(decoded.data) : null;
};

/** The position behind `"id":N,`; -1 when something else stands there. */
const behindId = (bytes: Uint8Array, from: number): number => {
  const start = idAt(bytes, from);
  if (start < 0) return -1;
  let at = start;
  while (isDigit(bytes[at])) at += 1;
  return at === start ? -1 : behind(bytes, at, ',');
};

/**
 * Makes a test: does a JSON frame name one of these operations? It looks at the first bytes alone,
 * `{"id":N,"op":"word"` or `{"op":"word"` with any blanks. False means no, or unclear.
 */
export const namesOneOf = (ops: Iterable<string>): ((bytes: Uint8Array) => boolean) => {
  const words = [...ops].map((op) => `"${op}"`);
  return (bytes) => {
    const start = behind(bytes, 0, '{');
    const behindIt = behindId(bytes, start);
    const at = behind(bytes, behind(bytes, behindIt < 0 ? start : behindIt, '"op"'), ':');
    return at >= 0 && words.some((word) => behind(bytes, at, word) >= 0);
  };
};

/** Where a reply's id stands, and how many characters there are to its end at most. */
const REPLY_ID_AT = '{"id":'.length;
const REPLY_ID_CHARACTERS = REPLY_ID_AT + String(Number.MAX_SAFE_INTEGER).length;

/** JSON as text, or as its UTF-8 bytes. */
export type FrameText = string | Uint8Array;

const utf8Of = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** A text that stays: bytes are copied, they may lie where others will be written. */
export const kept = (text: FrameText): FrameText =>
  typeof text === 'string' ? text : Buffer.from(text);

/** The id that a reply's text begins with, `{"id":N,`; null for null. */
export const replyId = (reply: FrameText): number | null =>
  typeof reply === 'string'
    ? replyId(Buffer.from(reply.slice(0, REPLY_ID_CHARACTERS)))
    : numberAt(reply, REPLY_ID_AT);

const COMMA = 0x2c;
const SUCCESS = '"success":';
const LETTER_F = 0x66;

/** Does a reply's text say that the request was malformed? Looks at its code alone. */
export const isInvalidInput = (reply: FrameText): boolean => {
  if (typeof reply === 'string') {
    const at = reply.indexOf(`,${SUCCESS}`) + 1 + SUCCESS.length;
    return reply.startsWith('false,"code":"invalid_input"', at);
  }
  const failed = reply[reply.indexOf(COMMA) + 1 + SUCCESS.length] === LETTER_F;
  return failed && isInvalidInput(utf8Of(reply).toString());
};

/** An event without numbers as JSON text; `data` is JSON already. */
export const plainEvent = (event: string, data: string): string =>
  `{"event":"${event}","data":${data}}`;

/** A frame on its way to clients: JSON, and MessagePack made once when one needs it. */
export class OutFrame {
  readonly #json: FrameText;
  #packed: Uint8Array | undefined;

  constructor(json: FrameText) {
    this.#json = json;
  }

  /** Bytes of its JSON. */
  get bytes(): number {
    return Buffer.byteLength(this.#json);
  }

  /** The frame with bytes of its own, for who keeps it longer than the run that it came in. */
  kept(): OutFrame {
    return new OutFrame(kept(this.#json));
  }

  /** The frame in a connection's encoding. */
  in(encoding: Encoding): FrameText {
    if (encoding === 'json') return this.#json;
    this.#packed ??= encoder.encode(this.#decoded());
    return this.#packed;
  }

  #decoded(): unknown {
    const json = this.#json;
    return JSON.parse(typeof json === 'string' ? json : utf8Of(json).toString());
  }
}
