// Runs the lives of one seed alone and says what they saw.
//
//   node dist/test/simulation/run.js --seed 7 --operations 100000
//     --exact   looks at the account after every operation on it, and tries every tick

import { parseArgs } from 'node:util';
import { EVERY_ORACLE } from '../support/lives/oracles.js';
import { ShardLife } from '../support/lives/shard-life.js';
import { missing } from './expected.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    operations: { type: 'string', default: '100000' },
    exact: { type: 'boolean', default: false },
  },
});

const life = new ShardLife({
  seed: Number(values.seed),
  oracles: EVERY_ORACLE,
  ...(values.exact ? { lookOneIn: 1, tryOneIn: 1 } : {}),
});
let fault = '';
try {
  life.run(Number(values.operations));
  life.check();
} catch (error) {
  fault = String(error instanceof Error ? error.stack : error);
  process.exitCode = 1;
}
const counts = [...life.seen.counts].sort().map(([name, count]) => `${name} ${count}\n`);
process.stdout.write(counts.join(''));
process.stdout.write(`never seen: ${missing(life.seen).join(', ')}\n`);
process.stdout.write(`${life.operation} operations, ${life.shards.seq} events ${fault}\n`);
