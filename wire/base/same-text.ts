// Secret texts compared.

import { timingSafeEqual } from 'node:crypto';

/** Compares two texts in constant time. */
export const sameText = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};
