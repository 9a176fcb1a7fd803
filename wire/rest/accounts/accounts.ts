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
  OrNull,
  RequestId,
  refersTo,
  Time,
  TimeOrNull,
  Uuid,
  WholeText,
  Words,
} from '../../base/schema.js';
import { confirmFields } from '../../fields/confirm-fields.js';
import { section, wordedAs } from '../../fields/words.js';
import { BALANCE_ACTIONS } from '../../trading/commands.js';
import { LOGIN_MAX } from '../../trading/daily.js';
import { MoneyShape } from '../trading/shapes.js';

const personalData = section('Personal data');
const marketing = section('Marketing');
const desk = section('Desk');
const trading = section('Trading');
const access = section('Access');
const identity = section('Identity');
const record = section('Record');
const money = section('Money');
const payment = section('Payment');
const ledger = section('Ledger');
const accounts = section('Accounts');
const account = section('Account');
const change = section('Change');

const TEXT_LENGTH_MAX = 256;
const COMMENT_LENGTH_MAX = 64;
const Text = (maxLength = TEXT_LENGTH_MAX) => Type.Optional(WholeText(maxLength));
const Count = () => Type.Integer({ minimum: 0, maximum: 1_000_000 });

/** The version that a change is made for. */
export const Version = () => Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const GroupPath = () => refersTo('group', 'path', Type.String({ minLength: 1, maxLength: 128 }));
const Leverage = () => Type.Integer({ minimum: 0, maximum: 10_000 });

/** Text fields of clients and of new accounts, which cannot have others when they are opened. */
export const CLIENT_TEXT_FIELDS = {
  name: personalData('First name', 'First name of the owner, or the whole name.', Text(128)),
  last_name: Text(128),
  middle_name: personalData('Middle name', 'Middle name of the owner.', Text(128)),
  email: personalData('E-mail', 'E-mail address; empty = none.', Type.Optional(Email())),
  phone: personalData('Phone', 'Phone number.', Text()),
  address: personalData('Address', 'Street and house.', Text()),
  city: personalData('City', 'City of residence.', Text()),
  state: personalData('State', 'State or region of residence.', Text()),
  zip_code: personalData('Zip code', 'Postal code.', Text()),
  country: personalData('Country', 'Country of residence.', Text()),
  company: personalData('Company', 'Company of the owner.', Text()),
  id_number: personalData('Document number', 'Number of the identity document.', Text()),
  lead_campaign: marketing('Campaign', 'Campaign that brought the client.', Text()),
  lead_source: marketing('Source', 'Source that brought the client.', Text()),
  status: desk(
    'Status',
    'Mark of residence: `RE` resident, `NR` non-resident, empty = unknown.',
    Type.Optional(Words(['RE', 'NR', ''] as const)),
  ),
  comment: desk('Comment', 'Note of the staff about the account.', Text(1024)),
} as const satisfies Readonly<Record<ClientText, TSchema>>;

/** Fields that can be set at the opening of an account and changed later. */
const SETTABLE = {
  limit_orders: trading(
    'Order limit',
    'Most pending orders; 0 = as the group.',
    Type.Optional(Count()),
    'count',
  ),
  limit_positions: trading(
    'Position limit',
    'Most open positions; 0 = as the group.',
    Type.Optional(Count()),
    'count',
  ),
  trading_enabled: trading('Trading', 'May the account trade?', Type.Optional(Type.Boolean())),
  terminals: access(
    'Terminals',
    'Kinds of terminals at which the account may sign in.',
    Type.Optional(Type.Array(Words(TERMINALS), { uniqueItems: true })),
  ),
  password_change_enabled: access(
    'May change password',
    'May the owner change the master password?',
    Type.Optional(Type.Boolean()),
  ),
  hidden: desk(
    'Hidden',
    'Is the account shown only to holders of `accounts.hidden`?',
    Type.Optional(Type.Boolean()),
  ),
  language: personalData('Language', 'Language of letters and reports.', Text(32)),
  ...CLIENT_TEXT_FIELDS,
} as const;

