// Pools: how their threads load their entry.

import t from 'tap';
import { createPool } from '../../actors/pools/pool.js';

t.test('threads import their entry: one that ends while it requires it aborts all', async (t) => {
  const entry = new URL('./pool-entry.js', import.meta.url);
  const pool = createPool(entry, { threads: 1, queue: 1 }, (error) => t.error(error));
  t.teardown(() => pool.close());
  const calls = await pool.run<string>(null);
  t.match(calls, 'internal/modules/esm');
  t.notMatch(calls, 'internal/modules/cjs');
});
