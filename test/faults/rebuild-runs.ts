// Databases that are gone, old or damaged come back from the log; copies of a server at work.

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
import { backup } from '../../actors/tools/backup.js';
import { rebuild } from '../../actors/tools/rebuild.js';
import { hashAt, verify } from '../../actors/tools/verify.js';
import { copyDatabase, DATABASE_FILE, databaseFault } from '../../storage/database.js';
import { runCommand } from '../support/command.js';
import type { Assert } from '../support/trader.js';
import { contentsOf } from './books.js';
import { faultsOf } from './checker.js';
import { type History, NO_HISTORY } from './history.js';
import { tradeAndStop, tradedFolder } from './traded-folder.js';

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

/** A rebuild makes a database that holds what it held. */
const rebuildSame = async (
  t: Assert,
  data: string,
  before: Record<string, unknown[]>,
): Promise<void> => {
  t.match(await rebuild(data), { ok: true });
  t.same(contentsOf(data), before, 'it is, row for row, what the log tells');
};

/** A copy of a server at work is its state at one event, with all that was acknowledged before. */
const copyAtWork = async (t: Assert, data: string, history: History): Promise<void> => {
  const before = history.asked.map((asked) => ({ ...asked }));
  const copy = `${data}-copy`;
  const made = await backup(data, copy);
  if (!made.ok) throw new Error(made.message);
  const { seq } = made.data;
  const state = { seq, state_hash: hashAt(data, seq), violations: [] };
  t.match(await verify(copy), { ok: true, data: state });
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
  const kept = new Set(after.deals?.map((row) => JSON.stringify(row)));
  const lost = before.deals?.filter((row) => !kept.has(JSON.stringify(row)));
  t.same(lost, [], 'all deals of before are there');
  t.ok(kept.size > (before.deals?.length ?? 0), 'and those made meanwhile');
  t.same(faultsOf(data), []);
  await rebuildSame(t, data, after);
  return after;
};

/** Deletes, damages and puts back the database of a server that traded and trades on, so often. */
export const bringBack = async (t: Test, rounds: number): Promise<void> => {
  const data = await tradedFolder(t);
  const [path, old] = [join(data, DATABASE_FILE), join(data, 'old.db')];
  let contents = contentsOf(data);
  for (let round = 0; round < rounds; round += 1) {
    copyDatabase(path, old);
    deleteDatabase(data);
    await rebuildSame(t, data, contents);
    flipBits(path);
    t.ok(databaseFault(path), 'SQLite finds something');
    t.equal((await runCommand(['rebuild', '--data', data])).code, 0);
    t.same(contentsOf(data), contents, 'a damaged one is made anew');
    deleteDatabase(data);
    if (round % 2 === 0) renameSync(old, path);
    contents = await makeGood(t, data, contents);
  }
};
