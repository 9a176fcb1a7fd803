// The pool's thread at its end.

import t from 'tap';
import { createWorkerPool } from '../../../actors/shared/worker-pool.js';
import { until } from '../../support/guard.js';
import { turn } from '../../support/socket-harness.js';

t.test('A pool that is closed while its thread loads lets it load first', async (t) => {
  const cells = new Int32Array(new SharedArrayBuffer(12));
  const entry = new URL('./slow-entry.js', import.meta.url);
  const pool = createWorkerPool(entry, (error) => t.error(error), { loading: cells.buffer });
  await until('the thread loads', () => cells[0] === 1);
  const closed = pool.close();
  for (let n = 0; n < 10; n += 1) await turn();
  Atomics.store(cells, 1, 1);
  Atomics.notify(cells, 1);
  await closed;
  t.equal(cells[2], 1, 'it was not terminated: a native package would have aborted the process');
});
