// Reads events from their bytes.

import { emptyRow } from '../base/field-table.js';
import {
  ACCOUNT_EVENT_KINDS,
  type AccountEvent,
  type AccountEventKind,
  type Cause,
  type DerivedCommand,
  type DeskEvent,
  type Event,
  type JournalLine,
  REQUEST_KINDS,
  type RecordChange,
  type Remembered,
  SOURCES,
} from '../trading/events.js';
import { MONEY, type Money } from '../trading/records.js';
import { MsgpackReader, readAny, readText, skip } from './msgpack-reader.js';
import { EVENT_FORM, EVENT_HEAD, EVENT_KIND, EVENT_PARTS, EVENT_ROWS } from './pack.js';
import { readRequestId, readWhole } from './packed-values.js';
import { RowBase } from './sparse-rows.js';

/** An event of an account without what only its frames and explanations need. */
export type ProjectedEvent = Omit<AccountEvent, 'money' | 'explain'>;

const base = new RowBase();

const wordOf = <T extends string>(from: MsgpackReader, words: readonly T[]): T => {
  const found = words[from.bytes[from.at] as number];
  if (found === undefined) throw new Error(`byte ${from.at} is not one of ${words.join(', ')}`);
  from.at += 1;
  return found;
};

const readRows = <T>(
  from: MsgpackReader,
  count: number,
  read: (from: MsgpackReader, base: RowBase) => T,
): T[] => {
  const rows: T[] = [];
  for (let n = 0; n < count; n += 1) rows.push(read(from, base));
  return rows;
};

const NOTHING: readonly never[] = [];

const readRemembered = (from: MsgpackReader, { request_id }: Cause): Remembered => ({
  request_id: readRequestId(from, request_id),
  digest: readText(from),
  result: EVENT_ROWS.result.read(from, base),
});

/** An event that is being read: its money and its explanation come last. */
type ReadEvent = { -readonly [K in keyof AccountEvent]: AccountEvent[K] };

const NO_MONEY: Money = emptyRow(MONEY);

const readRowsOf = (login: number, from: MsgpackReader): ReadEvent => {
  const kind = wordOf<AccountEventKind>(from, ACCOUNT_EVENT_KINDS);
  const has = from.bytes[from.at] as number;
  from.at += 1;
  const account_seq = readWhole(from);
  const time = readWhole(from);
  const cause: Cause = {
    kind: wordOf(from, REQUEST_KINDS),
    source: wordOf(from, SOURCES),
    dealer: readWhole(from),
    request_id: readRequestId(from),
  };
  const group = readText(from);
  const orders = readWhole(from);
  const deals = readWhole(from);
  const positions = readWhole(from);
  base.begin(login, time, cause.dealer, cause.request_id);
  // The members of the literal are evaluated in this order, which is the order of the bytes.
  return {
    type: 'account',
    kind,
    login,
    group,
    account_seq,
    time,
    cause,
    orders: readRows(from, orders, EVENT_ROWS.order.read),
    deals: readRows(from, deals, EVENT_ROWS.deal.read),
    positions: readRows(from, positions, EVENT_ROWS.position.read),
    remembered: has & EVENT_PARTS.remembered ? readRemembered(from, cause) : null,
    ledger: EVENT_ROWS.ledger.read(from, base),
    money: NO_MONEY,
    explain: null,
    derived: has & EVENT_PARTS.derived ? (readAny(from) as DerivedCommand[]) : NOTHING,
    queued:
      has & EVENT_PARTS.queued ? readRows(from, readWhole(from), EVENT_ROWS.queued.read) : NOTHING,
    daily: has & EVENT_PARTS.daily ? EVENT_ROWS.daily.read(from, base) : null,
    correction: has & EVENT_PARTS.correction ? EVENT_ROWS.correction.read(from, base) : null,
    journal: has & EVENT_PARTS.journal ? (readAny(from) as JournalLine[]) : NOTHING,
  };
};

