// The checkpointer: the write-ahead file stays small, and a reader in its way loses nothing.

import { statSync } from 'node:fs';
import { type FileHandle, open as openFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { Checkpointer } from '../../storage/checkpointer.js';
import { openDatabase, openReader } from '../../storage/database.js';

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

t.test(
  'what transactions write goes into the database, and its file ahead stays small',
  async (t) => {
    const { write, size } = open(t);
    await write(10);
    t.ok(size('') < 1, 'the database has nothing of the first ones yet');
    await write(90);
    t.ok(size('-wal') < 20, `the write-ahead file has ${size('-wal')} MiB after 100`);
    t.ok(size('') > 80, `the database has ${size('')} MiB`);
  },
);

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

t.test(
  'the disk is given a mebibyte at a time, and has all of it before it is carried over',
  async (t) => {
    const steps: string[] = [];
    let fails = false;
    const watched = async (file: string) => {
      const handle = await openFile(file);
      handle.datasync = async () => {
        if (fails) throw new Error('EIO');
        steps.push(`synced, the database has ${Math.round(size(''))}`);
      };
      return handle;
    };
    const { write, size } = open(t, MIB / 4, watched);
    await write(3);
    t.same(steps, [], 'not yet');
    await write(57);
    t.ok(steps.length >= 12 && steps.length <= 15, `${steps.length} syncs of 15 MiB`);
    t.same([...new Set(steps)], ['synced, the database has 0']);
    fails = true;
    await t.rejects(write(8), { message: 'EIO' });
    t.ok(size('') < 1, 'what the disk does not have is not carried over');
    fails = false;
    await write(8);
    t.ok(size('') > 15);
  },
);
