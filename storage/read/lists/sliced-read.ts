// Sliced reads: reads that may look at many rows, and pause in one snapshot between steps.

import type { Fenced, ReadAt } from '../../../wire/queries/fenced-query.js';
import type { Database } from '../../database/database.js';
import { readAtOf } from '../rows/fenced-read.js';

/** A read in steps of a few ms; its caller may let other reads have their turn between them. */
export type SlicedRead<T> = Generator<void, T>;

/** Runs the steps of a read in one snapshot, which ends with the read, and when it is given up. */
export function* inOneSnapshot<T>(db: Database, read: () => SlicedRead<T>): SlicedRead<T> {
  db.exec('BEGIN');
  try {
    return yield* read();
  } finally {
    db.exec('COMMIT');
  }
}

/** As `fencedRead` in fence.ts, in steps. */
export function* fencedSteps<T extends object>(
  db: Database,
  query: Fenced,
  nothing: T,
  read: () => SlicedRead<T>,
): SlicedRead<T & ReadAt> {
  return yield* inOneSnapshot(db, function* (): SlicedRead<T & ReadAt> {
    const at = readAtOf(db, query);
    return at.consistency === 'projection_pending'
      ? { ...nothing, ...at }
      : { ...(yield* read()), ...at };
  });
}

/** The parts in memory of their own, which can be given to another thread. */
export function* joined(parts: readonly Uint8Array[]): SlicedRead<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
    yield;
  }
  return bytes;
}
