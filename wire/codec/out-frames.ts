// Frames that the server sends: JSON, converted to MessagePack for connections that use it.

import { numberAt } from './frame-head.js';
import type { Encoding } from './frames.js';
import { packFrame } from './msgpack-frames.js';

/** The position of a reply's id, and the most characters that it can have. */
const REPLY_ID_AT = '{"id":'.length;
const REPLY_ID_CHARACTERS = REPLY_ID_AT + String(Number.MAX_SAFE_INTEGER).length;

/** JSON as text, or as its UTF-8 bytes. */
export type FrameText = string | Uint8Array;

const utf8Of = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** A frame that outlives its buffer: bytes are copied, because their memory may be overwritten. */
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

/** Does the reply say that the request was malformed? Reads only its code. */
export const isInvalidInput = (reply: FrameText): boolean => {
  if (typeof reply === 'string') {
    const at = reply.indexOf(`,${SUCCESS}`) + 1 + SUCCESS.length;
    return reply.startsWith('false,"code":"invalid_input"', at);
  }
  const failed = reply[reply.indexOf(COMMA) + 1 + SUCCESS.length] === LETTER_F;
  return failed && isInvalidInput(utf8Of(reply).toString());
};

/** A frame for clients: JSON, and MessagePack, each made at its first use. */
export class OutFrame {
  readonly #make: () => FrameText;
  #text: FrameText | undefined;
  #packed: Uint8Array | undefined;

  /** `json`: the text, or what makes it. */
  constructor(json: FrameText | (() => FrameText)) {
    this.#make = typeof json === 'function' ? json : () => json;
  }

  get #json(): FrameText {
    this.#text ??= this.#make();
    return this.#text;
  }

  /** The length of its JSON in bytes. */
  get bytes(): number {
    return Buffer.byteLength(this.#json);
  }

  /** The frame with its own copy of the bytes, to be kept after the run that delivered it. */
  kept(): OutFrame {
    return new OutFrame(kept(this.#json));
  }

  /** The frame in a connection's encoding. */
  in(encoding: Encoding): FrameText {
    if (encoding === 'json') return this.#json;
    this.#packed ??= packFrame(this.#decoded());
    return this.#packed;
  }

  #decoded(): unknown {
    const json = this.#json;
    return JSON.parse(typeof json === 'string' ? json : utf8Of(json).toString());
  }
}
