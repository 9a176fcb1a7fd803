// The layout of a data folder, a log that cannot be read, and the control socket of its server.

import { execFile } from 'node:child_process';
import fs, {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import t, { type Test } from 'tap';
import { backup, copyFolder } from '../../../actors/commands/backup.js';
import { explain } from '../../../actors/commands/explain.js';
import { rebuild } from '../../../actors/commands/rebuild.js';
import { salvage } from '../../../actors/commands/salvage.js';
import { verify } from '../../../actors/commands/verify.js';
import { prove } from '../../../actors/drill/prove.js';
import { ANY_ROOM, copyData } from '../../../actors/drill/test-folder.js';
import { type ControlHandlers, callControl, serveControl } from '../../../actors/folder/control.js';
import { pathsOf } from '../../../actors/folder/folder.js';
import { layoutFault } from '../../../actors/folder/layout.js';
import { openFolder } from '../../../actors/main/boot.js';
import { bytesText } from '../../../storage/files/disk-space.js';
import { nameOf } from '../../../storage/log/log.js';
import { copyFiles } from '../../../storage/log/log-copy.js';
import { BarReader, BarStore } from '../../../storage/read/bars.js';
import { type Outcome, ok, refuse } from '../../../wire/base/codes.js';
import { MAIN, runCommand } from '../../support/command.js';
import { filledFolder, fillFolder, logFile, spoil } from '../commands/data-folder.js';

t.test('A folder in place of any file is named, with what helps', async (t) => {
  const data = filledFolder(t, 2);
  t.equal(layoutFault(data), undefined);
  t.equal(layoutFault(join(data, 'none')), undefined);
  const { log, fix, provider, reports, ...files } = pathsOf(data);
  for (const folder of [fix, provider, reports]) {
    writeFileSync(folder, '');
    t.match(layoutFault(data), `${folder} is no folder: `);
    rmSync(folder);
  }
  const copy = copyFiles(log)[0] as string;
  for (const path of [...Object.values(files), copy, join(log, nameOf(1))]) {
    rmSync(path, { force: true });
    mkdirSync(path);
    t.match(layoutFault(data), `${path} is a folder where a file should be: `);
    await t.rejects(openFolder(data, '', ANY_ROOM), new Error(layoutFault(data)), 'by a start');
    if (path === join(log, nameOf(1))) break;
    rmSync(path, { recursive: true });
  }
  const verified = await runCommand(['verify', '--data', data]);
  t.equal(verified.code, 1);
  t.equal(verified.stderr, `brokerd verify: ${layoutFault(data)}\n`);
  rmSync(join(log, nameOf(1)), { recursive: true });
  symlinkSync('nothing', join(log, nameOf(1)));
  t.match(layoutFault(data), /1.mdb is a link to nothing: .* salvage/);
  rmSync(log, { recursive: true });
  writeFileSync(log, '');
  t.match(layoutFault(data), `${log} is no folder: bring`);
  t.match(layoutFault(log), `${log} is no folder: choose another`);
});

t.test('What is not there is said to be not there', async (t) => {
  const data = join(t.testdir(), 'none');
  const none = { ok: false, code: 'not_found', message: `there is no data folder ${data}` };
  t.match(await rebuild(data), none);
  t.match(await salvage(data), none);
  t.match(verify(data), { code: 'not_found', message: `there is no log in ${data}` });
  mkdirSync(data);
  t.match(await rebuild(data), { code: 'not_found', message: `there is no log in ${data}` });
});

t.test('Bars that are no database are moved away; an empty file is a new one', async (t) => {
  const data = filledFolder(t, 2);
  const { bars } = pathsOf(data);
  writeFileSync(bars, 'no database at all');
  t.throws(() => BarStore.open(data), { message: /bars.db cannot be used: .*; move it away/ });
  const copied = await copyFolder(data, `${data}-copy`);
  t.match(copied, { code: 'internal', message: /bars.db cannot be copied: .*; move it away/ });
  writeFileSync(bars, '');
  BarStore.open(data).close();
});

/** Changes of a file of bars: of those that become quotes, of others, of its schema. */
const BARS_HARM = {
  'the bar 0 of symbol 1 of 1970-01-01T00:02:00.000Z is not what':
    'UPDATE running SET close = close + 1',
  'the bar 0 of symbol 1 of 1970-01-01T00:01:00.000Z is not what': 'UPDATE bar SET high = 9',
  'it has 0 running bars where 1 others': 'DELETE FROM running',
  'the database is of a newer version (999)': 'PRAGMA user_version = 999',
  'it has the trigger more':
    'CREATE TRIGGER more AFTER INSERT ON bar BEGIN DELETE FROM running; END',
} as const;

t.test('Bars that were changed are found, and become no quotes', async (t) => {
  const data = filledFolder(t);
  const { bars } = pathsOf(data);
  const prices = { open: 1, high: 4, low: 1, close: 3, tick_volume: 1, spread: 2 };
  const bar = { symbol_id: 1, frame: 0, digits: 5, ...prices };
  const save = (): void => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(bars + suffix, { force: true });
    const store = BarStore.open(data);
    const [first, next] = [60_000, 120_000].map((time) => ({
      ...bar,
      time,
      first: time,
      last: time,
    }));
    store.save([first as never], [next as never]);
    store.close();
  };
  save();
  t.match(verify(data), { ok: true });
  for (const [what, sql] of Object.entries(BARS_HARM)) {
    const db = new BetterSqlite(bars);
    db.exec(sql);
    db.close();
    const found = verify(data);
    t.match(found, { code: 'internal', data: { next: /move it away, and bars begin again/ } });
    t.match(found.ok ? '' : found.message, `bars.db is damaged: ${what}`);
    if (sql.includes('running SET')) {
      const reader = new BarReader(data);
      const fault = { message: /bars.db cannot be used: the bar .* is not what was written; move/ };
      t.throws(() => reader.lastQuote(1, 5), fault);
      reader.close();
      const store = BarStore.open(data);
      t.throws(() => store.running(), fault);
      store.close();
    }
    if (sql.startsWith('DELETE')) {
      const store = BarStore.open(data);
      t.throws(() => store.running(), /0 running bars where 1 others were written; move it away/);
      store.close();
    }
    save();
    t.match(verify(data), { ok: true });
  }
  const store = BarStore.open(data);
  store.save(
    [],
    [1, 2, 3].map((symbol_id) => ({ ...bar, symbol_id, time: 0, first: 0, last: 0 })),
  );
  store.save([], [{ ...bar, time: 60_000, close: 2, first: 0, last: 0 }]);
  store.forget([2, 7]);
  t.same(
    store.running().map(({ symbol_id, close }) => [symbol_id, close]),
    [
      [1, 2],
      [3, 3],
    ],
  );
  store.close();
  t.match(verify(data), { ok: true });
});

