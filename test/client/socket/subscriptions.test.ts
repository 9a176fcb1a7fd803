// What a client follows: as few subscriptions as make the same, after members came and went.

import t from 'tap';
import { type Subscription, Subscriptions } from '../../../client/socket/subscriptions.js';

const follow = (all: Subscriptions, one: Subscription) => all.add(one, async () => undefined);

const quotes = (symbols: readonly string[], max_rate_ms = 0) => ({
  channel: 'quotes',
  filter: { symbols, max_rate_ms },
});

t.test('Symbols are followed in as few requests as there are paces and hundreds', async (t) => {
  const many = Array.from({ length: 300 }, (_, at) => `S${at}`);
  const all = new Subscriptions();
  for (const symbol of many) await follow(all, quotes([symbol]));
  await follow(all, quotes(['S7', 'S8'], 1000));
  const made = all.all();
  t.same(
    made.map(({ filter }) => [filter.max_rate_ms, (filter.symbols as string[]).length]),
    [
      [0, 256],
      [0, 42],
      [1000, 2],
    ],
  );
  t.same(new Set(made.flatMap(({ filter }) => filter.symbols as string[])), new Set(many));
});

t.test('What ends is followed no longer: members, fits of a filter, or all', async (t) => {
  const all = new Subscriptions();
  const bars = (symbol: string, timeframe: string) => ({
    channel: 'bars',
    filter: { symbol, timeframe },
  });
  await follow(all, quotes(['EURUSD', 'XAUUSD'], 100));
  for (const timeframe of ['m1', 'h1']) await follow(all, bars('EURUSD', timeframe));
  await follow(all, bars('XAUUSD', 'm1'));
  await follow(all, bars('XAUUSD', 'm1'));
  t.equal(all.all().length, 4, 'twice is once');
  all.remove({ channel: 'quotes', filter: { symbols: ['EURUSD'] } });
  all.remove({ channel: 'bars', filter: { timeframe: 'm1' } });
  t.same(all.all(), [quotes(['XAUUSD'], 100), bars('EURUSD', 'h1')]);
  all.remove({ channel: 'quotes', filter: {} });
  t.same(all.all(), [bars('EURUSD', 'h1')]);
  await follow(all, { channel: 'accounts', filter: { group: 'demo\\*' } });
  await follow(all, { channel: 'accounts', filter: { logins: [1, 2] } });
  all.remove({ channel: 'accounts', filter: { logins: [2] } });
  all.remove({ channel: 'accounts', filter: { group: 'demo\\*' } });
  all.remove({ channel: 'bars', filter: {} });
  t.same(all.all(), [{ channel: 'accounts', filter: { logins: [1] } }]);
});
