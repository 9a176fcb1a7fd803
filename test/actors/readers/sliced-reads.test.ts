// Sliced reads of a reader thread: the time for which they hold a snapshot of the database.

import { join } from 'node:path';
import t, { type Test } from 'tap';
import { IDLE_MS, READ_MS, SlicedReads } from '../../../actors/readers/sliced-reads.js';
import { isUnfinished, type Unfinished } from '../../../actors/readers/unfinished.js';
import { type Database, openReader } from '../../../storage/database/database.js';
import { openProjection } from '../../../storage/database/schema.js';
import type { SlicedTable } from '../../../storage/read/lists/accounts.js';
import { inOneSnapshot, type SlicedRead } from '../../../storage/read/lists/sliced-read.js';

/** Reads whose steps take a second each and that end when the test says so, and their writer. */
const reading = (t: Test) => {
  const path = join(t.testdir(), 'brokerd.db');
  const writer = openProjection(path);
  writer.exec('CREATE TABLE numbers (n INTEGER) STRICT');
  let now = 0;
  let isOver = false;
  const timers: { at: number; run: () => void }[] = [];
  const connections: Database[] = [];
  function* steps(db: Database): SlicedRead<unknown> {
    while (!isOver) {
      db.prepare('SELECT COUNT(*) FROM numbers').get();
      now += 1_000;
      yield;
    }
    return 'the answer';
  }
  const connect = () => {
    const db = openReader(path);
    connections.push(db);
    return { 'accounts.count': () => inOneSnapshot(db, () => steps(db)) } as unknown as SlicedTable;
  };
  const reads = new SlicedReads(
    connect,
    () => now,
    (ms, run) => void timers.push({ at: now + ms, run }),
  );
  t.teardown(() => {
    for (const db of [...connections, writer]) db.close();
  });
  return {
    reads,
    connections,
    begin: () => (reads.begin('accounts.count', {} as never) as Unfinished).unfinished as number,
    end: () => {
      isOver = true;
    },
    /** Time goes by: timers are called when they are due. */
    pass: (ms: number) => {
      for (const until = now + ms; ; ) {
        const [next] = timers.sort((one, other) => one.at - other.at);
        if (next === undefined || next.at > until) {
          now = until;
          return;
        }
        now = Math.max(now, next.at);
        timers.shift();
        next.run();
      }
    },
    timers,
    /** Is all of the write-ahead file copied after a write? Then its start is written again. */
    isCopied: () => {
      writer.exec('INSERT INTO numbers VALUES (1)');
      const [progress] = writer.pragma('wal_checkpoint(PASSIVE)') as [
        { readonly log: number; readonly checkpointed: number },
      ];
      return progress.log === progress.checkpointed;
    },
  };
};

t.test('a read that nobody continues gives its snapshot back by itself', async (t) => {
  const { reads, begin, pass, isCopied, timers, end, connections } = reading(t);
  t.ok(isCopied());
  const id = begin();
  t.notOk(isCopied(), 'while it is open the write-ahead file grows');
  pass(IDLE_MS - 2_000);
  t.notOk(isCopied());
  pass(4_000);
  t.ok(isCopied());
  t.same(timers, [], 'and nothing is looked at while no read is open');
  t.same(reads.next(id), { unfinished: 'no_room' }, 'who comes too late asks again');
  end();
  t.equal(reads.begin('accounts.count', {} as never), 'the answer');
  t.equal(connections.length, 1, 'with the connection that became free');
});

t.test('a read that goes on for too long gives its snapshot back', async (t) => {
  const { reads, begin, pass, isCopied } = reading(t);
  const id = begin();
  let steps = 1;
  let step: unknown;
  for (;;) {
    step = reads.next(id);
    if (!isUnfinished(step) || step.unfinished === 'no_room') break;
    steps += 1;
    pass(1_000);
  }
  t.same(step, { unfinished: 'no_room' });
  t.ok(steps >= READ_MS / 2_000 - 1 && steps <= READ_MS / 2_000 + 1, `${steps} steps`);
  t.ok(isCopied());
});
