// Two thousand cases of damage: the same as in every test run, at places that differ each night.

import t from 'tap';
import { damage, inTradedFolder } from './damage-runs.js';

const CASES = 2000;

t.test('Damage to any file is noticed or does no harm, 2,000 times', (t) =>
  inTradedFolder((data) => damage(t, data, CASES, Math.floor(Math.random() * 2 ** 31))),
);
