// Numbered events read from the log again: an account's own in order, all accounts', the oldest.

import t, { type Test } from 'tap';
import { frameEvents } from '../../../storage/log/batch.js';
import { Log } from '../../../storage/log/log.js';
import { LoggedEvents } from '../../../storage/read/logged-events.js';
import { packEvent } from '../../../wire/codec/pack.js';
import type { LoggedEvent, LoggedPart } from '../../../wire/queries/event-queries.js';
import type { Event } from '../../../wire/trading/events.js';
import { buildAccountEvent, buildDeal, buildDeskEvent } from '../../support/build.js';

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);

const ACCOUNTS = 7;
const BATCH = 40;

/** Every eighth event is the desk's; the others are of seven accounts in turn. */
const eventAt = (seq: number): Event => {
  const place = seq % (ACCOUNTS + 1);
  if (place === 0) return buildDeskEvent();
  const account_seq = Math.floor(seq / (ACCOUNTS + 1)) + 1;
  return buildAccountEvent({
    login: 1000 + place,
    account_seq,
    deals: [buildDeal({ id: seq })],
  });
};

const opened = (t: Test) => {
  const folder = t.testdir();
  const log = Log.open(folder, { mapSize: 64 << 20, rotateBytes: 1 << 20 });
  t.teardown(() => log.close());
  let seq = 0;
  /** Appends events up to this one. */
  const write = (until: number): void => {
    while (seq < until) {
      const count = Math.min(BATCH, until - seq);
      log.append(count, frameEvents(range(seq + 1, seq + count).map((n) => packEvent(eventAt(n)))));
      seq += count;
    }
  };
  return { folder, write };
};

/** All events that a client gets who asks until it has all up to `until`. */
const askedFor = (ask: (after: number) => LoggedPart, after: number, until: number) => {
  const events: LoggedEvent[] = [];
  let queries = 0;
  for (let last = after; last < until; queries += 1) {
    const part = ask(last);
    if (part.isGone) return { events, queries, isGone: true };
    events.push(...part.events);
    last = part.events.at(-1)?.account_seq ?? last;
  }
  return { events, queries, isGone: false };
};

t.test('An account gets its own events, in order and once', async (t) => {
  const { folder, write } = opened(t);
  write(8000);
  const logged = new LoggedEvents(folder);
  const ask = (until: number) => (after: number) => logged.ofAccount({ login: 1003, after, until });
  const { events } = askedFor(ask(8000), 10, 1000);
  t.same(
    events.map(({ account_seq }) => account_seq),
    range(11, 1000),
  );
  t.same(events[0], {
    login: 1003,
    group: 'demo\\standard',
    account_seq: 11,
    seq: 83,
    parts: ['deals'],
    packed: new Uint8Array(packEvent(eventAt(83))),
  });
  write(16_000);
  const { events: later } = askedFor(ask(16_000), 990, 2000);
  t.same(
    later.map(({ account_seq }) => account_seq),
    range(991, 2000),
    'of a log that has grown as well',
  );
  t.equal(askedFor(ask(16_000), 2000, 2001).isGone, true, 'a number that is not there');
  const stranger = (after: number) => logged.ofAccount({ login: 9, after, until: 16_000 });
  t.equal(askedFor(stranger, 0, 1).isGone, true, 'an account without events');
});

t.test('Staff get the events of all accounts, part by part', async (t) => {
  const { folder, write } = opened(t);
  write(5000);
  const logged = new LoggedEvents(folder);
  const seqs: number[] = [];
  for (let after = 100; after < 4900; ) {
    const part = logged.ofAll({ after, until: 4900 });
    t.ok(part.read > after && part.events.length <= 2048);
    seqs.push(...part.events.map(({ seq }) => seq));
    after = part.read;
  }
  t.same(
    seqs,
    range(101, 4900).filter((seq) => seq % (ACCOUNTS + 1) !== 0),
  );
});

t.test('Only the newest events are read again, however often somebody asks', async (t) => {
  const { folder, write } = opened(t);
  write(6000);
  const logged = new LoggedEvents(folder, 4000);
  const ask = (until: number) => (after: number) => logged.ofAccount({ login: 1001, after, until });
  // Event 1 + 8 n is number n + 1 of the account 1001; 2000 is the oldest that is not read.
  t.equal(askedFor(ask(6000), 250, 750).events.length, 500);
  const gone = askedFor(ask(6000), 249, 750);
  t.match(gone, { isGone: true, events: [], queries: 0 });
  write(9000);
  t.equal(askedFor(ask(9000), 624, 1125).isGone, true);
  t.equal(askedFor(ask(9000), 625, 1125).events.length, 500);
  t.match(logged.ofAll({ after: 4999, until: 9000 }), { isGone: true });
  t.match(logged.ofAll({ after: 5000, until: 9000 }), { isGone: false });
});
