// Stores in files: what is kept through restarts, kills and torn writes, and what is dropped.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { KEPT_MAX, KeptMessages } from '../../../../actors/providers/fix/kept-messages.js';
import {
  FileStore,
  type FileStoreOptions,
} from '../../../../actors/providers/fix/session-store.js';
import { type Disk, writeAfterCut } from '../../../faults/power-cut.js';
import { readRecording } from '../../../faults/recording.js';
import { strace } from '../../../faults/strace.js';
import { within } from '../../../support/guard.js';
import { SeededRandom } from '../../../support/lives/random.js';
import { countOf } from '../../../support/run.js';
import { lacking } from './store-steps.js';

const folder = mkdtempSync(join(tmpdir(), 'brokerd-fix-'));
const path = join(folder, 'session');
t.teardown(() => rmSync(folder, { recursive: true }));

const opened = (changes: Partial<FileStoreOptions> = {}): FileStore =>
  new FileStore(path, { isSynced: false, keepMs: 1000, now: () => 0, ...changes });

const textsOf = (store: FileStore, from = 1, through = Number.MAX_SAFE_INTEGER): string[] =>
  [...store.messages(from, through, Number.NEGATIVE_INFINITY)].map(
    ({ seq, at, bytes }) => `${seq} ${at} ${bytes}`,
  );

t.beforeEach(() => rmSync(path, { force: true }));

t.test('Numbers and messages outlive the process', async (t) => {
  const store = opened();
  store.sent(5);
  store.sent(6, Buffer.from('an order'));
  store.received(9);
  store.skipped(8);
  store.sent(7, Buffer.from('another'));
  t.same(textsOf(store), ['2 6 an order', '3 7 another'], 'before they are committed, too');
  store.close();
  const again = opened();
  t.same([again.nextOut, again.nextIn, again.resetAt, again.skippedAt], [4, 9, 0, 8]);
  t.same(textsOf(again), ['2 6 an order', '3 7 another']);
  t.same(textsOf(again, 3, 3), ['3 7 another']);
  again.close();
});

t.test('Messages to a peer at another address are forgotten, numbers continue', async (t) => {
  const store = opened({ peer: 'a:1' });
  store.sent(5, Buffer.from('an order'));
  store.received(9);
  await store.close();
  t.same(textsOf(opened({ peer: 'a:1' })), ['1 5 an order']);
  const moved = opened({ peer: 'b:1' });
  t.same([moved.nextOut, moved.nextIn, textsOf(moved)], [2, 9, []]);
  moved.reset(7);
  moved.sent(8, Buffer.from('another'));
  await moved.close();
  t.same(textsOf(opened({ peer: 'b:1' })), ['1 8 another']);
  t.same(textsOf(opened({ peer: 'a:1' })), [], 'they do not come back');
});

t.test('A reset is stored at once, and no earlier message returns', async (t) => {
  const store = opened();
  store.sent(5, Buffer.from('an order'));
  store.received(9);
  await store.commit();
  store.reset(77);
  t.same(textsOf(store), []);
  const again = opened();
  t.same([again.nextOut, again.nextIn, again.resetAt], [1, 1, 77]);
  t.same(textsOf(again), []);
  again.close();
  store.close();
});

t.test('A number is never used again after a torn write', async (t) => {
  const store = opened();
  const sizes: number[] = [];
  for (let seq = 1; seq <= 5; seq += 1) {
    store.sent(seq, seq % 2 === 0 ? Buffer.from(`order ${seq}`) : undefined);
    store.received(10 * seq);
    await store.commit();
    sizes.push(statSync(path).size);
  }
  store.close();
  const whole = readFileSync(path);
  for (let length = 0; length <= whole.length; length += 1) {
    writeFileSync(path, whole.subarray(0, length));
    const committed = sizes.filter((size) => size <= length).length;
    const torn = opened();
    const isNext = torn.nextOut === committed + 1 || torn.nextOut === committed + 2;
    if (!isNext || torn.nextIn !== Math.max(10 * committed, 1)) t.fail(`cut at ${length}`);
    torn.close();
  }
  t.equal(sizes.length, 5);
});

t.test('Messages that are too old to be sent again are dropped', async (t) => {
  let now = 0;
  const sizes = { windowBytes: 16_384, compactBytes: 16_384, copyBytes: 1024 };
  const store = opened({ ...sizes, now: () => now });
  for (; now < 50_000; now += 10) {
    store.sent(now, Buffer.from(`order ${now}`));
    store.received(now);
    await store.commit();
  }
  t.ok(statSync(path).size < 40_000, 'the file stays small');
  const kept = textsOf(store);
  t.equal(kept.at(-1), '5000 49990 order 49990');
  t.ok(kept.includes('4902 49010 order 49010'), 'younger ones are kept');
  store.close();
  const again = opened({ now: () => now - 10 });
  t.same([again.nextOut, again.nextIn], [5001, 49_990]);
  t.same(textsOf(again), kept);
  again.close();
});

