// Kills at named points, forty of each: the same as in every test run.

import t from 'tap';
import { killAtFirst, killAtPoints } from './point-runs.js';

t.test('After kills at every point of the work and of the start after them all is there', (t) =>
  killAtPoints(t, 40),
);

t.test('First starts that are killed leave all of the demo platform to the next, or none', (t) =>
  killAtFirst(t, 40),
);
