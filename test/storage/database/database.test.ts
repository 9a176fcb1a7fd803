// The database: how it is opened, migrated, locked and checkpointed.

import { copyFileSync, existsSync, readdirSync, statSync } from 'node:fs';
import { type FileHandle, open as openFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { Checkpointer } from '../../../storage/database/checkpointer.js';
import {
  copyDatabase,
  databaseFault,
  inSnapshot,
  lockFolder,
  makeFolder,
  openDatabase,
  openReader,
  versionOf,
} from '../../../storage/database/database.js';

const NOTES = 'CREATE TABLE note (text TEXT) STRICT';

t.test('Migrations run once each, in order; a failed one leaves nothing', async (t) => {
  const path = join(t.testdir(), 'test.db');
  const add = (text: string): string => `INSERT INTO note VALUES ('${text}')`;
  openDatabase(path, [NOTES, add('one')]).close();
  const failing = `${add('half')}; INSERT INTO nowhere VALUES (1)`;
  t.throws(() => openDatabase(path, [NOTES, add('one'), failing]), /nowhere/);
  const db = openDatabase(path, [NOTES, add('one'), (open) => open.exec(add('two'))]);
  t.same(db.prepare('SELECT text FROM note').pluck().all(), ['one', 'two']);
  db.close();
  t.throws(() => openDatabase(path, [NOTES]), /newer version/);
});

t.test('Tables that are always made as a whole have the version that they are given', async (t) => {
  const path = join(t.testdir(), 'test.db');
  openDatabase(path, [NOTES], { version: 7 }).close();
  openDatabase(path, [NOTES], { version: 7 }).close();
  t.equal(versionOf(path), 7);
  t.throws(() => openDatabase(path, [NOTES], { version: 6 }), /newer version \(7\)/);
});

t.test('A reader sees one moment while its snapshot lasts, and cannot write', async (t) => {
  const path = join(t.testdir(), 'test.db');
  const writer = openDatabase(path, [NOTES]);
  const reader = openReader(path);
  const count = (): unknown => reader.prepare('SELECT COUNT(*) FROM note').pluck().get();
  inSnapshot(reader, () => {
    t.equal(count(), 0);
    writer.exec("INSERT INTO note VALUES ('later')");
    t.equal(count(), 0, 'still the same moment');
  });
  t.equal(count(), 1);
  t.throws(() => reader.exec('DELETE FROM note'), /readonly/);
  reader.close();
  writer.close();
  t.throws(() => openReader(join(t.testdirName, 'none.db')), 'one that is not there is not made');
  t.notOk(existsSync(join(t.testdirName, 'none.db')));
});

t.test('A copy is sound and complete; damage is told', async (t) => {
  const [path, copy] = [join(t.testdir(), 'test.db'), join(t.testdirName, 'copy.db')];
  const writer = openDatabase(path, [NOTES]);
  writer.exec("INSERT INTO note VALUES ('in the write-ahead file')");
  copyDatabase(path, copy);
  writer.close();
  t.equal(databaseFault(copy), undefined);
  const reader = openReader(copy);
  t.same(reader.prepare('SELECT text FROM note').pluck().all(), ['in the write-ahead file']);
  reader.close();
  t.type(databaseFault(join(t.testdirName, 'none.db')), 'string');
});

t.test('What a crash left half done in a database is no damage', async (t) => {
  const [path, crashed] = [join(t.testdir(), 'test.db'), join(t.testdirName, 'crashed.db')];
  const writer = openDatabase(path, [NOTES]);
  writer.pragma('journal_mode = DELETE');
  writer.pragma('cache_size = 1');
  writer.exec('BEGIN');
  // More than the cache holds: the file has a part of it, the journal what was there before.
  const put = writer.prepare('INSERT INTO note VALUES (?)');
  for (let n = 0; n < 100; n += 1) put.run('x'.repeat(1000));
  for (const suffix of ['', '-journal']) copyFileSync(path + suffix, crashed + suffix);
  writer.exec('ROLLBACK');
  writer.close();
  t.equal(databaseFault(crashed), undefined);
  const reader = openReader(crashed);
  t.equal(reader.prepare('SELECT count(*) FROM note').pluck().get(), 0);
  reader.close();
});

t.test('A folder is locked once, even within one process, and made for its owner', async (t) => {
  const folder = join(t.testdir(), 'data');
  t.throws(() => lockFolder(folder), { message: `the data folder ${folder} cannot be used` });
  makeFolder(folder);
  const lock = lockFolder(folder);
  t.ok(lock.ok);
  t.equal(statSync(folder).mode & 0o777, 0o700);
  t.match(lockFolder(folder), { ok: false, code: 'conflict', message: /in use/ });
  if (lock.ok) lock.data.release();
  const again = lockFolder(folder);
  t.ok(again.ok, 'free after its release');
  if (again.ok) again.data.release();
  t.same(readdirSync(folder), ['lock']);
});

const MIB = 1 << 20;
const SCHEMA = ['CREATE TABLE blobs (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT'];

/** A database whose transactions write so many bytes each. */
const open = (t: Test, bytes = MIB, ...how: [((file: string) => Promise<FileHandle>)?]) => {
  const path = join(t.testdir(), 'some.db');
  const db = openDatabase(path, SCHEMA);
  const checkpointer = new Checkpointer(db, ...how);
  t.teardown(async () => {
    await checkpointer.close();
    db.close();
  });
  const put = db.prepare('INSERT INTO blobs (bytes) VALUES (?)');
  const write = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) {
      put.run(Buffer.alloc(bytes, n));
      await checkpointer.settle();
    }
  };
  const size = (ending: '' | '-wal') => statSync(path + ending).size / MIB;
  return { path, write, size };
};

