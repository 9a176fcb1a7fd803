// Desk operations: what the front asks the desk, and what it answers.

import type { Outcome } from './codes.js';
import type { Audience, Right, SessionCopy } from './identity.js';

/** Who asks: taken from the verified session. */
export interface Caller {
  readonly session: string;
  readonly login: number;
  readonly audience: Audience;
  readonly terminal: string;
  readonly ip: string;
  readonly read_only: boolean;
  readonly rights: readonly Right[];
  readonly group_scope: readonly string[];
}

/** Tokens as they are given out once; only their hashes are kept. */
export interface IssuedTokens {
  readonly session: SessionCopy;
  readonly access_token: string;
  readonly refresh_token: string;
}

/** Body of `POST /admin/v1/accounts` after its schema check. */
export interface AccountCreate {
  readonly group: string;
  readonly master_password: string;
  readonly investor_password: string;
  readonly phone_password?: string;
  readonly login?: number;
  readonly leverage?: number;
  readonly limit_orders?: number;
  readonly limit_positions?: number;
  readonly trading_enabled?: boolean;
  /** name, email, address … : see ACCOUNT_TEXTS. */
  readonly [text: string]: string | number | boolean | undefined;
}

/** The text fields of an account's profile. */
export const ACCOUNT_TEXTS = [
  'name',
  'last_name',
  'middle_name',
  'email',
  'phone',
  'address',
  'city',
  'state',
  'zip_code',
  'country',
  'company',
  'id_number',
  'lead_campaign',
  'lead_source',
  'status',
  'comment',
  'bank_account',
  'color',
  'language',
] as const;
export type AccountText = (typeof ACCOUNT_TEXTS)[number];

/** The account record of the desk: profile, switches, credentials. The key is the login. */
export type AccountRecord = {
  readonly login: number;
  readonly version: number;
  readonly group: string;
  readonly client_id: number | null;
  readonly agent: number;
  readonly leverage_own: number;
  readonly limit_orders: number;
  readonly limit_positions: number;
  readonly enabled: boolean;
  readonly trading_enabled: boolean;
  readonly api_enabled: boolean;
  readonly must_change_password: boolean;
  readonly policy_revision: number;
  /** Argon2id hashes; empty = not set. */
  readonly master_hash: string;
  readonly investor_hash: string;
  readonly phone_hash: string;
  readonly api_hash: string;
  readonly created_at: string;
  readonly updated_at: string;
  /** When the account became history; null = it is in use. */
  readonly archived_at: string | null;
} & { readonly [K in AccountText]: string };

/** The newest connection of a login: tokens given out at a sign-in or a refresh. */
export interface AccessRecord {
  readonly login: number;
  readonly at: string;
  readonly ip: string;
}

/** The weekly maintenance of demo accounts: since when it is set, and its newest run. */
export interface MaintenanceRecord {
  readonly server: 'trade';
  /** Since when the settings are in force that it goes by, and their version. */
  readonly effective_at: string;
  readonly config_version: number;
  readonly status: 'idle' | 'running' | 'done' | 'stopped';
  /** The planned time of the newest run; null = there was none. */
  readonly scheduled_at: string | null;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  /** The last login that the run has dealt with. */
  readonly cursor: number;
  /** Accounts archived, and accounts left because they hold positions, orders or requests. */
  readonly expired: number;
  readonly skipped_busy: number;
  /** Why it does not get on; empty = it does. */
  readonly error: string;
}

/** An account as the desk shows it: no hashes; money and balances are joined in by the caller. */
export type AccountProfile = Omit<
  AccountRecord,
  'master_hash' | 'investor_hash' | 'phone_hash' | 'api_hash' | 'must_change_password'
> & {
  readonly api_password_set: boolean;
  /** When tokens were given to its login last; null = never. */
  readonly last_access: string | null;
  /** Effective: the account's own or its group's default. */
  readonly leverage: number;
  readonly currency: string;
  readonly currency_digits: number;
};

/** Every desk operation: its input and its output. */
export interface DeskOps {
  'auth.login': {
    input: {
      audience: Audience;
      login: number;
      password: string;
      terminal?: string;
      otp?: string;
      keep_signed_in?: boolean;
      ip: string;
      user_agent: string;
    };
    output: IssuedTokens;
  };
  'auth.refresh': {
    input: {
      audience: Audience;
      refresh_token: string;
      /** From a cookie: the csrf token must match the session. */
      browser: boolean;
      csrf_token: string;
      /** X-APP-Account, when sent. */
      account?: string;
      ip: string;
    };
    output: IssuedTokens;
  };
  /** Ends a session named by its id, or by a live refresh token with its csrf token. */
  'auth.logout': {
    input: {
      audience: Audience;
      session?: string;
      refresh_token?: string;
      csrf_token?: string;
      account?: string;
    };
    output: null;
  };
  /** Counts a socket's upgrade from an address; refused while antiflood blocks it. */
  'auth.knock': { input: { ip: string }; output: null };
  /** The session of an access token that a front does not know; null = none. */
  'auth.verify': { input: { access_hash: string }; output: SessionCopy | null };
  /** Sessions that made a request or have a socket: no event, for "online". */
  'auth.activity': {
    input: { sessions: readonly string[]; at: number };
    output: null;
  };
  'accounts.create': {
    input: { caller: Caller; body: AccountCreate };
    output: AccountProfile;
  };
  'accounts.read': {
    input: { caller: Caller; login: number };
    output: AccountProfile;
  };
  /** Is the account in the caller's reach? Answers its group; used before trade and balance. */
  'accounts.reach': {
    input: { caller: Caller; login: number };
    output: { group: string };
  };
  /** A price thrown in by staff; journaled, then handed to the market. */
  'quotes.throw': {
    input: { caller: Caller; symbol: string; bid: string; ask: string; last?: string };
    output: { symbol: string; bid: string; ask: string; time: string };
  };
  /** Asked by the server itself, never by the door: a line in the journal. */
  'server.note': { input: { text: string }; output: null };
  /**
   * Asked by the operator's tool, never by the door: a staff login with every right, made or let in
   * again. The password is given out once.
   */
  'staff.administrator': {
    input: { login?: number; password?: string };
    output: { login: number; password: string };
  };
}

export type DeskOp = keyof DeskOps;
export type DeskAnswer<K extends DeskOp> = Outcome<DeskOps[K]['output']>;
/** Seconds to wait before trying again stand in a refusal's message as `retry_after=N`. */
export const RETRY_AFTER = /retry_after=(\d+)/;
