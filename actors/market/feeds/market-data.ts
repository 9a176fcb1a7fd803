// Market data of a FIX session: subscriptions, and the best bid and ask of each symbol.
//
// Each symbol has a request of its own: some providers take one symbol a request, and a reject
// names the request alone. The books asked for have a depth of one: a side has one entry, which the
// next replaces.

import { DATA_TAG, DATA_TYPE, MD_REJECT_TEXTS } from '../../../wire/codec/fix/data-tags.js';
import type { FixMessage } from '../../../wire/codec/fix/fix-message.js';
import { dateOf, timeOfDayOf } from '../../../wire/codec/fix/fix-values.js';
import { TAG } from '../../../wire/codec/fix/tags.js';
import type { WriteBody } from '../../providers/fix/outgoing.js';
import type { SourceSink } from './feed.js';
import type { Instrument } from './instruments.js';

/** Codes of update actions and types of entries. */
const [CHANGE, DELETE] = [49, 50];
const [BID, OFFER, TRADE] = [48, 49, 50];
/** A type of entries that the provider does not have. */
const WRONG_ENTRY_TYPE = '8';
const DAY_MS = 86_400_000;

type QuoteSide = 'bid' | 'ask';

/** A symbol of this server that a book prices; price units, 0 = none. `sent`: of the last tick. */
interface BookLine {
  readonly instrument: Instrument;
  bid: number;
  ask: number;
  last: number;
  sentBid: number;
  sentAsk: number;
  sentLast: number;
}

/** The book of one symbol of the provider. */
interface Book {
  readonly name: string;
  readonly lines: BookLine[];
  /** The id of its subscription; empty = it has none. */
  request: string;
  asksTrades: boolean;
  /** The ids of the entries that are its bid and ask; empty where they have none. */
  readonly ids: Record<QuoteSide, string>;
  /** Time of the newest entry, ms. */
  time: number;
  /** Does it wait for the end of the message? */
  isTouched: boolean;
  /** Did it have both sides after the last message? */
  isWhole: boolean;
}

/** The connections of market data to its session and feed. */
interface MarketDataPort {
  readonly sink: Pick<SourceSink, 'tick' | 'fault'>;
  /** ms since 1970 */
  now(): number;
  send(type: string, body: WriteBody): void;
  /** A text of the provider as the operator may see it. */
  shown(text: string): string;
}

const sideOf = (type: number): QuoteSide | undefined =>
  type === BID ? 'bid' : type === OFFER ? 'ask' : undefined;

/** The price of an entry in price units; 0 when it is none. */
const priceOf = ({ digits, unit }: Instrument, message: FixMessage, from: number, to: number) => {
  const price = message.scaled(DATA_TAG.mdEntryPx, digits, 'round', from, to);
  return price === undefined || price <= 0 ? 0 : price * unit;
};

/** The subscriptions and books of one connection. */
export class MarketData {
  readonly #port: MarketDataPort;
  /** By the provider's name. */
  readonly #books = new Map<string, Book>();
  /** By the id of the subscription. */
  readonly #requests = new Map<string, Book>();
  readonly #touched: Book[] = [];
  #isOn = false;
  #asksTrades = true;
  #lastRequest = 0;

  constructor(port: MarketDataPort) {
    this.#port = port;
  }

  /** Symbols change; a changed one is in both lists. */
  change(gone: readonly Instrument[], added: readonly Instrument[]): void {
    for (const { source, symbolId } of gone) {
      const book = this.#books.get(source);
      const at = book?.lines.findIndex((line) => line.instrument.symbolId === symbolId) ?? -1;
      if (book === undefined || at < 0) continue;
      book.lines.splice(at, 1);
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
    this.#port.sink.fault('messages are missing: symbols have no quotes until new snapshots');
    for (const book of this.#books.values()) this.#subscribe(book);
  }

  /** Takes a message, if it is one of market data. */
  take(message: FixMessage): void {
    if (message.type === DATA_TYPE.increments) this.#increments(message);
    else if (message.type === DATA_TYPE.snapshot) this.#snapshot(message);
    else if (message.type === DATA_TYPE.marketDataReject) this.#rejected(message);
  }

  #add(instrument: Instrument): Book {
    const name = instrument.source;
    let book = this.#books.get(name);
    if (book === undefined) {
      const ids = { bid: '', ask: '' };
      const state = { request: '', asksTrades: true, time: 0, isTouched: false, isWhole: false };
      book = { name, lines: [], ids, ...state };
      this.#books.set(name, book);
    }
    const sent = { sentBid: 0, sentAsk: 0, sentLast: 0 };
    book.lines.push({ instrument, bid: 0, ask: 0, last: 0, ...sent });
    return book;
  }

  #subscribe(book: Book): void {
    if (!this.#isOn) return;
    this.#unsubscribe(book);
    for (const line of book.lines) {
      line.bid = line.ask = 0;
      line.sentBid = line.sentAsk = 0;
    }
    book.isWhole = false;
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
    this.#port.send(DATA_TYPE.marketDataRequest, (writer) => {
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
    this.#clear(book, 'bid');
    this.#clear(book, 'ask');
    this.#touch(book);
    const entries = message.group(DATA_TAG.noMdEntries);
    while (entries?.next()) this.#enter(book, message, entries.from, entries.to, true);
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
      const action = message.char(DATA_TAG.mdUpdateAction, from, to);
      if (action === DELETE) this.#remove(book, message, from, to);
      else if (action !== CHANGE || message.has(DATA_TAG.mdEntryPx, from, to)) {
        this.#enter(book, message, from, to, false);
      }
    }
    this.#publish();
  }

