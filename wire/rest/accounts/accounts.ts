// Accounts over REST: opening, reading, changing, payments.

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { ACCOUNT_TEXTS, type AccountText, type ClientText } from '../../accounts/account.js';
import { TERMINALS } from '../../accounts/identity.js';
import { PASSWORD_KINDS, PasswordText } from '../../accounts/password.js';
import { ACCOUNT_STATES } from '../../accounts/states.js';
import {
  Decimal,
  Email,
  Id,
  Named,
  RequestId,
  Time,
  TimeOrNull,
  Uuid,
  WholeText,
  Words,
} from '../../base/schema.js';
import { confirmFields } from '../../fields/confirm-fields.js';
import { BALANCE_ACTIONS } from '../../trading/commands.js';
import { LOGIN_MAX } from '../../trading/daily.js';
import { MoneyShape } from '../trading/shapes.js';

const TEXT_LENGTH_MAX = 256;
const COMMENT_LENGTH_MAX = 64;
const Text = (maxLength = TEXT_LENGTH_MAX) => Type.Optional(WholeText(maxLength));
const Count = () => Type.Integer({ minimum: 0, maximum: 1_000_000 });

/** The version that a change is made for. */
export const Version = () => Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const GroupPath = () => Type.String({ minLength: 1, maxLength: 128 });
const Leverage = () => Type.Integer({ minimum: 0, maximum: 10_000 });

/** Text fields of clients and of new accounts, which cannot have others when they are opened. */
export const CLIENT_TEXT_FIELDS = {
  name: Text(128),
  last_name: Text(128),
  middle_name: Text(128),
  email: Type.Optional(Email()),
  phone: Text(),
  address: Text(),
  city: Text(),
  state: Text(),
  zip_code: Text(),
  country: Text(),
  company: Text(),
  id_number: Text(),
  lead_campaign: Text(),
  lead_source: Text(),
  status: Type.Optional(Words(['RE', 'NR', ''] as const)),
  comment: Text(1024),
} as const satisfies Readonly<Record<ClientText, TSchema>>;

/** Fields that can be set at the opening of an account and changed later. */
const SETTABLE = {
  limit_orders: Type.Optional(Count()),
  limit_positions: Type.Optional(Count()),
  trading_enabled: Type.Optional(Type.Boolean()),
  terminals: Type.Optional(Type.Array(Words(TERMINALS), { uniqueItems: true })),
  password_change_enabled: Type.Optional(Type.Boolean()),
  hidden: Type.Optional(Type.Boolean()),
  language: Text(32),
  ...CLIENT_TEXT_FIELDS,
} as const;

/**
 * Opens an account, with the passwords that are given, or with `send_passwords` with passwords that
 * the server makes and e-mails to the owner.
 */
export const AccountCreateBody = Named('AccountCreate', {
  group: GroupPath(),
  master_password: Type.Optional(PasswordText()),
  investor_password: Type.Optional(PasswordText()),
  send_passwords: Type.Optional(Type.Boolean()),
  phone_password: Type.Optional(PasswordText()),
  login: Type.Optional(Type.Integer({ minimum: 0, maximum: LOGIN_MAX })),
  leverage: Type.Optional(Leverage()),
  ...SETTABLE,
});
export type AccountCreate = Static<typeof AccountCreateBody>;

/**
 * Changes the given fields if `version` is current. Passwords, group and leverage have routes of
 * their own, because they affect sessions or open positions.
 */
export const AccountPatchBody = Named('AccountPatch', {
  version: Version(),
  ...SETTABLE,
  api_enabled: Type.Optional(Type.Boolean()),
  /** The login that earns of the account's trades; 0 = none. */
  agent: Type.Optional(Type.Integer({ minimum: 0, maximum: LOGIN_MAX })),
  bank_account: Text(),
  color: Text(32),
});
export type AccountPatch = Static<typeof AccountPatchBody>;

/** Moves an account to another group if `version` is current. */
export const AccountGroupBody = Named('AccountGroupBody', {
  version: Version(),
  group: GroupPath(),
});

/** Sets an account's own leverage if `version` is current; 0 = that of its group. */
export const AccountLeverageBody = Named('AccountLeverageBody', {
  version: Version(),
  leverage: Leverage(),
});

/** The group of a future account. */
export const NextLoginParams = Named('NextLoginParams', { group: GroupPath() });

/** The login that the next account gets. */
export const NextLogin = Named('NextLogin', { login: Type.Integer() });

/** Selects one of an account's passwords, to set or to check it. */
export const AccountPasswordBody = Named('AccountPasswordBody', {
  kind: Words(PASSWORD_KINDS),
  password: PasswordText(),
});

/** Does the password match? */
export const PasswordMatch = Named('PasswordMatch', { matches: Type.Boolean() });

/** The login in a path. */
export const LoginPath = Named('LoginPath', { login: Id() });

const texts = Object.fromEntries(ACCOUNT_TEXTS.map((name) => [name, Type.String()])) as {
  [K in AccountText]: ReturnType<typeof Type.String>;
};

