// List fields: the fields by which windows are filtered and sorted, declared once for each list.
//
// A filter is a parameter `f.{field}.{operator}`; all filters of a request apply.

import { type TSchema, Type } from '@sinclair/typebox';
import type { Right } from '../../accounts/rights.js';
import { type Outcome, ok, refuse } from '../../base/codes.js';
import { foldedName } from '../../base/folded-name.js';
import { Decimal, Time, wantedBy } from '../../base/schema.js';
import { wordsOf } from '../../fields/common-words.js';
import { section } from '../../fields/words.js';

/**
 * The type of a field: how its values are written in filters, and compared. Texts are compared
 * without letter case.
 */
type ListFieldType = 'whole' | 'decimal' | 'bool' | 'text' | 'time';

/** A field by which a list is filtered and sorted. */
export interface ListField {
  readonly type: ListFieldType;
  /** The right that filters, sorts and searches by it need; absent = none. */
  readonly right?: Right;
  /** Rows may be without it: they sort as 0, and fit no comparison. */
  readonly optional?: true;
}

/** The fields of a list by name. */
export type ListFields = Readonly<Record<string, ListField>>;

/** The comparisons of a field in filters. */
export type Operator = 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge' | 'in' | 'has' | 'starts' | 'unset';

/** The operand of a filter as it is compared: times in ms, texts folded, truth as 1 and 0. */
type Operand = number | string | readonly number[];

/** A condition on a field. */
export interface ListFilter {
  readonly field: string;
  /** Further texts: of these or `field` one must have the part; `has` alone takes them. */
  readonly or?: readonly string[];
  readonly op: Operator;
  readonly value: Operand;
}

/** Most operands of one filter. */
const OPERANDS_MAX = 100;
/** Longest text in a filter or a search. */
const TEXT_LENGTH_MAX = 128;

const ORDERED = ['eq', 'ne', 'lt', 'le', 'gt', 'ge'] as const;

const OPERATORS: Readonly<Record<ListFieldType, readonly Operator[]>> = {
  whole: [...ORDERED, 'in'],
  decimal: ORDERED,
  time: ORDERED,
  text: ['eq', 'ne', 'has', 'starts'],
  bool: ['eq'],
};

const Whole = () => Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Wholes = () =>
  Type.String({
    pattern: wantedBy(
      '^\\d{1,16}(,\\d{1,16})*$',
      'must be whole numbers with commas between, such as 1,2',
    ),
    maxLength: 2_048,
  });

const OPERAND: Readonly<Record<ListFieldType, () => TSchema>> = {
  whole: Whole,
  decimal: Decimal,
  time: Time,
  text: () => Type.String({ maxLength: TEXT_LENGTH_MAX }),
  bool: () => Type.Boolean(),
};

const operandOf = (type: ListFieldType, op: Operator): TSchema => {
  if (op === 'in') return Wholes();
  if (op === 'unset') return Type.Boolean();
  return op === 'has' || op === 'starts'
    ? Type.String({ minLength: 1, maxLength: TEXT_LENGTH_MAX })
    : OPERAND[type]();
};

/** The name of a filter's parameter. */
const parameterOf = (field: string, op: Operator): string => `f.${field}.${op}`;

const operatorsOf = ({ type, optional }: ListField): readonly Operator[] =>
  optional ? [...OPERATORS[type], 'unset'] : OPERATORS[type];

/** Every filter of a list, by the name of its parameter. */
const filtersIn = (fields: ListFields) =>
  Object.entries(fields).flatMap(([field, declared]) =>
    operatorsOf(declared).map((op) => ({
      name: parameterOf(field, op),
      field,
      op,
      type: declared.type,
    })),
  );

/** Titles of operators in filters, and the rows that they leave. */
const OPERATOR_WORDS: Readonly<Record<Operator, readonly [title: string, says: string]>> = {
  eq: ['is', 'Rows whose value is this; letter case does not count.'],
  ne: ['is not', 'Rows with another value.'],
  lt: ['below', 'Rows with a value below this.'],
  le: ['up to', 'Rows with this value or a lower value.'],
  gt: ['above', 'Rows with a value above this.'],
  ge: ['from', 'Rows with this value or a higher value.'],
  in: [
    'one of',
    `Rows with one of these values, separated by commas; at most ${OPERANDS_MAX} values.`,
  ],
  has: ['has', 'Rows whose text has this part, in any letter case.'],
  starts: ['starts with', 'Rows whose text begins with this text, in any letter case.'],
  unset: ['not set', '`true`: rows without a value; `false`: rows with a value.'],
};

/** Fields that hold an id: their own words need not say so. */
const IDS: readonly string[] = ['login', 'agent', 'client_id'];

/** The fields of the rows of a list, whose words their filters have. */
export type RowFields = Readonly<Record<string, TSchema>>;

/** The parameters of all filters of a list. */
export const filterParams = (fields: ListFields, row: RowFields): RowFields =>
  Object.fromEntries(
    filtersIn(fields).map(({ name, field, op, type }) => {
      const own = wordsOf(field, row[field] ?? {});
      const [title, says] = OPERATOR_WORDS[op];
      const unit = own?.unit ?? (IDS.includes(field) ? 'id' : undefined);
      const operand = Type.Optional(operandOf(type, op));
      return [name, section('Filters')(`${own?.title ?? field} ${title}`, says, operand, unit)];
    }),
  );

const readOperand = (type: ListFieldType, op: Operator, given: unknown): Operand => {
  if (op === 'in') return String(given).split(',').map(Number);
  if (typeof given === 'boolean') return given ? 1 : 0;
  if (type === 'time') return Date.parse(String(given));
  return type === 'text' ? foldedName(String(given)) : Number(given);
};

/**
 * The filters that the parameters of a request name, in the order of the fields. Refuses a filter
 * with too many operands.
 */
export const filtersOf = (
  fields: ListFields,
  params: Readonly<Record<string, unknown>>,
): Outcome<readonly ListFilter[]> => {
  const filters: ListFilter[] = [];
  for (const { name, field, op, type } of filtersIn(fields)) {
    const given = params[name];
    if (given === undefined) continue;
    const value = readOperand(type, op, given);
    if (Array.isArray(value) && value.length > OPERANDS_MAX) {
      return refuse('invalid_input', `${name}: at most ${OPERANDS_MAX} values`);
    }
    filters.push({ field, op, value });
  }
  return ok(filters);
};

/** A filter with the parameter that names it. */
export interface UsedFilter extends ListFilter {
  readonly parameter: string;
}

/** Filters by parts of texts, as parameters with the names of their fields give them. */
export const partFilters = (
  texts: Readonly<Record<string, string | undefined>>,
): readonly UsedFilter[] =>
  Object.entries(texts).flatMap(([field, text]): UsedFilter[] =>
    text === undefined ? [] : [{ parameter: field, field, op: 'has', value: foldedName(text) }],
  );
