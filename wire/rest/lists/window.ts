// Windows: pages of a sorted and filtered list, gone through by cursors.

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import type { Right } from '../../accounts/rights.js';
import { type Refusal, refuse } from '../../base/codes.js';
import { Id, Time, Words } from '../../base/schema.js';
import { FENCE } from '../../fields/fence.js';
import { filterParams, type ListFields, type ListFilter } from './list-fields.js';

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
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: SEARCH_LENGTH_MAX,
      description: 'A number searches the id, any other text a part of the name.',
    }),
  ),
};

const PLACE = {
  limit: Type.Integer({ minimum: 1, maximum: WINDOW_ROWS_MAX, default: WINDOW_ROWS_MAX }),
  edge: Type.Unsafe<(typeof EDGES)[number]>({
    ...Words(EDGES),
    default: 'first',
    description:
      'Which rows: the first, the last, those after or before a cursor, or around a row.',
  }),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: CURSOR_LENGTH_MAX })),
  anchor: Type.Optional(Id()),
};

/** The parameters of a count over a list with these fields. */
export const windowCountParams = (fields: ListFields) => ({
  ...SELECTION,
  ...(filterParams(fields) as Record<never, TSchema>),
});

/** The parameters of a window over a list with these fields; `sort` is the default order. */
export const windowParams = (fields: ListFields, sort: string) => ({
  ...PLACE,
  sort: Type.Unsafe<string>({ ...Words(Object.keys(fields)), default: sort }),
  dir: Type.Unsafe<Direction>({ ...Words(DIRECTIONS), default: 'asc' }),
  ...windowCountParams(fields),
});

type WindowGiven<T extends Readonly<Record<string, TSchema>>> = {
  readonly [K in keyof T]: Static<T[K]>;
};
/** What a request says about the rows' place. */
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

const NullableText = () => Type.Union([Type.String(), Type.Null()]);

/** The members of every window beside its rows. */
export const WINDOW = {
  /** Cursors of the last row and the first row; null where there are no rows. */
  after: NullableText(),
  before: NullableText(),
  calculated_at: Time(),
  consistency: Words(['current', 'projection_pending'] as const),
  /** The ids of the first row and the last row; empty where there are no rows. */
  first_key: Type.String(),
  last_key: Type.String(),
  has_after: Type.Boolean(),
  has_before: Type.Boolean(),
  /** The same for the same page of the same query at the same state of the database. */
  page_id: Type.String(),
  projection_seq: Type.String(),
  /** A tag of the server over the page, its query and its reader. */
  proof: Type.String(),
  retry_after_ms: Type.Optional(Type.Integer()),
};

/** The members of every count of a window. */
export const WINDOW_COUNT = {
  consistency: WINDOW.consistency,
  projection_seq: Type.String(),
  /** The same as long as cursors of the window remain valid. */
  query_id: Type.String(),
  resource: Type.String(),
  retry_after_ms: Type.Optional(Type.Integer()),
  /** Null while the fence is not met. */
  total: Type.Union([Type.Integer(), Type.Null()]),
};