/**
 * Opens an account, with the passwords that are given, or with `send_passwords` with passwords that
 * the server makes and e-mails to the owner.
 */
export const AccountCreateBody = Named('AccountCreate', {
  group: GroupPath(),
  master_password: access(
    'Master password',
    'Opens full sessions; required without `send_passwords`.',
    Type.Optional(PasswordText()),
  ),
  investor_password: access(
    'Investor password',
    'Opens read-only sessions; required without `send_passwords`.',
    Type.Optional(PasswordText()),
  ),
  send_passwords: access(
    'E-mail passwords',
    'Does the server make both passwords and e-mail them?',
    Type.Optional(Type.Boolean()),
  ),
  phone_password: access(
    'Phone password',
    'Password for the phone; no terminal accepts the phone password.',
    Type.Optional(PasswordText()),
  ),
  login: Type.Optional(Type.Integer({ minimum: 0, maximum: LOGIN_MAX })),
  leverage: trading(
    'Leverage',
    'Leverage in force; in a body 0 = the default of the group.',
    Type.Optional(Leverage()),
    'ratio',
  ),
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
  api_enabled: access(
    'API enabled',
    'May programs sign in at the `api` terminal?',
    Type.Optional(Type.Boolean()),
  ),
  agent: desk(
    'Agent',
    'Login that gets agent commission for this account; 0 = none.',
    Type.Optional(refersTo('account', 'login', Type.Integer({ minimum: 0, maximum: LOGIN_MAX }))),
  ),
  bank_account: personalData('Bank account', 'Account for withdrawals.', Text()),
  color: desk('Color', 'Color of the account in lists.', Text(32)),
});
export type AccountPatch = Static<typeof AccountPatchBody>;

/** Moves an account to another group if `version` is current. */
export const AccountGroupBody = Named('AccountGroupBody', {
  version: Version(),
  group: GroupPath(),
});

/** Sets an account's own leverage if `version` is current; 0 = the leverage of its group. */
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
  kind: access('Kind', 'Kind of password of the account.', Words(PASSWORD_KINDS)),
  password: access(
    'Password',
    '8 to 16 characters: lower and upper case letters, a digit and a symbol; empty = none.',
    PasswordText(),
  ),
});

/** Does the password match? */
export const PasswordMatch = Named('PasswordMatch', {
  matches: access('Matches', 'Is the sent password the password of the account?', Type.Boolean()),
});

/** The login in a path. */
export const LoginPath = Named('LoginPath', {
  login: identity('Login', 'Number of the account or staff user.', Id()),
});

const texts = Object.fromEntries(ACCOUNT_TEXTS.map((name) => [name, Type.String()])) as {
  [K in AccountText]: ReturnType<typeof Type.String>;
};

/** The fields of bodies, which an account shows under the same names. */
const TAKEN = { ...AccountCreateBody.properties, ...AccountPatchBody.properties };

