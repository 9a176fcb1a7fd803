// Datafeeds on a running server: prices follow a change at once, and staff hear of it.

import t from 'tap';
import { RestClient } from '../support/client/rest.js';
import { SocketClient } from '../support/client/socket.js';
import { ServerProcess, TRADER_PASSWORD } from '../support/server-process.js';
import { signInStaff } from '../support/trader.js';

interface Quote {
  readonly bid: string;
  readonly ask: string;
}
interface Status {
  readonly datafeed_id: number;
  readonly state: string;
  readonly ticks: number;
}

const server = await ServerProcess.start({ prices: 'demo' });
t.teardown(() => server.kill());
const staff = await signInStaff(server);
const socket = await SocketClient.signIn(staff);
const trader = new RestClient(server.url(''), 'trader');
await trader.signIn(1001, TRADER_PASSWORD);

/** Asks until the answer fits. */
const until = async <T>(rest: RestClient, path: string, fits: (data: T) => boolean): Promise<T> => {
  for (;;) {
    const { data } = await rest.get<T>(path);
    if (fits(data)) return data;
  }
};

const spread = ([quote]: readonly Quote[]): number =>
  quote === undefined ? 0 : Number(quote.ask) - Number(quote.bid);

t.test('prices follow a markup, staff are told of it, and a restart connects anew', async (t) => {
  const { data: feeds } = await staff.get<{ id: number; version: number }[]>('/datafeeds');
  t.match(feeds, [{ module: 'demo', server: 'local', enabled: true, version: 1 }]);
  const id = feeds[0]?.id;
  const statuses = '/datafeeds/statuses';
  const online = await until<Status[]>(staff, statuses, ([one]) => one?.state === 'online');
  t.match(online, [{ datafeed_id: id, connects: 1, last_error: '' }]);
  t.match(await socket.request('subscribe', { channel: 'config' }), { code: 'ok' });
  const translates = [{ symbol_id: 1, ask_markup_pts: 50_000 }];
  const changed = await staff.request('PATCH', `/datafeeds/${id}`, { version: 1, translates });
  t.match(changed.data, { translates, version: 2 });
  const told = await socket.take<object>('config_changed');
  t.match(told.data, { kind: 'datafeed', id: String(id), version: 2 });
  const wide = await until<Quote[]>(
    trader,
    '/quotes?symbols=EURUSD',
    (quotes) => spread(quotes) > 0.4,
  );
  t.ok(spread(wide) >= 0.5);
  t.match(await staff.post(`/datafeeds/${id}/restart`, {}), { code: 'ok' });
  await until<Status[]>(staff, statuses, ([one]) => one?.state === 'online' && one.ticks > 0);
});

t.test('a provider over FIX reads stopped, and why', async (t) => {
  const params = [
    { key: 'SenderCompID', value: 'BROKER' },
    { key: 'TargetCompID', value: 'LP' },
  ];
  const provider = { name: 'LP', module: 'fix44', server: 'lp.example.com:9876', params };
  for (const path of ['/datafeeds', '/gateways']) {
    const { data } = await staff.post<{ id: number }>(path, provider);
    const { data: statuses } = await staff.get<{ state: string }[]>(`${path}/statuses`);
    t.match(statuses.at(-1), { state: 'stopped', last_error: /FIX/ });
    const { code } = await staff.request('DELETE', `${path}/${data.id}`);
    t.equal(code, 'ok');
  }
});
