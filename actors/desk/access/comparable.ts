// Tests whether mask lists are small enough to be compared with each other without blocking the
// thread.

/** Most steps of a comparison: some ten milliseconds. */
const STEPS_MAX = 6_000_000;
/** Square root of the steps that a pair of short masks takes. */
const PAIR_STEPS = 12;

const stepsOf = (masks: readonly string[]): number =>
  masks.reduce((steps, mask) => steps + mask.length + PAIR_STEPS, 0);

/** Can each mask, or list of masks, be compared with each of the others? */
export const comparable = (some: readonly string[], others: readonly string[]): boolean =>
  stepsOf(some) * stepsOf(others) <= STEPS_MAX;
