// The texts of charts.

import { plural, texts } from '../texts/language.js';

/** The texts. */
export const words = texts({
  chart: ['Chart', 'Chart'],
  chartOf: [
    (symbol: string, frame: string) => `Chart of ${symbol}, ${frame}`,
    (symbol, frame) => `Chart von ${symbol}, ${frame}`,
  ],
  symbol: ['Symbol', 'Symbol'],
  timeframe: ['Timeframe', 'Zeitrahmen'],
  frameKey: [(name: string) => `Timeframe ${name}`, (name) => `Zeitrahmen ${name}`],
  indicators: ['Indicators', 'Indikatoren'],
  drawings: ['Draw', 'Zeichnen'],
  charts: ['Charts', 'Charts'],
  newest: ['To the newest bar', 'Zum neuesten Balken'],
  window: ['In a window of its own', 'In eigenem Fenster'],
  noBars: ['There are no bars of this symbol yet.', 'Von diesem Symbol gibt es noch keine Balken.'],
  unknown: [
    (symbol: string) => `${symbol} is not offered to this account.`,
    (symbol) => `${symbol} wird für dieses Konto nicht angeboten.`,
  ],
  params: ['Periods', 'Perioden'],
  badParams: ['Whole numbers with commas', 'Ganze Zahlen mit Komma'],
  onCandles: ['On the candles', 'Auf den Kerzen'],
  below: ['Below', 'Darunter'],
  segment: ['Trend line', 'Trendlinie'],
  rayLine: ['Ray', 'Strahl'],
  straightLine: ['Line', 'Gerade'],
  horizontalStraightLine: ['Horizontal line', 'Waagerechte Linie'],
  verticalStraightLine: ['Vertical line', 'Senkrechte Linie'],
  parallelStraightLine: ['Channel', 'Kanal'],
  fibonacciLine: ['Fibonacci', 'Fibonacci'],
  brush: ['Freehand', 'Freihand'],
  editDrawings: ['Change or remove one', 'Eine ändern oder entfernen'],
  drawingsOf: [
    (symbol: string) => `Drawings of ${symbol}`,
    (symbol) => `Zeichnungen von ${symbol}`,
  ],
  newDrawing: ['New drawing', 'Neue Zeichnung'],
  add: ['Add', 'Hinzufügen'],
  noDrawings: ['There are no drawings.', 'Es gibt keine Zeichnungen.'],
  pointPrice: [(number: number) => `Price ${number}`, (number) => `Preis ${number}`],
  earlier: [
    (number: number) => `Point ${number}: a bar earlier`,
    (number) => `Punkt ${number}: einen Balken früher`,
  ],
  later: [
    (number: number) => `Point ${number}: a bar later`,
    (number) => `Punkt ${number}: einen Balken später`,
  ],
  badPrice: ['This is no number.', 'Das ist keine Zahl.'],
  removeDrawings: ['Remove all drawings', 'Alle Zeichnungen entfernen'],
  removeAsk: [
    (n: number, symbol: string) =>
      `${plural(n, 'drawing', 'drawings')} of ${symbol} will be gone for good.`,
    (n, symbol) =>
      `${plural(n, 'Zeichnung', 'Zeichnungen')} von ${symbol} ${n === 1 ? 'ist' : 'sind'} ` +
      'dann für immer gelöscht.',
  ],
  drawHint: [
    'Click the points in the chart. A right click removes a drawing.',
    'Punkte im Chart anklicken. Ein Rechtsklick entfernt eine Zeichnung.',
  ],
  position: ['position', 'Position'],
  order: ['order', 'Order'],
  sl: ['SL', 'SL'],
  tp: ['TP', 'TP'],
  limit: ['Limit', 'Limit'],
  stop: ['Stop', 'Stop'],
  stop_limit: ['Stop limit', 'Stop-Limit'],
  bid: ['Bid', 'Bid'],
  ask: ['Ask', 'Ask'],
  addStop: [
    (stop: string, id: number) => `Set ${stop} of ${id}`,
    (stop, id) => `${stop} von ${id} setzen`,
  ],
  move: [
    (line: string, price: string) => `Move ${line}, now at ${price}`,
    (line, price) => `${line} verschieben, jetzt bei ${price}`,
  ],
  moveHint: [
    'Drag, or Up and Down (with Shift by ten points). Enter saves, Esc undoes.',
    'Ziehen, oder Auf und Ab (mit Umschalt um zehn Punkte). Enter speichert, Esc macht rückgängig.',
  ],
  save: ['Save', 'Speichern'],
  undo: ['Undo', 'Zurück'],
  close: [(id: number) => `Close position ${id}`, (id) => `Position ${id} schließen`],
  cancel: [(id: number) => `Cancel order ${id}`, (id) => `Order ${id} streichen`],
  takeAway: [
    (stop: string, id: number) => `Take ${stop} of ${id} away`,
    (stop, id) => `${stop} von ${id} entfernen`,
  ],
  endAsk: [
    (line: string, price: string) => `${line}, at ${price}`,
    (line, price) => `${line}, bei ${price}`,
  ],
  result: ['Result now', 'Ergebnis jetzt'],
  gone: ['It is not there any more.', 'Es ist nicht mehr da.'],
  points: [(count: string) => `${count} points`, (count) => `${count} Punkte`],
  navigation: [
    'Left and Right scroll, plus and minus zoom, End goes to the newest bar.',
    'Links und Rechts blättern, Plus und Minus zoomen, Ende geht zum neuesten Balken.',
  ],
});
