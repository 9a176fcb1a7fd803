// The README's table of promises is the one that its data and the last results make.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import t from 'tap';
import {
  figureName,
  filesOf,
  isReached,
  README,
  readPromises,
  readResults,
  tableIn,
  tableOf,
} from './promises.js';

/** Each test in these folders shows a promise. */
const FOLDERS = ['faults', 'hostile'];

const promises = readPromises();
const results = readResults();

t.test('The README has the table of promises as they are shown', async (t) => {
  const table = tableOf(promises, results);
  t.same(tableIn(readFileSync(README, 'utf8')).split('\n'), table.split('\n'));
});

t.test('Every test that a promise names exists, and its last run held', async (t) => {
  t.same(
    promises.map(({ id }) => id),
    ['R1', 'R2', 'R3', 'R4', 'R5', 'R6', 'R7', 'R8'],
  );
  const { tests } = results;
  for (const file of filesOf(promises)) t.ok(existsSync(`test/${file}.ts`), file);
  for (const [file, { failed }] of Object.entries(tests)) t.equal(failed, 0, `${file} held`);
  for (const file of promises.flatMap(({ change }) => change.files)) {
    t.ok(file in tests, `${file} was run`);
  }
});

t.test('Every test of faults and hostile input is named by a promise', async (t) => {
  const named = new Set(filesOf(promises));
  for (const folder of FOLDERS) {
    const tests = readdirSync(`test/${folder}`).filter((name) => /\.(test|soak)\.ts$/.test(name));
    const lost = tests.map((name) => `${folder}/${name.slice(0, -'.ts'.length)}`);
    t.same(
      lost.filter((file) => !named.has(file)),
      [],
    );
  }
});

t.test('Every figure is measured and within its bound, or the table says why not', async (t) => {
  for (const one of promises.flatMap(({ measured = [] }) => measured)) {
    const isOpen = one.open !== undefined;
    t.equal(isReached(one, results), !isOpen, `${figureName(one)}: ${one.open ?? 'it is reached'}`);
  }
});
