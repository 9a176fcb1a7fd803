// Field tables: a record kind is declared once; its type, packing and JSON follow from the table.

import { formatExact, formatShortest, POW10, PRICE_EXTRA, shownPrice } from './scale.js';

/** A field that holds one of several words. */
interface Choice<T extends string = string> {
  readonly choices: readonly T[];
}

/**
 * The types of fields and their scale in memory: `money` ×10^currency_digits; `price`
 * ×10^(digits+3), shown with `digits` decimals; `average` the same, shown with digits+3; `volume`
 * and `size` ×10^8; `percent` ×10^2; all of these are safe integers. `tick` ×10^8, or a negative
 * price where ×10^8 cannot express it (`tickUnits`); `rate` ×10^12 as bigint; `time` in ms since
 * 1970, 0 = none; `object` a small flat object; `list` whole numbers, read by position.
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

/** The numbers of digits with which a row's prices and money are shown. */
export interface Digits {
  readonly digits: number;
  readonly currency_digits: number;
}

/**
 * A price ×10^(digits+3) as a field of type `tick` holds it. Symbols of more than 8 digits have
 * ticks that ×10^8 cannot express: these are stored as the price itself, negated.
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
      return shownPrice(value as number, at.digits);
    case 'average':
      return shownPrice(value as number, at.digits, at.digits + PRICE_EXTRA);
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

/**
 * The row as clients see it: decimals as strings, times as RFC 3339; without a price or a time (0),
 * null.
 */
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

/**
 * Compiles a table into a function that builds a row from its values in field order. A row from a
 * generated literal has one hidden class and stays a fast object; a row built member by member
 * takes 8 times as long, and so does each later copy. The names in the generated code are the
 * table's own.
 */
const rowBuilder = (table: FieldTable): ((values: readonly unknown[]) => unknown) => {
  const members = Object.keys(table).map((name, at) => `${JSON.stringify(name)}: values[${at}]`);
  return new Function('values', `return { ${members.join(', ')} }`) as ReturnType<
    typeof rowBuilder
  >;
};

/**
 * Compiles names into a function that copies these members of an object into a literal. An object
 * built field by field gets its own hidden class, and code that reads many such objects is 5 times
 * as slow; all objects of one builder share one hidden class.
 */
export const picker = <T extends object, K extends keyof T & string>(
  names: readonly K[],
): ((source: Readonly<T>) => Pick<T, K>) => {
  const members = names.map((name) => `${JSON.stringify(name)}: of[${JSON.stringify(name)}]`);
  return new Function('of', `return { ${members.join(', ')} }`) as (of: Readonly<T>) => Pick<T, K>;
};

const builders = new WeakMap<FieldTable, ReturnType<typeof rowBuilder>>();

/** A row whose fields all have their empty value, as a base for new rows. */
export const emptyRow = <T extends FieldTable>(table: T): Row<T> => {
  const build = builders.get(table) ?? rowBuilder(table);
  builders.set(table, build);
  return build(Object.values(table).map(empty)) as Row<T>;
};
