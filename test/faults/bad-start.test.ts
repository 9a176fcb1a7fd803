// Starts that must fail do so with one clear message, and harm nothing.

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { type Ran, runCommand } from '../support/command.js';
import { ADMIN_PASSWORD, ServerProcess, TRADER_PASSWORD } from '../support/server-process.js';
import { signInStaff, Trader } from '../support/trader.js';
import { projected } from './books.js';

const folder = mkdtempSync(join(tmpdir(), 'brokerd-start-'));
t.teardown(() => rmSync(folder, { recursive: true, force: true }));

const PASSWORDS = {
  BROKERD_ADMIN_PASSWORD: ADMIN_PASSWORD,
  BROKERD_TRADER_PASSWORD: TRADER_PASSWORD,
};

/** A start that must fail, with all that it printed. */
const failedStart = async (
  args: readonly string[],
  env: Record<string, string> = PASSWORDS,
): Promise<Ran & { output: string }> => {
  const ran = await runCommand(['serve', '--prices', 'none', ...args], env);
  return { ...ran, output: ran.stdout + ran.stderr };
};

const messages = (text: string): number =>
  text.split('\n').filter((line) => line.trim() !== '').length;

t.test('A second server is refused, and the first serves on', async (t) => {
  const data = join(folder, 'first');
  const server = await ServerProcess.start({ data });
  t.teardown(() => server.stop());

  const sameData = await failedStart(['--port', '0', '--data', data]);
  t.not(sameData.code, 0);
  t.match(sameData.output, data, 'the message names the folder');
  t.equal(messages(sameData.output), 1, sameData.output);

  const port = String(server.port);
  const samePort = await failedStart(['--port', port, '--data', join(folder, 'second')]);
  t.not(samePort.code, 0);
  t.match(samePort.output, port, 'the message names the port');
  t.equal(samePort.output.match(/"level":"?(error|fatal|50|60)/g)?.length ?? 1, 1, samePort.output);

  rmSync(join(data, 'lock'));
  const lockGone = await failedStart(['--port', '0', '--data', data]);
  t.equal(lockGone.code, 1);
  t.match(lockGone.output, 'is in use, though its lock is gone');

  t.ok((await signInStaff(server)).csrfToken, 'the first server still signs people in');
});

t.test('Wrong flags end the start with one message that names every problem', async (t) => {
  const data = join(folder, 'flags');
  const wrong = ['--port', '99999', '--shards', 'many', '--colour', '--trade-rate', '-1'];
  const ran = await failedStart([...wrong, '--data', data]);
  t.not(ran.code, 0);
  for (const name of ['--port', '--shards', '--colour', '--trade-rate']) t.match(ran.output, name);
  const twin = await failedStart(['--data', data], { BROKERD_LOG_LEVEL: 'loud' });
  t.not(twin.code, 0);
  t.match(twin.output, 'BROKERD_LOG_LEVEL');
  t.notOk(readdirSync(folder).includes('flags'), 'nothing was made');
});

t.test('A given password that breaks the rule ends the start', async (t) => {
  const data = join(folder, 'passwords');
  const env = {
    BROKERD_ADMIN_PASSWORD: 'short',
    BROKERD_TRADER_PASSWORD: 'longer-than-16-characters',
  };
  const ran = await failedStart(['--data', data], env);
  t.not(ran.code, 0);
  t.match(ran.output, 'BROKERD_ADMIN_PASSWORD');
  t.match(ran.output, 'BROKERD_TRADER_PASSWORD');
  t.notMatch(ran.output, /short|longer-than/, 'the passwords are not printed');
});

t.test('A data folder that cannot be one is refused in words', async (t) => {
  const file = join(folder, 'file');
  writeFileSync(file, 'not a folder');
  const ran = await failedStart(['--port', '0', '--data', file]);
  t.not(ran.code, 0);
  t.match(ran.output, file);
  t.notMatch(ran.output, /\n\s+at /, 'no stack');

  const nowhere = '/proc/brokerd-data';
  const none = await failedStart(['--port', '0', '--data', nowhere]);
  t.equal(none.code, 1);
  t.match(none.output, `the data folder ${nowhere} cannot be used`);
  t.equal(messages(none.output), 1, none.output);

  const mistyped = join(folder, 'mistyped');
  for (const command of ['verify', 'rebuild', 'salvage']) {
    const tool = await runCommand([command, '--data', mistyped], {});
    t.equal(tool.code, 1, command);
    t.match(tool.stderr, mistyped, command);
    t.equal(messages(tool.stderr), 1, tool.stderr);
  }
  t.notOk(readdirSync(folder).includes('mistyped'), 'no tool made the folder');

  const damaged = join(folder, 'damaged');
  mkdirSync(join(damaged, 'log'), { recursive: true });
  writeFileSync(join(damaged, 'log', 'log-0000000000000001.mdb'), Buffer.alloc(20_000, 7));
  const read = await failedStart(['--port', '0', '--data', damaged]);
  t.not(read.code, 0);
  t.match(read.output, /log is damaged/);
  t.equal(messages(read.output), 1, read.output);
});

t.test('A start names the damaged file, and what helps', async (t) => {
  const data = join(folder, 'rotten');
  await (await ServerProcess.start({ data })).stop();
  const rot = (name: string): void => {
    for (const suffix of ['-wal', '-shm']) rmSync(join(data, name + suffix), { force: true });
    writeFileSync(join(data, name), Buffer.alloc(20_000, 'rotten'));
  };
  rot('bars.db');
  const withoutBars = await failedStart(['--port', '0', '--data', data]);
  t.equal(withoutBars.code, 1);
  t.match(withoutBars.output, /bars\.db cannot be used: file is not a database/);
  rmSync(join(data, 'bars.db'));

  rot('brokerd.db');
  const withoutDatabase = await failedStart(['--port', '0', '--data', data]);
  t.equal(withoutDatabase.code, 1);
  t.match(withoutDatabase.output, /brokerd\.db cannot be used: file is not a database.*rebuild/);
  t.equal(messages(withoutDatabase.output), 1, withoutDatabase.output);
  t.equal((await runCommand(['rebuild', '--data', data], {})).code, 0);
  await (await ServerProcess.start({ data })).stop();
});

t.test('A used folder without its key file is refused: no new key takes its place', async (t) => {
  const data = join(folder, 'keyless');
  await (await ServerProcess.start({ data })).stop();
  const key = join(data, 'key');
  renameSync(key, `${key}.away`);
  const ran = await failedStart(['--port', '0', '--data', data]);
  t.equal(ran.code, 1);
  t.match(ran.output, `there is no key file ${key}`);
  t.equal(messages(ran.output), 1, ran.output);
  t.notOk(existsSync(key));

  const elsewhere = await ServerProcess.start({ data, args: ['--key-file', `${key}.away`] });
  t.ok((await signInStaff(elsewhere)).csrfToken, 'the key may lie elsewhere');
  await elsewhere.stop();
  t.notOk(existsSync(key));
  renameSync(`${key}.away`, key);
  writeFileSync(`${key}.other`, `${'ab'.repeat(32)}\n`, { mode: 0o600 });
  const other = await failedStart(['--port', '0', '--data', data, '--key-file', `${key}.other`]);
  t.equal(other.code, 1);
  t.match(other.output, 'the key is not that of the data folder');
  await (await ServerProcess.start({ data })).stop();
});

t.test('A database without its log is refused and left as it is', async (t) => {
  const data = join(folder, 'logless');
  const server = await ServerProcess.start({ data });
  await projected(data, 1);
  await server.stop();
  renameSync(join(data, 'log'), join(data, 'log.away'));
  const before = statSync(join(data, 'brokerd.db')).size;
  const ran = await failedStart(['--port', '0', '--data', data]);
  t.equal(ran.code, 1);
  t.match(ran.output, /has a database but no log/);
  t.equal(statSync(join(data, 'brokerd.db')).size, before);
  renameSync(join(data, 'log.away'), join(data, 'log'));
  await (await ServerProcess.start({ data })).stop();
});

t.test('Prices from a file that is not there end the start; bad lines do not', async (t) => {
  const absent = ['serve', '--prices', join(folder, 'absent.csv'), '--data', join(folder, 'none')];
  const ran = await runCommand(absent, PASSWORDS);
  t.not(ran.code, 0);
  t.match(ran.stdout + ran.stderr, 'absent.csv');

  const prices = join(folder, 'prices.csv');
  const lines = ['time,symbol,bid,ask', 'yesterday,EURUSD,1,2', '1,2', '', 'x'.repeat(5_000)];
  const good = '2026-01-05T10:00:00Z,EURUSD,1.20000,1.20010';
  writeFileSync(prices, [...lines, good, ''].join('\n'));
  const server = await ServerProcess.start({ prices, args: ['--replay-speed', '0'] });
  t.teardown(() => server.stop());
  const trader = await Trader.enter(server, await signInStaff(server));
  const order = { channel: 'quotes', symbols: ['EURUSD'] };
  const { data } = await trader.socket.request('subscribe', order);
  const known = JSON.stringify(data).includes('1.20000');
  if (!known) await trader.socket.take('quotes', (frame) => /1\.20000/.test(JSON.stringify(frame)));
  for (const line of ['line 2', 'line 3', 'line 5']) t.match(server.output(), line);
});
