// The account record of the desk: profile, switches, credentials; the leverage of an account.

import type { TerminalKind } from './identity.js';

/** The text fields of a person or company: of a client, and of an account's profile. */
export const CLIENT_TEXTS = [
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
] as const;
export type ClientText = (typeof CLIENT_TEXTS)[number];

/** The text fields of an account's profile. */
export const ACCOUNT_TEXTS = [...CLIENT_TEXTS, 'bank_account', 'color', 'language'] as const;
export type AccountText = (typeof ACCOUNT_TEXTS)[number];

/** The account record of the desk: profile, switches, credentials. The key is the login. */
export type AccountRecord = {
  readonly login: number;
  readonly version: number;
  readonly group: string;
  readonly client_id: number | null;
  readonly agent: number;
  /** 0 = the leverage of the group: see `accountLeverage`. */
  readonly leverage_own: number;
  readonly limit_orders: number;
  readonly limit_positions: number;
  readonly enabled: boolean;
  readonly trading_enabled: boolean;
  readonly api_enabled: boolean;
  readonly must_change_password: boolean;
  /** May the account change its own master password? */
  readonly password_change_enabled: boolean;
  /** Kinds of terminals at which the account may sign in, among those that its group allows. */
  readonly terminals: readonly TerminalKind[];
  readonly policy_revision: number;
  /** Argon2id hashes; empty = not set. */
  readonly master_hash: string;
  readonly investor_hash: string;
  readonly phone_hash: string;
  readonly api_hash: string;
  readonly created_at: string;
  readonly updated_at: string;
  /** The time at which the account was archived; null = it is in use. */
  readonly archived_at: string | null;
  /** The staff user who archived it; absent or 0 = the server. */
  readonly archived_by?: number;
  /** Shown to staff with the right `accounts.hidden` alone. */
  readonly hidden: boolean;
} & {
  readonly [K in AccountText]: string;
};

/** The fields that decide which staff reach an account. */
export type GroupedAccount = Pick<AccountRecord, 'group' | 'hidden'>;

/** The default leverage of a group's accounts. */
type DefaultLeverage = { readonly leverage_default: number };

/** The leverage of an account: its own, or the default of its group. */
export const accountLeverage = (
  { leverage_own }: Pick<AccountRecord, 'leverage_own'>,
  { leverage_default }: DefaultLeverage,
): number => leverage_own || leverage_default;

/** The `leverage_own` of a new account with this leverage: 0 = it follows its group's default. */
export const ownLeverage = (leverage: number, { leverage_default }: DefaultLeverage): number =>
  leverage === leverage_default ? 0 : leverage;
