// Bytes that are written often, held as doubles: eight of them are one store.

/** Bytes as doubles, the last filled up; whoever writes them has room for as many. */
export interface WordCopy {
  readonly doubles: readonly number[];
  /** How many bytes they are. */
  readonly length: number;
}

/**
 * Bytes as doubles. Undefined where eight of them would be no number, whose bits need not survive;
 * that takes a byte of 0x7f or 0xff with one of 0xf0 or more before it, which no UTF-8 text has.
 */
export const wordCopyOf = (bytes: Uint8Array): WordCopy | undefined => {
  const padded = Buffer.alloc(8 * Math.ceil(bytes.length / 8), ' ');
  padded.set(bytes);
  const doubles = Array.from({ length: padded.length / 8 }, (_, n) => padded.readDoubleLE(8 * n));
  return doubles.some(Number.isNaN) ? undefined : { doubles, length: bytes.length };
};

/** A text as doubles. */
export const wordCopyOfText = (text: string): WordCopy => wordCopyOf(Buffer.from(text)) as WordCopy;

/** The bytes that one encoding keeps of objects that come again and again. */
export class KeptObjects {
  readonly #kept = new WeakMap<object, WordCopy>();

  /** Keeps what an object, which never changes, is written as. */
  keep(value: object, bytes: Uint8Array): void {
    const eights = wordCopyOf(bytes);
    if (eights !== undefined) this.#kept.set(value, eights);
  }

  /** The text that an object is written as; undefined when it is not kept. */
  of(value: object): WordCopy | undefined {
    return this.#kept.get(value);
  }
}
