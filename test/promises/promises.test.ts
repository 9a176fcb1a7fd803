// The README's table of promises is the one that its data and the last results make.

import { existsSync, readFileSync } from 'node:fs';
import t from 'tap';
import { filesOf, README, readPromises, readResults, tableIn, tableOf } from './promises.js';

t.test('The README has the table of promises as they are shown', async (t) => {
  const table = tableOf(readPromises(), readResults());
  t.same(tableIn(readFileSync(README, 'utf8')).split('\n'), table.split('\n'));
});

t.test('Every test that a promise names exists, and its last run held', async (t) => {
  const promises = readPromises();
  t.same(
    promises.map(({ id }) => id),
    ['R1', 'R2', 'R3', 'R4', 'R5', 'R6', 'R7', 'R8'],
  );
  const { tests } = readResults();
  for (const file of filesOf(promises)) t.ok(existsSync(`test/${file}.ts`), file);
  for (const [file, { failed }] of Object.entries(tests)) t.equal(failed, 0, `${file} held`);
  for (const file of promises.flatMap(({ change }) => change.files)) {
    t.ok(file in tests, `${file} was run`);
  }
});