  #touch(book: Book): void {
    if (book.isTouched) return;
    book.isTouched = true;
    this.#touched.push(book);
  }

  /** A price of a book; within a snapshot the best of a side counts. */
  #enter(book: Book, message: FixMessage, from: number, to: number, isSnapshot: boolean): void {
    const type = message.char(DATA_TAG.mdEntryType, from, to);
    const side = sideOf(type);
    if ((side === undefined && type !== TRADE) || isLower(message, from, to)) return;
    let isPrice = true;
    for (const line of book.lines) {
      const price = priceOf(line.instrument, message, from, to);
      isPrice &&= price > 0;
      if (side === undefined) line.last = price || line.last;
      else if (!isSnapshot || !isBetter(line, side, price)) line[side] = price;
    }
    if (side !== undefined) book.ids[side] = message.text(DATA_TAG.mdEntryId, from, to);
    if (!isPrice) this.#port.sink.fault(`${book.name}: the ${side ?? 'last'} is not a price`);
    book.time = Math.max(book.time, this.#timeOf(message, from, to));
  }

  /** An entry is gone: the one that is named, or that of the side where none has an id. */
  #remove(book: Book, message: FixMessage, from: number, to: number): void {
    if (isLower(message, from, to)) return;
    const type = message.char(DATA_TAG.mdEntryType, from, to);
    const id = message.text(DATA_TAG.mdEntryId, from, to);
    for (const side of SIDES) {
      const held = book.ids[side];
      const isNamed = id !== '' && held === id;
      const isOfSide = sideOf(type) === side && (id === '' || held === '');
      if (isOfSide || (isNamed && (type === 0 || sideOf(type) === side))) this.#clear(book, side);
    }
  }

  #clear(book: Book, side: QuoteSide): void {
    for (const line of book.lines) line[side] = 0;
    book.ids[side] = '';
  }

  /** The time of an entry, else of its message; never later than now. */
  #timeOf(message: FixMessage, from: number, to: number): number {
    const { bytes } = message;
    const now = this.#port.now();
    const place = message.find(DATA_TAG.mdEntryTime, from, to);
    const time =
      place < 0 ? Number.NaN : timeOfDayOf(bytes, message.startAt(place), message.endAt(place));
    if (Number.isNaN(time)) return Math.min(sentAt(message) || now, now);
    const dated = message.find(DATA_TAG.mdEntryDate, from, to);
    const date = dated < 0 ? Number.NaN : dateOf(bytes, message.startAt(dated));
    if (!Number.isNaN(date)) return Math.min(date + time, now);
    const today = now - (now % DAY_MS) + time;
    // Just after midnight a time of yesterday is no time of tonight.
    return today - now > DAY_MS / 2 ? today - DAY_MS : Math.min(today, now);
  }

  /** Sends what the message has changed. */
  #publish(): void {
    for (const book of this.#touched) {
      book.isTouched = false;
      let isWhole = true;
      for (const line of book.lines) {
        if (line.bid === 0 || line.ask === 0) isWhole = false;
        else this.#tick(line, book.time);
      }
      if (book.isWhole && !isWhole) this.#lost(book);
      book.isWhole = isWhole;
    }
    this.#touched.length = 0;
  }

  #tick(line: BookLine, time: number): void {
    const { instrument, bid, ask, last } = line;
    if (bid === line.sentBid && ask === line.sentAsk && last === line.sentLast) return;
    line.sentBid = bid;
    line.sentAsk = ask;
    line.sentLast = last;
    this.#port.sink.tick(instrument, bid, ask, time, last);
  }

  /** Its next price counts as a new one, even if it is that of before. */
  #lost(book: Book): void {
    for (const line of book.lines) line.sentBid = line.sentAsk = 0;
    const sides = SIDES.filter((side) => book.lines.some((line) => line[side] === 0));
    this.#port.sink.fault(`${book.name}: no ${sides.join(', no ')}: no quotes until there is one`);
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
    const { shown, sink } = this.#port;
    const texts = [MD_REJECT_TEXTS[reason] ?? shown(reason), shown(message.text(TAG.text))];
    const why = texts.filter((text) => text !== '').join(': ');
    sink.fault(`${book.name}: the provider refuses market data: ${why}`);
  }
}

const SIDES: readonly QuoteSide[] = ['bid', 'ask'];

/** Is the side's price there already, and better? */
const isBetter = (line: BookLine, side: QuoteSide, price: number): boolean => {
  const held = line[side];
  if (held === 0) return false;
  return price === 0 || (side === 'bid' ? held >= price : held <= price);
};

/** Is it an entry below the best of its side? */
const isLower = (message: FixMessage, from: number, to: number): boolean =>
  message.int(DATA_TAG.mdEntryPositionNo, from, to) > 1;

/** When a message was first sent, ms since 1970; NaN when it does not say so. */
const sentAt = (message: FixMessage): number =>
  message.time(message.has(TAG.origSendingTime) ? TAG.origSendingTime : TAG.sendingTime);
