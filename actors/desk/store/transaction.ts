// Transactions: the changes of one decision, each record validated before it is accepted.

import { done, type Outcome, refuse } from '../../../wire/base/codes.js';
import type { Fields } from '../../../wire/base/object.js';
import type { UsageCount, UsageOf } from '../../messages.js';
import type { RecordReader, RecordsByType, RecordTypeName } from './record-type.js';
import { changed, changedFields, WritableOverlay } from './record-write.js';
import type { TypeTable } from './type-table.js';
import { UNUSED, type UsageCache } from './usage.js';

interface Numbered {
  readonly id: number;
}

/**
 * A running decision. It reads its own changes on top of the records, so that later changes can
 * depend on earlier ones. If the decision refuses, the transaction is discarded, except after a
 * call of `keep`.
 */
export class Transaction extends WritableOverlay {
  readonly by: number;
  readonly #usage: UsageCache;
  readonly #effects: (() => void)[] = [];
  #kept = false;

  /** `now` is the time of the decision, ms since 1970; `by` is the login that makes it. */
  constructor(types: TypeTable, base: RecordReader, now: number, usage: UsageCache, by: number) {
    super(types, base, now);
    this.by = by;
    this.#usage = usage;
  }

  /**
   * Makes the changes be written even if the answer is a refusal: a failed sign-in must be
   * recorded.
   */
  keep(): void {
    this.#kept = true;
  }

  get kept(): boolean {
    return this.#kept;
  }

  /**
   * Registers an effect to run once the event is in the log; it does not run if nothing is written.
   */
  whenWritten(effect: () => void): void {
    this.#effects.push(effect);
  }

