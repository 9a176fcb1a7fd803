// The log's copy is compared with the log, and what is damaged or missing of it is written again.

import {
  appendFileSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { frameEvents } from '../../../storage/log/batch.js';
import { checkCopyPart, copyFaults } from '../../../storage/log/copy-check.js';
import { Log, logFiles, nameOf } from '../../../storage/log/log.js';
import { copyFiles, copyNameOf } from '../../../storage/log/log-copy.js';

/** Batches in each file of the copy. */
const BATCHES = 5;
const FILES = 4;

const fill = (log: Log): void => {
  for (let n = 0; n < BATCHES; n += 1) {
    log.append(2, frameEvents([Buffer.alloc(700, 2 * n), Buffer.alloc(300, 2 * n + 1)]));
  }
};

/** A log of which the copy has several files, and what these contain. */
const written = (t: Test): { folder: string; paths: string[]; contents: Buffer[] } => {
  const folder = t.testdir({});
  const log = Log.open(folder, { mapSize: 64 << 20 });
  for (let n = 0; n < FILES; n += 1) {
    if (n > 0) log.renewCopy();
    fill(log);
  }
  log.close();
  const paths = copyFiles(folder);
  return { folder, paths, contents: paths.map((path) => readFileSync(path)) };
};

const faultsOf = (folder: string, mending: Parameters<typeof copyFaults>[1]) => [
  ...copyFaults(folder, mending),
];

const flip = (path: string, at: number): void => {
  const bytes = readFileSync(path);
  bytes[at] = (bytes[at] as number) ^ 1;
  writeFileSync(path, bytes);
};

/** Damage to a file of the copy, with the number of the first event that differs in it. */
const HARM: readonly (readonly [what: string, harm: (path: string) => void, event: number])[] = [
  ['a bit of an event', (path) => flip(path, 100), 1],
  ['a bit of a head', (path) => flip(path, 0), 1],
  ['a bit of the last event', (path) => flip(path, readFileSync(path).length - 1), 9],
  ['its end', (path) => truncateSync(path, 2_500), 5],
  ['all of it', (path) => truncateSync(path, 0), 1],
  ['more than there was', (path) => appendFileSync(path, 'more'), 11],
  ['the file', (path) => rmSync(path), 1],
];

t.test('Each file of the copy that differs from the log is found and written again', async (t) => {
  const { folder, paths, contents } = written(t);
  t.equal(paths.length, FILES);
  t.same(faultsOf(folder, 'older'), []);
  for (const [what, harm, event] of HARM) {
    for (const [at, path] of paths.slice(0, -1).entries()) {
      harm(path);
      const isThere = existsSync(path);
      const before = isThere && readFileSync(path);
      const seq = at * 2 * BATCHES + event;
      const fault = { seq, mended: false, newest: false };
      t.match(faultsOf(folder, 'nothing'), [fault], `${what} of file ${at}`);
      t.same(existsSync(path) && readFileSync(path), before, 'who only looks changes nothing');
      const mended = isThere ? /is not what the log is; it was written/ : /is missing; it was/;
      t.match(faultsOf(folder, 'older'), [{ ...fault, mended: true, what: mended }]);
      t.same(
        copyFiles(folder).map((one) => readFileSync(one)),
        contents,
      );
    }
  }
  t.same(
    readdirSync(folder).filter((name) => name.endsWith('.new')),
    [],
  );
});

t.test('Several lost files are written as the writer would have', async (t) => {
  const { folder, paths, contents } = written(t);
  for (const path of paths.slice(0, 2)) rmSync(path);
  t.match(faultsOf(folder, 'older'), [{ seq: 1, mended: true }]);
  const files = copyFiles(folder).map((path) => readFileSync(path));
  t.same(Buffer.concat(files), Buffer.concat(contents));
});

t.test('The newest file is written by its writer alone, which begins another one', async (t) => {
  const { folder, paths, contents } = written(t);
  const newest = paths.at(-1) as string;
  truncateSync(newest, 2_500);
  const [lacks, from] = [3 * 2 * BATCHES + 5, 3 * 2 * BATCHES + 1];
  t.same(
    checkCopyPart(folder, from, 'older'),
    { next: 0, lacks, faults: [] },
    'its end may be on its way',
  );
  writeFileSync(newest, contents.at(-1) as Buffer);
  flip(newest, 100);
  const fault = { seq: from, newest: true };
  t.match(faultsOf(folder, 'older'), [{ ...fault, mended: false }]);
  t.match(faultsOf(folder, 'all'), [{ ...fault, mended: true }], 'nobody writes it');
  t.same(readFileSync(newest), contents.at(-1));

  const log = Log.open(folder, { mapSize: 64 << 20 });
  t.teardown(() => log.close());
  fill(log);
  log.settle();
  for (const path of copyFiles(folder)) rmSync(path);
  t.same(checkCopyPart(folder, 1, 'older'), { next: 0, lacks: 1, faults: [] }, 'all are gone');
  log.renewCopy();
  t.match(faultsOf(folder, 'older'), [{ seq: 1, mended: true }]);
  fill(log);
  log.settle();
  t.same(faultsOf(folder, 'older'), []);
  t.equal(copyFiles(folder).length, 2);
});

t.test('A file with a name within a batch is told, and replaced from the log', async (t) => {
  const { folder, paths, contents } = written(t);
  const [first, second, , newest] = paths as [string, string, string, string];
  const stray = (event: number): string => join(folder, copyNameOf(event));
  const whole = Buffer.concat(contents);
  const files = () => Buffer.concat(copyFiles(folder).map((one) => readFileSync(one)));

  renameSync(second, stray(12));
  const missing = { seq: 11, mended: false, what: /0011\.seg is missing/ };
  const within = {
    seq: 12,
    newest: false,
    what: /0012\.seg begins within the batch of event 11/,
  };
  t.match(faultsOf(folder, 'nothing'), [missing, { ...within, mended: false }]);
  t.match(faultsOf(folder, 'older'), [
    { ...missing, mended: true },
    { ...within, mended: true, what: /0012\.seg begins within .*; it was removed/ },
  ]);
  t.same(files(), whole);

  copyFileSync(second, stray(4));
  copyFileSync(second, stray(6));
  t.match(faultsOf(folder, 'older'), [
    { seq: 4, mended: true },
    { seq: 6, mended: true },
  ]);
  t.same(files(), whole, 'the file around them stays');

  renameSync(newest, stray(32));
  const written32 = { seq: 32, mended: false, newest: true };
  t.match(checkCopyPart(folder, 21, 'older'), { lacks: 31, faults: [written32] });
  t.match(faultsOf(folder, 'all'), [written32], 'it may have the only events');
  writeFileSync(newest, contents.at(-1) as Buffer);
  rmSync(stray(32));

  copyFileSync(second, stray(4));
  const log = `${folder}/${nameOf(logFiles(folder)[0] as number)}`;
  const harmed = readFileSync(log);
  const event = Buffer.alloc(300, 2 * BATCHES - 1);
  for (let at = harmed.indexOf(event); at >= 0; at = harmed.indexOf(event, at + 1)) harmed[at] = 99;
  writeFileSync(log, harmed);
  t.match(faultsOf(folder, 'all'), [{ seq: 4, mended: false }], 'the log is damaged behind it');
  t.same(readFileSync(first), contents[0]);
});

t.test('Where the log is damaged or cut its copy stays as it is', async (t) => {
  const { folder, paths, contents } = written(t);
  const path = `${folder}/${nameOf(logFiles(folder)[0] as number)}`;
  const whole = readFileSync(path);
  const harmed = Buffer.from(whole);
  // An event of the last batch of each file of the copy.
  const event = Buffer.alloc(300, 2 * BATCHES - 1);
  for (let at = harmed.indexOf(event); at >= 0; at = harmed.indexOf(event, at + 1)) harmed[at] = 99;
  writeFileSync(path, harmed);
  for (const copy of paths) flip(copy, 100);
  const before = paths.map((copy) => readFileSync(copy));
  t.same(faultsOf(folder, 'all'), []);
  writeFileSync(path, Buffer.alloc(20_000, 3));
  t.same(faultsOf(folder, 'all'), [], 'even where its pages lead nowhere');
  t.same(
    paths.map((copy) => readFileSync(copy)),
    before,
  );
  writeFileSync(path, whole);
  t.equal(faultsOf(folder, 'all').length, FILES);
  t.same(
    paths.map((copy) => readFileSync(copy)),
    contents,
  );
});
