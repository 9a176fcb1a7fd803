// Contents of files: each lies once, in pieces, as long as something uses it.

import { createHash } from 'node:crypto';
import t from 'tap';
import { SERVER } from '../../../../actors/desk/state/writer.js';
import { fileLocks } from '../../../../actors/desk/store/record-locks.js';
import {
  type NewFile,
  PIECE_BYTES,
  pieceKey,
  type StoredFile,
} from '../../../../wire/accounts/file.js';
import { type Outcome, ok, refuse } from '../../../../wire/base/codes.js';
import type { Caller } from '../../../../wire/desk/caller.js';
import {
  codeOf,
  DeskHarness,
  dataOf,
  openDesk,
  staffCaller,
} from '../../../support/desk-harness.js';
import { privateSize } from '../../../support/private-size.js';

/** A file of so many bytes; `seed` tells contents apart. */
const fileOf = (size: number, seed = 1): NewFile => ({
  name: `${seed}.pdf`,
  bytes: Buffer.alloc(size, seed),
});

/** A small file that may be attached. */
const pdfOf = (text: string): NewFile => ({
  name: `${text}.pdf`,
  bytes: Buffer.from(`%PDF-1.4 ${text}`),
});

const stored = ({ name, bytes }: NewFile): StoredFile => ({
  name,
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

/** The events' changes, without records. */
const changesOf = ({ log }: DeskHarness, from = 0) =>
  log.slice(from).map(({ changes }) => changes.map(({ kind, record }) => [kind, record !== null]));

/** Uses or releases files in one decision. */
const decide = (
  { desk }: DeskHarness,
  files: readonly StoredFile[],
  how: 'use' | 'release',
  outcome: Outcome<null> = ok(null),
) =>
  desk.writer.change(fileLocks(files), SERVER, (tx) => {
    desk.files[how](tx, files);
    return outcome;
  });

/** Stores files and uses them. */
const keep = (harness: DeskHarness, ...files: NewFile[]) =>
  harness.desk.files.store(files, (all) => decide(harness, all, 'use'));

/** The content as its pieces have it; undefined = it is not in use. */
const contentOf = ({ desk }: DeskHarness, file: NewFile): Buffer | undefined => {
  const { sha256 } = stored(file);
  const size = desk.records.get('file', sha256)?.record.size;
  if (size === undefined) return undefined;
  const pieces: Buffer[] = [];
  for (let index = 0; index * PIECE_BYTES < size; index += 1) {
    const piece = desk.records.get('file_piece', pieceKey({ sha256, index }))?.record;
    pieces.push(Buffer.from(piece?.data ?? '', 'base64'));
  }
  return Buffer.concat(pieces);
};

const usesOf = ({ desk }: DeskHarness, file: NewFile): number =>
  desk.records.get('file', stored(file).sha256)?.record.uses ?? 0;

/** How many records of files there are, by their type. */
const left = ({ desk }: DeskHarness) => {
  const counts: Record<string, number> = {};
  for (const { kind } of desk.records.everything()) {
    if (/file/.test(kind)) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
};

t.test('a file goes into the log in pieces of 64 KiB, each in an event of its own', async (t) => {
  const harness = new DeskHarness();
  const file = fileOf(2 * PIECE_BYTES + 1);
  dataOf(await keep(harness, file));
  const piece = [
    ['file_piece', true],
    ['unused_file', true],
  ];
  const use = [
    ['unused_file', false],
    ['file', true],
  ];
  t.same(changesOf(harness), [piece, piece, piece, use]);
  t.same(contentOf(harness, file), file.bytes);
  t.equal(usesOf(harness, file), 1);
  const largest = Math.max(...harness.log.map((event) => JSON.stringify(event).length));
  t.ok(largest < 2 * PIECE_BYTES, `${largest} characters`);
  t.same(left(harness.restarted()), { file: 1, file_piece: 3 }, 'also after a restart');
});

t.test('files come back with their names, sizes and hashes, in their order', async (t) => {
  const harness = new DeskHarness();
  const files = [fileOf(5), fileOf(PIECE_BYTES, 2), { name: 'again.txt', bytes: fileOf(5).bytes }];
  const seen = await harness.desk.files.store(files, async (all) => ok(all));
  t.same(dataOf(seen), files.map(stored));
});

t.test('the same content lies once, whatever its names', async (t) => {
  const harness = new DeskHarness();
  const file = fileOf(70_000);
  await keep(harness, file, { ...file, name: 'copy.pdf' });
  t.equal(usesOf(harness, file), 2);
  const before = harness.log.length;
  await keep(harness, file);
  t.equal(usesOf(harness, file), 3);
  t.same(changesOf(harness, before), [[['file', true]]], 'no piece is written again');
  t.same(left(harness), { file: 1, file_piece: 2 });
});

t.test('a content is deleted with its last use, in the decision that takes it', async (t) => {
  const harness = new DeskHarness();
  const file = fileOf(70_000);
  await keep(harness, file, file);
  dataOf(await decide(harness, [stored(file)], 'release'));
  t.same(contentOf(harness, file), file.bytes);
  const before = harness.log.length;
  dataOf(await decide(harness, [stored(file)], 'release'));
  const removed = [
    ['file', false],
    ['file_piece', false],
    ['file_piece', false],
  ];
  t.same(changesOf(harness, before), [removed]);
  t.same(left(harness), {});
  t.same(left(harness.restarted()), {});
  await keep(harness, file);
  t.same(contentOf(harness, file), file.bytes, 'and can be stored again');
});

t.test('a decision may release a file before it uses it', async (t) => {
  const harness = new DeskHarness();
  const file = fileOf(70_000);
  const { desk } = harness;
  await keep(harness, file);
  const all = [stored(file)];
  const sent = await desk.writer.change(fileLocks(all), SERVER, (tx) => {
    desk.files.release(tx, all);
    desk.files.use(tx, all);
    return ok(null);
  });
  dataOf(sent);
  t.same(contentOf(harness, file), file.bytes);
});

t.test('what a refused decision leaves is deleted', async (t) => {
  const harness = new DeskHarness();
  const file = fileOf(70_000);
  const { files } = harness.desk;
  const refused = await files.store([file], (all) =>
    decide(harness, all, 'use', refuse('not_found')),
  );
  t.equal(codeOf(refused), 'not_found');
  t.same(left(harness), {});
  const thrown = files.store([file], async () => {
    throw new Error('a defect');
  });
  await t.rejects(thrown, /a defect/);
  t.same(left(harness), {});
  t.equal(privateSize(files, '#storing'), 0);
});

t.test('what a refused release would have deleted stays', async (t) => {
  const harness = new DeskHarness();
  const file = fileOf(70_000);
  await keep(harness, file);
  await decide(harness, [stored(file)], 'release', refuse('conflict'));
  t.same(contentOf(harness, file), file.bytes);
});

t.test('what a process leaves that ends while it stores is deleted at the start', async (t) => {
  const harness = new DeskHarness();
  const [used, begun] = [fileOf(70_000), fileOf(5 * PIECE_BYTES, 2)];
  await keep(harness, used);
  const before = harness.log.length;
  await keep(harness, begun);
  for (let pieces = 1; pieces <= 5; pieces += 1) {
    const killed = new DeskHarness(harness.log.slice(0, before + pieces), harness.now);
    t.match(left(killed), { unused_file: 1, file_piece: 2 + pieces });
    await killed.desk.files.sweep();
    t.same(left(killed), { file: 1, file_piece: 2 });
    t.same(contentOf(killed, used), used.bytes);
    await keep(killed, begun);
    t.same(contentOf(killed, begun), begun.bytes);
  }
});

t.test('a store goes on from the pieces that a process left', async (t) => {
  const harness = new DeskHarness();
  const file = fileOf(5 * PIECE_BYTES);
  await keep(harness, file);
  for (const isFirst of [true, false]) {
    const killed = new DeskHarness(harness.log.slice(0, 3), harness.now);
    const swept = isFirst ? killed.desk.files.sweep() : undefined;
    await Promise.all([keep(killed, file), swept ?? killed.desk.files.sweep()]);
    t.equal(killed.log.length, 3 + 2 + 1);
    t.same(contentOf(killed, file), file.bytes);
  }
});

t.test('of two stores of one content at once each piece is written once', async (t) => {
  const harness = new DeskHarness();
  const file = fileOf(3 * PIECE_BYTES);
  for (const outcome of await Promise.all([keep(harness, file), keep(harness, file)])) {
    dataOf(outcome);
  }
  t.equal(usesOf(harness, file), 2);
  t.equal(harness.log.length, 3 + 2);
  t.same(contentOf(harness, file), file.bytes);
});

t.test('a release deletes nothing that is being stored', async (t) => {
  const harness = new DeskHarness();
  const file = fileOf(3 * PIECE_BYTES);
  await keep(harness, file);
  const again = await harness.desk.files.store([file], async (all) => {
    dataOf(await decide(harness, all, 'release'));
    t.match(left(harness), { unused_file: 1, file_piece: 3 });
    return decide(harness, all, 'use');
  });
  dataOf(again);
  t.same(contentOf(harness, file), file.bytes);
  t.same(left(harness), { file: 1, file_piece: 3 });
});

t.test('any order of stores, uses and releases leaves what is used, and no more', async (t) => {
  const harness = new DeskHarness();
  const files = [1, 2, 3].map((seed) => fileOf(PIECE_BYTES + seed, seed));
  const uses = files.map(() => 0);
  let chance = 1;
  const random = (below: number): number => {
    chance = (chance * 48_271) % 2_147_483_647;
    return chance % below;
  };
  for (let round = 0; round < 60; round += 1) {
    const under = Array.from({ length: 1 + random(5) }, async () => {
      const at = random(files.length);
      const file = files[at] as NewFile;
      const isRefused = random(3) === 0;
      if (random(2) === 0 && (uses[at] as number) > 0) {
        (uses[at] as number) -= 1;
        return void dataOf(await decide(harness, [stored(file)], 'release'));
      }
      const outcome = await harness.desk.files.store([file], (all) =>
        decide(harness, all, 'use', isRefused ? refuse('conflict') : ok(null)),
      );
      if (outcome.ok) (uses[at] as number) += 1;
    });
    await Promise.all(under);
    t.same(
      files.map((file) => usesOf(harness, file)),
      uses,
    );
    for (const [at, file] of files.entries()) {
      t.same(contentOf(harness, file), uses[at] === 0 ? undefined : file.bytes);
    }
    const used = uses.filter((count) => count > 0).length;
    const expected = used === 0 ? {} : { file: used, file_piece: 2 * used };
    t.same(left(harness), expected);
  }
  t.same(left(harness.restarted()), left(harness));
});

t.test('a file detached while it is being attached stays for its other users', async (t) => {
  const harness = await openDesk();
  const [own, other] = await Promise.all([1, 2].map(() => harness.hire({ rights: ['mailbox'] })));
  const callers = [staffCaller({ login: own }), staffCaller({ login: other })] as const;
  const draftOf = async (caller: Caller) =>
    dataOf(await harness.ask('mail.draft', { id: 0, body: { subject: 's' } }, caller)).id;
  const ids = [await draftOf(callers[0]), await draftOf(callers[1])] as const;
  const [first, file] = ['first', 'second'].map(pdfOf) as [NewFile, NewFile];
  dataOf(await harness.ask('mail.attach', { id: ids[0], file: first }, callers[0]));
  dataOf(await keep(harness, file));
  // The draft has no second file yet when the detach of it is asked for.
  const commitFirst = harness.holdWrites();
  const attached = harness.ask('mail.attach', { id: ids[0], file }, callers[0]);
  await harness.writesHeld(1);
  const detached = harness.ask('mail.detach', { id: ids[0], file: 2 }, callers[0]);
  const commit = harness.holdWrites();
  commitFirst();
  dataOf(await attached);
  await harness.writesHeld(1);
  const used = harness.ask('mail.attach', { id: ids[1], file }, callers[1]);
  for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
  commit();
  dataOf(await detached);
  dataOf(await used);
  t.equal(usesOf(harness, file), 2, 'that of the other draft, and the one before');
  t.same(contentOf(harness, file), file.bytes);
});

t.test('a use of a content that is not stored, or not whole, is a defect', async (t) => {
  const harness = new DeskHarness();
  const file = fileOf(3 * PIECE_BYTES);
  await t.rejects(decide(harness, [stored(file)], 'use'), /is not stored/);
  await t.rejects(decide(harness, [stored(file)], 'release'), /is not in use/);
  await keep(harness, file);
  const killed = new DeskHarness(harness.log.slice(0, 2), harness.now);
  await t.rejects(decide(killed, [stored(file)], 'use'), /is not stored/);
});

t.test('a piece that cannot be written ends the store, and what it left is deleted', async (t) => {
  const harness = new DeskHarness();
  const file = fileOf(3 * PIECE_BYTES);
  harness.changesMax = 1;
  t.equal(codeOf(await keep(harness, file)), 'invalid_input');
  harness.changesMax = Number.POSITIVE_INFINITY;
  const failures: string[] = [];
  harness.onFailure = (msg) => failures.push(msg);
  const broken = harness.desk.files.store([file], async () => {
    const full = Promise.reject(new Error('the log is behind'));
    full.catch(() => {});
    harness.hold = full;
    return refuse('conflict');
  });
  t.equal(codeOf(await broken), 'conflict');
  t.same(failures, ['a file that nothing uses could not be deleted']);
  harness.hold = undefined;
  await keep(harness, fileOf(1, 2));
  t.same(left(harness), { file: 1, file_piece: 1 }, 'the next one deletes what stayed');
});
