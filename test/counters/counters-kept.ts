// The table of counters: what is kept of what grows, packed, in memory, in the log's files and in
// the database.

import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { decode, encode } from '@msgpack/msgpack';
import { Outcomes } from '../../actors/shard/accounts/outcomes.js';
import { RequestIndex } from '../../actors/shard/accounts/request-index.js';
import { CommitQueue } from '../../actors/shard/commit-queue.js';
import { NOTICE_BYTES, readNotice, writeNotice } from '../../actors/shared/ring-records.js';
import { shardOf } from '../../actors/shared/shard-of.js';
import { IdHeap } from '../../engine/numbers/id-heap.js';
import { ResumeStore } from '../../http/socket/connection/event-store.js';
import { readCheckpoint } from '../../storage/database/checkpoint.js';
import { openProjection } from '../../storage/database/schema.js';
import { numbersSum, rowSum, valuesSum } from '../../storage/files/checksum.js';
import {
  BATCH_HEAD,
  EMPTY_HEAD,
  eventsOf,
  frameEvents,
  sealBatch,
} from '../../storage/log/batch.js';
import { Log, LogFile, nameOf } from '../../storage/log/log.js';
import { copyFiles, LogCopy, readCopy } from '../../storage/log/log-copy.js';
import { Projection } from '../../storage/projection/projection.js';
import { requestKeyOf } from '../../storage/projection/request-key.js';
import { dealEvents, knownRows, storedRequest } from '../../storage/read/queries.js';
import { requestKeys } from '../../storage/read/snapshot.js';
import { emptyRow } from '../../wire/base/field-table.js';
import { compile } from '../../wire/base/schema.js';
import { Bytes } from '../../wire/codec/bytes.js';
import { headOf } from '../../wire/codec/frame-head.js';
import { readFrame } from '../../wire/codec/frame-reader.js';
import { packNumber } from '../../wire/codec/msgpack.js';
import { MsgpackReader, readNumber } from '../../wire/codec/msgpack-reader.js';
import { OutFrame, replyId } from '../../wire/codec/out-frames.js';
import { packEvent } from '../../wire/codec/pack.js';
import { readTradeFrame } from '../../wire/codec/trade-frames.js';
import { unpackEvent } from '../../wire/codec/unpack.js';
import { AccountCreateBody } from '../../wire/rest/accounts/accounts.js';
import { dailyId, LOGIN_MAX } from '../../wire/trading/daily.js';
import { TRADE_RESULT } from '../../wire/trading/records.js';
import {
  accountChange,
  buildAccountEvent,
  buildBatch,
  buildDeal,
  buildDeskEvent,
  buildLedger,
  buildOrder,
  buildPosition,
} from '../support/build.js';
import { storedAfter } from '../support/stored-events.js';
import { dealsIn, ordersIn } from '../support/stored-rows.js';
import { EXACT, SIGNED, UNSIGNED } from '../support/wraps.js';
import { around, below, type Counter, WRAPS } from './counter.js';

const walkQueue = (wrap: number): void => {
  const queue = new CommitQueue<number>();
  for (const count of around(wrap)) queue.add(count, count);
  for (const count of around(wrap)) deepEqual(queue.take(count), [count]);
};

const remembered = (id: string) => ({
  request_id: id,
  digest: 'd',
  result: { ...emptyRow(TRADE_RESULT), request_id: id },
});

/** Outcomes in a ring that drops the oldest; their positions and seqs pass 32 bits, no more. */
const walkOutcomes = (wrap: number): void => {
  const added = 60;
  const dropped: number[] = [];
  const drop = (_hash: number, _login: number, seq: number): unknown => dropped.push(seq);
  const ring = new Outcomes(drop, 2048, wrap === EXACT ? 0 : wrap - added / 2);
  const from = below(wrap, added);
  for (let n = 1; n <= added; n += 1) {
    const numbers = { count: from + n, seq: from + 2 * n };
    const outcome = { remembered: remembered(`r${n}`), ...numbers };
    const packed = packEvent(buildAccountEvent({ remembered: outcome.remembered }));
    ring.add(n, wrap - 1, packed, outcome.count, outcome.seq);
    deepEqual(ring.find(n, wrap - 1, `r${n}`), outcome);
    equal(ring.find(n, wrap - 1 - SIGNED, `r${n}`), undefined, 'of that login alone');
  }
  ok(dropped.length > added / 2 && dropped.length < added);
};

