// The log and its copy: what is appended is there again, in order, after any end.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import t from 'tap';
import { type Batch, eventsOf, frameEvents } from '../../../storage/log/batch.js';
import { Log, logFiles } from '../../../storage/log/log.js';
import { copyEnd, copyFiles, readCopy } from '../../../storage/log/log-copy.js';
import { scan } from '../../../storage/log/scan.js';

const events = (from: number, count: number): Buffer[] =>
  Array.from({ length: count }, (_, i) => Buffer.from(`event ${from + i}`));

const texts = (batches: readonly Batch[], after = 0): string[] =>
  batches.flatMap((batch) => [...eventsOf(batch, after)].map(({ bytes }) => bytes.toString()));

const fill = (log: Log, batches: number, size: number): void => {
  for (let i = 0; i < batches; i += 1) {
    log.append(size, frameEvents(events(log.head().seq + 1, size)));
  }
};

t.test('A batch takes the next consecutive seqs and reads back as it was given', async (t) => {
  const log = Log.open(t.testdir());
  t.same(log.head().seq, 0);
  t.equal(log.append(2, frameEvents(events(1, 2))), 1);
  t.equal(log.append(3, frameEvents(events(3, 3))), 3);
  t.equal(log.head().seq, 5);
  t.same(texts(log.read(0, 1e6)), events(1, 5).map(String));
  t.same(texts(log.read(3, 1e6), 3), ['event 4', 'event 5'], 'from within a batch');
  t.same(log.read(5, 1e6), [], 'nothing after the end');
  log.close();
});

t.test('Events may be given in parts that lie in shared memory', async (t) => {
  const log = Log.open(t.testdir());
  const parts = [1, 2].map((n) => {
    const framed = frameEvents(events(n, 1));
    const shared = new Uint8Array(new SharedArrayBuffer(framed.length));
    shared.set(framed);
    return shared;
  });
  log.append(2, parts);
  for (const part of parts) part.fill(0);
  t.same(texts(log.read(0, 1e6)), ['event 1', 'event 2']);
  log.close();
});

t.test('A read stops when its bytes are used up and goes on from there', async (t) => {
  const log = Log.open(t.testdir());
  fill(log, 10, 4);
  const seen: string[] = [];
  for (let after = 0; after < 40; after = seen.length) {
    const batches = log.read(after, 200);
    t.ok(batches.length < 5, 'a few batches at a time');
    seen.push(...texts(batches, after));
  }
  t.same(seen, events(1, 40).map(String));
  log.close();
});

t.test('What the log has in memory and what only its file has reads as one', async (t) => {
  const log = Log.open(t.testdir());
  const sizes = [10, 300_000, 200_000, 10, 400_000, 2_000_000, 20, 500_000, 600_000, 10, 10];
  const batches = sizes.map((size, n) => frameEvents([Buffer.alloc(size, n)]));
  for (const [n, batch] of batches.entries()) {
    log.append(1, batch);
    for (let after = 0; after <= n; after += 1) {
      const read = log.read(after, 1);
      t.same(
        read.map(({ first, count, events }) => [
          first,
          count,
          events.equals(batches[after] ?? batch),
        ]),
        [[after + 1, 1, true]],
      );
      const all = log.read(after, 1e9);
      t.same(
        all.map(({ first }) => first),
        Array.from({ length: n + 1 - after }, (_, more) => after + 1 + more),
      );
      t.ok(all.every(({ first, events }) => events.equals(batches[first - 1] as Buffer)));
    }
  }
  log.close();
});

t.test('Files rotate, stay, and the chain goes on over them', async (t) => {
  const folder = t.testdir();
  const log = Log.open(folder, { rotateBytes: 64 * 1024, mapSize: 16 * 1024 * 1024 });
  fill(log, 60, 3);
  const { hash } = log.head();
  t.ok(logFiles(folder).length > 2, 'several files');
  t.same(texts(log.read(0, 1e6)).length > 0, true);
  const seen: string[] = [];
  while (seen.length < 180) seen.push(...texts(log.read(seen.length, 1e6), seen.length));
  t.same(seen, events(1, 180).map(String));
  log.close();
  const again = Log.open(folder, { rotateBytes: 64 * 1024, mapSize: 16 * 1024 * 1024 });
  t.same(again.head(), { seq: 180, hash }, 'the same end after opening again');
  fill(again, 1, 1);
  t.equal(again.head().seq, 181);
  again.close();
  t.notOk(readdirSync(folder).includes('new.mdb'), 'no half-made file stays');
});

