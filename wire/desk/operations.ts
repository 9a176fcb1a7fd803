// Desk operations: the requests of the front to the desk, with inputs and answers.

import type { ClientRecord } from '../accounts/client.js';
import type { NewFile } from '../accounts/file.js';
import type { Audience, SessionCopy } from '../accounts/identity.js';
import type { MailFile, ShownMail } from '../accounts/mailbox.js';
import type { PasswordKind } from '../accounts/password.js';
import type { AccountProfile } from '../accounts/profile.js';
import type { Right } from '../accounts/rights.js';
import type { ReportLine } from '../accounts/staff.js';
import type { StaffStep } from '../accounts/states.js';
import type { JournalViewer, Viewer } from '../accounts/view.js';
import type { SavedWatchlist } from '../accounts/watchlists.js';
import type { Code, Outcome } from '../base/codes.js';
import type { Fields, Json } from '../base/object.js';
import type { AccountGroup } from '../rest/accounts/account-lists.js';
import type { AccountCreate, AccountPatch } from '../rest/accounts/accounts.js';
import type { OtpEnrolment, OtpStatus } from '../rest/accounts/auth.js';
import type { ClientCreate, ClientPatch } from '../rest/accounts/clients.js';
import type { Confirmation } from '../rest/accounts/confirmations.js';
import type { ConfirmedAction } from '../rest/accounts/confirmed-acts.js';
import type {
  Mailbox,
  MailDraft,
  MailSend,
  MailSendResult,
  TraderMailSend,
} from '../rest/accounts/mail.js';
import type { NotificationResult } from '../rest/accounts/notifications.js';
import type { OnlinePlace, OnlineRows, OnlineWindowParams } from '../rest/accounts/online.js';
import type {
  StaffCreate,
  StaffPatch,
  StaffQuery,
  StaffReports,
  StaffRight,
  StaffUser,
} from '../rest/accounts/staff.js';
import type {
  DatafeedStatus,
  GatewayStatus,
  GatewayTransaction,
} from '../rest/settings/connections.js';
import type { LicenceStatus } from '../rest/settings/licence.js';
import type { SymbolImportBody } from '../rest/settings/offered-symbols.js';
import type { PlatformModeBody } from '../rest/settings/platform.js';
import type { ToldAccount } from '../rest/settings/provider-accounts.js';
import type { AvailableReport } from '../rest/settings/report-configs.js';
import type { RoutingSample } from '../rest/settings/routing.js';
import type { MaintenanceRuns, ServerMaintenance } from '../rest/settings/server-views.js';
import type { QuickFields } from '../rest/settings/symbols.js';
import type { OlderKind, SettingTransferKind, TransferKind } from '../rest/settings/transfer.js';
import type { BrandImage, TerminalBrand } from '../settings/brands.js';
import type { ConnectionKind } from '../settings/connections.js';
import type { RuleEdit } from '../settings/leverage.js';
import type { SettingKind } from '../settings/setting.js';
import type { BulkCloseOps } from './bulk-close-operations.js';
import type { Caller, OnceKey } from './caller.js';
import type { PriceOps } from './price-operations.js';
import type { MailRecipients } from './queries.js';
import type { ReportJobOps } from './report-operations.js';
import type { SignUpOps } from './sign-up-operations.js';

export type { AccountCaller, Caller, OnceKey } from './caller.js';

/** New tokens in plain text, returned once; only their hashes are stored. */
export interface IssuedTokens {
  readonly session: SessionCopy;
  readonly access_token: string;
  readonly refresh_token: string;
}

/** A past run of the weekly maintenance. */
export interface MaintenanceRunRecord extends Omit<ServerMaintenance, 'status'> {
  readonly id: number;
  /** `failed` = the next run began before it had ended. */
  readonly status: 'done' | 'failed';
}

/** The weekly maintenance of demo accounts: its settings, and its newest run. */
export interface MaintenanceRecord {
  readonly server: 'trade';
  /** The time at which the settings took effect, and their version. */
  readonly effective_at: string;
  readonly config_version: number;
  readonly status: 'idle' | 'running' | 'done' | 'stopped';
  /** The planned time of the newest run; null = there was none. */
  readonly scheduled_at: string | null;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  /** The login that the run has reached: lower logins are done. */
  readonly cursor: number;
  /**
   * Accounts that were archived, and accounts that were kept because of positions, orders or
   * requests.
   */
  readonly expired: number;
  readonly skipped_busy: number;
  /** The error that stops the run; empty = none. */
  readonly error: string;
}

