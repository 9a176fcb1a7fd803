// Values that are available now or later, so that a request that need not wait is answered in the
// same turn.

/** A value, or the promise of one. */
export type MaybePromise<T> = T | Promise<T>;

/** Calls a function with a value as soon as it is available: now if it is not a promise. */
export const chain = <T, U>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<U>,
): MaybePromise<U> => (value instanceof Promise ? value.then(next) : next(value));
