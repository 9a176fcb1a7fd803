// Files of the log read beside their writer: all that is committed is read, and nothing is touched.

import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import t, { type Test } from 'tap';
import {
  BATCH_HEAD,
  batchOf,
  EMPTY_HEAD,
  frameEvents,
  isIntact,
  sealBatch,
} from '../../../storage/log/batch.js';
import { copyLogFile, Log, LogFile, nameOf } from '../../../storage/log/log.js';
import { LogPages, type Stored } from '../../../storage/log/newest-commit.js';
import { scan, storedFrom } from '../../../storage/log/scan.js';
import { SeededRandom } from '../../support/lives/random.js';

const MAP = 1 << 30;
/** Commits that are cut: the tree is two levels deep at the end. */
const COMMITS = 100;
/** Below this a value lies in its leaf, above it in pages of its own. */
const LEAF_BYTES = 2038;

/** A batch of so many bytes. */
const batchAt = (first: number, length: number, fill = 0): Stored => {
  const value = Buffer.alloc(Math.max(length, BATCH_HEAD + 1), fill);
  sealBatch(value, 1, EMPTY_HEAD.hash);
  return { first, value };
};

/** A file with these batches, a commit for every `together` of them. */
const fileOf = (t: Test, batches: readonly Stored[], together = 1): string => {
  const path = join(t.testdir(), 'pages.mdb');
  const file = new LogFile(path, MAP);
  for (let n = 0; n < batches.length; n += together) file.put(...batches.slice(n, n + together));
  file.close();
  return path;
};

const read = (path: string, from: number): Stored[] => {
  const pages = new LogPages(path);
  const stored = [...pages.from(from)];
  pages.close();
  return stored;
};

t.test('Batches of every length are read from any event, at all tree depths', async (t) => {
  const random = new SeededRandom(1);
  const lengths = [0, LEAF_BYTES - 20, LEAF_BYTES, 4072, 4073, 100_000, 3 << 20];
  const batches: Stored[] = [];
  for (let first = 1, n = 0; n < 20_000; n += 1) {
    batches.push(batchAt(first, lengths[n] ?? random.within(45, 105), n));
    first += random.within(1, 3);
  }
  const path = fileOf(t, batches, 500);
  t.ok(isDeepStrictEqual(read(path, 1), batches));
  const pages = new LogPages(path);
  t.same(pages.newest(), batches.at(-1));
  for (let n = 0; n < 200; n += 1) {
    const at = random.within(0, batches.length - 1);
    const { first } = batches[at] as Stored;
    t.same(pages.from(first).next().value, batches[at], 'its first event');
    const last = (batches[at + 1]?.first ?? first + 2) - 1;
    t.same(pages.from(last).next().value, batches[at], 'its last event');
  }
  pages.close();
});

t.test('Keys are read up to the last that a number can be', async (t) => {
  const firsts = [1, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 32 + 1, 2 ** 53 - 2, 2 ** 53 - 1];
  const batches = firsts.map((first, n) => batchAt(first, 0, n));
  t.same(read(fileOf(t, batches), 1), batches);
});

t.test('An empty file has no batch', async (t) => {
  const path = fileOf(t, []);
  t.same(read(path, 1), []);
  t.equal(new LogPages(path).newest(), undefined);
});

const SECTOR = 512;

/** What the disk may have of a file's newest commit: some of its sectors, and garbage in some. */
const cutWithin = (before: Buffer, after: Buffer, random: SeededRandom): Buffer => {
  const found = Buffer.from(after);
  before.copy(found);
  found.fill(0, before.length);
  for (let at = 0; at < after.length; at += SECTOR) {
    const written = after.subarray(at, at + SECTOR);
    if (written.equals(found.subarray(at, at + SECTOR)) || random.oneIn(2)) continue;
    if (!random.oneIn(4)) written.copy(found, at);
    else for (let n = at; n < at + SECTOR; n += 4) found.writeUInt32LE(random.next32(), n);
  }
  return random.oneIn(3) ? found.subarray(0, before.length) : found;
};

t.test('A power cut within a commit takes the whole of it or nothing', async (t) => {
  const random = new SeededRandom(2);
  const folder = t.testdir();
  const [path, cut] = [join(folder, 'pages.mdb'), join(folder, 'cut.mdb')];
  const file = new LogFile(path, MAP);
  const batches: Stored[] = [];
  let [left, taken] = [0, 0];
  let before = readFileSync(path);
  for (let first = 1; first <= COMMITS; first += 1) {
    const length = random.oneIn(8) ? random.within(LEAF_BYTES, 20_000) : random.within(60, 800);
    batches.push(batchAt(first, length, first));
    file.put(...batches.slice(-1));
    const after = readFileSync(path);
    for (let n = 0; n < 3; n += 1) {
      writeFileSync(cut, cutWithin(before, after, random));
      const found = read(cut, 1);
      const isTaken = found.length === batches.length;
      if (isTaken) taken += 1;
      else left += 1;
      t.ok(isDeepStrictEqual(found, isTaken ? batches : batches.slice(0, -1)));
      const pages = new LogPages(cut);
      t.same(pages.newest(), found.at(-1));
      pages.close();
    }
    before = after;
  }
  file.close();
  t.ok(left > COMMITS && taken > 0, `${left} commits left out, ${taken} taken`);
});

t.test('Of a file that was closed damage to the newest batch is no power cut', async (t) => {
  const batches = Array.from({ length: 20 }, (_, n) => batchAt(n + 1, 300, n));
  const path = fileOf(t, batches);
  const damaged = readFileSync(path);
  const at = damaged.lastIndexOf(batches[19]?.value as Buffer) + BATCH_HEAD;
  damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at);
  writeFileSync(path, damaged);
  const found = read(path, 1);
  t.same(found.slice(0, -1), batches.slice(0, -1));
  t.match(found[19], { first: 20 });
  t.notOk(isIntact(found[19]?.value as Buffer));
});

t.test('What another process commits meanwhile is read whole and in order', async (t) => {
  const folder = t.testdir();
  const log = Log.open(folder);
  log.append(1, frameEvents([Buffer.alloc(1)]));
  log.close();
  const script = new URL('./append-child.js', import.meta.url).pathname;
  const child = spawn(process.execPath, [script, folder], { stdio: 'ignore' });
  t.teardown(() => child.kill('SIGKILL'));
  let rounds = 0;
  for (let last = 0; last < 1_500; rounds += 1) {
    let next = 1;
    for (const { first, value } of storedFrom(folder, 1)) {
      if (first !== next || !isIntact(value)) throw new Error(`${first} is read for ${next}`);
      next = first + batchOf(first, value).count;
    }
    last = next - 1;
  }
  t.comment(`read ${rounds} times`);
});

t.test('Who reads or copies a log leaves its lock with the writer alone', async (t) => {
  const folder = t.testdir();
  const log = Log.open(folder);
  log.append(1, frameEvents([Buffer.alloc(100)]));
  log.close();
  rmSync(join(folder, `${nameOf(1)}-lock`));
  const names = readdirSync(folder);
  t.match(scan(folder, 1), { ok: true, last: 1 });
  const copy = join(folder, 'copy');
  mkdirSync(copy);
  copyLogFile(join(folder, nameOf(1)), join(copy, nameOf(1)));
  t.same(scan(copy, 1), scan(folder, 1));
  t.same(readdirSync(copy), [nameOf(1)]);
  t.same(readdirSync(folder), [...names, 'copy'].sort());
});
