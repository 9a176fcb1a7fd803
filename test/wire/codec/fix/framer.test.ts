// The framer: whole messages out of a stream that is cut, dirty or damaged anywhere.

import t from 'tap';
import { seededRandom } from '../../../../actors/drill/seeded-random.js';
import { FixMessage } from '../../../../wire/codec/fix/fix-message.js';
import { Framer } from '../../../../wire/codec/fix/framer.js';
import { countOf, shareOf } from '../../../support/run.js';
import { damagedStream, messagePool } from './random-messages.js';

const AT = Date.UTC(2026, 0, 5);
const pool = messagePool(1, 200, AT);

/** The messages of a stream, and how many were garbled. */
const read = (chunks: readonly Buffer[], framer = new Framer()) => {
  const message = new FixMessage();
  const messages: Buffer[] = [];
  let garbled = 0;
  for (const chunk of chunks) {
    framer.push(Buffer.from(chunk));
    for (let found = framer.next(message); found !== 'none'; found = framer.next(message)) {
      if (found === 'garbled') garbled += 1;
      else messages.push(Buffer.from(message.bytes.subarray(message.from, message.to)));
    }
  }
  return { messages, garbled };
};

const soh = (text: string): Buffer => Buffer.from(text.replaceAll('|', '\u0001'));
const HEARTBEAT = soh('8=FIX.4.4|9=49|35=0|49=TW|56=ISLD|34=2|52=20260105-12:34:56.789|10=190|');

t.test('A stream is read whole however it is cut', async (t) => {
  const stream = Buffer.concat(pool.slice(0, 20));
  for (const size of [1, 2, 7, 64, stream.length]) {
    const chunks: Buffer[] = [];
    for (let at = 0; at < stream.length; at += size) chunks.push(stream.subarray(at, at + size));
    const { messages, garbled } = read(chunks);
    t.same(messages, pool.slice(0, 20), `chunks of ${size} bytes`);
    t.equal(garbled, 0);
  }
});

/** A message that counts the bytes that it is walked over. */
class CountedMessage extends FixMessage {
  walked = 0;

  override walk(bytes: Buffer, from: number, to: number): number {
    this.walked += to - from;
    return super.walk(bytes, from, to);
  }
}

/** Reads a stream in chunks of some bytes; how many bytes were walked over. */
const walkedOf = (stream: Buffer, size: number): number => {
  const message = new CountedMessage();
  const framer = new Framer();
  for (let at = 0; at < stream.length; at += size) {
    framer.push(stream.subarray(at, at + size));
    while (framer.next(message) !== 'none');
  }
  return message.walked;
};

t.test('Unfinished fields are walked over as often, however long they are', async (t) => {
  const head = '8=FIX.4.4|9=900000|35=B|';
  const size = 50;
  const streams = {
    'a long value': soh(`${head}58=${'x'.repeat(100_000)}`),
    'a long tag': soh(`${head}${'1'.repeat(100_000)}`),
    'many fields': soh(`${head}${'58=abc|'.repeat(15_000)}`),
    'messages that are cut off': soh(head.repeat(4_000)),
  };
  for (const [what, stream] of Object.entries(streams)) {
    t.ok(walkedOf(stream, size) < 10 * stream.length, what);
  }
});

t.test('A message that begins within one that was cut off is read', async (t) => {
  const cutOff = soh('8=FIX.4.4|9=900000|35=0|49=TW|');
  t.match(read([cutOff, HEARTBEAT]), { messages: [HEARTBEAT], garbled: 1 });
  t.match(read([Buffer.concat([cutOff, HEARTBEAT, HEARTBEAT])]), { messages: { length: 2 } });
});

t.test('Garbage between messages is skipped', async (t) => {
  const garbage = soh('GET / HTTP/1.1\r\n8=FIX8=FI|9=5|');
  const { messages } = read([garbage, HEARTBEAT, garbage, HEARTBEAT]);
  t.same(messages, [HEARTBEAT, HEARTBEAT]);
});

t.test(
  'A message whose length, checksum or field is wrong is garbled, the next is read',
  async (t) => {
    const text = HEARTBEAT.toString();
    for (const [from, to] of [
      ['9=49', '9=48'],
      ['9=49', '9=50'],
      ['9=49', '9=99'],
      ['9=49', '9=999999'],
      ['9=49', '9=9999999999'],
      ['9=49', '9=x'],
      ['10=190', '10=191'],
      ['10=190', '10=1x0'],
      ['34=2', '3x=2'],
      ['34=2', '34:2'],
      ['35=0', '34=0'],
    ] as const) {
      const { messages, garbled } = read([Buffer.from(text.replace(from, to)), HEARTBEAT]);
      t.same(messages, [HEARTBEAT], to);
      t.equal(garbled, 1, to);
    }
  },
);

t.test('A message that is longer than allowed is not waited for', async (t) => {
  const framer = new Framer(1000);
  const head = soh('8=FIX.4.4|9=1001|35=B|58=');
  const { messages, garbled } = read([head, HEARTBEAT], framer);
  t.same(messages, [HEARTBEAT]);
  t.equal(garbled, 1);
  read([soh('8=FIX.4.4|9=1000|35=B|58='), Buffer.alloc(100, 'x'), Buffer.alloc(100, 'x')], framer);
  t.ok(framer.held < 300, 'nor is more than it held');
});

t.test('Of damaged streams all messages are read that are whole, in their order', async (t) => {
  const random = seededRandom(7);
  const message = new FixMessage();
  const streams = shareOf(countOf({ test: 5_000, deep: 1_000_000, soak: 1_000_000 }));
  let lost = 0;
  let longest = 0;
  for (let stream = 0; stream < streams; stream += 1) {
    const { whole, chunks } = damagedStream(random, pool);
    const framer = new Framer();
    let found = 0;
    for (const chunk of chunks) {
      framer.push(chunk);
      longest = Math.max(longest, framer.held);
      for (let next = framer.next(message); next !== 'none'; next = framer.next(message)) {
        const wanted = whole[found];
        if (next !== 'message' || wanted === undefined) continue;
        if (wanted.compare(message.bytes, message.from, message.to) === 0) found += 1;
      }
    }
    lost += whole.length - found;
  }
  t.equal(lost, 0, `${streams} streams`);
  t.ok(longest < 4096, 'no more is held than was sent');
});

t.test(
  'Garbled messages within each other are looked at for a while, then passed over',
  async (t) => {
    const SIZE = 1_000_000;
    const head = (length: number): string => `8=FIX.4.4|9=${String(length).padStart(7, '0')}|`;
    const nested = `58=${head(0)}`.length;
    const count = Math.floor(SIZE / nested);
    const nests = Array.from({ length: count }, (_, n) => `58=${head((count - 1 - n) * nested)}`);
    const bomb = soh(`${head(count * nested)}${nests.join('')}10=999|`);
    const { garbled, messages } = read([bomb, HEARTBEAT]);
    t.ok(garbled < 50, `${garbled} of ${count}`);
    t.same(messages, [HEARTBEAT], 'what comes next is read');
    const heads = soh('8=FIX.4.4|9=x|'.repeat(count));
    const behind = read([Buffer.concat([heads, HEARTBEAT])]);
    t.same(behind.messages, [HEARTBEAT], 'heads that are malformed by themselves hide nothing');
  },
);
