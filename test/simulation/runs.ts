// Runs of simulations by seed, as tests: kept seeds first, and how to run alone what fails.

import { readFileSync } from 'node:fs';
import { Broken } from './invariants.js';
import type { Seen } from './seen.js';
import { CHECK_EVERY, Simulation } from './simulation.js';

/** A seed that failed once, and how many operations showed it. It is run for ever. */
export interface KeptSeed {
  readonly seed: number;
  readonly operations: number;
  readonly why: string;
}

/** The seeds that failed once. */
export const KEPT = JSON.parse(readFileSync('test/simulation/seeds.json', 'utf8')) as KeptSeed[];

/** What became of a run. */
export interface Outcome {
  readonly seen: Seen;
  /** Empty when all held. */
  readonly failure: string;
}

/** The command that runs operations of a seed alone. */
const alone = (seed: number, operations: number): string =>
  `node --enable-source-maps dist/test/simulation/run.js --seed ${seed} --operations ${operations}`;

/** How many operations show the failure, when everything is looked at after each of the last. */
const shortest = (seed: number, failedAt: number): { at: number; name: string } => {
  const everythingFrom = Math.max(1, failedAt - CHECK_EVERY);
  const sim = new Simulation({ seed, everythingFrom });
  try {
    sim.run(failedAt);
  } catch {
    return { at: sim.operation, name: sim.name };
  }
  return { at: failedAt, name: sim.name };
};

/** Runs a seed for so many operations and looks at everything in the end. */
export const runSeed = (seed: number, operations: number): Outcome => {
  const sim = new Simulation({ seed });
  try {
    sim.run(operations);
    sim.check();
    return { seen: sim.seen, failure: '' };
  } catch (error) {
    const { at, name } = error instanceof Broken ? shortest(seed, sim.operation) : sim.here;
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const failure =
      `seed ${seed} fails at operation ${at} (${name}); found at ${sim.operation}\n` +
      `${reason}\nalone: ${alone(seed, at)}\n` +
      `keep it: {"seed": ${seed}, "operations": ${at}} in test/simulation/seeds.json`;
    return { seen: sim.seen, failure };
  }
};
