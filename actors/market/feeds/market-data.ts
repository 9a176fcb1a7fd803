// Market data of a FIX session: subscriptions, and the best bid and ask of each symbol.
//
// Each symbol has a request of its own: some providers take one symbol a request, and a reject
// names the request alone. The books asked for have a depth of one; some providers send deeper ones
// all the same, see provider-book.ts.
//
// A new request empties its book, which then waits for a snapshot: until it comes, increments that
// name another request or none are taken only if they are the whole side, because increments of
// the request before may still be under way.

import { DATA_TAG, DATA_TYPE, MD_REJECT_TEXTS } from '../../../wire/codec/fix/data-tags.js';
import type { FixMessage } from '../../../wire/codec/fix/fix-message.js';
import { dateOf, timeOfDayOf } from '../../../wire/codec/fix/fix-values.js';
import { TAG } from '../../../wire/codec/fix/tags.js';
import type { WriteBody } from '../../providers/fix/outgoing.js';
import type { SourceSink } from './feed.js';
import type { Instrument } from './instruments.js';
import {
  Book,
  type BookEntry,
  type BookLine,
  type QuoteSide,
  SIDES,
  UNDELETED_PRICES_MAX,
} from './provider-book.js';

/** Codes of update actions and types of entries. */
const [CHANGE, DELETE] = [49, 50];
const [BID, OFFER, TRADE] = [48, 49, 50];
/** A type of entries that the provider does not have. */
const WRONG_ENTRY_TYPE = '8';
/** Characters of a date YYYYMMDD. */
const DATE_LENGTH = 8;
/** Dates before are placeholders for none: there was no FIX 4.4. */
const FIRST_DATE = Date.UTC(2000, 0, 1);

/** The connections of market data to its session and feed. */
interface MarketDataPort {
  readonly sink: Pick<SourceSink, 'tick' | 'fault'>;
  /** ms since 1970 */
  now(): number;
  send(type: string, body: WriteBody): void;
  /** A text of the provider as the operator may see it. */
  shown(text: string): string;
}

/** The price of an entry in price units; 0 when it is none. */
const priceOf = ({ digits, unit }: Instrument, message: FixMessage, from: number, to: number) => {
  const price = message.scaled(DATA_TAG.mdEntryPx, digits, 'round', from, to);
  return price === undefined || price <= 0 ? 0 : price * unit;
};

/** The subscriptions and books of one connection. */
export class MarketData {
  /** By the provider's name. */
  readonly #books = new Map<string, Book>();
  /** By the id of the subscription. */
  readonly #requests = new Map<string, Book>();
  readonly #touched: Book[] = [];
  #isOn = false;
  #asksTrades = true;
  #lastRequest = 0;
  /** Number of messages taken. */
  #messages = 0;

  constructor(private readonly port: MarketDataPort) {}

