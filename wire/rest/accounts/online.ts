// Online over REST: sessions in use, windows over them, and kicks.

import { type Static, Type } from '@sinclair/typebox';
import type { Json } from '../../base/object.js';
import { Decimal, Id, Named, Strict, Time, Words } from '../../base/schema.js';

/** A session in use. */
export const OnlineRow = Named('OnlineRow', {
  equity: Decimal(),
  group: Type.String(),
  ip: Type.String(),
  last_name: Type.String(),
  login: Type.Integer(),
  name: Type.String(),
  os: Type.String(),
  read_only: Type.Boolean(),
  session: Type.String(),
  since: Time(),
  sockets: Type.Integer(),
  staff: Type.Boolean(),
  terminal: Type.String(),
});
export type OnlineRow = Static<typeof OnlineRow>;

/**
 * Rows from the desk, to which the front adds values of its own. `json` holds the rows one after
 * the other, each from its second member on; `ends` holds the end of each.
 */
export interface OnlineRows extends Json {
  readonly ends: readonly number[];
  readonly sessions: readonly string[];
  /** The login of each row whose money is needed; 0 = none, because staff have no money. */
  readonly logins: readonly number[];
}

const CURSOR_LENGTH_MAX = 128;
const SESSION_LENGTH_MAX = 64;
const LIMIT_MAX = 100;

/**
 * The rows of a window: the first rows, rows after or before a cursor, or rows around a session.
 */
export const OnlineWindowParams = Named('OnlineWindowParams', {
  limit: Type.Integer({ minimum: 1, maximum: LIMIT_MAX, default: LIMIT_MAX }),
  edge: Type.Unsafe<'first' | 'after' | 'before' | 'around'>({
    ...Words(['first', 'after', 'before', 'around'] as const),
    default: 'first',
  }),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: CURSOR_LENGTH_MAX })),
  anchor_id: Type.Optional(Type.String({ minLength: 1, maxLength: SESSION_LENGTH_MAX })),
});
export type OnlineWindowParams = Static<typeof OnlineWindowParams>;

const place = {
  /** Cursors of the last row and the first row; null where there are no rows. */
  after: Type.Union([Type.String(), Type.Null()]),
  before: Type.Union([Type.String(), Type.Null()]),
  anchor_found: Type.Boolean(),
  has_after: Type.Boolean(),
  has_before: Type.Boolean(),
  observed_at: Time(),
  /** Unchanged as long as cursors remain valid. */
  query_id: Type.String(),
  total: Type.Integer(),
};
const OnlinePlace = Strict(place);
/** The position of a window among the sessions that the caller sees. */
export type OnlinePlace = Static<typeof OnlinePlace>;

/** A window over the sessions in use. */
export const OnlineWindowPage = Named('OnlineWindowPage', {
  ...place,
  items: Type.Array(OnlineRow),
});

/** The login whose sessions end. */
export const KickBody = Named('KickBody', { login: Id() });
/** The session in a path. */
export const SessionPath = Named('SessionPath', {
  session: Type.String({ minLength: 1, maxLength: SESSION_LENGTH_MAX }),
});
