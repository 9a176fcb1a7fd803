// Transactions: the changes of one decision. Each record gets defaults, is validated, gets the
// fields that the server sets, is stored, and has its journal line written, in this order. A
// transaction refuses taken unique names and stale versions.

import { isDeepStrictEqual } from 'node:util';
import { type Outcome, ok, type Refusal, refuse } from '../../../wire/base/codes.js';
import type { Fields } from '../../../wire/base/object.js';
import { complete } from '../../../wire/base/schema.js';
import type { ChangedField, JournalLine } from '../../../wire/trading/events.js';
import type { UsageCount, UsageOf } from '../../shard/shard-messages.js';
import {
  CREATED,
  changed,
  changedFields,
  DELETED,
  type RecordDifference,
} from './changed-fields.js';
import { type Numbered, takeId } from './ids.js';
import { Overlay } from './overlay.js';
import type {
  HeldRecord,
  RecordReader,
  RecordsByType,
  RecordTypeName,
  RecordWriter,
  VersionedRecord,
} from './record-type.js';
import type { TypeTable } from './type-table.js';
import { UNUSED, type UsageCache } from './usage.js';

/** The name of the sequence that continues the versions of a deleted record. */
export const versionsOf = (kind: RecordTypeName, key: string): string => `version.${kind}.${key}`;

interface CreationTime {
  readonly created_at: string;
}

/**
 * A running decision. It reads its own changes on top of the records, so that later changes can
 * depend on earlier ones. If the decision refuses, the transaction is discarded, except after a
 * call of `keep`.
 */
export class Transaction extends Overlay implements RecordWriter {
  readonly journal: JournalLine[] = [];
  readonly #usage: UsageCache;
  readonly #effects: (() => void)[] = [];
  #kept = false;

  /** `now` is the time of the decision, ms since 1970; `by` is the login that makes it. */
  constructor(
    types: TypeTable,
    base: RecordReader,
    now: number,
    usage: UsageCache,
    readonly by: number,
  ) {
    super(types, base, now);
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

  /** The id of a new record of the type, see ids.ts; 0 = all are taken. */
  newId(kind: RecordTypeName): number {
    return takeId(this, kind, this.types.of[kind]);
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
    return this.#write(kind, numbered, undefined);
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
    return this.#write(kind, given, before);
  }

  /** Changes fields without applying the present rules to the rest of the record. */
  amend<K extends RecordTypeName>(kind: K, key: string, fields: Partial<RecordsByType[K]>): void {
    const before = this.get(kind, key);
    if (before === undefined) throw new Error(`there is no ${kind} ${key}`);
    const record = { ...before.record, ...fields };
    this.#store(kind, record, before);
  }

  /**
   * Sets fields of one of many records, without its rules and without a journal line; the log holds
   * these fields alone. The fold of the log (actors/commands/fold.ts) knows records of groups.
   */
  rewrite(key: string, fields: Partial<RecordsByType['group']>): void {
    const kind = 'group';
    const before = this.get(kind, key);
    if (before === undefined) throw new Error(`there is no ${kind} ${key}`);
    const isChanged = this.isChanged(kind, key);
    const version = this.#next(kind, key, before);
    const record = this.#stamped(kind, { ...before.record, ...fields }, before);
    const names = [...Object.keys(fields), 'version', 'updated_at'];
    this.take(kind, {
      kind,
      key,
      version,
      record: { ...record },
      ...(!isChanged && { fields: names }),
    });
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
    const version = raises ? this.#next(kind, key, before) : before.version;
    const updated_at = raises ? new Date(this.now).toISOString() : record.updated_at;
    const moved = { ...record, [field]: place, version, updated_at };
    this.take(kind, { kind, key, version, record: moved });
  }

  /** Deletes a record. */
  remove(kind: RecordTypeName, key: string): Outcome<null> {
    const rules = this.types.of[kind];
    const before = this.get(kind, key);
    if (before === undefined) return refuse('not_found');
    const used = rules.inUse?.(before.record as never, this);
    if (used !== undefined) return used;
    const last = this.#next(kind, key, before);
    this.take(kind, { kind, key, version: last, record: null });
    if (rules.returns) {
      this.put('sequence', { name: versionsOf(kind, key), next: last + 1 });
    }
    this.#journalRecord(kind, before.record as never, () => DELETED);
    return ok(null);
  }

  #numbered<K extends RecordTypeName>(
    kind: K,
    given: Partial<RecordsByType[K]>,
  ): Partial<RecordsByType[K]> {
    if (this.types.of[kind].idsTo === undefined || 'id' in given) return given;
    return { ...given, id: this.newId(kind) };
  }

