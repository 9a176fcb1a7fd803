// What a shard writes in place in its rings is what it would write anywhere else.

import t from 'tap';
import { Outbox } from '../../actors/shard/outbox.js';
import { ANSWER_HEAD } from '../../actors/shared/hops.js';
import { Bell, RingReader, RingWriter, ringMemory } from '../../actors/shared/ring.js';
import type { AccountEvent } from '../../wire/events.js';
import { packEvent } from '../../wire/pack.js';
import { textOf, writeEventFrame } from '../../wire/text.js';
import { buildAccountEvent, buildDeal, buildOrder } from '../support/build.js';

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

/** Records of a ring as text, each cut by `body`. */
const drain = (ring: RingReader, body: (buffer: Buffer, at: number) => number): Buffer[] => {
  const found: Buffer[] = [];
  ring.take((buffer, at, length) => {
    const end = body(buffer, at);
    found.push(Buffer.from(buffer.subarray(at + (end < 0 ? 0 : ANSWER_HEAD), at + length)));
    if (end >= 0) found.push(Buffer.from(found.pop()?.subarray(0, end) ?? []));
    return true;
  }, Number.MAX_SAFE_INTEGER);
  ring.free();
  return found;
};

t.test('events and frames are whole wherever in a ring they begin', (t) => {
  const [logMemory, frontMemory] = [ringMemory(1 << 22), ringMemory(FRONT_BYTES)];
  const outbox = new Outbox(
    new RingWriter(logMemory, Bell.create()),
    new RingWriter(frontMemory, Bell.create()),
    () => 0,
  );
  const [log, front] = [new RingReader(logMemory), new RingReader(frontMemory)];
  let written = 0;
  for (let n = 1; written < LAPS * FRONT_BYTES; n += 1) {
    const event = eventOf(n);
    outbox.event(event);
    outbox.flush();
    const [packed] = drain(log, () => -1);
    const [frame] = drain(front, (buffer, at) => buffer.readUInt32LE(at + 40));
    const text = textOf((out) => writeEventFrame(out, event));
    written += text.length;
    if (packed?.equals(packEvent(event)) && frame?.toString() === text) continue;
    t.same(frame?.toString(), text, `event ${n}`);
    t.same(packed, packEvent(event), `event ${n}`);
    break;
  }
  t.ok(written >= LAPS * FRONT_BYTES);
  t.end();
});

t.test('frames that find no room wait whole, and leave in order', (t) => {
  const [logMemory, frontMemory] = [ringMemory(1 << 22), ringMemory(FRONT_BYTES)];
  const outbox = new Outbox(
    new RingWriter(logMemory, Bell.create()),
    new RingWriter(frontMemory, Bell.create()),
    () => 0,
  );
  const front = new RingReader(frontMemory);
  const events = Array.from({ length: 40 }, (_, n) => eventOf(n + 1));
  for (const event of events) outbox.event(event);
  const frames: string[] = [];
  while (frames.length < events.length) {
    outbox.flush();
    const taken = drain(front, (buffer, at) => buffer.readUInt32LE(at + 40));
    if (taken.length === 0) break;
    frames.push(...taken.map(String));
  }
  t.same(
    frames,
    events.map((event) => textOf((out) => writeEventFrame(out, event))),
  );
  t.end();
});
