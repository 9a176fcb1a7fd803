// The program as a command of its own, with the demo prices: they move, and follow their datafeed.

import { readFileSync } from 'node:fs';
import t from 'tap';
import type { RestClient } from '../support/client/rest.js';
import { SocketClient } from '../support/client/socket.js';
import { MAIN } from '../support/command.js';
import { until } from '../support/guard.js';
import { ServerProcess } from '../support/server-process.js';
import {
  backOfficePage,
  dealingPage,
  firstSettings,
  firstTrade,
  movingPage,
  signUpPage,
  symbolsPage,
} from './first-trade.js';

interface Quote {
  readonly bid: string;
  readonly ask: string;
}
interface Status {
  readonly datafeed_id: number;
  readonly state: string;
  readonly ticks: number;
}
type QuoteRow = [string, string, string, number];

const args = ['--demo-seed', '7'];
const server = await ServerProcess.start({ prices: 'demo', args, itself: true });
t.teardown(() => server.stop());
const staff = await server.staff();

t.test('The server serves, and the garbage collector has no threads of its own', async (t) => {
  const words = readFileSync(`/proc/${server.process.pid}/cmdline`, 'utf8').split('\0');
  t.ok(words.includes('--single-threaded-gc'), words.join(' '));
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  t.ok(scripts.start.endsWith(` ${MAIN} serve`), scripts.start);
});

t.test('The first trade of the README goes as it is shown', (t) => firstTrade(t, server));

t.test('With the demo prices the market moves by itself', async (t) => {
  const trader = await server.openAccount();
  const symbols = ['EURUSD', 'XAUUSD', 'BTCUSD'];
  t.ok((await trader.socket.request('subscribe', { channel: 'quotes', symbols })).success);
  const crossed: QuoteRow[] = [];
  for (const waiting = new Set(symbols); waiting.size > 0; ) {
    const { data } = await trader.socket.take<QuoteRow[]>('quotes');
    crossed.push(...data.filter(([, bid, ask]) => Number(bid) > Number(ask)));
    for (const [symbol] of data) waiting.delete(symbol);
  }
  t.same(crossed, []);
  const open = { kind: 'open', symbol: 'XAUUSD', side: 'sell', volume: '0.01' };
  const opened = await trader.trade(open);
  t.equal(opened.code, 'ok', opened.message);
  await trader.dealt('client');
  const closed = await trader.trade({ kind: 'close', position_id: opened.data.position_id });
  t.equal(closed.code, 'ok', closed.message);
  t.same((await trader.snapshot()).positions, []);
});

/** Asks until the answer fits. */
const asked = <T>(rest: RestClient, path: string, fits: (data: T) => boolean): Promise<T> =>
  until(`fitting answer of ${path}`, async () => {
    const { data } = await rest.get<T>(path);
    return fits(data) && data;
  });

const spread = ([quote]: readonly Quote[]): number =>
  quote === undefined ? 0 : Number(quote.ask) - Number(quote.bid);

t.test('Prices follow a changed markup, staff see it, a restart connects again', async (t) => {
  const socket = await SocketClient.signIn(staff);
  const { rest } = await server.openAccount();
  const { data: feeds } = await staff.get<{ id: number; version: number }[]>('/datafeeds');
  t.match(feeds[0], { module: 'demo', server: 'local', enabled: true, version: 1 });
  const id = feeds[0]?.id;
  const statuses = '/datafeeds/statuses';
  const online = await asked<Status[]>(staff, statuses, ([one]) => one?.state === 'online');
  t.match(online[0], { datafeed_id: id, connects: 1, last_error: '' });
  t.match(await socket.request('subscribe', { channel: 'config' }), { code: 'ok' });
  const translates = [{ symbol_id: 1, ask_markup_pts: 50_000 }];
  const changed = await staff.request('PATCH', `/datafeeds/${id}`, { version: 1, translates });
  t.match(changed.data, { translates, version: 2 });
  const change = await socket.take<object>('config_changed');
  t.match(change.data, { kind: 'datafeed', id: String(id), version: 2 });
  const path = '/quotes?symbols=EURUSD';
  const wide = await asked<Quote[]>(rest, path, (quotes) => spread(quotes) > 0.4);
  t.ok(spread(wide) >= 0.5);
  t.match(await staff.post(`/datafeeds/${id}/restart`, {}), { code: 'ok' });
  await asked<Status[]>(staff, statuses, ([one]) => one?.state === 'online' && one.ticks > 0);
});

t.test('The status of a provider that cannot be reached has the reason', async (t) => {
  const params = [
    { key: 'SenderCompID', value: 'BROKER' },
    { key: 'TargetCompID', value: 'LP' },
  ];
  const provider = { name: 'LP', module: 'fix44', server: 'lp.example.com:9876', params };
  for (const path of ['/datafeeds', '/gateways']) {
    const { data } = await staff.post<{ id: number }>(path, provider);
    await asked<{ last_error: string }[]>(staff, `${path}/statuses`, (all) =>
      /lp\.example\.com/.test(all.at(-1)?.last_error ?? ''),
    );
    t.equal((await staff.request('DELETE', `${path}/${data.id}`)).code, 'ok');
  }
});

t.test('The first settings of a newcomer go as their page shows them', (t) =>
  firstSettings(t, server),
);

t.test('Sign-up goes as its page shows it', (t) => signUpPage(t, server));

t.test('A dealer works as the page of dealing shows', (t) => dealingPage(t, server));

t.test('Symbols of six kinds are made as their page shows', (t) => symbolsPage(t, server));

t.test('The back office works as its page shows', (t) => backOfficePage(t, server));

t.test('Settings and staff move as the page of moving shows', (t) => movingPage(t, server));
