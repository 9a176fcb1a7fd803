// What the thread of a pool in a test runs: returns rows or bytes, or counts the bytes it has left.

import { type Returned, returned } from '../../../actors/shared/worker-pool.js';

const bytes = Uint8Array.of(3, 4);

/** The answer to a task. */
export default (task: 'rows' | 'bytes' | 'left'): Returned<unknown> | number => {
  if (task === 'left') return bytes.length;
  return returned(task === 'rows' ? [1, 2] : bytes);
};
