// Texts of payments for positions.

import { plural, texts } from '../../texts/language.js';

/** Texts of payments for positions. */
export const payWords = texts({
  title: ['Payments for positions', 'Zahlungen für Positionen'],
  terms: ['Terms', 'Bedingungen'],
  buy: ['For bought lots', 'Für gekaufte Lots'],
  sell: ['For sold lots', 'Für verkaufte Lots'],
  perLot: ['Amount per lot (negative = charged)', 'Betrag je Lot (negativ = belastet)'],
  currency: ['Currency (empty = the account’s)', 'Währung (leer = die des Kontos)'],
  tax: ['Tax, %', 'Steuer, %'],
  action: ['Kind of payment', 'Art der Zahlung'],
  comment: ['Comment on the deal', 'Kommentar am Abschluss'],
  symbols: ['Symbols, masks with commas (empty = all)', 'Symbole, Masken mit Komma (leer = alle)'],
  net: [
    'Only the difference of bought and sold lots',
    'Nur die Differenz gekaufter und verkaufter Lots',
  ],
  skip: ['May take more than the free margin', 'Darf mehr als die freie Margin nehmen'],
  preview: ['Preview', 'Vorschau'],
  needTerms: [
    'Enter an amount per lot for a side.',
    'Bitte für eine Seite einen Betrag je Lot eingeben.',
  ],
  rates: ['Rates needed', 'Nötige Kurse'],
  rateOf: [(from: string, to: string) => `${from} to ${to}`, (from, to) => `${from} in ${to}`],
  rateMissing: ['Without its rate an amount is left out.', 'Ohne Kurs fehlt der Betrag.'],
  previewAgain: ['Preview with these rates', 'Vorschau mit diesen Kursen'],
  nothing: ['No account has such positions.', 'Kein Konto hat solche Positionen.'],
  account: ['Account', 'Konto'],
  group: ['Group', 'Gruppe'],
  bought: ['Bought', 'Gekauft'],
  sold: ['Sold', 'Verkauft'],
  amountBuy: ['For bought', 'Für gekaufte'],
  amountSell: ['For sold', 'Für verkaufte'],
  amountNet: ['Net amount', 'Netto-Betrag'],
  totals: ['Totals', 'Summen'],
  totalOf: [
    (accounts: number, amount: string, currency: string) =>
      `${plural(accounts, 'account', 'accounts')}: ${amount} ${currency}`,
    (accounts, amount, currency) => `${plural(accounts, 'Konto', 'Konten')}: ${amount} ${currency}`,
  ],
  pay: [
    (n: number) => `Pay ${plural(n, 'account', 'accounts')}`,
    (n) => `${plural(n, 'Konto', 'Konten')} bezahlen`,
  ],
  payTitle: ['Make these payments', 'Diese Zahlungen ausführen'],
  results: ['Results', 'Ergebnisse'],
  result: ['Result', 'Ergebnis'],
  side: ['Side', 'Seite'],
  amount: ['Amount', 'Betrag'],
  deal: ['Deal', 'Abschluss'],
  status_done: ['paid', 'bezahlt'],
  status_rejected: ['refused', 'abgelehnt'],
  status_unknown: ['unknown', 'unbekannt'],
  progress: [
    (done: number, rejected: number, unknown: number) =>
      `${done} paid, ${rejected} refused, ${unknown} unknown`,
    (done, rejected, unknown) => `${done} bezahlt, ${rejected} abgelehnt, ${unknown} unbekannt`,
  ],
  left: [(n: number) => `${n} not sent yet`, (n) => `${n} noch nicht gesendet`],
  again: ['Ask again for the unknown ones', 'Nach den unbekannten noch einmal fragen'],
  goOn: ['Go on', 'Weiter'],
  begin: ['New payments', 'Neue Zahlungen'],
  notANumber: ['a number', 'eine Zahl'],
});
