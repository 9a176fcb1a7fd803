// Decodes frames in MessagePack within limits: a frame that would expand too far is refused before
// it is decoded.

import { isUtf8 } from 'node:buffer';
import { Decoder, Encoder } from '@msgpack/msgpack';
import { FRAME_BYTES_MAX } from './frames.js';
import { DEPTH_MAX } from './json-input.js';

/** Most items of an array, and most entries of a map, in a MessagePack frame. */
const FRAME_ARRAY_MAX = 1000;
const FRAME_MAP_MAX = 200;

const decoder = new Decoder({
  maxStrLength: FRAME_BYTES_MAX,
  maxBinLength: 0,
  maxArrayLength: FRAME_ARRAY_MAX,
  maxMapLength: FRAME_MAP_MAX,
  maxExtLength: 0,
  keyDecoder: null,
});
const encoder = new Encoder({ ignoreUndefined: true });

/** The length bytes that follow a head byte of MessagePack, and the number of nested values. */
interface ValueSize {
  /** Bytes to skip after the head byte: length bytes and payload. */
  readonly skip: number;
  /** Nested values: items of an array, keys and values of a map. */
  readonly items: number;
  /** Entries of a map. */
  readonly fields: number;
  /** Length in bytes of a text, whose bytes end the value; 0 = the value is no text. */
  readonly text: number;
}

const REFUSED: ValueSize = { skip: -1, items: 0, fields: 0, text: 0 };

const scalar = (skip: number, text = 0): ValueSize => ({ skip, items: 0, fields: 0, text });
const list = (skip: number, items: number): ValueSize => ({ skip, items, fields: 0, text: 0 });
const map = (skip: number, fields: number): ValueSize => ({
  skip,
  items: 2 * fields,
  fields,
  text: 0,
});

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
  if (byte < 0xc0) return scalar(byte & 0x1f, byte & 0x1f);
  const fixed = FIXED[byte - 0xc0] ?? -1;
  if (fixed !== -2) return fixed === -1 ? REFUSED : scalar(fixed);
  const isText = byte < 0xdc;
  const width = isText ? 1 << (byte - 0xd9) : byte % 2 === 0 ? 2 : 4;
  const length = lengthAt(view, at + 1, width);
  if (length < 0) return REFUSED;
  if (isText) return scalar(width + length, length);
  const isMap = byte >= 0xde;
  if (length > (isMap ? FRAME_MAP_MAX : FRAME_ARRAY_MAX)) return REFUSED;
  return isMap ? map(width, length) : list(width, length);
};

/**
 * Counts the fields in all maps of one MessagePack value. Returns -1 for bytes that must not be
 * decoded: bytes that are not exactly one value, a value beyond the limits, a binary value, an
 * extension, a text that is not UTF-8.
 */
const fieldsGiven = (bytes: Uint8Array, valuesMax: number): number => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const open: number[] = [];
  let at = 0;
  let given = 0;
  let values = 0;
  do {
    if (at >= view.byteLength) return -1;
    const { skip, items, fields, text } = readHead(view, at);
    if (skip < 0) return -1;
    at += 1 + skip;
    if (text > 0 && !isUtf8(bytes.subarray(at - text, at))) return -1;
    given += fields;
    values += items - fields;
    if (values > valuesMax) return -1;
    if (open.length > 0) open[open.length - 1] = (open.at(-1) ?? 0) - 1;
    if (items > 0) {
      if (open.length === DEPTH_MAX || items > view.byteLength - at) return -1;
      open.push(items);
    }
    while (open.at(-1) === 0) open.pop();
  } while (open.length > 0);
  return at === view.byteLength ? given : -1;
};

/** A decoded value, and the number of fields in its bytes, duplicate fields included. */
interface Unpacked {
  readonly value: unknown;
  readonly fields: number;
}

/** Decodes a frame of at most `valuesMax` values; undefined = malformed, or beyond the limits. */
export const unpackFrame = (bytes: Uint8Array, valuesMax: number): Unpacked | undefined => {
  const fields = fieldsGiven(bytes, valuesMax);
  if (fields < 0) return undefined;
  try {
    return { value: decoder.decode(bytes), fields };
  } catch {
    return undefined;
  }
};

/** Encodes a frame. */
export const packFrame = (value: unknown): Uint8Array => encoder.encode(value);
