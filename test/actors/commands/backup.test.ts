// Backup, restore and rebuild: a complete copy, and a database that is only a view, come back.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
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
import t, { type Test } from 'tap';
import { backup, backupHandler, copyFolder } from '../../../actors/commands/backup.js';
import { createAdmin } from '../../../actors/commands/create-admin.js';
import { rebuild } from '../../../actors/commands/rebuild.js';
import { release } from '../../../actors/commands/release.js';
import { restore } from '../../../actors/commands/restore.js';
import { rotateKey } from '../../../actors/commands/rotate-key.js';
import { salvage } from '../../../actors/commands/salvage.js';
import { stateHash } from '../../../actors/commands/state-hash.js';
import { verify } from '../../../actors/commands/verify.js';
import { ANY_ROOM } from '../../../actors/drill/test-folder.js';
import { serveControl } from '../../../actors/folder/control.js';
import { isFreshCopy } from '../../../actors/folder/first-ids.js';
import { pathsOf } from '../../../actors/folder/folder.js';
import { MARK_FILE, workFolders } from '../../../actors/folder/work-folder.js';
import { openFolder } from '../../../actors/main/boot.js';
import { openKeys } from '../../../actors/secrets/keyfile.js';
import { lockFolder } from '../../../storage/database/database.js';
import { frameEvents } from '../../../storage/log/batch.js';
import { Log, nameOf } from '../../../storage/log/log.js';
import { BarReader, BarStore } from '../../../storage/read/bars.js';
import { storedCheckpoint } from '../../../storage/read/snapshot.js';
import { ok } from '../../../wire/base/codes.js';
import { packEvent } from '../../../wire/codec/pack.js';
import { buildDeskEvent } from '../../support/build.js';
import { MAIN, NODE_FLAGS, runCommand } from '../../support/command.js';
import { until } from '../../support/guard.js';
import { dump } from '../../support/stored-rows.js';
import { vitalsIn } from '../../support/vitals.js';
import { filledFolder, fillFolder, logFile, spoil } from './data-folder.js';

/** Where a data folder, its copy, and what is restored from that may be made. */
const folders = (t: Test) => {
  const within = t.testdir();
  return { data: join(within, 'data'), copy: join(within, 'copy'), again: join(within, 'again') };
};

/** As these, with a data folder that is filled. */
const filledFolders = (t: Test) => {
  const made = folders(t);
  fillFolder(made.data);
  return made;
};

/** Starts a script that does something with a path until it is ended. */
const start = (script: URL, path: string) => spawn(process.execPath, [script.pathname, path]);

t.test('A restored backup has the same log, database and key', async (t) => {
  const { data, copy, again } = folders(t);
  fillFolder(data, 30, { rotateBytes: 64 * 1024, mapSize: 16 * 1024 * 1024 });
  const { vitals } = vitalsIn(data);
  vitals.start();
  vitals.stop();
  t.ok(existsSync(pathsOf(data).vitals));
  t.match(await backup(data, copy), { ok: true, data: { to: copy, seq: 32 } });
  t.notOk(
    readdirSync(copy).some((name) => name.startsWith('vitals')),
    'heartbeats stay',
  );
  t.equal(statSync(copy).mode & 0o777, 0o700);
  t.equal(statSync(pathsOf(copy).key).mode & 0o777, 0o600);
  t.match(await restore(copy, again), { ok: true, data: { seq: 32 } });
  t.same(dump(pathsOf(again).database), dump(pathsOf(data).database));
  t.equal(readFileSync(pathsOf(again).key, 'utf8'), readFileSync(pathsOf(data).key, 'utf8'));
  t.same(verify(again), verify(data));
});

t.test('A copy taken while the log is written is whole and goes up to some event', async (t) => {
  const data = join(t.testdir(), 'data');
  fillFolder(data);
  const writer = start(new URL('./write-child.js', import.meta.url), data);
  t.teardown(() => writer.kill('SIGKILL'));
  // It writes on as soon as it has told that it wrote.
  const more = (): void => void writer.stdin.write('.');
  writer.stdout.on('data', more);
  more();
  await once(writer.stdout, 'data');
  const copies: number[] = [];
  for (const name of ['one', 'two']) {
    const copied = await copyFolder(data, join(t.testdirName, name));
    t.match(copied, { ok: true });
    if (copied.ok) copies.push(copied.data.seq);
    t.match(verify(join(t.testdirName, name)), { data: { broken: 0 } });
    await once(writer.stdout, 'data');
  }
  writer.stdout.off('data', more);
  writer.kill('SIGKILL');
  await once(writer, 'exit');
  t.ok((copies[1] ?? 0) > (copies[0] ?? 0), `the writer went on: ${copies}`);
});

