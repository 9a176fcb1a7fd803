// A datafeed over FIX: sessions with a provider on a port, and what the market publishes.

import t, { type Test } from 'tap';
import type { FeedStatus } from '../../../../actors/market/feeds/feed-status.js';
import { LINES_PER_HOUR } from '../../../../actors/shared/allowance.js';
import type { DatafeedRecord } from '../../../../wire/settings/connections.js';
import { selfSigned } from '../../../support/certificate.js';
import { now } from '../../../support/clock.js';
import { heldParams } from '../../../support/connections.js';
import { FeedProvider, type ProviderOptions, snapshot } from '../../../support/feed-provider.js';
import { until } from '../../../support/guard.js';
import { CIPHER, feedOf, HandClock, marketOf, settingsOf, symbolOf } from '../fixtures.js';

const SYMBOLS = [symbolOf(1, 'EURUSD'), symbolOf(2, 'GBPUSD')];
const PASSWORD = 'Right-pass-1';
const NAMES = { SenderCompID: 'BROKER', TargetCompID: 'LP' };
const TRANSLATE = { symbol_id: 1, source: 'EUR/USD', source_digits: null };
const MARKUPS = { ask_markup_pts: 0, bid_markup_pts: 0 };

/** The record of a feed that dials a port; its password is sealed. */
const fixFeed = (id: number, port: number, more: Partial<DatafeedRecord> = {}): DatafeedRecord => ({
  ...feedOf(id, {
    module: 'fix44',
    server: `127.0.0.1:${port}`,
    params: heldParams(NAMES),
    translates: [{ ...TRANSLATE, ...MARKUPS }],
    priority: id,
    ...more,
  }),
  password: more.password ? CIPHER.seal(more.password, `datafeed/${id}/password`) : '',
});

/** A market with feeds over FIX, on a clock that is turned by hand. */
const opened = async (
  t: Test,
  options: ProviderOptions = {},
  more: Partial<DatafeedRecord> = {},
  others: readonly DatafeedRecord[] = [],
) => {
  const clock = new HandClock(now());
  const provider = await FeedProvider.open({ env: clock, ...options });
  const feed = fixFeed(1, provider.port, more);
  const settings = settingsOf(SYMBOLS, [feed, ...others]);
  const made = marketOf(settings, {}, clock);
  t.teardown(() => {
    made.market.stop();
    provider.close();
  });
  made.market.start();
  const status = (id = 1): FeedStatus => {
    const found = made.market.status().feeds.find((one) => one.id === id);
    if (found === undefined) throw new Error(`no feed ${id}`);
    return found;
  };
  const is = (state: FeedStatus['state']) =>
    until(`state ${state}`, () => status().state === state || undefined);
  /** The newest tick of the first symbol as bid and ask in points, once it is that. */
  const ticked = (bid: number, ask: number) =>
    until(`a tick ${bid} ${ask}, of ${JSON.stringify(made.ticks)} ${status().last_error}`, () => {
      const last = made.ticks.findLast(({ symbol_id }) => symbol_id === 1);
      return (last?.bid === bid * 1000 && last.ask === ask * 1000 && last) || undefined;
    });
  const faults = (count: number) => until(`${count} faults`, () => status().faults >= count);
  return { ...made, clock, provider, feed, settings, status, is, ticked, faults };
};

t.test('Quotes come from the wire to a published tick', async (t) => {
  const { provider, ticked, status, ticks, env } = await opened(t);
  const id = await provider.subscription('EUR/USD');
  t.match(
    await provider.taken(/55=EUR\/USD$/),
    'V|262=MD1|263=1|264=1|265=1|267=3|269=0|269=1|269=2|146=1|55=EUR/USD',
  );
  await provider.subscription('GBPUSD');
  provider.send(snapshot(id, 'EUR/USD', '1.10000', '1.10012'));
  await ticked(110_000, 110_012);
  provider.send(`X|262=${id}|268=1|279=1|269=0|55=EUR/USD|270=1.10005`);
  await ticked(110_005, 110_012);
  provider.send(`X|262=${id}|268=1|279=1|269=1|55=EUR/USD|270=1.100155`);
  await ticked(110_005, 110_016);
  t.match(status(), { state: 'online', ticks: 3, faults: 0, dropped: 0, last_error: '' });
  t.ok(ticks.every(({ time }) => time <= env.now()));
});

