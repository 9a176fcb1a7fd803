// The pool's thread at its end.

import t from 'tap';
import { createWorkerPool } from '../../../actors/shared/worker-pool.js';
import { until } from '../../support/guard.js';
import { turn } from '../../support/socket-harness.js';

/** Cells of `slow-entry.ts`: it loads, it may, it has loaded. */
const [BEGUN, LET, LOADED] = [0, 1, 2];

t.test('A pool that is closed while its thread loads lets it load first', async (t) => {
  for (const isRenewed of [false, true]) {
    const cells = new Int32Array(new SharedArrayBuffer(12));
    const entry = new URL('./slow-entry.js', import.meta.url);
    const pool = createWorkerPool(entry, (error) => t.error(error), { loading: cells.buffer });
    const begun = () => until('the thread loads', () => cells[BEGUN] === 1);
    const letLoad = (): void => {
      Atomics.store(cells, LET, 1);
      Atomics.notify(cells, LET);
    };
    await begun();
    if (isRenewed) {
      letLoad();
      await pool.run(null);
      cells.fill(0);
      pool.renew();
      await begun();
    }
    const closed = pool.close();
    for (let n = 0; n < 10; n += 1) await turn();
    letLoad();
    await closed;
    t.equal(cells[LOADED], 1, 'a native package would have aborted the process');
  }
});
