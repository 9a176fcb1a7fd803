// Changes of settings as text. Similar records, such as the records of an import, are written as
// differences and share the rest, which takes a fraction of the parsing time and memory.

import type { Fields } from '../base/object.js';
import type { SettingsChange, SettingsDelta } from './settings-delta.js';

/** A whole record, or its differences from the first record of its type. */
type WrittenChange = Omit<SettingsChange, 'record'> &
  ({ record: Fields | null } | { unlike: Fields });

const isSame = (a: unknown, b: unknown): boolean =>
  a === b ||
  (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));

/** The differences of a record from another; undefined = they cannot be expressed in text. */
const unlike = (record: Fields, other: Fields): Fields | undefined => {
  const names = Object.keys(record);
  if (names.length !== Object.keys(other).length) return undefined;
  const differing: Record<string, unknown> = {};
  for (const name of names) {
    if (record[name] === undefined || !Object.hasOwn(other, name)) return undefined;
    if (!isSame(record[name], other[name])) differing[name] = record[name];
  }
  return differing;
};

/** Writes a change as text. */
export const deltaText = ({ version, changes }: SettingsDelta): string => {
  const first = new Map<string, Fields>();
  const written = changes.map((change): WrittenChange => {
    const { record, ...rest } = change;
    const other = first.get(change.kind);
    if (record !== null && other === undefined) first.set(change.kind, record);
    const differing = record === null || other === undefined ? undefined : unlike(record, other);
    return differing === undefined ? { ...rest, record } : { ...rest, unlike: differing };
  });
  return JSON.stringify({ version, changes: written });
};

/** Parses a text of `deltaText`. Records share equal parts, which must not be changed. */
export const readDelta = (text: string): SettingsDelta => {
  const { version, changes } = JSON.parse(text) as {
    version: number;
    changes: readonly WrittenChange[];
  };
  const first = new Map<string, Fields>();
  const read = changes.map((one): SettingsChange => {
    const { kind, key, version } = one;
    const other = first.get(kind);
    const record = 'unlike' in one ? { ...other, ...one.unlike } : one.record;
    if (record !== null && other === undefined) first.set(kind, record);
    return { kind, key, version, record } as SettingsChange;
  });
  return { version, changes: read };
};
