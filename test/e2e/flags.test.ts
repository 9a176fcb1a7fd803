// Flags of `serve` on a real server process: each changes what it says.

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { RestClient } from '../support/client/rest.js';
import { SocketClient, UpgradeRefused } from '../support/client/socket.js';
import { throwIn } from '../support/client/staff.js';
import { ADMIN_PASSWORD, ServerProcess, TRADER_PASSWORD } from '../support/server-process.js';
import { signInStaff, Trader } from '../support/trader.js';

type QuoteRow = [string, string, string, number];

t.test('Origins, sockets and the trade rate are what the flags say', async (t) => {
  const origin = 'https://terminal.example';
  const limits = ['--sockets-per-account', '1', '--trade-rate', '1'];
  const server = await ServerProcess.start({ args: ['--allowed-origins', origin, ...limits] });
  t.teardown(() => server.stop());
  const readableBy = async (page: string): Promise<string | null> => {
    const answer = await fetch(server.url('/trader/v1/symbols'), { headers: { origin: page } });
    return answer.headers.get('access-control-allow-origin');
  };
  t.equal(await readableBy(origin), origin);
  t.equal(await readableBy('https://other.example'), null);
  const staff = await signInStaff(server);
  const trader = await Trader.enter(server, staff);
  const second = await SocketClient.open(trader.rest).catch((error: unknown) => error);
  t.ok(second instanceof UpgradeRefused && second.status === 429, 'one socket is enough');
  await throwIn(staff, 'EURUSD', '1.10000', '1.10010');
  const buy = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' };
  const codes = (await Promise.all([1, 2, 3].map(() => trader.trade(buy)))).map(({ code }) => code);
  t.equal(codes[0], 'ok');
  t.ok(codes.includes('trade.too_many_requests'), codes.join());
  const asked = Array.from({ length: 10 }, () =>
    trader.rest.post('/trades', { ...buy, request_id: randomUUID() }),
  );
  const refused = (await Promise.all(asked)).filter(({ status }) => status === 429);
  t.ok(refused.length >= 5, `${refused.length} of a burst of ten are refused`);
  for (const { code, headers } of refused) {
    t.equal(code, 'trade.too_many_requests');
    t.equal(headers.get('retry-after'), '1');
  }
});

t.test('Without the demo nobody can sign in until an administrator is made', async (t) => {
  const server = await ServerProcess.start({ args: ['--no-demo'] });
  t.teardown(() => server.stop());
  for (const [audience, login, password] of [
    ['staff', 1, ADMIN_PASSWORD],
    ['trader', 1001, TRADER_PASSWORD],
  ] as const) {
    const stranger = new RestClient(server.url(''), audience);
    await t.rejects(stranger.signIn(login, password), /auth\.invalid_credentials/);
  }
  t.notMatch(server.output(), /password/);
});

t.test('The passwords of a new platform are said at any level of the log', async (t) => {
  const env = { BROKERD_ADMIN_PASSWORD: '', BROKERD_TRADER_PASSWORD: '' };
  const server = ServerProcess.launch({ args: ['--log-level', 'error'], env });
  t.teardown(() => server.kill());
  const said = await server.record('demo platform created');
  t.match(said, { admin_password: /^.{8,16}$/, trader_password: /^.{8,16}$/ });
});

t.test('A recording starts again at its end when it is to', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'brokerd-loop-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const prices = join(folder, 'prices.csv');
  const line = (second: number, bid: string) =>
    `2026-01-05T10:00:0${second}.000Z,EURUSD,${bid},1.30000`;
  const lines = ['time,symbol,bid,ask', line(0, '1.10000'), line(1, '1.20000')];
  writeFileSync(prices, `${lines.join('\n')}\n`);
  const args = ['--replay-speed', '100', '--replay-loop'];
  const server = await ServerProcess.start({ prices, args });
  t.teardown(() => server.stop());
  const trader = await Trader.enter(server, await signInStaff(server));
  const order = { channel: 'quotes', symbols: ['EURUSD'] };
  t.ok((await trader.socket.request('subscribe', order)).success);
  for (const bid of ['1.20000', '1.10000', '1.20000', '1.10000']) {
    const { data } = await trader.socket.take<QuoteRow[]>('quotes', (frame) =>
      frame.data.some((row) => row[1] === bid),
    );
    t.ok(data.length > 0, `${bid} comes again`);
  }
});
