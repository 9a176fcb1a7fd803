// A restore drill while the first server trades: the copy serves, but logs on to no provider and
// sends no e-mail until it is released.

import { existsSync, renameSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { backup } from '../../actors/commands/backup.js';
import { release } from '../../actors/commands/release.js';
import { restore } from '../../actors/commands/restore.js';
import { serverChild, stateOf } from '../../actors/drill/servers.js';
import { copyData } from '../../actors/drill/test-folder.js';
import { pathsOf } from '../../actors/folder/folder.js';
import { UNRELEASED } from '../../actors/folder/release.js';
import type { RestClient } from '../support/client/rest.js';
import { CutProxy } from '../support/cut-proxy.js';
import { FeedProvider, feedBody } from '../support/feed-provider.js';
import { until } from '../support/guard.js';
import { OrderProvider, OURS, THEIRS } from '../support/order-provider.js';
import { ServerProcess } from '../support/server-process.js';

const within = t.testdir();
const [data, copy, restored, moved] = ['data', 'copy', 'restored', 'moved'].map((name) =>
  join(within, name),
) as [string, string, string, string];

/** Logons and connections that each side of the provider and the mail server has seen. */
const seen = { orders: 0, prices: 0, mails: 0 };
const provider = await OrderProvider.open();
const counting =
  (side: 'orders' | 'prices') => (to: string, message: { readonly type: string }) => {
    if (to === 'provider' && message.type === 'A') seen[side] += 1;
  };
const orders = await CutProxy.open(provider.port, counting('orders'));
const quotes = await FeedProvider.open();
const prices = await CutProxy.open(quotes.port, counting('prices'));
const mails = createServer((socket) => {
  seen.mails += 1;
  socket.end('421 not now\r\n');
});
await new Promise<void>((resolve) => mails.listen(0, '127.0.0.1', resolve));
t.teardown(() => {
  mails.close();
  for (const one of [orders, prices, provider, quotes]) one.close();
});

interface Made {
  readonly id: number;
}
interface Status {
  readonly state: string;
  readonly last_error: string;
}
const statuses = async (staff: RestClient): Promise<readonly Status[]> => {
  const all = await Promise.all(
    ['gateways', 'datafeeds'].map((kind) => staff.get<Status[]>(`/${kind}/statuses`)),
  );
  return all.map(({ data }) => data.at(-1) as Status);
};
const online = (staff: RestClient) =>
  until('gateway and datafeed', async () =>
    (await statuses(staff)).every(({ state }) => state === 'online'),
  );
/** What the page says, once the server is ready. */
const readiness = (server: ServerProcess) =>
  until('readiness', async () => {
    const said = (await (await fetch(server.url('/readyz'))).json()) as { ready: boolean };
    return said.ready && said;
  });
const OPEN = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' };
/** Opens a position at the provider. */
const dealt = async (t: Test, server: ServerProcess): Promise<void> => {
  const trader = await server.openAccount({ group: 'demo\\netting' });
  const { data } = await trader.trade(OPEN);
  t.match(await trader.outcome(data.request_id), { status: 'done', price: '1.10015' });
};

t.test('A restored copy does not act until it is released', async (t) => {
  const first = await ServerProcess.start({ data });
  t.teardown(() => first.kill());
  await first.quote('EURUSD', '1.10000', '1.10010');
  const staff = await first.staff();
  const params = [
    { key: 'SenderCompID', value: OURS },
    { key: 'TargetCompID', value: THEIRS },
  ];
  const session = { name: 'Bank', server: `127.0.0.1:${orders.port}`, reconnect_sec: 1, params };
  const { data: gateway } = await staff.post<Made>('/gateways', session);
  const conditions = [{ field: 'group', op: 'eq', value: 'demo\\netting' }];
  const cover = { name: 'Cover', position: 1, conditions, action: 'gateway' };
  await staff.post('/routing', { ...cover, dealers: [gateway.id] });
  await staff.post('/datafeeds', { ...feedBody(quotes), server: `127.0.0.1:${prices.port}` });
  const { port } = mails.address() as AddressInfo;
  const { data: post } = await staff.post<Made>('/mail-servers', {
    ...{ name: 'Post', server: `127.0.0.1:${port}`, security: 'none', is_default: true },
    sender_email: 'office@broker.example',
  });
  await online(staff);
  await dealt(t, first);
  t.same(await readiness(first), { ready: true, released: true });
  const logons = { ...seen };
  t.match(logons, { orders: 1, prices: 1 });

  t.match(await backup(data, copy), { ok: true });
  t.notOk(existsSync(pathsOf(copy).released), 'the backup has no place of release');
  const drill = await restore(copy, restored);
  t.match(drill, { data: { next: /stay off until brokerd release/ } });
  const second = await ServerProcess.start({ data: restored });
  t.teardown(() => second.kill());
  t.ok(
    second.records.find(({ msg = '', level }) => msg.startsWith(UNRELEASED) && level === 'warn'),
    'the log says it',
  );
  t.same(await readiness(second), { ready: true, released: false });
  const desk = await second.staff();
  const why = 'the data folder was restored from a copy';
  t.match(await desk.get('/platform'), { data: { released: false, unreleased_because: why } });
  t.match(await statuses(desk), Array(2).fill({ state: 'stopped', last_error: UNRELEASED }));
  const restart = await desk.post(`/gateways/${gateway.id}/restart`, {});
  t.match(restart, { status: 409, message: UNRELEASED });
  // A new record does not connect either.
  const { data: another } = await desk.post<Made>('/gateways', { ...session, name: 'Another' });
  await desk.request('DELETE', `/gateways/${another.id}`);
  const mail = await desk.post(`/mail-servers/${post.id}/test`, { to: 'a@broker.example' });
  t.match(mail, { status: 400, message: UNRELEASED });
  await second.quote('EURUSD', '1.10000', '1.10010');
  const trader = await second.openAccount();
  t.match(await trader.trade(OPEN), { data: { status: 'done' } }, 'trading inside works');
  await dealt(t, first);
  t.same(seen, logons, 'no second logon, and no e-mail');

  await first.stop();
  t.match(await desk.post('/platform/release', {}), {
    data: { released: true, unreleased_because: '' },
  });
  await online(desk);
  await dealt(t, second);
  t.ok(seen.orders > logons.orders && seen.prices > logons.prices);
  const { data: journal } = await desk.get<{ items: object[] }>('/journal?limit=100');
  t.ok(
    journal.items.some(
      (line) => 'text' in line && /^the platform was released/.test(`${line.text}`),
    ),
  );
  await second.stop();
});

t.test('A released folder starts as any other; a moved one waits for its release', async (t) => {
  const again = await ServerProcess.start({ data: restored });
  t.teardown(() => again.kill());
  t.same(await readiness(again), { ready: true, released: true });
  const lines = again.records.map(({ msg = '' }) => msg);
  t.notOk(
    lines.some((line) => /did not stop|not released/.test(line)),
    'it was stopped cleanly',
  );
  await online(await again.staff());
  await again.stop();
  const before = { ...seen };

  renameSync(restored, moved);
  const server = await ServerProcess.start({ data: moved });
  t.teardown(() => server.kill());
  const staff = await server.staff();
  const why = `the data folder was released at ${restored}`;
  t.match(await staff.get('/platform'), { data: { released: false, unreleased_because: why } });
  t.same(seen, before);
  t.same(await release(moved), { ok: true, data: { released: moved } });
  await online(staff);
  t.same(await readiness(server), { ready: true, released: true });
  await server.stop();
});

t.test('A server of prove logs on to no provider, and sends no e-mail', async (t) => {
  const before = { ...seen };
  const copied = join(within, 'copied');
  copyData(moved, copied);
  t.notOk(existsSync(pathsOf(copied).released));
  const server = serverChild();
  t.teardown(() => server.kill());
  t.match(await stateOf(server, copied, ''), { wrong: [] });
  await server.kill();
  t.same(seen, before);
});
