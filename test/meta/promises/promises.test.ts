// The tables of docs/promises.md agree with the promises and their last results.

import { existsSync, readFileSync } from 'node:fs';
import t from 'tap';
import { PROMISE_IDS } from '../../faults/fault.js';
import { FAULTS } from '../../faults/faults.js';
import { testFiles } from '../runner/plan.js';
import {
  figureName,
  isReached,
  PAGE,
  proofsOf,
  readPromises,
  readResults,
  tableIn,
  tableOf,
} from './promises.js';

/** Each test in these folders shows a promise. */
const FOLDERS = ['faults', 'hostile'];

const promises = readPromises();
const results = readResults();

t.test('The page has the table of promises as they are shown', async (t) => {
  const table = tableOf(promises, results);
  t.same(tableIn(readFileSync(PAGE, 'utf8')).split('\n'), table.split('\n'));
});

t.test('What a promise names exists, and held when it was run last', async (t) => {
  const ids = promises.map(({ id }) => id);
  t.same(ids, PROMISE_IDS);
  const proofs = promises.flatMap(proofsOf);
  const missing = proofs.filter(({ file }) => !existsSync(`test/${file}.ts`));
  t.same(missing, []);
  const wrong = proofs.filter(({ name, runs }) => {
    const last = Object.values(results.tests[name] ?? {});
    const isOfNight = !runs.test && !runs.deep;
    return (last.length === 0 && !isOfNight) || last.some(({ failed }) => failed > 0);
  });
  const names = wrong.map(({ name }) => name);
  t.same(names, [], 'each was run, but for those of the night, and held');
});

t.test('Every fault shows a promise, and so does every other test of its folders', async (t) => {
  const idle = FAULTS.filter(({ shows }) => shows.length === 0).map(({ name }) => name);
  t.same(idle, []);
  const named = new Set(promises.flatMap(proofsOf).map(({ file }) => file));
  const files = testFiles().filter((file) => FOLDERS.some((one) => file.startsWith(`${one}/`)));
  const unnamed = files.filter((file) => !named.has(file));
  t.same(unnamed, []);
});

t.test('Every figure is measured and within its bound, or the table says why not', async (t) => {
  for (const one of promises.flatMap(({ measured = [] }) => measured)) {
    const isOpen = one.open !== undefined;
    t.equal(isReached(one, results), !isOpen, `${figureName(one)}: ${one.open ?? 'it is reached'}`);
  }
});