t.test('Copies are not proved inside the folder, nor inside a file', async (t) => {
  const data = filledFolder(t, 2);
  const options = { keyFile: '', cases: 1, seed: 1, only: 'copies', print: () => {} } as const;
  const within = await prove(data, { ...options, work: join(data, 'work') });
  t.match(within, { code: 'invalid_input', message: /lies in the data folder/ });
  const file = `${data}-file`;
  t.teardown(() => rmSync(file, { force: true }));
  writeFileSync(file, '');
  const inFile = await prove(data, { ...options, work: file });
  t.match(inFile, { code: 'invalid_input', message: /is no folder/ });
});

t.test('What is done to a copy that is proved reaches no other folder by a link', async (t) => {
  const within = t.testdir();
  const [data, disk, link] = ['data', 'disk', 'link'].map((name) => join(within, name));
  fillFolder(disk as string);
  mkdirSync(data as string);
  for (const name of readdirSync(disk as string)) {
    symlinkSync(join('..', 'disk', name), join(data as string, name));
  }
  symlinkSync('data', link as string);
  const before = verify(disk as string);
  const copy = join(within, 'copy');
  copyData(link as string, copy);
  t.same(verify(copy), before);
  const made = readdirSync(copy, { recursive: true, encoding: 'utf8' });
  t.ok(made.includes(join('log', nameOf(1))));
  for (const name of ['.', ...made]) t.notOk(lstatSync(join(copy, name)).isSymbolicLink(), name);
  spoil(logFile(copy), 'digest 5');
  t.same(verify(disk as string), before);
});

