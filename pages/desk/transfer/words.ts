// The texts of the transfer of settings.

import { plural, texts } from '../../texts/language.js';

export const words = texts({
  title: ['Transfer of settings', 'Übertragung von Einstellungen'],
  out: ['Export', 'Ausgabe'],
  in: ['Import', 'Einlesen'],
  outText: [
    'Mark what the file should have: whole kinds, or records of a kind. Secrets are never in it.',
    'Markieren, was in die Datei soll: ganze Arten oder Datensätze einer Art. Geheimnisse sind ' +
      'nie darin.',
  ],
  inText: [
    'The file of an export, from this server or another. Nothing changes before you have seen ' +
      'what it does, and nothing is deleted.',
    'Die Datei einer Ausgabe, von diesem oder einem anderen Server. Nichts ändert sich vor der ' +
      'Vorschau, und nichts wird gelöscht.',
  ],
  kinds: ['Kinds of settings', 'Arten von Einstellungen'],
  records: [(kind: string) => `Records: ${kind}`, (kind) => `Datensätze: ${kind}`],
  kind: ['Kind', 'Art'],
  record: ['Record', 'Datensatz'],
  key: ['Name in the file', 'Name in der Datei'],
  count: ['Marked', 'Markiert'],
  of: [(n: number, all: number) => `${n} of ${all}`, (n, all) => `${n} von ${all}`],
  export: [
    (n: number) => `Export ${plural(n, 'record', 'records')}`,
    (n) => `${plural(n, 'Datensatz', 'Datensätze')} ausgeben`,
  ],
  delete: [
    (n: number) => `Delete ${plural(n, 'record', 'records')} …`,
    (n) => `${plural(n, 'Datensatz', 'Datensätze')} löschen …`,
  ],
  deleteTitle: ['Delete settings', 'Einstellungen löschen'],
  deleteText: [
    (n: number, kept: number) =>
      `${plural(n, 'record is', 'records are')} deleted` +
      `${kept === 0 ? '' : `, ${kept} cannot be deleted`}. It cannot be undone.`,
    (n, kept) =>
      `${plural(n, 'Datensatz wird', 'Datensätze werden')} gelöscht` +
      `${kept === 0 ? '' : `, ${kept} nicht`}. Das kann nicht rückgängig gemacht werden.`,
  ],
  deleteNone: [
    'None of the marked records can be deleted.',
    'Keiner der markierten Datensätze kann gelöscht werden.',
  ],
  deleted: [
    (n: number) => `${plural(n, 'record', 'records')} deleted.`,
    (n) => `${plural(n, 'Datensatz', 'Datensätze')} gelöscht.`,
  ],
  file: ['File of an export', 'Datei einer Ausgabe'],
  mode: ['Existing and new records', 'Vorhandene und neue Datensätze'],
  upsert: ['Create and change', 'Anlegen und ändern'],
  create_only: ['Create alone', 'Nur anlegen'],
  update_only: ['Change alone', 'Nur ändern'],
  closed: ['New symbols are closed for trade', 'Neue Symbole sind für den Handel geschlossen'],
  off: ['New connections stay switched off', 'Neue Verbindungen bleiben ausgeschaltet'],
  action: ['Action', 'Handlung'],
  details: ['Fields, faults and warnings', 'Felder, Fehler und Warnungen'],
  create: ['is created', 'wird angelegt'],
  update: ['is changed', 'wird geändert'],
  created: ['created', 'angelegt'],
  updated: ['changed', 'geändert'],
  unchanged: ['is the same', 'ist gleich'],
  skip: ['is left out', 'wird ausgelassen'],
  skipped: ['left out', 'ausgelassen'],
  error: ['fails', 'schlägt fehl'],
  deletes: ['is deleted', 'wird gelöscht'],
  gone: ['deleted', 'gelöscht'],
  refused: ['stays', 'bleibt'],
  not_found: ['is not there', 'ist nicht da'],
  empty: ['The file has no records.', 'Die Datei hat keine Datensätze.'],
  noFile: ['This is no file of an export.', 'Das ist keine Datei einer Ausgabe.'],
  import: ['Import', 'Einlesen'],
  importText: [
    (n: number, failing: number) =>
      `${plural(n, 'record is', 'records are')} created or changed as shown; ${failing} fail.`,
    (n, failing) =>
      `${plural(n, 'Datensatz wird', 'Datensätze werden')} wie gezeigt angelegt oder geändert; ` +
      `${failing} schlagen fehl.`,
  ],
  done: [
    (n: number) => `${plural(n, 'record', 'records')} imported.`,
    (n) => `${plural(n, 'Datensatz', 'Datensätze')} eingelesen.`,
  ],
});

/** The kinds of a file, which are not named as the settings are. */
const kinds = texts({
  symbols: ['Symbols', 'Symbole'],
  leverage_profiles: ['Leverage profiles', 'Hebelprofile'],
  groups: ['Groups', 'Gruppen'],
  staff: ['Staff', 'Mitarbeiter'],
  datafeeds: ['Datafeeds', 'Kursquellen'],
  gateways: ['Gateways', 'Gateways'],
  routing: ['Routing', 'Auftragsleitung'],
  holidays: ['Holidays', 'Feiertage'],
  reports: ['Reports', 'Berichte'],
  brands: ['Brands', 'Marken'],
  allocations: ['Account allocation', 'Kontozuteilung'],
  allocation_settings: ['Account allocation for all', 'Kontozuteilung: Regeln für alle'],
  sign_up: ['Sign-up', 'Anmeldung neuer Kunden'],
  email_templates: ['E-mail templates', 'E-Mail-Vorlagen'],
  mail_servers: ['Mail servers', 'Mailserver'],
  platform: ['Platform', 'Plattform'],
  logical_servers: ['Servers', 'Server'],
});

/** A kind of a file by its name. */
export type TransferKind = keyof ReturnType<typeof kinds>;

/** The name of a kind of a file. */
export const transferKindText = (kind: TransferKind): string => kinds()[kind];

/** The words of what is, or would be, done with a record. */
export const actionText = (action: string): string => {
  if (action === 'delete') return words().deletes;
  if (action === 'deleted') return words().gone;
  const known = words()[action as 'create'];
  return typeof known === 'string' ? known : action;
};
