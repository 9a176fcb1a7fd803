// All mutations can be applied to the present build of the server.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { CANARIES } from './mistakes.js';

t.test('What each mistake replaces stands in its file once', async (t) => {
  for (const { name, file, from } of CANARIES) {
    const pieces = readFileSync(join('dist', file), 'utf8').split(from);
    t.equal(pieces.length, 2, `${name}: ${file}`);
  }
});
