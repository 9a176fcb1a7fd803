// Tests that no worked example is forgotten.

import t from 'tap';
import { LATER, SHOWN, VECTOR_IDS } from './vectors.js';

t.test('every worked example is run by a test, or named as one that comes later', async (t) => {
  const known = [...Object.values(SHOWN), LATER].flatMap((ids) => ids.split(' '));
  t.same(known.sort(), [...VECTOR_IDS].sort());
});
