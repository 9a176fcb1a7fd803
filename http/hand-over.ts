// Handing a body over to the network, part by part, as it takes it.

import type { Answer } from './exchange.js';

/** What the network is to a body: it takes parts of it, and tells how far it came. */
interface Outlet {
  tryEnd(part: Uint8Array, length: number): [isTaken: boolean, isWhole: boolean];
  getWriteOffset(): number;
}

const NOTHING = new Uint8Array(0);

/** A body as parts. */
export const partsOf = (body: Answer['body']): readonly Uint8Array[] => {
  if (typeof body === 'string') return [Buffer.from(body)];
  return body instanceof Uint8Array ? [body] : body;
};

/** What of a body follows an offset, up to the end of its part. */
const restAt = (parts: readonly Uint8Array[], offset: number): Uint8Array => {
  let begin = 0;
  for (const part of parts) {
    if (offset < begin + part.length) return part.subarray(offset - begin);
    begin += part.length;
  }
  return NOTHING;
};

/** Gives the network what it takes of a body of that length, from where it is; was that all? */
export const handedOver = (
  outlet: Outlet,
  parts: readonly Uint8Array[],
  length: number,
): boolean => {
  for (;;) {
    const [isTaken, isWhole] = outlet.tryEnd(restAt(parts, outlet.getWriteOffset()), length);
    if (isWhole || !isTaken) return isWhole;
  }
};
