// Live money: told when it can have changed, and a while at a time.

import t from 'tap';
import { MoneyWatch } from '../../actors/shard/money-watch.js';
import { compileSettings } from '../../engine/engine.js';
import type { AccountState } from '../../engine/types.js';
import { LOGIN, OneShard, settings, switches } from './one-shard.js';

const trade = (side: string) => ({
  ...{ request_id: crypto.randomUUID(), kind: 'open' },
  ...{ symbol: 'EURUSD', side, volume: '0.10' },
});

/** A watch over accounts of a shard, and whose money was worked out. */
const watched = (one: OneShard, logins: readonly number[], turnMs?: number) => {
  const looked: number[] = [];
  const ops = {
    moneyData: (state: AccountState) => {
      looked.push(state.login);
      return one.ops.moneyData(state);
    },
  };
  const watch = new MoneyWatch(one.shard, ops, { logins: () => logins }, turnMs);
  const tell = (): number[] => {
    looked.length = 0;
    one.now += 250;
    watch.tell();
    return [...looked];
  };
  return { watch, tell };
};

t.test('money of positions is worked out again when something can have changed it', async (t) => {
  const one = new OneShard();
  const { tell } = watched(one, [LOGIN, LOGIN + 1]);
  one.send('trade', trade('buy'));
  one.commit();
  t.same(tell(), [LOGIN, LOGIN + 1], 'all at first');
  t.same(tell(), [], 'not while prices stand still');
  one.shard.tick(1, 110500_000, 110510_000, one.now);
  t.same(tell(), [LOGIN], 'by a tick, of who holds something');
  one.send('trade', trade('sell'));
  one.commit();
  t.same(tell(), [LOGIN], 'by an event');
  one.shard.switched(switches(LOGIN, { version: 2, leverage_own: 10 }));
  t.same(tell(), [LOGIN], 'by switches: another leverage is another margin');
  one.shard.configure(compileSettings(settings));
  t.same(tell(), [LOGIN, LOGIN + 1], 'by settings, whoever it is');
  t.same(tell(), []);
});

t.test('a turn ends when its time is over, and the next goes on from there', async (t) => {
  const one = new OneShard();
  const logins = Array.from({ length: 40 }, (_, n) => 2000 + n);
  for (const login of logins) one.shard.load(switches(login), null, [], []);
  const { watch, tell } = watched(one, logins, 0);
  t.same([...tell(), ...tell(), ...tell()], logins, 'each has its turn, and only one');
  for (const login of logins) one.shard.switched(switches(login, { version: 2, name: 'Bob' }));
  t.same(tell(), logins.slice(0, 16));
  t.equal(watch.tell(), false, 'some are left');
  t.equal(watch.tell(), true, 'all are told');
});
