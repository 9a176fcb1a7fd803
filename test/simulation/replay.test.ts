// One seed, one state: run again, replayed, restored, and on any number of shards.

import t from 'tap';
import { Simulation } from './simulation.js';
import { Tape } from './tape.js';

const SEED = 2_025;
const OPERATIONS = 12_000;
/** The snapshot holds so many tenths of the events, the tail the rest. */
const TENTHS = [0, 3, 7, 10] as const;
const AFTERWARDS = 3_000;

const taped = (shards: number): { sim: Simulation; tape: Tape } => {
  const tape = new Tape();
  const sim = new Simulation({ seed: SEED, shards, exact: true, tape });
  sim.run(OPERATIONS);
  sim.check();
  return { sim, tape };
};

const { sim, tape } = taped(1);
const hash = sim.hash();
const { logSum } = sim.house;

t.test('The same seed comes to the same state and the same log', async (t) => {
  const again = taped(1).sim;
  t.equal(again.hash(), hash);
  t.equal(again.house.logSum, logSum);
  const other = new Simulation({ seed: SEED + 1 });
  other.run(OPERATIONS);
  t.not(other.hash(), hash, 'another seed comes to another');
});

for (const shards of [2, 4]) {
  t.test(`On ${shards} shards the same comes about`, async (t) => {
    const spread = taped(shards).sim;
    t.equal(spread.hash(), hash);
    t.equal(spread.house.logSum, logSum);
  });
}

for (const tenths of TENTHS) {
  t.test(`A snapshot at ${tenths}0 % of the log and its tail come to the same`, async (t) => {
    const before = sim.hash();
    const snapshot = await sim.restart(Math.floor((tape.length * tenths) / 10));
    t.equal(sim.hash(), before);
    t.same(sim.past.forgotten(sim.house, snapshot), [], 'what ended last is known');
    sim.run(AFTERWARDS);
    sim.check();
    t.equal(tape.foldedHash(), sim.hash(), 'life goes on in it; folding the log says the same');
    snapshot.close();
  });
}
