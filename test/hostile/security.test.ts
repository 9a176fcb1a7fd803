// The list of what must be safe: every item names tests that are there, and that held when they
// were run last.

import { readFileSync, statSync } from 'node:fs';
import t from 'tap';
import { type Kept, keptOf } from '../meta/runner/tap.js';
import { notHeld, readList } from './security.js';

/** There are no recovery codes. */
const NOT_HERE = [10];
const ITEMS = 39;

const list = readList();

/** What was kept of a file's runs since it was built. */
const newOf = (file: string): Kept[] => {
  const built = statSync(`dist/test/${file}.js`).mtimeMs;
  return keptOf(file).filter(({ at }) => at > built);
};

/** The text of a test file in which each title stands in one piece; `{}` is an audience in some. */
const titlesIn = (file: string): string =>
  readFileSync(`test/${file}.ts`, 'utf8')
    .replace(/['`]\s*\+\s*['`]/g, '')
    .replace(/\s+/g, ' ');

const ANY_AUDIENCE = /\$\{audience\}/g;

t.test('Every item that has routes is shown by tests that exist', async (t) => {
  for (const { item, says, tests } of list) {
    t.ok(tests.length > 0, `${item}: ${says}`);
    for (const { file, title } of tests) {
      const source = titlesIn(file).replace(ANY_AUDIENCE, '{}');
      t.ok(source.includes(title.replace(ANY_AUDIENCE, '{}')), `${file}: ${title}`);
    }
  }
  const known = [...list.map(({ item }) => item), ...NOT_HERE].sort((a, b) => a - b);
  const all = Array.from({ length: ITEMS }, (_, n) => n + 1);
  t.same(known, all);
});

t.test('Every listed test ran and passed, and none was left out', async (t) => {
  const wrong = list
    .flatMap(({ tests }) => tests)
    .flatMap((one) => {
      const kept = newOf(one.file);
      const why = kept.length === 0 ? undefined : notHeld(one, kept);
      return why === undefined ? [] : [`${one.file}: ${one.title}: ${why}`];
    });
  t.same(wrong, []);
});
