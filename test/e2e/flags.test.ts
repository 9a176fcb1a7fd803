// Flags of `serve` on a real server process: each changes what it says.

import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import WebSocket from 'ws';
import { createAdmin } from '../../actors/commands/create-admin.js';
import { pathsOf } from '../../actors/folder/folder.js';
import { openReader } from '../../storage/database/database.js';
import { SocketClient, UpgradeRefused } from '../support/client/socket.js';
import { MAIN, runCommand } from '../support/command.js';
import { ADMIN_PASSWORD, ServerProcess, TRADER_PASSWORD } from '../support/server-process.js';

const IN_PLAIN_TEXT =
  'passwords and tokens cross the network in plain text: listen on loopback behind a proxy that ' +
  'is named by --trusted-proxies, or serve TLS by --tls-cert and --tls-key';

type QuoteRow = [string, string, string, number];

/** A server that plays a recording of two prices again and again, with small limits. */
const limited = await (async () => {
  const prices = join(t.testdir(), 'prices.csv');
  const line = (second: number, bid: string) =>
    `2026-01-05T10:00:0${second}.000Z,EURUSD,${bid},1.30000`;
  const lines = ['time,symbol,bid,ask', line(0, '1.10000'), line(1, '1.20000')];
  writeFileSync(prices, `${lines.join('\n')}\n`);
  const limits = ['--sockets-per-account', '1', '--trade-rate', '4'];
  const origins = ['--allowed-origins', 'https://terminal.example'];
  // Loopback in a form that is not known for it, so that nobody else can reach the test.
  const host = ['--host', '127.1'];
  const args = [...limits, ...origins, ...host, '--replay-speed', '100', '--replay-loop'];
  return ServerProcess.start({ prices, args });
})();
t.teardown(() => limited.stop());
const trader = await limited.openAccount();

t.test('A recording starts again at its end when it is to', async (t) => {
  const order = { channel: 'quotes', symbols: ['EURUSD'] };
  t.ok((await trader.socket.request('subscribe', order)).success);
  for (const bid of ['1.20000', '1.10000', '1.20000', '1.10000']) {
    const { data } = await trader.socket.take<QuoteRow[]>('quotes', (frame) =>
      frame.data.some((row) => row[1] === bid),
    );
    t.ok(data.length > 0, `${bid} comes again`);
  }
});

t.test('Origins, sockets and the trade rate are what the flags say', async (t) => {
  const readableBy = async (page: string): Promise<string | null> => {
    const answer = await fetch(limited.url('/trader/v1/symbols'), { headers: { origin: page } });
    return answer.headers.get('access-control-allow-origin');
  };
  t.equal(await readableBy('https://terminal.example'), 'https://terminal.example');
  t.equal(await readableBy('https://other.example'), null);
  const second = await SocketClient.open(trader.rest).catch((error: unknown) => error);
  t.ok(second instanceof UpgradeRefused && second.status === 429, 'one socket is enough');
  const buy = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' };
  const burst = () =>
    Array.from({ length: 20 }, () =>
      trader.rest.post('/trades', { ...buy, request_id: randomUUID() }),
    );
  t.equal((await trader.trade(buy)).code, 'ok');
  // A rate of four: of a burst four are done for each second that it takes, the others refused.
  let refused: Awaited<ReturnType<typeof burst>[number]>[] = [];
  while (refused.length === 0) {
    refused = (await Promise.all(burst())).filter(({ status }) => status === 429);
  }
  const answers = refused.map(({ code, headers }) => `${code} ${headers.get('retry-after')}`);
  t.same([...new Set(answers)], ['trade.too_many_requests 1']);
});

/** An upgrade that signs nobody in; false when the server takes no more. */
const upgrade = (server: ServerProcess): Promise<boolean> => {
  const ws = new WebSocket(server.url('/trader/v1/socket').replace('http', 'ws'));
  return new Promise((resolve) => {
    ws.on('unexpected-response', (_request, { statusCode }) => {
      ws.terminate();
      resolve(statusCode === 401);
    });
    ws.on('error', () => resolve(false));
  });
};

