// Twenty kills: nothing acknowledged is lost, nothing is half done.

import t from 'tap';
import { killUnderLoad } from './kill-runs.js';

t.test('After each of 20 kills all that was acknowledged is there, and whole', (t) =>
  killUnderLoad(t, 20),
);
