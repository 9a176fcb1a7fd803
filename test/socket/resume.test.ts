// The store of numbered events: what it keeps, gives back in order, and admits to have lost.

import t from 'tap';
import type { EventFrame } from '../../actors/client.js';
import { type Cursor, ResumeStore } from '../../http/resume.js';

const frame = (seq: number, login: number, accountSeq: number, pad = 0): EventFrame => ({
  login,
  group: login % 2 === 0 ? 'demo\\even' : 'demo\\odd',
  name: 'deal',
  account_seq: accountSeq,
  seq,
  text: Buffer.from(
    `{"seq":${seq},"login":${login},"account_seq":${accountSeq},"é":"${'x'.repeat(pad)}"}`,
  ),
  parts: seq % 3 === 0 ? ['orders'] : ['deals', 'positions'],
});

type Told = { seq: number; login: number; account_seq: number };

const told = (bytes: Uint8Array): Told => JSON.parse(Buffer.from(bytes).toString()) as Told;

const rest = (cursor: Cursor | undefined): Told[] => {
  const out: Told[] = [];
  for (let bytes = cursor?.next(); bytes !== undefined; bytes = cursor?.next()) {
    out.push(told(bytes));
  }
  return out;
};

t.test('An account gets what it missed, in order and without a gap', async (t) => {
  const store = new ResumeStore(100, 10_000);
  for (let n = 1; n <= 30; n += 1) store.add(frame(n * 2, n % 3, Math.ceil(n / 3)));
  t.same(
    rest(store.forAccount(1, 4, 0)).map((event) => event.account_seq),
    [5, 6, 7, 8, 9, 10],
  );
  t.ok(rest(store.forAccount(1, 0, 0)).every((event) => event.login === 1));
  t.same(rest(store.forAccount(1, 10, 0)), [], 'nothing is missing');
  t.equal(store.forAccount(1, 11, 0), undefined, 'a number that was never given');
});

t.test('An account without events here is current only at the number it really has', async (t) => {
  const store = new ResumeStore(10, 10_000);
  t.same(rest(store.forAccount(7, 12, 12)), []);
  t.ok(store.forAccount(7, 12, 12));
  t.equal(store.forAccount(7, 11, 12), undefined);
});

t.test('A reader meets the events that are stored while it reads', async (t) => {
  const store = new ResumeStore(100, 10_000);
  for (let n = 1; n <= 3; n += 1) store.add(frame(n, 5, n));
  const cursor = store.forAccount(5, 1, 0);
  t.equal(told(cursor?.next() ?? new Uint8Array()).account_seq, 2);
  store.add(frame(4, 6, 1));
  store.add(frame(5, 5, 4));
  t.same(
    rest(cursor).map((event) => event.account_seq),
    [3, 4],
  );
});

t.test('A reader that is overtaken says that it is lost', async (t) => {
  const store = new ResumeStore(4, 10_000);
  for (let n = 1; n <= 4; n += 1) store.add(frame(n, 5, n));
  const cursor = store.forAccount(5, 0, 0);
  t.equal(told(cursor?.next() ?? new Uint8Array()).account_seq, 1);
  for (let n = 5; n <= 9; n += 1) store.add(frame(n, 5, n));
  t.equal(cursor?.next(), undefined);
  t.equal(cursor?.isLost, true);
  t.equal(store.forAccount(5, 3, 0), undefined, 'older than what is kept');
});

t.test('Staff get the events after a number that pass their filter', async (t) => {
  const store = new ResumeStore(5, 10_000);
  t.equal(
    store.forStaff(0, () => true),
    undefined,
    'before it is known where it starts',
  );
  store.startAfter(10);
  for (let n = 11; n <= 14; n += 1) store.add(frame(n, n, 1));
  t.same(
    rest(store.forStaff(11, (_, group) => group === 'demo\\even')).map((event) => event.seq),
    [12, 14],
  );
  t.same(
    rest(store.forStaff(10, (_, __, parts) => (parts & 2) !== 0)).map((event) => event.seq),
    [12],
  );
  t.equal(
    store.forStaff(9, () => true),
    undefined,
    'older than the beginning',
  );
  store.add(frame(15, 15, 1));
  store.add(frame(16, 16, 1));
  t.equal(
    store.forStaff(10, () => true),
    undefined,
    'dropped since',
  );
  t.equal(rest(store.forStaff(11, () => true)).length, 5);
});

t.test('Events that came out of order are never missed by staff', async (t) => {
  const store = new ResumeStore(10, 10_000);
  store.startAfter(0);
  for (const seq of [1, 5, 3, 4, 8, 6]) store.add(frame(seq, seq, 1));
  const after = (seq: number): number[] => rest(store.forStaff(seq, () => true)).map((e) => e.seq);
  t.same(after(5), [3, 4, 8, 6], 'who has seen 5 may not have seen 3');
  t.same(after(7), [8, 6]);
  t.same(after(8), [6]);
  t.same(after(0), [1, 5, 3, 4, 8, 6]);
  t.same(after(9), []);
});

t.test('Texts of all lengths survive the turn of the ring', async (t) => {
  const bytes = 4096;
  const store = new ResumeStore(50, bytes);
  store.startAfter(0);
  const kept: EventFrame[] = [];
  for (let n = 1; n <= 500; n += 1) {
    const one = frame(n, 1 + (n % 7), Math.ceil(n / 7), (n * 7919) % 700);
    store.add(one);
    kept.push(one);
    const all = rest(store.forStaff((kept.at(-store.count)?.seq ?? 1) - 1, () => true));
    t.same(
      all.map((event) => event.seq),
      kept.slice(-store.count).map((event) => event.seq),
    );
  }
  t.ok(store.count > 3 && store.count < 50);
  t.throws(() => store.add(frame(3000, 1, 3000, bytes)), RangeError);
});
