// Kills at named points, two of each: nothing acknowledged is lost, nothing is half done.

import t from 'tap';
import { killAtFirst, killAtPoints, killBehindCommit } from './point-runs.js';

t.test('What a commit held that a kill came just behind is there', (t) => killBehindCommit(t));

t.test('After kills at every point of the work and of the start after them all is there', (t) =>
  killAtPoints(t, 2),
);

t.test('A first start that is killed leaves all of the demo platform to the next, or none', (t) =>
  killAtFirst(t, 2),
);
