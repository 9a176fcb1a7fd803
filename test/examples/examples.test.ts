// The examples, run as their users run them, against a real server.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import t from 'tap';
import { readCsv } from '../../examples/csv.js';
import { blocksOf } from '../e2e/shown-commands.js';
import { openCareful } from '../support/client/staff.js';
import { within } from '../support/guard.js';
import { ADMIN_PASSWORD, ServerProcess } from '../support/server-process.js';

const server = await ServerProcess.start();
t.teardown(() => server.stop());
const folder = t.testdir();

const built = (name: string): string => join('dist', 'examples', `${name}.js`);

/** A run of an example. */
class Example {
  readonly lines: string[] = [];
  readonly #child: ChildProcess;
  #watchers: (() => void)[] = [];

  /** `file`: the program, by its path, or the first word for another `command` than Node.js. */
  constructor(
    file: string,
    login: number,
    password: string,
    args: readonly string[] = [],
    url = server.url(''),
    command = process.execPath,
  ) {
    const env = {
      ...process.env,
      BROKERD_URL: url,
      BROKERD_LOGIN: String(login),
      BROKERD_PASSWORD: password,
    };
    const stdio = ['ignore', 'pipe', 'pipe'] as const;
    this.#child = spawn(command, [file, ...args], { env, stdio: [...stdio] });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      if (stream === null) throw new Error('pipes are missing');
      createInterface({ input: stream }).on('line', (line) => {
        this.lines.push(line);
        for (const wake of this.#watchers.splice(0)) wake();
      });
    }
  }