const unused = (error: Error): void => {
  throw error;
};

const walkRequests = (wrap: number): void => {
  const numbers = around(wrap);
  const index = new RequestIndex(
    () => wrap - 4,
    () => 0,
    { path: '', failed: unused },
  );
  for (const seq of numbers) {
    const [login, id] = [seq, `at ${seq}`];
    index.addForgotten(login, requestKeyOf(login, id), seq);
    ok(index.mayHold(login, id) && index.isOwed(login, id, seq - 1));
    equal(index.isOwed(login, id, seq), false, 'the database has it');
    equal(index.mayHold(login, `not ${seq}`), false);
  }
  const [from, to] = [numbers[0] as number, numbers.at(-1)];
  deepEqual(index.spans(from, `at ${from}`), [{ from, to }]);
};

/** Events kept in a ring; their numbers and bytes pass 32 bits, no more. */
const walkResume = (wrap: number): void => {
  const [size, added] = [8, 40];
  const store = new ResumeStore(size, 4_096, wrap === EXACT ? 0 : wrap - 2 * size);
  const at = (n: number): number => below(wrap, added / 2) + n;
  const since = (seq: number): number[] => {
    const found: number[] = [];
    const cursor = storedAfter(store, seq, () => true);
    for (let one = cursor?.next(); one; one = cursor?.next()) found.push(Number(one.packed));
    return found;
  };
  for (let n = 1; n <= added; n += 1) {
    const login = 1 + (n % 2);
    const packed = Buffer.from(String(n).padStart(100));
    const rest = { group: 'demo', name: 'deal', token: 0, parts: [] };
    store.add({ login, account_seq: at(n), seq: at(n), packed, ...rest });
    equal(store.accountSeq(login), at(n));
    if (n > size) deepEqual(since(at(n - 2)), [n - 1, n]);
  }
  equal(store.count, size);
};

const head = headOf(['trade']);

/** Every way in which a number is written and read again. */
const walkForms = (wrap: number): void => {
  const out = new Bytes();
  const notice = new DataView(new ArrayBuffer(NOTICE_BYTES));
  const stamps = { source: 0, generation: 1, gathered: 0, committed: 0 };
  for (const n of around(wrap)) {
    for (const value of [n, -n]) {
      packNumber(out.clear(), value);
      equal(readNumber(new MsgpackReader(out.copy())), value);
      out.clear().int(value);
      equal(out.text(), String(value));
    }
    writeNotice(notice, 0, { ...stamps, count: n, seq: n - 1 });
    deepEqual(readNotice(notice, 0), { ...stamps, count: n, seq: n - 1 });
    const frame = { event: 'deal', account_seq: n, seq: String(n) };
    const packed = new OutFrame(JSON.stringify(frame)).in('msgpack') as Uint8Array;
    deepEqual(decode(packed), frame);
    const request = { id: n, op: 'trade', data: frame };
    for (const encoding of ['json', 'msgpack'] as const) {
      const bytes = encoding === 'json' ? Buffer.from(JSON.stringify(request)) : encode(request);
      equal(head(encoding, bytes), n);
      deepEqual(readFrame(encoding, bytes), request);
      const asked = { kind: 'pending_cancel', request_id: randomUUID(), order_id: n };
      const trade = { id: n, op: 'trade', data: asked };
      const spelt = encoding === 'json' ? JSON.stringify(trade) : encode(trade);
      const memory = Buffer.from(spelt as string);
      deepEqual(readTradeFrame(encoding, memory, 0, memory.length), { id: n, request: asked });
    }
    equal(replyId(`{"id":${n},"success":true}`), n);
  }
  const frame = Buffer.from(`{"id":${EXACT},"op":"trade"}`);
  equal(head('json', frame), -1, 'it would be another one');
  equal(readFrame('json', frame).id, null);
};

