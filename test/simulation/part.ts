// A part of the simulation that every test run makes: its share of the kept seeds, then its own.

import t from 'tap';
import { missing } from './expected.js';
import { KEPT, runSeed } from './runs.js';

/** Parts run beside each other, a million operations together: a minute of two processors. */
const PARTS = 4;
const OPERATIONS = 250_000;

/** Runs a part, from 1 on. */
export const runPart = (part: number): void => {
  for (const { seed, operations, why } of KEPT.filter((_, at) => at % PARTS === part - 1)) {
    t.test(`Seed ${seed}, which failed once, holds: ${why}`, async (t) => {
      t.equal(runSeed(seed, operations).failure, '');
    });
  }
  t.test(`All invariants hold through ${OPERATIONS} operations of a seed`, async (t) => {
    const { seen, failure } = runSeed(part, OPERATIONS);
    t.equal(failure, '');
    t.same(missing(seen), [], 'everything befalls somebody');
  });
};
