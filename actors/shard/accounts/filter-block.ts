// A filter of request ids: certain that an id is not in it, almost certain that one is.

/**
 * Bits for each id. A full filter holds one in 1,500 unknown ids by mistake, and the database is
 * asked for it.
 */
const ID_BITS = 16;
export const PROBES = 10;
const WORD_BITS = 32;
/** The bits of an id are in one line of a filter: words that the processor reads together. */
export const LINE_WORDS = 32;
/** Shift of a hash that leaves the place of a bit in a line. */
export const BIT_SHIFT = Math.clz32(LINE_WORDS * WORD_BITS - 1);

/** Are all bits of an id set in the line that begins at a word? */
export const hasBits = (words: Int32Array, line: number, bits: Uint16Array): boolean => {
  for (let probe = 0; probe < PROBES; probe += 1) {
    const bit = bits[probe] as number;
    if (((words[line + (bit >>> 5)] as number) & (1 << (bit & 31))) === 0) return false;
  }
  return true;
};

/** The words of a filter for so many ids, a power of two. */
export const wordsFor = (ids: number): number => Math.max(LINE_WORDS, (ids * ID_BITS) / WORD_BITS);

/** The first word of an id's line in a filter of so many words. */
export const lineOf = (hash: number, words: number): number =>
  Math.imul(hash, LINE_WORDS) & (words - 1);

/** A filter, and the range of seqs of its ids' events. */
export class FilterBlock {
  readonly words: Int32Array;
  count = 0;
  from = Number.POSITIVE_INFINITY;
  to = 0;

  constructor(ids: number) {
    this.words = new Int32Array(wordsFor(ids));
  }

  /** Adds an id by its hash, which selects its line, and the places of its bits there. */
  add(hash: number, bits: Uint16Array): void {
    const line = lineOf(hash, this.words.length);
    for (let probe = 0; probe < PROBES; probe += 1) {
      const bit = bits[probe] as number;
      this.words[line + (bit >>> 5)] |= 1 << (bit & 31);
    }
  }

  /** Are all bits of an id set? */
  has(hash: number, bits: Uint16Array): boolean {
    return hasBits(this.words, lineOf(hash, this.words.length), bits);
  }

  widen(from: number, to: number): void {
    if (from < this.from) this.from = from;
    if (to > this.to) this.to = to;
  }
}
