// The log thread, what is looked at before it starts, and who reads single events.

import { mkdtempSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { receiveMessageOnPort } from 'node:worker_threads';
import t from 'tap';
import { Explainer, type ExplainerDeps } from '../../../actors/explain/explainer.js';
import { pathsOf } from '../../../actors/folder/folder.js';
import { EventReader } from '../../../actors/log/event-reader.js';
import { type LogAccess, READER } from '../../../actors/log/log-messages.js';
import { LogReader } from '../../../actors/log/log-reader.js';
import { Notices } from '../../../actors/log/notices.js';
import { openFolder } from '../../../actors/main/boot.js';
import { LogHost } from '../../../actors/main/log-host.js';
import { Cells } from '../../../actors/shared/cells.js';
import { heartbeatMemory } from '../../../actors/shared/heartbeat.js';
import { Bell, RingReader, RingWriter, ringMemory } from '../../../actors/shared/ring.js';
import { NOTICE_RING_BYTES, type Notice, readNotice } from '../../../actors/shared/ring-records.js';
import { createWorkerPool } from '../../../actors/shared/worker-pool.js';
import { openReader } from '../../../storage/database/database.js';
import { openProjection } from '../../../storage/database/schema.js';
import { eventsOf, frameEvents } from '../../../storage/log/batch.js';
import { Log, nameOf } from '../../../storage/log/log.js';
import { ok, refuse } from '../../../wire/base/codes.js';
import { packEvent } from '../../../wire/codec/pack.js';
import type { AccountEvent } from '../../../wire/trading/events.js';
import { buildAccountEvent, buildDeskEvent } from '../../support/build.js';
import { deferred } from '../../support/deferred.js';
import { bought } from '../../support/explained.js';

const startLog = async (t: { teardown(end: () => Promise<unknown>): void }) => {
  const data = mkdtempSync(join(tmpdir(), 'brokerd-log-'));
  const cells = Cells.create(2);
  const notices = ringMemory(NOTICE_RING_BYTES);
  const frontBell = Bell.create();
  const failures: Error[] = [];
  const host = new LogHost(
    {
      options: { data },
      cells: cells.shared,
      notices,
      frontBell: frontBell.shared,
      mainHeartbeat: heartbeatMemory(),
    },
    { message: () => {}, log: () => {}, failed: (error) => failures.push(error) },
  );
  await host.start();
  t.teardown(() => host.stop());
  const taken: Notice[] = [];
  const reader = new RingReader(notices);
  const until = (enough: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const serving = frontBell.serve(
        () => {
          reader.take(({ view }, at) => taken.push(readNotice(view, at)) > 0, 1000);
          reader.free();
          if (!enough()) return false;
          serving.stop();
          resolve();
          return false;
        },
        () => reader.pending(),
      );
    });
  return { host, cells, taken, until, failures };
};

const write = (access: LogAccess, texts: readonly string[]): void => {
  const ring = new RingWriter(access.ring, new Bell(access.bell));
  for (const text of texts) ring.write(Buffer.from(text));
  ring.flush();
};

const readAll = async (host: LogHost, after: number): Promise<string[]> => {
  const access = await host.attach(READER);
  const reader = new LogReader(access);
  const texts: string[] = [];
  for await (const batch of reader.tail(after, access.head)) {
    for (const { seq, bytes } of eventsOf(batch, after)) {
      texts.push(`${seq} ${bytes.toString()}`);
    }
  }
  reader.close();
  return texts;
};

t.test('events of all sources have consecutive numbers and are read in order', async (t) => {
  const { host, cells, taken, until } = await startLog(t);
  const one = await host.attach(0);
  const two = await host.attach(1);
  write(one, ['a1', 'a2']);
  write(two, ['b1']);
  await until(() => cells.committed(0) === 2 && cells.committed(1) === 1);
  const last = taken.filter(({ source }) => source === 0).at(-1);
  t.equal(last?.count, 2);
  t.equal(last?.seq, cells.committedSeq(0));
  const read = await readAll(host, 0);
  t.equal(read.length, 3);
  const numbers = read.map((line) => Number(line.split(' ')[0]));
  t.same(numbers, [1, 2, 3]);
  t.same(await readAll(host, 2), read.slice(2), 'reading goes on after any event');
});

t.test('what a dead generation has written is committed before the next is attached', async (t) => {
  const { host, cells } = await startLog(t);
  const first = await host.attach(0);
  write(first, ['last words']);
  const second = await host.attach(0);
  t.equal(second.generation, first.generation + 1);
  t.equal(second.head, 1, 'the new generation is told of them');
  t.equal(cells.committed(0), 0, 'and counts its own');
  t.same(await readAll(host, 0), ['1 last words']);
});

t.test('who waits for events gets those that a dead generation has written', async (t) => {
  const { host } = await startLog(t);
  const first = await host.attach(0);
  const reader = new LogReader(await host.attach(READER));
  const pulled = reader.pull(0, true);
  // The log has taken the pull when it answers this.
  await host.attach(READER);
  const ring = new RingWriter(first.ring, Bell.create());
  ring.write(Buffer.from('last words'));
  ring.flush();
  await host.attach(0);
  const { batches } = await pulled;
  t.equal(batches.length, 1);
  reader.close();
});

