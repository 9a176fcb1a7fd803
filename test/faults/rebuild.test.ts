// The database is a view of the log: deleted, it comes back with equal contents.

import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { copyDatabase, DATABASE_FILE, databaseFault } from '../../storage/database.js';
import { runCommand } from '../command.js';
import { signInStaff } from '../e2e/stage.js';
import { TestServer } from '../server.js';
import { contentsOf, projected } from './books.js';
import { faultsOf } from './checker.js';
import { History } from './history.js';
import { OrderLoad } from './order-load.js';

const ORDERS = 300;

const data = mkdtempSync(join(tmpdir(), 'brokerd-rebuild-'));
t.teardown(() => rmSync(data, { recursive: true, force: true }));

const deleteDatabase = (): void => {
  const files = readdirSync(data).filter((name) => name.startsWith(DATABASE_FILE));
  for (const name of files) rmSync(join(data, name));
};

/** A bit that is another one, in each of so many places all over the file. */
const FLIPS = 64;
const flipBits = (path: string): void => {
  const file = openSync(path, 'r+');
  const byte = Buffer.alloc(1);
  for (let n = 0; n < FLIPS; n += 1) {
    const at = Math.floor((statSync(path).size * (n + Math.random())) / FLIPS);
    readSync(file, byte, 0, 1, at);
    byte.writeUInt8(byte.readUInt8() ^ (1 << (n % 8)));
    writeSync(file, byte, 0, 1, at);
  }
  closeSync(file);
};

/** Trades for a while, stops cleanly and answers what the database holds then. */
const tradeAndStop = async (): Promise<Record<string, unknown[]>> => {
  const server = await TestServer.start({ data, args: ['--trade-rate', '0'] });
  const load = await OrderLoad.prepare(server, await signInStaff(server), new History(), {
    traders: 3,
  });
  await load.connect(server);
  await load.price();
  await load.run(ORDERS, () => load.cut());
  await load.connect(server);
  await load.settle();
  t.equal((await server.stop()).code, 0);
  return contentsOf(data);
};

t.test('A database that was deleted comes back from the log', async (t) => {
  const before = await tradeAndStop();
  t.ok((before.deals?.length ?? 0) > ORDERS / 3, `${before.deals?.length} deals`);
  t.same(faultsOf(data), []);

  await t.test('by the command rebuild', async (t) => {
    deleteDatabase();
    const ran = await runCommand(['rebuild', '--data', data]);
    t.equal(ran.code, 0, ran.stderr);
    t.same(contentsOf(data), before);
  });

  await t.test('by a start of the server', async (t) => {
    deleteDatabase();
    const server = await TestServer.start({ data });
    const { seq } = (await runCommand(['state-hash', '--data', data])).record;
    await projected(data, seq as number);
    t.equal((await server.stop()).code, 0);
    t.same(contentsOf(data), before);
  });

  await t.test('by the command rebuild, on top of a damaged one', async (t) => {
    writeFileSync(join(data, DATABASE_FILE), 'no database at all');
    const ran = await runCommand(['rebuild', '--data', data]);
    t.equal(ran.code, 0, ran.stderr);
    t.same(contentsOf(data), before);
  });
});

t.test('With a database of before a server trades while it makes up for it', async (t) => {
  const path = join(data, DATABASE_FILE);
  const old = join(data, 'old.db');
  copyDatabase(path, old);
  const before = await tradeAndStop();
  deleteDatabase();
  renameSync(old, path);
  const after = await tradeAndStop();
  const kept = new Set(after.deals?.map((row) => JSON.stringify(row)));
  const lost = before.deals?.filter((row) => !kept.has(JSON.stringify(row)));
  t.same(lost, [], 'all deals of before are there');
  t.ok(kept.size > (before.deals?.length ?? 0), 'and those made meanwhile');
  t.same(faultsOf(data), []);
  t.equal((await runCommand(['rebuild', '--data', data])).code, 0);
  t.same(contentsOf(data), after, 'it is, row for row, what the log tells');
});

t.test('A database with flipped bits is made anew, row for row as it was', async (t) => {
  const before = contentsOf(data);
  const path = join(data, DATABASE_FILE);
  flipBits(path);
  t.ok(databaseFault(path), 'SQLite finds something');
  const ran = await runCommand(['rebuild', '--data', data]);
  t.equal(ran.code, 0, ran.stderr);
  t.same(contentsOf(data), before);
  const server = await TestServer.start({ data });
  t.equal((await server.stop()).code, 0);
});

t.test('A running server keeps the tools that write out, and hands out backups', async (t) => {
  const server = await TestServer.start({ data });
  const rebuild = await runCommand(['rebuild', '--data', data]);
  t.not(rebuild.code, 0);
  t.match(rebuild.stderr, /in use|running/);
  const copy = `${data}-copy`;
  t.teardown(() => rmSync(copy, { recursive: true, force: true }));
  const backup = await runCommand(['backup', '--data', data, '--to', copy]);
  t.equal(backup.code, 0, backup.stderr);
  const now = await runCommand(['state-hash', '--data', data]);
  t.equal((await server.stop()).code, 0);
  const restored = join(data, 'restored');
  const restore = await runCommand(['restore', '--data', restored, '--from', copy]);
  t.equal(restore.code, 0, restore.stderr);
  const verified = await runCommand(['verify', '--data', restored]);
  t.hasStrict(verified.record, { state_hash: now.record.state_hash, seq: now.record.seq });
});
