// Drafts: what one decision of the desk changes, checked record by record before anything is kept.

import { isDeepStrictEqual } from 'node:util';
import { done, type Outcome, type Refusal, refuse } from '../../wire/codes.js';
import type { JournalLine, RecordChange } from '../../wire/events.js';
import { complete } from '../../wire/schema.js';
import type { Held } from './deps.js';
import { KINDS, type KindName, type Look, type RecordKinds } from './kinds.js';

type Plain = Readonly<Record<string, unknown>>;

/**
 * One decision under way. It shows its own changes over the records, so that a later change of the
 * same decision may rest on an earlier one. A refused draft is thrown away unless it is kept.
 */
export class Draft implements Look {
  readonly changes: RecordChange[] = [];
  readonly journal: JournalLine[] = [];
  readonly #base: Look;
  #kept = false;

  constructor(base: Look) {
    this.#base = base;
  }

  /** Writes what stands here even if the answer is a refusal: a failed sign-in is a fact too. */
  keep(): void {
    this.#kept = true;
  }

  get kept(): boolean {
    return this.#kept;
  }

  get<K extends KindName>(kind: K, key: string): Held<RecordKinds[K]> | undefined {
    const change = this.changes.findLast((one) => one.kind === kind && one.key === key);
    if (change === undefined) return this.#base.get(kind, key);
    return change.record === null ? undefined : (change as unknown as Held<RecordKinds[K]>);
  }

  *all<K extends KindName>(kind: K): Iterable<Held<RecordKinds[K]>> {
    const mine = new Set(this.changes.filter((one) => one.kind === kind).map((one) => one.key));
    for (const held of this.#base.all(kind)) if (!mine.has(held.key)) yield held;
    for (const key of mine) {
      const held = this.get(kind, key);
      if (held !== undefined) yield held;
    }
  }

  /** Adds a journal line. */
  note(kind: JournalLine['kind'], login: number, text: string): void {
    this.journal.push({ kind, login, text });
  }

  /** Creates a record at version 1; fields left out take their defaults. */
  create<K extends KindName>(kind: K, given: Partial<RecordKinds[K]>): Outcome<RecordKinds[K]> {
    const rules = KINDS[kind];
    const record = this.#filled(kind, given);
    const fault = rules.fault?.(record);
    if (fault !== undefined) return refuse('invalid_input', fault);
    if (this.get(kind, rules.key(record)) !== undefined) {
      return refuse('conflict', `${rules.noun ?? kind} ${rules.key(record)} exists already.`);
    }
    return this.#put(kind, record, undefined);
  }

  /** Changes the given fields. A version that is given must be the one held. */
  patch<K extends KindName>(
    kind: K,
    key: string,
    fields: Partial<RecordKinds[K]>,
    version?: number,
  ): Outcome<RecordKinds[K]> {
    const before = this.get(kind, key);
    if (before === undefined) return refuse('not_found');
    return this.replace(kind, key, { ...before.record, ...fields }, version);
  }

  /** Puts another record in the place of the one held; equal content changes nothing. */
  replace<K extends KindName>(
    kind: K,
    key: string,
    given: Partial<RecordKinds[K]>,
    version?: number,
  ): Outcome<RecordKinds[K]> {
    const rules = KINDS[kind];
    const before = this.get(kind, key);
    if (before === undefined) return refuse('not_found');
    if (version !== undefined && version !== before.version) return refuse('conflict');
    const record = this.#filled(kind, given);
    const fault = rules.fault?.(record);
    if (fault !== undefined) return refuse('invalid_input', fault);
    if (rules.key(record) !== key) return refuse('invalid_input', 'the key cannot be changed');
    if (isDeepStrictEqual(record, before.record)) return done(before.record);
    return this.#put(kind, record, before);
  }

  /** Puts a record where there may be one or none. */
  put<K extends KindName>(kind: K, record: RecordKinds[K]): Outcome<RecordKinds[K]> {
    const key = KINDS[kind].key(record);
    const known = this.get(kind, key) !== undefined;
    return known ? this.replace(kind, key, record) : this.create(kind, record);
  }

  /** Deletes a record. */
  remove(kind: KindName, key: string, version?: number): Outcome<null> {
    const rules = KINDS[kind];
    const before = this.get(kind, key);
    if (before === undefined) return refuse('not_found');
    if (version !== undefined && version !== before.version) return refuse('conflict');
    const used = rules.inUse?.(before.record as never, this);
    if (used !== undefined) return used;
    this.changes.push({ kind, key, version: before.version + 1, record: null });
    this.#tell(kind, before.record as never, 'deleted');
    return done(null);
  }

  #filled<K extends KindName>(kind: K, given: Partial<RecordKinds[K]>): RecordKinds[K] {
    const { schema } = KINDS[kind];
    return (schema === undefined ? given : complete(schema, given)) as RecordKinds[K];
  }

  #put<K extends KindName>(
    kind: K,
    given: RecordKinds[K],
    before: Held<RecordKinds[K]> | undefined,
  ): Outcome<RecordKinds[K]> {
    const rules = KINDS[kind];
    const fault =
      this.#duplicate(kind, given) ?? rules.check?.(given as never, before?.record as never, this);
    if (fault !== undefined) return fault;
    const key = rules.key(given);
    const version = (before?.version ?? 0) + 1;
    const record = rules.stamped ? { ...given, version } : given;
    this.changes.push({ kind, key, version, record: record as Plain });
    this.#tell(kind, record, before ? changed(before.record as Plain, record as Plain) : 'created');
    return done(record);
  }

  #duplicate<K extends KindName>(kind: K, record: RecordKinds[K]): Refusal | undefined {
    const rules = KINDS[kind];
    for (const [field, name] of Object.entries(rules.unique ?? {})) {
      const wanted = name(record).toLowerCase();
      for (const other of this.all(kind)) {
        if (other.key === rules.key(record) || name(other.record).toLowerCase() !== wanted)
          continue;
        return refuse('conflict', `${field}: taken`);
      }
    }
    return undefined;
  }

  #tell<K extends KindName>(kind: K, record: RecordKinds[K], what: string): void {
    const { noun, settings, title, key } = KINDS[kind];
    if (noun === undefined) return;
    const name = title ? title(record) : key(record);
    const text = [noun, name, what].filter((word) => word !== '').join(' ');
    this.note(settings ? 'config' : 'account', settings ? 0 : Number(key(record)), text);
  }
}

/** Fields that change by themselves and fields that the journal never names. */
const UNTOLD = new Set(['version', 'updated_at']);

const changed = (before: Plain, after: Plain): string => {
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => !UNTOLD.has(name) && !isDeepStrictEqual(before[name], after[name]),
  );
  return `changed: ${names.join(', ')}`;
};
