// The prices of the demo provider: its list of instruments, subscriptions, and news.

import { DATA_TAG, DATA_TYPE } from '../../../wire/codec/fix/data-tags.js';
import type { FixMessage } from '../../../wire/codec/fix/fix-message.js';
import type { FixWriter } from '../../../wire/codec/fix/fix-writer.js';
import { TAG, TYPE } from '../../../wire/codec/fix/tags.js';
import type { FixApplication } from '../fix/endpoint.js';
import type { BusinessRefusal } from '../fix/session-types.js';
import {
  type ProviderInstrument,
  type ProviderInstruments,
  QUANTITY_SCALE,
} from './instruments.js';
import { ID_MAX, LONG_ID, type SendMessage, sendSymbols } from './lists.js';

/** Most subscriptions at a time. */
export const SUBSCRIPTIONS_MAX = 256;

const HEADLINE = 'The demo provider is open';
const NEWS = ['Its prices are made up, and its orders are filled at them around the clock.'];

/** Values of field 263. */
const SNAPSHOT = '0';
const SUBSCRIBE = '1';
const UNSUBSCRIBE = '2';
/** Values of field 269. */
const SIDES = ['0', '1'] as const;
/** Field 264: the best price alone; field 265: changes alone; field 279: a price changes. */
const TOP_OF_BOOK = 1;
const INCREMENTS = '1';
const CHANGE = '1';
/** Values of field 281. */
const MD_REJECT = {
  unknownSymbol: '0',
  duplicateId: '1',
  bandwidth: '2',
  subscriptionType: '4',
  depth: '5',
  updateType: '6',
  entryType: '8',
} as const;

const UNSUPPORTED: BusinessRefusal = { reason: 3, text: 'Unsupported Message Type' };

/** A request for prices that cannot be met: field 281, and a text for people. */
type MarketDataFault = readonly [reason: string, text: string];

/** The session for prices. */
export class PriceSession implements FixApplication {
  /** Subscribed instruments by the id of their request. */
  readonly #subscriptions = new Map<string, readonly ProviderInstrument[]>();
  /** The times of the prices that the peer has, by subscribed instrument. */
  #sent = new Map<ProviderInstrument, number>();

  constructor(
    private readonly instruments: ProviderInstruments,
    private readonly send: SendMessage,
    private readonly now: () => number,
  ) {}

  /** Are there subscriptions, which need `beat`? */
  get isWorking(): boolean {
    return this.#subscriptions.size > 0;
  }

  loggedOn(): void {
    this.send(DATA_TYPE.news, (writer) => {
      writer.text(DATA_TAG.headline, HEADLINE).int(DATA_TAG.noLinesOfText, NEWS.length);
      for (const line of NEWS) writer.text(TAG.text, line);
    });
  }

  loggedOff(): void {
    this.#subscriptions.clear();
    this.#sent.clear();
  }

  deliver(message: FixMessage): BusinessRefusal | undefined {
    switch (message.type) {
      case DATA_TYPE.securityListRequest:
        return sendSymbols(message, this.instruments, this.send);
      case DATA_TYPE.marketDataRequest:
        return this.#request(message);
      case TYPE.reject:
      case TYPE.businessReject:
        return undefined;
      default:
        return UNSUPPORTED;
    }
  }

  /** Sends the prices that have changed, all in one message. */
  beat(): void {
    const now = this.now();
    const changed: ProviderInstrument[] = [];
    for (const [instrument, time] of this.#sent) {
      if (instrument.look(now).time === time) continue;
      this.#sent.set(instrument, instrument.time);
      changed.push(instrument);
    }
    if (changed.length === 0) return;
    const [id = '', other] = this.#subscriptions.keys();
    this.send(DATA_TYPE.increments, (writer) => {
      if (other === undefined) writer.text(DATA_TAG.mdReqId, id);
      writer.int(DATA_TAG.noMdEntries, SIDES.length * changed.length);
      for (const instrument of changed) {
        for (const side of SIDES) {
          writer.text(DATA_TAG.mdUpdateAction, CHANGE).text(DATA_TAG.mdEntryType, side);
          writer.text(DATA_TAG.symbol, instrument.symbol.name);
          writePrice(writer, instrument, side);
        }
      }
    });
  }

