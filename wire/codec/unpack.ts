// Reads events from their bytes: whole, or part by part in place.

import { DAILY } from '../trading/daily.js';
import type {
  AccountEvent,
  Cause,
  DerivedCommand,
  DeskEvent,
  Event,
  JournalLine,
  RecordChange,
  Remembered,
} from '../trading/events.js';
import { QUEUED } from '../trading/queued.js';
import {
  CORRECTION,
  DEAL,
  EXPLAIN,
  LEDGER,
  MONEY,
  ORDER,
  POSITION,
  TRADE_RESULT,
} from '../trading/records.js';
import {
  MsgpackReader,
  readAny,
  readList,
  readNull,
  readNumber,
  readText,
  skip,
} from './msgpack-reader.js';
import { EVENT_HEAD, EVENT_KIND } from './pack.js';
import { rowReader } from './row-reader.js';

/** The group of an account and the time, both as of the event. */
export interface AccountHead {
  readonly group: string;
  readonly time: number;
}

/**
 * Receives the parts of a packed account event in their stored order, row by row. It gets the
 * cursor before a part and must leave it after the part. Missing parts are not reported.
 */
export interface AccountVisitor {
  head(head: AccountHead): void;
  cause(from: MsgpackReader): void;
  ledger(from: MsgpackReader): void;
  order(from: MsgpackReader): void;
  deal(from: MsgpackReader): void;
  position(from: MsgpackReader): void;
  remembered(from: MsgpackReader): void;
  derived(command: DerivedCommand): void;
  queued(from: MsgpackReader): void;
  daily(from: MsgpackReader): void;
  correction(from: MsgpackReader): void;
  journal(line: JournalLine): void;
}

/** Skips a part. */
export const pass = (from: MsgpackReader): void => skip(from, 1);

const readHead = (from: MsgpackReader): AccountHead => {
  pass(from); // kind
  const group = readText(from);
  pass(from); // account_seq
  return { group, time: readNumber(from) };
};

/** Reads a list of plain values that is nearly always empty. */
const readSeldom = <T>(from: MsgpackReader): T[] => {
  const { at } = from;
  if (readList(from) === 0) return [];
  from.at = at;
  return readAny(from) as T[];
};

/** Number of members of every event, and of events with rare members. */
const [MEMBERS, MORE_MEMBERS] = [13, 16];

/** Walks through an account event whose body is at the cursor, and calls the visitor. */
export const visitAccount = (from: MsgpackReader, visitor: AccountVisitor): void => {
  const members = readList(from);
  visitor.head(readHead(from));
  visitor.cause(from);
  visitor.ledger(from);
  pass(from); // money
  for (let left = readList(from); left > 0; left -= 1) visitor.order(from);
  for (let left = readList(from); left > 0; left -= 1) visitor.deal(from);
  for (let left = readList(from); left > 0; left -= 1) visitor.position(from);
  if (!readNull(from)) visitor.remembered(from);
  pass(from); // explain
  for (const command of readSeldom<DerivedCommand>(from)) visitor.derived(command);
  if (members > MEMBERS) visitMore(from, visitor);
  if (members > MORE_MEMBERS) {
    for (const line of readSeldom<JournalLine>(from)) visitor.journal(line);
  }
};

const visitMore = (from: MsgpackReader, visitor: AccountVisitor): void => {
  for (let left = readList(from); left > 0; left -= 1) visitor.queued(from);
  if (!readNull(from)) visitor.daily(from);
  if (!readNull(from)) visitor.correction(from);
};

const readLedger = rowReader(LEDGER);
const readMoney = rowReader(MONEY);
const readOrder = rowReader(ORDER);
const readDeal = rowReader(DEAL);
const readPosition = rowReader(POSITION);
const readResult = rowReader(TRADE_RESULT);
const readExplain = rowReader(EXPLAIN);
const readQueued = rowReader(QUEUED);
const readDaily = rowReader(DAILY);
const readCorrection = rowReader(CORRECTION);

/** The cause of an event. */
const readCause = (from: MsgpackReader): Cause => {
  readList(from);
  return {
    kind: readText(from) as Cause['kind'],
    source: readText(from) as Cause['source'],
    dealer: readNumber(from),
    request_id: readText(from),
  };
};

/** Reads the stored result of a request, as `writeRemembered` wrote it. */
export const readRemembered = (from: MsgpackReader): Remembered => {
  readList(from);
  return { request_id: readText(from), digest: readText(from), result: readResult(from) };
};

const readRows = <T>(from: MsgpackReader, read: (from: MsgpackReader) => T): T[] => {
  const rows: T[] = [];
  for (let left = readList(from); left > 0; left -= 1) rows.push(read(from));
  return rows;
};

const readMaybe = <T>(from: MsgpackReader, read: (from: MsgpackReader) => T): T | null =>
  readNull(from) ? null : read(from);

const readAccount = (login: number, from: MsgpackReader): AccountEvent => {
  const members = readList(from);
  const more = members > MEMBERS;
  // The members of the literal are evaluated in this order, which is the order of the bytes.
  return {
    type: 'account',
    kind: readText(from) as AccountEvent['kind'],
    login,
    group: readText(from),
    account_seq: readNumber(from),
    time: readNumber(from),
    cause: readCause(from),
    ledger: readLedger(from),
    money: readMoney(from),
    orders: readRows(from, readOrder),
    deals: readRows(from, readDeal),
    positions: readRows(from, readPosition),
    remembered: readMaybe(from, readRemembered),
    explain: readMaybe(from, readExplain),
    derived: readSeldom<DerivedCommand>(from),
    queued: more ? readRows(from, readQueued) : [],
    daily: more ? readMaybe(from, readDaily) : null,
    correction: more ? readMaybe(from, readCorrection) : null,
    journal: members > MORE_MEMBERS ? readSeldom<JournalLine>(from) : [],
  };
};

/** Reads a desk event whose body is at the cursor. */
export const readDesk = (from: MsgpackReader): DeskEvent => {
  const body = readAny(from) as [number, number, string, number, RecordChange[], JournalLine[]];
  const [time, by, ip, config_version, changes, journal] = body;
  return { type: 'desk', time, by, ip, config_version, changes, journal };
};

/**
 * Reads the head of the event at the cursor: its login; 0 for desk events. The cursor moves to the
 * body. Throws on bytes that are not an event.
 */
export const enterEvent = (from: MsgpackReader): number => {
  const { bytes, view, at } = from;
  const kind = bytes[at];
  from.at = at + EVENT_HEAD;
  if (kind === EVENT_KIND.account) return view.getFloat64(at + 1, true);
  if (kind === EVENT_KIND.desk) return 0;
  throw new Error(`unknown event kind ${kind}`);
};

/** Unpacks an event of the log. Throws on bytes that are not an event. */
export const unpackEvent = (bytes: Buffer): Event => {
  const from = new MsgpackReader(bytes);
  const login = enterEvent(from);
  return login === 0 ? readDesk(from) : readAccount(login, from);
};

/** Unpacks the stored result of a request, as `writeRemembered` wrote it. */
export const unpackRemembered = (bytes: Buffer): Remembered =>
  readRemembered(new MsgpackReader(bytes));
