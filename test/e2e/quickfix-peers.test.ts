// Gateways at providers that are none of ours: QuickFIX's `executor` and a provider over its
// library, which we dial, and its `tradeclient`, which dials us.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { selfSigned } from '../support/certificate.js';
import type { TradeResult } from '../support/client/shapes.js';
import { CutProxy } from '../support/cut-proxy.js';
import { until } from '../support/guard.js';
import {
  Executor,
  freePort,
  isListening,
  noQuickfix,
  openQuickfix,
  TradeClient,
} from '../support/quickfix.js';
import { ServerProcess } from '../support/server-process.js';
import type { Trader } from '../support/trader.js';

interface Status {
  readonly gateway_id: number;
  readonly state: string;
  readonly last_error: string;
}

const MARKET = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' };
/** The executor fills it at once, at this price. */
const LIMIT = { ...MARKET, kind: 'pending', order_kind: 'limit', price: '1.05' };

const params = (sender: string, target: string) => [
  { key: 'SenderCompID', value: sender },
  { key: 'TargetCompID', value: target },
  { key: 'Limit Orders Coverage Mode', value: 'Gateway' },
];

/** A server, and what its tests ask of it. */
const openServer = async (env: Readonly<Record<string, string>>) => {
  const server = await ServerProcess.start({ env });
  const staff = await server.staff();
  await server.quote('EURUSD', '1.10000', '1.10010');
  const addGateway = async (body: object): Promise<number> => {
    const made = await staff.post<{ id: number }>('/gateways', { reconnect_sec: 1, ...body });
    return made.data.id;
  };
  const status = (id: number, fits: (status: Status) => boolean): Promise<Status> =>
    until(`a status of gateway ${id} that fits`, async () => {
      const { data } = await staff.get<Status[]>('/gateways/statuses');
      return data.find((one) => one.gateway_id === id && fits(one));
    });
  const online = (id: number) => status(id, ({ state }) => state === 'online');
  const offline = (id: number) => status(id, ({ state }) => state !== 'online');
  return { server, staff, addGateway, online, offline };
};

/** The outcome of a new limit order. */
const ordered = async (trader: Trader): Promise<TradeResult> => {
  const asked = await trader.trade(LIMIT);
  return trader.outcome(asked.data.request_id);
};

if (noQuickfix) t.comment(noQuickfix);

