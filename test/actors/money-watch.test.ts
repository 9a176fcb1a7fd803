// Live money: told when it can have changed, and a while at a time.

import t from 'tap';
import { MoneyWatch } from '../../actors/shard/money-watch.js';
import { compileSettings } from '../../engine/engine.js';
import type { AccountState } from '../../engine/types.js';
import { group } from '../support/engine-harness.js';
import { LOGIN, ShardHarness, settings, switches } from '../support/shard-harness.js';

const trade = (side: string) => ({
  ...{ request_id: crypto.randomUUID(), kind: 'open' },
  ...{ symbol: 'EURUSD', side, volume: '0.10' },
});

/** A watch over accounts of a shard, and whose money was worked out. */
const watched = (one: ShardHarness, logins: readonly number[], turnMs?: number) => {
  const looked: number[] = [];
  const ops = {
    moneyData: (state: AccountState) => {
      looked.push(state.login);
      return one.ops.moneyData(state);
    },
  };
  const watch = new MoneyWatch(one.shard, ops, { logins: () => logins }, turnMs);
  const tell = (ms = 250): number[] => {
    looked.length = 0;
    one.now += ms;
    watch.tell();
    return [...looked];
  };
  return { watch, tell };
};

t.test('money of positions is worked out again when something can have changed it', async (t) => {
  const one = new ShardHarness();
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
  const one = new ShardHarness();
  const logins = Array.from({ length: 40 }, (_, n) => 2000 + n);
  for (const login of logins) one.shard.load(switches(login), null, [], []);
  const { watch, tell } = watched(one, logins, 0);
  t.same([...tell(), ...tell(), ...tell()], logins, 'each has its turn, and only one');
  for (const login of logins) one.shard.switched(switches(login, { version: 2, name: 'Bob' }));
  t.same(tell(), logins.slice(0, 16));
  t.equal(watch.tell(), false, 'some are left');
  t.equal(watch.tell(), true, 'all are told');
});

t.test('an account with a connection is told at most four times a second', async (t) => {
  const one = new ShardHarness();
  const { tell } = watched(one, [LOGIN]);
  one.send('trade', trade('buy'));
  one.commit();
  const toldAt: number[] = [];
  for (let ms = 0; ms < 3000; ms += 50) {
    one.shard.tick(1, 110000_000 + ms * 1000, 110010_000 + ms * 1000, one.now);
    if (tell(50).length > 0) toldAt.push(ms);
  }
  const gaps = toldAt.slice(1).map((ms, at) => ms - (toldAt[at] ?? 0));
  t.ok(Math.min(...gaps) >= 250 && Math.max(...gaps) <= 400, `gaps of ${gaps.join(', ')} ms`);
});

const twoGroups = { ...settings, group: [group(), group({ path: 'demo\\vip' })] };

/** A shard with packed accounts of two groups, one of which holds a position. */
const platform = () => {
  const one = new ShardHarness();
  one.shard.configure(compileSettings(twoGroups));
  one.send('trade', trade('buy'));
  one.commit();
  const vip = [3001, 3002].map((login) => switches(login, { group: 'demo\\vip' }));
  for (const some of vip) one.shard.load(some, null, [], []);
  const { accounts } = one.shard;
  for (let round = 0; round < 3; round += 1) {
    one.now += 30_000;
    accounts.rest(one.now);
  }
  return { one, accounts, ...watched(one, []) };
};

t.test('who follows groups has no other accounts unpacked', async (t) => {
  const { accounts, watch, tell } = platform();
  t.equal(accounts.inUse, 0);
  watch.follow({ masks: ['demo\\*'], logins: [] });
  t.same(tell(), [3001, 3002], 'each of the group is told once');
  t.equal(accounts.inUse, 0, 'nothing can change the money of who holds nothing');
  t.same(tell(1000), []);
  watch.follow({ masks: ['nobody\\*'], logins: [3001, 99] });
  t.same(tell(1000), []);
  t.equal(accounts.inUse, 0);
  watch.follow({ masks: [], logins: [] });
  watch.follow({ masks: [], logins: [3001, 99] });
  t.same(tell(1000), [3001], 'who follows it anew is told it');
});

t.test('who holds something, or is changed, is told in a followed group', async (t) => {
  const { one, accounts, watch, tell } = platform();
  watch.follow({ masks: ['real\\*'], logins: [3002] });
  t.same(tell(), [LOGIN, LOGIN + 1, 3002]);
  t.equal(accounts.inUse, 1, 'who holds something stays in use');
  one.shard.tick(1, 110500_000, 110510_000, one.now);
  t.same(tell(1000), [LOGIN], 'by a tick');
  one.shard.switched(switches(3002, { version: 2, group: 'demo\\vip', leverage_own: 10 }));
  t.same(tell(1000), [3002], 'by switches');
  one.shard.configure(compileSettings(twoGroups));
  t.same(tell(1000), [LOGIN, LOGIN + 1, 3002], 'by settings');
  t.same(tell(1000), []);
});
