// Handing a body over to the network, part by part, as it takes it.

import type { Answer } from './exchange.js';

/** The chunk that is written at once: bytes, or text that is sent as UTF-8. */
type BodyPart = string | Uint8Array;

/** The network as a body sees it: it takes parts of the body, and tells how far it came. */
export interface Outlet {
  tryEnd(part: BodyPart, length: number): [isTaken: boolean, isWhole: boolean];
  getWriteOffset(): number;
}

/** Longer text is made bytes at once: the network may take it in many pieces. */
const TEXT_MAX = 16_384;

const bytesOf = (part: BodyPart): Uint8Array =>
  typeof part === 'string' ? Buffer.from(part) : part;

/** A body as parts. */
export const partsOf = (body: Answer['body']): readonly BodyPart[] => {
  if (typeof body === 'string') return [body.length > TEXT_MAX ? bytesOf(body) : body];
  return body instanceof Uint8Array ? [body] : body;
};

/** How many bytes the parts have together. */
export const lengthOf = (parts: readonly BodyPart[]): number =>
  parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);

/** Parts as one. */
export const joined = (parts: readonly BodyPart[]): Uint8Array => Buffer.concat(parts.map(bytesOf));

/** The rest of a body behind an offset, up to the end of its part. */
const restAt = (parts: readonly BodyPart[], offset: number): BodyPart => {
  let begin = 0;
  for (const part of parts) {
    if (offset === begin) return part;
    const end = begin + Buffer.byteLength(part);
    if (offset < end) return bytesOf(part).subarray(offset - begin);
    begin = end;
  }
  return '';
};

/** Gives the network what it takes of a body of that length, from an offset; was that all? */
export const isBodyWritten = (
  outlet: Outlet,
  parts: readonly BodyPart[],
  length: number,
  from: number,
): boolean => {
  for (let offset = from; ; offset = outlet.getWriteOffset()) {
    const [isTaken, isWhole] = outlet.tryEnd(restAt(parts, offset), length);
    if (isWhole || !isTaken) return isWhole;
  }
};
