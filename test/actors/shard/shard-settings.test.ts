// A shard under changed settings: orders, money and text of changes, and only whom they concern.

import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import t from 'tap';
import { liveMoneyOf } from '../../../actors/shard/io/account-snapshot.js';
import { MoneyWatch } from '../../../actors/shard/io/money-watch.js';
import { SettingsUpdate } from '../../../actors/shard/settings-update.js';
import { deltaNews, wholeNews } from '../../../actors/shared/settings-copy.js';
import type { AccountState, Context } from '../../../engine/account/types.js';
import { changeSettings, compileSettings } from '../../../engine/engine.js';
import { complete } from '../../../wire/base/schema.js';
import { NO_SETTINGS, PlatformRecord, type Settings } from '../../../wire/settings/config.js';
import type { SettingsChange } from '../../../wire/settings/settings-delta.js';
import { deltaText, readDelta } from '../../../wire/settings/settings-text.js';
import type { SymbolRecord } from '../../../wire/settings/symbols.js';
import type { AccountEvent } from '../../../wire/trading/events.js';
import { commission, group, NOON, row, symbol } from '../../support/engine-harness.js';
import { SeededRandom } from '../../support/lives/random.js';
import { randomDelta } from '../../support/lives/settings-steps.js';
import { countOf } from '../../support/run.js';
import { deltaBetween } from '../../support/settings-delta.js';
import {
  LOGIN,
  marketOrder,
  ShardHarness,
  settings,
  switches,
} from '../../support/shard-harness.js';

/** A shard whose settings are changed part by part. */
class Changed extends ShardHarness {
  held: Settings = settings;

  /** Takes the change in; who is concerned is not gone through yet. */
  change(part: (old: Settings) => Partial<Settings>): void {
    const before = this.held;
    const after = { ...before, ...part(before), version: before.version + 1 };
    this.held = after;
    this.shard.change(changeSettings(this.shard.settings, after, deltaBetween(before, after)));
  }

  revise(): boolean {
    return this.shard.revise(Number.POSITIVE_INFINITY);
  }

  open(): AccountEvent[] {
    return this.trade(marketOrder()).events;
  }
}

/** A watch over accounts of a shard, and whose money was worked out. */
const watched = (one: ShardHarness, logins: readonly number[], turnMs?: number) => {
  const looked: number[] = [];
  const money = (state: AccountState, ctx: Context): string => {
    looked.push(state.login);
    return liveMoneyOf(state, ctx);
  };
  const watch = new MoneyWatch(one.shard, money, { logins: () => logins }, turnMs);
  const sendDue = (ms = 250): number[] => {
    looked.length = 0;
    one.now += ms;
    watch.sendDue();
    return [...looked];
  };
  return { watch, sendDue };
};

const patched = (part: Partial<SymbolRecord>) => (old: Settings) => ({
  symbol: old.symbol.map((one) => ({ ...one, ...part })),
});

const extra = (id: number) =>
  symbol(`EURUSD.${id}`, { id, currency_base: 'EUR', currency_profit: 'USD' });

t.test('the very next order goes by a changed spread, commission and margin rate', async (t) => {
  const one = new Changed();
  t.match(one.open()[0]?.deals, [{ price: 110_010_000, commission: 0 }]);
  const commissions = [commission({}, { value: '5' })];
  one.change(() => ({ group: [group({ symbols: [row('*', { spread_diff: 10 })], commissions })] }));
  t.match(one.open()[0]?.deals, [{ price: 110_020_000, commission: -50 }]);
  const margin = (): number => Number(JSON.parse(liveMoneyOf(one.state(), one.shard)).margin);
  const before = margin();
  const rate = { side: 'buy', order_kind: 'market', initial: '2', maintenance: '2' } as const;
  one.change(patched({ margin_rates: [rate] }));
  t.equal(margin(), 2 * before);
  t.ok(one.revise());
});

t.test('accounts are gone through a while at a time, and ticks find them after it', async (t) => {
  const one = new Changed();
  one.trade(marketOrder({ sl: '1.09000' }));
  one.change(() => ({ group: [group({ symbols: [row('*', { spread_diff_bid: 100 })] })] }));
  t.equal(one.shard.revise(0), false, 'some are left');
  t.equal(one.revise(), true);
  t.equal(one.shard.revise(0), true, 'nobody is left');
  one.quote('EURUSD', '1.09101', '1.09111');
  t.same(one.commit(), []);
  one.quote('EURUSD', '1.09100', '1.09110');
  t.match(one.commit()[0]?.deals, [{ reason: 'sl' }], 'the stop goes by the spread now');
});

