// Table cells: texts in place of numbers and booleans.

import type { TObject, TSchema } from '@sinclair/typebox';
import type { Fields } from '../../../wire/base/object.js';

const typesOf = (schema: TSchema): readonly string[] => {
  const { type, anyOf } = schema as { type?: string; anyOf?: readonly TSchema[] };
  return anyOf === undefined ? [type ?? ''] : anyOf.flatMap(typesOf);
};

const NUMBER = /^-?\d{1,16}(\.\d+)?$/;

/** The value of a cell; undefined = an empty cell, whose field is omitted. */
const readCell = (types: readonly string[], cell: string): unknown => {
  if (cell === '' && types.includes('null')) return null;
  if (types.includes('string')) return cell;
  const text = cell.trim();
  if (text === '') return undefined;
  if (types.includes('boolean') && /^(true|false)$/i.test(text)) return /^t/i.test(text);
  const numeric = types.includes('integer') || types.includes('number');
  return numeric && NUMBER.test(text) ? Number(text) : cell;
};

/**
 * An item with its cells converted to values; values that are no text, and unknown fields, are
 * unchanged. Fields are defined, not assigned, because assigning `__proto__` would hide fields from
 * the checks.
 */
export const plainCells = ({ properties }: TObject, item: Fields): Fields => {
  const plain: [string, unknown][] = [];
  for (const [name, value] of Object.entries(item)) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const isCell = schema !== undefined && typeof value === 'string';
    const given = isCell ? readCell(typesOf(schema), value) : value;
    if (given !== undefined) plain.push([name, given]);
  }
  return Object.fromEntries(plain);
};
