// What waits for a commit is given out once, when it is time.

import t from 'tap';
import { CommitQueue } from '../../actors/shard/commit-queue.js';

t.test('an item comes out once, when its event is committed, in the order put in', (t) => {
  const queue = new CommitQueue<string>();
  queue.add(3, 'third');
  queue.add(1, 'first');
  queue.add(0, 'at once');
  t.same(queue.take(0), ['at once']);
  t.same(queue.take(0), []);
  t.same(queue.take(2), ['first']);
  t.same(queue.take(9), ['third']);
  t.equal(queue.size, 0);
  t.end();
});
