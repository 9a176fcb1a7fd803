// Identity: sessions and tokens as the desk keeps them and the front copies them.

import { type Static, Type } from '@sinclair/typebox';
import { Named, Time } from '../base/schema.js';
import { section } from '../fields/words.js';
import type { Right } from './rights.js';

const clockField = section('Clock');
const sessionField = section('Session');
const rights = section('Rights');
const tokens = section('Tokens');

export const STAFF_TERMINALS = ['admin', 'manager'] as const;
export const TRADER_TERMINALS = ['web', 'android', 'ios', 'desktop', 'api'] as const;
export const BROWSER_TERMINALS: readonly string[] = ['web', 'admin', 'manager'];
/** Every kind of terminal. */
export const TERMINALS = [...STAFF_TERMINALS, ...TRADER_TERMINALS] as const;
export type TerminalKind = (typeof TERMINALS)[number];

/** Is the kind of terminal among those that an account or a group allows? */
export const allowsTerminal = (
  { terminals }: { readonly terminals: readonly string[] },
  terminal: string,
): boolean => terminals.includes(terminal);

export type Audience = 'staff' | 'trader';

/** A session as the desk stores it. Tokens are stored as SHA-256 in hex, never themselves. */
export interface SessionRecord {
  /** Random 128 bits in hex. */
  readonly id: string;
  readonly login: number;
  readonly audience: Audience;
  readonly terminal: string;
  readonly read_only: boolean;
  readonly keep_signed_in: boolean;
  readonly must_change_password: boolean;
  /**
   * True where the sign-in needed a one-time code but the login has none set up. The session is
   * restricted while the group demands codes.
   */
  readonly without_codes: boolean;
  /** Address and terminal of the newest sign-in or refresh. */
  readonly ip: string;
  readonly user_agent: string;
  readonly access_hash: string;
  /** The refresh token in force. Any other token of the session is an old one. */
  readonly refresh_hash: string;
  /** The refresh token before the current one; empty before the first refresh. */
  readonly refresh_previous: string;
  /** The id of the use of the previous token, with which it may be repeated for a while. */
  readonly refresh_use?: string;
  readonly created_at: string;
  /** The time of the first refresh with the previous token; before that, the time of sign-in. */
  readonly refreshed_at: string;
  readonly access_expires_at: string;
  readonly expires_at: string;
  /** The id of the key that made the session's tokens. */
  readonly key_id: string;
}

/**
 * Is the session refused while the group demands one-time codes? A program at the `api` terminal
 * cannot set up codes, so its session without codes is refused instead of restricted.
 */
export const isShutWithoutCodes = (
  session: Pick<SessionRecord, 'without_codes' | 'terminal'>,
): boolean => session.terminal === 'api' && session.without_codes;

/** Wrong one-time codes that were sent for a login. */
export interface WrongCodes {
  /** Wrong codes in a row since the last password check. */
  readonly in_row: number;
  /** Times of the failures that still count, oldest first; ms since 1970. */
  readonly wrong: readonly number[];
}

/**
 * The one-time codes of a login. Secrets are encrypted under the labels `otp/<login>/secret` and
 * `otp/<login>/pending`; empty = none.
 */
export interface OtpRecord extends WrongCodes {
  readonly login: number;
  readonly secret: string;
  /** A secret that is not confirmed yet by a first code, and its time in ms since 1970. */
  readonly pending: string;
  readonly pending_at: number;
  /** The newest time step whose code was used. Codes of this step and earlier ones are refused. */
  readonly last_step: number;
  /**
   * Wrong codes at the `api` terminal, which are counted apart because other people may know the
   * password of a program; absent = none.
   */
  readonly api?: WrongCodes;
}

/** Failed sign-ins that still count. The key is `login@address`, or `@address` for antiflood. */
export interface SigninBlockRecord {
  readonly key: string;
  /** Times of the failures that still count, oldest first; ms since 1970. */
  readonly failures: readonly number[];
  /** The number of failures at each of these times. */
  readonly counts: readonly number[];
  /** The number of blocks in a row; each block lasts twice as long as the one before. */
  readonly blocks: number;
  /** End of the block in ms since 1970; 0 = not blocked. */
  readonly blocked_until: number;
}