  #request(message: FixMessage): BusinessRefusal | undefined {
    const id = message.text(DATA_TAG.mdReqId);
    const type = message.text(DATA_TAG.subscriptionRequestType);
    if (id.length > ID_MAX) return LONG_ID;
    if (type === UNSUBSCRIBE) {
      this.#subscriptions.delete(id);
      this.#followOnly();
      return undefined;
    }
    const wanted = symbolsOf(message);
    const found = wanted.map((name) => this.instruments.get(name));
    const known = [...new Set(found.filter((one) => one !== undefined))];
    const fault = this.#fault(message, id, type) ?? unknownFault(wanted[found.indexOf(undefined)]);
    if (fault !== undefined) {
      const [reason, text] = fault;
      this.send(DATA_TYPE.marketDataReject, (writer) =>
        writer
          .text(DATA_TAG.mdReqId, id)
          .text(DATA_TAG.mdReqRejReason, reason)
          .text(TAG.text, text),
      );
      return undefined;
    }
    const now = this.now();
    for (const instrument of known) this.#snapshot(id, instrument.look(now));
    if (type === SUBSCRIBE) {
      this.#subscriptions.set(id, known);
      for (const instrument of known) this.#sent.set(instrument, instrument.time);
    }
    return undefined;
  }

  #fault(message: FixMessage, id: string, type: string): MarketDataFault | undefined {
    if (type !== SNAPSHOT && type !== SUBSCRIBE) {
      return [MD_REJECT.subscriptionType, 'only snapshots and subscriptions'];
    }
    if (this.#subscriptions.has(id)) return [MD_REJECT.duplicateId, 'the id is in use'];
    if (type === SUBSCRIBE && this.#subscriptions.size >= SUBSCRIPTIONS_MAX) {
      return [MD_REJECT.bandwidth, `at most ${SUBSCRIPTIONS_MAX} subscriptions`];
    }
    if (message.int(DATA_TAG.marketDepth) !== TOP_OF_BOOK) {
      return [MD_REJECT.depth, 'only the best price'];
    }
    if (type === SUBSCRIBE && message.text(DATA_TAG.mdUpdateType) !== INCREMENTS) {
      return [MD_REJECT.updateType, 'only incremental updates'];
    }
    const types = message.group(DATA_TAG.noMdEntryTypes);
    while (types?.next()) {
      const side = message.text(DATA_TAG.mdEntryType, types.from, types.to);
      if (!(SIDES as readonly string[]).includes(side)) {
        return [MD_REJECT.entryType, 'only bids and offers'];
      }
    }
    return undefined;
  }

  #snapshot(id: string, instrument: ProviderInstrument): void {
    this.send(DATA_TYPE.snapshot, (writer) => {
      writer.text(DATA_TAG.mdReqId, id).text(DATA_TAG.symbol, instrument.symbol.name);
      writer.int(DATA_TAG.noMdEntries, SIDES.length);
      for (const side of SIDES) {
        writer.text(DATA_TAG.mdEntryType, side);
        writePrice(writer, instrument, side);
      }
    });
  }

  /** The peer follows no other instruments than those that are still subscribed. */
  #followOnly(): void {
    const subscribed = [...this.#subscriptions.values()].flat();
    this.#sent = new Map(subscribed.map((one) => [one, this.#sent.get(one) ?? 0]));
  }
}

const unknownFault = (name: string | undefined): MarketDataFault | undefined =>
  name === undefined
    ? undefined
    : [MD_REJECT.unknownSymbol, `unknown symbol ${name.slice(0, ID_MAX)}`];

/** The symbols that a request names. */
const symbolsOf = (message: FixMessage): string[] => {
  const symbols: string[] = [];
  const entries = message.group(DATA_TAG.noRelatedSym);
  while (entries?.next()) symbols.push(message.text(DATA_TAG.symbol, entries.from, entries.to));
  return symbols;
};

const writePrice = (writer: FixWriter, instrument: ProviderInstrument, side: string): void => {
  const price = side === SIDES[0] ? instrument.bid : instrument.ask;
  writer.scaled(DATA_TAG.mdEntryPx, price, instrument.priceScale);
  writer.scaled(DATA_TAG.mdEntrySize, instrument.liquidity, QUANTITY_SCALE);
};