t.test('A server that is killed while it answers is told as that', async (t) => {
  // The address of a socket is short; what is sent is long, so that some is unread at the end.
  const folder = mkdtempSync(join(tmpdir(), 'brokerd-cut-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'control.sock');
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => socket.destroy());
  });
  await new Promise<void>((listening) => server.listen(path, listening));
  const asked = await callControl(path, 'backup', 'x'.repeat(8 << 20));
  t.match(asked, { code: 'internal', message: /the server ended/ });
  server.close();
});

t.test('Little room is told so that what is there and what is needed differ', async (t) => {
  t.same([300_000, 900_000, 50 << 20].map(bytesText), ['292 KiB', '878 KiB', '50 MiB']);
});

/** Does something while a file of a log can be opened so often, and then no more. */
const during = async <T>(times: number, act: () => Promise<T>): Promise<T> => {
  const { openSync } = fs;
  let left = times;
  fs.openSync = (path, ...how) => {
    const isLog = String(path).endsWith('.mdb');
    if (isLog && left === 0) throw Object.assign(new Error('no file left'), { code: 'EMFILE' });
    if (isLog) left -= 1;
    return openSync(path, ...how);
  };
  syncBuiltinESMExports();
  try {
    return await act();
  } finally {
    fs.openSync = openSync;
    syncBuiltinESMExports();
  }
};

const UNREAD = 'the log could not be read here: no file left; nothing is known of it';
/** Room enough for any of the commands, not for a log that is written to. */
const LIMIT_KIB = 2_500_000;

/** Runs a command in a small address space; what it printed. */
const limited = (command: string, data: string): Promise<string> =>
  new Promise((resolve) => {
    const line = `ulimit -v ${LIMIT_KIB}; exec "$0" "$@"`;
    const args = ['-c', line, process.execPath, MAIN, command, '--data', data];
    execFile('sh', args, (error, stdout, stderr) =>
      resolve(`${error?.signal ?? error?.code ?? 0} ${stdout}${stderr}`),
    );
  });

/** What bears the log's name: itself, one that is made, one that was damaged. */
const logsIn = (data: string): string[] =>
  readdirSync(data).filter((name) => name.startsWith('log'));

t.test('No command calls a log damaged of which it knows nothing', async (t) => {
  const data = filledFolder(t);
  const copy = `${data}-copy`;
  const unread = { ok: false, code: 'internal', message: UNREAD };
  await during(0, async () => {
    await t.rejects(openFolder(data, '', { closeOnlyBelow: 1, ballast: 0 }), { message: UNREAD });
    for (const refused of [verify(data), await salvage(data), await explain(data, 2)]) {
      t.same(refused, unread);
    }
    const message = /cannot be copied: no file left$/;
    t.match(await backup(data, copy), { code: 'internal', message });
  });
  // The copy is opened to sync it, too.
  t.same(await during(2, () => backup(data, copy)), unread, 'the copy is checked');
  t.notOk(existsSync(copy));
  t.same(logsIn(data), ['log']);
});

t.test('A salvage that cannot read what is good of the log leaves it alone', async (t) => {
  const data = filledFolder(t);
  spoil(logFile(data), 'digest 5');
  await t.rejects(
    during(1, () => salvage(data)),
    { message: 'no file left' },
  );
  t.same(logsIn(data), ['log']);
  t.match(await salvage(data), { ok: true, data: { lost: null } });
});

t.test('Where memory is limited a map that is too large is told', async (t) => {
  const data = filledFolder(t);
  spoil(logFile(data), 'digest 5');
  const salvaged = await limited('salvage', data);
  t.match(salvaged, /^1 brokerd: its map needs .* MiB, the limit \(ulimit -v\) is 2442/);
  t.same(logsIn(data), ['log'], 'nothing is left behind');
});

const served = async (t: Test, handlers: ControlHandlers): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'brokerd-'));
  const path = join(folder, 'control.sock');
  const server = await serveControl(path, handlers);
  t.teardown(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });
  return path;
};