/** Attempts of one address at short intervals, as antiflood counts them. */
export interface FloodRecord {
  readonly address: string;
  readonly attempts: number;
  /** Time of the newest attempt, ms since 1970. */
  readonly at: number;
}

/** The copy of a session in a front: enough to answer a signed-in request without the desk. */
export interface SessionCopy {
  readonly id: string;
  readonly login: number;
  readonly audience: Audience;
  readonly terminal: string;
  readonly browser: boolean;
  readonly read_only: boolean;
  readonly keep_signed_in: boolean;
  readonly must_change_password: boolean;
  /** The session must set up one-time codes first: `without_codes`, and the group demands codes. */
  readonly must_enrol_otp: boolean;
  readonly without_codes: boolean;
  readonly group: string;
  readonly group_scope: readonly string[];
  readonly rights: readonly Right[];
  readonly ip_allow: readonly string[];
  readonly access_hash: string;
  readonly csrf_token: string;
  /** When the account was opened, and its newest tokens were issued; ms since 1970. */
  readonly opened_at: number;
  readonly connected_at: number;
  readonly created_at: number;
  readonly access_expires_at: number;
  readonly expires_at: number;
}

const clock = Named('ServerClock', {
  daylight_saving: clockField(
    'Daylight saving',
    'Calendar of summer time: none, europe or usa.',
    Type.String(),
  ),
  utc_offset_min: clockField(
    'UTC offset',
    'Distance of the server clock from UTC without summer time.',
    Type.Integer(),
  ),
});
const session = {
  csrf_token: sessionField(
    'CSRF token',
    'Browsers send the token in the header `X-CSRF-Token` with every change.',
    Type.String(),
  ),
  expires_at: sessionField(
    'Session end',
    'Time at which the session ends, however often it is refreshed.',
    Time(),
  ),
  group: Type.String(),
  group_scope: rights(
    'Scope',
    'Masks of the groups that the user may see and change.',
    Type.Array(Type.String()),
  ),
  keep_signed_in: sessionField(
    'Keep signed in',
    'Does the session outlive the browser window?',
    Type.Boolean(),
  ),
  login: Type.Integer(),
  must_change_password: sessionField(
    'Must change password',
    'Until the password is changed, the session can only change the password.',
    Type.Boolean(),
  ),
  must_enrol_otp: sessionField(
    'Must set up codes',
    'Until one-time codes are set up, the session can only set up codes.',
    Type.Boolean(),
  ),
  read_only: sessionField(
    'Read-only',
    'Was the session opened with the investor password?',
    Type.Boolean(),
  ),
  rights: rights('Rights', 'Names of the rights that the user holds.', Type.Array(Type.String())),
  server_clock: sessionField(
    'Server clock',
    'Distance of the clock of trading days from UTC.',
    clock,
  ),
};

/** The session view of login, refresh and otp/confirm. */
export const SessionView = Named('SessionView', {
  ...session,
  terminal: sessionField('Terminal', 'Kind of terminal that signed in.', Type.String()),
});
export type SessionView = Static<typeof SessionView>;
/** The session view of `me`. */
export const MeView = Named('MeView', {
  ...session,
  access_expires_at: sessionField(
    'Access end',
    'End of the access token; refresh the token before this time.',
    Time(),
  ),
});
export type MeView = Static<typeof MeView>;
/** The tokens view of login and refresh; token strings are empty for browser terminals. */
export const TokensView = Named('TokensView', {
  access_expires_at: tokens('Access end', 'End of the access token.', Time()),
  access_token: tokens(
    'Access token',
    'Sent as `Authorization: Bearer`; empty for browsers.',
    Type.String(),
  ),
  csrf_token: tokens(
    'CSRF token',
    'Browsers send the token in the header `X-CSRF-Token`.',
    Type.String(),
  ),
  refresh_token: tokens(
    'Refresh token',
    'Gets new tokens, once; empty for browsers.',
    Type.String(),
  ),
  session: sessionField('Session', 'The session that the tokens belong to.', SessionView),
  session_expires_at: sessionField(
    'Session end',
    'End of the session, however often it is refreshed.',
    Time(),
  ),
});
export type TokensView = Static<typeof TokensView>;

/** Does the header `X-APP-Account` name an account other than the signed-in one? */
export const namesAnother = (named: string | undefined, login: number): boolean =>
  named !== undefined && named.trim() !== String(login);