t.test('A running server makes the backup itself', async (t) => {
  const { data, copy } = filledFolders(t);
  const lock = lockFolder(data);
  const { signal } = new AbortController();
  const handler = backupHandler(data, '', signal);
  const server = await serveControl(pathsOf(data).control, { backup: handler });
  t.match(await backup(data, copy), { ok: true, data: { to: copy, seq: 11 } });
  await server.close();
  if (lock.ok) lock.data.release();
  t.match(verify(copy), { ok: true });
  t.match(await handler?.({ to: 'copy' }), { message: /absolute/ });
});

t.test('A server that stops ends the copying', async (t) => {
  const { data, copy } = filledFolders(t);
  const ending = new AbortController();
  const copied = backupHandler(data, '', ending.signal)?.({ to: copy });
  ending.abort();
  await t.rejects(Promise.resolve(copied));
  t.notOk(existsSync(copy));
});

t.test('Two copies to one place make one copy and leave no other file', async (t) => {
  const { data, copy } = filledFolders(t);
  mkdirSync(`${copy}.new`);
  const both = await Promise.all([copyFolder(data, copy), copyFolder(data, copy)]);
  const [made, refused] = both[0]?.ok ? both : both.toReversed();
  t.match(made, { ok: true, data: { to: copy, seq: 11 } });
  t.match(refused, { ok: false, code: 'conflict', message: `${copy} exists already` });
  t.match(verify(copy), { ok: true });
  const left = readdirSync(t.testdirName).toSorted();
  t.same(left, ['copy', 'copy.new', 'data'], 'a folder that has such a name is left alone');
});

t.test('A copy that is refused, or ended by a signal, leaves nothing', async (t) => {
  const { data, copy } = filledFolders(t);
  t.match(await copyFolder(data, join(data, 'copy')), { code: 'invalid_input', message: /beside/ });
  spoil(logFile(data), 'digest 5');
  t.match(await copyFolder(data, copy), { ok: false, message: /event 7/ });
  const child = start(new URL('../folder/work-child.js', import.meta.url), `${copy}.new-`);
  const [name] = await once(child.stdout, 'data');
  t.ok(existsSync(String(name)));
  child.kill('SIGTERM');
  t.same(await once(child, 'exit'), [null, 'SIGTERM']);
  t.same(readdirSync(t.testdirName), ['data']);
});

t.test('A backup and a restore overwrite nothing', async (t) => {
  const { data, copy, again } = filledFolders(t);
  t.match(await restore(copy, again), { ok: false, code: 'not_found' });
  t.notOk(existsSync(again));
  t.match(await restore(copy, data), { ok: false, code: 'conflict' }, 'before it looks for a copy');
  mkdirSync(copy);
  t.match(await backup(data, copy), { ok: false, code: 'conflict' });
  t.match(await restore(data, data), { ok: false, code: 'conflict' });
  t.match(await backup(join(copy, 'none'), join(copy, 'to')), { ok: false, code: 'not_found' });
  t.match(await restore(copy, join(copy, 'to')), { ok: false, code: 'not_found' });
});

/** What a used folder may have of before, besides a log and a database. */
const IN_THE_WAY = [
  ...['bars.db-wal', 'brokerd.db-journal', 'brokerd.db-shm', 'brokerd.db-wal', 'brokerd.db.new'],
  ...['demo-provider', 'first-ids', 'fix', 'key', 'key.check', 'log.damaged', 'log.salvage'],
];

t.test('Everything in the way of a restore is named at once, and stays as it is', async (t) => {
  const { data, copy, again } = filledFolders(t);
  await backup(data, copy);
  mkdirSync(again);
  for (const name of [...IN_THE_WAY, 'ballast', 'control.sock', 'notes.txt']) {
    writeFileSync(join(again, name), name);
  }
  const paths = IN_THE_WAY.map((name) => join(again, name)).join(', ');
  const message = `in the way: ${paths}; move them away first`;
  t.match(await restore(copy, again), { ok: false, code: 'conflict', message });
  for (const name of IN_THE_WAY) {
    t.equal(readFileSync(join(again, name), 'utf8'), name);
    rmSync(join(again, name));
  }
  t.match(await restore(copy, again), { ok: true }, 'what a server makes is not in the way');
  t.equal(readFileSync(join(again, 'notes.txt'), 'utf8'), 'notes.txt');
  t.match(verify(again), { ok: true });
});

