// Rings and bells: nothing is lost, nothing is torn, nobody waits for ever.

import fc from 'fast-check';
import t from 'tap';
import { ShardOutput } from '../../../actors/shard/shard-output.js';
import { Bell, RingReader, RingWriter, ringMemory } from '../../../actors/shared/ring.js';
import { ANSWER_HEAD } from '../../../actors/shared/ring-records.js';
import { Bytes } from '../../../wire/codec/bytes.js';
import { packEvent } from '../../../wire/codec/pack.js';
import type { AccountEvent } from '../../../wire/trading/events.js';
import { buildAccountEvent, buildDeal, buildOrder } from '../../support/build.js';
import { within } from '../../support/guard.js';
import { countOf } from '../../support/run.js';
import { Progress, producer } from './ring-producer.js';

/** A ring with both its ends, and the bell that its writer rings. */
const ringOf = (bytes: number) => {
  const [memory, bell] = [ringMemory(bytes), Bell.create()];
  return { memory, bell, writer: new RingWriter(memory, bell), reader: new RingReader(memory) };
};

/** Writes texts and flushes; those for which there was room. */
const writeAll = (writer: RingWriter, ...texts: readonly string[]): string[] => {
  const written = texts.filter((text) => writer.write(Buffer.from(text, 'latin1')));
  writer.flush();
  return written;
};

const takeAll = (reader: RingReader, max = Number.MAX_SAFE_INTEGER): string[] => {
  const taken: string[] = [];
  reader.take(({ buffer }, at, length) => {
    taken.push(buffer.toString('latin1', at, at + length));
    return true;
  }, max);
  reader.free();
  return taken;
};

t.test('a ring gives back what was written, in order, around its end and back', async () => {
  const property = fc.property(
    fc.array(fc.array(fc.string({ maxLength: 90, unit: 'grapheme-ascii' }), { maxLength: 9 }), {
      maxLength: 30,
    }),
    (turns) => {
      const { writer, reader } = ringOf(256);
      for (const texts of turns) {
        const written = writeAll(writer, ...texts);
        if (takeAll(reader).join('|') !== written.join('|')) return false;
      }
      return true;
    },
  );
  fc.assert(property, { numRuns: countOf({ test: 50, deep: 200, soak: 200 }), seed: 1 });
});

t.test('a full ring refuses and loses nothing; freed room is used again', async (t) => {
  const { writer, reader } = ringOf(64);
  t.equal(writer.write(Buffer.alloc(24, 'a')), true);
  t.equal(writer.fits(1), true);
  t.equal(writer.fits(20), false);
  t.equal(writer.write(Buffer.alloc(24, 'b')), true);
  t.equal(writer.write(Buffer.alloc(1, 'c')), false);
  writer.flush();
  t.same(takeAll(reader), ['a'.repeat(24), 'b'.repeat(24)]);
  t.equal(writer.write(Buffer.alloc(20, 'c')), true, 'the writer sees the room that was freed');
  writer.flush();
  t.same(takeAll(reader), ['c'.repeat(20)]);
});

t.test('a record that might never find room is a fault of its writer', async (t) => {
  const { writer } = ringOf(64);
  t.throws(() => writer.write(Buffer.alloc(25)), /too large for the ring/);
  t.equal(writer.write(Buffer.alloc(24)), true, 'half a ring always comes free');
});

t.test('a record that is not wanted yet is given again, and is not freed', async (t) => {
  const { writer, reader } = ringOf(256);
  writeAll(writer, 'one', 'two', 'three');
  let asked = 0;
  reader.take(() => {
    asked += 1;
    return asked < 2;
  }, 10);
  reader.free();
  t.same(takeAll(reader), ['two', 'three']);
});

t.test('what was written is not seen before it is flushed', async (t) => {
  const { writer, reader } = ringOf(256);
  writer.write(Buffer.from('later'));
  t.equal(reader.pending(), false);
  writer.flush();
  t.equal(reader.pending(), true);
});

t.test('a second reader starts at what the first did not free', async (t) => {
  const { memory, writer, reader: first } = ringOf(256);
  writeAll(writer, 'done', 'begun', 'unread');
  first.take(() => true, 1);
  first.free();
  first.take(() => true, 1);
  t.same(takeAll(new RingReader(memory)), ['begun', 'unread']);
});

