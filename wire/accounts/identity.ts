// Identity: sessions and tokens as the desk keeps them and the front copies them.

import { type Static, Type } from '@sinclair/typebox';
import { Named, Time } from '../base/schema.js';
import type { Right } from './rights.js';

export { RIGHTS, type Right } from './rights.js';

export const STAFF_TERMINALS = ['admin', 'manager'] as const;
export const TRADER_TERMINALS = ['web', 'android', 'ios', 'desktop', 'api'] as const;
export const BROWSER_TERMINALS: readonly string[] = ['web', 'admin', 'manager'];
/** Every kind of terminal. */
export const TERMINALS = [...STAFF_TERMINALS, ...TRADER_TERMINALS] as const;
export type TerminalKind = (typeof TERMINALS)[number];

/** Is a kind of terminal among those that an account or a group allows? */
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
   * Opened by a password that asks for one-time codes, for a login that has set up none: restricted
   * while the group demands codes.
   */
  readonly without_codes: boolean;
  /** Address and terminal of the newest sign-in or refresh. */
  readonly ip: string;
  readonly user_agent: string;
  readonly access_hash: string;
  /** The refresh token in force. Any other token of the session is an old one. */
  readonly refresh_hash: string;
  /** The one before it; empty before the first refresh. */
  readonly refresh_previous: string;
  readonly created_at: string;
  /** When the one before it was used first; when the session was opened until then. */
  readonly refreshed_at: string;
  readonly access_expires_at: string;
  readonly expires_at: string;
  /** The key that its tokens were made with. */
  readonly key_id: string;
}

/** A program sets no codes up: where they are demanded, a session of its without them is shut. */
export const isShutWithoutCodes = (
  session: Pick<SessionRecord, 'without_codes' | 'terminal'>,
): boolean => session.terminal === 'api' && session.without_codes;

/** Wrong codes that a login was given. */
export interface WrongCodes {
  /** Since the password was asked for last. */
  readonly in_row: number;
  /** ms since 1970 of the failures that still count, oldest first. */
  readonly wrong: readonly number[];
}

/**
 * The one-time codes of a login. Secrets are sealed for `otp/<login>/secret` and
 * `otp/<login>/pending`; empty = none.
 */
export interface OtpRecord extends WrongCodes {
  readonly login: number;
  readonly secret: string;
  /** A secret that waits for its first code, and since when, in ms since 1970. */
  readonly pending: string;
  readonly pending_at: number;
  /** The newest step whose code was used: codes of it and of earlier steps count no more. */
  readonly last_step: number;
  /** Failures at the api terminal, whose password other people may have; absent = none. */
  readonly api?: WrongCodes;
}

/** Failed sign-ins that still count. The key is `login@address`, or `@address` for antiflood. */
export interface SigninBlockRecord {
  readonly key: string;
  /** ms since 1970 of failures that count, oldest first. */
  readonly failures: readonly number[];
  /** How many failures each of these times stands for. */
  readonly counts: readonly number[];
  /** Blocks so far in a row: each lasts twice as long as the one before. */
  readonly blocks: number;
  /** ms since 1970; 0 = not blocked. */
  readonly blocked_until: number;
}

/** Attempts of an address that follow each other closely, as antiflood counts them. */
export interface FloodRecord {
  readonly address: string;
  readonly attempts: number;
  /** ms since 1970 of the newest. */
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
  /** Follows the group's demand for codes: see `without_codes`. */
  readonly must_enrol_otp: boolean;
  readonly without_codes: boolean;
  readonly group: string;
  readonly group_scope: readonly string[];
  readonly rights: readonly Right[];
  readonly ip_allow: readonly string[];
  readonly access_hash: string;
  readonly csrf_token: string;
  /** ms since 1970. */
  readonly created_at: number;
  readonly access_expires_at: number;
  readonly expires_at: number;
}

const clock = Named('ServerClock', {
  daylight_saving: Type.String(),
  utc_offset_min: Type.Integer(),
});
const session = {
  csrf_token: Type.String(),
  expires_at: Time(),
  group: Type.String(),
  group_scope: Type.Array(Type.String()),
  keep_signed_in: Type.Boolean(),
  login: Type.Integer(),
  must_change_password: Type.Boolean(),
  must_enrol_otp: Type.Boolean(),
  read_only: Type.Boolean(),
  rights: Type.Array(Type.String()),
  server_clock: clock,
};

/** The session view of login, refresh and otp/confirm. */
export const SessionView = Named('SessionView', { ...session, terminal: Type.String() });
export type SessionView = Static<typeof SessionView>;
/** The session view of `me`. */
export const MeView = Named('MeView', { ...session, access_expires_at: Time() });
export type MeView = Static<typeof MeView>;
/** The tokens view of login and refresh; token strings are empty for browser terminals. */
export const TokensView = Named('TokensView', {
  access_expires_at: Time(),
  access_token: Type.String(),
  csrf_token: Type.String(),
  refresh_token: Type.String(),
  session: SessionView,
  session_expires_at: Time(),
});
export type TokensView = Static<typeof TokensView>;

/** Does a request name another account (`X-APP-Account`) than the one signed in? */
export const namesAnother = (named: string | undefined, login: number): boolean =>
  named !== undefined && named.trim() !== String(login);
