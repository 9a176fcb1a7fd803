// Overlays: changes on top of records, read as one set.

import type { RecordChange } from '../../../wire/trading/events.js';
import { LastPositions, lastOf } from './last-position.js';
import { Names } from './names.js';
import type { HeldRecord, RecordReader, RecordTypeName } from './record-type.js';
import { countedOf } from './records.js';
import type { TypeTable } from './type-table.js';

/** Reads changed records from the changes, and all others from the layer below. */
export class Overlay implements RecordReader {
  /** The newest change of each record, by type. */
  readonly #mine = new Map<RecordTypeName, Map<string, RecordChange>>();
  /** The newest changes of all types, in the order in which they were made. */
  readonly #latest = new Map<string, RecordChange>();
  /** The changed records that the layer below does not have. */
  readonly #added = new Set<string>();
  readonly #names: Names;
  readonly #places = new LastPositions();

  /** `base` is the layer below; `now` is the time for reads, ms since 1970. */
  constructor(
    protected readonly types: TypeTable,
    private readonly base: RecordReader,
    readonly now: number,
  ) {
    this.#names = new Names(types);
  }

  /** The newest change of each record, the latest last. */
  get changes(): RecordChange[] {
    const all = [...this.#latest].filter(
      ([id, { record }]) => record !== null || !this.#added.has(id),
    );
    return all.map(([, change]) => change);
  }

  get<K extends RecordTypeName>(kind: K, key: string): HeldRecord<K> | undefined {
    const change = this.#mine.get(kind)?.get(key);
    if (change === undefined) return this.base.get(kind, key);
    return change.record === null ? undefined : (change as unknown as HeldRecord<K>);
  }

  *all<K extends RecordTypeName>(kind: K): Iterable<HeldRecord<K>> {
    const mine = this.#mine.get(kind);
    for (const held of this.base.all(kind)) if (!mine?.has(held.key)) yield held;
    for (const change of mine?.values() ?? []) {
      if (change.record !== null) yield change as unknown as HeldRecord<K>;
    }
  }

  find<K extends RecordTypeName>(kind: K, field: string, name: string): HeldRecord<K> | undefined {
    const key = this.#names.find(kind, field, name);
    if (key !== undefined) return this.get(kind, key);
    const held = this.base.find(kind, field, name);
    return held === undefined || this.#mine.get(kind)?.has(held.key) ? undefined : held;
  }

  *referrers<K extends RecordTypeName>(
    kind: K,
    field: string,
    to: string,
  ): Iterable<HeldRecord<K>> {
    for (const key of this.#names.referrers(kind, field, to)) {
      const held = this.get(kind, key);
      if (held !== undefined) yield held;
    }
    const mine = this.#mine.get(kind);
    for (const held of this.base.referrers(kind, field, to)) if (!mine?.has(held.key)) yield held;
  }

  tradingAccounts(): number {
    let count = this.base.tradingAccounts();
    for (const [key, change] of this.#mine.get('account') ?? []) {
      const after = change.record === null ? null : change;
      count += countedOf(after) - countedOf(this.base.get('account', key));
    }
    return count;
  }

  /** As the layer below counts them: decisions about applications do not ask. */
  waitingApplications(group: string): number {
    return this.base.waitingApplications(group);
  }

  lastPosition(kind: RecordTypeName): number {
    const mine = this.#mine.has(kind);
    return this.#places.last(kind, () =>
      mine ? lastOf(this.all(kind)) : this.base.lastPosition(kind),
    );
  }

  /** Is there a change of the record in this overlay, or in one below? */
  protected isChanged(kind: RecordTypeName, key: string): boolean {
    if (this.#mine.get(kind)?.has(key)) return true;
    return this.base instanceof Overlay && this.base.isChanged(kind, key);
  }

  protected take(kind: RecordTypeName, change: RecordChange): void {
    const mine = this.#mine.get(kind) ?? new Map<string, RecordChange>();
    this.#mine.set(kind, mine);
    const known = mine.get(change.key) ?? this.base.get(kind, change.key);
    const before = (known?.record ?? null) as object | null;
    this.#names.change(kind, change.key, change.record, before);
    this.#places.change(kind, change.record, before);
    const id = `${kind} ${change.key}`;
    if (known === undefined && !mine.has(change.key)) this.#added.add(id);
    mine.delete(change.key);
    mine.set(change.key, change);
    this.#latest.delete(id);
    this.#latest.set(id, change);
  }
}