t.test('new symbols have nobody unpacked and no money told', async (t) => {
  const one = new Changed();
  one.open();
  for (let login = 3001; login <= 3010; login += 1) one.openAccount(login);
  one.rest();
  t.equal(one.shard.accounts.inUse, 0);
  const { watch, sendDue } = watched(one, [LOGIN]);
  watch.follow({ masks: ['real\\*'], logins: [], positions: [] });
  t.equal(sendDue(1000).length, 12, 'everybody at first');
  t.same(sendDue(1000), [LOGIN], 'one that was told to its own connection is told to others too');
  one.change((old) => ({ symbol: [...old.symbol, extra(2), extra(3)] }));
  t.ok(one.revise());
  t.equal(one.shard.accounts.inUse, 1, 'but for the one with a connection');
  t.same(sendDue(1000), []);
  one.change(patched({ spread: 3 }));
  t.ok(one.revise());
  t.ok(sendDue(1000).includes(LOGIN), 'a symbol that somebody holds');
  one.change(() => ({ group: [group({ leverage_default: 50 })] }));
  t.ok(one.revise());
  t.equal(sendDue(1000).length, 12, 'a group has everybody of it told');
});

t.test('a symbol that counts its prices otherwise has no price until it is quoted', async (t) => {
  const one = new Changed();
  t.ok(one.shard.quote(1).time > 0);
  one.change(patched({ digits: 4 }));
  t.equal(one.shard.quote(1).time, 0);
  t.equal(one.shard.lastQuote(1).time, 0);
  one.shard.tick(1, 11_000_000, 11_001_000, NOON);
  t.equal(one.shard.quote(1).bid, 11_000_000);
});

t.test('settings that are told whole have old prices forgotten as well', async (t) => {
  const changedBy = (symbol: Settings['symbol']): Changed => {
    const one = new Changed();
    const start = { bid: 110_000_000, ask: 110_010_000, time: NOON, last: 0 };
    one.shard.useLastQuotes(new Map([[1, start]]));
    one.shard.configure(compileSettings({ ...settings, symbol, version: 2 }));
    return one;
  };
  const times = ({ shard }: Changed) => [shard.quote(1).time, shard.lastQuote(1).time];
  t.same(times(changedBy(settings.symbol)), [NOON, NOON], 'the same symbol keeps them');
  t.same(times(changedBy(settings.symbol.map((same) => ({ ...same, digits: 4 })))), [0, 0]);
  t.same(times(changedBy([])), [0, 0], 'a symbol that is no more');
  t.notOk(changedBy([]).shard.inStream(1, () => true, 0));
});

t.test('ends of days are planned again for another clock of the platform alone', async (t) => {
  const one = new Changed();
  one.shard.endOfDay.slice();
  t.notOk(one.shard.endOfDay.due);
  one.change((old) => ({ symbol: [...old.symbol, extra(2)], group: [group({ company: 'x' })] }));
  t.notOk(one.shard.endOfDay.due);
  const platform = complete(PlatformRecord, { eod_time: '22:00' }) as PlatformRecord;
  one.change(() => ({ platform: [platform] }));
  t.ok(one.shard.endOfDay.due, 'it is looked at again');
});

t.test('a change is answered once ticks find every account by it', async (t) => {
  const revised: number[] = [];
  const left = [1, 2];
  const shard = {
    settings: compileSettings(NO_SETTINGS),
    configure: () => {},
    change: () => {},
    revise: () => {
      revised.push(left.pop() ?? 0);
      return left.length === 0;
    },
  };
  const settingsUpdate = new SettingsUpdate(shard);
  t.throws(() => settingsUpdate.begin([]), /first settings/);
  t.equal(settingsUpdate.begin([wholeNews(settings)]), settings);
  const versions: number[] = [];
  const take = (version: number): boolean =>
    settingsUpdate.take(deltaNews({ version, changes: [] }), (held) => versions.push(held));
  t.equal(take(2), true, 'some are left');
  t.same(versions, []);
  t.equal(settingsUpdate.slice(), false);
  t.same(versions, [2]);
  t.equal(settingsUpdate.slice(), false);
  t.equal(revised.length, 2, 'nothing is gone through for nobody');
  t.equal(take(9), false);
  t.same(versions, [2, 2], 'a change that misses others is answered with what is held');
});

