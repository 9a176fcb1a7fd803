// Kinds of settings: their names, and the calls of their records.

import { type Confirmed, unwrap } from '../../client/index.js';
import type { ListStatus } from '../live/lists.js';
import type { Refusal } from '../live/refusal.js';
import type { StaffLive } from '../live/staff.js';
import type { SettingsKind } from '../made/settings.js';
import { language } from '../texts/language.js';
import type { RecordValues } from './values.js';
import { wordsOf } from './words.js';

/** German names; a kind without one has the words of its path. */
const GERMAN: Readonly<Record<string, string>> = {
  'account-allocations': 'Kontozuteilung',
  'account-allocations.settings': 'Kontozuteilung: Regeln für alle',
  datafeeds: 'Kursquellen',
  'email-templates': 'E-Mail-Vorlagen',
  gateways: 'Gateways',
  groups: 'Gruppen',
  holidays: 'Feiertage',
  'leverage-profiles': 'Hebelprofile',
  'leverage-switches': 'Hebelwechsel',
  'licence.brands': 'Marken',
  'mail-servers': 'Mailserver',
  'network.servers': 'Server',
  'platform.settings': 'Plattform',
  'reports.configs': 'Berichte',
  routing: 'Auftragsleitung',
  'sign-up.settings': 'Anmeldung neuer Kunden',
  staff: 'Mitarbeiter',
  symbols: 'Symbole',
};

/** English names that tell more than the path. */
const ENGLISH: Readonly<Record<string, string>> = {
  'account-allocations.settings': 'Account allocation for all',
  'licence.brands': 'Brands',
  'network.servers': 'Servers',
  'platform.settings': 'Platform',
  'reports.configs': 'Reports',
  'sign-up.settings': 'Sign-up',
};

/** The name of a kind. */
export const kindText = ({ name }: SettingsKind): string =>
  (language.value === 'de' ? GERMAN[name] : ENGLISH[name]) ?? ENGLISH[name] ?? wordsOf(name);

/** The members that name a record, the best first. */
const NAMES = ['path', 'name', 'company', 'group_path', 'groups', 'title', 'description', 'login'];

/** The text that names a record. */
export const recordText = (record: RecordValues): string => {
  const name = NAMES.map((one) => record[one]).find((one) => one !== undefined && one !== '');
  // A template has one name in all languages; its id names the language, too.
  return String(typeof record.language === 'string' ? record.id : (name ?? record.id));
};

/** The calls of the records of a kind; their paths are known by the registry alone. */
interface KindCalls {
  readonly list: () => Promise<readonly RecordValues[]>;
  readonly read: (id: string) => Promise<RecordValues>;
  readonly create: (whole: RecordValues, given: Confirmed) => Promise<RecordValues>;
  readonly change: (
    id: string,
    changed: RecordValues,
    whole: RecordValues,
    given: Confirmed,
  ) => Promise<RecordValues>;
  readonly remove: (record: RecordValues, given: Confirmed) => Promise<unknown>;
  readonly order: (ids: readonly unknown[], given: Confirmed) => Promise<unknown>;
}

type Call = (path: string, init: object) => Promise<never>;

/** Makes the calls of a kind. */
export const callsOf = (kind: SettingsKind, rest: StaffLive['rest']): KindCalls => {
  const methods = rest as unknown as Readonly<
    Record<'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', Call>
  >;
  const one = kind.isSingle ? kind.path : `${kind.path}/{${kind.key}}`;
  const at = (id: unknown): object => (kind.isSingle ? {} : { path: { [kind.key]: id } });
  return {
    list: async () => {
      const data: unknown = await unwrap(methods.GET(kind.path, {}));
      if (Array.isArray(data)) return data as RecordValues[];
      return (data as { readonly items?: readonly RecordValues[] }).items ?? [];
    },
    read: (id) => unwrap(methods.GET(one, { params: at(id) })),
    create: (whole, given) => unwrap(methods.POST(kind.path, { body: { ...whole, ...given } })),
    change: (id, changed, whole, given) => {
      const { version } = whole;
      const fields = kind.changeBy === 'PUT' ? whole : changed;
      const body = { ...fields, version, ...given };
      return unwrap(methods[kind.changeBy](one, { params: at(id), body }));
    },
    remove: (record, given) =>
      unwrap(
        methods.DELETE(one, {
          params: {
            ...at(record[kind.key]),
            ...(kind.deletesByVersion && { query: { version: record.version } }),
          },
          ...(kind.deletesWithBody && { body: given }),
        }),
      ),
    order: (ids, given) => unwrap(methods.PUT(`${kind.path}/order`, { body: { ids, ...given } })),
  };
};

/** The status of what was read once: rows or a record. */
export const statusOf = (value: unknown, refusal: Refusal | null): ListStatus => {
  if (refusal !== null) return 'failed';
  return value === null ? 'loading' : 'ready';
};
