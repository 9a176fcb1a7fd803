// The pool's thread at its end.

import t from 'tap';
import {
  createWorkerPool,
  type Returned,
  returned,
  taken,
} from '../../../actors/shared/worker-pool.js';
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

t.test("an answer leaves the pool's references; bytes are given, not copied", async (t) => {
  const entry = new URL('./returning-entry.js', import.meta.url);
  const pool = createWorkerPool(entry, (error) => t.error(error));
  t.teardown(() => pool.close());
  const rows = await pool.run<Returned<readonly number[]>>('rows');
  t.same(taken(rows), [1, 2]);
  t.equal(rows.value, undefined);
  const bytes = await pool.run<Returned<Uint8Array>>('bytes');
  t.same(taken(bytes), [3, 4]);
  t.equal(bytes.value, undefined);
  t.equal(await pool.run('left'), 0, 'the thread has them no more');
  t.same(returned(null), { value: null });
});
