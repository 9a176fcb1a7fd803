// A value that is there at once or later: a request that waits for nothing is answered in its turn.

/** A value, or the promise of one. */
export type MaybePromise<T> = T | Promise<T>;

/** Goes on with a value as soon as it is there: now, if it is. */
export const chain = <T, U>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<U>,
): MaybePromise<U> => (value instanceof Promise ? value.then(next) : next(value));
