// All mutations can be applied to the present build of the server.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import t from 'tap';
import { CANARIES } from './mistakes.js';

t.test('What each mistake replaces stands in its file once', async (t) => {
  for (const { name, file, from } of CANARIES) {
    const pieces = readFileSync(join('dist', file), 'utf8').split(from);
    t.equal(pieces.length, 2, `${name}: ${file}`);
  }
});

/** A test file, and the files of its folder that it imports: tables of tests stand there. */
const textsOf = (test: string): string => {
  const text = readFileSync(`test/${test}.ts`, 'utf8');
  const beside = Array.from(text.matchAll(/from '\.\/([\w-]+)\.js'/g), ([, name]) =>
    readFileSync(join('test', dirname(test), `${name}.ts`), 'utf8'),
  );
  return [text, ...beside].join('\n');
};

t.test('Each test that a canary chooses by a part of its title exists', async (t) => {
  const runs = CANARIES.flatMap(({ by }) => by);
  const chosen = runs.filter(({ only }) => only !== undefined);
  t.ok(chosen.length > 30, `${chosen.length} of ${runs.length} runs`);
  for (const { test, only = '' } of chosen) {
    t.ok(textsOf(test).includes(only), `${test}: ${only}`);
  }
});
