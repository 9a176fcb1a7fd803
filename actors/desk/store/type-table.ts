// The table of record types that the store works with, and lookups derived from it, among them the
// settings that were never saved, with the defaults of their schemas.

import { complete } from '../../../wire/base/schema.js';
import type { RecordsByType, RecordType, RecordTypeName, VersionedRecord } from './record-type.js';

/** The declarations of all record types. */
export type RecordTypes = { readonly [K in RecordTypeName]: RecordType<RecordsByType[K]> };

/** Unique fields of a type, and how their value is read from a record. */
type Unique = readonly (readonly [field: string, name: (record: never) => string])[];
/** Fields that refer to other records, and how the references are read from a record. */
type References = readonly (readonly [field: string, to: (record: never) => readonly string[]])[];

/** The creation time of records that exist from the start. */
const FROM_THE_START = new Date(0).toISOString();

/** The records of a type that exist before they are saved, by key. */
const unsavedOf = ({
  defaults = {},
  schema,
}: RecordType<object>): ReadonlyMap<string, VersionedRecord> => {
  const stamps = { version: 1, created_at: FROM_THE_START, updated_at: FROM_THE_START };
  const held = ([key, given]: [string, object]): [string, VersionedRecord] => {
    const record = schema === undefined ? given : (complete(schema, given) as object);
    return [key, { key, version: 1, record: { ...record, ...stamps } }];
  };
  return new Map(Object.entries(defaults).map(held));
};

/** The record types of a desk, by name. */
export class TypeTable {
  readonly names: readonly RecordTypeName[];
  readonly #unique: Readonly<Record<RecordTypeName, Unique>>;
  readonly #references: Readonly<Record<RecordTypeName, References>>;
  readonly #unsaved: Readonly<Record<RecordTypeName, ReadonlyMap<string, VersionedRecord>>>;

  constructor(readonly of: RecordTypes) {
    this.names = Object.keys(of) as RecordTypeName[];
    this.#unique = this.#each((type) => Object.entries(type.unique ?? {}));
    this.#references = this.#each((type) => Object.entries(type.references ?? {}));
    this.#unsaved = this.#each((type) => unsavedOf(type));
  }

  has(name: string): name is RecordTypeName {
    return Object.hasOwn(this.of, name);
  }

  unique(name: RecordTypeName): Unique {
    return this.#unique[name];
  }

  references(name: RecordTypeName): References {
    return this.#references[name];
  }

  /** The records of a type that exist from the start, in their form before they are first saved. */
  unsaved(name: RecordTypeName): ReadonlyMap<string, VersionedRecord> {
    return this.#unsaved[name];
  }

  #each<T>(read: (type: RecordType<object>) => T): Record<RecordTypeName, T> {
    const entries = this.names.map((name) => [
      name,
      read(this.of[name] as unknown as RecordType<object>),
    ]);
    return Object.fromEntries(entries) as Record<RecordTypeName, T>;
  }
}
