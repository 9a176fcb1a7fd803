// Two hundred ended starts, and ten stops of each kind under load.

import t from 'tap';
import { endStarts, stopUnderLoad } from './stop-runs.js';

t.test('A start that is ended leaves no trace, 200 times', (t) => endStarts(t, t.testdir(), 200));

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  t.test(`All that was executed is answered, ten times after ${signal}`, async (t) => {
    for (let run = 0; run < 10; run += 1) await stopUnderLoad(t, t.testdir(), signal);
  });
}
