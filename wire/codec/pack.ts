// Packing of events and messages: a small fixed head, then MessagePack arrays in field order.

import { exactAsserter } from '../trading/assert-exact.js';
import { DAILY } from '../trading/daily.js';
import type { AccountEvent, Cause, Event, Remembered } from '../trading/events.js';
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
import { Bytes } from './bytes.js';
import {
  packAny,
  packListHead,
  packNumber,
  packRows,
  packr,
  packText,
  rowPacker,
} from './msgpack.js';

/** Packs any plain value, for messages between threads. */
export const pack = (value: unknown): Buffer => packr.pack(value) as Buffer;

/** Unpacks what `pack` packed. */
export const unpack = <T>(bytes: Uint8Array): T => packr.unpack(bytes) as T;

/**
 * Head of a packed event: kind byte, then the login as a little-endian double (0 = a desk event).
 */
export const EVENT_HEAD = 9;
/** The kind bytes: events of accounts and of the desk. */
export const EVENT_KIND = { account: 1, desk: 2 } as const;

/** Packs a ledger; `rowReader` makes the readers of this and the other rows. */
export const packLedger = rowPacker(LEDGER);
/** Packs an order. */
export const packOrder = rowPacker(ORDER);
/** Packs a position. */
export const packPosition = rowPacker(POSITION);
/** Packs a waiting request or an offer. */
export const packQueued = rowPacker(QUEUED);
const packMoney = rowPacker(MONEY);
const packDeal = rowPacker(DEAL);
const packResult = rowPacker(TRADE_RESULT);
const packExplain = rowPacker(EXPLAIN);
const packDaily = rowPacker(DAILY);
const packCorrection = rowPacker(CORRECTION);

const packNull = (out: Bytes): void => out.byte(0xc0);

const packMaybe = <T>(out: Bytes, row: T | null, pack: (out: Bytes, row: T) => void): void =>
  row === null ? packNull(out) : pack(out, row);

/** Packs a list that is nearly always empty. */
const packSeldom = (out: Bytes, list: readonly unknown[]): void =>
  list.length === 0 ? packListHead(out, 0) : packAny(out, list);

const packCause = (out: Bytes, { kind, source, dealer, request_id }: Cause): void => {
  packListHead(out, 4);
  packText(out, kind);
  packText(out, source);
  packNumber(out, dealer);
  packText(out, request_id);
};

/** Packs the stored result of a request; `unpackRemembered` reads it. */
export const writeRemembered = (out: Bytes, { request_id, digest, result }: Remembered): void => {
  packListHead(out, 3);
  packText(out, request_id);
  packText(out, digest);
  packResult(out, result);
};

/**
 * Number of members of every event, of events with rare members, and of events with journal lines.
 */
const [MEMBERS, MORE_MEMBERS, ALL_MEMBERS] = [13, 16, 17];

const membersIn = (e: AccountEvent): number => {
  if (e.journal.length > 0) return ALL_MEMBERS;
  const more = e.queued.length > 0 || e.daily !== null || e.correction !== null;
  return more ? MORE_MEMBERS : MEMBERS;
};

const packAccount = (out: Bytes, e: AccountEvent): void => {
  const members = membersIn(e);
  out.reserve(0);
  packListHead(out, members);
  packText(out, e.kind);
  packText(out, e.group);
  packNumber(out, e.account_seq);
  packNumber(out, e.time);
  packCause(out, e.cause);
  packLedger(out, e.ledger);
  packMoney(out, e.money);
  packRows(out, e.orders, packOrder);
  packRows(out, e.deals, packDeal);
  packRows(out, e.positions, packPosition);
  packMaybe(out, e.remembered, writeRemembered);
  packMaybe(out, e.explain, packExplain);
  packSeldom(out, e.derived);
  if (members === MEMBERS) return;
  packRows(out, e.queued, packQueued);
  packMaybe(out, e.daily, packDaily);
  packMaybe(out, e.correction, packCorrection);
  if (members === ALL_MEMBERS) packSeldom(out, e.journal);
};

const assertLedger = exactAsserter('ledger', LEDGER);
const assertMoney = exactAsserter('money', MONEY);
const assertDeal = exactAsserter('deal', DEAL);
const assertPosition = exactAsserter('position', POSITION);
const assertDaily = exactAsserter('daily', DAILY);
const assertCorrection = exactAsserter('correction', CORRECTION);

/** Throws when a row with amounts holds a number that is not exact. */
const assertEvent = (e: AccountEvent): void => {
  assertLedger(e.ledger);
  assertMoney(e.money);
  for (const deal of e.deals) assertDeal(deal);
  for (const position of e.positions) assertPosition(position);
  if (e.daily !== null) assertDaily(e.daily);
  if (e.correction !== null) assertCorrection(e.correction);
};

/**
 * Packs an event for the log. The bytes stay readable for ever: fields are only appended. Throws
 * for a number that is not exact, because every reader of the log must be able to store its events.
 */
export const writeEvent = (out: Bytes, event: Event): void => {
  if (event.type === 'account') assertEvent(event);
  const isAccount = event.type === 'account';
  out.reserve(0);
  out.byte(isAccount ? EVENT_KIND.account : EVENT_KIND.desk);
  out.view.setFloat64(out.at, isAccount ? event.login : 0, true);
  out.at += EVENT_HEAD - 1;
  if (isAccount) return packAccount(out, event);
  const { time, by, ip, config_version, changes, journal } = event;
  packAny(out, [time, by, ip, config_version, changes, journal]);
};

const scratch = new Bytes();

/** As `writeEvent`, into a buffer of its own. */
export const packEvent = (event: Event): Buffer => {
  writeEvent(scratch.clear(), event);
  return scratch.copy();
};
