// The table of counters: what grows with work in memory, rings and on the way between threads.

import { deepEqual, equal, notEqual, ok, throws } from 'node:assert/strict';
import { MessageChannel } from 'node:worker_threads';
import { DeskLog } from '../../actors/desk/store/desk-log.js';
import { CommitCounts } from '../../actors/front/commit-counts.js';
import { type ClientHost, FrontClient } from '../../actors/front/front-client.js';
import { ShardLink } from '../../actors/front/shard-link.js';
import { Tokens } from '../../actors/front/tokens.js';
import { LogReader } from '../../actors/log/log-reader.js';
import { Gathered, UnitReader } from '../../actors/log/units.js';
import { ShardOutput } from '../../actors/shard/shard-output.js';
import { Board, emptyBoardRow } from '../../actors/shared/board.js';
import { Cells } from '../../actors/shared/cells.js';
import { heartbeatMemory } from '../../actors/shared/heartbeat.js';
import { Bell, RingReader, RingWriter, ringMemory } from '../../actors/shared/ring.js';
import { LOG_RING_BYTES, Suffix } from '../../actors/shared/ring-records.js';
import { TickReader, TickWriter, tickRingMemory } from '../../actors/shared/tick-ring.js';
import { Watchdog } from '../../actors/shared/watchdog.js';
import { eventFrame } from '../../wire/codec/event-frames.js';
import type { Caller } from '../../wire/desk/caller.js';
import { NO_SETTINGS } from '../../wire/settings/config.js';
import { buildAccountEvent, buildDeskEvent } from '../support/build.js';
import { EXACT, ringBehind, SIGNED } from '../support/wraps.js';
import { BITS, below, type Counter, WRAPS } from './counter.js';

const STEPS = 6;
const SMALL_RING = 256;

const none = (): void => {};

/** Commits of two events each, others' between them: each event has the seq of its commit. */
const walkBook = (book: CommitCounts, count: number, seq: number): void => {
  const noted: (readonly [event: number, seq: number, commit: number])[] = [];
  for (let n = 1; n <= STEPS; n += 1) {
    const [events, newest] = [count + 2 * n, seq + 5 * n];
    book.note(events, newest, n, n);
    noted.push([events - 1, newest - 1, n], [events, newest, n]);
  }
  for (const [event, at, commit] of noted) {
    equal(book.seqOf(event), at, `event ${event}`);
    deepEqual(book.stampsOf(event), [commit, commit]);
  }
};

/** A shard's events, its own number and the account's from so many on, as the front tells them. */
const walkEvents = (wrap: number): void => {
  const answers: string[] = [];
  const sent: (readonly number[])[] = [];
  const from = below(wrap, STEPS);
  const link = new ShardLink(Bell.create(), 1, from, {
    answer: (_token, _status, text) => answers.push(JSON.parse(text.toString()).data.seq),
    event: ({ account_seq, seq, packed }) => {
      const frame = JSON.parse(String(eventFrame(packed, seq))) as {
        account_seq: number;
        seq: string;
      };
      sent.push([account_seq, seq, frame.account_seq, Number(frame.seq)]);
    },
    money: none,
    sentChanged: () => {},
    waitingChanged: none,
    positions: none,
    times: { isMeasured: () => false, delivered: none },
  });
  const output = new ShardOutput(
    new RingWriter(ringMemory(1 << 22), Bell.create()),
    new RingWriter(link.answerMemory, Bell.create()),
    () => link.commits.count,
  );
  output.emitted = from;
  link.commits.count = from;
  for (let n = 1; n <= 2 * STEPS; n += 1) {
    const number = from + n;
    equal(output.event(buildAccountEvent({ account_seq: number })), number);
    output.answer({ token: 1, id: 1 }, 200, '{"id":1,"data":{"done":true', Suffix.data);
    output.flush();
    link.drain(0);
    equal(sent.length, n - 1, 'not before its commit');
    link.commits.note(number, number);
    link.drain(0);
    link.free();
    deepEqual(sent.at(-1), [number, number, number, number]);
    equal(answers.at(-1), String(number));
  }
};