t.test('A platform without the demo', async (t) => {
  const data = t.testdir();
  const server = await ServerProcess.start({ data, args: ['--no-demo'] });
  t.teardown(() => server.kill());

  await t.test('Without the demo nobody can sign in until an administrator is made', async (t) => {
    for (const [audience, login, password] of [
      ['staff', 1, ADMIN_PASSWORD],
      ['trader', 1001, TRADER_PASSWORD],
    ] as const) {
      const stranger = server.client(audience);
      await t.rejects(stranger.signIn(login, password), /auth\.invalid_credentials/);
    }
    t.notMatch(server.output(), /password/);
    t.match(await createAdmin(data, '', { password: ADMIN_PASSWORD }), { ok: true });
    t.equal((await server.staff()).audience, 'staff');
    t.notOk(
      server.records.some(({ msg }) => msg === IN_PLAIN_TEXT),
      'nothing leaves a loopback address',
    );
  });

  await t.test('A clean stop leaves no write-ahead file, and the counted upgrades', async (t) => {
    const access = { antiflood_enabled: true, antiflood_connections: 100_000 };
    const staff = await server.staff();
    const set = await staff.request('PATCH', '/network/servers/api', { version: 1, access });
    t.equal(set.code, 'ok', set.message);
    t.equal((await staff.get('/journal')).code, 'ok', 'the readers have the database open');
    t.equal(await upgrade(server), true);
    server.process.kill('SIGTERM');
    // They go on until nobody is there: the last one is not long ago when the desk stops.
    let upgrades = 1;
    while (await upgrade(server)) upgrades += 1;
    t.same(await server.stop(), { code: 0, signal: null });
    const left = readdirSync(data).filter((name) => /-(wal|shm|journal)$/.test(name));
    t.same(left, []);
    const db = openReader(pathsOf(data).database);
    const flood = "SELECT record ->> '$.attempts' AS attempts FROM records WHERE kind = 'flood'";
    const { attempts } = db.prepare(flood).get() as { attempts: number };
    t.ok(attempts >= upgrades, `${attempts} of ${upgrades}`);
    db.close();
  });
});

t.test('A taken port is reported with its process before a data folder is made', async (t) => {
  const data = join(t.testdir(), 'none');
  const taken = ['serve', '--data', data, '--port', String(limited.port)];
  const { code, stderr } = await runCommand(taken);
  t.equal(code, 1);
  t.match(stderr, `is taken by process ${limited.process.pid} (node ${MAIN})`);
  t.notOk(existsSync(data));
});

t.test('Every metric has a description and a type', async (t) => {
  // One of each class of answers, so that each has been counted.
  await fetch(limited.url('/'), { redirect: 'manual' });
  await fetch(limited.url('/nothing'));
  const text = await (await fetch(limited.url('/metrics'))).text();
  const named = (pattern: RegExp): Set<string> =>
    new Set(Array.from(text.matchAll(pattern), ([, name = '']) => name));
  const typed = named(/^# TYPE (\S+) (?:gauge|counter|histogram)$/gm);
  const values = named(/^(brokerd_\w+?)(?:_bucket|_sum|_count)?(?:\{.*\})? \S+$/gm);
  t.ok(values.size > 40, `${values.size} figures`);
  t.same(
    [...values].filter((name) => !typed.has(name)),
    [],
  );
  const described = named(/^# HELP (\S+) [A-Z0-9].*\.$/gm);
  t.same(
    [...typed].filter((name) => !described.has(name)),
    [],
  );
});

t.test('The program says its version', async (t) => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  t.match(await runCommand(['--version']), { code: 0, stdout: `brokerd ${version}\n` });
});

t.test('Plain text off this machine is warned of; passwords are not printed', async (t) => {
  const warned = await limited.record(IN_PLAIN_TEXT);
  t.match(warned, { level: 'warn', host: '127.1' });
  const created = await limited.record('demo platform created');
  t.match(created, { admin_login: 1, trader_login: 1001 });
  for (const secret of [ADMIN_PASSWORD, TRADER_PASSWORD]) t.notMatch(limited.output(), secret);
});

t.test('Without demo prices there is no demo provider', async (t) => {
  const staff = await limited.staff();
  for (const path of ['/datafeeds', '/gateways']) {
    const { data } = await staff.get<{ name: string }[]>(path);
    t.notOk(data.some(({ name }) => name === 'Demo provider'));
  }
  t.notOk(existsSync(join(limited.data, 'demo-provider')));
  const { data: groups } = await staff.get<{ path: string }[]>('/groups');
  t.ok(groups.length > 0);
  t.notOk(groups.some(({ path }) => path === 'real\\provider'));
});

t.test('The passwords of a new platform are printed at any level of the log', async (t) => {
  const env = { BROKERD_ADMIN_PASSWORD: '', BROKERD_TRADER_PASSWORD: '' };
  const server = ServerProcess.launch({ args: ['--log-level', 'error'], env });
  t.teardown(() => server.kill());
  const said = await server.record('demo platform created');
  t.match(said, { admin_password: /^.{8,16}$/, trader_password: /^.{8,16}$/ });
});