t.test('a producer in another thread wakes a consumer that sleeps, every time', async (t) => {
  const ring = ringOf(4096);
  const { bell, reader } = ring;
  const records = 20_000;
  const script = `
    for (let n = 0; n < ${records}; n += 1) {
      const bytes = Buffer.from(String(n));
      until(() => {
        const isWritten = writer.write(bytes);
        if (!isWritten) writer.flush();
        return isWritten;
      });
      if (n % 7 === 0) writer.flush();
      if (n % 1000 !== 0) continue;
      writer.flush();
      until(() => taken() > n);
      asleep();
    }
    writer.flush();`;
  const progress = new Progress();
  let next = 0;
  const all = new Promise<{ stop(): void }>((resolve, reject) => {
    const done = bell.serve(
      () => {
        for (const text of takeAll(reader, 100)) {
          if (text !== String(next)) reject(new Error(`expected ${next}, got ${text}`));
          next += 1;
        }
        progress.took(next);
        if (next === records) setImmediate(() => resolve(done));
        return reader.pending();
      },
      () => reader.pending(),
    );
    producer(t, ring, progress, script).on('error', reject);
  });
  const serving = await within(all, 'all records', () => `${next} came`);
  serving.stop();
  t.equal(next, records);
});

const BELL_RING_BYTES = 1 << 16;
const PATIENCE_MS = 50;

/** One turn of the event loop. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const takeNumbers = (reader: RingReader, into: number[]): void => {
  reader.take(({ buffer }, at) => into.push(buffer.readUInt32LE(at)) > 0, Number.MAX_SAFE_INTEGER);
  reader.free();
};

const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

t.test('work without end is done on the spot, yet the loop turns until a stop', async (t) => {
  const { bell, writer, reader } = ringOf(BELL_RING_BYTES);
  const enough = 1_000_000;
  let made = 0;
  /** There is always more, as soon as the consumer looks for it. */
  const more = (): boolean => {
    if (made === enough) return false;
    const at = writer.begin(4);
    writer.buffer.writeUInt32LE(made, at);
    made += 1;
    writer.flush();
    return reader.pending();
  };
  const done: number[] = [];
  const serving = bell.serve(
    () => {
      takeNumbers(reader, done);
      return false;
    },
    more,
    PATIENCE_MS,
  );
  let turns = 0;
  for (; done.length <= turns; turns += 1) await turn();
  serving.stop();
  const atStop = done.length;
  await turn();
  await turn();
  t.ok(made < enough, 'the loop turned before the work had an end');
  t.equal(done.length, atStop, 'nothing is taken any more');
  takeNumbers(reader, done);
  t.same(done, upTo(made));
});

t.test('a ring of the bell ends the wait on the spot, and nothing is lost', async (t) => {
  const ring = ringOf(BELL_RING_BYTES);
  const { bell, reader } = ring;
  const progress = new Progress();
  // Records come one by one, each to a consumer that waits, until it has seen enough of them.
  const script = `
    let n = 0;
    for (; !isOver(); n += 1) {
      writer.buffer.writeUInt32LE(n, writer.begin(4));
      writer.flush();
      until(() => taken() > n || isOver());
      asleep();
    }
    parentPort.postMessage(n);`;
  const worker = producer(t, ring, progress, script);
  const written = new Promise<number>((resolve) => worker.once('message', resolve));
  const done: number[] = [];
  let turns = 0;
  let lastTurn = -1;
  let onTheSpot = 0;
  const serving = bell.serve(
    () => {
      if (turns === lastTurn && reader.pending()) onTheSpot += 1;
      lastTurn = turns;
      takeNumbers(reader, done);
      progress.took(done.length);
      return false;
    },
    () => reader.pending(),
    PATIENCE_MS,
  );
  const seen = async (): Promise<void> => {
    for (; onTheSpot === 0; turns += 1) await turn();
  };
  await within(seen(), 'record that came without a turn of the loop');
  progress.stop();
  const records = await within(written, 'end of the producer');
  serving.stop();
  takeNumbers(reader, done);
  t.same(done, upTo(records));
});

const RING_BYTES = 1 << 15;
const LEAD = 8;
const PIECE = 64;

const placedText = (n: number, pieces: number): string =>
  `${n}:${String.fromCharCode(97 + (n % 26)).repeat(pieces * PIECE)}`;

/** Writes a text piece by piece, as rows are written; false when there is no room. */
const writePlaced = (writer: RingWriter, out: Bytes, text: string): boolean => {
  writer.start(out, LEAD);
  for (let at = 0; at < text.length; at += PIECE) {
    out.reserve(PIECE);
    out.utf8(text.slice(at, at + PIECE));
  }
  const at = writer.end(out, LEAD);
  if (at >= 0) writer.buffer.fill(0, at, at + LEAD);
  return at >= 0;
};