  /** Symbols change; a changed one is in both lists. */
  change(gone: readonly Instrument[], added: readonly Instrument[]): void {
    for (const { source, symbolId } of gone) {
      const book = this.#books.get(source);
      const at = book?.lines.findIndex((line) => line.instrument.symbolId === symbolId) ?? -1;
      if (book === undefined || at < 0) continue;
      book.lines.splice(at, 1);
      for (const side of SIDES) book.levels[side].dropSymbol(at);
      if (book.lines.length > 0) continue;
      this.#unsubscribe(book);
      this.#books.delete(source);
    }
    // A symbol that joins the book of another needs a snapshot as well.
    for (const book of new Set(added.map((one) => this.#add(one)))) this.#subscribe(book);
  }

  /** The session is logged on: asks for all prices. */
  start(): void {
    this.#isOn = true;
    for (const book of this.#books.values()) this.#subscribe(book);
  }

  /** Messages are lost: asks for all prices again, and knows none until they come. */
  renew(): void {
    this.port.sink.fault('messages are missing: symbols have no quotes until new snapshots');
    for (const book of this.#books.values()) this.#subscribe(book);
  }

  /** Takes a message, if it is one of market data. */
  take(message: FixMessage): void {
    this.#messages += 1;
    if (message.type === DATA_TYPE.increments) this.#increments(message);
    else if (message.type === DATA_TYPE.snapshot) this.#snapshot(message);
    else if (message.type === DATA_TYPE.marketDataReject) this.#rejected(message);
  }

  #add(instrument: Instrument): Book {
    const name = instrument.source;
    let book = this.#books.get(name);
    if (book === undefined) {
      book = new Book(name);
      this.#books.set(name, book);
    }
    book.lines.push({ instrument, last: 0, sentBid: 0, sentAsk: 0, sentLast: 0 });
    return book;
  }

  #subscribe(book: Book): void {
    if (!this.#isOn) return;
    this.#unsubscribe(book);
    book.clear();
    for (const line of book.lines) line.sentBid = line.sentAsk = 0;
    book.isWhole = false;
    book.awaitsSnapshot = true;
    book.asksTrades = this.#asksTrades;
    this.#lastRequest += 1;
    book.request = `MD${this.#lastRequest}`;
    this.#requests.set(book.request, book);
    this.#request(book, '1');
  }

  #unsubscribe(book: Book): void {
    if (book.request === '') return;
    this.#requests.delete(book.request);
    this.#request(book, '2');
    book.request = '';
  }

  #request({ name, request, asksTrades }: Book, type: '1' | '2'): void {
    this.port.send(DATA_TYPE.marketDataRequest, (writer) => {
      writer.text(DATA_TAG.mdReqId, request).text(DATA_TAG.subscriptionRequestType, type);
      writer.int(DATA_TAG.marketDepth, 1).int(DATA_TAG.mdUpdateType, 1);
      const types = asksTrades ? ['0', '1', '2'] : ['0', '1'];
      writer.int(DATA_TAG.noMdEntryTypes, types.length);
      for (const one of types) writer.text(DATA_TAG.mdEntryType, one);
      writer.int(DATA_TAG.noRelatedSym, 1).text(DATA_TAG.symbol, name);
    });
  }

  /** The book of a symbol that a message names, or else of the subscription that it answers. */
  #bookOf(message: FixMessage, from: number, to: number): Book | undefined {
    const place = message.find(DATA_TAG.symbol, from, to);
    if (place >= 0) return this.#books.get(message.textAt(place));
    return this.#requests.get(message.text(DATA_TAG.mdReqId));
  }

  #snapshot(message: FixMessage): void {
    const book = this.#bookOf(message, 0, message.count);
    if (book === undefined) return;
    book.clear();
    book.awaitsSnapshot = false;
    this.#touch(book);
    const entries = message.group(DATA_TAG.noMdEntries);
    while (entries?.next()) this.#enter(book, message, entries.from, entries.to, true);
    book.endSnapshot();
    this.#publish();
  }