t.test('money of positions is worked out again when something can have changed it', async (t) => {
  const one = new ShardHarness();
  const { sendDue } = watched(one, [LOGIN, LOGIN + 1]);
  one.trade(marketOrder());
  t.same(sendDue(), [LOGIN, LOGIN + 1], 'all at first');
  t.same(sendDue(), [], 'not while prices stand still');
  one.quote('EURUSD', '1.10500', '1.10510');
  t.same(sendDue(), [LOGIN], 'by a tick, of who holds something');
  one.trade(marketOrder({ side: 'sell' }));
  t.same(sendDue(), [LOGIN], 'by an event');
  one.shard.switched(switches(LOGIN, { version: 2, leverage_own: 10 }));
  t.same(sendDue(), [LOGIN], 'by switches: another leverage is another margin');
  one.shard.configure(compileSettings(settings));
  t.same(sendDue(), [LOGIN, LOGIN + 1], 'by settings, whoever it is');
  t.same(sendDue(), []);
});

t.test('a turn ends when its time is over, and the next goes on from there', async (t) => {
  const one = new ShardHarness();
  const logins = Array.from({ length: 40 }, (_, n) => 2000 + n);
  for (const login of logins) one.openAccount(login);
  const { watch, sendDue } = watched(one, logins, 0);
  t.same([...sendDue(), ...sendDue(), ...sendDue()], logins, 'each has its turn, and only one');
  for (const login of logins) one.shard.switched(switches(login, { version: 2, name: 'Bob' }));
  t.same(sendDue(), logins.slice(0, 16));
  t.equal(watch.sendDue(), false, 'some are left');
  t.equal(watch.sendDue(), true, 'all are told');
});

t.test('an account with a connection is told at most four times a second', async (t) => {
  const one = new ShardHarness();
  const { sendDue } = watched(one, [LOGIN]);
  one.trade(marketOrder());
  const sentAt: number[] = [];
  for (let ms = 0; ms < 3000; ms += 50) {
    one.shard.tick(1, 110000_000 + ms * 1000, 110010_000 + ms * 1000, one.now);
    if (sendDue(50).length > 0) sentAt.push(ms);
  }
  const gaps = sentAt.slice(1).map((ms, at) => ms - (sentAt[at] ?? 0));
  t.ok(Math.min(...gaps) >= 250 && Math.max(...gaps) <= 400, `gaps of ${gaps.join(', ')} ms`);
});

t.test('Followed positions are told with price and profit when those change', async (t) => {
  const one = new ShardHarness();
  const { watch, sendDue } = watched(one, [LOGIN]);
  const positionsSent = (): unknown[] => {
    sendDue();
    one.commit();
    return one.positions.splice(0).map(([login, rows]) => (login === LOGIN ? rows : login));
  };
  const first = one.trade(marketOrder()).events.at(-1)?.positions[0]?.id;
  t.same(positionsSent(), [], 'nobody follows them');
  watch.follow({ masks: [], logins: [], positions: [LOGIN] });
  const [rows] = positionsSent() as [unknown[][]];
  const { profit } = JSON.parse(liveMoneyOf(one.state(), one.shard)) as { profit: string };
  t.match(rows, [[first, /^1\.1/, profit]], 'all of them at first, as the money counts them');
  t.same(positionsSent(), []);
  const second = one.trade(marketOrder()).events.at(-1)?.positions[0]?.id;
  t.match(positionsSent(), [[[second, /^1\.1/, profit]]], 'one that is new');
  one.quote('EURUSD', '1.10500', '1.10510');
  const both = positionsSent() as [unknown[][]];
  t.match(both, [
    [
      [first, '1.10500', '49.00'],
      [second, '1.10500', '49.00'],
    ],
  ]);
  t.match(JSON.parse(liveMoneyOf(one.state(), one.shard)), {
    profit: both[0].reduce((sum, row) => sum + Number(row[2]), 0).toFixed(2),
  });
  one.trade({ kind: 'close', position_id: first as number } as never);
  t.same(positionsSent(), [[[first]]], 'one that is closed');
  watch.follow({ masks: [], logins: [], positions: [] });
  one.quote('EURUSD', '1.10600', '1.10610');
  t.same(positionsSent(), [], 'nobody follows any more');
});

const twoGroups = { ...settings, group: [group(), group({ path: 'demo\\vip' })] };

/** A shard with packed accounts of two groups, one of which holds a position. */
const platform = () => {
  const one = new ShardHarness();
  one.shard.configure(compileSettings(twoGroups));
  one.trade(marketOrder());
  const vip = [3001, 3002].map((login) => switches(login, { group: 'demo\\vip' }));
  for (const some of vip) one.shard.load(some, null, [], []);
  one.rest();
  return { one, accounts: one.shard.accounts, ...watched(one, []) };
};

