// Random lives of many accounts on shards: the ledger of each is sound, their events tell all that
// they did, ticks miss nobody, and requests and derived commands take effect once.

import t from 'tap';
import { ShardLife } from '../support/lives/shard-life.js';
import { countOf, mine, RUN } from '../support/run.js';
import { missing } from './expected.js';

const OPERATIONS = countOf({ test: 25_000, deep: 250_000, soak: 500_000 });
/** A month has to end in a short run, too. */
const WEIGHTS = RUN === 'test' ? { 'long wait': 12 } : {};
/** Seeds of the test run, of changes, and of the nights. */
const FIRST = { test: 6, deep: 1, soak: 1001 }[RUN];
const SEEDS = Array.from({ length: countOf({ test: 1, deep: 4, soak: 200 }) }, (_, n) => FIRST + n);

/** Runs the lives of a seed: what they saw, or how to see alone what was wrong. */
const lifeOf = (seed: number): ShardLife => {
  const life = new ShardLife({ seed, weights: WEIGHTS });
  try {
    life.run(OPERATIONS);
    life.check();
    return life;
  } catch (error) {
    const alone = `node dist/test/simulation/run.js --seed ${seed} --operations ${life.operation}`;
    throw new Error(`${error instanceof Error ? error.message : error}\nalone: ${alone} --exact`);
  }
};

for (const seed of mine(SEEDS)) {
  t.test(
    `Accounts on shards stay sound through ${OPERATIONS} operations of seed ${seed}`,
    async (t) => {
      const { seen } = lifeOf(seed);
      t.same(missing(seen), [], 'everything befalls somebody');
    },
  );
}
