// Events read back from their bytes: whole, or part by part in place.

import { Cursor, readAny, readList, readNull, readNumber, readText } from './cursor.js';
import { DAILY } from './daily.js';
import type {
  AccountEvent,
  Cause,
  DerivedCommand,
  DeskEvent,
  Event,
  JournalLine,
  RecordChange,
  Remembered,
  RequestKind,
  Source,
} from './events.js';
import { EVENT_HEAD, EVENT_KIND } from './pack.js';
import { QUEUED } from './queued.js';
import {
  CORRECTION,
  DEAL,
  EXPLAIN,
  LEDGER,
  MONEY,
  ORDER,
  POSITION,
  TRADE_RESULT,
} from './records.js';
import { rowReader } from './row-reader.js';

/** A list of plain values, which is empty nearly always. */
const readSeldom = <T>(from: Cursor): T[] => {
  const { at } = from;
  if (readList(from) === 0) return [];
  from.at = at;
  return readAny(from) as T[];
};

/** Members of every event, and of those that have more. */
const [MEMBERS, MORE_MEMBERS] = [13, 16];

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

const readCause = (from: Cursor): Cause => {
  readList(from);
  return {
    kind: readText(from) as Cause['kind'],
    source: readText(from) as Cause['source'],
    dealer: readNumber(from),
    request_id: readText(from),
  };
};

const readRemembered = (from: Cursor): Remembered => {
  readList(from);
  return { request_id: readText(from), digest: readText(from), result: readResult(from) };
};

const readRows = <T>(from: Cursor, read: (from: Cursor) => T): T[] => {
  const rows: T[] = [];
  for (let left = readList(from); left > 0; left -= 1) rows.push(read(from));
  return rows;
};

const readMaybe = <T>(from: Cursor, read: (from: Cursor) => T): T | null =>
  readNull(from) ? null : read(from);

const readAccount = (login: number, from: Cursor): AccountEvent => {
  const members = readList(from);
  const more = members > MEMBERS;
  // Members of a literal are evaluated in the order in which they stand here, and lie there.
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

const readDesk = (from: Cursor): DeskEvent => {
  const body = readAny(from) as [number, number, string, number, RecordChange[], JournalLine[]];
  const [time, by, ip, config_version, changes, journal] = body;
  return { type: 'desk', time, by, ip, config_version, changes, journal };
};

/** The login of the event at the cursor, which moves on to its body; 0 for the desk's. */
const enterEvent = (from: Cursor): number => {
  const { bytes, view, at } = from;
  const kind = bytes[at];
  from.at = at + EVENT_HEAD;
  if (kind === EVENT_KIND.account) return view.getFloat64(at + 1, true);
  if (kind === EVENT_KIND.desk) return 0;
  throw new Error(`unknown event kind ${kind}`);
};

/** Unpacks an event of the log. Throws on bytes that are no event. */
export const unpackEvent = (bytes: Buffer): Event => {
  const from = new Cursor(bytes);
  const login = enterEvent(from);
  return login === 0 ? readDesk(from) : readAccount(login, from);
};

/** Unpacks an outcome that `writeRemembered` wrote. */
export const unpackRemembered = (bytes: Buffer): Remembered => readRemembered(new Cursor(bytes));

/** The body of a packed account event, its rows still as arrays in field order. */
export type AccountBody = readonly [
  kind: AccountEvent['kind'],
  group: string,
  account_seq: number,
  time: number,
  cause: readonly [RequestKind, Source, dealer: number, request_id: string],
  ledger: unknown[],
  money: unknown[],
  orders: unknown[][],
  deals: unknown[][],
  positions: unknown[][],
  remembered: readonly [request_id: string, digest: string, result: unknown[]] | null,
  explain: unknown[] | null,
  derived: DerivedCommand[],
  queued?: unknown[][],
  daily?: unknown[] | null,
  correction?: unknown[] | null,
  journal?: JournalLine[],
];

/** The body of a packed account event; undefined for the desk's. */
export const unpackAccountBody = (bytes: Buffer): AccountBody | undefined => {
  if (bytes[0] !== EVENT_KIND.account) return undefined;
  const from = new Cursor(bytes);
  from.at = EVENT_HEAD;
  return readAny(from) as AccountBody;
};