/** A message of a staff user, completed by its draft. */
export interface OutgoingMail {
  readonly subject: string;
  readonly body: string;
  readonly to_logins: readonly number[];
  /** A mask of groups; empty = the logins are named. */
  readonly to_group: string;
  readonly email: boolean;
  /** 0 = the default mail server, or no mail or draft. */
  readonly server_id: number;
  /** Null = the thread of the draft. */
  readonly reply_to: number | null;
  readonly draft_id: number;
  /** The version of the draft that the texts are from. */
  readonly draft_version: number;
}

/** Every desk operation: its input and its output. */
export interface DeskOps extends SignUpOps, ReportJobOps, PriceOps, BulkCloseOps {
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
      /** True where the tokens come from cookies: the csrf token must then match the session. */
      browser: boolean;
      csrf_token: string;
      /** The header X-APP-Account, where sent. */
      account?: string;
      /** An id of the use: a repeated request with the same Idempotency-Key has the same. */
      use: string;
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
  /** Are one-time codes on for the login, and does its group demand them? */
  'auth.otp_status': { input: { caller: Caller }; output: OtpStatus };
  'auth.otp_enrol': { input: { caller: Caller }; output: OtpEnrolment };
  /**
   * Turns one-time codes on. Other sessions of the login end, and a browser's session gets new
   * tokens.
   */
  'auth.otp_confirm': {
    input: { caller: Caller; code: string };
    output: { readonly session: SessionCopy; readonly tokens?: IssuedTokens };
  };
  'auth.otp_disable': { input: { caller: Caller; code: string }; output: OtpStatus };
  /** Removes an account's one-time codes and ends its sessions. */
  'accounts.otp_reset': { input: { caller: Caller; login: number }; output: OtpStatus };
  /** Changes the caller's own master password and ends every session of the login. */
  'auth.password': {
    input: { caller: Caller; current_password: string; new_password: string };
    output: null;
  };
  /** Sets the password of the caller's programs and ends their sessions; empty text removes it. */
  'auth.api_password': {
    input: { caller: Caller; current_password: string; api_password: string };
    output: null;
  };
  /** Issues a code for one request of the caller, named by its action and its digest. */
  'confirmations.issue': {
    input: { caller: Caller; action: ConfirmedAction; digest: string };
    output: Confirmation;
  };
  /** Did the caller confirm the request? Only holders of `confirm_actions` must confirm. */
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
  /** Counts an address's attempt to open a socket; refused while antiflood blocks the address. */
  'auth.checkBlocked': { input: { ip: string }; output: null };
  /** Finds the session of an access token that the front does not know; null = none. */
  'auth.verify': { input: { access_hash: string }; output: SessionCopy | null };
  /**
   * Reports sessions that made a request or have a socket, and when. It writes no event; the list
   * of online sessions uses it.
   */
  'auth.activity': {
    input: { sessions: readonly string[]; at: readonly number[] };
    output: null;
  };
  /** Lists the sessions in use that the caller may see, oldest first. */
  'online.list': { input: { caller: Caller }; output: OnlineRows };
  'online.window': {
    input: { caller: Caller; query: OnlineWindowParams };
    output: OnlineRows & OnlinePlace;
  };
  /**
   * The part of the journal that the caller may read: from which time on (ms since 1970), and which
   * subjects.
   */
  'journal.reader': { input: { caller: Caller }; output: { since: number; viewer: JournalViewer } };
  /**
   * The rights held now by a reader of reports, and the first day (since 1970) that they show;
   * null = all days.
   */
  'reports.reader': {
    input: { caller: Caller };
    output: { viewer: Viewer; since: number | null };
  };
  /** The reports that the caller may request, by position and name. */
  'reports.available': { input: { caller: Caller }; output: readonly AvailableReport[] };
  /** The reader of a list with the rights held now, and the key of the cursors of such a reader. */
  'lists.reader': { input: { caller: Caller }; output: { viewer: Viewer; key: string } };
  /** Lists the groups that the caller sees, by path. */
  'accounts.groups': { input: { caller: Caller }; output: readonly AccountGroup[] };
  /** Ends all sessions of a login, or one session. */
  /** Writes to accounts; a row for each login in the order of its first mention. */
  'notifications.send': {
    input: { caller: Caller; body: { readonly logins: string; readonly message: string } };
    output: NotificationResult[];
  };
  'online.kick': { input: { caller: Caller; login: number }; output: null };
  'online.kick_session': { input: { caller: Caller; session: string }; output: null };
  /** With a key the caller opens one account by it, however often the operation is repeated. */
  'accounts.create': {
    input: { caller: Caller; body: AccountCreate; once?: OnceKey };
    output: AccountProfile;
  };
  /** Would the account be opened? Returns its login if it was by the same key; 0 = it was not. */
  'accounts.openable': {
    input: { caller: Caller; body: AccountCreate; once: OnceKey };
    output: { login: number };
  };
  'accounts.read': {
    input: { caller: Caller; login: number };
    output: AccountProfile;
  };
  /**
   * Changes the given fields; sessions at terminals that are no longer allowed end. Here and below
   * the `version` of the account must be the present one, if it is given.
   */
  'accounts.change': {
    input: { caller: Caller; login: number; body: Partial<AccountPatch> };
    output: AccountProfile;
  };
  /** Takes a step of an account's life cycle. */
  'accounts.step': {
    input: { caller: Caller; login: number; step: StaffStep };
    output: AccountProfile;
  };
  /** Deletes an account that never traded and was never paid. */
  'accounts.delete': { input: { caller: Caller; login: number }; output: null };
  /** Moves an account to another group. */
  'accounts.move': {
    input: { caller: Caller; login: number; group: string; version?: number };
    output: AccountProfile;
  };
  /** Sets an account's own leverage; 0 = that of its group. */
  'accounts.leverage': {
    input: { caller: Caller; login: number; leverage: number; version?: number };
    output: AccountProfile;
  };
  /** The login that the next account of a group gets. */
  'accounts.next_login': {
    input: { caller: Caller; group: string };
    output: { login: number };
  };
  /**
   * Returns the group of an account that the caller may touch, else refuses. With `writes` the
   * account's shard is about to write for the caller, which counts against the caller's write
   * allowance.
   */
  'accounts.reach': {
    input: { caller: Caller; login: number; writes?: boolean };
    output: { group: string };
  };
  /**
   * The accounts among these that the caller may not touch, each with the code. Refused when the
   * caller lacks one of the rights by now. `writes`: how many writes the shards are about to make
   * for the caller.
   */
  'accounts.reach_all': {
    input: {
      caller: Caller;
      logins: readonly number[];
      rights: readonly Right[];
      writes?: number;
    };
    output: { refused: ReadonlyMap<number, Code> };
  };
  /** Adds lines about refused trades to the journal; done ones stand in their accounts' events. */
  'trades.note': {
    input: {
      caller: Caller;
      lines: readonly { readonly login: number; readonly text: string }[];
      summary: string;
    };
    output: null;
  };
  /** Sets a password and ends the sessions that were opened with it (master: all sessions). */
  'accounts.password': {
    input: { caller: Caller; login: number; kind: PasswordKind; password: string };
    output: null;
  };
  /** Does a password match? A wrong one counts as a failed sign-in. */
  'accounts.password_check': {
    input: { caller: Caller; login: number; kind: PasswordKind; password: string };
    output: { matches: boolean };
  };
  /** Here and below a client has the linked accounts that the caller sees. */
  'clients.read': { input: { caller: Caller; id: number }; output: ClientRecord };
  'clients.create': { input: { caller: Caller; body: ClientCreate }; output: ClientRecord };
  'clients.change': {
    input: { caller: Caller; id: number; body: ClientPatch };
    output: ClientRecord;
  };
  /** Deletes a client without accounts. */
  'clients.delete': { input: { caller: Caller; id: number }; output: null };
  /** Links an account of no client, or unlinks one of this client. */
  'clients.link': {
    input: { caller: Caller; id: number; login: number };
    output: ClientRecord;
  };
  'clients.unlink': {
    input: { caller: Caller; id: number; login: number };
    output: ClientRecord;
  };
  /** Lists the settings of a type that the caller may see, in list order. */
  'settings.list': {
    input: { caller: Caller; kind: SettingKind; query: Readonly<Record<string, unknown>> };
    output: Json;
  };
  /** Reads one setting. A type with a single record takes no id. */
  'settings.read': {
    input: { caller: Caller; kind: SettingKind; id?: number | string };
    output: Fields;
  };
  'settings.create': {
    input: { caller: Caller; kind: SettingKind; fields: Fields };
    output: Fields;
  };
  /**
   * Changes a setting. With `whole`, missing fields get the value that the type declares for them;
   * else they keep their value.
   */
  'settings.patch': {
    input: {
      caller: Caller;
      kind: SettingKind;
      id?: number | string;
      version: number;
      fields: Fields;
      whole: boolean;
    };
    output: Fields;
  };
  /** Changes fields of a symbol that change daily. */
  'symbols.quick': {
    input: { caller: Caller; id: number; version: number; fields: QuickFields };
    output: Fields;
  };
  'settings.remove': {
    input: { caller: Caller; kind: SettingKind; id: number; version?: number };
    output: null;
  };
  'settings.order': {
    input: { caller: Caller; kind: SettingKind; ids: readonly number[] };
    output: Json;
  };
  /** The types of settings in files, and whether the caller may read and write each. */
  'transfer.catalog': { input: { caller: Caller }; output: Json };
  'transfer.export': {
    input: {
      caller: Caller;
      kinds: Readonly<Partial<Record<TransferKind, readonly string[] | null>>>;
    };
    output: Json;
  };
  /** `bytes` is the unparsed body: it is large, and parsed where it does not block others. */
  'transfer.preview': { input: { caller: Caller; bytes: Uint8Array }; output: Json };
  'transfer.import': { input: { caller: Caller; bytes: Uint8Array }; output: Json };
  'transfer.delete': {
    input: {
      caller: Caller;
      kind: SettingTransferKind;
      keys: readonly string[];
      dry_run: boolean;
    };
    output: Json;
  };
  /** The older export and import of one type, in the form of its list. */
  'config.export': { input: { caller: Caller; kind: OlderKind }; output: Json };
  'config.import': { input: { caller: Caller; bytes: Uint8Array }; output: Json };
  /**
   * Changes the rules of a leverage profile; `version` is the version that the change is based on.
   */
  'leverage.rules': {
    input: { caller: Caller; id: number; version: number; edit: RuleEdit };
    output: Fields;
  };
  /** Finds the routing rule that would decide a request, and the reasons. */
  'routing.test': { input: { caller: Caller; sample: RoutingSample }; output: Fields };
  'routing.drop_dealer': { input: { caller: Caller; id: number; dealer: number }; output: Fields };
  /** Makes a brand the default one. */
  'brands.make_default': { input: { caller: Caller; id: number }; output: Fields };
  /** The brand that serves a Host header, as terminals read it. */
  'brands.of_host': { input: { host: string }; output: TerminalBrand };
  /** An image of a brand, as a download: the SHA-256 of its content, its media type and name. */
  'brands.image': {
    input: { caller: Caller; id: number; kind: BrandImage };
    output: { readonly sha256: string; readonly type: string; readonly name: string };
  };
  /** The same of the brand that serves a Host header. */
  'brands.image_of_host': {
    input: { host: string; kind: BrandImage };
    output: DeskOps['brands.image']['output'];
  };
  'brands.put_image': {
    input: { caller: Caller; id: number; kind: BrandImage; file: NewFile };
    output: Fields;
  };
  'brands.remove_image': {
    input: { caller: Caller; id: number; kind: BrandImage };
    output: Fields;
  };
  /** The state of the licence, after a check of it. */
  'licence.status': { input: { caller: Caller }; output: LicenceStatus };
  /** Applies a licence key. */
  'licence.apply': { input: { caller: Caller; key: string }; output: LicenceStatus };
  /** The enabled holidays that close a symbol on a day, `YYYY-MM-DD`; default: today. */
  'holidays.check': {
    input: { caller: Caller; symbol: string; date?: string };
    output: Fields;
  };
  /** Sends one e-mail through a mail server; answers when the mail server has answered. */
  'mail-servers.test': { input: { caller: Caller; id: number; to: string }; output: null };
  /** The state of each datafeed and gateway, in list order. */
  'datafeeds.statuses': { input: Fields; output: readonly DatafeedStatus[] };
  'gateways.statuses': { input: Fields; output: readonly GatewayStatus[] };
  /** Restarts the connection of a datafeed; journaled. */
  'datafeeds.restart': { input: { caller: Caller; id: number }; output: null };
  'gateways.restart': { input: { caller: Caller; id: number }; output: null };
  /** The accounts that a provider keeps; `pays`: are their balances to be paid in here? */
  'gateways.accounts': {
    input: { caller: Caller; id: number };
    output: { accounts: readonly ToldAccount[]; pays: boolean };
  };
  /** Opens an account for one of a provider, once; login 0 = a dry run, and it is not open yet. */
  'gateways.open_account': {
    input: { caller: Caller; id: number; told: ToldAccount; group: string; dry_run: boolean };
    output: { login: number };
  };
  /** Messages that a gateway has kept, the newest first. */
  'gateways.transactions': {
    input: { caller: Caller; id: number; before: string; limit: number };
    output: readonly GatewayTransaction[];
  };
  /** The symbols that the provider of a connection offers. */
  'connections.offered': {
    input: { caller: Caller; kind: ConnectionKind; id: number };
    output: Json;
  };
  /** Creates symbols that the provider offers, disabled, and translates their names; journaled. */
  'connections.import': {
    input: { caller: Caller; kind: ConnectionKind; id: number; body: SymbolImportBody };
    output: Json;
  };
  /** Reads the desk preferences of the caller; in the writes, `bytes` is the unparsed body. */
  'mail.reader': { input: { caller: Caller }; output: { readonly enabled: boolean } };
  'mail.read': { input: { caller: Caller; id: number }; output: ShownMail };
  'mail.file': { input: { caller: Caller; id: number; file: number }; output: MailFile };
  'mail.mark': {
    input: { caller: Caller; copies: readonly Pick<ShownMail, 'id' | 'thread'>[] };
    output: null;
  };
  'mail.delete': { input: { caller: Caller; id: number }; output: null };
  'mail.mailboxes': { input: { caller: Caller }; output: readonly Mailbox[] };
  /** `viewer` and `has_values` are for the query of the recipients of groups. */
  'mail.outgoing': {
    input: { caller: Caller; body: MailSend };
    output: { readonly mail: OutgoingMail; readonly viewer: Viewer; readonly has_values: boolean };
  };
  'mail.send': {
    input: {
      caller: Caller;
      mail: OutgoingMail;
      files: readonly NewFile[];
      /** The recipients of a message to groups, as this viewer sees them. */
      groups?: { readonly viewer: Viewer; readonly found: MailRecipients };
    };
    output: MailSendResult;
  };
  'mail.outbox': {
    input: { caller: Caller };
    output: { readonly [K in 'sees_all' | 'sees_emails' | 'sees_names']: boolean };
  };
  /** Gives up the e-mails of a message, by the id of its sent copy. */
  'mail.cancel': { input: { caller: Caller; id: number }; output: { cancelled: number } };
  'mail.send_to_staff': {
    input: { caller: Caller; body: TraderMailSend; files: readonly NewFile[] };
    output: ShownMail;
  };
  'mail.draft': { input: { caller: Caller; id: number; body: MailDraft }; output: ShownMail };
  'mail.attach': { input: { caller: Caller; id: number; file: NewFile }; output: ShownMail };
  'mail.detach': { input: { caller: Caller; id: number; file: number }; output: ShownMail };
  'preferences.read': { input: { caller: Caller }; output: Json };
  'preferences.write': {
    input: { caller: Caller; bytes: Uint8Array; merge: boolean };
    output: Json;
  };
  /** The saved lists of the caller, and the symbols of the default list at a host. */
  'watchlists.read': {
    input: { caller: Caller; host: string };
    output: { saved: readonly SavedWatchlist[]; defaults: readonly string[] };
  };
  'watchlists.create': {
    input: { caller: Caller; name: string; symbols: readonly string[] };
    output: SavedWatchlist;
  };
  'watchlists.change': {
    input: { caller: Caller; id: number; name?: string; symbols?: readonly string[] };
    output: SavedWatchlist;
  };
  'watchlists.remove': { input: { caller: Caller; id: number }; output: null };
  /** Lists the staff users in the caller's scope, by login. */
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
  /** Lists all rights, and whether the caller may grant each. */
  'staff.rights': { input: { caller: Caller }; output: readonly StaffRight[] };
  'maintenance.read': { input: { caller: Caller }; output: ServerMaintenance };
  /** A page of past runs of the weekly maintenance, the newest first. */
  'maintenance.runs': {
    input: { caller: Caller; page: number; limit: number };
    output: MaintenanceRuns;
  };
  'platform.mode': { input: { caller: Caller } & PlatformModeBody; output: null };
  /** Releases a copy; `caller` null = by the operator's command. */
  'platform.release': { input: { caller: Caller | null }; output: null };
  /** Writes a line to the journal. Only the server itself calls this, never the HTTP layer. */
  'server.note': { input: { text: string; login: number }; output: null };
  /** Makes an administrator; returns a generated password. Only the operator's command calls it. */
  'staff.administrator': {
    input: { login?: number; password?: string };
    output: { login: number; password?: string };
  };
}

export type DeskOp = keyof DeskOps;
export type DeskAnswer<K extends DeskOp> = Outcome<DeskOps[K]['output']>;
/** A refusal that can be retried names the seconds to wait in its message, as `retry_after=N`. */
export const RETRY_AFTER = /retry_after=(\d+)/;
