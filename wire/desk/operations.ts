// Desk operations: the requests of the front to the desk, and the answers.

import type { AccountRecord } from '../accounts/account.js';
import type { Audience, SessionCopy } from '../accounts/identity.js';
import type { PasswordKind } from '../accounts/password.js';
import type { Right } from '../accounts/rights.js';
import type { ReportLine } from '../accounts/staff.js';
import type { JournalViewer } from '../accounts/view.js';
import type { Outcome } from '../base/codes.js';
import type { Fields, Json } from '../base/object.js';
import type { AccountCreate, AccountPatch } from '../rest/accounts/accounts.js';
import type { OtpEnrolment, OtpStatus } from '../rest/accounts/auth.js';
import type { Confirmation, ConfirmedAction } from '../rest/accounts/confirmations.js';
import type { OnlinePlace, OnlineRows, OnlineWindowParams } from '../rest/accounts/online.js';
import type {
  StaffCreate,
  StaffPatch,
  StaffQuery,
  StaffReports,
  StaffRight,
  StaffUser,
} from '../rest/accounts/staff.js';
import type { DatafeedStatus, GatewayStatus } from '../rest/settings/connections.js';
import type { RoutingSample } from '../rest/settings/routing.js';
import type { OlderKind, TransferKind } from '../rest/settings/transfer.js';
import type { RuleEdit } from '../settings/leverage.js';
import type { SettingKind } from '../settings/setting.js';

/** The caller of an operation: taken from the verified session. */
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

/** The newest connection of a login: tokens given out at a sign-in or a refresh. */
export interface AccessRecord {
  readonly login: number;
  readonly at: string;
  readonly ip: string;
}