t.test('A provider without trades is asked for bid and ask alone', async (t) => {
  const { provider, ticked, status } = await opened(t, {
    answer: (message, there) => {
      const id = /\|262=([^|]+)/.exec(message)?.[1] ?? '';
      if (!message.startsWith('V|') || !message.includes('263=1')) return;
      if (message.includes('267=3')) there.send(`Y|262=${id}|281=8`);
      else if (message.endsWith('EUR/USD')) there.send(snapshot(id, 'EUR/USD', '1.1', '1.2'));
    },
  });
  await ticked(110_000, 120_000);
  t.equal(status().faults, 0);
  await provider.taken(/267=2\|269=0\|269=1\|146=1\|55=GBPUSD/);
});

t.test('A symbol that the provider refuses is a fault that names it', async (t) => {
  const { provider, ticked, faults, status } = await opened(t, {}, { password: PASSWORD });
  const refused = await provider.subscription('GBPUSD');
  provider.send(`Y|262=${refused}|281=0|58=no GBPUSD for ${PASSWORD}`);
  await faults(1);
  t.equal(
    status().last_error,
    'GBPUSD: the provider refuses market data: unknown symbol: no GBPUSD for ***',
  );
  provider.send(snapshot(await provider.subscription('EUR/USD'), 'EUR/USD', '1.1', '1.2'));
  await ticked(110_000, 120_000);
  provider.send('j|45=3|372=V|380=3|58=not for you');
  await faults(2);
  t.equal(status().last_error, 'the provider rejects a message of type V: not for you');
});

t.test('Symbols are asked for and given back as the settings change', async (t) => {
  const { market, provider, settings, feed, ticked, status, ticks } = await opened(t);
  const first = await provider.subscription('EUR/USD');
  const second = await provider.subscription('GBPUSD');
  provider.send(snapshot(first, 'EUR/USD', '1.1', '1.2'));
  await ticked(110_000, 120_000);
  const [eurusd] = SYMBOLS;
  market.apply({ ...settings, version: 2, symbol: eurusd ? [eurusd] : [] });
  await provider.taken(`V|262=${second}|263=2|`);
  const late = snapshot(second, 'GBPUSD', '1.3', '1.4');
  provider.send(late, snapshot(first, 'EUR/USD', '1.11', '1.12'));
  await ticked(111_000, 112_000);
  t.ok(
    ticks.every(({ symbol_id }) => symbol_id === 1),
    'what comes late is not heard',
  );
  market.apply({ ...settings, version: 3, symbol: SYMBOLS });
  t.not(await provider.subscription('GBPUSD', 2), second);
  t.equal(status().connects, 1, 'the connection stays');
  t.equal(feed.priority, 1);
});

t.test('Messages that are lost leave no quotes until new snapshots', async (t) => {
  const { provider, ticked, faults, status, ticks } = await opened(t);
  const id = await provider.subscription('EUR/USD');
  provider.send(snapshot(id, 'EUR/USD', '1.1', '1.2'));
  await ticked(110_000, 120_000);
  provider.skip(3);
  provider.send(`X|262=${id}|268=1|279=1|269=0|55=EUR/USD|270=1.15`);
  const renewed = await provider.subscription('EUR/USD', 2);
  await faults(1);
  t.match(status(), { state: 'online', last_error: /missing.*no quotes until new snapshots/ });
  const before = ticks.length;
  provider.send(`X|262=${renewed}|268=1|279=1|269=0|55=EUR/USD|270=1.16`);
  provider.send(snapshot(renewed, 'EUR/USD', '1.17', '1.18'));
  await ticked(117_000, 118_000);
  t.equal(ticks.length, before + 1, 'none came of the increment before');
});

t.test('A stale feed is replaced by the next, and takes its symbols back', async (t) => {
  const there = await FeedProvider.open();
  const { clock, provider, ticked } = await opened(t, {}, {}, [fixFeed(2, there.port)]);
  t.teardown(() => there.close());
  const id = await provider.subscription('EUR/USD');
  const other = await there.subscription('EUR/USD');
  provider.send(snapshot(id, 'EUR/USD', '1.10', '1.20'));
  await ticked(110_000, 120_000);
  there.send(snapshot(other, 'EUR/USD', '2.10', '2.20'));
  provider.send(`X|262=${id}|268=1|279=1|269=0|55=EUR/USD|270=1.11`);
  await ticked(111_000, 120_000);
  clock.move(31_000);
  there.send(`X|262=${other}|268=1|279=1|269=0|55=EUR/USD|270=2.11`);
  await ticked(211_000, 220_000);
  provider.send(`X|262=${id}|268=1|279=1|269=0|55=EUR/USD|270=1.12`);
  await ticked(112_000, 120_000);
});

