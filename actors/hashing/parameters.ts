// Parameters of password hashing.

/** Parameters of Argon2id: KiB of memory, passes, lanes. */
export const HASH_PARAMETERS = { m: 19_456, t: 2, p: 1 } as const;