/** An event whose every number is the same. */
const eventOf = (n: number) =>
  buildAccountEvent({
    login: n,
    account_seq: n,
    ledger: buildLedger({ login: n, account_seq: n }),
    orders: [buildOrder({ id: n, login: n, position_id: n, state: 'placed' })],
    deals: [buildDeal({ id: n, login: n, order_id: n, position_id: n })],
    positions: [buildPosition({ id: n, login: n })],
    remembered: remembered(`r${n}`),
  });

/** Ids and logins in events, in memory, and in columns. */
const walkIds = (wrap: number): void => {
  const heap = new IdHeap();
  for (const n of around(wrap)) {
    const event = eventOf(n);
    deepEqual(unpackEvent(packEvent(event)), event);
    heap.set(n, n, n);
    ok(shardOf(n, 8) >= 0 && shardOf(n, 8) < 8);
  }
  for (const n of around(wrap)) equal(heap.take(n), n);
};

/** The checkpoint of a new database stands at a seq, and the next events are stored behind it. */
const walkDatabase = (wrap: number, folder: string): void => {
  const db = openProjection(join(folder, 'brokerd.db'));
  const numbers = around(wrap);
  const [first, last] = [numbers[0] as number, numbers.at(-1) as number];
  const { totals } = db.prepare('SELECT totals FROM checkpoint').get() as { totals: string };
  const at = first - 2;
  db.prepare('UPDATE checkpoint SET seq = ?, sum = ?').run(at, valuesSum(at, '', 0, totals));
  const opened = buildDeskEvent({ changes: numbers.map((login) => accountChange(login)) });
  const events = [opened, ...numbers.map(eventOf)];
  equal(new Projection(db).project([buildBatch(first - 1, events)]), last);
  equal(readCheckpoint(db).seq, last);
  const ids = (rows: readonly { readonly id: number; readonly login: number }[]) =>
    rows.map(({ id, login }) => [id, login]);
  deepEqual(
    ids(dealsIn(db)),
    numbers.map((n) => [n, n]),
  );
  deepEqual(
    ids(ordersIn(db)),
    numbers.map((n) => [n, n]),
  );
  const known = knownRows(db);
  for (const n of numbers) {
    deepEqual(dealEvents(db, n), { seqs: [n], projection_seq: last });
    deepEqual([known(n, 'order', n), known(n, 'position', n)], [true, true]);
    equal(known(n - 1, 'order', n), false);
    equal(storedRequest(db, n, `r${n}`)?.seq, n);
  }
  const keys = [...requestKeys(db, () => true)].map(([, seq]) => seq);
  deepEqual(
    keys.sort((one, other) => one - other),
    numbers,
  );
  db.close();
};

/** A log that begins with an event: its file, and its second copy. */
const logFrom = (folder: string, first: number): Log => {
  mkdirSync(folder, { recursive: true });
  const text = frameEvents([Buffer.from('first')]);
  const stored = Buffer.concat([Buffer.alloc(BATCH_HEAD), text]);
  sealBatch(stored, 1, EMPTY_HEAD.hash);
  const file = new LogFile(join(folder, nameOf(first)), 1 << 24);
  file.put({ first, value: stored });
  file.close();
  const copy = new LogCopy(folder);
  copy.write(first, stored);
  copy.close();
  return Log.open(folder, { mapSize: 1 << 24, rotateBytes: 1 << 14 });
};

const walkLog = (wrap: number, folder: string): void => {
  const from = below(wrap, 6);
  const log = logFrom(folder, from);
  for (let n = 1; n <= 6; n += 1) {
    equal(log.append(2, frameEvents([Buffer.from('a'), Buffer.from('b')])), from + 2 * n - 1);
    equal(log.head().seq, from + 2 * n);
    for (const after of [from + 2 * n - 1, from + 2 * n - 2]) {
      const seqs = log.read(after, 1).flatMap((batch) => [...eventsOf(batch, after)]);
      deepEqual(seqs.map(({ seq }) => seq).at(-1), from + 2 * n);
    }
  }
  log.close();
  const again = Log.open(folder, { mapSize: 1 << 24, rotateBytes: 1 << 14 });
  equal(again.head().seq, from + 12);
  again.close();
  const copies = copyFiles(folder).flatMap((path) => [...readCopy(path)]);
  deepEqual(
    copies.map(({ first }) => first),
    [from, ...[1, 3, 5, 7, 9, 11].map((n) => from + n)],
  );
  ok(copies.every(({ mended }) => !mended));
};

