// Holding an account's requests back while the desk decides about it.

import { randomUUID } from 'node:crypto';
import t from 'tap';
import { runErrand } from '../../actors/desk/errands.js';
import type { HoldAnswer, ToShard } from '../../actors/messages.js';
import { HOLD_MS, Holds } from '../../actors/shard/holds.js';
import { LOGIN, ShardHarness } from '../support/shard-harness.js';

const order = (volume = '0.10') => ({
  kind: 'open',
  request_id: randomUUID(),
  symbol: 'EURUSD',
  side: 'buy',
  volume,
});

t.test('requests wait while an account is held, and find it disabled afterwards', (t) => {
  const one = new ShardHarness();
  const holds = new Holds(one.shard);
  const told: HoldAnswer[] = [];
  holds.hold(1, LOGIN, (held) => told.push(held));
  t.same(told, [{ hold: 1, busy: false }]);
  const waiting = one.send('trade', order());
  t.same(one.commit(), []);
  const switches = one.shard.accounts.get(LOGIN)?.state.switches;
  if (switches === undefined) throw new Error('no account');
  one.shard.switched({ ...switches, version: 2, enabled: false, archived: true });
  holds.release(1);
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
  const one = new ShardHarness();
  const holds = new Holds(one.shard);
  const told: HoldAnswer[] = [];
  one.send('trade', order());
  holds.hold(1, LOGIN, (held) => told.push(held));
  holds.release(1);
  holds.hold(2, 4000, (held) => told.push(held));
  t.match(told, [{ busy: true }, null], 'one that is not there is not held');
  t.end();
});

t.test('a held account that nobody lets go is let go all the same', (t) => {
  const one = new ShardHarness();
  const holds = new Holds(one.shard);
  holds.hold(1, LOGIN, () => {});
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

t.test('of two who hold an account the second gets it when the first lets it go', (t) => {
  const one = new ShardHarness();
  const holds = new Holds(one.shard);
  const told: HoldAnswer[] = [];
  holds.hold(1, LOGIN, (held) => told.push(held));
  holds.hold(2, LOGIN, (held) => told.push(held));
  const waiting = one.send('trade', order());
  t.match(told, [{ hold: 1 }]);
  holds.release(1);
  t.match(told, [{ hold: 1 }, { hold: 2 }]);
  holds.release(1);
  t.same(one.commit(), [], 'the first lets nothing go that is not his');
  holds.release(2);
  one.commit();
  t.equal(one.answer(waiting).code, 'ok');
  t.end();
});

/** A shard's thread that takes its messages when it is told to, and is not waited for. */
const lateThread = (holds: Holds) => {
  const messages: ToShard[] = [];
  const told: HoldAnswer[] = [];
  const take = (message: ToShard): void => {
    if (message.type === 'hold') {
      holds.hold(message.id, message.login, (held) => told.push(held));
    }
    if (message.type === 'release') holds.release(message.hold);
  };
  const shard = {
    post: (message: ToShard) => void messages.push(message),
    ask: async (message: (id: number) => ToShard) => {
      messages.push(message(7));
      return undefined;
    },
  };
  const others = {
    shard: () => shard,
    shards: [],
    market: undefined,
    distribute: async () => 0,
    guards: { begin: () => {}, end: () => {} },
  };
  return {
    told,
    hold: () => runErrand({ type: 'hold', id: 1, login: LOGIN }, others),
    wake: () => messages.splice(0).forEach(take),
  };
};

t.test('a shard that answers when nobody waits any more lets the account go at once', async (t) => {
  const one = new ShardHarness();
  const late = lateThread(new Holds(one.shard));
  t.equal(await late.hold(), null, 'the desk goes on without');
  late.wake();
  const waiting = one.send('trade', order());
  one.commit();
  t.equal(one.answer(waiting).code, 'ok');
});

t.test('an account that is locked when nobody waits any more is not held later', async (t) => {
  const one = new ShardHarness();
  const late = lateThread(new Holds(one.shard));
  const unlock = one.shard.accounts.get(LOGIN)?.lock();
  await late.hold();
  late.wake();
  const waiting = one.send('trade', order());
  unlock?.();
  t.same(late.told, [], 'the hold is not taken');
  one.commit();
  t.equal(one.answer(waiting).code, 'ok');
});
