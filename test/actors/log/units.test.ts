// Units: what one command did comes out of a ring whole, and lies in one batch.

import t from 'tap';
import { Gathered, UnitReader } from '../../../actors/log/units.js';
import { Bell, RingWriter, ringMemory } from '../../../actors/shared/ring.js';

/** A ring's both ends; units are written as how many events they have, each of some bytes. */
const ringOf = (bytes: number, eventBytes = 4) => {
  const memory = ringMemory(bytes);
  const writer = new RingWriter(memory, Bell.create());
  const units = new UnitReader(memory);
  /** Writes events of one unit, and its end unless `isMore`; how many found room. */
  const write = (events: number, isMore = false): number => {
    let written = 0;
    while (written < events) {
      const isLast = written === events - 1;
      if (!writer.write(Buffer.alloc(eventBytes, written), isMore || !isLast)) break;
      written += 1;
    }
    writer.flush();
    return written;
  };
  /** What the next batch holds: how many events. */
  const batch = (): number => {
    const gathered = new Gathered();
    const taken = units.take(gathered);
    t.equal(taken, gathered.events.length);
    units.free();
    return taken;
  };
  return { writer, units, write, batch };
};

t.test('A batch that is full ends with the unit that filled it', async (t) => {
  const { write, batch } = ringOf(1 << 20);
  write(8_190);
  write(4);
  write(3);
  t.same([batch(), batch(), batch()], [8_194, 3, 0]);
});

t.test('A unit is larger than a batch should be: it is one batch', async (t) => {
  const { write, batch } = ringOf(16 << 20, 1_000);
  write(1);
  write(9_000);
  write(1);
  t.same([batch(), batch(), batch()], [9_001, 1, 0]);
});

t.test('A unit whose end is to come is not taken, whatever stands before it', async (t) => {
  const { write, batch } = ringOf(4_096);
  write(2);
  write(3, true);
  t.equal(batch(), 2);
  t.equal(batch(), 0);
  write(2);
  t.equal(batch(), 5);
});

t.test('A unit that is larger than the ring comes whole, in its order', async (t) => {
  const { writer, units, batch } = ringOf(256);
  const events = 100;
  const gathered = new Gathered();
  for (let n = 0; n < events; n += 1) {
    while (!writer.write(Buffer.from([n]), n < events - 1)) {
      writer.flush();
      t.equal(batch(), 0, 'nothing of it is given before its end');
    }
  }
  writer.flush();
  t.equal(units.take(gathered), events);
  t.same(
    gathered.events.map((event) => event.at(-1)),
    Array.from({ length: events }, (_, n) => n),
  );
});