t.test('who follows groups has no other accounts unpacked', async (t) => {
  const { accounts, watch, sendDue } = platform();
  t.equal(accounts.inUse, 0);
  watch.follow({ masks: ['demo\\*'], logins: [], positions: [] });
  t.same(sendDue(), [3001, 3002], 'each of the group is told once');
  t.equal(accounts.inUse, 0, 'nothing can change the money of who holds nothing');
  t.same(sendDue(1000), []);
  watch.follow({ masks: ['demo\\*', 'nobody\\*'], logins: [3001, 99], positions: [] });
  t.same(sendDue(1000), [], 'nothing is repeated when others are followed besides');
  watch.follow({ masks: ['nobody\\*'], logins: [3001, 99], positions: [] });
  t.same(sendDue(1000), [3001]);
  t.equal(accounts.inUse, 0);
  watch.follow({ masks: ['nobody\\*'], logins: [], positions: [] });
  watch.follow({ masks: ['nobody\\*'], logins: [3001, 99], positions: [] });
  t.same(sendDue(1000), [3001], 'an account that is followed again is told');
});

t.test('an account that is followed again is told also if it has not changed', async (t) => {
  const { watch, sendDue } = platform();
  const all = { masks: ['real\\*', 'demo\\*'], logins: [], positions: [] };
  watch.follow(all);
  t.same(sendDue(), [LOGIN, LOGIN + 1, 3001, 3002]);
  watch.follow({ ...all, masks: ['demo\\*'] });
  sendDue(1000);
  watch.follow(all);
  t.same(sendDue(1000), [LOGIN, LOGIN + 1]);
  t.same(sendDue(1000), []);
});

t.test('who holds something, or is changed, is told in a followed group', async (t) => {
  const { one, accounts, watch, sendDue } = platform();
  watch.follow({ masks: ['real\\*'], logins: [3002], positions: [] });
  t.same(sendDue(), [LOGIN, LOGIN + 1, 3002]);
  t.equal(accounts.inUse, 1, 'who holds something stays in use');
  one.quote('EURUSD', '1.10500', '1.10510');
  t.same(sendDue(1000), [LOGIN], 'by a tick');
  one.shard.switched(switches(3002, { version: 2, group: 'demo\\vip', leverage_own: 10 }));
  t.same(sendDue(1000), [3002], 'by switches');
  one.shard.configure(compileSettings(twoGroups));
  t.same(sendDue(1000), [LOGIN, LOGIN + 1, 3002], 'by settings');
  t.same(sendDue(1000), []);
});

t.test('any change is read as it was written', async () => {
  const property = fc.property(fc.integer(), (seed) => {
    const delta = randomDelta(new SeededRandom(seed), 7, 30);
    if (!isDeepStrictEqual(readDelta(deltaText(delta)), delta)) throw new Error('it differs');
  });
  fc.assert(property, { numRuns: countOf({ test: 100, deep: 500, soak: 500 }), seed: 4 });
});

const plain = [null, 1, 'a', 'b', '', true, undefined];
const value = fc.constantFrom<unknown>(...plain, [], [1, { a: 'b' }], { a: 1 });
const record = fc.option(
  fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), value, { noNullPrototype: true }),
);

t.test('records of any fields are told, of which some are missing or unknown', async () => {
  const property = fc.property(fc.array(record, { maxLength: 6 }), (records) => {
    const changes = records.map((one, at) => {
      return { kind: 'symbol', key: String(at), version: 1, record: one };
    }) as unknown as SettingsChange[];
    const read = readDelta(deltaText({ version: 1, changes }));
    const wanted = JSON.parse(JSON.stringify(changes));
    if (!isDeepStrictEqual(read.changes, wanted)) {
      throw new Error(`${JSON.stringify(read.changes)} is not ${JSON.stringify(wanted)}`);
    }
  });
  fc.assert(property, { numRuns: countOf({ test: 300, deep: 2000, soak: 2000 }), seed: 6 });
});

t.test('records that are alike take little room', async (t) => {
  const changes = Array.from({ length: 256 }, (_, at) => ({
    ...{ kind: 'symbol' as const, key: String(at), version: 1 },
    record: symbol(`S${at}`, { id: at }),
  }));
  const text = deltaText({ version: 1, changes });
  t.ok(text.length < JSON.stringify(changes).length / 8, `${text.length} characters`);
  const { changes: read } = readDelta(text);
  t.same(read, changes);
  const [first, second] = read.map((one) => one.record as SymbolRecord);
  t.equal(first?.trade_sessions, second?.trade_sessions, 'what they have in common is there once');
});