/**
 * Reads an account's event whose body is at the cursor, up to its money. Throws on an unexpected
 * value.
 */
export const readStored: (login: number, from: MsgpackReader) => ProjectedEvent = readRowsOf;

/** Is told what a start needs of an event whose rows are not read. */
export interface RowIds {
  order(id: number, ended: boolean): void;
  deal(id: number): void;
  position(id: number, ended: boolean): void;
  /** The id of a remembered request. */
  request(id: string): void;
}

/** Parts with further rows. */
const UNUSUAL = EVENT_PARTS.derived | EVENT_PARTS.queued | EVENT_PARTS.correction;

/**
 * Tells the ids in an account's event whose body is at the cursor, without reading its rows, which
 * takes a third of the time. False when it has further rows, so that it must be read; nothing was
 * told then, and the cursor stays where it was.
 */
export const passStored = (login: number, from: MsgpackReader, told: RowIds): boolean => {
  const has = from.bytes[from.at + 1] as number;
  if (has & UNUSUAL) return false;
  from.at += 2;
  readWhole(from);
  readWhole(from);
  from.at += 2;
  const dealer = readWhole(from);
  const causedBy = readRequestId(from);
  skip(from, 1);
  const orders = readWhole(from);
  const deals = readWhole(from);
  const positions = readWhole(from);
  base.beginPass(login, dealer);
  for (let n = 0; n < orders; n += 1) {
    EVENT_ROWS.order.pass(from, base);
    told.order(base.id, base.ended);
  }
  for (let n = 0; n < deals; n += 1) {
    EVENT_ROWS.deal.pass(from, base);
    told.deal(base.id);
  }
  for (let n = 0; n < positions; n += 1) {
    EVENT_ROWS.position.pass(from, base);
    told.position(base.id, base.ended);
  }
  if (has & EVENT_PARTS.remembered) told.request(readRequestId(from, causedBy));
  return true;
};

const readAccount = (login: number, from: MsgpackReader): AccountEvent => {
  const has = from.bytes[from.at + 1] as number;
  const event = readRowsOf(login, from);
  event.money = EVENT_ROWS.money.read(from, base);
  if (has & EVENT_PARTS.explain) event.explain = EVENT_ROWS.explain.read(from, base);
  return event;
};

/** Reads a desk event whose body is at the cursor. */
export const readDesk = (from: MsgpackReader): DeskEvent => {
  const body = readAny(from) as [number, number, string, number, RecordChange[], JournalLine[]];
  const [time, by, ip, config_version, changes, journal] = body;
  return { type: 'desk', time, by, ip, config_version, changes, journal };
};

/**
 * Reads the head of the event at the cursor: its login; 0 for desk events. The cursor moves to the
 * body. Throws on bytes that are not an event, and on a form that this server does not know.
 */
export const enterEvent = (from: MsgpackReader): number => {
  const { bytes, view, at } = from;
  const kind = bytes[at];
  if (kind !== EVENT_KIND.account && kind !== EVENT_KIND.desk) {
    throw new Error(`unknown event kind ${kind}`);
  }
  const form = bytes[at + 1];
  if (form !== EVENT_FORM) {
    throw new Error(`unknown event form ${form}: this server reads form ${EVENT_FORM}`);
  }
  from.at = at + EVENT_HEAD;
  return view.getFloat64(at + 2, true);
};

/** Reads the event of an account from its bytes, as `readStored`. */
export const unpackStored = (bytes: Buffer): ProjectedEvent => {
  const from = new MsgpackReader(bytes);
  return readStored(enterEvent(from), from);
};

/** Unpacks an event of the log. Throws on bytes that are not an event. */
export const unpackEvent = (bytes: Buffer): Event => {
  const from = new MsgpackReader(bytes);
  const login = enterEvent(from);
  return login === 0 ? readDesk(from) : readAccount(login, from);
};
