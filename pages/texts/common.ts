// Texts that many views have.

import { plural, texts } from './language.js';

/** Words of actions and states that many views have. */
export const common = texts({
  save: ['Save', 'Speichern'],
  cancel: ['Cancel', 'Abbrechen'],
  close: ['Close', 'Schließen'],
  back: ['Back', 'Zurück'],
  retry: ['Retry', 'Noch einmal'],
  copy: ['Copy', 'Kopieren'],
  copied: ['Copied', 'Kopiert'],
  more: ['More', 'Mehr'],
  search: ['Search', 'Suchen'],
  none: ['none', 'keine'],
  total: ['Total', 'Summe'],
  yes: ['Yes', 'Ja'],
  no: ['No', 'Nein'],
  delete: ['Delete', 'Löschen'],
  loading: ['Loading', 'Wird geladen'],
  actions: ['Actions', 'Aktionen'],
  required: ['required', 'Pflicht'],
  buy: ['Buy', 'Kauf'],
  sell: ['Sell', 'Verkauf'],
  nothing: ['Nothing found.', 'Nichts gefunden.'],
  requestId: [(id: string) => `Request ${id}`, (id) => `Anfrage ${id}`],
  yourTime: [(time: string) => `By your clock: ${time}`, (time) => `Nach deiner Uhr: ${time}`],
  rows: [(n: number) => plural(n, 'row', 'rows'), (n) => plural(n, 'Zeile', 'Zeilen')],
  marked: [(n: number) => `${n} marked`, (n) => `${n} markiert`],
});
