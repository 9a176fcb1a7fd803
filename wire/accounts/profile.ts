// Profiles: an account as staff and its owner see it, and the rights that its fields need.

import type { Mutable } from '../base/object.js';
import { ACCOUNT_TEXTS, type AccountRecord, type AccountText, accountLeverage } from './account.js';
import type { Right } from './rights.js';
import { type LifeCycleState, stateOf } from './states.js';

/** Members of a record that no reader sees. */
const UNSEEN = [
  'master_hash',
  'investor_hash',
  'phone_hash',
  'api_hash',
  'must_change_password',
  'leverage_own',
  'archived_by',
] as const satisfies readonly (keyof AccountRecord)[];

/** An account as the desk shows it: no hashes. The caller adds money and balances. */
export type AccountProfile = Omit<AccountRecord, (typeof UNSEEN)[number]> & {
  readonly api_password_set: boolean;
  /** The time at which tokens were issued to the login last; null = never. */
  readonly last_access: string | null;
  /** The address of that access; empty = never. */
  readonly last_ip: string;
  /** Effective: the account's own or its group's default. */
  readonly leverage: number;
  readonly leverage_inherited: boolean;
  readonly account_state: LifeCycleState;
  readonly currency: string;
  readonly currency_digits: number;
};

/** The newest access of a login: the last sign-in or refresh that issued tokens. */
export interface AccessRecord {
  readonly login: number;
  readonly at: string;
  readonly ip: string;
}

/** The terms of the account's group that a profile shows. */
export interface GroupTerms {
  readonly leverage_default: number;
  readonly currency: string;
  readonly currency_digits: number;
}

/** The right that a text field needs to be shown; other fields are always shown. */
export const FIELD_RIGHTS: Readonly<Partial<Record<AccountText, Right>>> = {
  name: 'fields.name',
  last_name: 'fields.name',
  middle_name: 'fields.name',
  email: 'fields.email',
  phone: 'fields.phone',
  address: 'fields.address',
  city: 'fields.address',
  state: 'fields.address',
  zip_code: 'fields.address',
  id_number: 'fields.documents',
  bank_account: 'fields.documents',
};

/** The text fields that the rights do not allow to be shown, as empty texts. */
export const withheld = <T extends AccountText>(
  names: readonly T[],
  rights: readonly Right[],
): Partial<Record<T, ''>> => {
  const hidden = names.filter((name) => {
    const right = FIELD_RIGHTS[name];
    return right !== undefined && !rights.includes(right);
  });
  return Object.fromEntries(hidden.map((name) => [name, ''])) as Partial<Record<T, ''>>;
};

/** The fields of a profile that the record does not have in the shown form. */
const derivedOf = (
  account: AccountRecord,
  group: GroupTerms,
  access: AccessRecord | undefined,
) => ({
  account_state: stateOf(account),
  password_change_enabled: account.password_change_enabled ?? true,
  last_access: access?.at ?? null,
  last_ip: access?.ip ?? '',
  api_password_set: account.api_hash !== '',
  leverage: accountLeverage(account, group),
  leverage_inherited: account.leverage_own === 0,
  currency: group.currency,
  currency_digits: group.currency_digits,
});

/** The account in the form for a reader with these rights. */
export const profileOf = (
  account: AccountRecord,
  group: GroupTerms,
  access: AccessRecord | undefined,
  rights: readonly Right[] | 'all',
): AccountProfile => {
  const shown: Partial<AccountRecord> & AccountProfile = {
    ...account,
    ...(rights !== 'all' && withheld(ACCOUNT_TEXTS, rights)),
    ...derivedOf(account, group, access),
  };
  for (const name of UNSEEN) delete (shown as Partial<Mutable<AccountRecord>>)[name];
  return shown;
};

/** For JSON, which leaves out undefined values. */
const NOTHING_UNSEEN = Object.fromEntries(UNSEEN.map((name) => [name, undefined]));

/**
 * As `profileOf` with some members more or in another form, for lists: as JSON, without copies
 * of the sixty members. It changes the record that it is given.
 */
export const profileJson = (
  record: AccountRecord,
  group: GroupTerms,
  access: AccessRecord | undefined,
  hidden: Partial<Record<AccountText, ''>>,
  more: object,
): string => {
  const derived = derivedOf(record, group, access);
  return JSON.stringify(Object.assign(record, NOTHING_UNSEEN, hidden, derived, more));
};
