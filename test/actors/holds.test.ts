// Holding an account's requests back while the desk decides about it.

import { randomUUID } from 'node:crypto';
import t from 'tap';
import type { HoldAnswer } from '../../actors/messages.js';
import { HOLD_MS, Holds } from '../../actors/shard/holds.js';
import { LOGIN, OneShard } from './one-shard.js';

const order = (volume = '0.10') => ({
  kind: 'open',
  request_id: randomUUID(),
  symbol: 'EURUSD',
  side: 'buy',
  volume,
});

t.test('requests wait while an account is held, and find it disabled afterwards', (t) => {
  const one = new OneShard();
  const holds = new Holds(one.shard);
  const told: HoldAnswer[] = [];
  holds.hold(LOGIN, (held) => told.push(held));
  t.same(told, [{ busy: false }]);
  const waiting = one.send('trade', order());
  t.same(one.commit(), []);
  const switches = one.shard.accounts.get(LOGIN)?.state.switches;
  if (switches === undefined) throw new Error('no account');
  one.shard.switched({ ...switches, version: 2, enabled: false, archived: true });
  holds.release(LOGIN);
  t.same(one.commit(), []);
  t.equal(one.answer(waiting).code, 'trade.disabled');
  one.ops.derived(
    { request_id: randomUUID(), login: LOGIN, action: 'agent', amount: '1', comment: '' },
    () => {},
  );
  t.same(one.commit(), [], 'and nothing is paid to it');
  t.same(one.warnings, ['a derived command was refused']);
  t.end();
});

t.test('an account with a position or a working order is busy', (t) => {
  const one = new OneShard();
  const holds = new Holds(one.shard);
  const told: HoldAnswer[] = [];
  one.send('trade', order());
  holds.hold(LOGIN, (held) => told.push(held));
  holds.release(LOGIN);
  holds.hold(4000, (held) => told.push(held));
  t.same(told, [{ busy: true }, null], 'one that is not there is not held');
  t.end();
});

t.test('a held account that nobody lets go is let go all the same', (t) => {
  const one = new OneShard();
  const holds = new Holds(one.shard);
  holds.hold(LOGIN, () => {});
  const waiting = one.send('trade', order());
  one.now += HOLD_MS - 1;
  holds.timers();
  t.same(one.commit(), []);
  one.now += 1;
  holds.timers();
  t.equal(one.commit().length, 1);
  t.equal(one.answer(waiting).code, 'ok');
  t.end();
});