t.test('who is attached reads what was told until somebody could be told of it', async (t) => {
  const { host, cells } = await startLog(t);
  const desk = await host.attach(1);
  /** Waits while this thread takes no message: not the log's answer either. */
  const busyUntil = (source: number, seq: number): void => {
    while (cells.committedSeq(source) < seq);
  };
  write(desk, ['an account']);
  busyUntil(1, 1);
  const attached = host.attach(0);
  busyUntil(0, 1);
  write(desk, ['its change']);
  busyUntil(1, 2);
  t.equal((await attached).head, 2);
});

t.test('the log commits what is left and its thread ends by itself', async (t) => {
  const { host, cells, failures } = await startLog(t);
  write(await host.attach(0), ['before the end']);
  t.equal(await host.stop(), true);
  t.equal(cells.committed(0), 1);
  t.same(failures, []);
});

t.test('what one command did lies in one batch, however much it is', async (t) => {
  const { host, cells, until } = await startLog(t);
  const { ring: memory, bell } = await host.attach(0);
  const ring = new RingWriter(memory, new Bell(bell));
  const events = 8_191;
  for (let n = 0; n < events; n += 1) ring.write(Buffer.from('before'));
  for (const [at, text] of ['a fill', 'its result', 'what it cancels'].entries()) {
    ring.write(Buffer.from(text), at < 2);
  }
  ring.write(Buffer.from('after'));
  ring.flush();
  await until(() => cells.committed(0) === events + 4);
  const reader = new LogReader(await host.attach(READER));
  const { batches } = await reader.pull(0, false, 64 << 20);
  t.same(
    batches.map(({ count }) => count),
    [events + 3, 1],
  );
  reader.close();
});

t.test('a front that is busy for long reads of every commit after that', async (t) => {
  const memory = ringMemory(256);
  const reader = new RingReader(memory);
  const read: number[] = [];
  let waits = 0;
  const notices = new Notices(new RingWriter(memory, Bell.create()), () => {
    waits += 1;
    // It has been busy until now.
    if (waits % 100 !== 0) return;
    reader.take(({ view }, at) => read.push(readNotice(view, at).seq) > 0, 1000);
    reader.free();
  });
  const seqs = Array.from({ length: 50 }, (_, n) => n + 1);
  for (const seq of seqs) {
    notices.write({ source: 0, generation: 1, count: seq, seq, gathered: 0, committed: 0 });
  }
  notices.flush();
  reader.take(({ view }, at) => read.push(readNotice(view, at).seq) > 0, 1000);
  t.same(read, seqs);
});

t.test('a reader that leaves does not have the next one’s question overlooked', async (t) => {
  const { host, cells, until } = await startLog(t);
  const writer = await host.attach(0);
  const leaving = await host.attach(READER);
  const asking = await host.attach(READER);
  leaving.port.postMessage({ type: 'detach' });
  asking.port.postMessage({ type: 'pull', after: 0, maxBytes: 1, wait: false });
  Atomics.add(new Int32Array(writer.mail), 0, 1);
  // The log looks at its mail before each commit: at the latest before the second one.
  for (const commit of [1, 2]) {
    write(writer, ['an event']);
    await until(() => cells.committed(0) === commit);
  }
  t.match(receiveMessageOnPort(asking.port)?.message, { type: 'batches' });
});

t.test('a reader that waits is answered when there is something to read', async (t) => {
  const { host } = await startLog(t);
  const writer = await host.attach(0);
  const reader = new LogReader(await host.attach(READER));
  const pulled = reader.pull(0, true);
  write(writer, ['at last']);
  const { batches, head } = await pulled;
  t.equal(head, 1);
  t.equal(batches[0]?.count, 1);
  reader.close();
});

t.test('a reader that stands still is sent what it asked for, and no more', async (t) => {
  const { host, cells, until } = await startLog(t);
  const source = await host.attach(0);
  const access = await host.attach(READER);
  const reader = new LogReader(access);
  const asked = reader.pull(0, true);
  for (let n = 1; n <= 20; n += 1) {
    write(source, [`event ${n}`]);
    await until(() => cells.committed(0) === n);
  }
  const { batches } = await asked;
  t.ok(batches.length > 0, 'what was asked for');
  t.equal(receiveMessageOnPort(access.port), undefined, 'and nothing since');
  t.equal((await reader.pull(19, false)).batches.length, 1);
  reader.close();
});

t.test('a source that asks to be told hears of its commits alone', async (t) => {
  const { host, cells, until } = await startLog(t);
  const desk = await host.attach(1, true);
  const other = await host.attach(0);
  const heard: string[] = [];
  const both = deferred();
  const reader = new LogReader(desk, (count, seq) => {
    heard.push(`${count} ${seq}`);
    if (cells.committed(1) === 1) both.resolve();
  });
  write(other, ['x']);
  await until(() => cells.committed(0) === 1);
  write(desk, ['d']);
  await both.promise;
  t.same(heard, ['1 2']);
  reader.close();
});

