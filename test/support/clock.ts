// The machine's time, for values that a server compares with its own: expiries, time windows.
//
// It is never measured with: no test passes or fails by how long something took.

import type { Test } from 'tap';

/** The time in ms since 1970. */
export const now = (): number => Date.now();

/** Makes an hour pass for deadlines of this process. Its clock then stands until the test ends. */
export const passAnHour = (t: Pick<Test, 'intercept'>): void => {
  const then = performance.now() + 3_600_000;
  t.intercept(performance, 'now', { value: () => then });
};
