// Texts of the dealing desk.

import { plural, texts } from '../../texts/language.js';

/** Texts of the dealing desk. */
export const words = texts({
  title: ['Dealing', 'Handelstisch'],
  onLine: ['on line', 'bereit'],
  offLine: ['not on line', 'nicht bereit'],
  waiting: [(n: number) => `${n} waiting`, (n) => `${n} warten`],
  mine: [(n: number) => `${n} mine`, (n) => `${n} bei mir`],
  soundOn: ['Sound on', 'Ton an'],
  soundOff: ['Sound off', 'Ton aus'],
  nothing: [
    'No request waits. You are on line while this page is open; new requests appear here.',
    'Keine Anfrage wartet. Solange diese Seite offen ist, kommen neue Anfragen hierher.',
  ],
  left: ['Left', 'Rest'],
  account: ['Account', 'Konto'],
  group: ['Group', 'Gruppe'],
  request: ['Request', 'Anfrage'],
  asked: ['Asked', 'Gefragt'],
  now: ['Now', 'Jetzt'],
  deviation: ['Deviation', 'Abweichung'],
  equity: ['Equity', 'Equity'],
  level: ['Level', 'Level'],
  levelAfter: ['Level afterwards', 'Level danach'],
  dealer: ['Dealer', 'Händler'],
  me: ['me', 'ich'],
  offeredTo: [(login: number) => `for ${login}`, (login) => `für ${login}`],
  take: ['Take', 'Nehmen'],
  takeFirst: ['Take the selected request', 'Die gewählte Anfrage nehmen'],
  confirm: ['Confirm', 'Bestätigen'],
  requote: ['Requote', 'Neuer Preis'],
  reject: ['Reject', 'Ablehnen'],
  giveBack: ['Return', 'Zurückgeben'],
  price: ['Price', 'Preis'],
  atMarket: ['now', 'jetzt'],
  lots: ['Lots', 'Lots'],
  bid: ['Bid', 'Bid'],
  ask: ['Ask', 'Ask'],
  reason: ['Reason for the client', 'Grund für den Kunden'],
  notANumber: ['a number', 'eine Zahl'],
  sendPrices: ['Send prices', 'Preise senden'],
  noRequotes: [
    'Market and exchange execution have no requotes.',
    'Bei Ausführung zum Markt- oder Börsenpreis gibt es keine neuen Preise.',
  ],
  anySize: ['any size', 'jede Größe'],
  sl: ['Stop loss', 'Stop Loss'],
  tp: ['Take profit', 'Take Profit'],
  limitPrice: ['Price of the limit order', 'Preis des Limit-Auftrags'],
  against: ['Against position', 'Gegen Position'],
  order: ['Order', 'Auftrag'],
  worst: ['Worst price', 'Schlechtester Preis'],
  allowed: ['Allowed deviation', 'Erlaubte Abweichung'],
  comment: ['Comment', 'Kommentar'],
  received: ['Received', 'Eingegangen'],
  points: [(n: number) => plural(n, 'point', 'points'), (n) => plural(n, 'Punkt', 'Punkte')],
  heading: [
    (id: number, login: number) => `Request ${id} of account ${login}`,
    (id, login) => `Anfrage ${id} von Konto ${login}`,
  ],
  answerOf: [(id: number) => `Answer to request ${id}`, (id) => `Antwort auf Anfrage ${id}`],
  done_confirm: [(id: number) => `Request ${id}: confirmed.`, (id) => `Anfrage ${id}: bestätigt.`],
  done_requote: [
    (id: number) => `Request ${id}: new prices are offered.`,
    (id) => `Anfrage ${id}: neue Preise sind angeboten.`,
  ],
  done_reject: [(id: number) => `Request ${id}: rejected.`, (id) => `Anfrage ${id}: abgelehnt.`],
  done_return: [
    (id: number) => `Request ${id}: returned.`,
    (id) => `Anfrage ${id}: zurückgegeben.`,
  ],
  gone: [
    (id: number) => `Request ${id} has ended without your answer.`,
    (id) => `Anfrage ${id} ist ohne Ihre Antwort zu Ende.`,
  ],
  lost: [
    (id: number) => `Request ${id} is no longer yours: it was returned when the connection broke.`,
    (id) => `Anfrage ${id} gehört Ihnen nicht mehr: Sie ging zurück, als die Verbindung abriss.`,
  ],
  takenBy: [
    (id: number, login: number) => `Dealer ${login} has taken request ${id}.`,
    (id, login) => `Händler ${login} hat Anfrage ${id} genommen.`,
  ],
});

/** The kinds of requests, as routing names them. */
const kinds = texts({
  price: ['Price', 'Preis'],
  open: ['Open', 'Eröffnen'],
  close: ['Close', 'Schließen'],
  close_by: ['Close by', 'Schließen gegen'],
  modify: ['Modify', 'Ändern'],
  pending: ['Pending', 'Auftrag'],
  pending_modify: ['Modify order', 'Auftrag ändern'],
  pending_cancel: ['Cancel order', 'Auftrag löschen'],
  activate: ['Activate', 'Auslösen'],
  activate_stop_limit: ['Activate stop limit', 'Stop Limit auslösen'],
  sl: ['Stop loss', 'Stop Loss'],
  tp: ['Take profit', 'Take Profit'],
  stopout_order: ['Stop-out of order', 'Stop-out Auftrag'],
  stopout_position: ['Stop-out', 'Stop-out'],
  expiration: ['Expiration', 'Ablauf'],
});

/** The word of a kind of request; by staff it begins with `dealer_`. */
export const kindText = (kind: string): string => {
  const name = kind.replace(/^dealer_/, '');
  return kinds()[name as keyof ReturnType<typeof kinds>] ?? name;
};
