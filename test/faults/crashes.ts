// Servers that are killed, stopped or cut off, at any moment.

import type { Fault } from './fault.js';
import { killUnderLoad } from './kill-runs.js';
import { killBehindCommit } from './point-runs.js';

export const CRASHES: readonly Fault[] = [
  {
    name: 'What a commit held that a kill came just behind is there',
    counts: { test: 1, deep: 0, soak: 0 },
    run: killBehindCommit,
  },
  {
    name: 'After each kill all that was acknowledged is there, and whole',
    counts: { test: 2, deep: 20, soak: 500 },
    most: 50,
    run: killUnderLoad,
  },
];
