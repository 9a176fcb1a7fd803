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

const EXIT_CODE = 7;
const HOARD = 1e5;

/** How a thread may fail. */
const WAYS: Readonly<Record<string, (name: string) => void>> = {
  throw: (name) => {
    throw new Error(`failpoint ${name}`);
  },
  exit: () => process.exit(EXIT_CODE),
  memory: () => {
    for (const hoard: number[][] = []; ; ) hoard.push(new Array(HOARD).fill(hoard.length));
  },
};

const settings = (process.env.BROKERD_FAILPOINT ?? '').split(',');

/**
 * A counter for a named place. `BROKERD_FAILPOINT=name:n` makes the n-th passing throw, and
 * `name:n:exit` or `name:n:memory` end its thread, in the first generation of it only, so that
 * what is started again lives on. Several are separated by commas.
 */
export const failpoint = (name: string, generation: number): (() => void) => {
  if (generation > 1) return nothing;
  const setting = settings.find((one) => one.startsWith(`${name}:`));
  const [, , way = 'throw'] = setting?.split(':') ?? [];
  return atNth(setting, name, () => WAYS[way]?.(name));
};

const SMALL_HEAP_MIB = 128;

/** How much memory a thread may take: little where one is to run out of it. */
export const heapLimit = (mib: number): number =>
  settings.some((one) => one.endsWith(':memory')) ? SMALL_HEAP_MIB : mib;

/** As `failpoint`, but `BROKERD_KILLPOINT=name:n` kills the whole process, as a crash would. */
export const killpoint = (name: string): (() => void) =>
  atNth(process.env.BROKERD_KILLPOINT, name, () => process.kill(process.pid, 'SIGKILL'));
