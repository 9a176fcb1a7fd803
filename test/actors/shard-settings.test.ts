// A shard under changed settings: the next order goes by them, and only whom they concern is asked.

import { randomUUID } from 'node:crypto';
import t from 'tap';
import { MoneyWatch } from '../../actors/shard/money-watch.js';
import { Takeover } from '../../actors/shard/takeover.js';
import { deltaNews, wholeNews } from '../../actors/shared/settings-copy.js';
import { changeSettings, compileSettings } from '../../engine/engine.js';
import type { AccountState } from '../../engine/types.js';
import { NO_SETTINGS, PlatformRecord, type Settings } from '../../wire/config.js';
import { complete } from '../../wire/schema.js';
import type { SymbolRecord } from '../../wire/symbols.js';
import { commission, group, NOON, row, symbol } from '../support/engine-harness.js';
import { deltaBetween } from '../support/settings-delta.js';
import { LOGIN, ShardHarness, settings, switches } from '../support/shard-harness.js';

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

  open(volume = '0.10'): ReturnType<ShardHarness['commit']> {
    const request = { kind: 'open', request_id: randomUUID(), symbol: 'EURUSD', side: 'buy' };
    this.send('trade', { ...request, volume });
    return this.commit();
  }
}

const patched = (part: Partial<SymbolRecord>) => (old: Settings) => ({
  symbol: old.symbol.map((one) => ({ ...one, ...part })),
});

const extra = (id: number) =>
  symbol(`EURUSD.${id}`, { id, currency_base: 'EUR', currency_profit: 'USD' });

t.test('the very next order goes by a changed spread, commission and margin rate', async (t) => {
  const one = new Changed();
  t.match(one.open()[0]?.deals, [{ price: 110_010_000, commission: 0 }]);
  one.change(() => ({
    group: [
      group({
        symbols: [row('*', { spread_diff: 10 })],
        commissions: [commission({}, { value: '5' })],
      }),
    ],
  }));
  t.match(one.open()[0]?.deals, [{ price: 110_020_000, commission: -50 }]);
  const margin = (): number =>
    JSON.parse(one.ops.moneyData(one.shard.accounts.get(LOGIN)?.state as AccountState)).margin;
  const before = Number(margin());
  one.change(
    patched({
      margin_rates: [{ side: 'buy', order_kind: 'market', initial: '2', maintenance: '2' }],
    }),
  );
  t.equal(Number(margin()), 2 * before);
  t.ok(one.revise());
});

t.test('accounts are gone through a while at a time, and ticks find them after it', async (t) => {
  const one = new Changed();
  one.send('trade', {
    ...{ kind: 'open', request_id: randomUUID(), symbol: 'EURUSD', side: 'buy', volume: '0.10' },
    sl: '1.09000',
  });
  one.commit();
  one.change(() => ({ group: [group({ symbols: [row('*', { spread_diff_bid: 100 })] })] }));
  t.equal(one.shard.revise(0), false, 'some are left');
  t.equal(one.revise(), true);
  t.equal(one.shard.revise(0), true, 'nobody is left');
  one.shard.tick(1, 109_101_000, 109_111_000, one.now);
  t.same(one.commit(), []);
  one.shard.tick(1, 109_100_000, 109_110_000, one.now);
  t.match(one.commit()[0]?.deals, [{ reason: 'sl' }], 'the stop goes by the spread now');
});

t.test('new symbols have nobody unpacked and no money told', async (t) => {
  const one = new Changed();
  one.open();
  for (let login = 3001; login <= 3010; login += 1) one.shard.load(switches(login), null, [], []);
  for (let round = 0; round < 3; round += 1) {
    one.now += 30_000;
    one.shard.accounts.rest(one.now);
  }
  t.equal(one.shard.accounts.inUse, 0);
  const told: number[] = [];
  const ops = {
    moneyData: (state: AccountState) => {
      told.push(state.login);
      return one.ops.moneyData(state);
    },
  };
  const watch = new MoneyWatch(one.shard, ops, { logins: () => [LOGIN] });
  watch.follow({ masks: ['real\\*'], logins: [] });
  const tell = (): number[] => {
    told.length = 0;
    one.now += 1000;
    watch.tell();
    return [...told];
  };
  t.equal(tell().length, 12, 'everybody at first');
  one.change((old) => ({ symbol: [...old.symbol, extra(2), extra(3)] }));
  t.ok(one.revise());
  t.equal(one.shard.accounts.inUse, 1, 'but for the one with a connection');
  t.same(tell(), []);
  one.change(patched({ spread: 3 }));
  t.ok(one.revise());
  t.ok(tell().includes(LOGIN), 'a symbol that somebody holds');
  one.change(() => ({ group: [group({ leverage_default: 50 })] }));
  t.ok(one.revise());
  t.equal(tell().length, 12, 'a group has everybody of it told');
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
  const told = (symbol: Settings['symbol']): Changed => {
    const one = new Changed();
    const start = { bid: 110_000_000, ask: 110_010_000, time: NOON, last: 0 };
    one.shard.useLastQuotes(new Map([[1, start]]));
    one.shard.configure(compileSettings({ ...settings, symbol, version: 2 }));
    return one;
  };
  const times = ({ shard }: Changed) => [shard.quote(1).time, shard.lastQuote(1).time];
  t.same(times(told(settings.symbol)), [NOON, NOON], 'the same symbol keeps them');
  t.same(times(told(settings.symbol.map((same) => ({ ...same, digits: 4 })))), [0, 0]);
  t.same(times(told([])), [0, 0], 'a symbol that is no more');
  t.notOk(told([]).shard.inStream(1, () => true, 0));
});

t.test(
  'ends of days are planned anew when the platform’s clock is another, and only then',
  async (t) => {
    const one = new Changed();
    one.shard.endOfDay.slice();
    t.notOk(one.shard.endOfDay.due);
    one.change((old) => ({ symbol: [...old.symbol, extra(2)], group: [group({ company: 'x' })] }));
    t.notOk(one.shard.endOfDay.due);
    one.change(() => ({
      platform: [complete(PlatformRecord, { eod_time: '22:00' }) as PlatformRecord],
    }));
    t.ok(one.shard.endOfDay.due, 'it is looked at again');
  },
);

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
  const takeover = new Takeover(shard);
  t.throws(() => takeover.begin([]), /first settings/);
  t.equal(takeover.begin([wholeNews(settings)]), settings);
  const told: number[] = [];
  const news = deltaNews({ version: 2, changes: [] });
  t.equal(
    takeover.take(news, (version) => told.push(version)),
    true,
    'some are left',
  );
  t.same(told, []);
  t.equal(takeover.slice(), false);
  t.same(told, [2]);
  t.equal(takeover.slice(), false);
  t.equal(revised.length, 2, 'nothing is gone through for nobody');
  t.equal(
    takeover.take(deltaNews({ version: 9, changes: [] }), (version) => told.push(version)),
    false,
  );
  t.same(told, [2, 2], 'a change that misses others is answered with what is held');
});