t.test('Gateways at the peers of QuickFIX', { skip: noQuickfix }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'brokerd-peers-'));
  const tls = selfSigned('rsa');
  const ca = join(folder, 'ca.pem');
  writeFileSync(ca, tls.cert);
  const executor = new Executor(await freePort(), tls);
  await executor.start();
  const proxy = await CutProxy.open(executor.port);
  const opened = await openServer({ NODE_EXTRA_CA_CERTS: ca });
  const { server, staff, addGateway, online, offline } = opened;
  t.teardown(async () => {
    await server.stop();
    proxy.close();
    await executor.remove();
    rmSync(folder, { recursive: true });
  });
  const dialling = await addGateway({
    name: 'Executor',
    server: `localhost:${proxy.port}`,
    params: params('CLIENT1', 'EXECUTOR'),
  });
  const rule = { name: 'Cover', position: 1, action: 'gateway', dealers: [dialling] };
  await staff.post('/routing', rule);
  await online(dialling);
  const trader = await server.openAccount();
  const FILLED = { status: 'done', volume: '0.1', price: '1.05000' };

  await t.test('A limit order is filled without a report that it was accepted', async (t) => {
    t.match(await ordered(trader), FILLED);
  });

  await t.test('An order whose message the peer rejects is refused, with the field', async (t) => {
    const asked = await trader.trade(MARKET);
    const result = await trader.outcome(asked.data.request_id);
    const message = 'Value is incorrect (out of range) for this tag, field 40';
    t.match(result, { code: 'trade.rejected', message });
    t.match(await ordered(trader), FILLED, 'the session goes on');
  });

  await t.test('A fill lost when the peer was killed comes after its restart', async (t) => {
    const cut = proxy.cutAt({ to: 'server', shows: ['150=F'], passes: 'nothing' });
    const asked = await trader.trade(LIMIT);
    await cut;
    await executor.kill();
    await offline(dialling);
    await executor.start();
    t.match(await trader.outcome(asked.data.request_id), FILLED);
    await online(dialling);
    t.match(await ordered(trader), FILLED, 'although ids of executions begin again');
  });

  await t.test('The session goes on over TLS', async (t) => {
    await executor.kill();
    await offline(dialling);
    await executor.start({ isSecure: true });
    const { data: held } = await staff.get<{ version: number }>(`/gateways/${dialling}`);
    const secure = [...params('CLIENT1', 'EXECUTOR'), { key: 'FIX SSL Enabled', value: 'true' }];
    const change = { version: held.version, params: secure };
    await staff.request('PATCH', `/gateways/${dialling}`, change);
    await online(dialling);
    t.match(await ordered(trader), FILLED);
  });

  await t.test('Each fill was booked once', async (t) => {
    const { positions, orders } = await trader.snapshot();
    t.same(
      positions.map(({ volume, price_open }) => [volume, price_open]),
      Array(5).fill(['0.1', '1.05000000']),
    );
    t.same(orders, []);
  });

  await t.test('Orders are cancelled at a provider over QuickFIX, or are not', async (t) => {
    const provider = await openQuickfix(0);
    t.teardown(() => provider.stop());
    const cancelling = await addGateway({
      name: 'Provider',
      server: `127.0.0.1:${provider.port}`,
      params: params('BROKER', 'LP'),
    });
    const first = { name: 'Provider', position: 1, action: 'gateway', dealers: [cancelling] };
    await staff.post('/routing', first);
    await online(cancelling);
    const client = await server.openAccount();
    const canceled = async (price: string): Promise<TradeResult> => {
      const { data: limit } = await client.trade({ ...LIMIT, price });
      t.match(await client.outcome(limit.request_id), { status: 'placed' });
      const { order_id } = limit;
      const asked = await client.trade({ kind: 'pending_cancel', order_id });
      return client.outcome(asked.data.request_id);
    };
    t.match(await canceled('0.95'), { code: 'ok' });
    t.same((await client.snapshot()).orders, []);
    t.match(await canceled('0.45'), { code: 'trade.rejected' }, 'the provider does not know it');
    const { orders } = await client.snapshot();
    t.match(orders, [{ state: 'placed', price_order: '0.45000' }], 'it works on here as before');
    const asked = await client.trade(MARKET);
    t.match(await client.outcome(asked.data.request_id), { status: 'done', price: '1.10000' });
  });

  await t.test('A provider dials us; foreign messages are refused in the session', async (t) => {
    const port = await freePort();
    const dialled = await addGateway({
      name: 'Trade client',
      mode: 'Passive',
      server: `127.0.0.1:${port}`,
      params: params('EXECUTOR', 'CLIENT1'),
    });
    await until('the port of the gateway', () => isListening(port));
    const client = new TradeClient(port);
    t.teardown(() => client.remove());
    await online(dialled);
    await client.printed(/Logon - FIX\.4\.4:CLIENT1->EXECUTOR/);
    client.type('1 5 2 1 c77 EUR/USD 100000 1 1.1 CLIENT1 EXECUTOR N Y');
    const refused = await client.printed(/IN: (8=FIX\.4\.4\|.*\|35=j\|.*\|372=D\|.*)/);
    t.match(refused[1], /\|58=Unsupported Message Type\|.*\|380=3\|/);
    client.type('4 5 CLIENT1 EXECUTOR N Y');
    await client.printed(/IN: 8=FIX\.4\.4\|.*\|35=j\|.*\|372=V\|/);
    t.equal(await client.quit(), 0);
    const { last_error } = await offline(dialled);
    t.equal(last_error, 'the peer logged out');
  });
});