/** A checksum tells numbers apart that are the same in 32 bits. */
const walkSums = (wrap: number): void => {
  const row = Buffer.from('row');
  const sums = new Set<number>();
  const numbers = [...around(wrap), ...around(wrap).map((n) => Math.abs(n - UNSIGNED))];
  for (const n of new Set(numbers)) sums.add(rowSum(1, n, 1, row)).add(numbersSum(n, 1, 1));
  equal(sums.size, 2 * new Set(numbers).size);
  notEqual(requestKeyOf(wrap - 1, 'id'), requestKeyOf(Math.abs(wrap - 1 - UNSIGNED), 'id'));
};

/** The ids of daily rows: every login has its own on each day, and none is beyond what is exact. */
const walkDaily = (): void => {
  const lastDay = Date.UTC(7_000, 0, 1) / 86_400_000;
  ok(Number.isSafeInteger(dailyId(lastDay, LOGIN_MAX)));
  ok(dailyId(20_000, LOGIN_MAX) < dailyId(20_001, 1));
  const fault = compile(AccountCreateBody);
  const body = { group: 'g', master_password: 'aA1!aaaa', investor_password: 'bB1!bbbb' };
  equal(fault({ ...body, login: LOGIN_MAX }), undefined);
  for (const login of [LOGIN_MAX + 1, EXACT - 1]) {
    equal(fault({ ...body, login }), `login: must be at most ${LOGIN_MAX}`);
  }
};

/** What is kept of what grows. */
export const KEPT: readonly Counter[] = [
  {
    name: 'what waits for a commit',
    files: ['actors/shard/commit-queue.ts'],
    across: WRAPS,
    walk: walkQueue,
  },
  {
    name: 'outcomes of requests',
    files: ['actors/shard/accounts/outcomes.ts'],
    across: WRAPS,
    walk: walkOutcomes,
  },
  {
    name: 'seqs and logins of requests',
    files: ['actors/shard/accounts/request-index.ts', 'actors/shard/accounts/unprojected.ts'],
    across: WRAPS,
    walk: walkRequests,
  },
  {
    name: 'events kept for a resume, and their bytes',
    files: ['http/socket/connection/event-store.ts'],
    across: WRAPS,
    walk: walkResume,
  },
  {
    name: 'numbers that are packed, and those of frames',
    files: [
      'wire/codec/bytes.ts',
      'wire/codec/msgpack-reader.ts',
      'wire/codec/frame-head.ts',
      'wire/codec/frame-reader.ts',
      'wire/codec/trade-frames.ts',
      'wire/codec/msgpack-frames.ts',
      'wire/codec/out-frames.ts',
      'wire/codec/msgpack.ts',
    ],
    across: WRAPS,
    walk: walkForms,
  },
  {
    name: 'ids and logins in events and in memory',
    files: ['wire/codec/pack.ts', 'engine/numbers/id-heap.ts', 'actors/shared/shard-of.ts'],
    across: WRAPS,
    walk: walkIds,
  },
  {
    name: 'seqs, ids and logins in the database',
    files: ['storage/database/schema.ts', 'storage/read/queries.ts', 'storage/read/snapshot.ts'],
    across: WRAPS,
    walk: walkDatabase,
  },
  {
    name: 'seqs of the log and of its second copy',
    files: ['storage/log/log.ts', 'storage/log/log-copy.ts'],
    across: WRAPS,
    walk: walkLog,
  },
  {
    name: 'checksums of ids, logins and seqs',
    files: ['storage/files/checksum.ts', 'storage/projection/request-key.ts'],
    across: WRAPS,
    walk: walkSums,
  },
  {
    name: 'logins in the ids of daily rows',
    files: ['wire/trading/daily.ts', 'engine/eod/end-of-day.ts'],
    across: [UNSIGNED],
    walk: walkDaily,
  },
];
