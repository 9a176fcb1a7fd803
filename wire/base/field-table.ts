// Field tables: a kind of record is declared once; its type, packing and text come from that.

import { formatExact, formatShortest, POW10, PRICE_EXTRA } from './scale.js';

/** A set of words; the record holds one of them. */
interface Choice<T extends string = string> {
  readonly choices: readonly T[];
}

/**
 * The kinds of fields and how each is scaled inside: `money` ×10^currency_digits, `price`
 * ×10^(digits+3) shown with `digits` decimals, `average` the same shown with digits+3, `volume` and
 * `size` ×10^8, `percent` ×10^2, all safe integers; `tick` ×10^8, or below 0 a price where that
 * alone expresses it (`tickUnits`); `rate` ×10^12 as bigint; `time` in ms since 1970, 0 = none;
 * `object` a small flat object; `list` whole numbers, read by their position.
 */
export type FieldType =
  | 'int'
  | 'text'
  | 'bool'
  | 'money'
  | 'price'
  | 'average'
  | 'volume'
  | 'size'
  | 'tick'
  | 'percent'
  | 'rate'
  | 'time'
  | 'object'
  | 'list'
  | Choice;

export type FieldTable = Readonly<Record<string, FieldType>>;

type ValueOf<T extends FieldType> =
  T extends Choice<infer W>
    ? W
    : T extends 'rate'
      ? bigint
      : T extends 'bool'
        ? boolean
        : T extends 'text'
          ? string
          : T extends 'object'
            ? Readonly<Record<string, string | number>>
            : T extends 'list'
              ? readonly number[]
              : number;

/** The immutable record that a field table describes. */
export type Row<T extends FieldTable> = { readonly [K in keyof T]: ValueOf<T[K]> };

/** Declares a field that holds one of the given words. */
export const oneOf = <const T extends readonly string[]>(...choices: T): Choice<T[number]> => ({
  choices,
});

/** Declares a record kind. Fields may only be appended: packed rows are arrays in this order. */
export const fields = <const T extends FieldTable>(table: T): T => table;

/** The digits that a row's prices and money are shown with. */
export interface Digits {
  readonly digits: number;
  readonly currency_digits: number;
}

/**
 * A price ×10^(digits+3) as a field of type `tick` holds it. Symbols of more than 8 digits have
 * ticks that ×10^8 cannot say: those are held as they are, below 0.
 */
export const tickUnits = (price: number, digits: number): number => {
  const power = 8 - digits - PRICE_EXTRA;
  if (power >= 0) return price * (POW10[power] as number);
  const unit = POW10[-power] as number;
  return price % unit === 0 ? price / unit : -price;
};

const tickText = (value: number, at: Digits): string =>
  value >= 0 ? formatShortest(value, 8) : formatShortest(-value, at.digits + PRICE_EXTRA);

const shown = (type: FieldType, value: unknown, at: Digits): unknown => {
  if (typeof type !== 'string') return value;
  switch (type) {
    case 'money':
      return formatExact(value as number, at.currency_digits, at.currency_digits);
    case 'price':
      return formatExact(value as number, at.digits + 3, at.digits);
    case 'average':
      return formatExact(value as number, at.digits + 3, at.digits + 3);
    case 'volume':
    case 'size':
      return formatShortest(value as number, 8);
    case 'tick':
      return tickText(value as number, at);
    case 'percent':
      return formatExact(value as number, 2, 2);
    case 'rate':
      return formatShortest(value as bigint, 12);
    case 'time':
      return value === 0 ? null : new Date(value as number).toISOString();
    default:
      return value;
  }
};

/** The row as clients see it: decimals as strings, times as RFC 3339, no time as null. */
export const showRow = <T extends FieldTable>(
  table: T,
  row: Row<T>,
  at: Digits,
): Record<keyof T & string, unknown> => {
  const out = {} as Record<string, unknown>;
  for (const name in table) out[name] = shown(table[name] as FieldType, row[name], at);
  return out as Record<keyof T & string, unknown>;
};

const empty = (type: FieldType): unknown => {
  if (typeof type !== 'string') return type.choices[0];
  if (type === 'rate') return 0n;
  if (type === 'bool') return false;
  if (type === 'text') return '';
  if (type === 'object') return {};
  if (type === 'list') return [];
  return 0;
};

/** How values of some field types are turned when a row is built; the others are taken as given. */
type ValueReaders = Partial<Record<FieldType & string, (value: unknown) => unknown>>;

/**
 * Compiles a table into a builder of its rows from their values in field order. Rows of a generated
 * literal have one shape and stay fast objects: built member by member they cost 8 times as much,
 * and each later copy of one 8 times too. The names in the code are the table's own.
 */
const rowBuilder = <T extends FieldTable>(
  table: T,
  readers: ValueReaders = {},
): ((values: readonly unknown[]) => Row<T>) => {
  const members = Object.entries(table).map(([name, type], index) => {
    const read = typeof type === 'string' && readers[type] ? `readers.${type}` : '';
    return `${JSON.stringify(name)}: ${read}(values[${index}])`;
  });
  return new Function('readers', `return (values) => ({ ${members.join(', ')} })`)(readers);
};

/**
 * Compiles names into a builder that copies them from an object into a literal. An object that is
 * put together field by field gets a hidden class of its own, and code that reads many such objects
 * is 5 times as slow; all objects of one builder share one hidden class.
 */
export const picker = <T extends object, K extends keyof T & string>(
  names: readonly K[],
): ((source: Readonly<T>) => Pick<T, K>) => {
  const members = names.map((name) => `${JSON.stringify(name)}: of[${JSON.stringify(name)}]`);
  return new Function('of', `return { ${members.join(', ')} }`) as (of: Readonly<T>) => Pick<T, K>;
};

/** The compiled forms of a table. */
interface Codec {
  readonly size: number;
  readonly build: (values: readonly unknown[]) => Row<FieldTable>;
  readonly list: (row: unknown) => unknown[];
  readonly empties: () => unknown[];
}

const codecs = new WeakMap<FieldTable, Codec>();

const codecOf = (table: FieldTable): Codec => {
  const known = codecs.get(table);
  if (known) return known;
  const types = Object.values(table);
  const values = Object.keys(table).map((name) => `row[${JSON.stringify(name)}]`);
  const codec: Codec = {
    size: types.length,
    build: rowBuilder(table),
    list: new Function('row', `return [${values.join(', ')}]`) as Codec['list'],
    empties: () => types.map(empty),
  };
  codecs.set(table, codec);
  return codec;
};

/** The row as an array in field order, for packing. */
export const rowToArray = <T extends FieldTable>(table: T, row: Row<T>): unknown[] =>
  codecOf(table).list(row);

/** The row back from its array; fields appended after it was packed take their empty value. */
const rowFromArray = <T extends FieldTable>(table: T, array: readonly unknown[]): Row<T> => {
  const { size, build, empties } = codecOf(table);
  const whole = array.length < size ? [...array, ...empties().slice(array.length)] : array;
  return build(whole) as Row<T>;
};

/** A row with every field at its empty value, to build from. */
export const emptyRow = <T extends FieldTable>(table: T): Row<T> => rowFromArray(table, []);