t.test('what transactions write is carried over, and the file ahead stays small', async (t) => {
  const { write, size } = open(t);
  await write(1);
  t.ok(size('') < 1, 'the database has nothing of the first one yet');
  await write(99);
  t.ok(size('-wal') < 4, `the write-ahead file has ${size('-wal')} MiB after 100`);
  t.ok(size('') > 80, `the database has ${size('')} MiB`);
});

t.test('while somebody reads an old state the file grows, and is taken over later', async (t) => {
  const { path, write, size } = open(t);
  await write(1);
  const reader = openReader(path);
  t.teardown(() => reader.close());
  const count = reader.prepare('SELECT count(*) FROM blobs').pluck();
  reader.exec('BEGIN');
  t.equal(count.get(), 1);
  await write(40);
  t.equal(count.get(), 1, 'the reader sees what it saw');
  t.ok(size('-wal') > 40, 'and its file is kept');
  reader.exec('COMMIT');
  await write(40);
  t.equal(count.get(), 81);
  t.ok(size('') > 60, `the database has ${size('')} MiB`);
  t.ok(size('-wal') < 40, `the file is cut again: ${size('-wal')} MiB`);
});

t.test('the disk has all of it, a mebibyte at a time, before it is carried over', async (t) => {
  /** MiB of the database at each sync. */
  const steps: number[] = [];
  let fails = false;
  const watched = async (file: string) => {
    const handle = await openFile(file);
    handle.datasync = async () => {
      if (fails) throw new Error('EIO');
      steps.push(Math.round(size('')));
    };
    return handle;
  };
  const { write, size } = open(t, MIB / 4, watched);
  await write(3);
  t.same(steps, [], 'not yet');
  await write(57);
  t.ok(steps.length >= 12 && steps.length <= 15, `${steps.length} syncs of 15 MiB`);
  t.same([...new Set(steps)], [0, 2, 4, 6, 8, 10, 12, 14], 'two mebibytes are carried at a time');
  const carried = size('');
  fails = true;
  await t.rejects(write(8), { message: 'EIO' });
  t.equal(size(''), carried, 'what the disk does not have is not carried over');
  fails = false;
  await write(8);
  t.ok(size('') > 15);
});
