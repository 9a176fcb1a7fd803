// A server with a datafeed over FIX and TLS: prices of a provider reach traders, its symbols are
// imported, and its password is told to nobody else.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { selfSigned } from '../support/certificate.js';
import { answerQuotes, FixProvider, feedBody } from '../support/fix-provider.js';
import { until } from '../support/guard.js';
import { ServerProcess } from '../support/server-process.js';

const PASSWORD = 'Feed-pass-4711';
type QuoteRow = [string, string, string, number];
interface Status {
  readonly state: string;
  readonly last_error: string;
  readonly ticks: number;
}

const folder = mkdtempSync(join(tmpdir(), 'brokerd-fix-'));
const tls = selfSigned();
const ca = join(folder, 'ca.pem');
writeFileSync(ca, tls.cert);
const settings = { username: 'quotes', password: PASSWORD };
const provider = await FixProvider.open({ tls, settings, answer: answerQuotes });
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

t.test(
  'A wrong password that the provider does not answer is told, and no password is printed',
  async (t) => {
    const { data } = await staff.get<{ version: number }>(`/datafeeds/${id}`);
    t.notMatch(JSON.stringify(data), PASSWORD);
    const wrong = { version: data.version, password: 'Wrong-pass-4711' };
    t.equal((await staff.request('PATCH', `/datafeeds/${id}`, wrong)).code, 'ok');
    await status(({ last_error }) => /closed before our Logon was answered/.test(last_error));
    const denied = await staff.get(`/datafeeds/${id}/symbols`);
    t.match(denied, { code: 'conflict', message: /not connected.*before our Logon was answered/ });
    for (const secret of [PASSWORD, 'Wrong-pass-4711']) t.notMatch(server.output(), secret);
  },
);
