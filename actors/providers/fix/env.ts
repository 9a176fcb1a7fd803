// The clock and timers of the system, for sessions outside of tests.

import type { FixEnv } from './endpoint.js';

/** The system's clock and timers, and a log. */
export const systemEnv = (log: FixEnv['log']): FixEnv => ({
  now: Date.now,
  elapsed: () => performance.now(),
  setTimer: setTimeout,
  clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout),
  log,
});
