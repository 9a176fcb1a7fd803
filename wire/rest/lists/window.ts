// Windows: pages of a sorted and filtered list, gone through by cursors.

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import type { Right } from '../../accounts/rights.js';
import { type Refusal, refuse } from '../../base/codes.js';
import { Id, OrNull, Time, Words } from '../../base/schema.js';
import { FENCE, READ_AT } from '../../fields/fence.js';
import { section, wordedAs } from '../../fields/words.js';
import { filterParams, type ListFields, type ListFilter, type RowFields } from './list-fields.js';

const filtersField = section('Filters');
const window = section('Window');

/** Most rows of a window, and their number if no limit is given. */
const WINDOW_ROWS_MAX = 100;
const CURSOR_LENGTH_MAX = 1_024;
const SEARCH_LENGTH_MAX = 128;

const EDGES = ['first', 'last', 'after', 'before', 'around'] as const;
const DIRECTIONS = ['asc', 'desc'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** The parameters that select rows: of a window and of its count. */
const SELECTION = {
  ...FENCE,
  q: filtersField(
    'Search',
    'A number searches the login. Each word of any other text must be a part of the first, ' +
      'middle or last name.',
    Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: SEARCH_LENGTH_MAX,
      }),
    ),
  ),
};

const PLACE = {
  limit: window(
    'Limit',
    'Most rows of the window.',
    Type.Integer({ minimum: 1, maximum: WINDOW_ROWS_MAX, default: WINDOW_ROWS_MAX }),
    'count',
  ),
  edge: window(
    'Edge',
    'Place of the rows: the first, the last, after or before a cursor, or around a row.',
    Type.Unsafe<(typeof EDGES)[number]>({
      ...Words(EDGES),
      default: 'first',
    }),
  ),
  cursor: window(
    'Cursor',
    'Cursor of an earlier window of the same query.',
    Type.Optional(Type.String({ minLength: 1, maxLength: CURSOR_LENGTH_MAX })),
  ),
  anchor: window(
    'Anchor',
    'Login of the row to show the window around.',
    Type.Optional(Id()),
    'id',
  ),
};

/** The parameters of a count over a list with these fields, which `row` describes. */
export const windowCountParams = (fields: ListFields, row: RowFields) => ({
  ...SELECTION,
  ...(filterParams(fields, row) as Record<never, TSchema>),
});

/** The parameters of a window over a list with these fields; `sort` is the default order. */
export const windowParams = (fields: ListFields, row: RowFields, sort: string) => ({
  ...PLACE,
  sort: window(
    'Sort',
    'Field by which the rows are sorted; texts by their first 160 characters.',
    Type.Unsafe<string>({ ...Words(Object.keys(fields)), default: sort }),
  ),
  dir: window(
    'Direction',
    'Ascending or descending; logins of equal rows go the same way.',
    Type.Unsafe<Direction>({ ...Words(DIRECTIONS), default: 'asc' }),
  ),
  ...windowCountParams(fields, row),
});

type WindowGiven<T extends Readonly<Record<string, TSchema>>> = {
  readonly [K in keyof T]: Static<T[K]>;
};
/** The parameters of a request for the rows' place. */
export type WindowPlace = Pick<WindowGiven<typeof PLACE>, 'limit' | 'edge'> & {
  readonly cursor?: string;
  readonly anchor?: number;
};

/** Refuses parameters that contradict each other. */
export const placeFault = ({ edge, cursor, anchor }: WindowPlace): Refusal | undefined => {
  const wantsCursor = edge === 'after' || edge === 'before';
  if (wantsCursor && cursor === undefined) {
    return refuse('invalid_input', `cursor: required with edge ${edge}`);
  }
  if (!wantsCursor && edge !== 'around' && cursor !== undefined) {
    return refuse('invalid_input', `cursor: not with edge ${edge}`);
  }
  if (edge === 'around' && cursor === undefined && anchor === undefined) {
    return refuse('invalid_input', 'anchor: required with edge around, or a cursor');
  }
  return edge !== 'around' && anchor !== undefined
    ? refuse('invalid_input', `anchor: not with edge ${edge}`)
    : undefined;
};

/** Refuses fields that the reader's rights do not open to filters, sorts and searches. */
export const fieldRightFault = (
  fields: ListFields,
  used: readonly { readonly parameter: string; readonly field: string }[],
  rights: readonly Right[],
): Refusal | undefined => {
  for (const { parameter, field } of used) {
    const right = fields[field]?.right;
    if (right === undefined || rights.includes(right)) continue;
    return refuse('forbidden', `${parameter}: needs ${right}`);
  }
  return undefined;
};

/** The fields that filters use, with their parameters. */
export const usedByFilters = (filters: readonly ListFilter[]) =>
  filters.map(({ field, op }) => ({ parameter: `f.${field}.${op}`, field }));

const NullableText = () => OrNull(Type.String());

/** The members of every window beside its rows. */
export const WINDOW = wordedAs(READ_AT, {
  after: window('After', 'Cursor of the last row; null = there is no row.', NullableText()),
  before: window('Before', 'Cursor of the first row; null = there is no row.', NullableText()),
  calculated_at: window('Calculated', 'Time at which the window was read.', Time()),
  consistency: Words(['current', 'projection_pending'] as const),
  first_key: window('First row', 'Login of the first row; empty = there is no row.', Type.String()),
  last_key: window('Last row', 'Login of the last row; empty = there is no row.', Type.String()),
  has_after: window('Has after', 'Are there rows behind the window?', Type.Boolean()),
  has_before: window('Has before', 'Are there rows before the window?', Type.Boolean()),
  page_id: window('Page', 'The same for the same rows of the same query.', Type.String()),
  projection_seq: Type.String(),
  proof: window(
    'Proof',
    'Tag that the server computes of the rows, the query and the reader.',
    Type.String(),
  ),
  retry_after_ms: Type.Optional(Type.Integer()),
});

/** The members of every count of a window. */
export const WINDOW_COUNT = wordedAs(READ_AT, {
  consistency: WINDOW.consistency,
  projection_seq: Type.String(),
  query_id: window('Query', 'Stays the same for the same query, reader and scope.', Type.String()),
  resource: window('Resource', 'Name of the list that is counted.', Type.String()),
  retry_after_ms: Type.Optional(Type.Integer()),
  total: window(
    'Total',
    'Number of rows on all pages; null while the database lacks the event of the fence.',
    OrNull(Type.Integer()),
    'count',
  ),
});
