// Values at which numbers wrap, and shared memory that starts close to them.

/** Beyond it 32 bits with a sign are negative, 32 bits are 0, and doubles are not exact. */
export const SIGNED = 2 ** 31;
export const UNSIGNED = 2 ** 32;
export const EXACT = 2 ** 53;

/** Cells of a ring, of records or of ticks: how far it is written, and how far it is read. */
const HEAD = 0;
const TAIL = 16;

/** Starts an empty ring behind so many bytes or ticks, a multiple of 8. */
export const ringBehind = (memory: SharedArrayBuffer, count: number): SharedArrayBuffer => {
  const cells = new Int32Array(memory);
  for (const cell of [HEAD, TAIL]) cells[cell] = count;
  return memory;
};

/**
 * Where lives of a seed start what they count: so little below the end of 31 or of 32 bits that
 * they come across it.
 */
export const startsOf = (seed: number) => {
  const wrap = seed % 2 === 0 ? SIGNED : UNSIGNED;
  return {
    /** Ids of orders and deals, and events of a shard and of an account. */
    ids: wrap - 500,
    events: wrap - 1_000,
    ofAccount: wrap - 20,
    /** What went through a ring. */
    bytes: wrap - (1 << 16),
  };
};
