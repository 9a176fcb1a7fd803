// The machine's time, for values that a server compares with its own: expiries, time windows.
//
// It is never measured with: no test passes or fails by how long something took.

/** The time in ms since 1970. */
export const now = (): number => Date.now();
