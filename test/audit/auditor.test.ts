// The auditor's end: at once, whoever it waits for.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { Auditor } from '../../actors/audit/auditor.js';
import { LOG_FOLDER } from '../../storage/database.js';

/** Nothing answers in the time that a test has. */
const never = <T>(): Promise<T> => new Promise(() => {});
const PAGE = { seq: 1, bytes: new Uint8Array(), ends: [], next: 0 };

for (const silent of ['shard', 'reader'] as const) {
  t.test(`A ${silent} that does not answer keeps no stop waiting`, async (t) => {
    const data = t.testdir();
    mkdirSync(join(data, LOG_FOLDER));
    let asked = (): void => {};
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const auditor = new Auditor({
      data,
      shards: 1,
      log: () => {},
      note: never,
      look: () => {
        asked();
        return never();
      },
      shard: () => ({
        ask: <T>() => {
          if (silent === 'reader') return Promise.resolve(PAGE as T);
          asked();
          return never<T>();
        },
      }),
    });
    auditor.start();
    await isAsked;
    await auditor.stop();
    t.pass('it has ended');
  });
}
