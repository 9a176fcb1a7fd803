// Stops and kills: twenty while the server starts, one of each kind under load.

import t from 'tap';
import { endStarts, stopUnderLoad } from './stop-runs.js';

t.test('A start that is ended leaves no trace, however often and by what', (t) =>
  endStarts(t, t.testdir(), 20),
);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  t.test(`After ${signal} all that was executed is answered, and nothing new is done`, (t) =>
    stopUnderLoad(t, t.testdir(), signal),
  );
}
