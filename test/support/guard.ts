// Deadlines of the tests: they only end a wait that would never end, so they are generous.

const GENEROUS_MS = 60_000;

/** The promise, or an error saying what did not come; `seen` tells what came instead. */
export const within = async <T>(
  promise: Promise<T>,
  what: string,
  seen: () => string = () => '',
  ms = GENEROUS_MS,
): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no ${what} within ${ms} ms. ${seen()}`)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
};
