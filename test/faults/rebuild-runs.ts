// Databases that are gone, old or damaged: they come back from the log with equal contents.

import {
  closeSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { copyDatabase, DATABASE_FILE, databaseFault } from '../../storage/database.js';
import { runCommand } from '../support/command.js';
import { ServerProcess } from '../support/server-process.js';
import { signInStaff } from '../support/trader.js';
import { contentsOf, projected } from './books.js';
import { faultsOf } from './checker.js';
import { History } from './history.js';
import { OrderLoad } from './order-load.js';

const ORDERS = 300;

const deleteDatabase = (data: string): void => {
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
const tradeAndStop = async (t: Test, data: string): Promise<Record<string, unknown[]>> => {
  const server = await ServerProcess.start({ data, args: ['--trade-rate', '0'] });
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

/** Deletes the database of a server that traded: it comes back with equal contents. */
export const bringBack = async (t: Test, data: string): Promise<void> => {
  const before = await tradeAndStop(t, data);
  t.ok((before.deals?.length ?? 0) > ORDERS / 3, `${before.deals?.length} deals`);
  t.same(faultsOf(data), []);

  await t.test('by the command rebuild', async (t) => {
    deleteDatabase(data);
    const ran = await runCommand(['rebuild', '--data', data]);
    t.equal(ran.code, 0, ran.stderr);
    t.same(contentsOf(data), before);
  });

  await t.test('by a start of the server', async (t) => {
    deleteDatabase(data);
    const server = await ServerProcess.start({ data });
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
};

/** Puts an older database in its place: a server trades while it makes up for it. */
export const makeUp = async (t: Test, data: string): Promise<void> => {
  const path = join(data, DATABASE_FILE);
  const old = join(data, 'old.db');
  copyDatabase(path, old);
  const before = await tradeAndStop(t, data);
  deleteDatabase(data);
  renameSync(old, path);
  const after = await tradeAndStop(t, data);
  const kept = new Set(after.deals?.map((row) => JSON.stringify(row)));
  const lost = before.deals?.filter((row) => !kept.has(JSON.stringify(row)));
  t.same(lost, [], 'all deals of before are there');
  t.ok(kept.size > (before.deals?.length ?? 0), 'and those made meanwhile');
  t.same(faultsOf(data), []);
  t.equal((await runCommand(['rebuild', '--data', data])).code, 0);
  t.same(contentsOf(data), after, 'it is, row for row, what the log tells');
};

/** Flips bits of the database: it is made anew, row for row as it was. */
export const makeAnew = async (t: Test, data: string): Promise<void> => {
  const before = contentsOf(data);
  const path = join(data, DATABASE_FILE);
  flipBits(path);
  t.ok(databaseFault(path), 'SQLite finds something');
  const ran = await runCommand(['rebuild', '--data', data]);
  t.equal(ran.code, 0, ran.stderr);
  t.same(contentsOf(data), before);
  const server = await ServerProcess.start({ data });
  t.equal((await server.stop()).code, 0);
};
