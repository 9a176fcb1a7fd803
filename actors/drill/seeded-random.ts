// Random numbers from a seed, so that a case can be tried again.

import { noiseAt } from '../shared/noise.js';

/** A whole number from 0 to below a bound. */
export type SeededRandom = (below: number) => number;

/** The random numbers of a seed: the same each time. */
export const seededRandom = (seed: number): SeededRandom => {
  let drawn = 0;
  return (below) => {
    drawn += 1;
    return Math.floor(noiseAt(seed, drawn) * below);
  };
};
