// Starts that must fail do so with one clear message, and harm nothing.

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { rebuild } from '../../actors/commands/rebuild.js';
import { salvage } from '../../actors/commands/salvage.js';
import { verify } from '../../actors/commands/verify.js';
import { DAMAGES } from '../../actors/drill/damage.js';
import { seededRandom } from '../../actors/drill/seeded-random.js';
import { ANY_ROOM } from '../../actors/drill/test-folder.js';
import { pathsOf } from '../../actors/folder/folder.js';
import { Runtime } from '../../actors/main/runtime.js';
import { dropDatabase, openReader } from '../../storage/database/database.js';
import { type Ran, runCommand } from '../support/command.js';
import { ADMIN_PASSWORD, ServerProcess, TRADER_PASSWORD } from '../support/server-process.js';
import type { Fault } from './fault.js';
import { tradedFolder } from './traded-folder.js';

const PASSWORDS = {
  BROKERD_ADMIN_PASSWORD: ADMIN_PASSWORD,
  BROKERD_TRADER_PASSWORD: TRADER_PASSWORD,
};

/** A start that must fail, with all that it printed. */
const failedStart = async (
  t: Test,
  args: readonly string[],
  env: Record<string, string> = PASSWORDS,
): Promise<Ran & { output: string }> => {
  const ran = await runCommand(['serve', '--prices', 'none', ...args], env);
  t.not(ran.code, 0);
  return { ...ran, output: ran.stdout + ran.stderr };
};

/** One that must fail on a data folder, with one message and the code 1. */
const refusedFolder = async (t: Test, data: string, ...args: string[]): Promise<string> => {
  const { code, output } = await failedStart(t, ['--port', '0', '--data', data, ...args]);
  t.equal(code, 1);
  t.equal(messages(output), 1, output);
  return output;
};

const messages = (text: string): number =>
  text.split('\n').filter((line) => line.trim() !== '').length;