const starting = async (data: string): Promise<void> => {
  const { lock } = await openFolder(data, '', ANY_ROOM);
  lock.release();
};

t.test('A copy knows its key, and a folder of it is not used with another', async (t) => {
  const { data, copy, again } = filledFolders(t);
  const [mine, other] = [pathsOf(data).key, join(t.testdirName, 'other')];
  openKeys(other);
  t.match(await backup(data, copy), { ok: true }, 'even before the first start');
  const wrong = `the key ${other} is not that of the data folder ${data}`;
  await starting(data);
  t.match(await backup(data, `${copy}-2`, other), { code: 'invalid_input', message: wrong });
  renameSync(mine, `${mine}-elsewhere`);
  const none = `there is no key file ${mine}: name it by --key-file`;
  t.match(await backup(data, `${copy}-2`), { code: 'invalid_input', message: none });
  t.match(await backup(data, `${copy}-2`, `${mine}-elsewhere`), { ok: true });
  t.match(await restore(copy, again), { ok: true });
  for (const folder of [again, copy, `${copy}-2`]) {
    copyFileSync(other, pathsOf(folder).key);
    await t.rejects(starting(folder), /the key is not that of the data folder/, folder);
    const why = folder === again ? /the key is not that of the data folder/ : /is a backup/;
    const refused = { ok: false, message: why };
    t.match(await rotateKey(folder, '', false), refused);
    t.match(await createAdmin(folder, '', {}), refused);
    t.match(await restore(folder, `${again}-2`), { code: 'invalid_input', message: /is not that/ });
    t.notOk(existsSync(`${again}-2`));
  }
});

t.test('A backup is not changed by commands, and holds no other folder', async (t) => {
  const { data, copy, again } = filledFolders(t);
  await starting(data);
  t.match(await backup(data, copy), { ok: true });
  const help = `${copy} is a backup, no data folder: make one by brokerd restore --from ${copy}`;
  const refused = { ok: false, code: 'conflict', message: help };
  t.match(await release(copy), refused);
  t.match(await rotateKey(copy, '', false), refused);
  t.match(await createAdmin(copy, '', {}), refused);
  for (const [folder, above] of [
    [join(copy, 'inner'), copy],
    [join(copy, 'deep', 'inner'), copy],
    [join(data, 'inner'), data],
  ] as const) {
    const message = `${folder} lies in ${above}, which is a backup or a data folder`;
    const within = { ok: false, code: 'invalid_input', message };
    t.match(await restore(copy, folder), within);
    const beside = above === data ? { code: 'invalid_input', message: /beside/ } : within;
    t.match(await backup(data, folder), beside);
    t.notOk(existsSync(folder));
  }
  t.match(await restore(copy, again), { ok: true });
  t.match(await release(again), { ok: true }, 'a restored folder is no backup');
  await starting(copy);
  t.match(await release(copy), { ok: true }, 'nor is one on which a server started');
});

t.test('Rows that are not yet in the file of a database are restored, too', async (t) => {
  const { data, again } = filledFolders(t);
  const bars = BarStore.open(data);
  t.teardown(() => bars.close());
  const bar = { symbol_id: 1, frame: 0, time: 60_000, digits: 5, tick_volume: 1, spread: 2 };
  const prices = { open: 1, high: 4, low: 1, close: 3, first: 60_000, last: 61_000 };
  bars.save([], [{ ...bar, ...prices }]);
  t.ok(statSync(`${pathsOf(data).bars}-wal`).size > 0);
  t.match(await restore(data, again), { ok: true });
  const reader = new BarReader(again);
  t.match(reader.lastQuote(1, 5), { bid: 3, time: 61_000 });
  reader.close();
});

t.test('A killed restore leaves no platform, and can be repeated', async (t) => {
  const { data, copy, again } = filledFolders(t);
  await backup(data, copy);
  const args = ['restore', '--from', copy, '--data', again];
  const killed = await runCommand(args, { BROKERD_KILLPOINT: 'restore.moved:1' });
  t.not(killed.code, 0);
  await t.rejects(starting(again), /a restore was ended midway; run brokerd restore again/);
  t.match(verify(again), { code: 'not_found', message: /a restore was ended midway/ });
  t.match(await rotateKey(again, '', false), { code: 'conflict', message: /a restore was ended/ });
  t.match(await restore(copy, again), { ok: true });
  t.same(verify(again), verify(data));
  const names = ['brokerd.db', 'first-ids', 'key', 'key.check', 'lock', 'log'];
  t.same(readdirSync(again).toSorted(), names);

  // The log is moved last.
  rmSync(again, { recursive: true });
  t.not((await runCommand(args, { BROKERD_KILLPOINT: 'restore.moved:5' })).code, 0);
  t.same(existsSync(pathsOf(again).log), false);
  await t.rejects(starting(again), /a restore was ended midway; run brokerd restore again/);
  t.match(await restore(copy, again), {
    code: 'conflict',
    message:
      /way: \S*brokerd.db, .*key.check, .*restore.new-\w+, of which a restore that was ended/,
  });
});