/** The weekly maintenance of demo accounts: since when it is set, and its newest run. */
export interface MaintenanceRecord {
  readonly server: 'trade';
  /** The time from which its settings are in force, and their version. */
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
  /** And to which address; empty = never. */
  readonly last_ip: string;
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
      user_agent: string;
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
      ip: string;
    };
    output: null;
  };
  /** The login's one-time codes: are they on, and does the group demand them? */
  'auth.otp_status': { input: { caller: Caller }; output: OtpStatus };
  'auth.otp_enrol': { input: { caller: Caller }; output: OtpEnrolment };
  /** Turns codes on; other sessions of the login end, and a browser's gets new tokens. */
  'auth.otp_confirm': {
    input: { caller: Caller; code: string };
    output: { readonly session: SessionCopy; readonly tokens?: IssuedTokens };
  };
  'auth.otp_disable': { input: { caller: Caller; code: string }; output: OtpStatus };
  /** Takes an account's codes away and ends its sessions. */
  'accounts.otp_reset': { input: { caller: Caller; login: number }; output: OtpStatus };
  /** The caller's own master password; ends every session of the login. */
  'auth.password': {
    input: { caller: Caller; current_password: string; new_password: string };
    output: null;
  };
  /** A code for one request of the caller: its action, and the digest of its body. */
  'confirmations.issue': {
    input: { caller: Caller; action: ConfirmedAction; digest: string };
    output: Confirmation;
  };
  /** Has the caller confirmed the request? Only holders of `confirm_actions` have to. */
  'confirmations.use': {
    input: {
      caller: Caller;
      action: ConfirmedAction;
      digest: string;
      token: string;
      code: string;
    };
    output: null;
  };
  /** Counts a socket's upgrade from an address; refused while antiflood blocks it. */
  'auth.checkBlocked': { input: { ip: string }; output: null };
  /** The session of an access token that a front does not know; null = none. */
  'auth.verify': { input: { access_hash: string }; output: SessionCopy | null };
  /** Sessions that made a request or have a socket, and when: no event, for "online". */
  'auth.activity': {
    input: { sessions: readonly string[]; at: readonly number[] };
    output: null;
  };
  /** The sessions in use that the caller sees, oldest first. */
  'online.list': { input: { caller: Caller }; output: OnlineRows };
  'online.window': {
    input: { caller: Caller; query: OnlineWindowParams };
    output: OnlineRows & OnlinePlace;
  };
  /**
   * The part of the journal that the caller may see: from which time on (ms since 1970), and about
   * whom.
   */
  'journal.reader': { input: { caller: Caller }; output: { since: number; viewer: JournalViewer } };
  /** Ends the sessions of a login, or one session. */
  'online.kick': { input: { caller: Caller; login: number }; output: null };
  'online.kick_session': { input: { caller: Caller; session: string }; output: null };
  'accounts.create': {
    input: { caller: Caller; body: AccountCreate };
    output: AccountProfile;
  };
  'accounts.read': {
    input: { caller: Caller; login: number };
    output: AccountProfile;
  };
  /** Changes what is given; sessions at terminals that it takes away end. */
  'accounts.change': {
    input: { caller: Caller; login: number; body: AccountPatch };
    output: AccountProfile;
  };
  /**
   * Is the account in the caller's reach? Returns its group. `writes`: its shard is about to write
   * something for the caller, which takes of the caller's write allowance.
   */
  'accounts.reach': {
    input: { caller: Caller; login: number; writes?: boolean };
    output: { group: string };
  };
  /** Sets a password, and ends the sessions that it opened (master: every one). */
  'accounts.password': {
    input: { caller: Caller; login: number; kind: PasswordKind; password: string };
    output: null;
  };
  /** Tells whether a password fits; one that does not counts as a failed sign-in. */
  'accounts.password_check': {
    input: { caller: Caller; login: number; kind: PasswordKind; password: string };
    output: { matches: boolean };
  };
  /** All settings of a kind in the caller's reach, in the order of their list. */
  'settings.list': {
    input: { caller: Caller; kind: SettingKind; query: Readonly<Record<string, unknown>> };
    output: Json;
  };
  /** Without an id: the one record of a kind that has a single record. */
  'settings.read': {
    input: { caller: Caller; kind: SettingKind; id?: number | string };
    output: Fields;
  };
  'settings.create': {
    input: { caller: Caller; kind: SettingKind; fields: Fields };
    output: Fields;
  };
  /**
   * `whole`: fields left out are set as the kind says; else they stay as they are. `right`: the one
   * that it takes, where that is not the kind's own.
   */
  'settings.patch': {
    input: {
      caller: Caller;
      kind: SettingKind;
      right?: Right;
      id?: number | string;
      version: number;
      fields: Fields;
      whole: boolean;
    };
    output: Fields;
  };
  'settings.remove': { input: { caller: Caller; kind: SettingKind; id: number }; output: null };
  'settings.order': {
    input: { caller: Caller; kind: SettingKind; ids: readonly number[] };
    output: Json;
  };
  /** The kinds that can be transferred, and which of them the caller may read and write. */
  'transfer.catalog': { input: { caller: Caller }; output: Json };
  'transfer.export': {
    input: {
      caller: Caller;
      kinds: Readonly<Partial<Record<TransferKind, readonly string[] | null>>>;
    };
    output: Json;
  };
  /** `bytes` are the body as it came: it is large, and read where it does not hold up others. */
  'transfer.preview': { input: { caller: Caller; bytes: Uint8Array }; output: Json };
  'transfer.import': { input: { caller: Caller; bytes: Uint8Array }; output: Json };
  'transfer.delete': {
    input: { caller: Caller; kind: TransferKind; keys: readonly string[]; dry_run: boolean };
    output: Json;
  };
  /** The older export and import of one kind, in the shape of its list. */
  'config.export': { input: { caller: Caller; kind: OlderKind }; output: Json };
  'config.import': { input: { caller: Caller; bytes: Uint8Array }; output: Json };
  /** Changes the rules of a leverage profile; `version` is the one that it rests on. */
  'leverage.rules': {
    input: { caller: Caller; id: number; version: number; edit: RuleEdit };
    output: Fields;
  };
  /** Which routing rule would take a request, and why. */
  'routing.test': { input: { caller: Caller; sample: RoutingSample }; output: Fields };
  'routing.drop_dealer': { input: { caller: Caller; id: number; dealer: number }; output: Fields };
  /** The enabled holidays that close a symbol on a day, `YYYY-MM-DD`; today where left out. */
  'holidays.check': {
    input: { caller: Caller; symbol: string; date?: string };
    output: Fields;
  };
  /** One e-mail through a mail server; answered when that has answered. */
  'mail-servers.test': { input: { caller: Caller; id: number; to: string }; output: null };
  /** The state of each datafeed and gateway, in the order of their lists. */
  'datafeeds.statuses': { input: Fields; output: readonly DatafeedStatus[] };
  'gateways.statuses': { input: Fields; output: readonly GatewayStatus[] };
  /** Restarts the connection of a datafeed; journaled. */
  'datafeeds.restart': { input: { caller: Caller; id: number }; output: null };
  /** A manual quote of staff; journaled, then handed to the market. */
  'quotes.publish': {
    input: { caller: Caller; symbol: string; bid: string; ask: string; last?: string };
    output: { symbol: string; bid: string; ask: string; time: string };
  };
  /** The desk preferences of the caller; `bytes` are a body as it came. */
  'preferences.read': { input: { caller: Caller }; output: Json };
  'preferences.write': {
    input: { caller: Caller; bytes: Uint8Array; merge: boolean };
    output: Json;
  };
  /** Staff users in the caller's scope, by login. */
  'staff.list': { input: { caller: Caller; query: StaffQuery }; output: Json };
  'staff.read': { input: { caller: Caller; login: number }; output: StaffUser };
  'staff.create': { input: { caller: Caller; body: StaffCreate }; output: StaffUser };
  'staff.change': {
    input: { caller: Caller; login: number; body: StaffPatch };
    output: StaffUser;
  };
  'staff.disable': { input: { caller: Caller; login: number }; output: StaffUser };
  'staff.delete': { input: { caller: Caller; login: number }; output: null };
  'staff.password': { input: { caller: Caller; login: number; password: string }; output: null };
  'staff.reports': { input: { caller: Caller; login: number }; output: readonly ReportLine[] };
  'staff.put_reports': {
    input: { caller: Caller; login: number; body: StaffReports };
    output: readonly ReportLine[];
  };
  /** Every right, and whether the caller may grant it. */
  'staff.rights': { input: { caller: Caller }; output: readonly StaffRight[] };
  /** Asked by the server itself, never by the door: a line in the journal. */
  'server.note': { input: { text: string; login: number }; output: null };
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
