// Damage to the log: whatever it is, the scan names the first event that is bad.

import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { EMPTY_HEAD, frameEvents, hashOf, MORE, sealBatch } from '../../../storage/log/batch.js';
import { Log, LogFile, logFiles, nameOf } from '../../../storage/log/log.js';
import { scan } from '../../../storage/log/scan.js';
import { runsOf } from '../../support/run.js';

const MAP = 64 * 1024 * 1024;
/** Large enough that each batch has pages of its own. */
const EVENT_BYTES = 5_000;

/** Where a first page of the file holds the number of its commit. */
const COMMIT_AT = 152;
const FLIPS = runsOf(8);

const event = (seq: number): Buffer => Buffer.alloc(EVENT_BYTES, seq % 251);

/** A log of 20 batches with two events each, closed. */
const fill = (log: Log): void => {
  for (let seq = 1; seq <= 40; seq += 2) {
    log.append(2, frameEvents([event(seq), event(seq + 1)]));
  }
};

const written = (t: Test, rotateBytes = MAP): string => {
  const folder = t.testdir();
  const log = Log.open(folder, { mapSize: MAP, rotateBytes });
  fill(log);
  log.close();
  return folder;
};

const pathOf = (folder: string, file = 0): string =>
  join(folder, nameOf(logFiles(folder)[file] as number));

const commitOf = (folder: string, page: number): number =>
  Number(readFileSync(pathOf(folder)).readBigUInt64LE(page * 4096 + COMMIT_AT));

/** Changes bytes of the log's file from where they hold the events of a seq. */
const damage = (folder: string, seq: number, change: (bytes: Buffer, at: number) => void): void => {
  const bytes = readFileSync(pathOf(folder));
  const at = bytes.indexOf(event(seq).subarray(0, 1_000));
  change(bytes, at + 100);
  writeFileSync(pathOf(folder), bytes);
};

t.test('A whole log is found whole, from its beginning or from any event', async (t) => {
  const folder = written(t);
  const whole = scan(folder, 1);
  t.match(whole, { ok: true, last: 40 });
  for (const from of [2, 20, 40, 41]) {
    const tail = scan(folder, from);
    t.match(tail, { ok: true, last: 40, hash: whole.ok && whole.hash }, `from ${from}`);
    t.ok(tail.ok && whole.ok && tail.bytes < whole.bytes + 1);
  }
});

t.test('Only the part with the end of the log reads its copy', async (t) => {
  const folder = written(t);
  // Nobody can read a folder as a file.
  mkdirSync(join(folder, 'log-0000000000000041.seg'));
  const found = scan(folder, 1, 5 * EVENT_BYTES);
  t.match(found, { ok: true, last: 6 });
  t.match(scan(folder, 1), { ok: false, what: /EISDIR/ });
});

t.test('An empty log is whole', async (t) => {
  const folder = t.testdir();
  Log.open(folder).close();
  t.match(scan(folder, 1), { ok: true, last: 0 });
});

t.test('One flipped bit is found wherever it is', async (t) => {
  for (const seq of [1, 2, 19, 40]) {
    await t.test(`in event ${seq}`, async (t) => {
      const folder = written(t);
      damage(folder, seq, (bytes, at) => {
        bytes[at] = (bytes[at] as number) ^ 4;
      });
      const batch = seq - ((seq + 1) % 2);
      t.match(scan(folder, 1), { ok: false, seq: batch, what: /checksum/ });
    });
  }
});

/** A log file made by hand: batches of one event each under the given keys. */
const handMade = (t: Test, batches: readonly { key: number; count?: number; body?: Buffer }[]) => {
  const folder = t.testdir();
  const file = new LogFile(join(folder, nameOf(1)), MAP);
  let { hash } = EMPTY_HEAD;
  for (const { key, count = 1, body = frameEvents([event(key)]) } of batches) {
    const stored = Buffer.concat([Buffer.alloc(40), body]);
    sealBatch(stored, count, hash);
    hash = hashOf(stored);
    file.put({ first: key, value: stored });
  }
  file.close();
  return folder;
};

t.test('A missing batch is found at the seq where it should stand', async (t) => {
  t.match(scan(handMade(t, [{ key: 1 }, { key: 2 }, { key: 4 }]), 1), { ok: false, seq: 3 });
  t.match(scan(handMade(t, [{ key: 2 }]), 1), { ok: false, seq: 1 }, 'the first one');
  t.match(scan(handMade(t, [{ key: 9 }]), 5), { ok: false, seq: 1 }, 'of those before');
});

t.test('Batches that changed places are found by the chain', async (t) => {
  const folder = t.testdir();
  const file = new LogFile(join(folder, nameOf(1)), MAP);
  const sealed: Buffer[] = [];
  for (const seq of [1, 2, 3]) {
    const stored = Buffer.concat([Buffer.alloc(40), frameEvents([event(seq)])]);
    sealBatch(stored, 1, sealed.length === 0 ? EMPTY_HEAD.hash : hashOf(sealed.at(-1) as Buffer));
    sealed.push(stored);
  }
  const order = [0, 2, 1].map((n) => sealed[n] as Buffer);
  file.put(...order.map((value, n) => ({ first: n + 1, value })));
  file.close();
  t.match(scan(folder, 1), { ok: false, seq: 2, what: /hash/ });
});

