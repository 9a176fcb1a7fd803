// Guards: shards hold requests back while the desk decides by what accounts have, whatever ends.

import t from 'tap';
import { Guards } from '../../actors/guards.js';
import type { ToShard } from '../../actors/messages.js';

/** A shard that counts for how many decisions it holds requests back. */
class Shard {
  held = 0;

  post(message: ToShard): void {
    if (message.type === 'usage' && message.held) this.held += 1;
    if (message.type === 'free') this.held = Math.max(0, this.held - 1);
  }

  /** It is asked, as the desk's errand does. */
  ask(): void {
    this.post({ type: 'usage', id: 1, questions: { symbols: [], groups: [] }, held: true });
  }
}

t.test('a shard that is started in the middle of a decision holds requests back', (t) => {
  const old = new Shard();
  const shards: (Shard | undefined)[] = [old, undefined];
  const guards = new Guards(() => shards);
  guards.begin();
  old.ask();
  const fresh = new Shard();
  shards[1] = fresh;
  guards.join(fresh);
  t.same([old.held, fresh.held], [1, 1]);
  guards.end();
  t.same([old.held, fresh.held], [0, 0]);
  const later = new Shard();
  guards.join(later);
  t.equal(later.held, 0, 'nothing is being decided any more');
  t.end();
});

t.test('what a desk that ended had asked is over when the next one has told all', (t) => {
  const shard = new Shard();
  const guards = new Guards(() => [shard]);
  for (let times = 0; times < 2; times += 1) {
    guards.begin();
    shard.ask();
  }
  t.equal(shard.held, 2);
  guards.endAll();
  t.equal(shard.held, 0);
  guards.end();
  guards.begin();
  shard.ask();
  t.equal(shard.held, 1, 'the next decision holds them back');
  t.end();
});
