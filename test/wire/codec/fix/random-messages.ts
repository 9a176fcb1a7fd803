// Random FIX messages, and streams of them that are damaged at some places.

import { seededRandom } from '../../../../actors/drill/seeded-random.js';
import { FixWriter } from '../../../../wire/codec/fix/fix-writer.js';

type Random = (below: number) => number;

const SYMBOLS = ['EUR/USD', 'XAU', 'a', 'Größe', '10=000', '8=FIX.4.4'];

/** A message of a peer with a number: an order, a quote, a text with data, or a heartbeat. */
export const randomMessage = (random: Random, seq: number, at: number): Buffer => {
  const writer = new FixWriter();
  const begin = (type: string): FixWriter =>
    writer.begin(type).text(49, 'TW').text(56, 'ISLD').int(34, seq).time(52, at);
  const symbol = SYMBOLS[random(SYMBOLS.length)] ?? '';
  const kind = random(4);
  if (kind === 0) {
    begin('D')
      .text(11, `id${random(1e9)}`)
      .text(55, symbol)
      .text(54, '1')
      .time(60, at);
    writer.scaled(38, random(1e9), random(9)).text(40, '2').scaled(44, random(1e9), random(9));
  } else if (kind === 1) {
    const count = random(5);
    begin('W').text(262, 'r').text(55, symbol).int(268, count);
    for (let entry = 0; entry < count; entry += 1) {
      writer.text(269, '0').scaled(270, random(1e9), random(9)).int(271, random(1e6));
    }
  } else if (kind === 2) {
    const data = Buffer.from(Array.from({ length: random(40) + 1 }, () => random(256)));
    begin('B').text(148, symbol).int(33, 1).text(58, symbol).data(95, 96, data);
  } else begin('0');
  return Buffer.from(writer.end());
};

/** A pool of messages with the numbers from 1 on. */
export const messagePool = (seed: number, count: number, at: number): Buffer[] => {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, index) => randomMessage(random, index + 1, at));
};

/** Puts other bytes into a message, or takes some away. */
const damaged = (random: Random, message: Buffer): Buffer => {
  const at = random(message.length);
  const kind = random(4);
  if (kind === 0) {
    const changed = Buffer.from(message);
    changed[at] = (changed[at] as number) ^ (1 + random(255));
    return changed;
  }
  const rest = message.subarray(kind === 1 ? at : Math.min(at + 1 + random(9), message.length));
  const inserted = Buffer.from(Array.from({ length: random(6) }, () => random(256)));
  return Buffer.concat([message.subarray(0, at), inserted, rest]);
};

/** A stream of some messages of the pool; the ones that are left whole, and the chunks. */
export interface DamagedStream {
  readonly whole: readonly Buffer[];
  readonly chunks: readonly Buffer[];
}

/**
 * Damages messages of a stream, but never the last, and cuts it into chunks. They are any messages
 * of the pool, or its first ones in their order.
 */
export const damagedStream = (
  random: Random,
  pool: readonly Buffer[],
  order: 'any' | 'first' = 'any',
): DamagedStream => {
  const count = 2 + random(3);
  const whole: Buffer[] = [];
  const parts: Buffer[] = [];
  for (let index = 0; index < count; index += 1) {
    const message = pool[order === 'any' ? random(pool.length) : index] as Buffer;
    const isWhole = index === count - 1 || random(2) === 0;
    if (isWhole) whole.push(message);
    parts.push(isWhole ? message : damaged(random, message));
  }
  const stream = Buffer.concat(parts);
  const cuts = [random(stream.length), random(stream.length)].sort((a, b) => a - b);
  const [first = 0, second = 0] = cuts;
  const chunks = [stream.subarray(0, first), stream.subarray(first, second)];
  return { whole, chunks: [...chunks, stream.subarray(second)] };
};