  /** Runs the effects; called when the event is in the log. */
  written(): void {
    for (const effect of this.#effects) effect();
  }

  usage(of: UsageOf, name: string): UsageCount {
    return this.#usage.read(of, name) ?? UNUSED;
  }

  /**
   * Runs a nested decision, so that one of several can be refused alone: its changes are taken over
   * unless it is refused.
   */
  attempt<T>(decide: (inner: Transaction) => Outcome<T>): Outcome<T> {
    return this.#within(decide, true);
  }

  /** As `attempt`, without the nested journal lines: the caller writes one line for all changes. */
  quietly<T>(decide: (inner: Transaction) => Outcome<T>): Outcome<T> {
    return this.#within(decide, false);
  }

  #within<T>(decide: (inner: Transaction) => Outcome<T>, journaled: boolean): Outcome<T> {
    const inner = new Transaction(this.types, this, this.now, this.#usage, this.by);
    const outcome = decide(inner);
    if (!outcome.ok) return outcome;
    for (const change of inner.changes) this.take(change.kind as RecordTypeName, change);
    if (journaled) this.journal.push(...inner.journal);
    this.#effects.push(...inner.#effects);
    return outcome;
  }

  /** The number for a new record of the type; numbers of deleted records are not used again. */
  number(kind: RecordTypeName): number {
    const name = `id.${kind}`;
    const most = this.types.of[kind].idsTo ?? Number.MAX_SAFE_INTEGER;
    const next = this.get('sequence', name)?.record.next ?? this.#highest(kind) + 1;
    if (next <= most) {
      this.put('sequence', { name, next: next + 1 });
      return next;
    }
    const taken = new Set(Array.from(this.all(kind), ({ record }) => (record as Numbered).id));
    for (let id = 1; id <= most; id += 1) if (!taken.has(id)) return id;
    return 0;
  }

  /** Creates a record at version 1; missing fields get their defaults. */
  create<K extends RecordTypeName>(
    kind: K,
    given: Partial<RecordsByType[K]>,
  ): Outcome<RecordsByType[K]> {
    const numbered = this.#numbered(kind, given);
    if ((numbered as Partial<Numbered>).id === 0) {
      const { idsTo } = this.types.of[kind];
      return refuse('conflict', `There is room for ${idsTo} of this kind.`);
    }
    return this.write(kind, numbered, undefined);
  }

  /** Changes the given fields. A given version must be the current one. */
  patch<K extends RecordTypeName>(
    kind: K,
    key: string,
    fields: Partial<RecordsByType[K]>,
    version?: number,
  ): Outcome<RecordsByType[K]> {
    const before = this.get(kind, key);
    if (before === undefined) return refuse('not_found');
    return this.replace(kind, key, { ...before.record, ...fields }, version);
  }

  /** Replaces the record; equal content changes nothing. */
  replace<K extends RecordTypeName>(
    kind: K,
    key: string,
    given: Partial<RecordsByType[K]>,
    version?: number,
  ): Outcome<RecordsByType[K]> {
    const before = this.get(kind, key);
    if (before === undefined) return refuse('not_found');
    if (version !== undefined && version !== before.version) return refuse('conflict');
    return this.write(kind, given, before);
  }

  /** Changes fields without applying the present rules to the rest of the record. */
  amend<K extends RecordTypeName>(kind: K, key: string, fields: Partial<RecordsByType[K]>): void {
    const before = this.get(kind, key);
    if (before === undefined) throw new Error(`there is no ${kind} ${key}`);
    const record = { ...before.record, ...fields };
    const names = changedFields(before.record as Fields, record as Fields);
    this.store(kind, record, before, changed(names));
  }

  /** Creates or replaces a record. */
  put<K extends RecordTypeName>(kind: K, record: RecordsByType[K]): Outcome<RecordsByType[K]> {
    const key = this.types.of[kind].key(record);
    const known = this.get(kind, key) !== undefined;
    return known ? this.replace(kind, key, record) : this.create(kind, record);
  }

  /** Replaces a record by another form of the same content, which no client can tell apart. */
  exchange(kind: RecordTypeName, key: string, form: (record: object) => object): void {
    const before = this.get(kind, key);
    if (before === undefined) return;
    const record = form(before.record) as Fields;
    if (record === (before.record as unknown)) return;
    this.take(kind, { kind, key, version: before.version, record });
  }

  /** Moves a record to another place in the order of its type; `raises`: its version increases. */
  arrange(kind: RecordTypeName, key: string, field: string, place: number, raises: boolean): void {
    const before = this.get(kind, key);
    if (before === undefined) throw new Error(`there is no ${kind} ${key}`);
    const record = before.record as unknown as Fields;
    if (record[field] === place) return;
    const version = raises ? this.next(kind, key, before) : before.version;
    const updated_at = raises ? new Date(this.now).toISOString() : record.updated_at;
    const moved = { ...record, [field]: place, version, updated_at };
    this.take(kind, { kind, key, version, record: moved });
  }

  /** Deletes a record. */
  remove(kind: RecordTypeName, key: string, version?: number): Outcome<null> {
    const rules = this.types.of[kind];
    const before = this.get(kind, key);
    if (before === undefined) return refuse('not_found');
    if (version !== undefined && version !== before.version) return refuse('conflict');
    const used = rules.inUse?.(before.record as never, this);
    if (used !== undefined) return used;
    const last = this.next(kind, key, before);
    this.take(kind, { kind, key, version: last, record: null });
    if (rules.returns) {
      this.put('sequence', { name: `version.${kind}.${key}`, next: last + 1 });
    }
    this.journalRecord(kind, before.record as never, 'deleted');
    return done(null);
  }

  #numbered<K extends RecordTypeName>(
    kind: K,
    given: Partial<RecordsByType[K]>,
  ): Partial<RecordsByType[K]> {
    if (this.types.of[kind].idsTo === undefined || 'id' in given) return given;
    return { ...given, id: this.number(kind) };
  }

  #highest(kind: RecordTypeName): number {
    let highest = 0;
    for (const { record } of this.all(kind)) {
      highest = Math.max(highest, (record as Partial<Numbered>).id ?? 0);
    }
    return highest;
  }
}
