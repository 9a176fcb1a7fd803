// Runs one simulation alone and says what it saw.
//
//   node dist/test/simulation/run.js --seed 7 --operations 100000
//     --shards N       accounts on N shards
//     --everything-from N   look at everything after every operation from the N-th on
//     --exact          look at the account at every operation on it

import { parseArgs } from 'node:util';
import { missing } from './expected.js';
import { Simulation } from './simulation.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    operations: { type: 'string', default: '100000' },
    shards: { type: 'string', default: '1' },
    exact: { type: 'boolean', default: false },
    'everything-from': { type: 'string' },
  },
});

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const from = values['everything-from'];
const sim = new Simulation({
  seed: Number(values.seed),
  shards: Number(values.shards),
  exact: values.exact,
  ...(from === undefined ? {} : { everythingFrom: Number(from) }),
});
const started = process.cpuUsage();
try {
  sim.run(Number(values.operations));
  sim.check();
} catch (error) {
  say(`operation ${sim.operation} (${sim.name}) at ${new Date(sim.house.now).toISOString()}`);
  say(String(error instanceof Error ? error.stack : error));
  process.exitCode = 1;
}
const { user, system } = process.cpuUsage(started);
for (const line of sim.seen.lines()) say(line);
say(`never seen: ${missing(sim.seen).join(', ')}`);
const seconds = (user + system) / 1e6;
say(`${sim.operation} operations, ${sim.house.seq} events, ${seconds.toFixed(1)} s`);
say(`${new Date(sim.house.now).toISOString()} state ${sim.hash()} log ${sim.house.logSum}`);
