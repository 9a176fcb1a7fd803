// Dice: chance from a seed, so that what was tried can be tried again.

import { noiseAt } from '../market/feeds/noise.js';

/** A whole number from 0 to below a bound. */
export type Dice = (below: number) => number;

/** The dice of a seed: the same throws each time. */
export const diceOf = (seed: number): Dice => {
  let thrown = 0;
  return (below) => {
    thrown += 1;
    return Math.floor(noiseAt(seed, thrown) * below);
  };
};
