// Who waits on the spot: what comes meanwhile is done at once, and nothing else waits for long.

import { setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import t from 'tap';
import { Bell, RingReader, RingWriter, ringMemory } from '../../actors/shared/ring.js';

const RING_BYTES = 1 << 16;
const PATIENCE_MS = 50;

const takeNumbers = (reader: RingReader, into: number[]): void => {
  reader.take((buffer, at) => into.push(buffer.readUInt32LE(at)) > 0, Number.MAX_SAFE_INTEGER);
  reader.free();
};

const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

t.test(
  'work without end is done on the spot, yet the loop turns, until it is stopped',
  async (t) => {
    const memory = ringMemory(RING_BYTES);
    const bell = Bell.create();
    const [writer, reader] = [new RingWriter(memory, bell), new RingReader(memory)];
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
    const turns = 5;
    for (let n = 0; n < turns; n += 1) await turn();
    serving.stop();
    const atStop = done.length;
    await turn();
    await turn();
    t.ok(made < enough, 'the loop turned before the work had an end');
    t.ok(atStop > turns, `${atStop} records in ${turns} turns of the loop`);
    t.equal(done.length, atStop, 'nothing is taken any more');
    takeNumbers(reader, done);
    t.same(done, upTo(made));
  },
);

t.test('a ring of the bell ends the wait on the spot, and nothing is lost', async (t) => {
  const memory = ringMemory(RING_BYTES);
  const bell = Bell.create();
  const reader = new RingReader(memory);
  const records = 300;
  const source = `
    const { workerData, parentPort } = require('node:worker_threads');
    import(workerData.ring).then(({ RingWriter, Bell }) => {
      const writer = new RingWriter(workerData.memory, new Bell(workerData.bell));
      const idle = new Int32Array(new SharedArrayBuffer(4));
      parentPort.once('message', () => {
        for (let n = 0; n < ${records}; n += 1) {
          writer.buffer.writeUInt32LE(n, writer.begin(4));
          writer.flush();
          Atomics.wait(idle, 0, 0, 0.2);
        }
      });
      parentPort.postMessage('ready');
    });`;
  const ring = new URL('../../actors/shared/ring.js', import.meta.url).href;
  const workerData = { memory, bell: bell.shared, ring };
  const worker = new Worker(source, { eval: true, workerData });
  await new Promise((resolve) => worker.once('message', resolve));

  const done: number[] = [];
  let turns = 0;
  let lastTurn = -1;
  let onTheSpot = 0;
  const serving = bell.serve(
    () => {
      if (turns === lastTurn && reader.pending()) onTheSpot += 1;
      lastTurn = turns;
      takeNumbers(reader, done);
      return false;
    },
    () => reader.pending(),
    PATIENCE_MS,
  );
  worker.postMessage('go');
  for (; done.length < records; turns += 1) await turn();
  serving.stop();
  t.same(done, upTo(records));
  t.ok(onTheSpot > 0, `${onTheSpot} of ${records} without a turn of the loop`);
});
