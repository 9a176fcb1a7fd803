// A map and a set in parts, held against plain ones.

import fc from 'fast-check';
import t from 'tap';
import { PartedMap, PartedSet } from '../../../engine/numbers/parted.js';

/** Some steps fewer than a map has entries when it is divided. */
const MANY = 4_090;

const keys = fc.oneof(
  fc.integer({ min: -1_000, max: 1_000 }),
  fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
);
const steps = fc.array(fc.tuple(keys, fc.option(fc.nat())), { maxLength: 500 });

for (const [what, before] of [
  ['a small one', 0],
  ['one that is divided', MANY],
] as const) {
  t.test(`It has what a plain map has: ${what}`, async (t) => {
    fc.assert(
      fc.property(steps, (steps) => {
        const [parted, plain] = [new PartedMap<number>(), new Map<number, number>()];
        const first = Array.from({ length: before }, (_, n) => [n * 1_000, n] as const);
        const all = [...first, ...steps];
        const areNew = all.every(([key, value]) => {
          const had = plain.has(key);
          if (value === null) return parted.delete(key) === plain.delete(key);
          plain.set(key, value);
          return parted.set(key, value) === !had;
        });
        const isSame = all.every(([key]) => parted.get(key) === plain.get(key));
        const entries = new Map<number, number>(parted);
        const isWhole = [...plain].every(([key, value]) => entries.get(key) === value);
        const sizes = [parted.size, entries.size].every((size) => size === plain.size);
        return areNew && isSame && isWhole && sizes;
      }),
    );
    t.pass('in 100 random lives');
  });
}

t.test('A set has each key once, and goes on while it is iterated', async (t) => {
  const [parted, seen] = [new PartedSet(), new Set<number>()];
  for (let key = 0; key < MANY; key += 1) parted.add(key);
  t.notOk(parted.add(0), 'it is there');
  t.ok(parted.delete(1));
  t.notOk(parted.delete(1), 'it is gone');
  for (const key of parted) {
    seen.add(key);
    // It is divided meanwhile.
    parted.add(MANY + (key % MANY));
  }
  for (let key = 2; key < MANY; key += 1) if (!seen.has(key)) t.fail(`${key} was passed over`);
  t.equal(parted.size, 2 * (MANY - 1));
  t.equal(new Set(parted).size, parted.size);
});