t.test('A lost connection is dialled again by the policy, with rests', async (t) => {
  const more = { reconnect_sec: 3, failures_before_rest: 2, rest_sec: 60 };
  const { provider, clock, is, ticked, status, ticks } = await opened(t, {}, more);
  provider.send(snapshot(await provider.subscription('EUR/USD'), 'EUR/USD', '1.1', '1.2'));
  await ticked(110_000, 120_000);
  const { port } = provider;
  provider.close();
  await is('waiting');
  t.match(status(), { failures: 1, connects: 1 });
  clock.move(3_000);
  await is('resting');
  t.match(status(), { failures: 2, connects: 2, last_error: /ECONNREFUSED/ });
  clock.move(59_999);
  t.equal(status().connects, 2, 'not a moment too early');
  const back = await FeedProvider.open({ env: clock }, port);
  t.teardown(() => back.close());
  clock.move(1);
  const id = await back.subscription('EUR/USD');
  back.send(`X|262=${id}|268=1|279=1|269=0|55=EUR/USD|270=1.15`);
  const before = ticks.length;
  back.send(snapshot(id, 'EUR/USD', '1.16', '1.17'));
  await ticked(116_000, 117_000);
  t.equal(ticks.length, before + 1, 'of the connection before nothing counts');
});

t.test('Outside the hours of its session nobody is dialled, and that is no failure', async (t) => {
  const hour = (from: number): string =>
    new Date(now() + from * 3_600_000).toISOString().slice(11, 16);
  const hours = { 'Session Start Time': hour(2), 'Session End Time': hour(3) };
  const params = heldParams({ ...NAMES, ...hours });
  const { is, status, clock, env } = await opened(t, {}, { params });
  await is('waiting');
  t.match(status(), { failures: 0, last_error: 'the session is not open at this time' });
  t.notOk(env.logged.some(({ msg }) => msg === 'datafeed down'));
  clock.move(2.5 * 3_600_000);
  await is('online');
});

t.test('A wrong password is told, a changed one reconnects, neither is logged', async (t) => {
  const account = { login: 'quotes' };
  const settings = { username: 'quotes', password: PASSWORD };
  const wrong = { ...account, password: 'Wrong-pass-1' };
  const { market, env, provider, is, status, ...all } = await opened(t, { settings }, wrong);
  await is('waiting');
  t.match(status().last_error, /closed before our Logon was answered/);
  t.equal(provider.logons, 0);
  const right = fixFeed(1, provider.port, { ...account, password: PASSWORD });
  market.apply({ ...all.settings, version: 2, datafeed: [right] });
  await is('online');
  t.equal(provider.logons, 1);
  const locked = { ...right, password: `${right.password.slice(0, -4)}AAAA` };
  market.apply({ ...all.settings, version: 3, datafeed: [locked] });
  t.match(status(), {
    state: 'waiting',
    last_error: 'password: sealed under another key; send it again',
  });
  const shown = JSON.stringify([env.logged, market.status()]);
  for (const secret of [PASSWORD, 'Wrong-pass-1', right.password]) t.notMatch(shown, secret);
});

t.test('A certificate that nobody vouches for is refused', async (t) => {
  const tls = selfSigned();
  const params = heldParams({ ...NAMES, 'FIX SSL Enabled': 'true' });
  const { is, status, provider } = await opened(t, { tls }, { params });
  await is('waiting');
  t.match(status().last_error, /self.signed certificate/i);
  t.equal(provider.logons, 0);
});

t.test('A certificate of ours that is none is told', async (t) => {
  const mine = { 'FIX SSL Enabled': 'true', 'FIX SSL Certificate': 'no certificate' };
  const params = heldParams({ ...NAMES, ...mine });
  const { is, status } = await opened(t, {}, { params });
  await is('waiting');
  t.match(status().last_error, /PEM/);
});

