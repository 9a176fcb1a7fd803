// Backup, restore and rebuild: a copy that is whole, and a database that is only a view, come back.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { backup, backupHandler, copyFolder, restore } from '../../../actors/commands/backup.js';
import { createAdmin } from '../../../actors/commands/create-admin.js';
import { rebuild } from '../../../actors/commands/rebuild.js';
import { salvage } from '../../../actors/commands/salvage.js';
import { stateHash } from '../../../actors/commands/state-hash.js';
import { verify } from '../../../actors/commands/verify.js';
import { serveControl } from '../../../actors/folder/control.js';
import { pathsOf } from '../../../actors/folder/folder.js';
import { lockFolder } from '../../../storage/database/database.js';
import { frameEvents } from '../../../storage/log/batch.js';
import { Log, nameOf } from '../../../storage/log/log.js';
import { packEvent } from '../../../wire/codec/pack.js';
import { buildDeskEvent } from '../../support/build.js';
import { dump } from '../../support/stored-rows.js';
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

t.test('A backup brought back has the same log, database and key', async (t) => {
  const { data, copy, again } = folders(t);
  fillFolder(data, 30, { rotateBytes: 64 * 1024, mapSize: 16 * 1024 * 1024 });
  t.match(await backup(data, copy), { ok: true, data: { to: copy, seq: 32 } });
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

t.test('Of two copies to one place one is made, and nothing else stays', async (t) => {
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

t.test('Nothing is written over', async (t) => {
  const { data, copy } = filledFolders(t);
  mkdirSync(copy);
  t.match(await backup(data, copy), { ok: false, code: 'conflict' });
  t.match(await restore(data, data), { ok: false, code: 'conflict' });
  t.match(await backup(join(copy, 'none'), join(copy, 'to')), { ok: false, code: 'not_found' });
  t.match(await restore(copy, join(copy, 'to')), { ok: false, code: 'not_found' });
});

t.test('A restore from nowhere leaves nothing behind', async (t) => {
  const { data, copy, again } = folders(t);
  t.match(await restore(copy, again), { ok: false, code: 'not_found' });
  t.notOk(existsSync(again));
  fillFolder(data);
  t.match(await restore(copy, data), { ok: false, code: 'conflict' }, 'before it looks for a copy');
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

t.test('A damaged copy is not restored', async (t) => {
  const { data, copy, again } = folders(t);
  fillFolder(data);
  await backup(data, copy);
  spoil(logFile(copy), 'digest 5');
  t.match(await restore(copy, again), { ok: false, message: /event 7/ });
  t.notOk(existsSync(again));
});

t.test('A copy whose database is ahead of its log is not restored', async (t) => {
  const { data, copy, again } = folders(t);
  fillFolder(data, 3);
  await backup(data, copy);
  fillFolder(again, 9);
  copyFileSync(pathsOf(again).database, pathsOf(copy).database);
  rmSync(again, { recursive: true });
  t.match(await restore(copy, again), { ok: false, message: /stands at 11, the log ends at 5/ });
});

t.test('A deleted database is built again with equal contents', async (t) => {
  const data = filledFolder(t, 21);
  const { database } = pathsOf(data);
  const before = dump(database);
  t.equal(before.closed_positions?.length, 10);
  for (const suffix of ['', '-wal', '-shm']) rmSync(database + suffix, { force: true });
  t.same(await rebuild(data), { ok: true, data: { seq: 23 } });
  t.same(dump(database), before);
  t.notOk(existsSync(`${database}.new`));
});

t.test('A database that was changed is put right', async (t) => {
  const data = filledFolder(t);
  const { database } = pathsOf(data);
  const before = dump(database);
  writeFileSync(database, 'no database at all');
  t.match(await rebuild(data), { ok: true });
  t.same(dump(database), before);
});

t.test('A damaged log leaves the database as it is', async (t) => {
  const data = filledFolder(t);
  const { database } = pathsOf(data);
  const before = dump(database);
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
