// Files of the log read beside their writer: all that is committed is read, and nothing is touched.

import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { batchOf, frameEvents, isIntact } from '../../../storage/log/batch.js';
import { copyLogFile, Log, LogFile, nameOf } from '../../../storage/log/log.js';
import { LogPages, type Stored } from '../../../storage/log/log-pages.js';
import { scan, storedFrom } from '../../../storage/log/scan.js';
import { SeededRandom } from '../../support/lives/random.js';

const MAP = 1 << 30;
/** Below this a value lies in its leaf, above it in pages of its own. */
const LEAF_BYTES = 2038;

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

t.test(
  'Batches of every length are read, from any event, over all depths of the tree',
  async (t) => {
    const random = new SeededRandom(1);
    const lengths = [1, LEAF_BYTES - 20, LEAF_BYTES, 4072, 4073, 100_000, 3 << 20];
    const batches: Stored[] = [];
    for (let first = 1, n = 0; n < 40_000; n += 1) {
      const length = lengths[n] ?? random.within(30, 90);
      batches.push({ first, value: Buffer.alloc(length, n) });
      first += random.within(1, 3);
    }
    const path = fileOf(t, batches, 500);
    t.same(read(path, 1), batches);
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
  },
);

t.test('Keys are read up to the last that a number can be', async (t) => {
  const firsts = [1, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 32 + 1, 2 ** 53 - 2, 2 ** 53 - 1];
  const batches = firsts.map((first, n) => ({ first, value: Buffer.alloc(9, n) }));
  t.same(read(fileOf(t, batches), 1), batches);
});

t.test('An empty file has no batch', async (t) => {
  const path = fileOf(t, []);
  t.same(read(path, 1), []);
  t.equal(new LogPages(path).newest(), undefined);
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
