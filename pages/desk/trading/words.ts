// Texts of positions, orders, exposure and prices across accounts.

import { plural, texts } from '../../texts/language.js';

/** Texts of positions, orders, exposure and prices across accounts. */
export const words = texts({
  positions: ['Positions', 'Positionen'],
  orders: ['Orders', 'Aufträge'],
  exposure: ['Exposure', 'Risiko'],
  account: ['Account', 'Konto'],
  group: ['Group', 'Gruppe'],
  position: ['Position', 'Position'],
  order: ['Order', 'Auftrag'],
  symbol: ['Symbol', 'Symbol'],
  kind: ['Type', 'Art'],
  state: ['State', 'Zustand'],
  lots: ['Lots', 'Lots'],
  filled: ['Filled', 'Ausgeführt'],
  open: ['Open', 'Eröffnung'],
  price: ['Price', 'Preis'],
  now: ['Now', 'Jetzt'],
  sl: ['S/L', 'S/L'],
  tp: ['T/P', 'T/P'],
  swap: ['Swap', 'Swap'],
  profit: ['Profit', 'Gewinn'],
  opened: ['Opened', 'Eröffnet'],
  created: ['Placed', 'Aufgegeben'],
  bid: ['Bid', 'Bid'],
  ask: ['Ask', 'Ask'],
  long: ['Long', 'Long'],
  short: ['Short', 'Short'],
  net: ['Net', 'Netto'],
  noPositions: ['No open position fits.', 'Keine offene Position passt.'],
  noOrders: ['No working order fits.', 'Kein offener Auftrag passt.'],
  noExposure: ['There are no open positions.', 'Es gibt keine offenen Positionen.'],
  showAll: ['Show all', 'Alle zeigen'],
  tooMany: [
    'Choose a narrower mask of groups, or an account.',
    'Bitte eine engere Maske von Gruppen oder ein Konto wählen.',
  ],
  totalPositions: [
    (n: number, buy: string, sell: string) =>
      `${plural(n, 'position', 'positions')}, ${buy} lots bought, ${sell} lots sold`,
    (n, buy, sell) =>
      `${plural(n, 'Position', 'Positionen')}, ${buy} Lots Kauf, ${sell} Lots Verkauf`,
  ],
  count: [
    (n: number) => plural(n, 'position', 'positions'),
    (n) => plural(n, 'Position', 'Positionen'),
  ],
  totalOrders: [
    (n: number, held: number) =>
      `${plural(n, 'order', 'orders')}${held === 0 ? '' : `, ${held} with a held fill`}`,
    (n, held) =>
      `${plural(n, 'Auftrag', 'Aufträge')}${
        held === 0 ? '' : `, ${held} mit angehaltener Ausführung`
      }`,
  ],
  export: ['Save as CSV', 'Als CSV sichern'],
  bulk: ['Bulk close', 'Massenschluss'],
  bulkShown: ['Close all shown', 'Alle gezeigten schließen'],
  cancelShown: ['Cancel all shown', 'Alle gezeigten löschen'],
  closeMarked: ['Close', 'Schließen'],
  cancelMarked: ['Cancel', 'Löschen'],
  clearStops: ['Clear stops', 'Stops entfernen'],
  correct: ['Correct', 'Korrigieren'],
  delete: ['Delete', 'Löschen'],
  unmark: ['Unmark', 'Markierung aufheben'],
  openAccount: ['Open account', 'Konto öffnen'],
  showPositions: ['Show positions', 'Positionen zeigen'],
  // Bulk close
  bulkTitle: ['Bulk close', 'Massenschluss'],
  actClose: ['Close positions', 'Positionen schließen'],
  actDelete: ['Cancel orders', 'Aufträge löschen'],
  actClear: ['Clear stop loss and take profit', 'Stop Loss und Take Profit entfernen'],
  comment: ['Comment', 'Kommentar'],
  chooseAct: ['Choose what is to be done.', 'Bitte wählen, was getan wird.'],
  willDo: [
    (n: number) => `This concerns ${plural(n, 'trade', 'trades')}, by 1,000 at a time.`,
    (n) => `Das betrifft ${plural(n, 'Vorgang', 'Vorgänge')}, je 1.000 auf einmal.`,
  ],
  concerned: [
    (n: number) => `${plural(n, 'account is', 'accounts are')} concerned.`,
    (n) => `${plural(n, 'Konto ist', 'Konten sind')} betroffen.`,
  ],
  nothingFits: ['Nothing fits.', 'Nichts passt.'],
  firstOnly: ['The table has the first 1,000 of them.', 'Die Tabelle hat die ersten 1.000 davon.'],
  go: [
    (n: number) => `Do this to ${plural(n, 'trade', 'trades')}`,
    (n) => `Bei ${plural(n, 'Vorgang', 'Vorgängen')} ausführen`,
  ],
  goClose: [
    (n: number) => `Close ${plural(n, 'position', 'positions')}`,
    (n) => `${plural(n, 'Position', 'Positionen')} schließen`,
  ],
  goDelete: [
    (n: number) => `Cancel ${plural(n, 'order', 'orders')}`,
    (n) => `${plural(n, 'Auftrag', 'Aufträge')} löschen`,
  ],
  goClear: [
    (n: number) => `Clear the stops of ${plural(n, 'trade', 'trades')}`,
    (n) => `Stops von ${plural(n, 'Vorgang', 'Vorgängen')} entfernen`,
  ],
  part: [(part: number) => `part ${part}`, (part) => `Teil ${part}`],
  partOf: [
    (part: number, parts: number) => `part ${part} of ${parts}`,
    (part, parts) => `Teil ${part} von ${parts}`,
  ],
  number: ['Number', 'Nummer'],
  stop: ['Stop', 'Anhalten'],
  again: ['Go on', 'Weiter'],
  progress: [(n: number, of: number) => `${n} of ${of}`, (n, of) => `${n} von ${of}`],
  done: ['Done', 'Erledigt'],
  queued: ['Waiting', 'Wartet'],
  rejected: ['Refused', 'Abgelehnt'],
  stopped: [
    'Stopped: what was begun is done, the rest is not.',
    'Angehalten: Begonnenes ist getan, der Rest nicht.',
  ],
  finished: ['All are handled.', 'Alle sind ausgeführt.'],
  result: ['Result', 'Ergebnis'],
  // Corrections
  correctTitle: [(id: number) => `Correct position ${id}`, (id) => `Position ${id} korrigieren`],
  correctHint: [
    'A correction makes no deal, and the balance does not move; margin and profit follow.',
    'Eine Korrektur macht keinen Abschluss, das Guthaben bleibt; Margin und Gewinn folgen.',
  ],
  openPrice: ['Open price', 'Eröffnungskurs'],
  stopLoss: ['Stop loss', 'Stop Loss'],
  takeProfit: ['Take profit', 'Take Profit'],
  emptyNone: ['empty = none', 'leer = keiner'],
  was: [(value: string) => `was ${value}`, (value) => `war ${value}`],
  notANumber: ['a number', 'eine Zahl'],
  noChange: ['Nothing is changed.', 'Nichts ist geändert.'],
  gone: ['The position is closed.', 'Die Position ist geschlossen.'],
  corrected: [
    (id: number) => `Position ${id} is corrected.`,
    (id) => `Position ${id} ist korrigiert.`,
  ],
  // Deletion
  deleteTitle: [
    (n: number) => `Delete ${plural(n, 'position', 'positions')}`,
    (n) => `${plural(n, 'Position', 'Positionen')} löschen`,
  ],
  deleteText: [
    'Deleted positions leave no deal, and no money moves. This cannot be undone.',
    'Gelöschte Positionen hinterlassen keinen Abschluss, kein Geld bewegt sich. Das bleibt so.',
  ],
  deleted: [
    (n: number, of: number) => `${n} of ${plural(of, 'position', 'positions')} deleted.`,
    (n, of) => `${n} von ${plural(of, 'Position', 'Positionen')} gelöscht.`,
  ],
  notDeleted: [
    (id: number, why: string) => `Position ${id} is not deleted: ${why}`,
    (id, why) => `Position ${id} ist nicht gelöscht: ${why}`,
  ],
  moreNotDeleted: [
    (n: number) => `${plural(n, 'further position is', 'further positions are')} not deleted.`,
    (n) => `${plural(n, 'weitere Position ist', 'weitere Positionen sind')} nicht gelöscht.`,
  ],
  concernedByRequest: [
    'A request or an order concerns it.',
    'Eine Anfrage oder ein Auftrag betrifft sie.',
  ],
  // Explanation
  explainOpening: ['Explain its opening', 'Eröffnung erklären'],
  noDeal: [
    'The deal that opened it is not in the list yet.',
    'Der Abschluss, der sie eröffnet hat, steht noch nicht in der Liste.',
  ],
  // Quick edit
  quickEdit: ['Quick edit', 'Schnell ändern'],
  quickTitle: [(name: string) => `Quick edit of ${name}`, (name) => `${name} schnell ändern`],
  access: ['Trade access', 'Handel'],
  spread: ['Spread, points (0 = floating)', 'Spread, Punkte (0 = variabel)'],
  stopsLevel: ['Stops level, points', 'Stops Level, Punkte'],
  freezeLevel: ['Freeze level, points', 'Freeze Level, Punkte'],
  swapLong: ['Swap long', 'Swap Long'],
  swapShort: ['Swap short', 'Swap Short'],
  saved: [(name: string) => `${name} is changed.`, (name) => `${name} ist geändert.`],
  save: [
    (n: number) => `Save ${plural(n, 'change', 'changes')}`,
    (n) => `${plural(n, 'Änderung', 'Änderungen')} sichern`,
  ],
});
