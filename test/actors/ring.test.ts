// Rings and bells: nothing is lost, nothing is torn, nobody waits for ever.

import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import t from 'tap';
import { Bell, RingReader, RingWriter, ringMemory } from '../../actors/shared/ring.js';

const takeAll = (reader: RingReader, max = Number.MAX_SAFE_INTEGER): string[] => {
  const taken: string[] = [];
  reader.take((buffer, at, length) => {
    taken.push(buffer.toString('latin1', at, at + length));
    return true;
  }, max);
  reader.free();
  return taken;
};

t.test('a ring gives back what was written, in order, around its end and back', (t) => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.string({ maxLength: 90, unit: 'grapheme-ascii' }), { maxLength: 9 }), {
        maxLength: 30,
      }),
      (turns) => {
        const memory = ringMemory(256);
        const writer = new RingWriter(memory, Bell.create());
        const reader = new RingReader(memory);
        for (const texts of turns) {
          const written = texts.filter((text) => writer.write(Buffer.from(text, 'latin1')));
          writer.flush();
          t.same(takeAll(reader), written);
        }
      },
    ),
    { numRuns: 200, seed: 1 },
  );
  t.end();
});

t.test('a full ring refuses and loses nothing; freed room is used again', (t) => {
  const memory = ringMemory(64);
  const writer = new RingWriter(memory, Bell.create());
  const reader = new RingReader(memory);
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
  t.end();
});

t.test('a record that might never find room is a fault of its writer', (t) => {
  const writer = new RingWriter(ringMemory(64), Bell.create());
  t.throws(() => writer.write(Buffer.alloc(25)), /too large for the ring/);
  t.equal(writer.write(Buffer.alloc(24)), true, 'half a ring always comes free');
  t.end();
});

t.test('a record that is not wanted yet is given again, and is not freed', (t) => {
  const memory = ringMemory(256);
  const writer = new RingWriter(memory, Bell.create());
  const reader = new RingReader(memory);
  for (const text of ['one', 'two', 'three']) writer.write(Buffer.from(text));
  writer.flush();
  let asked = 0;
  reader.take(() => {
    asked += 1;
    return asked < 2;
  }, 10);
  reader.free();
  t.same(takeAll(reader), ['two', 'three']);
  t.end();
});

t.test('what was written is not seen before it is flushed', (t) => {
  const memory = ringMemory(256);
  const writer = new RingWriter(memory, Bell.create());
  const reader = new RingReader(memory);
  writer.write(Buffer.from('later'));
  t.equal(reader.pending(), false);
  writer.flush();
  t.equal(reader.pending(), true);
  t.end();
});

t.test('a second reader starts at what the first did not free', (t) => {
  const memory = ringMemory(256);
  const writer = new RingWriter(memory, Bell.create());
  const first = new RingReader(memory);
  for (const text of ['done', 'begun', 'unread']) writer.write(Buffer.from(text));
  writer.flush();
  first.take(() => true, 1);
  first.free();
  first.take(() => true, 1);
  t.same(takeAll(new RingReader(memory)), ['begun', 'unread']);
  t.end();
});

t.test('a producer in another thread wakes a consumer that sleeps, every time', async (t) => {
  const memory = ringMemory(4096);
  const bell = Bell.create();
  const reader = new RingReader(memory);
  const records = 20_000;
  const source = `
    const { workerData } = require('node:worker_threads');
    import(workerData.ring).then(({ RingWriter, Bell }) => {
      const writer = new RingWriter(workerData.memory, new Bell(workerData.bell));
      const idle = new Int32Array(new SharedArrayBuffer(4));
      for (let n = 0; n < ${records}; n += 1) {
        const bytes = Buffer.from(String(n));
        while (!writer.write(bytes)) { writer.flush(); Atomics.wait(idle, 0, 0, 1); }
        if (n % 7 === 0) writer.flush();
        if (n % 1000 === 0) Atomics.wait(idle, 0, 0, 2);
      }
      writer.flush();
    });`;
  let next = 0;
  const serving = await new Promise<{ stop(): void }>((resolve, reject) => {
    const done = bell.serve(
      () => {
        for (const text of takeAll(reader, 100)) {
          if (text !== String(next)) reject(new Error(`expected ${next}, got ${text}`));
          next += 1;
        }
        if (next === records) setImmediate(() => resolve(done));
        return reader.pending();
      },
      () => reader.pending(),
    );
    const worker = new Worker(source, {
      eval: true,
      workerData: {
        memory,
        bell: bell.shared,
        ring: new URL('../../actors/shared/ring.js', import.meta.url).href,
      },
    });
    worker.on('error', reject);
  });
  serving.stop();
  t.equal(next, records);
});
