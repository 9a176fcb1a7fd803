// Records written where they will stand never touch what the reader has not freed.

import fc from 'fast-check';
import t from 'tap';
import { Bell, RingReader, RingWriter, ringMemory } from '../../actors/shared/ring.js';
import { Bytes } from '../../wire/bytes.js';

const RING_BYTES = 1 << 15;
const LEAD = 8;
const PIECE = 64;

const textOf = (n: number, pieces: number): string =>
  `${n}:${String.fromCharCode(97 + (n % 26)).repeat(pieces * PIECE)}`;

/** Writes a text piece by piece, as rows are written; false when there is no room. */
const write = (writer: RingWriter, out: Bytes, text: string): boolean => {
  writer.start(out, LEAD);
  for (let at = 0; at < text.length; at += PIECE) {
    out.reserve(PIECE);
    out.utf8(text.slice(at, at + PIECE));
  }
  const at = writer.end(out, LEAD);
  if (at >= 0) writer.buffer.fill(0, at, at + LEAD);
  return at >= 0;
};

t.test('a record written in place leaves those whole that the reader is behind with', (t) => {
  const turn = fc.record({ pieces: fc.nat({ max: 200 }), taken: fc.nat({ max: 2 }) });
  const property = fc.property(fc.array(turn, { minLength: 20, maxLength: 80 }), (turns) => {
    const memory = ringMemory(RING_BYTES);
    const [writer, reader] = [new RingWriter(memory, Bell.create()), new RingReader(memory)];
    const out = new Bytes();
    const [written, read]: [string[], string[]] = [[], []];
    const take = (max: number): void => {
      reader.take((buffer, at, length) => {
        read.push(buffer.toString('latin1', at + LEAD, at + length));
        return true;
      }, max);
      reader.free();
    };
    turns.forEach(({ pieces, taken }, n) => {
      const text = textOf(n, pieces);
      if (write(writer, out, text)) written.push(text);
      writer.flush();
      take(taken);
    });
    take(turns.length);
    return read.join() === written.join();
  });
  t.doesNotThrow(() => fc.assert(property, { numRuns: 200, seed: 1 }));
  t.end();
});
