// The fields of accounts in the list: their words, how they are filtered, and how filters read.

import type { operations } from '../../client/index.js';
import { fieldTime } from '../live/clock.js';
import { ACCOUNT_FIELD_TYPES, OPTIONAL_ACCOUNT_FIELDS } from '../made/accounts.js';
import { texts } from '../texts/language.js';

/** The parameters of a window of accounts. */
export type WindowQuery = NonNullable<operations['accounts.window']['parameters']['query']>;
/** A field by which accounts are sorted and filtered. */
export type FieldName = NonNullable<WindowQuery['sort']>;
type WindowFieldType = 'text' | 'whole' | 'decimal' | 'bool' | 'time';
/** How a field is compared. */
export type FieldOperator =
  | 'eq'
  | 'ne'
  | 'lt'
  | 'le'
  | 'gt'
  | 'ge'
  | 'in'
  | 'has'
  | 'starts'
  | 'unset';

/** The types of the fields. */
export const FIELD_TYPES: Readonly<Record<FieldName, WindowFieldType>> = ACCOUNT_FIELD_TYPES;
/** All fields. */
export const FIELD_NAMES = Object.keys(FIELD_TYPES) as readonly FieldName[];
/** Fields that may have no value. */
const OPTIONAL: ReadonlySet<FieldName> = new Set(OPTIONAL_ACCOUNT_FIELDS);

/** Words of the fields of accounts. */
export const fieldWords = texts({
  login: ['Login', 'Login'],
  group: ['Group', 'Gruppe'],
  name: ['First name', 'Vorname'],
  last_name: ['Last name', 'Nachname'],
  middle_name: ['Middle name', 'Zweiter Vorname'],
  email: ['E-mail', 'E-Mail'],
  phone: ['Phone', 'Telefon'],
  country: ['Country', 'Land'],
  state: ['State', 'Bundesland'],
  city: ['City', 'Ort'],
  zip_code: ['Postcode', 'Postleitzahl'],
  address: ['Address', 'Anschrift'],
  company: ['Company', 'Firma'],
  comment: ['Comment', 'Kommentar'],
  agent: ['Agent', 'Vermittler'],
  client_id: ['Client', 'Kunde'],
  leverage: ['Leverage', 'Hebel'],
  balance: ['Balance', 'Guthaben'],
  credit: ['Credit', 'Kredit'],
  enabled: ['May sign in', 'Darf sich anmelden'],
  trading_enabled: ['May trade', 'Darf handeln'],
  created_at: ['Opened', 'Eröffnet'],
  updated_at: ['Changed', 'Geändert'],
  last_access: ['Last sign-in', 'Letzte Anmeldung'],
  id_number: ['ID number', 'Ausweisnummer'],
  bank_account: ['Bank account', 'Bankkonto'],
  language: ['Language', 'Sprache'],
  lead_source: ['Lead source', 'Herkunft'],
  lead_campaign: ['Lead campaign', 'Kampagne'],
  limit_orders: ['Limit of orders', 'Grenze der Aufträge'],
  limit_positions: ['Limit of positions', 'Grenze der Positionen'],
  equity: ['Equity', 'Eigenkapital'],
  margin: ['Margin', 'Margin'],
  margin_free: ['Free', 'Frei'],
  margin_level: ['Level', 'Niveau'],
  profit: ['Profit', 'Gewinn'],
  account_state: ['State', 'Zustand'],
});

const operatorWords = texts({
  eq: ['is', 'ist'],
  ne: ['is not', 'ist nicht'],
  lt: ['is below', 'ist unter'],
  le: ['is at most', 'ist höchstens'],
  gt: ['is above', 'ist über'],
  ge: ['is at least', 'ist mindestens'],
  in: ['is one of', 'ist eines von'],
  has: ['contains', 'enthält'],
  starts: ['begins with', 'beginnt mit'],
  unset: ['is empty', 'ist leer'],
  yes: ['yes', 'ja'],
  no: ['no', 'nein'],
});

/** Words of the comparisons. */
export const operatorText = (op: FieldOperator): string => operatorWords()[op];

const ORDERED: readonly FieldOperator[] = ['ge', 'le', 'gt', 'lt', 'eq', 'ne'];
const OPERATORS: Readonly<Record<WindowFieldType, readonly FieldOperator[]>> = {
  whole: ['eq', 'ne', 'ge', 'le', 'gt', 'lt', 'in'],
  decimal: ORDERED,
  time: ORDERED,
  text: ['has', 'starts', 'eq', 'ne'],
  bool: ['eq'],
};

/** The comparisons of a field, the most wanted first. */
export const operatorsOf = (field: FieldName): readonly FieldOperator[] => {
  const all = OPERATORS[FIELD_TYPES[field]];
  return OPTIONAL.has(field) ? [...all, 'unset'] : all;
};

/** A filter as the address has it: `f.balance.ge` with its value. */
export interface FieldFilter {
  readonly field: FieldName;
  readonly op: FieldOperator;
  readonly value: string;
}

/** The parameter of a filter. */
export const parameterOf = ({ field, op }: Omit<FieldFilter, 'value'>): string =>
  `f.${field}.${op}`;

const isField = (name: string): name is FieldName => Object.hasOwn(FIELD_TYPES, name);

/** The filters of an address, in their order; members that are none are left out. */
export const filtersOf = (query: Readonly<Record<string, string>>): readonly FieldFilter[] =>
  Object.entries(query).flatMap(([name, value]): FieldFilter[] => {
    const [, field = '', op = ''] = /^f\.(\w+)\.(\w+)$/.exec(name) ?? [];
    if (!isField(field) || !operatorsOf(field).includes(op as FieldOperator)) return [];
    return [{ field, op: op as FieldOperator, value }];
  });

const yesNo = (value: string): string =>
  value === 'true' ? operatorWords().yes : operatorWords().no;

/** The server's day of a time in an address; a text that is no time is returned unchanged. */
const dayText = (value: string): string => {
  const moment = Date.parse(value);
  return Number.isNaN(moment) ? value : fieldTime(moment).slice(0, 10);
};

/** A filter as a sentence: "Balance is at least 100". */
export const filterText = ({ field, op, value }: FieldFilter): string => {
  const name = fieldWords()[field];
  if (op === 'unset') return `${name} ${operatorText(op)}: ${yesNo(value)}`;
  if (FIELD_TYPES[field] === 'bool') return `${name}: ${yesNo(value)}`;
  const shown = FIELD_TYPES[field] === 'time' ? dayText(value) : value;
  return `${name} ${operatorText(op)} ${shown}`;
};
