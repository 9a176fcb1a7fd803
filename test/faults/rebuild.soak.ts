// The database is deleted, replaced by an older one and damaged, ten times each.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { bringBack, makeAnew, makeUp } from './rebuild-runs.js';

const ROUNDS = 10;

const data = mkdtempSync(join(tmpdir(), 'brokerd-rebuild-'));
t.teardown(() => rmSync(data, { recursive: true, force: true }));

for (let round = 1; round <= ROUNDS; round += 1) {
  t.test(`Round ${round}: a database comes back from the log, whatever befell it`, async (t) => {
    await bringBack(t, data);
    await makeUp(t, data);
    await makeAnew(t, data);
  });
}
