// The heap of ids against a plain table of them.

import fc from 'fast-check';
import t from 'tap';
import { IdHeap } from '../../engine/id-heap.js';

const SEED = 6;
const RUNS = 200;
/** Few, so that ids come again and keys are shared. */
const IDS = 40;
const KEYS = 30;

const id = fc.integer({ min: -IDS, max: IDS });
const key = fc.integer({ min: -KEYS, max: KEYS });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constant('set' as const), id, key }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('remove' as const), id, key }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('take' as const), id, key }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('reach' as const), id, key }) },
);

/** Each id has a login of its own. */
const loginOf = (one: number): number => 1_000 + one;

t.test('each id stands once, at its newest key, until it is taken out', async (t) => {
  let taken = 0;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200, size: 'max' }), (steps) => {
      const heap = new IdHeap();
      const model = new Map<number, number>();
      const upTo = (most: number) => [...model].filter(([, at]) => at <= most);
      for (const { what, id, key } of steps) {
        if (what === 'set') {
          heap.set(id, loginOf(id), key);
          model.set(id, key);
        } else if (what === 'remove') {
          heap.remove(id);
          model.delete(id);
        } else if (what === 'reach') {
          const found = new Set<number>();
          heap.reach(key, found);
          const asked = upTo(key).map(([one]) => loginOf(one));
          if (asked.length !== found.size || !asked.every((one) => found.has(one))) return false;
        } else {
          const login = heap.take(key);
          const first = upTo(key).sort((a, b) => a[1] - b[1])[0];
          if ((first === undefined) !== (login === 0)) return false;
          if (first === undefined) continue;
          if (model.get(login - 1_000) !== first[1]) return false;
          model.delete(login - 1_000);
          taken += 1;
        }
        const least = Math.min(Number.POSITIVE_INFINITY, ...model.values());
        if (heap.size !== model.size || heap.key !== least) return false;
      }
      return true;
    }),
    { seed: SEED, numRuns: RUNS },
  );
  t.ok(taken > RUNS, `${taken} were taken`);
});

t.test('as many as ever were are kept, and no more', async (t) => {
  const heap = new IdHeap();
  for (let n = 0; n < 100_000; n += 1) heap.set(n % 1_000, 1, (n * 7919) % 5_003);
  t.equal(heap.size, 1_000);
  let last = Number.NEGATIVE_INFINITY;
  let sorted = true;
  while (heap.size > 0) {
    sorted &&= heap.key >= last;
    last = heap.key;
    heap.take(last);
  }
  t.ok(sorted, 'they come smallest first');
  t.equal(heap.take(Number.MAX_VALUE), 0, 'none is left');
});
