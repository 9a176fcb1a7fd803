// Figures of the monitor.

import t from 'tap';
import { loneValues } from '../../../pages/desk/monitor/figures.js';

t.test('A single value, and one between gaps, is a point of its plot', async (t) => {
  t.same(loneValues([5]), [0]);
  t.same(loneValues([null, 0, null, 1, 2, null, 3]), [1, 6]);
  t.same(loneValues([1, 2]), []);
});
