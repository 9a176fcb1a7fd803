// Texts of fields in the encodings that peers use.

import { isUtf8 } from 'node:buffer';

/** Begins another alphabet in ISO-2022-JP, whose texts have ASCII bytes alone. */
const ESCAPE = 0x1b;

const isAscii = (bytes: Uint8Array, from: number, end: number): boolean => {
  for (let at = from; at < end; at += 1) {
    const byte = bytes[at] as number;
    if (byte >= 0x80 || byte === ESCAPE) return false;
  }
  return true;
};

/** The text of bytes in an encoding; undefined = the name is unknown, or the bytes are others. */
const decoded = (bytes: Uint8Array, encoding: string): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/**
 * The text of a field. It is in the encoding that the peer names, if it names a known one and the
 * bytes are of that, else in UTF-8. Bytes that are no UTF-8 are read as Latin-1.
 */
export const fieldText = (
  bytes: Buffer,
  from: number,
  end: number,
  encoding: () => string,
): string => {
  if (isAscii(bytes, from, end)) return bytes.toString('latin1', from, end);
  const field = bytes.subarray(from, end);
  const name = encoding();
  const text = name === '' ? undefined : decoded(field, name);
  return text ?? field.toString(isUtf8(field) ? 'utf8' : 'latin1');
};
