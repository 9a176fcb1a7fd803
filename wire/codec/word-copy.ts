// Frequently written bytes, stored as doubles: one store writes eight bytes.

/**
 * Bytes as doubles; the last double is padded with blanks, so the target needs room for all
 * doubles.
 */
export interface WordCopy {
  readonly doubles: readonly number[];
  /** The number of bytes without padding. */
  readonly length: number;
}

/**
 * Bytes as doubles. Undefined where eight of them would be a NaN, whose bits V8 may change: that
 * needs a byte of 0x7f or 0xff after one of 0xf0 or more, which no UTF-8 text has, and one in a
 * thousand ids of sessions.
 */
export const wordCopyOf = (bytes: Uint8Array): WordCopy | undefined => {
  const padded = Buffer.alloc(8 * Math.ceil(bytes.length / 8), ' ');
  padded.set(bytes);
  const doubles = Array.from({ length: padded.length / 8 }, (_, n) => padded.readDoubleLE(8 * n));
  return doubles.some(Number.isNaN) ? undefined : { doubles, length: bytes.length };
};

/** A text as doubles. */
export const wordCopyOfText = (text: string): WordCopy => wordCopyOf(Buffer.from(text)) as WordCopy;

/** A cache of the encoded bytes of objects that are written repeatedly; one for each encoding. */
export class KeptObjects {
  readonly #kept = new WeakMap<object, WordCopy>();

  /** Caches the encoding of an object that never changes. */
  keep(value: object, bytes: Uint8Array): void {
    const eights = wordCopyOf(bytes);
    if (eights !== undefined) this.#kept.set(value, eights);
  }

  /** The cached encoding of an object; undefined when it is not cached. */
  of(value: object): WordCopy | undefined {
    return this.#kept.get(value);
  }
}