t.test('News are logged where the feed takes them, of an hour a limited number', async (t) => {
  const news = { news_enabled: true, password: PASSWORD };
  const { env, provider, is } = await opened(t, {}, news);
  await is('online');
  const shown = () => env.logged.filter(({ msg }) => msg === 'datafeed news');
  provider.send(`B|148=Market open|33=2|58=hello\u0007|58=${PASSWORD}`);
  await until('the news', () => shown().length > 0);
  t.match(shown(), [{ datafeed: 'Feed 1', headline: 'Market open', lines: ['hello ', '***'] }]);
  for (let n = 0; n < LINES_PER_HOUR + 20; n += 1) provider.send(`B|148=News ${n}|33=1|58=x`);
  provider.send(snapshot(await provider.subscription('GBPUSD'), 'GBPUSD', '1.3', 'bad'));
  await until('the fault', () => env.logged.some(({ msg }) => msg === 'datafeed fault'));
  t.equal(shown().length, LINES_PER_HOUR);
});

t.test('Of one datafeed so many messages are noted in an hour, over all sessions', async (t) => {
  const { env, clock, provider, is } = await opened(t);
  // No hour of the clock ends within the test.
  const left = 3_600_000 - (clock.now() % 3_600_000);
  if (left < 60_000) clock.move(left);
  const rejected = LINES_PER_HOUR - 10;
  for (let sessions = 1; sessions <= 2; sessions += 1) {
    await is('online');
    for (let n = 0; n < rejected; n += 1) provider.send('1');
    provider.send('j|45=2|372=V|380=0|58=end');
    const ends = () => env.logged.filter(({ msg }) => msg === 'datafeed fault');
    await until('the end', () => ends().length === sessions);
    provider.cut();
    await is('waiting');
    clock.move(5_000);
  }
  const noted = env.logged.filter(({ msg }) => msg.includes('was rejected'));
  t.equal(noted.length, LINES_PER_HOUR);
});

t.test('A feed that takes no news logs none', async (t) => {
  const { env, provider, is, faults } = await opened(t);
  await is('online');
  provider.send('B|148=Market open|33=1|58=hello', 'j|45=2|372=V|380=0|58=end');
  await faults(1);
  t.notOk(env.logged.some(({ msg }) => msg === 'datafeed news'));
});

t.test('The symbols of a provider are listed, page by page', async (t) => {
  const { market, provider, is } = await opened(t, {
    answer: (message, there) => {
      if (!message.startsWith('x|')) return;
      const id = /\|320=([^|]+)/.exec(message)?.[1];
      const head = `y|320=${id}|322=1|560=0|393=3`;
      there.send(
        `${head}|893=N|146=2|55=EUR/USD|107=Euro\u0007 vs dollar|231=100000.00|15=USD|562=0.01` +
          '|969=0.00001|1140=50|55=XAU/USD|969=0.010',
        `${head}|893=Y|146=1|55=DAX|231=x|969=1`,
      );
    },
  });
  await is('online');
  const list = await market.offered(1);
  t.equal(await provider.taken('x|'), 'x|320=SL1|559=4');
  const nothing = { exact: true, description: '', currency: '', contract_size: null };
  const sizes = { volume_min: null, volume_max: null };
  t.same(list, {
    ok: true,
    data: [
      {
        ...{
          name: 'EUR/USD',
          exact: true,
          description: 'Euro  vs dollar',
          currency: 'USD',
          digits: 5,
        },
        ...{ contract_size: '100000', volume_min: '0.01', volume_max: '50' },
      },
      { name: 'XAU/USD', ...nothing, digits: 2, ...sizes },
      { name: 'DAX', ...nothing, digits: 0, ...sizes },
    ],
  });
});

t.test('A list that does not come is told with its reason', async (t) => {
  const { market, clock, provider, is, status } = await opened(t);
  await is('online');
  const silent = market.offered(1);
  await provider.taken('x|320=SL1');
  clock.move(20_000);
  t.match(await silent, { code: 'timeout', message: /in time/ });
  const refused = market.offered(1);
  await provider.taken('x|320=SL2');
  provider.send('y|320=SL1|322=1|560=0|893=Y', 'y|320=SL2|322=2|560=3');
  t.match(await refused, { code: 'conflict', message: /not enough permissions/ });
  const rejected = market.offered(1);
  await provider.taken('x|320=SL3');
  provider.send('j|45=5|372=x|380=3|58=no lists');
  t.match(await rejected, { code: 'conflict', message: /no lists/ });
  const lost = market.offered(1);
  await provider.taken('x|320=SL4');
  provider.cut();
  t.match(await lost, { code: 'conflict', message: 'The connection was lost.' });
  await is('waiting');
  t.match(await market.offered(1), { code: 'conflict', message: /not connected/ });
  t.match(await market.offered(9), { code: 'not_found' });
  t.equal(status().faults, 0);
});
