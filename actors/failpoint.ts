// Failpoints: places where a test may make a thread or the whole process fail; harmless unless
// the environment says so, and then a place costs the call of an empty function.

const nothing = (): void => {};

/** Counts the passings of a place, if it is the one that the setting `name:n` names. */
const atNth = (setting: string | undefined, name: string, act: () => void): (() => void) => {
  const [named, count] = (setting ?? '').split(':');
  if (named !== name) return nothing;
  let left = Number(count);
  return () => {
    left -= 1;
    if (left === 0) act();
  };
};

/**
 * A counter for a named place. `BROKERD_FAILPOINT=name:n` makes the n-th passing throw, in the
 * first generation of its thread only, so that what is started again lives on.
 */
export const failpoint = (name: string, generation: number): (() => void) => {
  if (generation > 1) return nothing;
  return atNth(process.env.BROKERD_FAILPOINT, name, () => {
    throw new Error(`failpoint ${name}`);
  });
};

/** As `failpoint`, but `BROKERD_KILLPOINT=name:n` kills the whole process, as a crash would. */
export const killpoint = (name: string): (() => void) =>
  atNth(process.env.BROKERD_KILLPOINT, name, () => process.kill(process.pid, 'SIGKILL'));
