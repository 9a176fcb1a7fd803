// The long simulation: a hundred million operations, a fresh seed for every half million.
//
//   npm run soak
//   node dist/test/simulation/simulation.soak.js --operations 5000000 --from-seed 1040
//
// It says after each seed where to go on, so that a budget may be spent in parts.

import { parseArgs } from 'node:util';
import t from 'tap';
import { missing } from './expected.js';
import { runSeed } from './runs.js';

const OPERATIONS_A_SEED = 500_000;
const { values } = parseArgs({
  options: {
    operations: { type: 'string', default: '100000000' },
    'from-seed': { type: 'string', default: '1001' },
  },
});
const seeds = Math.ceil(Number(values.operations) / OPERATIONS_A_SEED);
const first = Number(values['from-seed']);

/** What no seed has seen so far. */
let never: readonly string[] | undefined;

for (let seed = first; seed < first + seeds; seed += 1) {
  t.test(`Seed ${seed} holds; go on with --from-seed ${seed + 1}`, async (t) => {
    const { seen, failure } = runSeed(seed, OPERATIONS_A_SEED);
    t.equal(failure, '');
    const unseen = missing(seen);
    never = never?.filter((sight) => unseen.includes(sight)) ?? unseen;
  });
}

t.test('Everything befalls somebody in the course of all seeds', async (t) => t.same(never, []));
