// The clock of the day is set back and to and fro, ten times each, and forward.

import t from 'tap';
import { setClocks } from './clock-runs.js';
import { NO_CLOCK } from './set-clock.js';

if (NO_CLOCK !== undefined) process.stderr.write(`=== ${NO_CLOCK} ===\n`);

t.test('Nor when it is set again and again', { skip: NO_CLOCK ?? false }, async (t) => {
  const folder = t.testdir();
  await setClocks(t, { data: `${folder}/data`, file: `${folder}/clock`, times: 10 });
});
