// Recorded histories: packed events of a few thousand operations, and the state that they come to.
//
// A file is brotli of frames, each a u32le length and one packed event. Events are written again
// only when their form changes, and then lead to the same hash as before.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { Fold } from '../../actors/commands/fold.js';
import { frameEvents } from '../../storage/log/batch.js';
import { hashText } from '../../storage/read/state-hash.js';
import { unpackEvent } from '../../wire/codec/unpack.js';

const FOLDER = join('test', 'histories');
const ENDING = '.events.br';
const LENGTH_BYTES = 4;

/** What a history comes to. */
export interface Recorded {
  readonly name: string;
  /** How it was made. */
  readonly seed: number;
  readonly operations: number;
  /** Hours that pass after every hundred operations. */
  readonly hours: number;
  readonly events: number;
  readonly state_hash: string;
}

/** The list of recorded histories. */
export const LIST = join(FOLDER, 'histories.json');

/** The recorded histories. */
export const readList = (): Recorded[] => JSON.parse(readFileSync(LIST, 'utf8')) as Recorded[];

/** Names of the files there are. */
export const fileNames = (): string[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith(ENDING))
    .map((name) => name.slice(0, -ENDING.length));

/** Where the events of a history are. */
export const fileOf = (name: string): string => join(FOLDER, `${name}${ENDING}`);

/** Events as the bytes of a file. */
export const bytesOf = (events: readonly Buffer[]): Buffer =>
  brotliCompressSync(frameEvents([...events]));

/** The packed events of a history. */
export function* eventsOf(name: string): Generator<Buffer> {
  const bytes = brotliDecompressSync(readFileSync(fileOf(name)));
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readUInt32LE(at);
    yield bytes.subarray(at + LENGTH_BYTES, at + LENGTH_BYTES + length);
    at += LENGTH_BYTES + length;
  }
}

/** Folds events to their number and the hash of the state that they come to. */
export const foldOf = (events: Iterable<Buffer>): Pick<Recorded, 'events' | 'state_hash'> => {
  const fold = new Fold();
  let count = 0;
  for (const bytes of events) {
    fold.apply(unpackEvent(bytes));
    count += 1;
  }
  const state_hash = hashText(fold.hash());
  fold.close();
  return { events: count, state_hash };
};