const second = async (t: Test): Promise<void> => {
  const folder = t.testdir({});
  const data = join(folder, 'first');
  const server = await ServerProcess.start({ data });
  t.teardown(() => server.stop());
  t.match(await refusedFolder(t, data), data, 'the message names the folder');

  const port = String(server.port);
  const samePort = await failedStart(t, ['--port', port, '--data', join(folder, 'second')]);
  t.match(samePort.output, port, 'the message names the port');
  t.equal(samePort.output.match(/"level":"?(error|fatal|50|60)/g)?.length ?? 1, 1, samePort.output);

  rmSync(join(data, 'lock'));
  t.match(await refusedFolder(t, data), 'is in use, though its lock is gone');
  t.ok((await server.signInStaff()).csrfToken, 'the first server still signs people in');
};

const wrongFlags = async (t: Test): Promise<void> => {
  const folder = t.testdir({});
  const data = join(folder, 'flags');
  const wrong = ['--port', '99999', '--shards', 'many', '--colour', '--trade-rate', '-1'];
  const { output } = await failedStart(t, [...wrong, '--data', data]);
  for (const name of ['--port', '--shards', '--colour', '--trade-rate']) t.match(output, name);
  const twin = await failedStart(t, ['--data', data], { BROKERD_LOG_LEVEL: 'loud' });
  t.match(twin.output, 'BROKERD_LOG_LEVEL');
  const passwords = {
    BROKERD_ADMIN_PASSWORD: 'short',
    BROKERD_TRADER_PASSWORD: 'longer-than-16-characters',
  };
  const ran = await failedStart(t, ['--data', data], passwords);
  for (const name of Object.keys(passwords)) t.match(ran.output, name);
  t.notMatch(ran.output, /short|longer-than/, 'the passwords are not printed');
  const absent = join(folder, 'absent.csv');
  t.match((await failedStart(t, ['--prices', absent, '--data', data])).output, absent);
  t.same(readdirSync(folder), [], 'nothing was made');
};

const noFolder = async (t: Test): Promise<void> => {
  const folder = t.testdir({ file: 'not a folder' });
  const { output } = await failedStart(t, ['--port', '0', '--data', join(folder, 'file')]);
  t.match(output, join(folder, 'file'));
  t.notMatch(output, /\n\s+at /, 'no stack');
  const nowhere = '/proc/brokerd-data';
  t.match(await refusedFolder(t, nowhere), `the data folder ${nowhere} cannot be used`);

  const mistyped = join(folder, 'mistyped');
  for (const tool of [verify, rebuild, salvage]) {
    const { ok, message } = { message: '', ...(await tool(mistyped)) };
    t.notOk(ok);
    t.match(message, mistyped);
  }
  const tool = await runCommand(['salvage', '--data', mistyped], {});
  t.equal(tool.code, 1);
  t.match(tool.stderr, mistyped);
  t.equal(messages(tool.stderr), 1, tool.stderr);
  t.same(readdirSync(folder), ['file'], 'no tool made the folder');

  const damaged = join(folder, 'damaged');
  mkdirSync(join(damaged, 'log'), { recursive: true });
  writeFileSync(join(damaged, 'log', 'log-0000000000000001.mdb'), Buffer.alloc(20_000, 7));
  t.match(await refusedFolder(t, damaged), /log is damaged/);
};

/** A start whose shard has failed, and closed its port to the log, before it is connected to it. */
const lateStart = async (t: Test, data: string, fault: string): Promise<void> => {
  let fatal = (_error: Error): void => {};
  const failure = new Promise<Error>((resolve) => {
    fatal = resolve;
  });
  const runtime = await Runtime.open({
    data,
    keyFile: '',
    version: '',
    firewall: '',
    shards: 1,
    tradeRate: 0,
    disk: ANY_ROOM,
    prices: { source: { kind: 'none' }, isGiven: true },
    demo: null,
    log: () => {},
    full: fatal,
    fatal,
  });
  t.match((await failure).message, fault);
  await t.rejects(runtime.start(), { message: fault }, 'the cause, not the closed port');
  await runtime.stop();
};

/** A ledger as it lies in the file of a database. */
const ledgerIn = (path: string): { readonly login: number; readonly row: Buffer } => {
  const db = openReader(path);
  try {
    return db.prepare('SELECT login, row FROM account_rows WHERE kind = 1').get() as ReturnType<
      typeof ledgerIn
    >;
  } finally {
    db.close();
  }
};

const badFiles = async (t: Test): Promise<void> => {
  const data = await tradedFolder(t);
  const whole = verify(data);
  const { seq, state_hash } = whole.ok ? whole.data : {};
  const { database, log, key } = pathsOf(data);
  const rot = (path: string): void => writeFileSync(path, Buffer.alloc(20_000, 'rotten'));
  rot(join(data, 'bars.db'));
  t.match(await refusedFolder(t, data), /bars\.db cannot be used: file is not a database/);
  rmSync(join(data, 'bars.db'));

  const file = readFileSync(database);
  const ledger = ledgerIn(database);
  const at = file.indexOf(ledger.row) + ledger.row.length - 1;
  file.writeUInt8(file.readUInt8(at) ^ 1, at);
  writeFileSync(database, file);
  const row = `row ${ledger.login} of ledgers is not what was written`;
  const wrong = `${database} cannot be used: ${row}; brokerd rebuild makes it again from the log`;
  t.match(await refusedFolder(t, data), wrong, 'of a row that changed');
  await lateStart(t, data, wrong);
  const verified = await runCommand(['verify', '--data', data]);
  t.equal(verified.code, 1);
  t.match(verified.stderr, `the log is good, but ${wrong}`);
  t.match(verified.record, { seq, state_hash, database: wrong, next: 'brokerd rebuild' });
  dropDatabase(database);
  rot(database);
  const none = await refusedFolder(t, data);
  t.match(none, /brokerd\.db cannot be used: file is not a database.*rebuild/);
  t.match(await rebuild(data), { ok: true });

  renameSync(log, `${log}.away`);
  const before = statSync(database).size;
  t.match(await refusedFolder(t, data), /has a database but no log/);
  t.equal(statSync(database).size, before, 'it is left as it is');
  renameSync(`${log}.away`, log);
  dropDatabase(database);
  DAMAGES[0]?.apply(data, seededRandom(1), '');
  const event = /damaged at event (\d+): the checksum/.exec(await refusedFolder(t, data))?.[1];
  const harmed = await runCommand(['verify', '--data', data]);
  t.equal(harmed.code, 1);
  t.match(harmed.record, { first: Number(event), last: seq, lost: null });
  t.match(harmed.stderr, /next: brokerd salvage/);
  t.match(await salvage(data), { ok: true });

  renameSync(key, `${key}.away`);
  t.match(await refusedFolder(t, data), `there is no key file ${key}`);
  t.notOk(existsSync(key), 'no new key takes its place');
  const other = `${key}.other`;
  writeFileSync(other, `${'ab'.repeat(32)}\n`, { mode: 0o600 });
  const wrongKey = await refusedFolder(t, data, '--key-file', other);
  t.match(wrongKey, 'the key is not that of the data folder');
  const elsewhere = await ServerProcess.start({ data, args: ['--key-file', `${key}.away`] });
  t.ok((await elsewhere.signInStaff()).csrfToken, 'the key may lie elsewhere');
  t.equal((await elsewhere.stop()).code, 0);
  t.notOk(existsSync(key));
};

const badPrices = async (t: Test): Promise<void> => {
  const prices = join(t.testdir({}), 'prices.csv');
  const lines = ['time,symbol,bid,ask', 'yesterday,EURUSD,1,2', '1,2', '', 'x'.repeat(5_000)];
  const good = '2026-01-05T10:00:00Z,EURUSD,1.20000,1.20010';
  writeFileSync(prices, [...lines, good, ''].join('\n'));
  const server = await ServerProcess.start({ prices, args: ['--replay-speed', '0'] });
  t.teardown(() => server.stop());
  const trader = await server.openAccount();
  const order = { channel: 'quotes', symbols: ['EURUSD'] };
  const { data } = await trader.socket.request('subscribe', order);
  const known = JSON.stringify(data).includes('1.20000');
  if (!known) await trader.socket.take('quotes', (frame) => /1\.20000/.test(JSON.stringify(frame)));
  for (const line of ['line 2', 'line 3', 'line 5']) t.match(server.output(), line);
};

const ONCE = { counts: { test: 1, deep: 0, soak: 0 }, shows: ['R5'] } as const;
const ONCE_IN_DEEP = { ...ONCE, counts: { test: 1, deep: 1, soak: 0 }, leftToDeep: true } as const;

/** One row each. */
export const BAD_STARTS: readonly Fault[] = [
  {
    name: 'A second server is refused, and the first continues to serve',
    run: second,
    ...ONCE_IN_DEEP,
  },
  {
    name: 'Wrong flags and passwords end the start with one message that names all of them',
    run: wrongFlags,
    ...ONCE,
  },
  { name: 'An impossible data folder is refused with a reason', run: noFolder, ...ONCE },
  {
    name: 'A start names the damaged or missing file, and the remedy',
    run: badFiles,
    ...ONCE_IN_DEEP,
  },
  { name: 'Bad lines of a file of prices do not end the start', run: badPrices, ...ONCE_IN_DEEP },
];
