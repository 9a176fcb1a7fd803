// Checks before an event is logged: no row may hold a number that is not exact.

import type { FieldTable, FieldType, Row } from '../base/field-table.js';

/** Field types that hold whole numbers. Times are checked where they are read. */
const WHOLE: ReadonlySet<FieldType> = new Set<FieldType>([
  'int',
  'money',
  'price',
  'average',
  'volume',
  'size',
  'tick',
  'percent',
]);

/**
 * Compiles a table into a check that throws on a number that is not a safe integer. Beyond 2^53 the
 * stored value would lose digits, beyond 2^63 the database rejects it (supplement §15).
 */
export const exactAsserter = <T extends FieldTable>(
  name: string,
  table: T,
): ((row: Row<T>) => void) => {
  const tests = Object.entries(table)
    .filter(([, type]) => WHOLE.has(type))
    .map(([field]) => JSON.stringify(field))
    .map((field) => `if (!Number.isSafeInteger(row[${field}])) return ${field};`);
  const inexact = new Function('row', tests.join('\n')) as (row: Row<T>) => string | undefined;
  return (row) => {
    const field = inexact(row);
    if (field === undefined) return;
    throw new Error(`${name}.${field} is not exact: ${row[field as keyof T & string]}`);
  };
};
