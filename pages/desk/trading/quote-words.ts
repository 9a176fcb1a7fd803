// Texts of the prices of all symbols.

import { texts } from '../../texts/language.js';

/** Texts of the prices of all symbols. */
export const quoteWords = texts({
  title: ['Prices', 'Preise'],
  search: ['Search', 'Suchen'],
  nothing: ['No symbol fits.', 'Kein Symbol passt.'],
  symbol: ['Symbol', 'Symbol'],
  description: ['Description', 'Beschreibung'],
  bid: ['Bid', 'Bid'],
  ask: ['Ask', 'Ask'],
  spread: ['Spread', 'Spread'],
  change: ['Day', 'Tag'],
  low: ['Low', 'Tief'],
  high: ['High', 'Hoch'],
  ageTitle: ['Age', 'Alter'],
  age: [(seconds: number) => `${seconds} s`, (seconds) => `${seconds} s`],
  noPrice: ['no price', 'kein Preis'],
  feeds: ['Feeds', 'Feeds'],
  disabled: ['off', 'aus'],
  stopped: ['stopped', 'gestoppt'],
  connecting: ['connecting', 'verbindet'],
  online: ['on line', 'online'],
  waiting: ['waits', 'wartet'],
  resting: ['rests after failures', 'ruht nach Fehlern'],
  finished: ['at its end', 'am Ende'],
  quickEdit: ['Quick edit', 'Schnell ändern'],
  publish: ['Publish a price', 'Preis veröffentlichen'],
  publishTitle: [
    (name: string) => `Publish a price of ${name}`,
    (name) => `Preis von ${name} veröffentlichen`,
  ],
  publishHint: [
    'The price triggers orders and stops like any other price.',
    'Er löst Aufträge und Stops aus wie jeder Preis.',
  ],
  last: ['Last trade (optional)', 'Letzter Handel (optional)'],
  far: [
    (points: number) => `${points} points from the price of now`,
    (points) => `${points} Punkte vom jetzigen Preis`,
  ],
  notANumber: ['a number', 'eine Zahl'],
  crossed: ['Ask is below bid.', 'Ask liegt unter Bid.'],
  published: [
    (name: string) => `A price of ${name} is published.`,
    (name) => `Ein Preis von ${name} ist veröffentlicht.`,
  ],
});
