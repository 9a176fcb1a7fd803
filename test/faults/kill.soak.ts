// Five hundred kills: the same as in every test run, long enough to meet rare moments.

import t from 'tap';
import { killUnderLoad } from './kill-runs.js';

t.test('After each of 500 kills all that was acknowledged is there, and whole', (t) =>
  killUnderLoad(t, 500),
);