/** An account as staff see it; `money` is null while its actor does not answer. */
export const Account = Named('Account', {
  login: Type.Integer(),
  version: Type.Integer(),
  group: Type.String(),
  client_id: Type.Union([Type.Integer(), Type.Null()]),
  agent: Type.Integer(),
  leverage: Type.Integer(),
  /** Does the leverage follow the group's default? */
  leverage_inherited: Type.Boolean(),
  limit_orders: Type.Integer(),
  limit_positions: Type.Integer(),
  enabled: Type.Boolean(),
  trading_enabled: Type.Boolean(),
  api_enabled: Type.Boolean(),
  api_password_set: Type.Boolean(),
  password_change_enabled: Type.Boolean(),
  terminals: Type.Array(Words(TERMINALS)),
  policy_revision: Type.Integer(),
  currency: Type.String(),
  currency_digits: Type.Integer(),
  created_at: Time(),
  updated_at: Time(),
  last_access: TimeOrNull(),
  last_ip: Type.String(),
  archived_at: TimeOrNull(),
  account_state: Words(ACCOUNT_STATES),
  hidden: Type.Boolean(),
  ...texts,
  balance: Decimal(),
  credit: Decimal(),
  balance_prev_day: Decimal(),
  balance_prev_month: Decimal(),
  money: Type.Union([MoneyShape, Type.Null()]),
});

/** Deposits (above zero) or withdraws (below zero). The same request id is executed once. */
export const BalanceBody = Named('BalanceBody', {
  request_id: RequestId(),
  action: Words(BALANCE_ACTIONS),
  amount: Decimal(),
  comment: Type.Optional(WholeText(COMMENT_LENGTH_MAX)),
  skip_margin_check: Type.Optional(Type.Boolean()),
  ...confirmFields,
});

/**
 * The result of a payment. `unknown` = no result came in time; send the same request id to ask
 * again. `side` is empty for payments that do not belong to a side of positions.
 */
export const PaymentResult = Named('PaymentResult', {
  amount: Decimal(),
  code: Type.String(),
  deal_id: Type.Union([Type.Integer(), Type.Null()]),
  login: Type.Integer(),
  message: Type.String(),
  request_id: Uuid(),
  side: Words(['', 'buy', 'sell'] as const),
  status: Words(['done', 'rejected', 'unknown'] as const),
});

/**
 * What the deals of an account sum up to, beside its balance and credit. A difference is what the
 * ledger has more.
 */
export const Recalculation = Named('Recalculation', {
  login: Type.Integer(),
  currency: Type.String(),
  account_seq: Type.Integer(),
  deals: Type.Integer(),
  balance: Decimal(),
  balance_deals: Decimal(),
  balance_difference: Decimal(),
  credit: Decimal(),
  credit_deals: Decimal(),
  credit_difference: Decimal(),
});

/** Corrects the ledger of an account, once for each request id. */
export const LedgerCorrectBody = Named('LedgerCorrectBody', { request_id: RequestId() });

/** Most accounts of an import: their passwords take the server about half a minute. */
export const IMPORT_ROWS_MAX = 500;
const IMPORT_CSV_MAX = 1 << 20;

const importBody = <T extends TSchema>(row: T) =>
  Named('AccountImport', {
    request_id: RequestId(),
    dry_run: Type.Optional(Type.Boolean()),
    accounts: Type.Optional(Type.Array(row, { minItems: 1, maxItems: IMPORT_ROWS_MAX })),
    csv: Type.Optional(Type.String({ minLength: 1, maxLength: IMPORT_CSV_MAX })),
    ...confirmFields,
  });

/** An account to open, and the balance that is paid in. */
export const AccountImportRow = Named('AccountImportRow', {
  ...AccountCreateBody.properties,
  deposit: Type.Optional(Decimal()),
});

/**
 * Opens many accounts, each row once for the same request id: as a list, or as CSV by RFC 4180 with
 * the names of the fields in its first line.
 */
export const AccountImportBody = importBody(AccountImportRow);
/** The same before its rows are checked, each for itself. */
export const UncheckedImport = importBody(Type.Record(Type.String(), Type.Unknown()));

/**
 * What came of a row; `valid` = a dry run found no fault. Login 0 = there is none yet. A row that
 * is rejected with a login has its account, and its deposit was not made. `unknown` = the account
 * is open, and no result of its deposit came in time; send the same request id to ask again.
 */
export const AccountImportResult = Named('AccountImportResult', {
  code: Type.String(),
  login: Type.Integer(),
  message: Type.String(),
  row: Type.Integer(),
  status: Words(['done', 'valid', 'rejected', 'unknown'] as const),
});
export type AccountImportResult = Static<typeof AccountImportResult>;

/** Most accounts that one request changes. */
const BULK_ACCOUNTS_MAX = 1000;

/** Fields that many accounts change at once, in the order in which each account changes them. */
export const BULK_FIELDS = ['enabled', 'trading_enabled', 'leverage', 'group'] as const;
export type BulkField = (typeof BULK_FIELDS)[number];

/** Changes the same fields of many accounts; at least one of them. */
export const BulkChangeBody = Named('BulkChangeBody', {
  logins: Type.Array(Id(), { minItems: 1, maxItems: BULK_ACCOUNTS_MAX, uniqueItems: true }),
  enabled: Type.Optional(Type.Boolean()),
  trading_enabled: Type.Optional(Type.Boolean()),
  leverage: Type.Optional(Leverage()),
  group: Type.Optional(GroupPath()),
  ...confirmFields,
});
export type BulkChangeBody = Static<typeof BulkChangeBody>;

/**
 * What came of the changes of an account: the fields that it has as asked, and the refusal of the
 * next one; the fields behind that were not tried.
 */
export const BulkChangeResult = Named('BulkChangeResult', {
  code: Type.String(),
  login: Type.Integer(),
  made: Type.Array(Words(BULK_FIELDS)),
  message: Type.String(),
  status: Words(['done', 'rejected'] as const),
});
export type BulkChangeResult = Static<typeof BulkChangeResult>;
