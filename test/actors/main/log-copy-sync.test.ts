// The log's copy is brought to disk each second, and a disk that fails is reported and tried again.

import { appendFileSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mock } from 'node:test';
import t from 'tap';
import { pathsOf } from '../../../actors/folder/folder.js';
import { LogCopySync } from '../../../actors/main/log-copy-sync.js';
import type { LogLine } from '../../../actors/messages.js';
import { syncCopy } from '../../../storage/log/log-copy.js';
import { until } from '../../support/guard.js';

const nameOf = (first: number): string => `log-${String(first).padStart(16, '0')}.seg`;

t.test('A copy is synced when it has grown, and when it has a new file', async (t) => {
  const folder = t.testdir({ [nameOf(1)]: 'batch' });
  t.equal(await syncCopy(t.testdir({}), undefined), undefined, 'without a file there is nothing');
  writeFileSync(join(folder, nameOf(1)), 'batch');
  const first = await syncCopy(folder, undefined);
  t.same(first, { path: join(folder, nameOf(1)), size: 5 });
  t.equal(await syncCopy(folder, first), first, 'what is on disk is not synced again');
  appendFileSync(join(folder, nameOf(1)), 'more');
  const grown = await syncCopy(folder, first);
  t.same(grown, { path: join(folder, nameOf(1)), size: 9 });
  writeFileSync(join(folder, nameOf(7)), '');
  t.same(await syncCopy(folder, grown), { path: join(folder, nameOf(7)), size: 0 });
});

t.test('A copy that cannot be synced is reported once, and when it can again', async (t) => {
  const data = t.testdir({ log: {} });
  const file = join(pathsOf(data).log, nameOf(1));
  // A folder cannot be opened for writing.
  mkdirSync(file);
  mock.timers.enable({ apis: ['setInterval'] });
  t.teardown(() => mock.timers.reset());
  const lines: LogLine[] = [];
  const sync = new LogCopySync(data, (line) => lines.push(line));
  const ticked = async (what: string, seen: () => boolean): Promise<void> => {
    await until(what, () => {
      mock.timers.tick(1000);
      return seen();
    });
  };
  sync.start();
  t.equal(sync.whole, true);
  await ticked('a failure', () => !sync.whole);
  for (let n = 0; n < 3; n += 1) {
    mock.timers.tick(1000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  rmdirSync(file);
  writeFileSync(file, 'batch');
  await ticked('a sync', () => sync.whole);
  await sync.stop();
  t.match(lines, [
    { level: 'error', record: { msg: "the log's copy could not be synced", error: /EISDIR/ } },
    { level: 'info', record: { msg: "the log's copy is synced again" } },
  ]);
  t.equal(lines.length, 2);
});
