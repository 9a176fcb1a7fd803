// Sets of logins in blocks, so that a set of a hundred thousand logins takes some kilobytes.
//
// A block with many logins has their bits, one with few a list of their places.

/** Logins of a block, and the bytes of its bits. */
const BLOCK_LOGINS = 4096;
export const BITS_BYTES = BLOCK_LOGINS / 8;
/** A list of so many places of two bytes is shorter than the bits. */
const LISTED_MAX = BITS_BYTES / 2 - 1;

/** The logins of each block that has some, by the block's number. */
export type LoginSet = ReadonlyMap<number, Uint8Array>;
/** A set as records have it: the number of each block, and its logins in base64. */
export type StoredLogins = readonly (readonly [block: number, logins: string])[];

/** The block of a login. */
export const blockOf = (login: number): number => Math.floor(login / BLOCK_LOGINS);

const bitsOf = (places: readonly number[]): Uint8Array => {
  const bits = new Uint8Array(BITS_BYTES);
  for (const place of places) addPlace(bits, place);
  return bits;
};

const listOf = (places: readonly number[]): Uint8Array =>
  Uint8Array.from(places.flatMap((place) => [place & 255, place >> 8]));

/** Adds the logins of a block, in either form, to bits of the block. */
export const addLogins = (bits: Uint8Array, logins: Uint8Array): void => {
  if (logins.length === BITS_BYTES) {
    for (const [at, byte] of logins.entries()) bits[at] = (bits[at] as number) | byte;
    return;
  }
  for (let at = 0; at < logins.length; at += 2) {
    addPlace(bits, (logins[at] as number) + ((logins[at + 1] as number) << 8));
  }
};

const addPlace = (bits: Uint8Array, place: number): void => {
  bits[place >> 3] = (bits[place >> 3] as number) | (1 << (place & 7));
};

/** Adds a login of the block to its bits. */
export const addLogin = (bits: Uint8Array, login: number): void =>
  addPlace(bits, login % BLOCK_LOGINS);

/** The number of bits of each byte. */
const BIT_COUNTS = Uint8Array.from({ length: 256 }, (_, byte) => {
  let count = 0;
  for (let rest = byte; rest > 0; rest >>= 1) count += rest & 1;
  return count;
});

/** The number of logins of bits. */
export const countBits = (bits: Uint8Array): number => {
  let count = 0;
  for (const byte of bits) count += BIT_COUNTS[byte] as number;
  return count;
};

/** The logins of the bits of a block, in order. */
export const loginsOfBits = (block: number, bits: Uint8Array): number[] => {
  const logins: number[] = [];
  for (let place = 0; place < BLOCK_LOGINS; place += 1) {
    if (((bits[place >> 3] as number) >> (place & 7)) & 1) {
      logins.push(block * BLOCK_LOGINS + place);
    }
  }
  return logins;
};

/** The shorter form of the bits of a block. */
export const shortestBlock = (bits: Uint8Array): Uint8Array =>
  countBits(bits) > LISTED_MAX ? bits : listOf(loginsOfBits(0, bits));

/** The bytes that a list has for a login. */
export const placeOf = (login: number): Uint8Array => listOf([login % BLOCK_LOGINS]);

/** Makes the set of different logins. */
export const loginSetOf = (logins: Iterable<number>): LoginSet => {
  const blocks = new Map<number, number[]>();
  for (const login of logins) {
    const block = blockOf(login);
    const places = blocks.get(block) ?? [];
    blocks.set(block, places);
    places.push(login % BLOCK_LOGINS);
  }
  const stored = ([block, places]: [number, number[]]) =>
    [
      block,
      places.length > LISTED_MAX ? bitsOf(places) : listOf(places.sort((a, b) => a - b)),
    ] as const;
  return new Map([...blocks].sort(([a], [b]) => a - b).map(stored));
};

/** For each bit of a byte, all bytes that have it. */
const BYTES_WITH = Array.from({ length: 8 }, (_, bit) =>
  Uint8Array.from(Array.from({ length: 256 }, (_, byte) => byte).filter((one) => (one >> bit) & 1)),
);

/** Where bits have a login: the place of its byte, and all bytes that have its bit. */
export const bitOf = (login: number): { readonly byte: number; readonly bytes: Uint8Array } => {
  const place = login % BLOCK_LOGINS;
  return { byte: place >> 3, bytes: BYTES_WITH[place & 7] as Uint8Array };
};

/** Is the login, which belongs to a block, among the logins of the block? */
export const isInBlock = (logins: Uint8Array, login: number): boolean => {
  const place = login % BLOCK_LOGINS;
  if (logins.length === BITS_BYTES) {
    return (((logins[place >> 3] as number) >> (place & 7)) & 1) === 1;
  }
  for (let at = 0; at < logins.length; at += 2) {
    if ((logins[at] as number) + ((logins[at + 1] as number) << 8) === place) return true;
  }
  return false;
};

/** Is the login in the set? */
export const hasLogin = (set: LoginSet, login: number): boolean => {
  const logins = set.get(blockOf(login));
  return logins !== undefined && isInBlock(logins, login);
};

/** The logins of a set above `after`, in order. */
export function* loginsAbove(set: LoginSet, after: number): Iterable<number> {
  for (const [block, logins] of set) {
    const begin = block * BLOCK_LOGINS;
    if (logins.length < BITS_BYTES) {
      for (let at = 0; at < logins.length; at += 2) {
        const login = begin + (logins[at] as number) + ((logins[at + 1] as number) << 8);
        if (login > after) yield login;
      }
      continue;
    }
    for (let login = Math.max(begin, after + 1); login < begin + BLOCK_LOGINS; login += 1) {
      if (isInBlock(logins, login)) yield login;
    }
  }
}

/** Bytes that a block takes in memory beside its logins. */
const BLOCK_OVERHEAD = 128;

/** The bytes that a set takes in memory. */
export const bytesOfSet = (set: LoginSet): number => {
  let bytes = 0;
  for (const logins of set.values()) bytes += logins.length + BLOCK_OVERHEAD;
  return bytes;
};

/** The form of a set in records. */
export const storedLogins = (set: LoginSet): StoredLogins =>
  Array.from(set, ([block, logins]) => [block, Buffer.from(logins).toString('base64')]);

/** Reads a set from its form in records. */
export const readLogins = (stored: StoredLogins): LoginSet =>
  new Map(stored.map(([block, text]) => [block, Buffer.from(text, 'base64')]));
