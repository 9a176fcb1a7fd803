// Whether mask lists are small enough to be compared with each other in one turn.

/** Steps that comparing takes at most: some ten milliseconds. */
const STEPS_MAX = 6_000_000;
/** Steps that a pair takes however short its masks are, as a root. */
const PAIR_STEPS = 12;

const stepsOf = (masks: readonly string[]): number =>
  masks.reduce((steps, mask) => steps + mask.length + PAIR_STEPS, 0);

/** Can each of the masks, or lists of masks, be compared with each of the others? */
export const comparable = (some: readonly string[], others: readonly string[]): boolean =>
  stepsOf(some) * stepsOf(others) <= STEPS_MAX;
