// Answers of a test that are cached.

/** Caches the answers of a test of values; there must be few different values. */
export const remembered = <K>(answer: (of: K) => boolean): ((of: K) => boolean) => {
  const known = new Map<K, boolean>();
  return (of) => {
    const before = known.get(of);
    if (before !== undefined) return before;
    const now = answer(of);
    known.set(of, now);
    return now;
  };
};