  /** Entries without a symbol are of the one before. */
  #increments(message: FixMessage): void {
    const entries = message.group(DATA_TAG.noMdEntries);
    let book: Book | undefined;
    let isFirst = true;
    while (entries?.next()) {
      const { from, to } = entries;
      if (isFirst || message.has(DATA_TAG.symbol, from, to)) {
        book = this.#bookOf(message, from, to);
      }
      isFirst = false;
      if (book === undefined) continue;
      this.#touch(book);
      this.#enter(book, message, from, to, false);
    }
    this.#publish();
  }

  #touch(book: Book): void {
    if (book.isTouched) return;
    book.isTouched = true;
    this.#touched.push(book);
  }

  /** An entry of a book. */
  #enter(book: Book, message: FixMessage, from: number, to: number, isSnapshot: boolean): void {
    const action = isSnapshot ? 0 : message.char(DATA_TAG.mdUpdateAction, from, to);
    const type = message.char(DATA_TAG.mdEntryType, from, to);
    const side = type === BID ? 'bid' : type === OFFER ? 'ask' : undefined;
    const id = message.text(DATA_TAG.mdEntryId, from, to);
    const position = message.int(DATA_TAG.mdEntryPositionNo, from, to);
    // Without an id, an entry below the best of its side cannot be told from the one that follows.
    if (id === '' && position > 1) return;
    const hasPrice = message.has(DATA_TAG.mdEntryPx, from, to);
    const price = Math.max(Number(message.text(DATA_TAG.mdEntryPx, from, to)) || 0, 0);
    const isLevel = isSnapshot || (book.hasLevels && Number.isNaN(position));
    const isPart = type !== TRADE && (id !== '' || isLevel);
    if (isPart && book.awaitsSnapshot && message.text(DATA_TAG.mdReqId) !== book.request) return;
    const entry = { id, price, isLevel, isSnapshot, message: this.#messages };
    if (action === DELETE) {
      const gone = position === 1 ? { ...entry, price: 0 } : entry;
      if (side !== undefined || (type === 0 && id !== '')) this.#remove(book, side, gone);
      return;
    }
    if ((side === undefined && type !== TRADE) || (action === CHANGE && !hasPrice)) return;
    const units = book.lines.map(({ instrument }) => priceOf(instrument, message, from, to));
    if (units.includes(0)) {
      this.port.sink.fault(`${book.name}: the ${side ?? 'last'} is not a price`);
      if (side !== undefined) book.spoil(side, entry);
    } else if (side === undefined) book.trade(units);
    else {
      const replaced = message.text(DATA_TAG.mdEntryRefId, from, to);
      const isRead = book.set(side, { ...entry, units }, replaced, action === CHANGE);
      if (!isRead) this.#readOtherwise(book);
    }
    book.time = Math.max(book.time, this.#timeOf(message, from, to));
  }

  #remove(book: Book, side: QuoteSide | undefined, entry: BookEntry): void {
    for (const one of side === undefined ? SIDES : [side]) {
      if (!book.remove(one, entry)) this.#readOtherwise(book);
    }
  }

  /**
   * The provider has shown that it sends several levels of a book, or that it does not. The book is
   * asked for again if it may have lost its best or has prices that are no more.
   */
  #readOtherwise(book: Book): void {
    book.hasLevels = !book.hasLevels;
    if (book.hasLevels && !book.wasReplacedBefore(this.#messages)) return;
    if (!book.hasLevels) {
      const why = `${UNDELETED_PRICES_MAX} new prices and no delete of one`;
      this.port.sink.fault(`${book.name}: ${why}: a new price now replaces its side`);
    }
    this.#subscribe(book);
  }

  /** The time of an entry, if it has a date and a time, else of its message; never after now. */
  #timeOf(message: FixMessage, from: number, to: number): number {
    const now = this.port.now();
    return Math.min(enteredAt(message, from, to) || sentAt(message) || now, now);
  }

  /** Sends what the message has changed. */
  #publish(): void {
    for (const book of this.#touched) {
      book.isTouched = false;
      book.dropOutdated();
      if (book.isUsedUp) this.#subscribe(book);
      const [bid, ask] = [book.levels.bid.best, book.levels.ask.best];
      const isWhole = bid !== undefined && ask !== undefined;
      if (isWhole) {
        for (const [at, line] of book.lines.entries()) {
          this.#tick(line, bid.units[at] as number, ask.units[at] as number, book.time);
        }
      } else if (book.isWhole) this.#lost(book);
      book.isWhole = isWhole;
    }
    this.#touched.length = 0;
  }

  #tick(line: BookLine, bid: number, ask: number, time: number): void {
    const { instrument, last } = line;
    if (bid === line.sentBid && ask === line.sentAsk && last === line.sentLast) return;
    line.sentBid = bid;
    line.sentAsk = ask;
    line.sentLast = last;
    this.port.sink.tick(instrument, bid, ask, time, last);
  }

  /** Its next price counts as a new one, even if it is that of before. */
  #lost(book: Book): void {
    for (const line of book.lines) line.sentBid = line.sentAsk = 0;
    const sides = SIDES.filter((side) => book.levels[side].size === 0);
    this.port.sink.fault(`${book.name}: no ${sides.join(', no ')}: no quotes until there is one`);
  }

  /** A provider without trades is asked again for bid and ask alone. */
  #rejected(message: FixMessage): void {
    const book = this.#requests.get(message.text(DATA_TAG.mdReqId));
    if (book === undefined) return;
    const reason = message.text(DATA_TAG.mdReqRejReason);
    this.#requests.delete(book.request);
    book.request = '';
    if (reason === WRONG_ENTRY_TYPE && book.asksTrades) {
      this.#asksTrades = false;
      return this.#subscribe(book);
    }
    const { shown, sink } = this.port;
    const texts = [MD_REJECT_TEXTS[reason] ?? shown(reason), shown(message.text(TAG.text))];
    const why = texts.filter((text) => text !== '').join(': ');
    sink.fault(`${book.name}: the provider refuses market data: ${why}`);
  }
}

/** The date and time of an entry, ms since 1970; NaN when one is missing, malformed or none. */
const enteredAt = (message: FixMessage, from: number, to: number): number => {
  const [dated, timed] = [DATA_TAG.mdEntryDate, DATA_TAG.mdEntryTime].map((tag) =>
    message.find(tag, from, to),
  ) as [number, number];
  if (dated < 0 || timed < 0) return Number.NaN;
  const { bytes } = message;
  if (message.endAt(dated) - message.startAt(dated) !== DATE_LENGTH) return Number.NaN;
  const date = dateOf(bytes, message.startAt(dated));
  if (date < FIRST_DATE) return Number.NaN;
  return date + timeOfDayOf(bytes, message.startAt(timed), message.endAt(timed));
};

/** When a message was first sent, ms since 1970; NaN when it does not say so. */
const sentAt = (message: FixMessage): number =>
  message.time(message.has(TAG.origSendingTime) ? TAG.origSendingTime : TAG.sendingTime);
