// A server with a datafeed over FIX and TLS: prices of a provider reach traders, its symbols are
// imported, and its password is told to nobody else.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { selfSigned } from '../support/certificate.js';
import { changeRow } from '../support/client/staff.js';
import { answerQuotes, FeedProvider, feedBody, snapshot } from '../support/feed-provider.js';
import { until } from '../support/guard.js';
import { ServerProcess } from '../support/server-process.js';

const PASSWORD = 'Feed-pass-4711';
type QuoteRow = [string, string, string, number];
interface Status {
  readonly state: string;
  readonly last_error: string;
  readonly ticks: number;
  readonly dropped_by: { readonly spike: number };
}

const folder = mkdtempSync(join(tmpdir(), 'brokerd-fix-'));
const tls = selfSigned();
const ca = join(folder, 'ca.pem');
writeFileSync(ca, tls.cert);
const settings = { username: 'quotes', password: PASSWORD };
const provider = await FeedProvider.open({ tls, settings, answer: answerQuotes });
const server = await ServerProcess.start({ env: { NODE_EXTRA_CA_CERTS: ca } });
t.teardown(async () => {
  await server.stop();
  provider.close();
  rmSync(folder, { recursive: true });
});
const staff = await server.staff();

const status = async (fits: (status: Status) => boolean): Promise<Status> =>
  until('a status that fits', async () => {
    const one = (await staff.get<Status[]>('/datafeeds/statuses')).data.at(-1);
    return one !== undefined && fits(one) && one;
  });

const FEED = feedBody(provider, {
  ...{ login: 'quotes', password: PASSWORD, symbols: ['EURUSD', 'USDZAR'] },
  import_symbol_settings: true,
  isSecure: true,
});
let id = 0;

t.test('A quote of the provider reaches a trader, who deals at it', async (t) => {
  const trader = await server.openAccount();
  await trader.socket.request('subscribe', { channel: 'quotes', symbols: ['EURUSD', 'GBPUSD'] });
  const translates = [{ symbol_id: 1, source: 'EUR/USD', ask_markup_pts: 10 }];
  const made = await staff.post<{ id: number }>('/datafeeds', { ...FEED, translates });
  t.equal(made.code, 'ok', made.message);
  ({ id } = made.data);
  const { data } = await trader.socket.take<QuoteRow[]>('quotes');
  t.same(
    data.map((row) => row.slice(0, 3)),
    [['EURUSD', '1.23456', '1.23480']],
  );
  t.match(await status(({ ticks }) => ticks > 0), { state: 'online', last_error: '' });
  const dealt = await trader.trade({ kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' });
  t.match(dealt, { code: 'ok', data: { price: '1.23480' } });
});

interface Bar {
  readonly low: string;
  readonly close: string;
}

t.test('A spike fires nothing and makes no bar; a confirmed level fires stops', async (t) => {
  await changeRow(staff, 'symbols', 'Forex\\EURUSD', { filter_pts: 100, filter_count: 2 });
  const trader = await server.openAccount();
  const volume = { symbol: 'EURUSD', volume: '0.01' };
  const opened = await trader.trade({ kind: 'open', side: 'buy', ...volume, sl: '1.22000' });
  const pending = {
    ...{ kind: 'pending', order_kind: 'stop', side: 'sell', price: '1.22000' },
    ...volume,
  };
  const placed = await trader.trade(pending);
  t.match([opened.code, placed.code], ['ok', 'ok'], placed.message);
  await trader.socket.request('subscribe', { channel: 'quotes', symbols: ['EURUSD'] });
  const subscription = await provider.subscription('EUR/USD');
  const quote = (bid: string, ask: string) =>
    provider.send(snapshot(subscription, 'EUR/USD', bid, ask));
  const closes = (close: string) =>
    until(`a bar that closes at ${close}`, async () => {
      const { data } = await staff.get<Bar[]>('/bars?symbol=EURUSD&timeframe=m1');
      return data.at(-1)?.close === close && data;
    });
  quote('1.20000', '1.20014');
  await status(({ dropped_by }) => dropped_by.spike === 1);
  quote('1.23457', '1.23471');
  const bars = await closes('1.23457');
  t.ok(
    bars.every(({ low }) => low >= '1.23456'),
    JSON.stringify(bars),
  );
  const { positions, orders } = await trader.snapshot();
  t.match(positions, [{ id: opened.data.position_id }]);
  t.match(orders, [{ id: placed.data.order_id }]);
  quote('1.20000', '1.20014');
  quote('1.20001', '1.20015');
  await status(({ dropped_by }) => dropped_by.spike === 3);
  t.match(await trader.snapshot(), { positions, orders }, 'the level is not confirmed');
  quote('1.20002', '1.20016');
  const { data } = await trader.dealt('sl');
  t.match(data.deals, [{ price: '1.20002', reason: 'sl' }]);
  await closes('1.20002');
  const after = await trader.snapshot();
  t.same(after.orders, []);
  t.match(after.positions, [{ side: 'sell', price_open: '1.20002' }]);
  await changeRow(staff, 'symbols', 'Forex\\EURUSD', { filter_pts: 0 });
});

t.test('A corrected bar is read by all, and terminals that follow it are told', async (t) => {
  const trader = await server.openAccount();
  const channel = { channel: 'bars', symbol: 'EURUSD', timeframe: 'm1' };
  t.match(await trader.socket.request('subscribe', channel), { success: true });
  const { data: shown } = await staff.get<(Bar & { time: string })[]>(
    '/bars?symbol=EURUSD&timeframe=m1',
  );
  const { time = '', low = '' } = shown[0] ?? {};
  const [from, to] = [10, 9].map((minutes) =>
    new Date(Date.parse(time) - minutes * 60_000).toISOString(),
  );
  const bars = [{ time: from, open: low, high: low, low, close: low, tick_volume: 7 }];
  const made = await staff.post('/bars/rebuild', { symbol: 'EURUSD', from, to, bars });
  t.match(made, { code: 'ok', data: { symbol: 'EURUSD' } }, made.message);
  const corrected = await trader.socket.take<object>('bars_corrected');
  t.same(corrected.data, { symbol: 'EURUSD', timeframe: 'm1', from, to });
  const read = await trader.rest.get(`/bars?symbol=EURUSD&timeframe=m1&from=${from}&to=${to}`);
  t.match(read.data, [{ time: from, close: low, tick_volume: 7 }]);
});

t.test('Symbols of the provider are listed and imported', async (t) => {
  const { data: offered } = await staff.get<object[]>(`/datafeeds/${id}/symbols`);
  t.match(offered, [
    { name: 'EUR/USD', symbol_id: 1 },
    { name: 'USD/ZAR', symbol_id: null, digits: 4, contract_size: '1000' },
  ]);
  const path = `/datafeeds/${id}/import-symbols`;
  const imported = await staff.post<object[]>(path, { symbols: ['*'], folder: 'Forex' });
  t.match(imported.data, [
    { name: 'EUR/USD', action: 'skipped' },
    { name: 'USD/ZAR', symbol: 'USDZAR', action: 'created' },
  ]);
  await provider.subscription('USD/ZAR');
  const { data: symbols } = await staff.get<{ name: string }[]>('/symbols');
  const zar = symbols.find(({ name }) => name === 'USDZAR');
  t.match(zar, { digits: 4, contract_size: '1000', trade_access: 'disabled' });
});