t.test('A backup removes the files that a killed backup left at the same place', async (t) => {
  const { data, copy } = filledFolders(t);
  const child = start(new URL('../folder/work-child.js', import.meta.url), `${copy}.new-`);
  const [name] = await once(child.stdout, 'data');
  t.match(await backup(data, copy), { ok: true });
  t.ok(existsSync(String(name)), 'but not what another one works in');
  child.kill('SIGKILL');
  await once(child, 'exit');
  rmSync(copy, { recursive: true });
  t.match(await backup(data, copy), { ok: true });
  t.same(readdirSync(t.testdirName).toSorted(), ['copy', 'data']);
});

t.test('Only work folders are removed, other folders with similar names stay', async (t) => {
  const { data, copy, again } = filledFolders(t);
  const others = ['key', 'abcdef', 'abcdefg'].flatMap((end) => [
    `${copy}.new-${end}`,
    join(again, `restore.new-${end}`),
  ]);
  for (const other of others) {
    mkdirSync(other, { recursive: true });
    writeFileSync(join(other, 'notes'), 'mine');
  }
  t.match(await backup(data, copy), { ok: true });
  t.match(await restore(copy, again), { ok: true });
  for (const other of others) t.same(readdirSync(other), ['notes'], other);
  const parts = ['brokerd-backup', 'brokerd.db', 'first-ids', 'key', 'key.check', 'log'];
  t.same(readdirSync(copy).toSorted(), parts, 'what is made has no mark and no lock');
});

t.test('Verify removes the files that a killed verify left', async (t) => {
  const { data } = filledFolders(t);
  const { TMPDIR } = process.env;
  const temporary = join(t.testdirName, 'temporary');
  mkdirSync(temporary);
  const script = new URL('../folder/work-child.js', import.meta.url);
  const child = start(script, join(temporary, 'brokerd-verify-'));
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  process.env.TMPDIR = temporary;
  t.match(verify(data), { ok: true });
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
  t.same(readdirSync(temporary), []);
});

t.test('A log without events but with traces of some is refused', async (t) => {
  const { data } = filledFolders(t);
  const { database, log } = pathsOf(data);
  const before = dump(database);
  rmSync(log, { recursive: true });
  const why = /has a database but no log with events/;
  t.match(await rotateKey(data, '', false), { ok: true });
  t.match(await rotateKey(data, '', true), { code: 'not_found', message: why });
  Log.open(log).close();
  for (const refused of [await rebuild(data), await rotateKey(data, '', true)]) {
    t.match(refused, { code: 'conflict', message: why });
  }
  t.match(await createAdmin(data, '', {}), { code: 'conflict', message: why });
  t.same(dump(database), before);
});

t.test('A signal ends a backup in the middle of its copying', async (t) => {
  const { data, copy } = filledFolders(t);
  // The copying of a pipe waits for its writer without a pause, as that of a large file takes long.
  const pipe = join(t.testdirName, 'pipe');
  execFileSync('mkfifo', ['-m', '600', pipe]);
  const args = ['backup', '--data', data, '--to', copy, '--key-file', pipe];
  const child = spawn(process.execPath, [...NODE_FLAGS, MAIN, ...args], { stdio: 'ignore' });
  const [left] = await until('work folder of a backup', () => {
    const made = workFolders(`${copy}.new-`);
    return made.length > 0 && made;
  });
  child.kill('SIGTERM');
  t.same(await once(child, 'exit'), [null, 'SIGTERM']);
  t.ok(existsSync(join(left as string, MARK_FILE)), 'it is marked');
  t.match(await backup(data, copy), { ok: true });
  t.notOk(existsSync(left as string), 'and the next backup removes it');
});

