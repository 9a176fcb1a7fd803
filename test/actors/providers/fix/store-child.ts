// A process that sends numbered messages by a store until it is killed, and says which last.

import { writeSync } from 'node:fs';
import { FileStore } from '../../../../actors/providers/fix/session-store.js';

const [path = ''] = process.argv.slice(2);
const store = new FileStore(path, {
  isSynced: true,
  keepMs: Number.MAX_SAFE_INTEGER,
  now: () => 0,
});

for (;;) {
  const seq = store.nextOut;
  store.sent(1, seq % 3 === 0 ? undefined : Buffer.from(`message ${seq} ${'x'.repeat(seq % 700)}`));
  store.received(seq);
  await store.commit();
  writeSync(1, `${seq}\n`);
}
