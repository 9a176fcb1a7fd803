// A datafeed at a provider that is none of ours: the session layer, codec and checks of QuickFIX.

import t from 'tap';
import type { MarketEnv } from '../../../../actors/market/feeds/feed.js';
import { systemEnv } from '../../../../actors/providers/fix/endpoint.js';
import { heldParams } from '../../../support/connections.js';
import { until } from '../../../support/guard.js';
import { noQuickfix, openQuickfix } from '../../../support/quickfix.js';
import { feedOf, marketOf, settingsOf, symbolOf } from '../fixtures.js';

const INCREMENTS = 1000;

if (noQuickfix) t.comment(noQuickfix);

t.test('Prices, news, symbols and refusals of QuickFIX', { skip: noQuickfix }, async (t) => {
  const provider = await openQuickfix(INCREMENTS);
  const logged: object[] = [];
  const env: MarketEnv = systemEnv((_, record) => logged.push(record));
  const none = { source_digits: null, ask_markup_pts: 0, bid_markup_pts: 0 };
  const feed = feedOf(1, {
    module: 'fix44',
    server: `127.0.0.1:${provider.port}`,
    params: heldParams({ SenderCompID: 'BROKER', TargetCompID: 'LP' }),
    news_enabled: true,
    translates: [
      { symbol_id: 1, source: 'EUR/USD', ...none },
      { symbol_id: 2, source: 'BAD', ...none },
    ],
  });
  const symbols = [symbolOf(1, 'EURUSD'), symbolOf(2, 'GBPUSD')];
  const { market, ticks } = marketOf(settingsOf(symbols, [feed]), {}, env);
  t.teardown(async () => {
    market.stop();
    await provider.stop();
  });
  market.start();
  // The first increment repeats the price of the snapshot.
  await until('all quotes', () => ticks.length >= INCREMENTS);
  t.equal(ticks.length, INCREMENTS);
  t.same([...new Set(ticks.map(({ bid }) => bid / 1000))].sort(), [
    ...[110_000, 110_001, 110_002, 110_003, 110_004],
    ...[110_005, 110_006, 110_007, 110_008, 110_009],
  ]);
  t.ok(ticks.every(({ symbol_id, ask }) => symbol_id === 1 && ask === 110_020_000));
  // The provider answers each request by itself: the refusal and the news may come after quotes.
  await until('the refusal of BAD', () => market.status().feeds[0]?.faults === 1);
  await until('the news', () => logged.some((one) => 'headline' in one));
  const [status] = market.status().feeds;
  t.match(status, { state: 'online', faults: 1, dropped: 0 });
  t.equal(status?.last_error, 'BAD: the provider refuses market data: unknown symbol');
  const news = { msg: 'datafeed news', headline: 'market open', lines: ['hello'] };
  t.match(
    logged.find((one) => 'headline' in one),
    news,
  );
  const offered = await market.offered(1);
  const names = offered.ok && offered.data.map(({ name, currency }) => [name, currency]);
  t.same(names, [
    ['EUR/USD', 'USD'],
    ['GBP/USD', 'USD'],
  ]);
});