t.test('A command gets the outcome of its handler', async (t) => {
  const path = await served(t, {
    'state-hash': async () => ok({ seq: 5 }),
    backup: async (input) => refuse('conflict', JSON.stringify(input)),
    broken: async () => {
      throw new Error('out of order');
    },
  });
  t.same(await callControl(path, 'state-hash'), { ok: true, data: { seq: 5 } });
  t.match(await callControl(path, 'backup', { to: 'x' }), { ok: false, message: '{"to":"x"}' });
  t.match(await callControl(path, 'broken'), { code: 'internal', message: 'out of order' });
  t.match(await callControl(path, 'toString'), { ok: false, code: 'invalid_input' });
});

t.test('The socket is for its owner alone and replaces one that was left over', async (t) => {
  const folder = t.testdir();
  const path = join(folder, 'control.sock');
  writeFileSync(path, '');
  const mask = process.umask();
  const server = await serveControl(path, {});
  t.teardown(() => server.close());
  t.equal(statSync(path).mode & 0o777, 0o600);
  t.equal(process.umask(), mask, 'the file mask is as before');
});

t.test('Without a server a command is told so', async (t) => {
  t.match(await callControl(join(t.testdir(), 'control.sock'), 'x'), { code: 'not_found' });
});

t.test('A server that ends leaves no command waiting', async (t) => {
  const path = join(t.testdir(), 'control.sock');
  let closing: Promise<void> | undefined;
  const server = await serveControl(path, {
    stop: () => {
      closing = server.close();
      return new Promise(() => {});
    },
  });
  t.match(await callControl(path, 'stop'), { code: 'internal' });
  await closing;
});

t.test('A command waits while the server says that it works, and no longer', async (t) => {
  let end = (): void => {};
  const folder = mkdtempSync(join(tmpdir(), 'brokerd-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'control.sock');
  const slow = (): Promise<Outcome<unknown>> =>
    new Promise((resolve) => {
      end = () => resolve(ok('slow'));
    });
  const server = await serveControl(path, { slow }, 1);
  const socket = createConnection(path).setEncoding('utf8');
  socket.write('{"op":"slow"}\n');
  let text = '';
  for await (const piece of socket) {
    text += piece;
    if (text.startsWith('\n\n\n')) end();
    if (text.endsWith('}\n')) break;
  }
  t.match(JSON.parse(text), { data: 'slow' }, 'empty lines come before the answer');
  await server.close();

  const answer = `${JSON.stringify(ok('slow'))}\n`;
  const working = createServer((one) =>
    one.once('data', () => one.write('\n\n', () => one.write(answer))),
  );
  await new Promise<void>((listening) => working.listen(path, listening));
  t.match(await callControl(path, 'slow'), { data: 'slow' }, 'and are none to a command');
  await new Promise((closed) => working.close(closed));

  const silent = createServer((one) => one.resume());
  await new Promise<void>((listening) => silent.listen(path, listening));
  const refused = await callControl(path, 'backup', null, 5);
  t.match(refused, { ok: false, code: 'timeout', message: /said nothing for/ });
  await new Promise((closed) => silent.close(closed));
});

t.test('A command that ends without an answer fails', async (t) => {
  const data = filledFolder(t, 2);
  const dead = 'import net from "node:net"; net.Socket.prototype.connect = (one) => one;';
  const hashed = await runCommand(['state-hash', '--data', data], {
    NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(dead)}"`,
  });
  t.match(hashed, { code: 1, stdout: '' });
});

t.test('Lines are answered in order, and too long ones end the talk', async (t) => {
  const path = await served(t, {
    slow: () => new Promise((resolve) => setImmediate(() => resolve(ok('slow')))),
    quick: async () => ok('quick'),
  });
  const socket = createConnection(path).setEncoding('utf8');
  socket.write('{"op":"slow"}\nnonsense\n{"op":"quick"}\n');
  let text = '';
  for await (const piece of socket) {
    text += piece;
    if (text.split('\n').length === 4) break;
  }
  const outcomes = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  t.match(outcomes, [{ data: 'slow' }, { code: 'invalid_input' }, { data: 'quick' }]);
  const flood = createConnection(path);
  const closed = new Promise((resolve) => flood.once('close', resolve));
  flood.on('error', () => {});
  flood.write('x'.repeat(70_000));
  flood.resume();
  await closed;
  t.match(await callControl(path, 'quick'), { ok: true }, 'and the server goes on');
});
