// Rebuild: the database is only a view, and comes back as it was.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { restore } from '../../actors/tools/backup.js';
import { createAdmin } from '../../actors/tools/create-admin.js';
import { pathsOf } from '../../actors/tools/folder.js';
import { rebuild } from '../../actors/tools/rebuild.js';
import { salvage } from '../../actors/tools/salvage.js';
import { stateHash } from '../../actors/tools/state-hash.js';
import { verify } from '../../actors/tools/verify.js';
import { lockFolder } from '../../storage/database.js';
import { nameOf } from '../../storage/log.js';
import { dump, fillFolder } from './data-folder.js';

t.test('A deleted database is built again with equal contents', async (t) => {
  const data = t.testdir();
  fillFolder(data, 21);
  const { database } = pathsOf(data);
  const before = dump(database);
  t.equal(before.closed_positions?.length, 10);
  for (const suffix of ['', '-wal', '-shm']) rmSync(database + suffix, { force: true });
  t.same(await rebuild(data), { ok: true, data: { seq: 23 } });
  t.same(dump(database), before);
  t.notOk(existsSync(`${database}.new`));
});

t.test('A database that was changed is put right', async (t) => {
  const data = t.testdir();
  fillFolder(data);
  const { database } = pathsOf(data);
  const before = dump(database);
  writeFileSync(database, 'no database at all');
  t.match(await rebuild(data), { ok: true });
  t.same(dump(database), before);
});

t.test('A damaged log leaves the database as it is', async (t) => {
  const data = t.testdir();
  fillFolder(data);
  const { log, database } = pathsOf(data);
  const before = dump(database);
  const path = join(log, nameOf(1));
  const bytes = readFileSync(path);
  bytes[bytes.indexOf('digest 5')] = 0;
  writeFileSync(path, bytes);
  t.match(await rebuild(data), { ok: false, code: 'internal', message: /event 7/ });
  t.same(dump(database), before);
});

t.test('While a server holds the folder, commands that write refuse', async (t) => {
  const data = join(t.testdir(), 'data');
  fillFolder(data);
  const holder = spawn(process.execPath, [
    new URL('./lock-child.js', import.meta.url).pathname,
    data,
  ]);
  await once(holder.stdout, 'data');
  const busy = { ok: false, code: 'conflict', message: /in use/ };
  t.match(lockFolder(data), busy);
  t.match(await rebuild(data), busy);
  t.match(await restore(t.testdirName, data), busy);
  t.match(await salvage(data), busy);
  t.match(await verify(data), { ok: true }, 'but verify reads');
  t.match(await stateHash(data), { ok: false, code: 'not_found' });
  t.match(await createAdmin(data, '', {}), { ok: false, code: 'not_found' });
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const lock = lockFolder(data);
  t.ok(lock.ok, 'the lock goes with the process, however it ends');
  if (lock.ok) lock.data.release();
});
