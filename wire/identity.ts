// Identity: sessions, tokens and staff profiles as the desk keeps them and the front copies them.

import { type Static, Type } from '@sinclair/typebox';
import { Strict, Time } from './schema.js';

export const STAFF_TERMINALS = ['admin', 'manager'] as const;
export const TRADER_TERMINALS = ['web', 'android', 'ios', 'desktop', 'api'] as const;
export const BROWSER_TERMINALS: readonly string[] = ['web', 'admin', 'manager'];
export type Audience = 'staff' | 'trader';

/** Every right there is; the first administrator holds them all. */
export const RIGHTS = [
  'trades.view',
  'trades.edit',
  'trades.delete',
  'accounts.view',
  'accounts.edit',
  'accounts.balance',
  'accounts.online',
  'accounts.delete',
  'accounts.password',
  'accounts.hidden',
  'applications',
  'clients.view',
  'config.staff',
  'mailbox',
  'notifications',
  'confirm_actions',
  'terminal.admin',
  'server.machines',
  'config.symbols',
  'symbols.quick_edit',
  'config.leverage',
  'config.groups',
  'config.datafeeds',
  'config.gateways',
  'config.routing',
  'config.holidays',
  'config.reports',
  'config.allocation',
  'reports',
  'reports.export',
  'config.servers',
  'config.white_labels',
  'config.mail',
  'journal.view',
  'fields.name',
  'fields.email',
  'fields.phone',
  'fields.address',
  'fields.documents',
] as const;
export type Right = (typeof RIGHTS)[number];

/** A staff profile; the key is its login. */
export interface StaffRecord {
  readonly login: number;
  readonly version: number;
  readonly active: boolean;
  readonly group_scope: readonly string[];
  readonly ip_allow: readonly string[];
  readonly logs_months: number;
  readonly mailbox_name: string;
  readonly reports_months: number;
  readonly rights: readonly Right[];
  readonly created_at: string;
  readonly updated_at: string;
}

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
  readonly must_enrol_otp: boolean;
  /** Address and terminal of the newest sign-in or refresh. */
  readonly ip: string;
  readonly user_agent: string;
  readonly access_hash: string;
  /** The refresh token in force. Any other token of the session is an old one. */
  readonly refresh_hash: string;
  /** The one before it; empty before the first refresh. */
  readonly refresh_previous: string;
  readonly created_at: string;
  /** When the tokens in force were given out. */
  readonly refreshed_at: string;
  readonly access_expires_at: string;
  readonly expires_at: string;
}

/** Failed sign-ins that still count. The key is `login@address`, or `@address` for antiflood. */
export interface SigninBlockRecord {
  readonly key: string;
  /** ms since 1970 of each failure that counts, oldest first. */
  readonly failures: readonly number[];
  /** Blocks so far in a row: each lasts twice as long as the one before. */
  readonly blocks: number;
  /** ms since 1970; 0 = not blocked. */
  readonly blocked_until: number;
}

/** What a front knows of a session: enough to answer a signed-in request without the desk. */
export interface SessionCopy {
  readonly id: string;
  readonly login: number;
  readonly audience: Audience;
  readonly terminal: string;
  readonly browser: boolean;
  readonly read_only: boolean;
  readonly keep_signed_in: boolean;
  readonly must_change_password: boolean;
  readonly must_enrol_otp: boolean;
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

const clock = Strict({
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
export const SessionView = Strict({ ...session, terminal: Type.String() });
export type SessionView = Static<typeof SessionView>;
/** The session view of `me`. */
export const MeView = Strict({ ...session, access_expires_at: Time() });
export type MeView = Static<typeof MeView>;
/** The tokens view of login and refresh; token strings are empty for browser terminals. */
export const TokensView = Strict({
  access_expires_at: Time(),
  access_token: Type.String(),
  csrf_token: Type.String(),
  refresh_token: Type.String(),
  session: SessionView,
  session_expires_at: Time(),
});
export type TokensView = Static<typeof TokensView>;