t.test('single events are read back by their number, also many at a time', async (t) => {
  const { host, cells, until } = await startLog(t);
  const access = await host.attach(0);
  const ring = new RingWriter(access.ring, new Bell(access.bell));
  for (let n = 1; n <= 50; n += 1) ring.write(packEvent(buildAccountEvent({ account_seq: n })));
  ring.flush();
  await until(() => cells.committed(0) === 50);
  const events = new EventReader(host);
  const seqs = [50, 1, 33, 2];
  const read = (await Promise.all(seqs.map((seq) => events.read(seq)))) as AccountEvent[];
  for (const [at, seq] of seqs.entries()) t.equal(read[at]?.account_seq, seq);
  await t.rejects(events.read(51), /does not hold event 51/);
  t.equal(((await events.read(7)) as AccountEvent).account_seq, 7, 'it reads on after that');
  await events.close();
  await new EventReader(host).close();
});

/**
 * A folder whose log has one event, and whose database is of before and knows of so many; without
 * a number the database is a new one.
 */
const usedFolder = (root: string, known?: number): string => {
  const data = join(root, 'data');
  const paths = pathsOf(data);
  const log = Log.open(paths.log);
  log.append(1, frameEvents([packEvent(buildDeskEvent())]));
  log.close();
  const db = openProjection(paths.database);
  if (known !== undefined) {
    db.prepare('UPDATE checkpoint SET seq = ?').run(known);
    db.pragma('user_version = 0');
  }
  db.close();
  return data;
};

const openUsed = (data: string, load?: () => void) =>
  openFolder(data, join(data, 'key'), { closeOnlyBelow: 0, ballast: 0 }, load);

t.test('Threads load beside the scan of the log, and only from a database that fits', async (t) => {
  let loads = 0;
  const load = (): void => {
    loads += 1;
  };
  const cut = usedFolder(join(t.testdir(), 'cut'), 1);
  truncateSync(pathsOf(cut).database, statSync(pathsOf(cut).database).size - 1);
  await t.rejects(openUsed(cut, load), { message: /its last page is cut off/ });
  t.equal(loads, 0, 'a database that is not used is not loaded');
  const damaged = usedFolder(join(t.testdir(), 'damaged'));
  const file = join(pathsOf(damaged).log, nameOf(1));
  const bytes = readFileSync(file);
  const at = bytes.indexOf(packEvent(buildDeskEvent()));
  bytes.writeUInt8(bytes.readUInt8(at + 5) ^ 1, at + 5);
  writeFileSync(file, bytes);
  await t.rejects(openUsed(damaged, load), { message: /the log is damaged at event 1/ });
  t.equal(loads, 1, 'the scan has the last word');
});

t.test('a database that lacks a part of its last page is not used', async (t) => {
  for (const missing of [1, 4_096, 8_191]) {
    const data = usedFolder(join(t.testdir(), String(missing)), 1);
    const { database } = pathsOf(data);
    truncateSync(database, statSync(database).size - missing);
    await t.rejects(openUsed(data), {
      message: /cannot be used: its last page is cut off; brokerd rebuild makes it again/,
    });
  }
});

t.test('a database of before stays where the log does not have all that it has', async (t) => {
  const data = usedFolder(t.testdir(), 5);
  const message = 'the log ends at event 1 but the database holds 5';
  await t.rejects(openUsed(data), { message });
  const db = openReader(pathsOf(data).database);
  t.teardown(() => db.close());
  const held = db.prepare('SELECT seq FROM checkpoint').pluck().get();
  t.equal(held, 5, 'nothing of it is lost');
});

const dealEvent = buildAccountEvent({ deals: [bought()] });

const explainerOf = (of: Partial<ExplainerDeps>): Explainer =>
  new Explainer({
    events: async () => ok({ seqs: [4], projection_seq: 9 }),
    log: { read: async () => dealEvent, close: async () => {} },
    ...of,
  });

const TRADER = { audience: 'trader', login: 1001 } as const;

t.test('A deal is explained by its events; one without events is not there', async (t) => {
  t.match(await explainerOf({}).explain(TRADER, 12), { ok: true, data: { seq: '4' } });
  const explainer = explainerOf({ events: async () => ok({ seqs: [], projection_seq: 9 }) });
  const none = { ok: false, code: 'not_found', message: /no deal 13/ };
  t.match(await explainer.explain(TRADER, 13), none);
});

t.test('Readers that are too busy refuse', async (t) => {
  const explainer = explainerOf({ events: async () => refuse('trade.too_many_requests') });
  t.match(await explainer.explain(TRADER, 12), { ok: false, code: 'trade.too_many_requests' });
});

t.test('threads import their entry: one that ends while it requires it aborts all', async (t) => {
  const entry = new URL('./pool-entry.js', import.meta.url);
  const pool = createWorkerPool(entry, (error) => t.error(error));
  t.teardown(() => pool.close());
  const calls = await pool.run<string>(null);
  t.match(calls, 'internal/modules/esm');
  t.notMatch(calls, 'internal/modules/cjs');
});
