// Power cuts at any moment of a recording: what the disk may hold when the power is back.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SeededRandom } from '../support/lives/random.js';
import type { FileWrite, NameChange, RecordedFile, Recording, Span } from './recording.js';

/**
 * What becomes of writes that are not durable at the cut. A sound disk writes whole sectors or
 * not; a failing one leaves garbage in some. A lying one, for the controls, has synced nothing.
 */
export type Disk = 'sound' | 'garbage' | 'lying';

/** A moment at which the power goes: what began then or before has begun. */
export interface Cut {
  readonly at: number;
  readonly disk: Disk;
}

const SECTOR = 512;

const isSyncedAt = (at: number, { end }: Span, syncs: readonly Span[]): boolean =>
  syncs.some((sync) => sync.start > end && sync.end <= at);

const isDurable = ({ at, disk }: Cut, write: FileWrite, file: RecordedFile): boolean => {
  if (disk === 'lying') return false;
  return (write.isSync && write.end <= at) || isSyncedAt(at, write, file.syncs);
};

/** Sectors that a write touches: their beginnings in the file. */
const sectorsOf = ({ at, bytes }: FileWrite): number[] => {
  const first = Math.floor(at / SECTOR);
  const count = Math.ceil((at + (bytes?.length ?? 0)) / SECTOR) - first;
  return Array.from({ length: count }, (_, n) => (first + n) * SECTOR);
};

/** A file's content while writes are brought into it, in order. */
class Content {
  readonly #bytes: Buffer;
  #size = 0;

  constructor(writes: readonly FileWrite[]) {
    const ends = writes.map(({ at, bytes }) => at + (bytes?.length ?? 0));
    const room = Math.max(0, ...ends);
    this.#bytes = Buffer.alloc(Math.ceil(room / SECTOR) * SECTOR);
  }

  get whole(): Buffer {
    return this.#bytes.subarray(0, this.#size);
  }

  keep({ at, bytes }: FileWrite): void {
    if (bytes === undefined) this.#setSize(at);
    else this.#put(at, bytes);
  }

  /** Keeps some sectors of a write. */
  keepSome(write: FileWrite, random: SeededRandom): void {
    const { at, bytes = Buffer.alloc(0) } = write;
    for (const sector of sectorsOf(write)) {
      if (random.oneIn(2)) continue;
      const from = Math.max(sector, at);
      this.#put(from, bytes.subarray(from - at, sector + SECTOR - at));
    }
  }

  /** Leaves garbage in some sectors of a write, and the rest of it. */
  spoil(write: FileWrite, random: SeededRandom): void {
    this.keep(write);
    for (const sector of sectorsOf(write)) {
      if (random.oneIn(2)) continue;
      const end = Math.min(sector + SECTOR, this.#bytes.length);
      for (let at = sector; at < end; at += 4) this.#bytes.writeUInt32LE(random.next32(), at);
    }
  }

  #put(at: number, bytes: Buffer): void {
    bytes.copy(this.#bytes, at);
    this.#size = Math.max(this.#size, at + bytes.length);
  }

  #setSize(size: number): void {
    if (size < this.#size) this.#bytes.fill(0, size, this.#size);
    this.#size = size;
  }
}

const contentAt = (cut: Cut, file: RecordedFile, random: SeededRandom): Buffer => {
  const writes = file.writes.filter(({ start }) => start <= cut.at);
  const content = new Content(writes);
  const fates = ['keep', 'drop', 'keepSome', ...(cut.disk === 'garbage' ? ['spoil'] : [])] as const;
  for (const write of writes) {
    const fate = isDurable(cut, write, file) ? 'keep' : random.pick(fates);
    if (fate === 'drop') continue;
    if (fate === 'keep' || write.bytes === undefined) content.keep(write);
    else if (fate === 'keepSome') content.keepSome(write, random);
    else content.spoil(write, random);
  }
  return content.whole;
};

/** Names as they are at the cut; of the changes that no folder sync covers some, in order. */
const namesAt = (
  { at }: Cut,
  { names, folderSyncs }: Recording,
  random: SeededRandom,
): Map<string, RecordedFile | undefined> => {
  const isSynced = (change: NameChange): boolean => {
    const folder = dirname((change.to ?? change.from) as string);
    return isSyncedAt(at, change, folderSyncs.get(folder) ?? []);
  };
  const begun = names.filter(({ start }) => start <= at);
  const open = begun.filter((change) => !isSynced(change));
  const left = new Set(open.slice(random.within(0, open.length)));
  const found = new Map<string, RecordedFile | undefined>();
  for (const change of begun) {
    if (left.has(change)) continue;
    if (change.from !== undefined) found.delete(change.from);
    if (change.to !== undefined) found.set(change.to, change.file);
  }
  return found;
};

/** Writes what the disk may hold after a cut into a folder. */
export const writeAfterCut = (
  recording: Recording,
  cut: Cut,
  random: SeededRandom,
  folder: string,
): void => {
  const names = namesAt(cut, recording, random);
  for (const [path, file] of names) {
    const isReachable = dirname(path) === recording.data || names.has(dirname(path));
    if (!isReachable) continue;
    const copy = join(folder, path.slice(recording.data.length));
    if (file === undefined) mkdirSync(copy, { recursive: true });
    else writeFileSync(copy, contentAt(cut, file, random));
  }
};

const endsOf = (spans: readonly Span[]): number[] =>
  spans.flatMap(({ start, end }) => [start, end]);

/** The first two pages of a file of the log; a commit ends with writing one of them. */
const META_BYTES = 2 * 4096;

/**
 * Chooses moments: half just after an answer was sent, a third inside a commit of the log. Garbage
 * does most harm to the page that a commit ends with, so half of it comes there.
 */
export class Moments {
  readonly #answers: readonly number[];
  readonly #commits: readonly number[];
  readonly #ends: readonly number[];
  readonly #all: readonly number[];

  constructor({ answered, names, moments }: Recording) {
    this.#answers = answered.map(({ at }) => at);
    const logs = names.filter(({ to, file }) => to?.endsWith('.mdb') && file !== undefined);
    this.#commits = logs.flatMap(({ file }) => endsOf([...file!.writes, ...file!.syncs]));
    const ends = logs.flatMap(({ file }) => file!.writes.filter(({ at }) => at < META_BYTES));
    this.#ends = ends.map(({ start }) => start);
    this.#all = moments.map(({ at }) => at);
  }

  pick(random: SeededRandom, disk: Disk): number {
    if (disk === 'garbage' && random.oneIn(2)) return random.pick(this.#ends);
    const throwOf6 = random.below(6);
    if (throwOf6 < 3) return random.pick(this.#answers);
    return random.pick(throwOf6 < 5 ? this.#commits : this.#all);
  }
}
