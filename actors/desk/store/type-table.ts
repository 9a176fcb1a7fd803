// The table of record types: what the store knows of them, and what follows from it.

import { complete } from '../../../wire/base/schema.js';
import type { Held, Kind, KindName, RecordKinds } from './record-type.js';

/** The declaration of every record type. */
export type RecordTypes = { readonly [K in KindName]: Kind<RecordKinds[K]> };

/** Fields of a type whose values no two records share, and how a record's value is read. */
type Unique = readonly (readonly [field: string, name: (record: never) => string])[];
/** Fields that refer to other records, and how a record's references are read. */
type References = readonly (readonly [field: string, to: (record: never) => readonly string[]])[];

/** When a record was made that was there from the start. */
const FROM_THE_START = new Date(0).toISOString();

const unwrittenOf = ({ standing = {}, schema }: Kind<object>): ReadonlyMap<string, Held> => {
  const stamps = { version: 1, created_at: FROM_THE_START, updated_at: FROM_THE_START };
  const held = ([key, given]: [string, object]): [string, Held] => {
    const record = schema === undefined ? given : (complete(schema, given) as object);
    return [key, { key, version: 1, record: { ...record, ...stamps } }];
  };
  return new Map(Object.entries(standing).map(held));
};

/** The record types of a desk, by name. */
export class TypeTable {
  readonly names: readonly KindName[];
  readonly #unique: Readonly<Record<KindName, Unique>>;
  readonly #references: Readonly<Record<KindName, References>>;
  readonly #unwritten: Readonly<Record<KindName, ReadonlyMap<string, Held>>>;

  constructor(readonly of: RecordTypes) {
    this.names = Object.keys(of) as KindName[];
    this.#unique = this.#each((type) => Object.entries(type.unique ?? {}));
    this.#references = this.#each((type) => Object.entries(type.refers ?? {}));
    this.#unwritten = this.#each((type) => unwrittenOf(type));
  }

  /** Is it the name of one of the types? Old logs may name types that are gone. */
  has(name: string): name is KindName {
    return Object.hasOwn(this.of, name);
  }

  unique(name: KindName): Unique {
    return this.#unique[name];
  }

  references(name: KindName): References {
    return this.#references[name];
  }

  /** The records of a type that are there from the start, as they are before they are written. */
  unwritten(name: KindName): ReadonlyMap<string, Held> {
    return this.#unwritten[name];
  }

  #each<T>(read: (type: Kind<object>) => T): Record<KindName, T> {
    const entries = this.names.map((name) => [
      name,
      read(this.of[name] as unknown as Kind<object>),
    ]);
    return Object.fromEntries(entries) as Record<KindName, T>;
  }
}
