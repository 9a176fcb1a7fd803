// Online over REST: sessions in use, windows over them, and kicks.

import { type Static, Type } from '@sinclair/typebox';
import type { Json } from '../../base/object.js';
import { Decimal, Id, Named, OrNull, Strict, Time, Words } from '../../base/schema.js';
import { section } from '../../fields/words.js';
import { WINDOW } from '../lists/window.js';

const identity = section('Identity');
const session = section('Session');
const window = section('Window');

/** A session in use. */
export const OnlineRow = Named('OnlineRow', {
  equity: Decimal(),
  group: Type.String(),
  ip: Type.String(),
  last_name: Type.String(),
  login: Type.Integer(),
  name: identity(
    'First name',
    'First name of the owner; empty if the caller may not see names.',
    Type.String(),
  ),
  os: session(
    'System',
    'Operating system and terminal, as the client calls itself.',
    Type.String(),
  ),
  read_only: session(
    'Read-only',
    'Was the session opened with the investor password?',
    Type.Boolean(),
  ),
  session: session('Session', 'Id of the session.', Type.String()),
  since: session('Since', 'Time at which the session was opened.', Time()),
  sockets: session('Sockets', 'Open live sockets of the session.', Type.Integer(), 'count'),
  staff: session('Staff', 'Is the session a session of a staff user?', Type.Boolean()),
  terminal: session(
    'Terminal',
    'Terminal of the sign-in: `web`, `desktop`, `api` and others.',
    Type.String(),
  ),
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
  limit: window(
    'Limit',
    'Most rows of the window.',
    Type.Integer({ minimum: 1, maximum: LIMIT_MAX, default: LIMIT_MAX }),
    'count',
  ),
  edge: window(
    'Edge',
    'Place of the rows: the first rows, rows after or before a cursor, or rows around a ' +
      'session.',
    Type.Unsafe<'first' | 'after' | 'before' | 'around'>({
      ...Words(['first', 'after', 'before', 'around'] as const),
      default: 'first',
    }),
  ),
  cursor: window(
    'Cursor',
    'Cursor of an earlier window, for `after` and `before`.',
    Type.Optional(Type.String({ minLength: 1, maxLength: CURSOR_LENGTH_MAX })),
  ),
  anchor_id: window(
    'Anchor',
    'Session to show the window around, for `around`.',
    Type.Optional(Type.String({ minLength: 1, maxLength: SESSION_LENGTH_MAX })),
  ),
});
export type OnlineWindowParams = Static<typeof OnlineWindowParams>;

const place = {
  after: window(
    'After',
    'Cursor behind the last row; null = there is no row.',
    OrNull(Type.String()),
  ),
  before: window(
    'Before',
    'Cursor before the first row; null = there is no row.',
    OrNull(Type.String()),
  ),
  anchor_found: window(
    'Anchor found',
    'Is the session of the anchor among the rows?',
    Type.Boolean(),
  ),
  has_after: WINDOW.has_after,
  has_before: WINDOW.has_before,
  observed_at: window('Observed', 'Time at which the window was read.', Time()),
  query_id: window('Query', 'Stays the same as long as cursors hold.', Type.String()),
  total: window('Total', 'Sessions in use that the caller sees.', Type.Integer(), 'count'),
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
export const KickBody = Named('KickBody', {
  login: identity('Login', 'Account whose sessions end.', Id()),
});
/** The session in a path. */
export const SessionPath = Named('SessionPath', {
  session: identity(
    'Session',
    'Id of the session.',
    Type.String({ minLength: 1, maxLength: SESSION_LENGTH_MAX }),
  ),
});
