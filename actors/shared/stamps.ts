// Time stamps that can be compared between threads, to measure the hops of an order.

const TRIES = 20;

/** The difference between the machine's clock and this thread's, read one right after the other. */
const tryOrigin = (): number => {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6 - performance.now();
};

/** A thread interrupted between the two reads gets a smaller value, so the largest is right. */
const ORIGIN = Math.max(...Array.from({ length: TRIES }, tryOrigin));

/** ms with fractions, from an origin common to all threads of the machine; never decreases. */
export const stampNow = (): number => ORIGIN + performance.now();