/** An account as staff see it; `money` is null while its actor does not answer. */
export const Account = Named(
  'Account',
  wordedAs(TAKEN, {
    login: Type.Integer(),
    version: Type.Integer(),
    group: Type.String(),
    client_id: desk(
      'Client',
      'Id of the client that the account belongs to; null = none.',
      OrNull(Type.Integer()),
    ),
    agent: Type.Integer(),
    leverage: Type.Integer(),
    leverage_inherited: trading(
      'Leverage inherited',
      'Does the leverage follow the default of the group?',
      Type.Boolean(),
    ),
    limit_orders: Type.Integer(),
    limit_positions: Type.Integer(),
    enabled: access('Enabled', 'May the account sign in?', Type.Boolean()),
    trading_enabled: Type.Boolean(),
    api_enabled: Type.Boolean(),
    api_password_set: access(
      'API password set',
      'Is there a password for the `api` terminal?',
      Type.Boolean(),
    ),
    password_change_enabled: Type.Boolean(),
    terminals: Type.Array(Words(TERMINALS)),
    policy_revision: access(
      'Policy revision',
      'Rises when the permissions of the account change.',
      Type.Integer(),
      'number',
    ),
    currency: Type.String(),
    currency_digits: Type.Integer(),
    created_at: Time(),
    updated_at: Time(),
    last_access: TimeOrNull(),
    last_ip: Type.String(),
    archived_at: record(
      'Archived',
      'Time at which the account was archived; null = the account is in use.',
      TimeOrNull(),
    ),
    account_state: record(
      'Account state',
      'Active, disabled, archived by staff, or expired as a demo account.',
      Words(ACCOUNT_STATES),
    ),
    hidden: Type.Boolean(),
    ...texts,
    balance: Decimal(),
    credit: Decimal(),
    balance_prev_day: money(
      'Balance of yesterday',
      'Amount at the end of the trading day before.',
      Decimal(),
      'money',
    ),
    balance_prev_month: money(
      'Balance of last month',
      'Amount at the end of the month before.',
      Decimal(),
      'money',
    ),
    money: money(
      'Live money',
      'The money at current prices; null while the trading engine does not answer.',
      OrNull(MoneyShape),
    ),
  }),
);

/** Deposits (above zero) or withdraws (below zero). The same request id is executed once. */
export const BalanceBody = Named('BalanceBody', {
  request_id: RequestId(),
  action: payment(
    'Action',
    'Kind of money operation; `credit` and `bonus` change the credit.',
    Words(BALANCE_ACTIONS),
  ),
  amount: Decimal(),
  comment: payment(
    'Comment',
    'Text of the deal, as shown to the trader.',
    Type.Optional(WholeText(COMMENT_LENGTH_MAX)),
  ),
  skip_margin_check: payment(
    'Skip check',
    'May the payment take more than the free margin?',
    Type.Optional(Type.Boolean()),
  ),
  ...confirmFields,
});

/**
 * The result of a payment. `unknown` = no result came in time; send the same request id to ask
 * again. `side` is empty for payments that do not belong to a side of positions.
 */
export const PaymentResult = Named('PaymentResult', {
  amount: Decimal(),
  code: Type.String(),
  deal_id: payment('Deal', 'Id of the deal; null = there is none.', OrNull(Type.Integer())),
  login: Type.Integer(),
  message: Type.String(),
  request_id: Uuid(),
  side: payment(
    'Side',
    'Side of the positions paid for; empty = none.',
    Words(['', 'buy', 'sell'] as const),
  ),
  status: payment(
    'Status',
    '`unknown`: no result in time; ask again with the same request id.',
    Words(['done', 'rejected', 'unknown'] as const),
  ),
});

/**
 * The sums of an account's deals, beside its balance and credit. A difference is the amount by
 * which the ledger exceeds the sum.
 */
export const Recalculation = Named('Recalculation', {
  login: Type.Integer(),
  currency: Type.String(),
  account_seq: ledger(
    'Number',
    'Number of the newest event that is summed up.',
    Type.Integer(),
    'number',
  ),
  deals: ledger('Deals', 'Number of deals that are summed up.', Type.Integer(), 'count'),
  balance: Decimal(),
  balance_deals: ledger(
    'Balance by deals',
    'Sum of the deals that move the balance.',
    Decimal(),
    'money',
  ),
  balance_difference: ledger(
    'Difference',
    'Amount by which the balance exceeds the sum of its deals.',
    Decimal(),
    'money',
  ),
  credit: Decimal(),
  credit_deals: ledger(
    'Credit by deals',
    'Sum of the deals that move the credit.',
    Decimal(),
    'money',
  ),
  credit_difference: ledger(
    'Difference',
    'Amount by which the credit exceeds the sum of its deals.',
    Decimal(),
    'money',
  ),
});

/** Corrects the ledger of an account, once for each request id. */
export const LedgerCorrectBody = Named('LedgerCorrectBody', { request_id: RequestId() });

/** Most accounts of an import: their passwords take the server about half a minute. */
export const IMPORT_ROWS_MAX = 500;
const IMPORT_CSV_MAX = 1 << 20;

