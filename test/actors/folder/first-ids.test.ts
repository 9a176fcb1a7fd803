// Ids of a folder that is a copy: higher than those that any other folder can have given.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { backup } from '../../../actors/commands/backup.js';
import { restore } from '../../../actors/commands/restore.js';
import { firstIdOf } from '../../../actors/folder/first-ids.js';
import { pathsOf } from '../../../actors/folder/folder.js';
import { fillFolder } from '../commands/data-folder.js';

const NOW = Date.UTC(2026, 0, 5);
const MINUTE_MS = 60_000;

t.test('After a restore no id is given that the first server gave after the copy', async (t) => {
  const within = t.testdir();
  const [data, copy, again, third] = ['data', 'copy', 'again', 'third'].map((name) =>
    join(within, name),
  ) as [string, string, string, string];
  fillFolder(data);
  t.equal(firstIdOf(data, NOW), 0, 'a folder of its own goes on');
  t.match(await backup(data, copy), { ok: true });
  t.match(await restore(copy, again), { ok: true });
  const first = firstIdOf(again, NOW);
  t.ok(first > 1e9, `${first} is beyond what a server gives`);
  t.equal(firstIdOf(again, NOW + MINUTE_MS), first, 'a later start goes on');
  t.match(await restore(copy, third), { ok: true });
  const later = firstIdOf(third, NOW + MINUTE_MS);
  t.ok(later - first >= (100 * MINUTE_MS) / 10, 'the same copy once more gives others');
  t.ok(firstIdOf(copy, NOW + 2 * MINUTE_MS) > later, 'and so does a server on the copy itself');
});

t.test('A damaged number is refused', async (t) => {
  const data = join(t.testdir(), 'data');
  mkdirSync(data);
  writeFileSync(pathsOf(data).firstIds, 'x');
  t.throws(() => firstIdOf(data, NOW), /has no number/);
  writeFileSync(pathsOf(data).firstIds, '\n');
  const first = firstIdOf(data, NOW);
  const text = readFileSync(pathsOf(data).firstIds, 'utf8');
  for (const changed of [
    `1${text.slice(1)}`,
    `${text.slice(1)}`,
    text.slice(0, -2),
    `${first}\n`,
  ]) {
    writeFileSync(pathsOf(data).firstIds, changed);
    t.throws(() => firstIdOf(data, NOW), /has no number with its checksum: bring the file/);
  }
  writeFileSync(pathsOf(data).firstIds, text);
  t.equal(firstIdOf(data, NOW), first);
});
