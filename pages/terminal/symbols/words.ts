// The texts of a symbol's terms.

import { texts } from '../../texts/language.js';

/** The texts. */
export const words = texts({
  chart: ['Chart', 'Chart'],
  trade: ['Trade', 'Handeln'],
  unknown: [
    (name: string) => `${name} is not offered to this account.`,
    (name) => `${name} wird für dieses Konto nicht angeboten.`,
  ],
  home: ['To the start', 'Zum Anfang'],
  prices: ['Prices', 'Preise'],
  bid: ['Bid', 'Bid'],
  ask: ['Ask', 'Ask'],
  spread: ['Spread', 'Spread'],
  points: [(count: string) => `${count} points`, (count) => `${count} Punkte`],
  high: ['High of the day', 'Tageshoch'],
  low: ['Low of the day', 'Tagestief'],
  terms: ['Terms', 'Bedingungen'],
  path: ['Path', 'Pfad'],
  contract: ['Contract of a lot', 'Kontrakt eines Lots'],
  currencies: ['Base, profit, margin', 'Basis, Gewinn, Margin'],
  digits: ['Digits of the price', 'Stellen des Preises'],
  tick: ['Tick', 'Tick'],
  tickValue: ['Value of a tick', 'Wert eines Ticks'],
  volume: ['Volume', 'Volumen'],
  volumeRange: [
    (min: string, max: string, step: string) => `${min} to ${max}, in steps of ${step}`,
    (min, max, step) => `${min} bis ${max}, in Schritten von ${step}`,
  ],
  volumeLimit: ['Most open volume', 'Höchstes offenes Volumen'],
  execution: ['Execution', 'Ausführung'],
  access: ['Trading', 'Handel'],
  fills: ['Fills', 'Ausführungsarten'],
  orders: ['Orders', 'Orders'],
  lifetimes: ['Lifetimes', 'Laufzeiten'],
  stops: ['Distance of stops', 'Abstand der Stops'],
  freeze: ['Freeze distance', 'Sperrabstand'],
  none: ['none', 'keiner'],
  margin: ['Margin of a lot', 'Margin eines Lots'],
  marginBuy: ['To buy', 'Zum Kauf'],
  marginSell: ['To sell', 'Zum Verkauf'],
  pointValue: ['Value of a point', 'Wert eines Punktes'],
  ofLots: [(lots: string) => `for ${lots} lots`, (lots) => `für ${lots} Lots`],
  hedged: ['Hedged', 'Gegenläufig'],
  swaps: ['Swaps', 'Swaps'],
  swapMode: ['Counted', 'Berechnung'],
  swapLong: ['Buy', 'Kauf'],
  swapShort: ['Sell', 'Verkauf'],
  swapTriple: ['Three days on', 'Dreifach am'],
  sessions: ['Sessions, by the clock of the server', 'Sitzungen, nach der Uhr des Servers'],
  day: ['Day', 'Tag'],
  quotes: ['Quotes', 'Kurse'],
  trades: ['Trades', 'Handel'],
  closed: ['closed', 'geschlossen'],
  allDay: ['all day', 'ganztägig'],
});

/** The names of the days of a week, Sunday first. */
export const days = texts({
  '0': ['Sunday', 'Sonntag'],
  '1': ['Monday', 'Montag'],
  '2': ['Tuesday', 'Dienstag'],
  '3': ['Wednesday', 'Mittwoch'],
  '4': ['Thursday', 'Donnerstag'],
  '5': ['Friday', 'Freitag'],
  '6': ['Saturday', 'Samstag'],
});

/** The words of the API's enums; an unknown one stays as it is. */
const enums = texts({
  full: ['open to buy and sell', 'Kauf und Verkauf'],
  disabled: ['not offered', 'kein Handel'],
  long_only: ['to buy only', 'nur Kauf'],
  short_only: ['to sell only', 'nur Verkauf'],
  close_only: ['to close only', 'nur Schließen'],
  market: ['market', 'Markt'],
  instant: ['instant', 'sofort'],
  request: ['on request', 'auf Anfrage'],
  exchange: ['exchange', 'Börse'],
  fok: ['fill or kill', 'ganz oder gar nicht'],
  ioc: ['fill what there is', 'was da ist'],
  return: ['rest stays', 'Rest bleibt'],
  limit: ['limit', 'Limit'],
  stop: ['stop', 'Stop'],
  stop_limit: ['stop limit', 'Stop-Limit'],
  sl: ['stop loss', 'Stop-Loss'],
  tp: ['take profit', 'Take-Profit'],
  close_by: ['close by', 'Schließen durch'],
  gtc: ['until cancelled', 'bis Widerruf'],
  day: ['today', 'heute'],
  specified: ['to a time', 'bis zu einer Zeit'],
  specified_day: ['to a day', 'bis zu einem Tag'],
  points: ['points', 'Punkte'],
  sunday: ['Sunday', 'Sonntag'],
  monday: ['Monday', 'Montag'],
  tuesday: ['Tuesday', 'Dienstag'],
  wednesday: ['Wednesday', 'Mittwoch'],
  thursday: ['Thursday', 'Donnerstag'],
  friday: ['Friday', 'Freitag'],
  saturday: ['Saturday', 'Samstag'],
});

/** A value of an enum in words. */
export const enumText = (value: string): string =>
  (enums() as Readonly<Record<string, string>>)[value] ?? value.replaceAll('_', ' ');
