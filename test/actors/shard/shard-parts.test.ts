// Parts of a shard and its front, each on its own: books, rounds, times, request ids, alarms.

import { equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { CommitCounts } from '../../../actors/front/commit-counts.js';
import { HOPS, OrderTimes } from '../../../actors/front/order-times.js';
import { RequestIndex } from '../../../actors/shard/accounts/request-index.js';
import { Rounds } from '../../../actors/shard/accounts/rounds.js';
import { Alarm, timersBy } from '../../../actors/shard/alarm.js';
import { CommitQueue } from '../../../actors/shard/commit-queue.js';
import { NewestQuotes } from '../../../actors/shard/quotes.js';
import { requestKeyOf } from '../../../storage/projection/request-key.js';
import { emptyRow } from '../../../wire/base/field-table.js';
import { packEvent } from '../../../wire/codec/pack.js';
import { TRADE_RESULT } from '../../../wire/trading/records.js';
import { buildAccountEvent } from '../../support/build.js';
import { NOON } from '../../support/engine-harness.js';
import { privateSize } from '../../support/private-size.js';

t.test('every committed event has the seq that its batch gave it', async (t) => {
  t.equal(new CommitCounts(1, 42).seqOf(0), 42, 'before the first, that of the log at the start');
  const property = fc.property(
    fc.array(fc.record({ mine: fc.integer({ min: 1, max: 9 }), others: fc.nat({ max: 9 }) }), {
      minLength: 1,
      maxLength: 50,
    }),
    (batches) => {
      const book = new CommitCounts(1, 100);
      const seqs: number[] = [];
      let seq = 100;
      for (const { mine, others } of batches) {
        for (let n = 0; n < mine; n += 1) {
          seq += 1;
          seqs.push(seq);
        }
        book.note(seqs.length, seq);
        seq += others;
      }
      return seqs.every((expected, index) => book.seqOf(index + 1) === expected);
    },
  );
  fc.assert(property, { numRuns: 50, seed: 1 });
});

t.test('an item comes out once, when its event is committed, in the order put in', async (t) => {
  const queue = new CommitQueue<string>();
  queue.add(3, 'third');
  queue.add(1, 'first');
  queue.add(0, 'at once');
  t.same(queue.take(0), ['at once']);
  t.same(queue.take(0), []);
  t.same(queue.take(2), ['first']);
  t.same(queue.take(9), ['third']);
  t.equal(queue.size, 0);
});

const SYMBOL = 32_767;

/** A book with so many ticks of a symbol, the nth at Bid n, Ask n + 1 and time n. */
const bookOf = (ticks: number): NewestQuotes => {
  const book = new NewestQuotes();
  for (let n = 1; n <= ticks; n += 1) book.tick(SYMBOL, n, n + 1, n);
  return book;
};

const isInStream = (book: NewestQuotes, bid: number, since = 0): boolean =>
  book.inStream(SYMBOL, (one) => one === bid, since);

t.test('each of the last 512 ticks is recognised, however many there were before', async (t) => {
  const none = bookOf(0);
  t.equal(none.quote(SYMBOL).time, 0);
  t.notOk(none.inStream(SYMBOL, () => true, 0));
  for (const ticks of [1, 16, 17, 40, 511, 512, 513, 700, 2000]) {
    const book = bookOf(ticks);
    t.equal(book.quote(SYMBOL).bid, ticks);
    const oldest = Math.max(1, ticks - 511);
    for (let bid = oldest; bid <= ticks; bid += 1) {
      if (!isInStream(book, bid)) t.fail(`tick ${bid} of ${ticks} is not recognised`);
    }
    t.notOk(isInStream(book, oldest - 1), `what was before the last 512 of ${ticks} is not`);
  }
  t.ok(isInStream(bookOf(30), 10, 11), 'the quote that stood at a time, until 11 came');
  t.notOk(isInStream(bookOf(30), 9, 11), 'none before it');
});

/** The bounds of the only bucket that a hop has counted in, in seconds. */
const boundsOf = (times: OrderTimes, hop: (typeof HOPS)[number]): readonly number[] => {
  const found = times.histograms().find(({ label }) => label === `hop="${hop}"`);
  const { counts = [], bounds = [] } = found ?? {};
  const at = counts.findIndex((count) => count > 0);
  return [at === 0 ? 0 : (bounds[at - 1] ?? 0), bounds[at] ?? Number.POSITIVE_INFINITY];
};

const deliver = (times: OrderTimes, ...stamps: Parameters<OrderTimes['delivered']>): void => {
  if (times.isMeasured()) times.delivered(...stamps);
};

t.test('each hop is counted from the stamp before it to its own', async (t) => {
  const times = new OrderTimes();
  deliver(times, 1000, 1000.01, 1000.11, 1001.11, 1011.11, 1111.11);
  for (const { counts } of times.histograms()) t.equal(counts.indexOf(1), -1, 'not yet sent');
  times.sent(2111.11);
  const took = { front: 10, queue: 100, shard: 1e3, log: 1e4, commit: 1e5, answer: 1e6 };
  for (const [hop, us] of Object.entries(took)) {
    const [above = 0, upTo = 0] = boundsOf(times, hop as keyof typeof took);
    t.ok(above * 1e6 < us * 1.001 && us * 0.999 <= upTo * 1e6, `${hop}: ${above} to ${upTo} s`);
  }
  const [, longest = 0] = boundsOf(times, 'total');
  t.ok(longest >= 1.111 && longest < 2.5);
});

t.test('every time falls between the bounds of its bucket', async (t) => {
  for (let us = 0.1; us < 3e7; us *= 1.07) {
    const times = new OrderTimes();
    deliver(times, 0, us / 1000, us / 1000, us / 1000, us / 1000, us / 1000);
    times.sent(us / 1000);
    const [above = 0, upTo = 0] = boundsOf(times, 'front');
    const floor = Math.floor(us);
    t.ok(above * 1e6 <= us * 1.000001 && (us <= upTo * 1.000001e6 || floor === upTo), `${us} us`);
  }
});

t.test("many orders of a run are all counted, most with an earlier one's time", async (t) => {
  for (const orders of [1, 16, 17, 32, 33, 3000]) {
    const times = new OrderTimes();
    for (let run = 0; run < 2; run += 1) {
      for (let n = 0; n < orders; n += 1) deliver(times, 1, 2, 3, 4, 5, 6);
      times.sent(7);
    }
    for (const { counts, sum, label } of times.histograms()) {
      const all = counts.reduce((sum, count) => sum + count, 0);
      t.equal(all, 2 * orders);
      const ms = label === 'hop="total"' ? 6 : 1;
      t.ok(Math.abs(sum - (2 * orders * ms) / 1000) < 1e-9, `${sum} s`);
    }
    t.same(times.histograms().length, HOPS.length);
  }
});

const EVERY_MS = 100;
/** A time of `performance.now` that never comes, and one that is over. */
const NEVER = Number.POSITIVE_INFINITY;
const OVER = 0;

t.test('a round begins so long after the last one began, or when that is over', async (t) => {
  const seen: number[] = [];
  const rounds = new Rounds(EVERY_MS, () => [1, 2]);
  const go = (now: number): number[] => {
    seen.length = 0;
    t.ok(rounds.go((one) => seen.push(one), now, NEVER));
    return [...seen];
  };
  t.same(go(1000), [1, 2]);
  t.same(go(1099), []);
  t.same(go(1100), [1, 2]);
  t.same(go(1150), []);
  t.same(go(5000), [1, 2]);
  t.same(go(5050), [], 'what was missed is not made up for');
  t.equal(rounds.count, 3);
});

t.test('a turn that is over leaves the others to the next one, which need not wait', async (t) => {
  const all = new Set(Array.from({ length: 40 }, (_, n) => n));
  const seen: number[] = [];
  const rounds = new Rounds(EVERY_MS, () => all);
  const go = (now: number): boolean => rounds.go((one) => seen.push(one), now, OVER);
  t.notOk(go(1000));
  t.equal(seen.length, 16, 'the clock is not read after each');
  all.delete(20);
  all.add(99);
  t.notOk(go(1001));
  t.ok(go(1002));
  t.same(seen, [...all], 'who left on the way is not visited, who came is');
  t.ok(go(1050), 'the round is over');
  t.equal(rounds.count, 1);
});

/** Adds an id with an event that has its outcome. */
const remember = (index: RequestIndex, login: number, id: string, count: number): void => {
  const remembered = {
    request_id: id,
    digest: 'd',
    result: { ...emptyRow(TRADE_RESULT), request_id: id },
  };
  index.remember(login, id, packEvent(buildAccountEvent({ remembered })), count, 0);
};

const zero = () => 0;
/** No file for older ids: the test has none. */
const NO_FILE = {
  path: '',
  failed: (error: Error): void => {
    throw error;
  },
};

t.test('filters of any size hold their ids, and hardly any other', async (t) => {
  const small = [1, 2, 16, 32, 64].map((ids) => ({ ids, blocks: 2 }));
  for (const sizes of [...small, { ids: 1 << 14, blocks: 1 }, undefined]) {
    const used = sizes?.ids ?? 20_000;
    const index = new RequestIndex(zero, zero, NO_FILE, sizes);
    const loginOf = (n: number) => 1001 + (n % 7);
    const keyOf = (n: number) => requestKeyOf(loginOf(n), `id ${n}`);
    index.load(Array.from({ length: used }, (_, n) => [keyOf(n), used - n]));
    const held = (from: number, to: number): number => {
      let count = 0;
      for (let n = from; n < to; n += 1) if (index.mayHold(loginOf(n), `id ${n}`)) count += 1;
      return count;
    };
    t.equal(held(0, used), used, `${used} ids`);
    if (used > 64) t.ok(held(used, used + 100_000) < 100, `hardly any beside ${used}`);
  }
});

t.test('the same id of another account is another id', async (t) => {
  const index = new RequestIndex(zero, zero, NO_FILE);
  const id = randomUUID();
  index.load([[requestKeyOf(1001, id), 5]]);
  t.equal(index.mayHold(1001, id), true);
  t.equal(index.mayHold(1002, id), false);
  t.equal(index.recent(1002, id), undefined);
});

t.test('the newest outcomes are at hand, forgotten ones come from the database', async (t) => {
  const index = new RequestIndex(() => 777, zero, NO_FILE);
  const first = randomUUID();
  remember(index, 1001, first, 1);
  t.equal(index.recent(1001, first)?.count, 1);
  t.equal(index.isOwed(1001, first, 0), false);
  for (let n = 0; n < 65_536; n += 1) {
    remember(index, 1001, `id-${n}`, n + 2);
  }
  t.equal(index.recent(1001, first), undefined);
  t.equal(index.mayHold(1001, first), true);
  t.equal(index.isOwed(1001, first, 776), true);
  t.equal(index.isOwed(1001, first, 777), false, 'the database has it from this checkpoint on');
  t.equal(index.isOwed(1002, first, 0), false);
});

t.test('where the database has an id is told by the blocks that may hold it', async (t) => {
  let committed = 3_000_000;
  const ids = 64;
  const index = new RequestIndex(() => committed, zero, NO_FILE, { ids, blocks: 8 });
  const spans = (id: string) => index.spans(1001, id);
  const live = (id: string): void => {
    remember(index, 1001, id, 1);
  };
  /** The next id is in the next block. */
  const fill = (): void => {
    for (let n = 1; n < ids; n += 1) live(`of ${committed}: ${n}`);
  };
  index.load([7, 1].map((seq) => [requestKeyOf(1001, String(seq)), seq]));
  t.same(spans('1').at(-1), { from: 1, to: 7 });
  live('live');
  t.same(spans('live')[0], { from: committed, to: Number.MAX_SAFE_INTEGER });
  fill();
  committed += 1;
  live('next');
  t.equal(spans('live').at(-1)?.to, Number.MAX_SAFE_INTEGER, 'it may not all be committed');
  fill();
  committed = 6_000_000;
  live('last');
  t.same(spans('live').at(-1), { from: 3_000_000, to: 6_000_000 }, 'all of it is committed');
  t.same(spans('last')[0], { from: 6_000_000, to: Number.MAX_SAFE_INTEGER });
  live('1');
  const both = [{ from: 6_000_000 }, { from: 1 }];
  t.match(spans('1'), both, 'an id with two outcomes is in two, the newest are read first');
});

/** Ids of which most are in the file, and what happened to it. */
const olderIds = (path: string, sizes: { readonly ids: number; readonly blocks: number }) => {
  const failed: string[] = [];
  const older = { path, failed: ({ message }: Error) => void failed.push(message) };
  const index = new RequestIndex(zero, zero, older, sizes);
  const all = 7 * sizes.ids * sizes.blocks + 100;
  let read = 0;
  function* stored(): Generator<[key: number, seq: number]> {
    for (let seq = all; seq > 0; seq -= 1) {
      read += 1;
      yield [requestKeyOf(1001, `stored ${seq}`), seq];
    }
  }
  index.load(stored());
  equal(read, all, 'the database checks what it read, at the end');
  const spans = (seq: number) => index.spans(1001, `stored ${seq}`);
  return {
    index,
    failed,
    all,
    /** The stored ids that would count as new, or be looked for elsewhere. */
    lost: () =>
      Array.from({ length: all }, (_, n) => n + 1).filter(
        (seq) =>
          !index.mayHold(1001, `stored ${seq}`) ||
          !spans(seq).some(({ from, to }) => from <= seq && seq <= to),
      ),
    mistaken: () =>
      Array.from({ length: all }, (_, n) => index.mayHold(1001, `unknown ${n}`)).filter(Boolean)
        .length,
  };
};

t.test('older ids are in a file without a name, and none of them counts as new', async (t) => {
  const sizes = { ids: 1 << 7, blocks: 4 };
  const path = join(t.testdir(), 'requests');
  const { index, failed, all, lost, mistaken } = olderIds(path, sizes);
  t.same(lost(), []);
  t.ok(mistaken() < all / 20, `${mistaken()} of ${all} unknown ids`);
  t.notOk(existsSync(path));
  const size = privateSize(index, '#blocks');
  t.equal(size, sizes.blocks, 'memory has so many filters');
  const live = 3 * sizes.ids * sizes.blocks + 7;
  for (let n = 1; n <= live; n += 1) remember(index, 1001, `live ${n}`, n);
  t.same(lost(), [], 'those that leave the memory meanwhile, too');
  for (let n = 1; n <= live; n += 1) if (!index.mayHold(1001, `live ${n}`)) t.fail(`live ${n}`);
  t.ok(privateSize(index, '#blocks') <= sizes.blocks);
  t.same(failed, []);
  index.close();
  t.same(lost(), [], 'without the file they are looked for in the database');
  t.equal(failed.length, 1);
  t.equal(mistaken(), all);
});

t.test('ids whose filters cannot be written are looked for in the database', async (t) => {
  const path = join(t.testdir(), 'there is no such folder', 'requests');
  const { failed, all, lost, mistaken } = olderIds(path, { ids: 1 << 6, blocks: 2 });
  t.same(lost(), []);
  t.equal(mistaken(), all);
  t.match(failed, [/ENOENT/]);
});

t.test('a later outcome of the same id takes the place of the earlier', async (t) => {
  const index = new RequestIndex(zero, zero, NO_FILE);
  remember(index, 7, 'a', 1);
  remember(index, 7, 'a', 9);
  t.equal(index.recent(7, 'a')?.count, 9);
});

t.test('an id of an account has a key of its own', async (t) => {
  for (const id of [randomUUID(), 'größer', '']) {
    t.not(requestKeyOf(1001, id), requestKeyOf(1001 + 2 ** 32, id));
  }
  const ids = Array.from({ length: 20_000 }, (_, n) => String(n));
  t.equal(new Set(ids.map((id) => requestKeyOf(7, id))).size, ids.length);
});

t.test('what the database has yet to see is known exactly, and dropped when it has', async (t) => {
  let checkpoint = 0;
  const ids = Array.from({ length: 50_000 }, (_, n) => `id-${n}`);
  const index = new RequestIndex(zero, () => checkpoint, NO_FILE);
  const forget = (from: number, until: number) => {
    for (let n = from; n < until; n += 1) {
      const login = 1000 + (n % 7);
      index.addForgotten(login, requestKeyOf(login, ids[n] as string), n + 1);
    }
  };
  const owed = (at: number) => ids.filter((id, n) => index.isOwed(1000 + (n % 7), id, at)).length;
  forget(0, 40_000);
  t.equal(owed(0), 40_000);
  t.equal(owed(39_990), 10);
  checkpoint = 39_990;
  forget(40_000, 50_000);
  t.equal(owed(checkpoint), 10_010);
  const others = ids.filter((id, n) => index.isOwed(2000 + (n % 7), id, 0));
  t.same(others, [], 'of other accounts none');
});

/** An alarm that looks 50 ms ahead, on a clock by hand. */
const made = () => {
  let now = NOON;
  let waits: { readonly at: number; readonly run: () => void } | undefined;
  let rings = 0;
  const clock = {
    now: () => now,
    after: (ms: number, run: () => void) => {
      t.equal(waits, undefined, 'one timer at a time');
      waits = { at: now + ms, run };
      return () => {
        waits = undefined;
      };
    },
  };
  const alarm = new Alarm(50, () => rings++, clock);
  /** Time passes; how often it rang. */
  const pass = (ms: number): number => {
    const before = rings;
    now += ms;
    const due = waits;
    if (due !== undefined && due.at <= now) {
      waits = undefined;
      due.run();
    }
    return rings - before;
  };
  return { alarm, pass, set: (inMs: number) => alarm.set(now + inMs) };
};

t.test('an alarm rings once, when the earliest of its times has come', async (t) => {
  const { alarm, pass, set } = made();
  set(10);
  t.same([pass(9), pass(1), pass(100)], [0, 1, 0]);
  for (const ms of [30, 10, 20]) set(ms);
  t.equal(pass(10), 1, 'a later one does not put it off');
  set(10);
  t.equal(pass(10), 1, 'set again');
  set(10);
  alarm.stop();
  t.equal(pass(10), 0, 'called off');
  set(-5000);
  t.same([pass(0), pass(1)], [0, 1], 'a time that has passed: soon, not at once');
});

t.test('a time far ahead is left to the regular look', async (t) => {
  const { pass, set } = made();
  set(50);
  set(Number.POSITIVE_INFINITY);
  t.equal(pass(60_000), 0);
});

t.test('without a clock by hand it goes by timers, which can be called off', async (t) => {
  const clock = timersBy(() => NOON);
  t.equal(clock.now(), NOON);
  const rung: string[] = [];
  const ring = (name: string) => new Alarm(50, () => rung.push(name), clock);
  const calledOff = ring('called off');
  calledOff.set(NOON + 1);
  calledOff.stop();
  await new Promise<void>((resolve) => new Alarm(50, resolve, clock).set(NOON + 2));
  t.same(rung, []);
});