/** Tokens come round, past those in use; calls and connections are told apart all the way. */
const walkTokens = async (): Promise<void> => {
  const tokens = new Tokens(SIGNED - 3);
  const inUse = new Map([0, 1, SIGNED, SIGNED + 3].map((token) => [token, null]));
  const given = Array.from({ length: 4 }, () => tokens.forConnection(inUse));
  deepEqual(given, [SIGNED - 2, SIGNED - 1, 2, 3]);
  const round = new Tokens(SIGNED - 2);
  deepEqual([round.forCall(inUse), round.forCall(inUse)], [2 * SIGNED - 1, SIGNED + 1]);

  const host = { shardOf: () => 0 } as unknown as ClientHost;
  const client = new FrontClient(host, NO_SETTINGS, new Tokens(SIGNED - 2));
  const link = new ShardLink(client.bell, 1, 0, client);
  client.link(0, link);
  const caller = { login: 1001, session: 's' } as unknown as Caller;
  deepEqual([client.connect(caller), client.connect(caller)], [SIGNED - 1, 0]);
  const calls = [1, 2].map((n) => client.call(caller, 1001, 'account', {}, String(n)));
  for (const n of [1, 2]) client.answer(SIGNED + n, 200, Buffer.from(`to ${n}`));
  deepEqual(await Promise.all(calls), [
    { status: 200, text: 'to 1' },
    { status: 200, text: 'to 2' },
  ]);
};

/** Records go through a small ring, again and again, and come out as units. */
const walkRing = (wrap: number): void => {
  const memory = ringBehind(ringMemory(SMALL_RING), below(wrap, 64, 8));
  const writer = new RingWriter(memory, Bell.create());
  const reader = new RingReader(memory);
  for (let n = 0; n < 100; n += 1) {
    const text = String(n).repeat(1 + (n % 20));
    ok(writer.write(Buffer.from(text)));
    writer.flush();
    ok(reader.pending());
    reader.take(({ buffer }, at, length) => {
      equal(buffer.toString('utf8', at, at + length), text);
      return true;
    }, 9);
    reader.free();
    equal(writer.room(), SMALL_RING);
  }
};

const walkUnits = (wrap: number): void => {
  const memory = ringBehind(ringMemory(SMALL_RING), below(wrap, 8, 8));
  const writer = new RingWriter(memory, Bell.create());
  const units = new UnitReader(memory);
  for (let n = 0; n < 20; n += 1) {
    ok(writer.write(Buffer.alloc(20, n), true) && writer.write(Buffer.alloc(20, n)));
    equal(writer.write(Buffer.alloc(100)) && writer.write(Buffer.alloc(100)), false, 'full');
    writer.flush();
    const batch = new Gathered();
    ok(units.take(batch) >= 2);
    units.free();
  }
};

const walkTicks = (wrap: number): void => {
  const memory = ringBehind(tickRingMemory(8), below(wrap, 16));
  const writer = new TickWriter(memory, { ring: none });
  const reader = new TickReader(memory);
  for (let n = 0; n < 50; n += 1) {
    for (const bid of [n, n + 0.5]) writer.push(1, bid, bid, n);
    ok(writer.flush());
    const taken: number[] = [];
    equal(
      reader.drain((_symbol, bid) => taken.push(bid), 9),
      2,
    );
    deepEqual(taken, [n, n + 0.5]);
  }
};

const SLOT_INTS = 48;
const COUNT_AT = 32;

const walkBoard = (wrap: number): void => {
  const board = Board.create();
  new Int32Array(board.memory)[SLOT_INTS + COUNT_AT] = wrap - STEPS;
  for (let n = 1; n <= 2 * STEPS; n += 1) {
    board.write(1, { ...emptyBoardRow(), bid: n });
    equal(board.read(1).bid, n);
  }
};

/** A consumer that sleeps is woken, each time. */
const walkBell = async (wrap: number): Promise<void> => {
  const bell = Bell.create();
  new Int32Array(bell.shared)[0] = wrap - 2;
  for (let n = 0; n < 4; n += 1) {
    let work = false;
    await new Promise<void>((resolve) => {
      const serving = bell.serve(
        () => {
          if (work) resolve();
          if (work) serving.stop();
          return false;
        },
        () => work,
      );
      setImmediate(() => setImmediate(() => setImmediate(() => bell.ring())));
      work = n % 2 === 1;
      setImmediate(() => {
        work = true;
      });
    });
  }
};

const walkPulse = (wrap: number): void => {
  const memory = heartbeatMemory();
  const cells = new Int32Array(memory);
  let usedMs = 0;
  const watch = new Watchdog(memory, 1_000, () => usedMs);
  for (let n = -2; n <= 2; n += 1) {
    cells[0] = wrap + n;
    equal(watch.look(), false, 'it beats');
    const looks = Array.from({ length: 4 }, () => {
      usedMs += 500;
      return watch.look();
    });
    ok(looks.includes(true), `it is in a loop at beat ${n}`);
  }
};