t.test('A process killed while it appends loses nothing that it had appended', async (t) => {
  const folder = t.testdir();
  const child = spawn(process.execPath, [
    new URL('./append-child.js', import.meta.url).pathname,
    folder,
  ]);
  const lines = createInterface(child.stdout);
  let acked = 0;
  for await (const line of lines) {
    acked = Math.max(acked, Number(line));
    if (acked >= 200) child.kill('SIGKILL');
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  const log = Log.open(folder);
  t.ok(log.head().seq >= acked, `${log.head().seq} holds ${acked}`);
  const seen: string[] = [];
  while (seen.length < log.head().seq) seen.push(...texts(log.read(seen.length, 1e6), seen.length));
  t.same(seen, events(1, log.head().seq).map(String));
  log.close();
});

t.test('What a power cut spoilt within the copy is written again from the log', async (t) => {
  const folder = t.testdir();
  const log = Log.open(folder);
  fill(log, 5, 1);
  log.close();
  const path = copyFiles(folder).at(-1) as string;
  const whole = readFileSync(path);
  const [, second, third] = [...readCopy(path)].map(({ end }) => end);
  for (const [from, to] of [
    [second, third],
    [0, second],
    [whole.length, whole.length],
  ]) {
    writeFileSync(path, Buffer.from(whole).fill(0, from, to));
    Log.open(folder).close();
    t.same(readFileSync(path), whole, `zeros from ${from} to ${to}`);
    writeFileSync(path, Buffer.from(whole).fill(7, (from as number) + 30, to));
    Log.open(folder).close();
    t.same(readFileSync(path), whole, `damage from ${from} to ${to}`);
  }
});

t.test('A copy that is gone or empty is made again of the whole log', async (t) => {
  const folder = t.testdir();
  const log = Log.open(folder, { rotateBytes: 64 * 1024, mapSize: 16 * 1024 * 1024 });
  fill(log, 60, 3);
  log.close();
  t.ok(logFiles(folder).length > 2);
  const [path = '', ...more] = copyFiles(folder);
  t.same(more, []);
  const whole = readFileSync(path);
  for (const harm of [rmSync, truncateSync]) {
    harm(path);
    Log.open(folder).close();
    t.same(readFileSync(path), whole);
  }
});

const BATCHES = 6;
/** In a record's head: the first event, then the length of the batch. */
const FIRST_AT = 0;
const LENGTH_AT = 8;

/** A log with some batches of two events each; answers its folder, its copy and its records. */
const written = (folder: string) => {
  const log = Log.open(folder);
  for (let n = 0; n < BATCHES; n += 1) {
    log.append(2, frameEvents([Buffer.alloc(300, n), Buffer.alloc(40, n)]));
  }
  log.close();
  const path = copyFiles(folder)[0] as string;
  return { path, whole: readFileSync(path), records: [...readCopy(path)] };
};

const flipped = (whole: Buffer, at: number, bit: number): Buffer => {
  const bytes = Buffer.from(whole);
  bytes[at] = (bytes[at] as number) ^ (1 << bit);
  return bytes;
};

const firsts = (path: string): number[] => [...readCopy(path)].map(({ first }) => first);

t.test('A record that names a wrong event is told by its place, and written again', async (t) => {
  const folder = t.testdir();
  const { path, whole, records } = written(folder);
  for (const { at, first } of records) {
    for (const [byte, bit] of [
      [0, 0],
      [0, 6],
      [5, 3],
      [7, 7],
    ] as const) {
      writeFileSync(path, flipped(whole, at + FIRST_AT + byte, bit));
      t.same(firsts(path), [1, 3, 5, 7, 9, 11], `bit ${bit} of byte ${byte} of event ${first}`);
      t.equal(copyEnd(folder).end, 2 * BATCHES);
      t.match(scan(folder, 1), { ok: true, last: 2 * BATCHES }, 'the log is not taken for cut');
      Log.open(folder).close();
      t.same(readFileSync(path), whole);
    }
  }
});

t.test('A wrong length costs its record, not those behind it', async (t) => {
  const { path, whole, records } = written(t.testdir());
  for (const [n, { at, first }] of records.entries()) {
    for (let bit = 0; bit < 32; bit += 1) {
      writeFileSync(path, flipped(whole, at + LENGTH_AT + (bit >> 3), bit & 7));
      const left = records.filter((_, index) => index !== n).map((record) => record.first);
      t.same(firsts(path), left, `bit ${bit} of the length of event ${first}`);
    }
  }
});

t.test('Records out of their order are left out, or given in order', async (t) => {
  const { path, whole, records } = written(t.testdir());
  const [a, b, c] = records.map(({ at, end }) => whole.subarray(at, end)) as Buffer[];
  const rest = whole.subarray(records[3]?.at);
  writeFileSync(path, Buffer.concat([a, c, b, rest] as Buffer[]));
  t.same(firsts(path), [1, 3, 9, 11]);
});
