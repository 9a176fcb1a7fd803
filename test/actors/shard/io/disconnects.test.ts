// Sessions that end: their orders go when the grace is over, however busy the account is then.

import t from 'tap';
import { MAILBOX_CAPACITY } from '../../../../actors/shard/accounts/account-actor.js';
import { caller, LOGIN, marketOrder, ShardHarness } from '../../../support/shard-harness.js';

const RULE = { enabled: true, grace_sec: 5 };
const GRACE_MS = 5_000;

const LIMIT = { kind: 'pending', order_kind: 'limit', price: '1.09000' };

/** An account with a pending order of its connection. */
const withOrder = (): ShardHarness => {
  const one = new ShardHarness();
  one.trade(marketOrder(LIMIT));
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

t.test('once the server listens, sessions without a socket are found in slices', async (t) => {
  const one = withOrder();
  one.ask('cancel_on_disconnect', RULE);
  const last = LOGIN + 1_499;
  for (let login = LOGIN + 2; login <= last; login += 1) one.openAccount(login);
  one.deposit('1000', last);
  const from = caller(last);
  const { terminal, ip, session } = from;
  const asking = { caller: from, origin: { terminal, ip, session }, login: last };
  const to = { token: 0, id: 1 };
  one.dispatcher.dispatch({ ...asking, op: 'trade', data: marketOrder(LIMIT), to });
  one.dispatcher.dispatch({ ...asking, op: 'cancel_on_disconnect', data: RULE, to });
  t.equal(one.commit().length, 2);
  t.equal(one.connections.startGraces(), true, 'not before');
  t.same(afterGrace(one), []);
  one.connections.listen();
  t.equal(one.connections.startGraces(), false, 'some are left');
  t.equal(one.connections.startGraces(), true);
  const events = afterGrace(one);
  t.match(events[0]?.orders, [{ state: 'canceled' }]);
  t.same(
    events.map(({ login, kind }) => [login, kind]),
    [
      [last, 'order'],
      [last, 'setting'],
    ],
    'who has a socket keeps the order',
  );
});