  /** Writes a record; `before` is the record that it replaces, undefined = it is a new one. */
  #write<K extends RecordTypeName>(
    kind: K,
    given: Partial<RecordsByType[K]>,
    before: HeldRecord<K> | undefined,
  ): Outcome<RecordsByType[K]> {
    const { schema, fault, check } = this.types.of[kind];
    const record = (schema === undefined ? given : complete(schema, given)) as RecordsByType[K];
    const invalid = fault?.(record);
    if (invalid !== undefined) return refuse('invalid_input', invalid);
    const fields =
      before === undefined ? [] : changedFields(before.record as Fields, record as Fields);
    if (before !== undefined && fields.length === 0 && this.#isSame(kind, before, record)) {
      return ok(before.record);
    }
    const refused =
      this.#occupied(kind, record, before) ??
      this.#duplicate(kind, record, before) ??
      check?.(record as never, before?.record as never, this);
    if (refused !== undefined) return refused;
    return ok(this.#store(kind, record, before));
  }

  /** Is a write without changed fields a no-op, or does it still set the server's fields? */
  #isSame<K extends RecordTypeName>(
    kind: K,
    { record: before }: HeldRecord<K>,
    after: RecordsByType[K],
  ): boolean {
    return this.types.of[kind].serverFields === 'all' || isDeepStrictEqual(after, before);
  }

  /** Refuses a new record whose key exists. */
  #occupied<K extends RecordTypeName>(
    kind: K,
    record: RecordsByType[K],
    before: HeldRecord<K> | undefined,
  ): Refusal | undefined {
    if (before !== undefined) return undefined;
    const { noun = kind, key } = this.types.of[kind];
    if (this.get(kind, key(record)) === undefined) return undefined;
    return refuse('conflict', `${noun} ${key(record)} exists already.`);
  }

  #duplicate<K extends RecordTypeName>(
    kind: K,
    record: RecordsByType[K],
    before: HeldRecord<K> | undefined,
  ): Refusal | undefined {
    for (const [field, name] of this.types.unique(kind)) {
      if (before && name(before.record as never) === name(record as never)) continue;
      const other = this.find(kind, field, name(record as never));
      if (other !== undefined && other.key !== before?.key) {
        return refuse('conflict', `${field}: taken`);
      }
    }
    return undefined;
  }

  /** Sets the server's fields, stores the record and writes the journal line. */
  #store<K extends RecordTypeName>(
    kind: K,
    given: RecordsByType[K],
    before: HeldRecord<K> | undefined,
  ): RecordsByType[K] {
    const key = this.types.of[kind].key(given);
    const version = this.#next(kind, key, before);
    const record = this.#stamped(kind, given, before);
    if (before !== undefined && before.key !== key) {
      if (this.get(kind, key) !== undefined) throw new Error(`there is a ${kind} ${key} already`);
      this.take(kind, { kind, key: before.key, version, record: null });
    }
    this.take(kind, { kind, key, version, record: record as Fields });
    this.#journalRecord(kind, record, () =>
      before === undefined ? CREATED : changed(before.record as Fields, given as Fields),
    );
    return record;
  }

  /**
   * The next version: a decision increases the version of a record once, whatever number of times
   * it changes it.
   */
  #next(kind: RecordTypeName, key: string, before: VersionedRecord | undefined): number {
    if (before === undefined) return this.#firstVersion(kind, key);
    return this.isChanged(kind, before.key) ? before.version : before.version + 1;
  }

  /** The version of a new record: higher than all versions that a record of its key had. */
  #firstVersion(kind: RecordTypeName, key: string): number {
    if (!this.types.of[kind].returns) return 1;
    return this.get('sequence', versionsOf(kind, key))?.record.next ?? 1;
  }

  /** Sets the server's fields; others are unchanged. */
  #stamped<K extends RecordTypeName>(
    kind: K,
    record: RecordsByType[K],
    before: HeldRecord<K> | undefined,
  ): RecordsByType[K] {
    const { serverFields } = this.types.of[kind];
    if (serverFields === 'no') return record;
    const version = this.#next(kind, this.types.of[kind].key(record), before);
    if (serverFields === 'version') return { ...record, version };
    const updated_at = new Date(this.now).toISOString();
    const created_at =
      (before?.record as Partial<CreationTime> | undefined)?.created_at ?? updated_at;
    return { ...record, version, created_at, updated_at };
  }

  /** Writes the journal line about a record, if its type has a name in the journal. */
  #journalRecord<K extends RecordTypeName>(
    kind: K,
    record: RecordsByType[K],
    differ: () => RecordDifference,
  ): void {
    const { noun, settings, label, key } = this.types.of[kind];
    if (noun === undefined) return;
    const { what, fields } = differ();
    const name = label ? label(record) : key(record);
    const text = [noun, name, what].filter((word) => word !== '').join(' ');
    if (settings) this.noteSetting(kind, text, record, fields);
    else this.note('account', Number(key(record)), text, fields);
  }

  /** Adds a journal line; `changes` are the changed fields of the record. */
  note(
    kind: JournalLine['kind'],
    login: number,
    text: string,
    changes: readonly ChangedField[] = [],
  ): void {
    this.journal.push({ kind, login, text, ...(changes.length > 0 && { changes }) });
  }

  /** Adds a journal line about settings of a type; `record` is the one that it concerns, if any. */
  noteSetting<K extends RecordTypeName>(
    kind: K,
    text: string,
    record?: RecordsByType[K],
    changes: readonly ChangedField[] = [],
  ): void {
    const { settingType } = this.types.of[kind];
    const group = record && settingType?.group?.(record);
    const about = { ...(settingType && { setting: kind }), ...(group !== undefined && { group }) };
    const values = changes.length > 0 && { changes };
    this.journal.push({ kind: 'config', login: 0, text, ...values, ...about });
  }
}
