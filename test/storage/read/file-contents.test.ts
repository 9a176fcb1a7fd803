// Contents of files: put together from the pieces that the database has.

import t from 'tap';
import { queryTable } from '../../../storage/read/queries.js';
import { type NewFile, PIECE_BYTES } from '../../../wire/accounts/file.js';
import { ok } from '../../../wire/base/codes.js';
import { DeskHarness, dataOf } from '../../support/desk-harness.js';
import { NO_EVENTS, projecting } from '../../support/opened.js';

const sized = (size: number): NewFile => ({
  name: 'a.log',
  bytes: Buffer.from(Array.from({ length: size }, (_, n) => n % 251)),
});

/** The events of files that are stored and used, and of the last one's release. */
const eventsOf = async (...files: readonly NewFile[]) => {
  const harness = new DeskHarness();
  const { desk } = harness;
  const stored = await desk.files.store(files, async (all) => {
    dataOf(await harness.write((tx) => ok(desk.files.use(tx, all))));
    return ok(all);
  });
  const uses = harness.log.length;
  const last = dataOf(stored).slice(-1);
  dataOf(await harness.write((tx) => ok(desk.files.release(tx, last))));
  const hashes = dataOf(stored).map(({ sha256 }) => sha256);
  return { used: harness.log.slice(0, uses), released: harness.log.slice(uses), hashes };
};

t.test('a file is read by its hash as long as it is used', async (t) => {
  const files = [1, PIECE_BYTES, PIECE_BYTES + 1, 3 * PIECE_BYTES].map(sized);
  const { used, released, hashes } = await eventsOf(...files);
  const { db, add } = projecting(t);
  const read = (sha256 = '') =>
    queryTable(db, { query: () => [] }, NO_EVENTS)['file.read']({ session: '', sha256 });
  add(...used.slice(0, -1));
  t.same(hashes.map(read), [null, null, null, null], 'not while it is stored');
  add(...used.slice(-1));
  t.same(
    hashes.map(read),
    files.map(({ bytes }) => new Uint8Array(bytes)),
  );
  t.equal(read('0'.repeat(64)), null);
  add(...released);
  t.equal(read(hashes[3]), null);
  t.same(read(hashes[0]), new Uint8Array(files[0]?.bytes ?? []));
  t.equal(db.prepare("SELECT count(*) FROM records WHERE kind LIKE '%file%'").pluck().get(), 7);
});

t.test('a file with a piece that is missing, changed or too long is not read', async (t) => {
  const { used, hashes } = await eventsOf(sized(2 * PIECE_BYTES), sized(1));
  const { db, add } = projecting(t, ...used);
  const [sha256 = ''] = hashes;
  const read = () =>
    queryTable(db, { query: () => [] }, NO_EVENTS)['file.read']({ session: '', sha256 });
  const key = `${sha256}/1`;
  const piece = used[1]?.changes.find((change) => change.key === key);
  if (piece === undefined) throw new Error('the second event has the second piece');
  const put = (record: typeof piece.record): void => {
    add({ ...(used[0] as (typeof used)[0]), changes: [{ ...piece, record }] });
  };
  put({ ...piece.record, data: Buffer.alloc(PIECE_BYTES + 1).toString('base64') });
  t.throws(read, /is longer than 131072/);
  put(null);
  t.throws(read, /is not whole/);
  put(piece.record);
  t.equal(read()?.length, 2 * PIECE_BYTES);
  db.prepare("UPDATE records SET record = replace(record, 'A', 'B') WHERE key = ?").run(key);
  t.throws(read, /is not what was written/);
});