t.test('Memory, file and the work of a commit are bounded for any messages', async (t) => {
  const sizes = { windowBytes: 60_000, compactBytes: 120_000, copyBytes: 4096 };
  const store = opened({ ...sizes, keepMs: Number.MAX_SAFE_INTEGER });
  const message = Buffer.alloc(100, 'x');
  const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  let largest = 0;
  let copied = 0;
  let [files, parts] = [0, 0];
  let [before, inode] = [0, statSync(path).ino];
  for (let n = 0; n < 6_000; n += 1) {
    store.sent(n, message);
    await store.commit();
    largest = Math.max(largest, sizeOf(path));
    const next = sizeOf(`${path}.next`);
    if (next > 0) parts += 1;
    if (next > before) copied = Math.max(copied, next - before);
    before = next;
    const { ino } = statSync(path);
    if (ino !== inode) files += 1;
    inode = ino;
  }
  t.ok(files > 3, 'smaller files take the place of larger ones');
  t.ok(parts > 10 * files, 'each is made in parts');
  t.ok(largest < 130_000, `the file has at most ${largest} bytes`);
  t.ok(copied < 4096 + 500, `a commit copies at most ${copied} bytes`);
  const kept = textsOf(store);
  t.equal(kept.at(-1)?.slice(0, 9), '6000 5999');
  t.ok(kept.length > 200 && kept.length < 400, `${kept.length} messages are kept`);
  await store.close();
  const again = opened({ ...sizes, keepMs: Number.MAX_SAFE_INTEGER });
  t.same([again.nextOut, textsOf(again)], [6001, kept]);
  await again.close();
});

t.test('The number of stored messages is bounded', async (t) => {
  const kept = new KeptMessages();
  for (let seq = 1; seq <= KEPT_MAX + 10; seq += 1)
    kept.add({ seq, at: seq, place: seq, length: 1 });
  t.same([kept.size, kept.first?.seq], [KEPT_MAX, 11]);
  t.equal([...kept.from(KEPT_MAX + 4)].length, 7, 'those from a number on');
  kept.forget(20, KEPT_MAX);
  t.same([kept.size, kept.first?.seq], [11, KEPT_MAX]);
  kept.forget(KEPT_MAX + 10, 0);
  t.same([kept.size, kept.first], [0, undefined]);
});

const PROGRAM = fileURLToPath(new URL('./store-child.js', import.meta.url));
/** The steps that a process said, one a line. */
const STEP = /"seq":"(\d+)"/g;

const openedAfter = (file: string): FileStore =>
  new FileStore(file, { isSynced: false, keepMs: Number.MAX_SAFE_INTEGER, now: () => 0 });

t.test('Committed messages survive a kill at any moment', async (t) => {
  for (let round = 1; round <= countOf({ test: 2, deep: 20, soak: 20 }); round += 1) {
    rmSync(path, { force: true });
    const args = [PROGRAM, path, String(Number.MAX_SAFE_INTEGER)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    const closed = once(child, 'close');
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.length > 3_000 * round) child.kill('SIGKILL');
    });
    await within(closed, 'the end of the child');
    const [, last] = [...output.matchAll(STEP)].at(-1) ?? [];
    const store = openedAfter(path);
    t.same(lacking(store, Number(last)), [], `after step ${last}`);
    store.close();
  }
});

t.test('Committed messages survive a power cut at any moment', async (t) => {
  const data = join(folder, 'data');
  const trace = join(folder, 'trace');
  mkdirSync(data);
  const steps = 120;
  const [command = '', ...traced] = strace(trace);
  const args = [...traced, process.execPath, PROGRAM, join(data, 'fix', 'session'), String(steps)];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.resume();
  await within(once(child, 'close'), 'the end of the child');
  const ids = new Map(Array.from({ length: steps }, (_, at) => [`${at + 1}`, `${at + 1}`]));
  const recording = readRecording(trace, data, ids);
  t.equal(recording.answered.length, steps);
  const copy = join(folder, 'copy');
  const cut = (seed: number, disk: Disk): string[] => {
    const random = new SeededRandom(seed);
    const at = random.pick(recording.moments).at;
    const last = recording.answered.filter((answer) => answer.at <= at).at(-1)?.id ?? '0';
    mkdirSync(join(copy, 'fix'), { recursive: true });
    writeAfterCut(recording, { at, disk }, random, copy);
    const store = openedAfter(join(copy, 'fix', 'session'));
    const wrong = lacking(store, Number(last)).map((what) => `cut ${seed} at ${at}: ${what}`);
    store.close();
    rmSync(copy, { recursive: true });
    return wrong;
  };
  const cuts = Array.from(
    { length: countOf({ test: 100, deep: 2_000, soak: 5_000 }) },
    (_, n) => n,
  );
  t.same(
    cuts.flatMap((seed) => cut(seed, 'sound')),
    [],
  );
  t.not(cuts.flatMap((seed) => cut(seed, 'lying')).length, 0, 'a disk that lies is noticed');
});
