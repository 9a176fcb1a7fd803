// What an account may ask for in a row, and how soon again.

import t from 'tap';
import { AccountActor } from '../../actors/shard/account-actor.js';
import type { AccountState } from '../../engine/types.js';
import { LOGIN, ShardHarness } from '../support/shard-harness.js';

const actorOf = (positions: number, orders: number): AccountActor =>
  new AccountActor({
    positions: { size: positions },
    orders: { size: orders },
  } as unknown as AccountState);

t.test(
  'pictures are given by their size: 20 of the largest at once, then 4 a second',
  async (t) => {
    const actor = actorOf(4000, 999);
    let given = 0;
    while (actor.allowPicture(0)) given += 1;
    t.equal(given, 20);
    t.equal(actor.allowPicture(249), false);
    t.equal(actor.allowPicture(250), true);
    t.equal(actor.allowPicture(250), false);
  },
);

t.test('who asks for too many pictures is told so', async (t) => {
  const one = new ShardHarness();
  const actor = one.shard.accounts.get(LOGIN);
  while (actor?.allowPicture(one.now));
  const id = one.send('account', {});
  one.commit();
  t.equal(one.answer(id).code, 'trade.too_many_requests');
});
