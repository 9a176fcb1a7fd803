// Stamps: times that threads compare with each other, to measure the hops of an order.

const TRIES = 20;

/** How far this thread's own clock lies behind the machine's, read one right after the other. */
const tryOrigin = (): number => {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6 - performance.now();
};

/** A thread that is held up between the two readings finds less: the most is right. */
const ORIGIN = Math.max(...Array.from({ length: TRIES }, tryOrigin));

/** ms with fractions, from an origin that all threads of the machine share; never falls. */
export const stampNow = (): number => ORIGIN + performance.now();