const walkMail = (wrap: number): void => {
  const { port1, port2 } = new MessageChannel();
  const mail = new SharedArrayBuffer(4);
  const cells = new Int32Array(mail);
  cells[0] = wrap - 2;
  const [ring, bell] = [ringMemory(64), Bell.create().shared];
  const access = {
    source: 0,
    generation: 1,
    ring,
    bell,
    mail,
    port: port1,
    begin: 0,
    head: 0,
    isNotified: false,
  };
  const reader = new LogReader(access);
  for (let n = 0; n < 4; n += 1) {
    const before = Atomics.load(cells, 0);
    void reader.pull(0, true);
    notEqual(Atomics.load(cells, 0), before, 'the log sees that there is mail');
  }
  reader.close();
  port2.close();
};

const walkIds = (wrap: number): void => {
  const cells = Cells.create(1);
  const from = below(wrap, 3);
  cells.raise(from, from + 1);
  for (let n = 1; n <= 5; n += 1) {
    equal(cells.nextOrderId(), from + n);
    equal(cells.nextDealId(), from + 1 + n);
    cells.commit(0, from + n, from + 1 + n);
    deepEqual([cells.committed(0), cells.committedSeq(0)], [from + n, from + 1 + n]);
  }
  const last = Cells.create(1);
  last.raise(EXACT - 2, EXACT - 2);
  deepEqual([last.nextOrderId(), last.nextDealId()], [EXACT - 1, EXACT - 1]);
  throws(() => last.nextOrderId(), /no more order ids/);
  throws(() => last.nextDealId(), /no more deal ids/);
};

/** The desk's events, each answered with its seq. */
const walkDesk = async (wrap: number): Promise<void> => {
  const memory = ringMemory(LOG_RING_BYTES);
  const log = new DeskLog(memory, Bell.create().shared);
  const from = below(wrap, STEPS);
  log.emitted = from;
  for (let n = 1; n <= STEPS; n += 1) {
    const written = [log.write(buildDeskEvent()), log.write(buildDeskEvent())];
    equal(log.emitted, from + 2 * n);
    log.committed(from + 2 * n, from + 2 * n);
    deepEqual(await Promise.all(written), [from + 2 * n - 1, from + 2 * n]);
  }
};

/** What is counted in memory, in rings, and between threads. */
export const COUNTERS: readonly Counter[] = [
  {
    name: 'commits of a shard',
    files: ['actors/front/commit-counts.ts'],
    across: BITS,
    walk: (wrap) => walkBook(new CommitCounts(1, 0, wrap - STEPS / 2), 0, 0),
  },
  {
    name: 'events of a shard that are committed, and their seqs',
    files: ['actors/front/commit-counts.ts'],
    across: WRAPS,
    walk: (wrap) => walkBook(new CommitCounts(1, 0), below(wrap, STEPS), below(wrap, 15)),
  },
  {
    name: 'events of a shard and of an account, on their way to the front',
    files: [
      'actors/shared/ring-records.ts',
      'actors/shard/shard-output.ts',
      'actors/front/shard-link.ts',
    ],
    across: WRAPS,
    walk: walkEvents,
  },
  {
    name: 'connections and calls of the front',
    files: ['actors/front/tokens.ts', 'actors/front/front-client.ts'],
    across: [SIGNED],
    walk: walkTokens,
  },
  {
    name: 'bytes of a ring',
    files: ['actors/shared/ring.ts'],
    across: BITS,
    walk: walkRing,
  },
  { name: 'bytes of units', files: ['actors/log/units.ts'], across: BITS, walk: walkUnits },
  { name: 'ticks', files: ['actors/shared/tick-ring.ts'], across: BITS, walk: walkTicks },
  { name: 'quotes of a symbol', files: ['actors/shared/board.ts'], across: BITS, walk: walkBoard },
  { name: 'rings of a bell', files: ['actors/shared/ring.ts'], across: BITS, walk: walkBell },
  {
    name: 'beats of a thread',
    files: ['actors/shared/heartbeat.ts', 'actors/shared/watchdog.ts'],
    across: BITS,
    walk: walkPulse,
  },
  {
    name: 'messages to the log',
    files: ['actors/log/log-reader.ts', 'actors/main/log-host.ts', 'actors/log/log-thread.ts'],
    across: BITS,
    walk: walkMail,
  },
  {
    name: 'orders, deals, and what is committed of a source',
    files: ['actors/shared/cells.ts'],
    across: WRAPS,
    walk: walkIds,
  },
  {
    name: 'events of the desk',
    files: ['actors/desk/store/desk-log.ts'],
    across: WRAPS,
    walk: walkDesk,
  },
];
