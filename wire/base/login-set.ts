// Sets of logins as bits, for sets of many logins: 100,000 in a row take 13 KB.

/** Logins of a block, and bytes of its bits. */
const BLOCK_LOGINS = 4096;
const BLOCK_BYTES = BLOCK_LOGINS / 8;

/** The bits of each block that has logins, by the block's number. */
export type LoginSet = ReadonlyMap<number, Uint8Array>;

const blockOf = (login: number): number => Math.floor(login / BLOCK_LOGINS);

/** Makes the set of these logins. */
export const loginSetOf = (logins: Iterable<number>): LoginSet => {
  const set = new Map<number, Uint8Array>();
  for (const login of logins) {
    const block = blockOf(login);
    const bits = set.get(block) ?? new Uint8Array(BLOCK_BYTES);
    set.set(block, bits);
    const at = login % BLOCK_LOGINS;
    bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7));
  }
  return set;
};

/** Is the login in the set? */
export const hasLogin = (set: LoginSet, login: number): boolean => {
  const at = login % BLOCK_LOGINS;
  return (((set.get(blockOf(login))?.[at >> 3] ?? 0) >> (at & 7)) & 1) === 1;
};

/** The bytes of its bits. */
export const bytesOfSet = (set: LoginSet): number => set.size * BLOCK_BYTES;
