// Random numbers from a seed, so that a case can be repeated.

import { noiseAt } from '../market/feeds/noise.js';

/** A random integer from 0 to below `below`. */
export type SeededRandom = (below: number) => number;

/** A generator with a seed; the same seed gives the same numbers. */
export const seededRandom = (seed: number): SeededRandom => {
  let drawn = 0;
  return (below) => {
    drawn += 1;
    return Math.floor(noiseAt(seed, drawn) * below);
  };
};