  /** Waits until `count` lines have matched. */
  async said(pattern: RegExp, count = 1): Promise<void> {
    const looking = async (): Promise<void> => {
      while (this.lines.filter((line) => pattern.test(line)).length < count) {
        await new Promise<void>((resolve) => this.#watchers.push(resolve));
      }
    };
    await within(looking(), String(pattern), () => this.lines.join('\n'));
  }

  stop(): void {
    this.#child.kill('SIGTERM');
  }

  /** Its exit code and what it printed, once it has ended. */
  async end(): Promise<{ readonly code: unknown; readonly text: string }> {
    const [code] = await within(once(this.#child, 'close'), 'the end', () => this.lines.join('\n'));
    return { code, text: this.lines.join('\n') };
  }
}

t.test('The quick start of the page of the client runs as it stands', async (t) => {
  const [, code = ''] = /```js\n(.*?)```/s.exec(readFileSync('docs/client.md', 'utf8')) ?? [];
  t.ok(code.includes('signInTrader'));
  const file = join('dist', 'examples', 'quick-start.mjs');
  writeFileSync(file, code);
  await server.quote('EURUSD', '1.10000', '1.10010');
  const { login, password, socket } = await server.openAccount();
  const { code: ended, text } = await new Example(file, login, password).end();
  t.equal(ended, 0, text);
  t.match(text, /^\d+ symbols are offered\nEURUSD 1\.10000 1\.10010\n/);
  for (const deal of [/^buy 0\.01 at 1\.10010$/m, /^sell 0\.01 at 1\.10000$/m]) t.match(text, deal);
  await socket.close();
});

t.test('The own socket on the page of the client runs as it stands', async (t) => {
  const blocks = blocksOf(readFileSync('docs/client.md', 'utf8'), 'js');
  const code = blocks.find((block) => block.includes('wholeAnswer')) ?? '';
  const file = join('dist', 'examples', 'own-socket.mjs');
  writeFileSync(file, code);
  await server.quote('EURUSD', '1.10000', '1.10010');
  const { login, password, socket } = await server.openAccount();
  const { code: ended, text } = await new Example(file, login, password).end();
  t.equal(ended, 0, text);
  t.match(text, /^ok: 1 open, 1\.10010000\nok: 0 open, (\d+\.\d\d)\nthe server has 0 open, \1$/);
  await socket.close();
});

t.test('An example that is called wrongly says how it is called', async (t) => {
  for (const name of ['quote-recorder', 'market-maker', 'open-accounts', 'export-csv']) {
    const usage = new RegExp(`^usage: ${name}\\.js .*\n\nenvironment:\n`, 'm');
    const run = (...args: string[]) => new Example(built(name), 1001, 'wrong', args).end();
    t.match(await run('--help'), { code: 0, text: usage }, name);
    const wrong = await run('--colour', 'blue');
    t.match(wrong, { code: 2, text: usage }, name);
    t.match(wrong.text, /^Unknown option '--colour'/);
  }
  const none = await new Example(built('open-accounts'), 1, ADMIN_PASSWORD).end();
  t.match(none, { code: 2, text: /^name the CSV file\n\nusage: open-accounts\.js FILE\.csv\n/ });
  const refused = await new Example(built('export-csv'), 1001, 'wrong').end();
  t.match(refused, { code: 1, text: /^auth\.invalid_credentials: .*$/ });
});

t.test('The recorder writes quotes as they come', async (t) => {
  const { login, password, socket } = await server.openAccount();
  await server.quote('EURUSD', '1.10000', '1.10010');
  const out = join(folder, 'quotes.csv');
  const recorder = new Example(built('quote-recorder'), login, password, [
    '--out',
    out,
    '--rows',
    '3',
  ]);
  await recorder.said(/^recording/);
  await server.quote('EURUSD', '1.10001', '1.10011');
  await server.quote('EURUSD', '1.10002', '1.10012');
  const { code, text } = await recorder.end();
  t.equal(code, 0, text);
  const rows = readCsv(readFileSync(out, 'utf8'));
  t.match(rows, [
    { symbol: 'EURUSD', bid: '1.10000', ask: '1.10010' },
    { symbol: 'EURUSD', bid: '1.10001', ask: '1.10011' },
    { symbol: 'EURUSD', bid: '1.10002', ask: '1.10012' },
  ]);
  t.ok(rows.every(({ time = '' }) => Number.isFinite(Date.parse(time))));
  await socket.close();
});

t.test('The market maker follows the price, keeps its limit, and leaves no order', async (t) => {
  const trader = await server.openAccount({ group: 'demo\\netting' });
  const prices = async () =>
    (await trader.snapshot()).orders
      .map(({ side, price_order }) => `${side} ${price_order}`)
      .sort();
  await server.quote('EURUSD', '1.10000', '1.10010');
  const maker = new Example(built('market-maker'), trader.login, trader.password, [
    ...['--symbol', 'EURUSD', '--volume', '0.10', '--distance', '0.00100', '--limit', '0.10'],
  ]);
  await maker.said(/^pending (buy|sell)/, 2);
  t.same(await prices(), ['buy 1.09905', 'sell 1.10105']);
  await server.quote('EURUSD', '1.10050', '1.10060');
  await maker.said(/^pending_modify/, 2);
  t.same(await prices(), ['buy 1.09955', 'sell 1.10155']);
  await server.quote('EURUSD', '1.09940', '1.09950');
  await maker.said(/^buy 0.1 at 1.09950/);
  await maker.said(/^pending_modify sell/, 2);
  t.same(await prices(), ['sell 1.10045'], 'no more is bought at the limit');
  maker.stop();
  const { code, text } = await maker.end();
  t.equal(code, 0, text);
  t.same(await prices(), []);
  await trader.socket.close();
});

t.test('The account opener opens and pays in once, however often it runs', async (t) => {
  const file = join(folder, 'accounts.csv');
  const head = 'login,group,master_password,investor_password,name,email,deposit\n';
  const passwords = 'Trader-1-pass,Watch-1-only';
  const first = `55001,demo\\standard,${passwords},"Ada, Countess",ada@example.com,500.00\n`;
  const second = `55002,demo\\standard,${passwords},Grace,grace@example.com,\n`;
  const faulty = `55003,none\\such,${passwords},Nobody,nobody@example.com,\n`;
  writeFileSync(file, head + first);
  const staff = await server.staff();
  const careful = await openCareful(staff);
  const run = () =>
    new Example(built('open-accounts'), careful.login, careful.password, [file]).end();
  t.hasStrict(await run(), { code: 0, text: 'login,outcome\n55001,opened' });
  writeFileSync(file, head + first + second + faulty);
  const { code, text } = await run();
  t.equal(code, 1);
  t.match(text, /^55001,there\n55002,opened\n55003,not_found/m);
  const { data } = await staff.get('/accounts/55001');
  t.match(data, { name: 'Ada, Countess', money: { balance: '500.00' } });
});

t.test('The export writes history and journal, and no formulas', async (t) => {
  const trader = await server.openAccount({ deposit: '1000' });
  const comment = '=HYPERLINK("http://x")';
  await server.quote('EURUSD', '1.10000', '1.10010');
  const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01', comment };
  const { data } = await trader.trade(open);
  await trader.rest.fenced('/history/deals', data.seq);
  const deals = await new Example(built('export-csv'), trader.login, trader.password, [
    'deals',
  ]).end();
  t.equal(deals.code, 0, deals.text);
  const rows = readCsv(deals.text);
  t.match(rows, [
    { action: 'buy', volume: '0.01', comment: `'${comment}` },
    { action: 'balance', profit: '1000.00' },
  ]);
  const journal = await new Example(built('export-csv'), 1, ADMIN_PASSWORD, ['journal']).end();
  t.equal(journal.code, 0, journal.text);
  t.match(readCsv(journal.text)[0], { kind: /^\w+$/, text: /./ });
  await trader.socket.close();
});

t.test('The export ends when its reader has enough', async (t) => {
  const { login, password, socket } = await server.openAccount({ deposit: '1000' });
  const command = `set -o pipefail; "${process.execPath}" ${built('export-csv')} deals | true`;
  const { code, text } = await new Example(
    '-c',
    login,
    password,
    [command],
    server.url(''),
    'bash',
  ).end();
  t.same({ code, text }, { code: 0, text: '' });
  await socket.close();
});

t.test('The export waits for a list that lags behind', async (t) => {
  const trader = await server.openAccount({ deposit: '1000' });
  await trader.rest.get('/history/deals');
  let lists = 0;
  // Hands on to the server, and answers the first list as a server does whose rows lag behind.
  const lagging = createServer(async (request, response) => {
    const { method = 'GET', url = '', headers } = request;
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { authorization = '', 'content-type': type = '' } = headers;
    const answer = await fetch(server.url(url), {
      method,
      headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }) },
      ...(method !== 'GET' && { body: Buffer.concat(parts) }),
    });
    const envelope = (await answer.json()) as { data: object };
    if (url.includes('/history/deals')) {
      lists += 1;
      const consistency = 'projection_pending';
      const pending = { items: [], total: 0, consistency, retry_after_ms: 1 };
      if (lists === 1) envelope.data = { ...envelope.data, ...pending };
    }
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(envelope));
  });
  await once(lagging.listen(0, '127.0.0.1'), 'listening');
  t.teardown(() => lagging.close());
  const url = `http://127.0.0.1:${(lagging.address() as AddressInfo).port}`;
  const { login, password } = trader;
  const run = await new Example(built('export-csv'), login, password, ['deals'], url).end();
  t.equal(run.code, 0, run.text);
  t.match(readCsv(run.text), [{ action: 'balance', profit: '1000.00' }]);
  t.equal(lists, 2);
  await trader.socket.close();
});
