// The only guard of the tests against waiting for ever, and waiting for a condition.
//
// No test passes or fails by how long something takes: the guard only ends what would never end.

/** A wait that is not over by then would never be; what is to fail need not wait so long for it. */
export const GUARD_MS = Number(process.env.BROKERD_TEST_GUARD_MS ?? 300_000);
/** The environment of a test that has to fail, maybe for what never comes. */
export const SHORT_GUARD = { BROKERD_TEST_GUARD_MS: '60000' } as const;
/** A test file that has not ended by then hangs; at night one works for hours. */
export const FILE_GUARD_MS = { test: 1_800_000, deep: 1_800_000, soak: 43_200_000 } as const;
/** How long is waited in vain for what never comes, however long one waits. */
export const IN_VAIN_MS = 100;
const LOOK_MS = 5;
/** Each look comes by so much later than the one before, up to a tenth of a second. */
const LOOK_LATER = 1.3;
const LOOK_MOST_MS = 100;

/** What every error of the guard begins with: the canaries tell it from what a test asserted. */
const GIVEN_UP = 'the guard gave up waiting for';

/** The error that ends a wait: it says what did not come, and what came instead. */
export const guardError = (what: string, seen = ''): Error =>
  new Error(`${GIVEN_UP} ${what}. ${seen}`.trim());

/** Is a failure the guard's, or that of a child that had as long as the guard to answer? */
export const isGuards = (failure: string): boolean =>
  failure.includes(GIVEN_UP) || /no answer in \d{2,} s/.test(failure);

/** The promise, or an error saying what did not come; `seen` tells what came instead. */
export const within = async <T>(
  promise: Promise<T>,
  what: string,
  seen: () => string = () => '',
): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(guardError(what, seen())), GUARD_MS);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * What `look` answers as soon as it is neither false nor undefined. It looks again after so many
 * ms, and then less and less often: a look at a server takes processor time of both sides. For
 * what tells nobody when it has happened, such as another process' file; where there is an event,
 * wait for that.
 */
export const until = async <T>(
  what: string,
  look: () => T | false | undefined | Promise<T | false | undefined>,
  againMs = LOOK_MS,
): Promise<T> => {
  let isOver = false;
  const looking = async (): Promise<T> => {
    for (let ms = againMs; ; ms = Math.max(againMs, Math.min(LOOK_MOST_MS, ms * LOOK_LATER))) {
      const found = await look();
      if (found !== false && found !== undefined) return found;
      if (isOver) throw guardError(what);
      await new Promise((resolve) => setTimeout(resolve, ms));
    }
  };
  try {
    return await within(looking(), what);
  } finally {
    isOver = true;
  }
};

/** Does something until `end` has come, once at least; what that comes to. */
export const during = async <T>(end: Promise<T>, act: () => Promise<unknown>): Promise<T> => {
  let isOver = false;
  const over = end.finally(() => {
    isOver = true;
  });
  do await act();
  while (!isOver);
  return over;
};