t.test('A rebuild from a shorter log keeps what the database alone has', async (t) => {
  const { data, again } = filledFolders(t);
  const { database, log } = pathsOf(data);
  const before = dump(database);
  fillFolder(again, 4);
  rmSync(log, { recursive: true });
  renameSync(pathsOf(again).log, log);
  const kept = `${database}.kept`;
  t.same(await rebuild(data), { ok: true, data: { seq: 6, database_kept_at: kept } });
  t.same(dump(kept), before);
  t.equal(storedCheckpoint(database), 6);
  t.ok(isFreshCopy(data), 'the next start gives no id again');
  t.same(await rebuild(data), { ok: true, data: { seq: 6, database_kept_at: null } });
});

t.test('Damage to the newest batch of a killed server is no shorter copy', async (t) => {
  const { data, copy } = filledFolders(t);
  const { log } = pathsOf(data);
  // Not closed, as after a kill.
  const killed = Log.open(log);
  t.teardown(() => killed.close());
  const journal = [{ kind: 'account' as const, login: 1001, text: 'the newest' }];
  killed.append(1, frameEvents([packEvent(buildDeskEvent({ journal }))]));
  killed.settle();
  spoil(join(log, nameOf(12)), 'the newest');
  t.match(await copyFolder(data, copy), { ok: false, message: /ends at 11 but its copy at 12/ });
  t.notOk(existsSync(copy));
});

t.test('Damaged copies, and copies with a newer database, are not restored', async (t) => {
  const { data, copy, again } = folders(t);
  fillFolder(data, 3);
  await backup(data, copy);
  fillFolder(again, 9);
  copyFileSync(pathsOf(again).database, pathsOf(copy).database);
  rmSync(again, { recursive: true });
  t.match(await restore(copy, again), { ok: false, message: /stands at 11, the log ends at 5/ });
  spoil(logFile(copy), 'digest 2');
  t.match(await restore(copy, again), { ok: false, message: /event 4/ });
  t.notOk(existsSync(again));
});

t.test('A deleted or changed database is built again, and none from a damaged log', async (t) => {
  const data = filledFolder(t, 21);
  const { database } = pathsOf(data);
  const before = dump(database);
  t.equal(before.closed_positions?.length, 10);
  for (const suffix of ['', '-wal', '-shm']) rmSync(database + suffix, { force: true });
  t.same(await rebuild(data), { ok: true, data: { seq: 23, database_kept_at: null } });
  t.same(dump(database), before);
  writeFileSync(database, 'no database at all');
  writeFileSync(`${database}-journal`, 'of before');
  t.match(await rebuild(data), { ok: true });
  t.same(dump(database), before);
  for (const left of ['-journal', '.new']) t.notOk(existsSync(`${database}${left}`), left);
  spoil(logFile(data), 'digest 5');
  t.match(await rebuild(data), { ok: false, code: 'internal', message: /event 7/ });
  t.same(dump(database), before);
});

t.test('While a server holds the folder, commands that write refuse', async (t) => {
  const data = join(t.testdir(), 'data');
  fillFolder(data);
  const holder = start(new URL('../folder/lock-child.js', import.meta.url), data);
  await once(holder.stdout, 'data');
  const busy = { ok: false, code: 'conflict', message: /in use/ };
  t.match(lockFolder(data), busy);
  t.match(await rebuild(data), busy);
  t.match(await restore(t.testdirName, data), busy);
  t.match(await salvage(data), busy);
  t.match(verify(data), { ok: true }, 'but verify reads');
  t.match(await stateHash(data), { ok: false, code: 'not_found' });
  t.match(await createAdmin(data, '', {}), { ok: false, code: 'not_found' });
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const lock = lockFolder(data);
  t.ok(lock.ok, 'the lock goes with the process, however it ends');
  if (lock.ok) lock.data.release();
});

t.test('A server without its lock file still owns its folder alone', async (t) => {
  const { data, copy } = filledFolders(t);
  const server = await serveControl(pathsOf(data).control, {
    'create-admin': async (input) => ok(input),
    backup: async () => ok('by the server'),
    release: async () => ok(null),
  });
  const busy = { ok: false, code: 'conflict', message: /in use, though its lock is gone/ };
  t.match(await rebuild(data), busy);
  t.match(await restore(copy, data), busy);
  t.match(await salvage(data), busy);
  t.match(await rotateKey(data, '', false), busy);
  await t.rejects(starting(data), { message: busy.message });
  t.match(await createAdmin(data, '', { login: 7 }), { ok: true, data: { login: 7 } });
  t.match(await backup(data, copy), { ok: true, data: 'by the server' });
  t.match(await release(data), { ok: true, data: { released: data } });
  t.notOk(existsSync(pathsOf(data).released), 'it was left to the server');
  await server.close();
  t.match(await rebuild(data), { ok: true });
});
