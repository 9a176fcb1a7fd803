// The texts of reports.

import type { components } from '../../../client/index.js';
import { plural, texts } from '../../texts/language.js';

/** A report that is made, or was. */
export type Job = components['schemas']['ReportJob'];
/** A report that may be requested. */
export type Available = components['schemas']['AvailableReport'];

export const words = texts({
  title: ['Reports', 'Berichte'],
  reports: ['Reports', 'Berichte'],
  jobs: ['Made reports', 'Erstellte Berichte'],
  modules: ['Modules', 'Module'],
  report: ['Report', 'Bericht'],
  module: ['Module', 'Modul'],
  content: ['Content', 'Inhalt'],
  inputs: ['Asks for', 'Fragt nach'],
  number: ['No.', 'Nr.'],
  state: ['State', 'Zustand'],
  queued: ['waiting', 'wartet'],
  running: ['is made', 'wird erstellt'],
  done: ['done', 'fertig'],
  failed: ['failed', 'fehlgeschlagen'],
  cancelled: ['cancelled', 'abgebrochen'],
  expired: ['expired', 'abgelaufen'],
  rows: ['Rows', 'Zeilen'],
  by: ['By', 'Von'],
  created: ['Requested', 'Angefordert'],
  finished: ['Finished', 'Beendet'],
  period: ['Period', 'Zeitraum'],
  groups: ['Groups', 'Gruppen'],
  groupsHint: ['Masks with commas between; empty = all.', 'Masken mit Komma; leer = alle.'],
  company: ['Company', 'Firma'],
  login: ['Login', 'Login'],
  loginHint: ['One account; empty = all.', 'Ein Konto; leer = alle.'],
  logins: ['Logins', 'Logins'],
  loginsHint: ['1001, 1002; empty = all', '1001, 1002; leer = alle'],
  from: ['From', 'Von'],
  to: ['To, inclusive', 'Bis einschließlich'],
  everyone: ['Of everyone', 'Von allen'],
  run: ['Make', 'Erstellen'],
  runTitle: [(name: string) => `Make: ${name}`, (name) => `Erstellen: ${name}`],
  requested: ['The report is being made.', 'Der Bericht wird erstellt.'],
  cancel: ['Cancel the report', 'Bericht abbrechen'],
  retry: ['Make again', 'Noch einmal erstellen'],
  open: ['Open', 'Öffnen'],
  csv: ['Save as CSV', 'Als CSV sichern'],
  deleteTitle: ['Delete this report?', 'Diesen Bericht löschen?'],
  deleteText: [
    (name: string, n: number) => `${name} with ${plural(n, 'row', 'rows')} will be gone for good.`,
    (name, n) => `${name} mit ${plural(n, 'Zeile', 'Zeilen')} ist dann für immer gelöscht.`,
  ],
  noReports: [
    'No report is open to you. Reports are set up under Settings.',
    'Kein Bericht ist für Sie frei. Berichte werden unter Einstellungen eingerichtet.',
  ],
  noJobs: ['No report was made yet.', 'Noch wurde kein Bericht erstellt.'],
  toReports: ['To the reports', 'Zu den Berichten'],
  noRows: ['The report has no rows.', 'Der Bericht hat keine Zeilen.'],
  waits: [
    'The rows are shown when the report is done.',
    'Die Zeilen erscheinen, sobald der Bericht fertig ist.',
  ],
  totals: ['Totals', 'Summen'],
  page: [
    (page: number, pages: number) => `Page ${page} of ${pages}`,
    (page, pages) => `Seite ${page} von ${pages}`,
  ],
  before: ['Page before', 'Vorige Seite'],
  next: ['Next page', 'Nächste Seite'],
  oldest: [(day: string) => `From ${day} on.`, (day) => `Ab ${day}.`],
  yes: ['yes', 'ja'],
  no: ['no', 'nein'],
  columns: [
    (n: number) => plural(n, 'parameter', 'parameters'),
    (n) => plural(n, 'Parameter', 'Parameter'),
  ],
});

/** The colour of a state. */
export const STATE_LOOKS: Readonly<Record<Job['state'], string>> = {
  queued: 'warn',
  running: 'warn',
  done: 'up',
  failed: 'down',
  cancelled: 'muted',
  expired: 'muted',
};
