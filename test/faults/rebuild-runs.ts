// Databases that are gone, old or damaged come back from the log; copies of a server at work; and
// a rebuild on a full disk.

import {
  closeSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { backup } from '../../actors/commands/backup.js';
import { rebuild } from '../../actors/commands/rebuild.js';
import { hashAt, verify } from '../../actors/commands/verify.js';
import { pathsOf } from '../../actors/folder/folder.js';
import { copyDatabase, databaseFault, dropDatabase } from '../../storage/database/database.js';
import { fillFolder } from '../actors/commands/data-folder.js';
import { runCommand } from '../support/command.js';
import { SeededRandom } from '../support/lives/random.js';
import { dump } from '../support/stored-rows.js';
import type { Assert } from '../support/trader.js';
import { faultsOf } from './checker.js';
import { type History, NO_HISTORY } from './history.js';
import { SmallDisk } from './small-disk.js';
import { tradeAndStop, tradedFolder } from './traded-folder.js';

/** A bit that is another one, in each of so many places all over the file. */
const FLIPS = 64;
const flipBits = (path: string, random: SeededRandom): void => {
  const file = openSync(path, 'r+');
  const byte = Buffer.alloc(1);
  for (let n = 0; n < FLIPS; n += 1) {
    const at = Math.floor((statSync(path).size * (n + random.next())) / FLIPS);
    readSync(file, byte, 0, 1, at);
    byte.writeUInt8(byte.readUInt8() ^ (1 << (n % 8)));
    writeSync(file, byte, 0, 1, at);
  }
  closeSync(file);
};

/** A rebuild makes a database that holds what it held. */
const rebuildSame = async (
  t: Assert,
  data: string,
  before: Record<string, unknown[]>,
): Promise<void> => {
  t.match(await rebuild(data), { ok: true });
  t.same(dump(pathsOf(data).database), before, 'it is, row for row, what the log tells');
};

/** A copy of a server at work is its state at one event, with all that was acknowledged before. */
const copyAtWork = async (t: Assert, data: string, history: History): Promise<void> => {
  const before = history.asked.map((asked) => ({ ...asked }));
  const copy = `${data}-copy`;
  const made = await backup(data, copy);
  if (!made.ok) throw new Error(made.message);
  const { seq } = made.data;
  const state = { seq, state_hash: hashAt(data, seq), violations: [] };
  t.match(verify(copy), { ok: true, data: state });
  t.same(faultsOf(copy, { ...NO_HISTORY, asked: before }), []);
  rmSync(copy, { recursive: true });
};

/** A server makes the database good and trades meanwhile: nothing is lost, and it is the log's. */
const makeGood = async (
  t: Assert,
  data: string,
  before: Record<string, unknown[]>,
): Promise<Record<string, unknown[]>> => {
  let copied = Promise.resolve();
  const after = await tradeAndStop(t, data, async (history) => {
    const { code, stderr } = await runCommand(['rebuild', '--data', data]);
    t.not(code, 0, 'a running server keeps the tools that write out');
    t.match(stderr, /in use|running/);
    copied = copyAtWork(t, data, history);
    await copied;
  });
  await copied;
  const kept = new Set(after.entries?.map((row) => JSON.stringify(row)));
  const lost = before.entries?.filter((row) => !kept.has(JSON.stringify(row)));
  t.same(lost, [], 'all events of before are there');
  t.ok(kept.size > (before.entries?.length ?? 0), 'and those made meanwhile');
  t.same(faultsOf(data), []);
  await rebuildSame(t, data, after);
  return after;
};

/** Deletes, damages and puts back the database of a server that traded and trades on, so often. */
export const bringBack = async (t: Test, rounds: number, seed: number): Promise<void> => {
  const random = new SeededRandom(seed);
  const data = await tradedFolder(t);
  const { database } = pathsOf(data);
  const old = join(data, 'old.db');
  let contents = dump(database);
  for (let round = 0; round < rounds; round += 1) {
    copyDatabase(database, old);
    dropDatabase(database);
    await rebuildSame(t, data, contents);
    flipBits(database, random);
    t.ok(databaseFault(database), 'SQLite finds something');
    t.equal((await runCommand(['rebuild', '--data', data])).code, 0);
    t.same(dump(database), contents, 'a damaged one is made again');
    dropDatabase(database);
    if (round % 2 === 0) renameSync(old, database);
    contents = await makeGood(t, data, contents);
  }
};

const DISK_MIB = 16;
const TRADES = 300;
const LEFT_BYTES = 40 * 1024;
const FULL = 3;
const NO_ROOM = /no room on the disk of \S+ for a new database: /;

/** A backup to a disk without room says so, and that is no fault of the log; nothing is left. */
export const backupOnFull = async (t: Test): Promise<void> => {
  const disk = new SmallDisk(DISK_MIB);
  t.teardown(() => disk.remove());
  const data = t.testdir();
  fillFolder(data, TRADES, { mapSize: 64 << 20 });
  const args = ['backup', '--data', data, '--to', join(disk.path, 'copy')];
  const { size } = statSync(pathsOf(data).database);
  for (const left of [LEFT_BYTES, size + 2 * LEFT_BYTES]) {
    disk.fill(left);
    const refused = await runCommand(args);
    t.equal(refused.code, FULL, refused.stderr);
    t.match(refused.stderr, /no room on the disk of \S+ for a copy: /);
    t.same(readdirSync(disk.path).toSorted(), ['filler', 'lost+found']);
    disk.clear();
  }
  t.equal((await runCommand(args)).code, 0);
};

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
