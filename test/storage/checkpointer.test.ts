// The checkpointer: the write-ahead file stays small, and a reader in its way loses nothing.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { Checkpointer } from '../../storage/checkpointer.js';
import { openDatabase, openReader } from '../../storage/database.js';

const MIB = 1 << 20;
const SCHEMA = ['CREATE TABLE blobs (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT'];

/** A database whose transactions write a mebibyte each. */
const open = (t: Test) => {
  const path = join(t.testdir(), 'some.db');
  const db = openDatabase(path, SCHEMA);
  const checkpointer = new Checkpointer(db);
  t.teardown(async () => {
    await checkpointer.close();
    db.close();
  });
  const put = db.prepare('INSERT INTO blobs (bytes) VALUES (?)');
  const write = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) {
      put.run(Buffer.alloc(MIB, n));
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
  t.ok(size('-wal') < 60, `the file has not grown further: ${size('-wal')} MiB`);
});
