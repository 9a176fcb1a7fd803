// An index of records by unique names and references (`transaction.ts` refuses taken names).

import { foldedName } from '../../../wire/base/folded-name.js';
import type { RecordTypeName } from './record-type.js';
import type { TypeTable } from './type-table.js';

const NOBODY: ReadonlySet<string> = new Set();

/** An index of names and references, by kind, field and folded name: keys of records. */
export class Names {
  readonly #keys = new Map<string, string>();
  readonly #referrers = new Map<string, Set<string>>();

  constructor(private readonly types: TypeTable) {}

  find(kind: RecordTypeName, field: string, name: string): string | undefined {
    return this.#keys.get(`${kind} ${field} ${foldedName(name)}`);
  }

  /** The keys of records that refer to something. */
  referrers(kind: RecordTypeName, field: string, to: string): Iterable<string> {
    return this.#referrers.get(`${kind} ${field} ${foldedName(to)}`) ?? NOBODY;
  }

  /**
   * Takes in a new, changed or deleted (null) record. A name that another record has taken over is
   * kept.
   */
  change(kind: RecordTypeName, key: string, after: object | null, before: object | null): void {
    for (const [field, name] of this.types.unique(kind)) {
      const entry = (record: object): string =>
        `${kind} ${field} ${foldedName(name(record as never))}`;
      const [was, now] = [before && entry(before), after && entry(after)];
      if (was !== null && was !== now && this.#keys.get(was) === key) this.#keys.delete(was);
      if (now !== null) this.#keys.set(now, key);
    }
    for (const [field, refers] of this.types.references(kind)) {
      const entries = (record: object | null): string[] =>
        record === null
          ? []
          : refers(record as never).map((to) => `${kind} ${field} ${foldedName(to)}`);
      for (const entry of entries(before)) this.#refers(entry, key, false);
      for (const entry of entries(after)) this.#refers(entry, key, true);
    }
  }

  #refers(entry: string, key: string, does: boolean): void {
    const keys = this.#referrers.get(entry) ?? new Set();
    if (does) keys.add(key);
    else keys.delete(key);
    if (keys.size > 0) this.#referrers.set(entry, keys);
    else this.#referrers.delete(entry);
  }
}
