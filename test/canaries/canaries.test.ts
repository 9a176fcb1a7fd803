// Canaries: mistakes put into a copy of the built server, each of which the tests must notice.

import t from 'tap';
import { mine, RUN } from '../support/run.js';
import { notice, passWithout } from './catch.js';
import { CANARIES, type Canary, type Run } from './mistakes.js';

/** By each change a mistake has to be noticed by one test, at night by all that are named. */
const runsOf = ({ by }: Canary): readonly Run[] => (RUN === 'soak' ? by : by.slice(0, 1));

const canaries = mine(CANARIES);

t.test('Without a mistake the tests pass', (t) => passWithout(t, canaries.flatMap(runsOf)));

for (const canary of canaries) {
  t.test(`It is noticed when ${canary.name}`, (t) => notice(t, canary, runsOf(canary)));
}
