// The fields of a row in the table of mutations.

import type { Mistake } from './copy.js';

/** A test file, `faults/faults.test`, and what of it is run. */
export interface Run {
  readonly test: string;
  /** Only what is titled so. */
  readonly only?: string;
  /** All that it sees of the mistake is that something never comes: the guard may notice alone. */
  readonly onlyHangs?: true;
}

/** A mistake that the tests must notice. */
export interface Canary extends Mistake {
  readonly name: string;
  /** What has to notice it, the quickest first: by each change that one, at night all. */
  readonly by: readonly Run[];
}
