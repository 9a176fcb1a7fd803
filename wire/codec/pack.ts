// Packing of events and messages. An event is a head, then sparse rows (sparse-rows.ts) in a fixed
// order; messages are MessagePack.

import { DAILY } from '../trading/daily.js';
import {
  ACCOUNT_EVENT_KINDS,
  type AccountEvent,
  type Event,
  REQUEST_KINDS,
  type RecordChange,
  SOURCES,
} from '../trading/events.js';
import type { IdleDayEvent } from '../trading/idle-day.js';
import { QUEUED } from '../trading/queued.js';
import {
  CORRECTION,
  type Correction,
  DEAL,
  EXPLAIN,
  LEDGER,
  MONEY,
  ORDER,
  POSITION,
  TRADE_RESULT,
} from '../trading/records.js';
import { Bytes } from './bytes.js';
import { packAny, packr, packText, rowPacker } from './msgpack.js';
import { packDigest, packRequestId, packWhole } from './packed-values.js';
import { RowBase, sparseRows } from './sparse-rows.js';

/** Packs any plain value, for messages between threads. */
export const pack = (value: unknown): Buffer => packr.pack(value) as Buffer;

/** Unpacks what `pack` packed. */
export const unpack = <T>(bytes: Uint8Array): T => packr.unpack(bytes) as T;

/** Packs a ledger; `rowReader` makes the readers of this and the other rows. */
export const packLedger = rowPacker(LEDGER);
/** Packs an order. */
export const packOrder = rowPacker(ORDER);
/** Packs a position. */
export const packPosition = rowPacker(POSITION);
/** Packs a waiting request or an offer. */
export const packQueued = rowPacker(QUEUED);

/**
 * Head of a packed event: the bytes of kind and form, then the login as a little-endian double (0 =
 * a desk event).
 */
export const EVENT_HEAD = 10;
/** The kind bytes: events of accounts and of the desk, and idle days. */
export const EVENT_KIND = { account: 1, desk: 2, idle: 3 } as const;
/** The login in the head of events that are not of one account. */
export const NO_ACCOUNT = { desk: 0, idle: -1 } as const;
/** The form in which events are written. A reader refuses any other form. */
export const EVENT_FORM = 2;

/** The sparse rows of events. Their order in `writeEvent` is part of the form. */
export const EVENT_ROWS = {
  order: sparseRows('order', ORDER, 'order_id'),
  deal: sparseRows('deal', DEAL, 'deal_id'),
  position: sparseRows('position', POSITION, 'position_id'),
  result: sparseRows('result', TRADE_RESULT),
  ledger: sparseRows('ledger', LEDGER),
  queued: sparseRows('queued', QUEUED, 'order_id'),
  daily: sparseRows('daily', DAILY),
  correction: sparseRows('correction', CORRECTION, 'deal_id'),
  money: sparseRows('money', MONEY),
  explain: sparseRows('explain', EXPLAIN),
} as const;

/** The parts of an event that most events lack, as bits. */
export const EVENT_PARTS = {
  remembered: 1,
  explain: 2,
  derived: 4,
  queued: 8,
  daily: 16,
  correction: 32,
  journal: 64,
  /** The second and all later corrections of the event. */
  further: 128,
} as const;

const partsOf = (e: AccountEvent): number =>
  (e.remembered === null ? 0 : EVENT_PARTS.remembered) |
  (e.explain === null ? 0 : EVENT_PARTS.explain) |
  (e.derived.length === 0 ? 0 : EVENT_PARTS.derived) |
  (e.queued.length === 0 ? 0 : EVENT_PARTS.queued) |
  (e.daily === null ? 0 : EVENT_PARTS.daily) |
  (e.corrections.length === 0 ? 0 : EVENT_PARTS.correction) |
  (e.corrections.length > 1 ? EVENT_PARTS.further : 0) |
  (e.journal.length === 0 ? 0 : EVENT_PARTS.journal);

const base = new RowBase();

const writeRows = <T>(
  out: Bytes,
  rows: readonly T[],
  write: (out: Bytes, row: T, base: RowBase) => void,
): void => {
  for (const row of rows) write(out, row, base);
};

