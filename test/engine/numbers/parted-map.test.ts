// A map in parts, held against a plain one.

import fc from 'fast-check';
import t from 'tap';
import { PartedMap } from '../../../engine/numbers/parted-map.js';

t.test('It has what a plain map has', async (t) => {
  const key = fc.oneof(fc.nat(1_000), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }));
  const step = fc.tuple(key, fc.option(fc.nat()));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 500 }), (steps) => {
      const [parted, plain] = [new PartedMap<number>(), new Map<number, number>()];
      for (const [key, value] of steps) {
        if (value === null) parted.delete(key);
        else parted.set(key, value);
        if (value === null) plain.delete(key);
        else plain.set(key, value);
      }
      const all = new Map(parted);
      const areSame = steps.every(([key]) => parted.get(key) === plain.get(key));
      return areSame && all.size === plain.size && [...all].every(([k, v]) => plain.get(k) === v);
    }),
  );
  t.pass('in 100 random lives');
});
