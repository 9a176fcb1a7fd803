// Files of checked records: torn ends, damage within, disks that refuse.

import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { RecordFile } from '../../../storage/files/record-file.js';

const folder = mkdtempSync(join(tmpdir(), 'brokerd-records-'));
const path = join(folder, 'records');
t.teardown(() => rmSync(folder, { recursive: true }));

const RECORDS = ['first', '', 'third', 'x'.repeat(5000)];

/** The records of the file, and the file. */
const opened = () => {
  const found: string[] = [];
  const file = new RecordFile(path, ({ bytes }) => found.push(bytes.toString()));
  return { file, found };
};

/** Writes the records into a new file; where each begins, and the end. */
const written = (): number[] => {
  rmSync(path, { force: true });
  const { file } = opened();
  const places = RECORDS.map((record) => file.add(Buffer.from(record)));
  const end = file.size;
  file.close();
  return [...places, end];
};

t.test('Records are read as they were added, and at their places', async (t) => {
  const places = written();
  const { file, found } = opened();
  t.same(found, RECORDS);
  t.equal(file.read(places[2] as number, 5)?.toString(), 'third');
  const place = file.add(Buffer.from('fifth'));
  t.equal(file.read(place, 5)?.toString(), 'fifth', 'before it is written as well');
  file.close();
  t.same(opened().found, [...RECORDS, 'fifth']);
  t.equal(statSync(path).mode & 0o777, 0o600);
});

t.test('A torn end is cut off at every byte, and writing goes on there', async (t) => {
  const places = written();
  const whole = readFileSync(path);
  let wrong = 0;
  for (let length = 0; length < 60; length += 1) {
    writeFileSync(path, whole.subarray(0, length));
    const kept = places.slice(1).filter((end) => end <= length).length;
    const { file, found } = opened();
    if (found.length !== kept) wrong += 1;
    file.add(Buffer.from('next'));
    file.close();
    const again = opened();
    if (again.found.join() !== [...RECORDS.slice(0, kept), 'next'].join()) wrong += 1;
    again.file.close();
  }
  t.equal(wrong, 0);
  writeFileSync(path, Buffer.concat([whole, Buffer.alloc(4096)]));
  t.same(opened().found, RECORDS, 'blocks that were never written are no records');
});

t.test('Damage within loses its record and no other', async (t) => {
  const places = written();
  const whole = readFileSync(path);
  for (let at = 0; at < (places[3] as number); at += 1) {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] as number) ^ 0x40;
    writeFileSync(path, bytes);
    const hit = places.findIndex((_, n) => at < (places[n + 1] as number));
    t.same(
      opened().found,
      RECORDS.filter((_, n) => n !== hit),
      `byte ${at}`,
    );
  }
});

t.test('All records are replaced at once', async (t) => {
  written();
  const { file } = opened();
  file.add(Buffer.from('not written yet'));
  const places = file.replace([Buffer.from('a'), Buffer.from('bc')]);
  t.equal(file.read(places[1] as number, 2)?.toString(), 'bc');
  file.add(Buffer.from('d'));
  file.close();
  t.same(opened().found, ['a', 'bc', 'd']);
});
