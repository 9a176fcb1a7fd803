// Random values of rows' fields as the engine may produce them, and the packing library.

import fc from 'fast-check';
import { Packr } from 'msgpackr';
import type { Test } from 'tap';
import type { FieldTable, FieldType, Row } from '../../wire/base/field-table.js';
import { runsOf } from './run.js';

/** Holds for so many random values, for each of which it neither throws nor answers false. */
export const holds = <T>(
  t: Test,
  values: fc.Arbitrary<T>,
  runs: number,
  check: (value: T) => unknown,
): void => {
  const property = fc.property(values, (value) => check(value) !== false);
  const found = fc.check(property, { numRuns: runsOf(runs), seed: 5 });
  t.notOk(found.failed, fc.defaultReportMessage(found) ?? 'holds');
};

/** Packs as older writers did. */
export const library = new Packr({
  useRecords: false,
  variableMapSize: true,
  int64AsType: 'bigint',
  useBigIntExtension: true,
});

/** Whole numbers, as often near the powers of ten and the edges of forms as anywhere. */
export const whole: fc.Arbitrary<number> = fc.oneof(
  fc.maxSafeInteger(),
  fc.integer(),
  fc.integer({ min: -130, max: 300 }),
  fc
    .tuple(fc.integer({ min: 0, max: 15 }), fc.integer({ min: -12, max: 12 }), fc.boolean())
    .map(([power, near, negative]) => (10 ** power + near) * (negative ? -1 : 1) || 0),
);

const ODD_TEXTS = ['', '"', '\\', '\n', '\u007f', 'é', '\ud800', 'EURUSD', 'x'.repeat(300)];
const LONG_TEXTS = [8, 9_000, 40_000].map((length) => 'é'.repeat(length));

export const text: fc.Arbitrary<string> = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(...ODD_TEXTS, ...LONG_TEXTS),
);

/** A text as UTF-8 can say it. */
export const wellFormed = (value: string): string => Buffer.from(value).toString();

const name = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom('terminal', 'ip', 'session', 'web', 'standard lots'),
);
const member = fc.oneof(
  whole,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  text.map(wellFormed),
  fc.ipV4(),
  fc.constantFrom('desktop', 'session', '0'.repeat(32), 'ff'.repeat(16), 'FF'.repeat(16)),
);
const FLAT = { maxKeys: 20, noNullPrototype: true };

/** Values of a field. */
export const valuesOf = (type: FieldType): fc.Arbitrary<unknown> => {
  if (typeof type !== 'string') return fc.constantFrom(...type.choices);
  if (type === 'text') return text.map(wellFormed);
  if (type === 'bool') return fc.boolean();
  if (type === 'list') return fc.array(whole, { maxLength: 20 });
  if (type === 'object') return fc.dictionary(name, member, FLAT);
  if (type === 'time') return fc.constantFrom(0, 1_700_000_000_000, 1_700_000_000_001);
  if (type !== 'rate') return whole;
  return fc.oneof(fc.bigInt(), fc.bigInt({ min: -(2n ** 90n), max: 2n ** 90n }));
};

/** Rows of a table. */
export const rowOf = <T extends FieldTable>(table: T): fc.Arbitrary<Row<T>> =>
  fc.record(
    Object.fromEntries(Object.entries(table).map(([field, type]) => [field, valuesOf(type)])),
    { noNullPrototype: true },
  ) as unknown as fc.Arbitrary<Row<T>>;
