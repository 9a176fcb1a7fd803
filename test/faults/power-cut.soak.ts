// Five thousand power cuts: the same as in every test run, long enough to meet rare moments.

import t from 'tap';
import { cutPower } from './power-cut-runs.js';
import { noStrace } from './strace.js';

t.test(
  'After 5,000 power cuts all that was answered is in the log',
  { skip: noStrace() ?? false },
  (t) => cutPower(t, 5_000),
);
