// The words of a field stand in its schema: a title, a description, a unit where it has one, and
// the section of the form in which terminals show it.
//
// Words are kept under a symbol. A copy of a schema by spreading keeps them; validators and JSON
// ignore them.

import type { TSchema } from '@sinclair/typebox';

/** Units of values, and their phrases in descriptions; an empty phrase is left out. */
export const UNITS = {
  lots: 'Unit: lots.',
  money: 'Unit: the deposit currency of the account.',
  'profit currency': 'Unit: the profit currency.',
  'profit currency units': 'Unit: the smallest unit of the profit currency.',
  'margin currency': 'Unit: the margin currency.',
  price: 'A price of the symbol.',
  points: 'Unit: points, units of the last digit of the price.',
  percent: 'Unit: percent.',
  rate: 'A rate of exchange.',
  ratio: '',
  'currency or percent': 'Unit: currency, points or percent, by the mode.',
  'unit of the field': 'Unit: the unit of the field; for texts and lists a length.',
  'contract units': 'Unit: units of the base asset.',
  seconds: 'Unit: seconds.',
  milliseconds: 'Unit: milliseconds.',
  minutes: 'Unit: minutes.',
  days: 'Unit: days.',
  months: 'Unit: months.',
  bytes: 'Unit: bytes.',
  degrees: 'Unit: degrees.',
  count: '',
  id: '',
  number: '',
  time: 'RFC 3339, UTC.',
} as const;
export type Unit = keyof typeof UNITS;

/** The words of a field. */
export interface FieldWords {
  readonly section: string;
  readonly title: string;
  readonly description: string;
  readonly unit?: Unit | undefined;
}

/** The symbol is registered by name: each bundle has its own copy of this file. */
const WORDS = Symbol.for('brokerd.words');

/** The words of a schema; undefined = it has none of its own. */
export const ownWords = (schema: object): FieldWords | undefined =>
  (schema as { readonly [WORDS]?: FieldWords })[WORDS];

/** A schema with words; without words as it is. */
export const withWords = <T extends TSchema>(schema: T, words: FieldWords | undefined): T =>
  words === undefined ? schema : { ...schema, [WORDS]: words };

/** Declares fields of a section: each with its title, its description and its schema. */
export const section =
  (name: string) =>
  <T extends TSchema>(title: string, description: string, schema: T, unit?: Unit): T =>
    withWords(schema, { section: name, title, description, unit });

type WordedFields = Readonly<Record<string, TSchema>>;

/** The fields with the words of another schema's fields of the same names; own words stay. */
export const wordedAs = <T extends WordedFields>(source: WordedFields, fields: T): T =>
  Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => {
      const given = source[name];
      const words = ownWords(schema) ?? (given && ownWords(given));
      return [name, withWords(schema, words)];
    }),
  ) as T;

/** Words in a table: of the fields of a section their titles, descriptions and units. */
export type WordTable<Name extends string = string> = Readonly<
  Record<
    string,
    Readonly<Partial<Record<Name, readonly [title: string, description: string, unit?: Unit]>>>
  >
>;
export type WordsByField = ReadonlyMap<string, FieldWords>;

/** The words of a table by the name of the field. */
export const wordsIn = (table: WordTable): WordsByField =>
  new Map(
    Object.entries(table).flatMap(([section, fields]) =>
      Object.entries(fields).flatMap(([name, row]) => {
        if (row === undefined) return [];
        const [title, description, unit] = row;
        return [[name, { section, title, description, unit }] as const];
      }),
    ),
  );
