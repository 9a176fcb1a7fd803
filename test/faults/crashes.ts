// Servers that are killed, stopped or cut off, at any moment.

import type { Fault } from './fault.js';
import { killUnderLoad } from './kill-runs.js';
import { killAtPoints, killBehindCommit } from './point-runs.js';
import { cutPower } from './power-cut-runs.js';
import { changeSettings } from './settings-runs.js';
import { stopUnderLoad } from './stop-runs.js';

export const CRASHES: readonly Fault[] = [
  {
    name: 'What a commit held that a kill came just behind is there',
    shows: ['R1'],
    counts: { test: 1, deep: 2, soak: 40 },
    run: killBehindCommit,
  },
  {
    name: 'After kills at every point of the work and of the start after them all is there',
    shows: ['R1', 'R2'],
    counts: { test: 1, deep: 2, soak: 40 },
    most: 10,
    run: killAtPoints,
  },
  {
    name: 'After each kill all that was acknowledged is there, and whole',
    shows: ['R1', 'R2', 'R5'],
    counts: { test: 1, deep: 20, soak: 500 },
    most: 50,
    run: killUnderLoad,
  },
  {
    name: 'A stop answers all that was executed, and a start that is ended leaves no trace',
    shows: ['R2', 'R5'],
    counts: { test: 2, deep: 20, soak: 200 },
    most: 40,
    run: stopUnderLoad,
  },
  {
    name: 'No answer is sent before it is on disk, and after power cuts all answered is in the log',
    shows: ['R1'],
    counts: { test: 10, deep: 200, soak: 5_000 },
    most: 1_250,
    needs: 'strace',
    run: cutPower,
  },
  {
    name: 'Each thread that failed deals and shows by the settings of now',
    shows: ['R1'],
    counts: { test: 1, deep: 0, soak: 0 },
    run: changeSettings,
  },
];
