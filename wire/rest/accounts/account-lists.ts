// Lists of accounts over REST: pages, windows, counts and groups.

import { type Static, Type } from '@sinclair/typebox';
import { FIELD_RIGHTS } from '../../accounts/profile.js';
import { Named, OrNull, wantedBy } from '../../base/schema.js';
import { FENCE, READ_AT } from '../../fields/fence.js';
import { section, wordedAs } from '../../fields/words.js';
import { EXPORT_FILE } from '../lists/export-file.js';
import type { ListField, ListFields } from '../lists/list-fields.js';
import { PAGE } from '../lists/page-params.js';
import { WINDOW, WINDOW_COUNT, windowCountParams, windowParams } from '../lists/window.js';
import { Account } from './accounts.js';

const filters = section('Filters');
const money = section('Money');
const group = section('Group');

const MASK_LENGTH_MAX = 128;
const TEXT_LENGTH_MAX = 128;
const SELECT_LENGTH_MAX = 16_384;

const whole: ListField = { type: 'whole' };
const optional: ListField = { type: 'whole', optional: true };
const decimal: ListField = { type: 'decimal' };
const bool: ListField = { type: 'bool' };
const time: ListField = { type: 'time' };
const text = (name?: keyof typeof FIELD_RIGHTS): ListField => {
  const right = name && FIELD_RIGHTS[name];
  return right === undefined ? { type: 'text' } : { type: 'text', right };
};

/** The fields by which accounts are filtered and sorted. */
export const ACCOUNT_FIELDS = {
  login: whole,
  group: text(),
  name: text('name'),
  last_name: text('last_name'),
  middle_name: text('middle_name'),
  email: text('email'),
  phone: text('phone'),
  country: text('country'),
  city: text('city'),
  company: text('company'),
  comment: text('comment'),
  agent: optional,
  client_id: optional,
  leverage: whole,
  balance: decimal,
  credit: decimal,
  enabled: bool,
  trading_enabled: bool,
  created_at: time,
  updated_at: time,
  last_access: { type: 'time', optional: true },
} as const satisfies ListFields;

const ClientId = () =>
  Type.String({
    pattern: wantedBy('^[1-9]\\d{0,18}$', 'must be a whole number above 0'),
  });
const Mask = () => Type.String({ minLength: 1, maxLength: MASK_LENGTH_MAX });
const Part = () => Type.String({ minLength: 1, maxLength: TEXT_LENGTH_MAX });

const SELECTED = {
  group: filters(
    'Group',
    'Masks of groups with commas between; `!` excludes.',
    Type.Optional(Mask()),
  ),
  company: filters(
    'Company',
    'Licence company of the group.',
    Type.Optional(Type.String({ maxLength: TEXT_LENGTH_MAX })),
  ),
  login: filters(
    'Login',
    'Number of the account; 0 = any.',
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 }),
  ),
  name: filters('Name', 'Part of the first name, in any letter case.', Type.Optional(Part())),
  email: filters(
    'E-mail',
    'Part of the e-mail address, in any letter case.',
    Type.Optional(Part()),
  ),
};

const FILTERS = {
  ...SELECTED,
  ...PAGE,
};

/** Accounts that are named: the accounts of a client, or a list of logins. */
const NAMED = {
  client: filters(
    'Client',
    'Only accounts that are linked to this client.',
    Type.Optional(ClientId()),
  ),
  select: filters(
    'Selection',
    'Logins with commas between.',
    Type.Optional(
      Type.String({
        pattern: wantedBy(
          '^[1-9]\\d{0,9}(,[1-9]\\d{0,9})*$',
          'must be logins with commas between, such as 1001,1002',
        ),
        maxLength: SELECT_LENGTH_MAX,
      }),
    ),
  ),
};

/** Filters of the list of accounts, and its pages; login 0 = any. */
export const AccountListParams = Named('AccountListParams', { ...FILTERS, ...FENCE, ...NAMED });
export type AccountListParams = Static<typeof AccountListParams>;

/** Filters of an export of accounts; login 0 = any. */
export const AccountExportParams = Named('AccountExportParams', {
  ...SELECTED,
  ...NAMED,
  ...EXPORT_FILE,
});

/** The same filters for the number of accounts. */
export const AccountCountParams = Named('AccountCountParams', FILTERS);
export type AccountCountParams = Static<typeof AccountCountParams>;

/** The number of rows. */
export const Count = Named('Count', { total: Type.Integer() });

/** A page of accounts; the last three members only with a fence. */
export const AccountPage = Named('AccountPage', {
  items: Type.Array(Account),
  page: Type.Integer(),
  total: Type.Integer(),
  ...READ_AT,
  projection_seq: Type.Optional(READ_AT.projection_seq),
});

/** The parameters that narrow a window of accounts, beside filters. */
const NARROWED = {
  client: NAMED.client,
  group_path: filters(
    'Group path',
    'A group, with the groups below the group.',
    Type.Optional(Type.String({ minLength: 1, maxLength: MASK_LENGTH_MAX })),
  ),
  group: SELECTED.group,
};

/** A window over the accounts. */
export const AccountWindowParams = Named('AccountWindowParams', {
  ...NARROWED,
  ...windowParams(ACCOUNT_FIELDS, Account.properties, 'login'),
});
export type AccountWindowParams = Static<typeof AccountWindowParams>;

/** The number of accounts of a window. */
export const AccountWindowCountParams = Named('AccountWindowCountParams', {
  ...NARROWED,
  ...windowCountParams(ACCOUNT_FIELDS, Account.properties),
});
export type AccountWindowCountParams = Static<typeof AccountWindowCountParams>;

const NullableText = () => OrNull(Type.String());

/** An account as stored: whole numbers that may be large as texts, and no live money. */
export const AccountWindowRow = Named('AccountWindowRow', {
  ...Account.properties,
  ...wordedAs(Account.properties, {
    login: Type.String(),
    agent: NullableText(),
    client_id: NullableText(),
    policy_revision: Type.String(),
  }),
  money: money('Live money', 'Always null: a window shows stored data only.', Type.Null()),
});
export type AccountWindowRow = Static<typeof AccountWindowRow>;

/** A window over the accounts, read in one snapshot with its checkpoint. */
export const AccountWindowPage = Named('AccountWindowPage', {
  ...WINDOW,
  items: Type.Array(AccountWindowRow),
});
export type AccountWindowPage = Static<typeof AccountWindowPage>;

/** The exact number of accounts of a window, from a snapshot of its own. */
export const AccountWindowCount = Named('AccountWindowCount', WINDOW_COUNT);
export type AccountWindowCount = Static<typeof AccountWindowCount>;

/** A group as those see it who open accounts in it. */
export const AccountGroup = Named('AccountGroup', {
  company: group('Company', 'Licence company of the group.', Type.String()),
  currency: Type.String(),
  password_min_length: group(
    'Password length',
    'Fewest characters of a password.',
    Type.Integer(),
    'count',
  ),
  path: group('Path', 'Path of the group; backslashes separate the parts.', Type.String()),
});
export type AccountGroup = Static<typeof AccountGroup>;

/** The groups in scope, by path. */
export const AccountGroups = Named('AccountGroups', { items: Type.Array(AccountGroup) });
