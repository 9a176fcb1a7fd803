// Random lives of many accounts on shards: the ledger of each is sound, their events tell all that
// they did, ticks miss nobody, and requests and derived commands take effect once.

import t from 'tap';
import { EVERY_ORACLE, MODEL } from '../support/lives/oracles.js';
import { ShardLife } from '../support/lives/shard-life.js';
import { countOf, mine, RUN } from '../support/run.js';
import { missing } from './expected.js';

const OPERATIONS = countOf({ test: 20_000, deep: 250_000, soak: 500_000 });
/** A month has to end in a short run, too, and settings have to change. */
const WEIGHTS = RUN === 'test' ? { 'long wait': 18, settings: 4 } : {};
/** In a short run the model follows the lives that are killed, and those of one account. */
const ORACLES = RUN === 'test' ? EVERY_ORACLE.filter((one) => one !== MODEL) : EVERY_ORACLE;
/** Seeds of the test run, of changes, and of the nights. */
const FIRST = { test: 23, deep: 1, soak: 1001 }[RUN];
const SEEDS = Array.from({ length: countOf({ test: 1, deep: 4, soak: 200 }) }, (_, n) => FIRST + n);

/** How to see alone what is wrong with a life; empty when all is well to its end. */
const faultOf = (life: ShardLife, seed: number): string => {
  try {
    life.run(OPERATIONS);
    life.check();
    return '';
  } catch (error) {
    const alone = `node dist/test/simulation/run.js --seed ${seed} --operations ${life.operation}`;
    return `${error instanceof Error ? error.stack : error}\nalone: ${alone} --exact`;
  }
};

for (const seed of mine(SEEDS)) {
  t.test(`Accounts on shards stay correct through all operations of seed ${seed}`, async (t) => {
    const life = new ShardLife({ seed, oracles: ORACLES, weights: WEIGHTS });
    const fault = faultOf(life, seed);
    t.ok(life.seen.of('event deal') > 0, 'accounts trade');
    t.equal(fault, '');
    t.same(missing(life.seen), [], 'everything befalls somebody');
  });
}
