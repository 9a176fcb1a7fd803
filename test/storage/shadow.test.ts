// The shadow's files: what is damaged in one costs no more than itself.

import { readFileSync, writeFileSync } from 'node:fs';
import t from 'tap';
import { frameEvents } from '../../storage/batch.js';
import { Log } from '../../storage/log.js';
import { scan } from '../../storage/scan.js';
import { readShadow, shadowEnd, shadowFiles } from '../../storage/shadow.js';

const BATCHES = 6;
/** In a record's head: the first event, then the length of the batch. */
const FIRST_AT = 0;
const LENGTH_AT = 8;

/** A log with some batches of two events each; answers its folder, its shadow and its records. */
const written = (folder: string) => {
  const log = Log.open(folder);
  for (let n = 0; n < BATCHES; n += 1) {
    log.append(2, frameEvents([Buffer.alloc(300, n), Buffer.alloc(40, n)]));
  }
  log.close();
  const path = shadowFiles(folder)[0] as string;
  return { path, whole: readFileSync(path), records: [...readShadow(path)] };
};

const flipped = (whole: Buffer, at: number, bit: number): Buffer => {
  const bytes = Buffer.from(whole);
  bytes[at] = (bytes[at] as number) ^ (1 << bit);
  return bytes;
};

const firsts = (path: string): number[] => [...readShadow(path)].map(({ first }) => first);

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
      t.equal(shadowEnd(folder), 2 * BATCHES);
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