t.test('A batch whose events do not fill it is found', async (t) => {
  const body = frameEvents([event(1)]);
  t.match(scan(handMade(t, [{ key: 1, count: 2, body }]), 1), { ok: false, seq: 1, what: /fill/ });
  t.match(scan(handMade(t, [{ key: 1, count: 0, body }]), 1), { ok: false, seq: 1 });
});

t.test('A batch that ends within what one command did is found', async (t) => {
  const body = frameEvents([event(1), event(2)]);
  body.writeUInt32LE(body.readUInt32LE(0) + MORE, 0);
  t.match(scan(handMade(t, [{ key: 1, count: 2, body }]), 1), { ok: true });
  const cut = body.subarray(0, body.length / 2);
  const what = /last command/;
  t.match(scan(handMade(t, [{ key: 1, count: 1, body: cut }]), 1), { ok: false, seq: 1, what });
});

t.test('A log that fell back to an earlier commit is found by its copy', async (t) => {
  const [used, folder] = [join(t.testdir(), 'used'), join(t.testdirName, 'killed')];
  const log = Log.open(used, { mapSize: MAP });
  fill(log);
  t.equal(log.head().seq, 40);
  cpSync(used, folder, { recursive: true });
  log.close();
  // Both first pages name a commit, the newer one counts; there is no checksum over them.
  const newest = [0, 1].toSorted((a, b) => commitOf(folder, b) - commitOf(folder, a))[0] as number;
  const bytes = readFileSync(pathOf(folder));
  bytes.writeBigUInt64LE(0n, newest * 4096 + COMMIT_AT);
  writeFileSync(pathOf(folder), bytes);
  t.match(scan(folder, 1), { ok: false, seq: 39, what: /copy ends at 40/ });
  t.throws(() => Log.open(folder, { mapSize: MAP }), /cut/);
});

t.test('A bit flipped anywhere is found or changes nothing', async (t) => {
  const folder = written(t);
  const whole = scan(folder, 1);
  const bytes = readFileSync(pathOf(folder));
  for (let n = 1; n <= FLIPS; n += 1) {
    const at = (n * 7_919 * 4_099) % bytes.length;
    const flipped = Buffer.from(bytes);
    flipped[at] = (flipped[at] as number) ^ (1 << (n % 8));
    writeFileSync(pathOf(folder), flipped);
    const result = scan(folder, 1);
    if (result.ok) t.same(result, whole, `byte ${at} holds nothing`);
    else t.match(result.seq, Number, `byte ${at}: event ${result.seq} ${result.what}`);
  }
});

t.test('A truncated file names a bad seq', async (t) => {
  const folder = written(t);
  truncateSync(pathOf(folder), Math.floor(statSync(pathOf(folder)).size / 2 / 4096) * 4096);
  const result = scan(folder, 1);
  t.match(result, { ok: false, what: String });
  t.ok(!result.ok && result.seq >= 1 && result.seq <= 39, JSON.stringify(result));
});

t.test('A named pipe is no log, and nobody waits for its writer', async (t) => {
  const folder = t.testdir();
  t.equal(spawnSync('mkfifo', [join(folder, nameOf(1))]).status, 0);
  t.match(scan(folder, 1), { ok: false, seq: 1, what: /^cannot be read: / });
});

t.test('Files that do not follow on one another are found from either end', async (t) => {
  const harms: Readonly<Record<string, (folder: string, of: (file: number) => string) => void>> = {
    'one is missing': (_, of) => rmSync(of(1)),
    'the first is missing': (_, of) => rmSync(of(0)),
    'one is empty': (_, of) => truncateSync(of(1)),
    'one is a copy of another': (_, of) => copyFileSync(of(0), of(1)),
    'the last is there twice': (folder, of) => copyFileSync(of(2), join(folder, nameOf(38))),
    'one is named otherwise': (folder, of) => renameSync(of(1), join(folder, nameOf(20))),
  };
  for (const [what, harm] of Object.entries(harms)) {
    await t.test(what, async (t) => {
      const folder = written(t, 40_000);
      const firsts = logFiles(folder);
      t.ok(firsts.length > 2);
      const paths = firsts.map((first) => join(folder, nameOf(first)));
      harm(folder, (file) => paths[file] as string);
      const whole = scan(folder, 1);
      t.match(whole, { ok: false });
      const { seq } = whole as { seq: number };
      if (what === 'one is missing') t.equal(seq, firsts[1]);
      if (what === 'the first is missing') t.equal(seq, 1);
      const said = { ok: false, seq, what: /stands where|is empty/ };
      t.match(scan(folder, 40), said, 'as from the beginning');
    });
  }
});

t.test('Nothing that is no log is taken for one', async (t) => {
  const folder = written(t);
  writeFileSync(pathOf(folder), Buffer.alloc(100_000, 7));
  t.match(scan(folder, 1), { ok: false, seq: 1 });
});
