// The words of generated forms, in the language of the pages: of fields, sections, units, values.

import { effect, signal } from '@preact/signals';
import type { FieldSchema } from '../made/settings.js';
import { common } from '../texts/common.js';
import { language, texts } from '../texts/language.js';
import { timeText } from '../texts/numbers.js';
import { clockText, isRecord, type RecordValues } from './values.js';

const words = texts({
  empty: ['empty', 'leer'],
});

type Fields = Readonly<Record<string, FieldSchema>>;
type German = typeof import('./german.js') & { readonly HINTS: ReadonlyMap<string, string> };

/** The German words; they are loaded when German is chosen. */
const german = signal<German | null>(null);
effect(() => {
  if (language.value !== 'de' || german.peek() !== null) return;
  const parts = [
    import('./german.js'),
    import('./german-trading.js'),
    import('./german-office.js'),
  ] as const;
  void Promise.all(parts).then(([loaded, { TRADING_HINTS }, { OFFICE_HINTS }]) => {
    german.value = { ...loaded, HINTS: new Map([...TRADING_HINTS, ...OFFICE_HINTS]) };
  });
});

const inGerman = (): German | null => (language.value === 'de' ? german.value : null);

/** English words of values whose names tell too little. */
const ENGLISH: Readonly<Record<string, string>> = {
  activate: 'Activation of an order',
  activate_stop_limit: 'Activation of a stop limit',
  all: 'All',
  by_deal: 'Rate of the deal',
  by_market: 'Rate of the market',
  de: 'German',
  deviation_pts: 'Deviation in points',
  disabled: 'Closed',
  en: 'English',
  eq: 'equal to',
  europe: 'Europe',
  fix44: 'FIX 4.4',
  fok: 'Fill or kill',
  full: 'Open',
  ge: 'at least',
  gt: 'more than',
  gtc: 'Good till cancelled',
  in: 'Open',
  ioc: 'Immediate or cancel',
  ios: 'iOS',
  le: 'at most',
  lt: 'less than',
  ne: 'not equal to',
  not_use: 'Does not count',
  online_dealers: 'Dealers on line',
  out: 'Close',
  pending: 'Pending order',
  pending_cancel: 'Cancel of a pending order',
  pending_modify: 'Change of a pending order',
  request: 'On request',
  sl: 'Stop loss',
  so: 'Stop-out',
  starttls: 'STARTTLS',
  tls: 'TLS',
  tp: 'Take profit',
  usa: 'USA',
  use_pl: 'Counts',
};

/** The words of a name in code: `stop_out_level` is `Stop out level`. */
export const wordsOf = (name: string): string => {
  const text = name.replaceAll(/[_.-]/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** The label of a field. */
export const titleText = (name: string, { title }: FieldSchema): string => {
  const english = title ?? wordsOf(name);
  return inGerman()?.TITLES[english] ?? english;
};

/** The sentence under a field in English: without the unit, which stands behind the value. */
export const englishHint = ({ description }: FieldSchema): string | undefined =>
  description?.replace(/ Unit: .*$/, '').replace('null = ', 'not set = ');

/** The sentence under a field. */
export const hintText = (field: FieldSchema): string | undefined => {
  const english = englishHint(field);
  return inGerman()?.HINTS.get(english ?? '') ?? english;
};

/** The name of a section. */
export const sectionText = (section: string): string => inGerman()?.SECTIONS[section] ?? section;

/** Units that say what a field is; behind the value they would tell nothing. */
const SILENT_UNITS: readonly string[] = ['id', 'number', 'count', 'time'];

/** The unit behind the value of a field, if it has one. */
export const unitText = ({ unit }: FieldSchema): string | undefined =>
  unit === undefined || SILENT_UNITS.includes(unit) ? undefined : (inGerman()?.UNITS[unit] ?? unit);

/** The words of a choice. */
export const choiceText = (value: string): string =>
  inGerman()?.VALUES[value] ?? ENGLISH[value] ?? wordsOf(value);

/** The field at a path of a record; the parts of a path have points between them. */
const fieldAt = (fields: Fields, path: readonly string[]): FieldSchema | undefined => {
  const [name = '', ...rest] = path;
  const field = fields[name];
  if (field === undefined || rest.length === 0) return field;
  const [at = '', ...within] = rest;
  if (field.items === undefined) return fieldAt(field.fields ?? {}, rest);
  return within.length === 0 || !/^\d+$/.test(at)
    ? field.items
    : fieldAt(field.items.fields ?? {}, within);
};

/** The value at a path of a record. */
const valueAt = (record: RecordValues, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as RecordValues | undefined)?.[name], record);

/** The titles of a path, from the field to what is within it; rows are counted from 1. */
export const pathText = (fields: Fields, path: string): string => {
  const parts = path.split('.');
  const titles = parts.map((part, at) => {
    if (/^\d+$/.test(part)) return String(Number(part) + 1);
    return titleText(part, fieldAt(fields, parts.slice(0, at + 1)) ?? { type: 'string' });
  });
  return titles.join(' › ');
};

/** The value at a path of a record, as a difference shows it: nothing secret in it. */
export const shownAt = (
  fields: Fields,
  path: string,
  value: unknown,
  record: RecordValues,
): string => {
  const parts = path.split('.');
  const row = valueAt(record, parts.slice(0, -1));
  if (isRecord(row) && row.sealed === true && parts.at(-1) === 'value') return HIDDEN;
  return valueText(value, fieldAt(fields, parts));
};

/** The form shows this text in place of a secret. */
const HIDDEN = '********';
/** Most members of a row that stand for it. */
const MEMBERS_MAX = 4;

/** The members of a row that tell it from others. */
const rowText = (row: RecordValues, fields: Fields = {}): string =>
  Object.entries(row)
    .filter(([name, one]) => {
      if (one === null || one === '' || name === 'position') return false;
      if (name === 'value' && row.sealed === true) return false;
      return fields[name] === undefined || !isDefault(fields[name], one);
    })
    .slice(0, MEMBERS_MAX)
    .map(([name, one]) => valueText(one, fields[name]))
    .join(' · ');

const isDefault = (field: FieldSchema, value: unknown): boolean =>
  Array.isArray(value)
    ? value.length === 0
    : field.default !== undefined && field.default === value;

/** A value in a few words, for differences and for tables; `field` knows the words of choices. */
export const valueText = (value: unknown, field?: FieldSchema): string => {
  if (value === null || value === undefined) return '–';
  if (field?.isSecret) return HIDDEN;
  if (value === '') return words().empty;
  if (typeof value === 'boolean') return value ? common().yes : common().no;
  if (Array.isArray(value)) {
    return value.length === 0
      ? common().none
      : value.map((one) => valueText(one, field?.items)).join(field?.items?.fields ? '; ' : ', ');
  }
  if (isRecord(value)) return rowText(value, field?.fields);
  if (field?.format === 'minute-of-day' && typeof value === 'number') return clockText(value);
  if (field?.format === 'date-time') return timeText(String(value), 'both');
  return field?.choices === undefined ? String(value) : choiceText(String(value));
};
