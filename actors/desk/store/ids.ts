// Ids of new records. Each type counts its own upwards, so the id of a deleted record is not used
// again. A type that has reached its highest id takes the lowest one that no record has.

import type { RecordReader, RecordType, RecordTypeName } from './record-type.js';

/** A record with a numeric id. */
export interface Numbered {
  readonly id: number;
}

/** The records of a running decision, and how it stores the next id of a type. */
interface IdSource extends RecordReader {
  put(kind: 'sequence', record: { readonly name: string; readonly next: number }): unknown;
}

/** Takes the id of a new record of a type; 0 = all ids of the type are taken. */
export const takeId = (
  source: IdSource,
  kind: RecordTypeName,
  {
    idsTo: last = Number.MAX_SAFE_INTEGER,
    inMemory,
  }: Pick<RecordType<never>, 'idsTo' | 'inMemory'>,
): number => {
  const name = `id.${kind}`;
  const sequence = source.get('sequence', name)?.record;
  const next = sequence?.next ?? (inMemory ? highestId(source, kind) : 0) + 1;
  if (next <= last) {
    source.put('sequence', { name, next: next + 1 });
    return next;
  }
  const taken = new Set(Array.from(source.all(kind), ({ record }) => (record as Numbered).id));
  for (let id = 1; id <= last; id += 1) if (!taken.has(id)) return id;
  return 0;
};

/** The highest id in memory; types that are not there always have a sequence. */
const highestId = (source: IdSource, kind: RecordTypeName): number => {
  let highest = 0;
  for (const { record } of source.all(kind)) {
    highest = Math.max(highest, (record as Partial<Numbered>).id ?? 0);
  }
  return highest;
};
