// The form of settings in files that move between servers.

import type { TObject } from '@sinclair/typebox';
import { type Outcome, ok, refuse } from '../../../wire/base/codes.js';
import { type Fields, isFields } from '../../../wire/base/object.js';
import type {
  RecordReader,
  Reference,
  TransferForm,
  VersionedRecord,
} from '../store/record-type.js';
import { plainCells } from './cells.js';

/** The name of the key in files: its field, or all fields together. */
export const keyField = ({ keys }: TransferForm): string => keys.join(',');

/** The key of an item or a record; undefined when one of its fields is missing. */
export const keyOf = ({ keys, name }: TransferForm, item: Fields): string | undefined => {
  if (keys.length === 0) return name;
  const parts = keys.map((field) => item[field]);
  const whole = parts.every((part) => typeof part === 'string' || typeof part === 'number');
  return whole ? parts.join('|') : undefined;
};

/** The key of an item in a file, whose fields may be table cells. */
export const itemKeyOf = (
  form: TransferForm,
  schema: TObject,
  item: unknown,
): string | undefined => {
  if (!isFields(item)) return undefined;
  const cells = form.keys.map((name) => [name, item[name]] as const);
  return keyOf(form, plainCells(schema, Object.fromEntries(cells)));
};

/** Converts the fields of references, including those in rows. */
const mapped = (
  item: Fields,
  { rows }: Reference,
  change: (row: Fields) => Outcome<Fields>,
): Outcome<Fields> => {
  if (rows === undefined) return change(item);
  const list = item[rows];
  if (!Array.isArray(list)) return ok(item);
  const after: unknown[] = [];
  for (const [at, row] of list.entries()) {
    const changed = isFields(row) ? change(row) : ok(row);
    if (!changed.ok) return refuse(changed.code, `${rows}.${at}.${changed.message}`);
    after.push(changed.data);
  }
  return ok({ ...item, [rows]: after });
};

const nameOf = (reader: RecordReader, { kind, by }: Reference, id: unknown): unknown => {
  const held = reader.get(kind, String(id)) as VersionedRecord<Fields> | undefined;
  return held === undefined ? null : (held.record[by] ?? null);
};

/** An item with ids replaced by natural keys. */
export const withNames = (form: TransferForm, item: Fields, reader: RecordReader): Fields => {
  let after = item;
  for (const reference of form.references ?? []) {
    const { field, as } = reference;
    const named = mapped(after, reference, ({ [field]: id, ...row }) =>
      ok({ ...row, [as]: id === null ? null : nameOf(reader, reference, id) }),
    );
    if (named.ok) after = named.data;
  }
  return after;
};

/** An item with natural keys replaced by ids of this server. */
export const withIds = (
  form: TransferForm,
  item: Fields,
  reader: RecordReader,
): Outcome<Fields> => {
  let after = item;
  for (const reference of form.references ?? []) {
    const { field, as, kind, by } = reference;
    const found = mapped(after, reference, (row) => {
      if (Object.hasOwn(row, field))
        return refuse('invalid_input', `${field}: a file has ${as} instead`);
      if (!Object.hasOwn(row, as)) return ok(row);
      const { [as]: name, ...rest } = row;
      if (name === null || name === '') return ok({ ...rest, [field]: null });
      const held = typeof name === 'string' ? reader.find(kind, by, name) : undefined;
      return held === undefined
        ? refuse('invalid_input', `${as}: this server has no ${kind} ${String(name)}`)
        : ok({ ...rest, [field]: (held.record as { id: number }).id });
    });
    if (!found.ok) return found;
    after = found.data;
  }
  return ok(after);
};
