// Frames of numbered events, made from their packed form for those who get them.

import { Bytes } from './bytes.js';
import { writeEventFrame } from './text.js';
import { unpackEvent } from './unpack.js';

const scratch = new Bytes();

/** The frame of a packed event of an account as UTF-8 JSON, in memory of its own. */
export const eventFrame = (packed: Uint8Array, seq: number): Uint8Array => {
  const { buffer, byteOffset, byteLength } = packed;
  const event = unpackEvent(Buffer.from(buffer, byteOffset, byteLength));
  if (event.type !== 'account') throw new Error('an event of the desk has no frame');
  writeEventFrame(scratch.clear(), event, seq);
  return scratch.copy();
};