const importBody = <T extends TSchema>(row: T) =>
  Named('AccountImport', {
    request_id: RequestId(),
    dry_run: accounts(
      'Dry run',
      'Does the request only report which accounts could be opened?',
      Type.Optional(Type.Boolean()),
    ),
    accounts: accounts(
      'Accounts',
      'The accounts to open, each with the fields of a single opening.',
      Type.Optional(Type.Array(row, { minItems: 1, maxItems: IMPORT_ROWS_MAX })),
    ),
    csv: accounts(
      'CSV',
      'The accounts as CSV by RFC 4180; an empty cell omits the field, and an apostrophe ' +
        'before a text that a spreadsheet would run as a formula is dropped.',
      Type.Optional(Type.String({ minLength: 1, maxLength: IMPORT_CSV_MAX })),
    ),
    ...confirmFields,
  });

/** An account to open, and the balance that is paid in. */
export const AccountImportRow = Named('AccountImportRow', {
  ...AccountCreateBody.properties,
  deposit: money(
    'Deposit',
    'Deposit once the account is open; 0 = none.',
    Type.Optional(Decimal()),
    'money',
  ),
});

/**
 * Opens many accounts, each row once for the same request id: as a list, or as CSV by RFC 4180 with
 * the names of the fields in its first line.
 */
export const AccountImportBody = importBody(AccountImportRow);
/** The same before its rows are checked, each for itself. */
export const UncheckedImport = importBody(Type.Record(Type.String(), Type.Unknown()));

/**
 * The outcome of a row; `valid` = a dry run found no fault. Login 0 = there is none yet. A row that
 * is rejected with a login has its account, and its deposit was not made. `unknown` = the account
 * is open, and no result of its deposit came in time; send the same request id to ask again.
 */
export const AccountImportResult = Named('AccountImportResult', {
  code: Type.String(),
  login: account('Login', 'Login of the account; 0 = none was opened.', Type.Integer()),
  message: Type.String(),
  row: account('Row', 'Number of the row, from 1 on.', Type.Integer(), 'number'),
  status: account(
    'Status',
    '`valid`: a dry run found no fault. `unknown`: no result of the deposit came in time.',
    Words(['done', 'valid', 'rejected', 'unknown'] as const),
  ),
});
export type AccountImportResult = Static<typeof AccountImportResult>;

/** Most accounts that one request changes. */
const BULK_ACCOUNTS_MAX = 1000;

/** Fields that many accounts change at once, in the order in which each account changes them. */
export const BULK_FIELDS = ['enabled', 'trading_enabled', 'leverage', 'group'] as const;
export type BulkField = (typeof BULK_FIELDS)[number];

/** Changes the same fields of many accounts; at least one of them. */
export const BulkChangeBody = Named('BulkChangeBody', {
  logins: accounts(
    'Logins',
    'The accounts to change.',
    Type.Array(Id(), { minItems: 1, maxItems: BULK_ACCOUNTS_MAX, uniqueItems: true }),
    'id',
  ),
  enabled: Type.Optional(Type.Boolean()),
  trading_enabled: accounts(
    'Trading enabled',
    'May the accounts trade?',
    Type.Optional(Type.Boolean()),
  ),
  leverage: Type.Optional(Leverage()),
  group: Type.Optional(GroupPath()),
  ...confirmFields,
});
export type BulkChangeBody = Static<typeof BulkChangeBody>;

/**
 * The outcome of the changes of an account: the fields that it has as asked, and the refusal of the
 * next field; the fields behind that were not tried.
 */
export const BulkChangeResult = Named('BulkChangeResult', {
  code: Type.String(),
  login: Type.Integer(),
  made: change('Made', 'The fields that are now as asked.', Type.Array(Words(BULK_FIELDS))),
  message: Type.String(),
  status: change(
    'Status',
    '`rejected`: the change after the changes in `made` was refused.',
    Words(['done', 'rejected'] as const),
  ),
});
export type BulkChangeResult = Static<typeof BulkChangeResult>;
