// Stamps: times that threads compare with each other, to tell where an order's time goes.

const monotonicNow = (): number => {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
};

const ORIGIN = monotonicNow() - performance.now();

/** ms with fractions, from an origin that all threads of the machine share; never falls. */
export const stampNow = (): number => ORIGIN + performance.now();
