// A rebuild on a full disk says so and leaves all as it was.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { pathsOf } from '../../actors/tools/folder.js';
import { dropDatabase } from '../../storage/database.js';
import { runCommand } from '../support/command.js';
import { dump, fillFolder } from '../tools/data-folder.js';
import { SmallDisk } from './small-disk.js';

const DISK_MIB = 16;
const TRADES = 300;
const LEFT_BYTES = 40 * 1024;
const FULL = 3;
const NO_ROOM = /no room on the disk of \S+ for a new database: /;

/** A rebuild without room ends with 3 and a sentence, and leaves nothing. */
export const rebuildOnFull = async (t: Test): Promise<void> => {
  const disk = new SmallDisk(DISK_MIB);
  t.teardown(() => disk.remove());
  const data = join(disk.path, 'data');
  fillFolder(data, TRADES, { mapSize: 64 << 20 });
  const { database } = pathsOf(data);
  const before = dump(database);
  const databases = (): string[] => readdirSync(data).filter((name) => name.includes('.db'));
  disk.fill(LEFT_BYTES);

  const refused = await runCommand(['rebuild', '--data', data]);
  t.equal(refused.code, FULL, refused.stderr);
  t.match(refused.stderr, NO_ROOM);
  t.match(refused.stderr, /\d+ KiB are free, \d+ KiB are needed/);
  t.same(dump(database), before, 'the database is as it was');

  dropDatabase(database);
  disk.clear();
  disk.fill(LEFT_BYTES);
  const failed = await runCommand(['rebuild', '--data', data]);
  t.equal(failed.code, FULL, failed.stderr);
  t.match(failed.stderr, NO_ROOM);
  t.same(databases(), []);

  disk.clear();
  t.equal((await runCommand(['rebuild', '--data', data])).code, 0);
  t.same(dump(database), before);
  t.same(databases(), ['brokerd.db']);
};
