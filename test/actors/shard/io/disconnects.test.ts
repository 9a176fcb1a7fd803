// Sessions that end: their orders go when the grace is over, however busy the account is then.

import t from 'tap';
import { MAILBOX_CAPACITY } from '../../../../actors/shard/accounts/account-actor.js';
import { ShardConnections } from '../../../../actors/shard/io/connections.js';
import { LOGIN, marketOrder, ShardHarness } from '../../../support/shard-harness.js';

const RULE = { enabled: true, grace_sec: 5 };
const GRACE_MS = 5_000;

/** An account with a pending order of its connection. */
const withOrder = (): ShardHarness => {
  const one = new ShardHarness();
  one.trade(marketOrder({ kind: 'pending', order_kind: 'limit', price: '1.09000' }));
  return one;
};

const hold = (one: ShardHarness): (() => void) => {
  const actor = one.shard.accounts.get(LOGIN);
  if (actor === undefined) throw new Error('there is no account');
  return actor.lock();
};

/** What is committed once the grace is over, counted from now on. */
const afterGrace = (one: ShardHarness) => {
  one.connections.timers();
  one.now += GRACE_MS;
  one.connections.timers();
  return one.commit();
};

t.test('orders of a session that is gone are cancelled though the mailbox was full', async (t) => {
  const one = withOrder();
  one.ask('cancel_on_disconnect', RULE);
  one.disconnect();
  const release = hold(one);
  for (let n = 0; n < MAILBOX_CAPACITY; n += 1) one.shard.accounts.get(LOGIN)?.run(() => {});
  t.same(afterGrace(one), []);
  release();
  t.match(afterGrace(one)[0]?.orders, [{ state: 'canceled' }]);
  t.same(afterGrace(one), [], 'once');
});

t.test('a rule that waited for the account holds for the connection that is gone', async (t) => {
  const one = withOrder();
  const release = hold(one);
  one.send('cancel_on_disconnect', RULE);
  one.disconnect();
  t.same(afterGrace(one), []);
  release();
  t.match(one.commit(), [{ kind: 'setting' }]);
  t.match(afterGrace(one)[0]?.orders, [{ state: 'canceled' }]);
});

t.test('a session that comes back while its account is busy keeps its orders', async (t) => {
  const one = withOrder();
  const release = hold(one);
  one.send('cancel_on_disconnect', RULE);
  one.disconnect();
  one.connections.timers();
  one.connect();
  release();
  one.commit();
  t.same(afterGrace(one), []);
});

t.test('sessions without a socket are looked for once the server listens, in slices', async (t) => {
  const one = withOrder();
  one.ask('cancel_on_disconnect', RULE);
  for (let n = 2; n < 1_500; n += 1) one.openAccount(LOGIN + n);
  const connections = new ShardConnections(one.shard, one.dispatcher);
  t.equal(connections.startGraces(), true, 'not before');
  connections.listening();
  t.equal(connections.startGraces(), false, 'some are left');
  t.equal(connections.startGraces(), true);
  one.now += GRACE_MS;
  connections.timers();
  t.match(one.commit()[0]?.orders, [{ state: 'canceled' }]);
});
