// Lives that told engine and model apart while one sentence of the rules was missing in the engine,
// lived again for ever; each says which. A change of the random worlds makes them other lives: they
// are found anew by taking that sentence out of the engine.

import { readFileSync } from 'node:fs';
import t from 'tap';
import { type Life, live } from './model-life.js';
import type { Scope } from './model-settings.js';

const file = new URL('../../../test/engine/model-seeds.json', import.meta.url);
const kept = JSON.parse(readFileSync(file, 'utf8')) as readonly (Life &
  Scope & { readonly why: string })[];

for (const { why, profiles, ...life } of kept) {
  t.test(`engine and model agree where ${why}`, async (t) => {
    t.same(live(life, { profiles }, new Map()), []);
  });
}
