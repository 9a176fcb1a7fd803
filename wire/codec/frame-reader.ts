// Parses clients' frames of both encodings into requests.

import { isUtf8 } from 'node:buffer';
import { isFields } from '../base/object.js';
import { type Encoding, FRAME_BYTES_MAX } from './frames.js';
import { DEPTH_MAX, duplicateKeysIn } from './json-input.js';
import { unpackFrame } from './msgpack-frames.js';

/** Most values in a frame, in all its objects and arrays. */
export const FRAME_VALUES_MAX = 2048;
/** A request: `id` is chosen by the client and echoed, `data` is checked by the operation. */
export interface FrameRequest {
  readonly id: number;
  readonly op: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A frame that is refused as `invalid_input`; `id` is null where it cannot be read. */
export interface FrameFault {
  readonly id: number | null;
  readonly fault: string;
}

const POISONED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Counts of the values in a decoded value, and its first fault. */
interface Contents {
  values: number;
  fields: number;
  fault: string | undefined;
}

/** Counts the values in an object or array; stops at a fault. */
const count = (value: object, depth: number, found: Contents): void => {
  if (depth > DEPTH_MAX) found.fault = `frame: nested more than ${DEPTH_MAX} deep`;
  const isList = Array.isArray(value);
  for (const name in value) {
    if (found.fault !== undefined) return;
    found.values += 1;
    if (!isList) {
      found.fields += 1;
      if (POISONED.has(name)) found.fault = `${name}: unknown field`;
    }
    if (found.values > FRAME_VALUES_MAX) {
      found.fault = `frame: more than ${FRAME_VALUES_MAX} values`;
    }
    const item: unknown = value[name as keyof typeof value];
    if (typeof item === 'object' && item !== null) count(item, depth + 1, found);
  }
};

const contentsOf = (value: unknown): Contents => {
  const found: Contents = { values: 0, fields: 0, fault: undefined };
  if (typeof value === 'object' && value !== null) count(value, 1, found);
  return found;
};

/** A decoded value and its first fault; without a value = it could not be decoded. */
interface DecodedFrame {
  readonly value?: unknown;
  readonly fault: string | undefined;
}

const decodeJson = (bytes: Uint8Array): DecodedFrame => {
  if (!isUtf8(bytes)) return { fault: 'frame: not utf-8' };
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: 'frame: malformed json' };
  }
  const { fields, fault } = contentsOf(value);
  return { value, fault: fault ?? duplicateKeysIn(text, fields) };
};

const decodeMsgpack = (bytes: Uint8Array): DecodedFrame => {
  const decoded = unpackFrame(bytes, FRAME_VALUES_MAX);
  if (decoded === undefined) return { fault: 'frame: malformed msgpack, or beyond the bounds' };
  const { value } = decoded;
  const { fields, fault } = contentsOf(value);
  const isTwice = fields !== decoded.fields;
  return { value, fault: fault ?? (isTwice ? 'frame: a field is given twice' : undefined) };
};

/** Is it a valid request id of a frame? */
const isRequestId = (id: unknown): id is number => Number.isSafeInteger(id) && Number(id) >= 0;

const ID_FAULT = 'id: must be an integer from 0 to 2^53-1';
const TOO_LONG = `frame: has more than ${FRAME_BYTES_MAX} bytes`;
const FIELDS: ReadonlySet<string> = new Set(['id', 'op', 'data']);

/**
 * Parses a frame. Faults: malformed, too long, too deep, too many values, a field that is
 * duplicate, unknown or reaches for a prototype, and an `id`, `op` or `data` of another type.
 */
export const readFrame = (encoding: Encoding, bytes: Uint8Array): FrameRequest | FrameFault => {
  if (bytes.byteLength > FRAME_BYTES_MAX) return { id: null, fault: TOO_LONG };
  const { value, fault } = encoding === 'json' ? decodeJson(bytes) : decodeMsgpack(bytes);
  if (!isFields(value)) return { id: null, fault: fault ?? 'frame: must be an object' };
  const { id, op, data = {} } = value;
  if (!isRequestId(id)) return { id: null, fault: fault ?? ID_FAULT };
  if (fault !== undefined) return { id, fault };
  for (const name in value) if (!FIELDS.has(name)) return { id, fault: `${name}: unknown field` };
  if (typeof op !== 'string') return { id, fault: 'op: must be a string' };
  if (!isFields(data)) return { id, fault: 'data: must be an object' };
  return { id, op, data };
};