/** Writes the first correction without a count, as events with one at most always had it. */
const writeCorrections = (out: Bytes, [first, ...further]: readonly Correction[]): void => {
  if (first === undefined) return;
  EVENT_ROWS.correction.write(out, first, base);
  if (further.length === 0) return;
  packWhole(out, further.length);
  writeRows(out, further, EVENT_ROWS.correction.write);
};

/**
 * Writes an account's event. Money and the explanation are last, so that readers who need neither
 * stop before them.
 */
const packAccount = (out: Bytes, e: AccountEvent): void => {
  const { cause, remembered } = e;
  out.byte(ACCOUNT_EVENT_KINDS.indexOf(e.kind));
  out.byte(partsOf(e));
  packWhole(out, e.account_seq);
  packWhole(out, e.time);
  out.byte(REQUEST_KINDS.indexOf(cause.kind));
  out.byte(SOURCES.indexOf(cause.source));
  packWhole(out, cause.dealer);
  packRequestId(out, cause.request_id);
  packText(out, e.group);
  packWhole(out, e.orders.length);
  packWhole(out, e.deals.length);
  packWhole(out, e.positions.length);
  base.begin(e.login, e.time, cause.dealer, cause.request_id);
  writeRows(out, e.orders, EVENT_ROWS.order.write);
  writeRows(out, e.deals, EVENT_ROWS.deal.write);
  writeRows(out, e.positions, EVENT_ROWS.position.write);
  if (remembered !== null) {
    packRequestId(out, remembered.request_id, cause.request_id);
    packDigest(out, remembered.digest);
    EVENT_ROWS.result.write(out, remembered.result, base);
  }
  EVENT_ROWS.ledger.write(out, e.ledger, base);
  if (e.derived.length > 0) packAny(out, e.derived);
  if (e.queued.length > 0) {
    packWhole(out, e.queued.length);
    writeRows(out, e.queued, EVENT_ROWS.queued.write);
  }
  if (e.daily !== null) EVENT_ROWS.daily.write(out, e.daily, base);
  writeCorrections(out, e.corrections);
  if (e.journal.length > 0) packAny(out, e.journal);
  EVENT_ROWS.money.write(out, e.money, base);
  if (e.explain !== null) EVENT_ROWS.explain.write(out, e.explain, base);
};

/** Writes an idle day; each set has its blocks of logins as they are. */
const packIdle = (out: Bytes, { time, day, at, month_end, accounts }: IdleDayEvent): void => {
  for (const value of [time, day, at, Number(month_end), accounts.length]) packWhole(out, value);
  for (const { row, logins } of accounts) {
    out.byte(Number(row !== null));
    if (row !== null) {
      for (const text of [row.group, row.company, row.currency]) packText(out, text);
      for (const value of [row.currency_digits, row.leverage, Number(row.is_flat)]) {
        packWhole(out, value);
      }
    }
    packWhole(out, logins.size);
    for (const [block, bytes] of logins) {
      packWhole(out, block);
      packWhole(out, bytes.length);
      out.raw(bytes);
    }
  }
};

/** A change with the fields of its record that the log holds. */
const loggedChange = (change: RecordChange): RecordChange => {
  const { record, fields } = change;
  if (fields === undefined || record === null) return change;
  return { ...change, record: Object.fromEntries(fields.map((name) => [name, record[name]])) };
};

/**
 * Packs an event for the log. The bytes stay readable for ever: fields are only appended. Throws
 * for a number that is not exact, because every reader of the log must be able to store its events.
 */
export const writeEvent = (out: Bytes, event: Event): void => {
  const { type } = event;
  out.reserve(0);
  out.byte(EVENT_KIND[type]);
  out.byte(EVENT_FORM);
  out.view.setFloat64(out.at, type === 'account' ? event.login : NO_ACCOUNT[type], true);
  out.at += 8;
  if (type === 'account') return packAccount(out, event);
  if (type === 'idle') return packIdle(out, event);
  const { time, by, ip, config_version, changes, journal } = event;
  packAny(out, [time, by, ip, config_version, changes.map(loggedChange), journal]);
};

const scratch = new Bytes();

/** As `writeEvent`, into a buffer of its own. */
export const packEvent = (event: Event): Buffer => {
  writeEvent(scratch.clear(), event);
  return scratch.copy();
};
