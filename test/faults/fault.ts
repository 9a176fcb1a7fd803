// A row of the table of faults: what befalls a server, how often in each run, what that needs here.

import { randomInt } from 'node:crypto';
import type { Test } from 'tap';
import { type Counts, countOf, mine, RUN } from '../support/run.js';
import { missingStrace } from './disk-fault.js';
import { missingClock } from './set-clock.js';
import { missingDisk } from './small-disk.js';

/** What a fault needs of the machine: each answers why it is not there. */
const NEEDS = { strace: missingStrace, disk: missingDisk, clock: missingClock } as const;

/** The promises of docs/promises.md. */
type PromiseId = 'R1' | 'R2' | 'R3' | 'R4' | 'R5' | 'R6' | 'R7' | 'R8' | 'R9' | 'R10';

/** A fault. */
export interface Fault {
  /** What holds, as a sentence: `TAP_GREP` chooses by it. */
  readonly name: string;
  /** How often, or how many, in each run; the fault is no part of a run of which that is 0. */
  readonly counts: Counts;
  /** One test makes no more than so many of them: where more are wanted there are more tests. */
  readonly most?: number;
  readonly needs?: keyof typeof NEEDS;
  /** `npm test` shows one fault of each kind, and leaves this one to the deep run. */
  readonly leftToDeep?: boolean;
  /** The promises that the fault shows: it would be seen that they are broken. */
  readonly shows: readonly [PromiseId, ...PromiseId[]];
  /** Lets it happen so many times, by the choices of a seed, and asserts what must hold. */
  readonly run: (t: Test, count: number, seed: number) => Promise<void>;
}

/** A test of a fault. */
interface FaultTest extends Omit<Fault, 'counts' | 'most' | 'leftToDeep'> {
  readonly count: number;
  /** The same by day, another one each night, which the title tells. */
  readonly seed: number;
}

/** How often a fault is tried in each run. */
const triesOf = ({ counts, leftToDeep = false }: Fault): Counts =>
  leftToDeep ? { ...counts, test: 0 } : counts;

const testsOf = (one: Fault): FaultTest[] => {
  const { counts, most, leftToDeep: _, ...fault } = one;
  // A title that `TAP_GREP` names is run in each run.
  const count = countOf(process.env.TAP_GREP === undefined ? triesOf(one) : counts);
  const parts = Math.ceil(count / (most ?? count)) || 0;
  return Array.from({ length: parts }, (_, at) => ({
    ...fault,
    name: parts === 1 ? fault.name : `${fault.name}, ${at + 1} of ${parts}`,
    count: Math.floor((count * (at + 1)) / parts) - Math.floor((count * at) / parts),
    seed: RUN === 'soak' ? randomInt(2 ** 31) : at + 1,
  }));
};

/** Why a need is not met, told where a test of it is left out; looked at once. */
const missing = new Map<string, string | false>();
const skipOf = ({ name, needs }: FaultTest): string | false => {
  if (needs === undefined) return false;
  const reason = missing.get(needs) ?? NEEDS[needs]() ?? false;
  missing.set(needs, reason);
  if (reason) process.stderr.write(`=== SKIPPED: ${name}: ${reason} ===\n`);
  return reason;
};

/** Runs this shard's faults of this run as tests. */
export const runFaults = (t: Test, faults: readonly Fault[]): void => {
  for (const fault of mine(faults.flatMap(testsOf))) {
    const { name, count, seed } = fault;
    const made = { test: '', deep: ` (${count})`, soak: ` (${count}, seed ${seed})` }[RUN];
    t.test(`${name}${made}`, { skip: skipOf(fault) }, (t) => fault.run(t, count, seed));
  }
};
