// Short runs of fault cases, long enough to notice a mistake: for the canaries.

import t from 'tap';
import { killUnderLoad } from '../faults/kill-runs.js';
import { cutPower } from '../faults/power-cut-runs.js';

t.test('Kills', (t) => killUnderLoad(t, 1));

t.test('Power cuts', (t) => cutPower(t, 20));
