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
  type RequestKind,
  SOURCES,
} from '../trading/events.js';
import type { IdleAccounts, IdleDayEvent } from '../trading/idle-day.js';
import { type Correction, MONEY, type Money } from '../trading/records.js';
import { MsgpackReader, readAny, readText } from './msgpack-reader.js';
import { EVENT_FORM, EVENT_HEAD, EVENT_KIND, EVENT_PARTS, EVENT_ROWS, NO_ACCOUNT } from './pack.js';
import { readDigest, readRequestId, readWhole, skipRequestId } from './packed-values.js';
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

const NO_ROWS: readonly never[] = [];

const readRemembered = (from: MsgpackReader, { request_id }: Cause): Remembered => ({
  request_id: readRequestId(from, request_id),
  digest: readDigest(from),
  result: EVENT_ROWS.result.read(from, base),
});

/** The parts of an account's event before its rows. */
interface EventOpening {
  kind: AccountEventKind;
  /** The parts that it has: bits of EVENT_PARTS. */
  has: number;
  account_seq: number;
  time: number;
  cause: RequestKind;
  source: Cause['source'];
  dealer: number;
  /** The place of the request's id. */
  requestAt: number;
  group: string;
  orders: number;
  deals: number;
  positions: number;
}

const opening: EventOpening = {
  kind: 'deal',
  has: 0,
  account_seq: 0,
  time: 0,
  cause: 'open',
  source: 'client',
  dealer: 0,
  requestAt: 0,
  group: '',
  orders: 0,
  deals: 0,
  positions: 0,
};

/**
 * Reads an account's event up to its rows; the cursor is at its body, and moves to the
 * rows. The object is reused for the next event. Throws on an unexpected value.
 */
export const readOpening = (from: MsgpackReader): EventOpening => {
  opening.kind = wordOf<AccountEventKind>(from, ACCOUNT_EVENT_KINDS);
  opening.has = from.bytes[from.at] as number;
  from.at += 1;
  opening.account_seq = readWhole(from);
  opening.time = readWhole(from);
  opening.cause = wordOf(from, REQUEST_KINDS);
  opening.source = wordOf(from, SOURCES);
  opening.dealer = readWhole(from);
  opening.requestAt = from.at;
  skipRequestId(from);
  opening.group = readText(from);
  opening.orders = readWhole(from);
  opening.deals = readWhole(from);
  opening.positions = readWhole(from);
  return opening;
};

/** Reads the cause of an event that was opened, and begins its rows. */
const readCause = (login: number, from: MsgpackReader): Cause => {
  const { cause: kind, source, dealer, requestAt, time } = opening;
  const { at } = from;
  from.at = requestAt;
  const request_id = readRequestId(from);
  from.at = at;
  base.begin(login, time, dealer, request_id);
  return { kind, source, dealer, request_id };
};

/** The rows of an event that history shows, its cause, and its request's outcome. */
export type HistoryRows = Pick<
  AccountEvent,
  'cause' | 'orders' | 'deals' | 'positions' | 'remembered'
>;

// The members of the literals are evaluated in their order, which is the order of the bytes.
const readHistory = (
  from: MsgpackReader,
  { has, orders, deals, positions }: EventOpening,
  cause: Cause,
): HistoryRows => ({
  cause,
  orders: readRows(from, orders, EVENT_ROWS.order.read),
  deals: readRows(from, deals, EVENT_ROWS.deal.read),
  positions: readRows(from, positions, EVENT_ROWS.position.read),
  remembered: has & EVENT_PARTS.remembered ? readRemembered(from, cause) : null,
});

/** Reads the bytes that history stores of an event: they may end behind its request's outcome. */
export const unpackHistory = (bytes: Buffer): HistoryRows => {
  const from = new MsgpackReader(bytes);
  const login = enterEvent(from);
  const begun = readOpening(from);
  return readHistory(from, begun, readCause(login, from));
};

const readCorrections = (from: MsgpackReader, has: number): readonly Correction[] => {
  if (!(has & EVENT_PARTS.correction)) return NO_ROWS;
  const { read } = EVENT_ROWS.correction;
  const first = read(from, base);
  return has & EVENT_PARTS.further ? [first, ...readRows(from, readWhole(from), read)] : [first];
};

/** An event that is being read: its money and its explanation come last. */
type ReadEvent = { -readonly [K in keyof AccountEvent]: AccountEvent[K] };

const NO_MONEY: Money = emptyRow(MONEY);

const readRowsOf = (login: number, from: MsgpackReader): ReadEvent => {
  const { kind, has, account_seq, time, group } = readOpening(from);
  const cause = readCause(login, from);
  const { orders, deals, positions, remembered } = readHistory(from, opening, cause);
  return {
    type: 'account',
    kind,
    login,
    group,
    account_seq,
    time,
    cause,
    orders,
    deals,
    positions,
    remembered,
    ledger: EVENT_ROWS.ledger.read(from, base),
    money: NO_MONEY,
    explain: null,
    derived: has & EVENT_PARTS.derived ? (readAny(from) as DerivedCommand[]) : NO_ROWS,
    queued:
      has & EVENT_PARTS.queued ? readRows(from, readWhole(from), EVENT_ROWS.queued.read) : NO_ROWS,
    daily: has & EVENT_PARTS.daily ? EVENT_ROWS.daily.read(from, base) : null,
    corrections: readCorrections(from, has),
    journal: has & EVENT_PARTS.journal ? (readAny(from) as JournalLine[]) : NO_ROWS,
  };
};

/**
 * Reads an account's event whose body is at the cursor, up to its money. Throws on an unexpected
 * value.
 */
export const readStored: (login: number, from: MsgpackReader) => ProjectedEvent = readRowsOf;

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

const readIdleAccounts = (from: MsgpackReader): IdleAccounts => {
  const hasRow = from.bytes[from.at] === 1;
  from.at += 1;
  // The members are evaluated in their order, which is the order of the bytes.
  const row = hasRow
    ? {
        group: readText(from),
        company: readText(from),
        currency: readText(from),
        currency_digits: readWhole(from),
        leverage: readWhole(from),
        is_flat: readWhole(from) === 1,
      }
    : null;
  const logins = new Map<number, Uint8Array>();
  for (let left = readWhole(from); left > 0; left -= 1) {
    const block = readWhole(from);
    const bytes = readWhole(from);
    // A copy: a view would keep the whole batch.
    logins.set(block, Uint8Array.from(from.bytes.subarray(from.at, from.at + bytes)));
    from.at += bytes;
  }
  return { row, logins };
};

/** Reads an idle day whose body is at the cursor. */
export const readIdle = (from: MsgpackReader): IdleDayEvent => {
  const time = readWhole(from);
  const day = readWhole(from);
  const at = readWhole(from);
  const month_end = readWhole(from) === 1;
  const accounts: IdleAccounts[] = [];
  for (let left = readWhole(from); left > 0; left -= 1) accounts.push(readIdleAccounts(from));
  return { type: 'idle', time, day, at, month_end, accounts };
};

const KINDS: ReadonlySet<number | undefined> = new Set(Object.values(EVENT_KIND));

/**
 * Reads the head of the event at the cursor: its login, or one of NO_ACCOUNT. The cursor moves to
 * the body. Throws on bytes that are not an event, and on a form that this server does not know.
 */
export const enterEvent = (from: MsgpackReader): number => {
  const { bytes, view, at } = from;
  const kind = bytes[at];
  if (!KINDS.has(kind)) {
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
  if (login === NO_ACCOUNT.desk) return readDesk(from);
  return login === NO_ACCOUNT.idle ? readIdle(from) : readAccount(login, from);
};
