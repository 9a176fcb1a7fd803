// Failpoints: places where a test may make a thread fail; harmless unless the environment says so.

/**
 * A counter for a named place. `BROKERD_FAILPOINT=name:n` makes the n-th passing throw, in the
 * first generation of its thread only, so that what is started again lives on.
 */
export const failpoint = (name: string, generation: number): (() => void) => {
  const [named, count] = (process.env.BROKERD_FAILPOINT ?? '').split(':');
  if (named !== name || generation > 1) return () => {};
  let left = Number(count);
  return () => {
    left -= 1;
    if (left === 0) throw new Error(`failpoint ${name}`);
  };
};
