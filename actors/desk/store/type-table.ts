// The table of record types: the store's knowledge of them, and lookups derived from it.

import { complete } from '../../../wire/base/schema.js';
import type { RecordsByType, RecordType, RecordTypeName, VersionedRecord } from './record-type.js';

/** The declaration of every record type. */
export type RecordTypes = { readonly [K in RecordTypeName]: RecordType<RecordsByType[K]> };

/** Fields of a type whose values no two records share, and how a record's value is read. */
type Unique = readonly (readonly [field: string, name: (record: never) => string])[];
/** Fields that refer to other records, and how a record's references are read. */
type References = readonly (readonly [field: string, to: (record: never) => readonly string[]])[];

/** When a record was made that was there from the start. */
const FROM_THE_START = new Date(0).toISOString();

const unwrittenOf = ({
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
  readonly #unwritten: Readonly<Record<RecordTypeName, ReadonlyMap<string, VersionedRecord>>>;

  constructor(readonly of: RecordTypes) {
    this.names = Object.keys(of) as RecordTypeName[];
    this.#unique = this.#each((type) => Object.entries(type.unique ?? {}));
    this.#references = this.#each((type) => Object.entries(type.references ?? {}));
    this.#unwritten = this.#each((type) => unwrittenOf(type));
  }

  /** Is it the name of one of the types? */
  has(name: string): name is RecordTypeName {
    return Object.hasOwn(this.of, name);
  }

  unique(name: RecordTypeName): Unique {
    return this.#unique[name];
  }

  references(name: RecordTypeName): References {
    return this.#references[name];
  }

  /** The records of a type that are there from the start, as they are before they are written. */
  unwritten(name: RecordTypeName): ReadonlyMap<string, VersionedRecord> {
    return this.#unwritten[name];
  }

  #each<T>(read: (type: RecordType<object>) => T): Record<RecordTypeName, T> {
    const entries = this.names.map((name) => [
      name,
      read(this.of[name] as unknown as RecordType<object>),
    ]);
    return Object.fromEntries(entries) as Record<RecordTypeName, T>;
  }
}
