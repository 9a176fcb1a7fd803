// The long comparison: 100,000 random lives of 50 steps by the engine and by the model.

import t from 'tap';
import { liveMany } from './model-lives.js';

for (const seed of [31, 37, 41, 43]) {
  t.test(`25,000 random accounts from seed ${seed} fare the same by both`, async (t) => {
    liveMany(t, 25_000, seed, { profiles: true }, [
      'action so_compensation_credit',
      'trade.order_changed',
      'stop-out after waiting',
    ]);
  });
}
