// A process that takes steps on a store, and says each when it is committed, until it is killed.

import { mkdirSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { FileStore } from '../../../../actors/providers/fix/session-store.js';
import { syncPath } from '../../../../storage/files/sync.js';
import { takeStep } from './store-steps.js';

const [path = '', last = ''] = process.argv.slice(2);
mkdirSync(dirname(path), { recursive: true });
syncPath(dirname(dirname(path)));
const keepMs = Number.MAX_SAFE_INTEGER;
// The file is renewed all the time, a part with each commit.
const sizes = { compactBytes: 1024, copyBytes: 512 };
const store = new FileStore(path, { isSynced: true, keepMs, now: () => 0, ...sizes });

for (let step = 1; step <= Number(last); step += 1) {
  await takeStep(store, step);
  writeSync(1, `{"seq":"${step}"}}\n`);
}
