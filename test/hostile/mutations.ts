// Bytes spoilt by chance: flipped, cut out, repeated, thrown in, or joined with others.

import type { SeededRandom } from '../support/lives/random.js';

/** Bytes and texts that readers stumble over. */
const BAITS: readonly Uint8Array[] = [
  ...['"', '\\', '{', '}', '[', ']', ',', ':', '\0', '\r\n', '__proto__', '-', '1e999', '\\ud800'],
  ...['null', 'true', '9007199254740993', '\ufeff', '\u2028'],
]
  .map((text): Uint8Array => Buffer.from(text))
  .concat(
    [0x80, 0xc1, 0xdd, 0xdf, 0xff].map((byte) => Buffer.from([byte, 0xff, 0xff, 0xff, 0xff])),
  );

type Mutation = (bytes: Buffer, dice: SeededRandom, others: readonly Uint8Array[]) => Buffer;

const spliced = (bytes: Buffer, at: number, removed: number, added: Uint8Array): Buffer =>
  Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at + removed)]);

const MUTATIONS: readonly Mutation[] = [
  (bytes, dice) => {
    const at = dice.below(bytes.length);
    return spliced(bytes, at, 1, Buffer.from([(bytes[at] ?? 0) ^ (1 << dice.below(8))]));
  },
  (bytes, dice) => spliced(bytes, dice.below(bytes.length), 1, Buffer.from([dice.below(256)])),
  (bytes, dice) => spliced(bytes, dice.below(bytes.length), dice.within(1, 12), Buffer.alloc(0)),
  (bytes, dice) => spliced(bytes, dice.below(bytes.length), dice.below(4), dice.pick(BAITS)),
  (bytes, dice) => bytes.subarray(0, dice.below(bytes.length)),
  (bytes, dice) => {
    const at = dice.below(bytes.length);
    const part = bytes.subarray(at, at + dice.within(1, 30));
    return spliced(bytes, at, 0, Buffer.concat(Array<Buffer>(dice.within(1, 5)).fill(part)));
  },
  (bytes, dice, others) => {
    const other = dice.pick(others);
    const cut = dice.below(other.length);
    return Buffer.concat([bytes.subarray(0, dice.below(bytes.length)), other.subarray(cut)]);
  },
  (bytes, dice) => Buffer.from(bytes.map(() => dice.below(256))),
];

/** One of the recorded pieces, spoilt once to three times. */
export const spoilt = (recorded: readonly Uint8Array[], dice: SeededRandom): Buffer => {
  let bytes = Buffer.from(dice.pick(recorded));
  for (let left = dice.within(1, 3); left > 0 && bytes.length > 0; left -= 1) {
    bytes = Buffer.from(dice.pick(MUTATIONS)(bytes, dice, recorded));
  }
  return bytes;
};