t.test('a record written in place leaves those whole that the reader is behind with', async () => {
  const turn = fc.record({ pieces: fc.nat({ max: 200 }), taken: fc.nat({ max: 2 }) });
  const property = fc.property(fc.array(turn, { minLength: 20, maxLength: 80 }), (turns) => {
    const { writer, reader } = ringOf(RING_BYTES);
    const out = new Bytes();
    const [written, read]: [string[], string[]] = [[], []];
    const take = (max: number): void => {
      reader.take(({ buffer }, at, length) => {
        read.push(buffer.toString('latin1', at + LEAD, at + length));
        return true;
      }, max);
      reader.free();
    };
    turns.forEach(({ pieces, taken }, n) => {
      const text = placedText(n, pieces);
      if (writePlaced(writer, out, text)) written.push(text);
      writer.flush();
      take(taken);
    });
    take(turns.length);
    return read.join() === written.join();
  });
  fc.assert(property, { numRuns: countOf({ test: 50, deep: 200, soak: 200 }), seed: 1 });
});

const LAPS = 6;
const FRONT_BYTES = 1 << 17;

/** Events of every size between one row and more than the room that a ring has left. */
const eventOf = (n: number): AccountEvent => {
  const rows = (n * 7) % 40;
  const time = 1_700_000_000_000 + n;
  const comment = 'é'.repeat((n * 13) % 60);
  return buildAccountEvent({
    account_seq: n,
    time,
    cause: { kind: 'open', source: 'client', dealer: 0, request_id: `request-${n}`.repeat(3) },
    orders: Array.from({ length: rows }, (_, id) => buildOrder({ id: id + n, done_at: time })),
    deals: Array.from({ length: rows / 2 }, (_, id) => buildDeal({ id, comment, profit: n * id })),
  });
};

/** An output, the ring of its log, and the ring of its front. */
const openOutput = () => {
  const [log, front] = [ringOf(1 << 22), ringOf(FRONT_BYTES)];
  const output = new ShardOutput(log.writer, front.writer, () => 0);
  return { output, log: log.reader, front: front.reader };
};

/** Records of a ring, each cut by `body`. */
const drain = (ring: RingReader, body: (record: Buffer) => Buffer): Buffer[] => {
  const found: Buffer[] = [];
  ring.take(({ buffer }, at, length) => {
    found.push(Buffer.from(body(buffer.subarray(at, at + length))));
    return true;
  }, Number.MAX_SAFE_INTEGER);
  ring.free();
  return found;
};

/** The bytes of an event, without what is before and behind them. */
const packedIn = (record: Buffer): Buffer =>
  record.subarray(ANSWER_HEAD).subarray(0, record.readUInt32LE(40));

t.test('events are whole wherever in a ring they begin', async (t) => {
  const { output, log, front } = openOutput();
  let written = 0;
  for (let n = 1; written < LAPS * FRONT_BYTES; n += 1) {
    const event = eventOf(n);
    output.event(event);
    output.flush();
    const [packed] = drain(log, (record) => record);
    const [sent] = drain(front, packedIn);
    const expected = packEvent(event);
    written += expected.length;
    if (packed?.equals(expected) && sent?.equals(expected)) continue;
    t.same(sent, expected, `event ${n}`);
    t.same(packed, expected, `event ${n}`);
    break;
  }
  t.ok(written >= LAPS * FRONT_BYTES);
});

t.test('events that find no room wait whole, and leave in order', async (t) => {
  const { output, front } = openOutput();
  const events = Array.from({ length: 40 }, (_, n) => eventOf(n + 1));
  for (const event of events) output.event(event);
  const sent: Buffer[] = [];
  while (sent.length < events.length) {
    output.flush();
    const taken = drain(front, packedIn);
    if (taken.length === 0) break;
    sent.push(...taken);
  }
  t.same(sent, events.map(packEvent));
});

/** A bell that counts how often it is rung. */
class CountingBell extends Bell {
  rings = 0;

  override ring(): void {
    this.rings += 1;
    super.ring();
  }
}

t.test('the front is woken for events by the log, and by the shard while it waits', async (t) => {
  let committed = 0;
  const bell = new CountingBell(Bell.create().shared);
  const front = new RingWriter(ringMemory(FRONT_BYTES), bell);
  const output = new ShardOutput(ringOf(1 << 22).writer, front, () => committed);
  /** How often the front is woken by each. */
  const rings = (...acts: readonly (() => void)[]): number[] =>
    acts.map((act) => {
      bell.rings = 0;
      act();
      return bell.rings;
    });
  const [flush, look] = [() => output.flush(), () => output.wakeFront()];
  output.event(eventOf(1));
  t.same(rings(flush, look), [0, 1], 'before the commit only for the front to watch its time');
  committed = 1;
  t.same(rings(flush, look), [0, 0], 'the log has woken it');
  output.refuse({ token: 1, id: 1 }, 'trade.timeout');
  t.same(rings(flush, look), [1, 0], 'an answer waits for no commit');
});
