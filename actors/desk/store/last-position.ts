// The last position of each ordered record type, cached so that not all records are read.

import type { RecordTypeName, VersionedRecord } from './record-type.js';

const positionOf = (record: object | null): number =>
  (record as { readonly position?: number } | null)?.position ?? 0;

/** The last positions that are known. */
export class LastPositions {
  readonly #last = new Map<RecordTypeName, number>();

  /** The last position of a type; `find` computes it where it is not cached. */
  last(kind: RecordTypeName, find: () => number): number {
    const known = this.#last.get(kind) ?? find();
    this.#last.set(kind, known);
    return known;
  }

  /**
   * Takes in an added, moved or deleted record; if it was the last, the position must be computed
   * again.
   */
  change(kind: RecordTypeName, after: object | null, before: object | null): void {
    const known = this.#last.get(kind);
    if (known === undefined) return;
    const [to, from] = [positionOf(after), positionOf(before)];
    if (to >= known) this.#last.set(kind, to);
    else if (from === known) this.#last.delete(kind);
  }
}

/** The last position among some records; 0 = there are none. */
export const lastOf = (all: Iterable<VersionedRecord>): number => {
  let last = 0;
  for (const { record } of all) last = Math.max(last, positionOf(record as object));
  return last;
};
