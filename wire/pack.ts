// Packing of events and messages: a small fixed head, then MessagePack arrays in field order.

import { Packr } from 'msgpackr';
import { DAILY } from './daily.js';
import type {
  AccountEvent,
  DerivedCommand,
  DeskEvent,
  Event,
  JournalLine,
  RecordChange,
  RequestKind,
  Source,
} from './events.js';
import { type FieldTable, type Row, rowFromArray, rowToArray } from './fields.js';
import { guardOf } from './guard.js';
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

const packr = new Packr({
  useRecords: false,
  variableMapSize: true,
  int64AsType: 'bigint',
  // Rates of far-apart currencies pass 64 bits at 12 decimals.
  useBigIntExtension: true,
});

/** Packs any plain value; for messages between threads. */
export const pack = (value: unknown): Buffer => packr.pack(value) as Buffer;

/** Unpacks what `pack` packed. */
export const unpack = <T>(bytes: Uint8Array): T => packr.unpack(bytes) as T;

/** Head of a packed event: kind byte, then the login as a little-endian double (0 = the desk). */
export const EVENT_HEAD = 9;
const ACCOUNT = 1;
const DESK = 2;

/** The login that a packed event belongs to; 0 for the desk's. Reads the head alone. */
export const eventLogin = (bytes: Buffer): number => bytes.readDoubleLE(1);

const rows = <T extends FieldTable>(table: T, list: readonly Row<T>[]): unknown[] =>
  list.map((row) => rowToArray(table, row));

const unrows = <T extends FieldTable>(table: T, list: readonly unknown[][]): Row<T>[] =>
  list.map((array) => rowFromArray(table, array));

/** What few events have: it follows the rest where there is any of it. */
const seldom = (e: AccountEvent): unknown[] => {
  const told = e.journal.length > 0;
  if (e.queued.length === 0 && e.daily === null && e.correction === null && !told) return [];
  return [
    rows(QUEUED, e.queued),
    e.daily && rowToArray(DAILY, e.daily),
    e.correction && rowToArray(CORRECTION, e.correction),
    ...(told ? [e.journal] : []),
  ];
};

const accountBody = (e: AccountEvent): unknown[] => [
  e.kind,
  e.group,
  e.account_seq,
  e.time,
  [e.cause.kind, e.cause.source, e.cause.dealer, e.cause.request_id],
  rowToArray(LEDGER, e.ledger),
  rowToArray(MONEY, e.money),
  rows(ORDER, e.orders),
  rows(DEAL, e.deals),
  rows(POSITION, e.positions),
  e.remembered && [
    e.remembered.request_id,
    e.remembered.digest,
    rowToArray(TRADE_RESULT, e.remembered.result),
  ],
  e.explain && rowToArray(EXPLAIN, e.explain),
  e.derived,
  ...seldom(e),
];

const guardLedger = guardOf('ledger', LEDGER);
const guardMoney = guardOf('money', MONEY);
const guardDeal = guardOf('deal', DEAL);
const guardPosition = guardOf('position', POSITION);
const guardDaily = guardOf('daily', DAILY);
const guardCorrection = guardOf('correction', CORRECTION);

/** Holds the rows of an event that amounts are in to numbers that are exact. */
const guard = (e: AccountEvent): void => {
  guardLedger(e.ledger);
  guardMoney(e.money);
  for (const deal of e.deals) guardDeal(deal);
  for (const position of e.positions) guardPosition(position);
  if (e.daily !== null) guardDaily(e.daily);
  if (e.correction !== null) guardCorrection(e.correction);
};

/**
 * Packs an event for the log. The bytes stay readable for ever: fields are only appended. Throws on
 * one with a number that is not exact: what is in the log must be stored by whoever reads it.
 */
export const packEvent = (event: Event): Buffer => {
  if (event.type === 'account') guard(event);
  const body = packr.pack(
    event.type === 'account'
      ? accountBody(event)
      : [event.time, event.by, event.ip, event.config_version, event.changes, event.journal],
  ) as Buffer;
  const bytes = Buffer.allocUnsafe(EVENT_HEAD + body.length);
  bytes[0] = event.type === 'account' ? ACCOUNT : DESK;
  bytes.writeDoubleLE(event.type === 'account' ? event.login : 0, 1);
  body.copy(bytes, EVENT_HEAD);
  return bytes;
};

type Packed = readonly unknown[];

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

/** The body of a packed account event; undefined for the desk's. Twice as fast as the event. */
export const unpackAccountBody = (bytes: Buffer): AccountBody | undefined =>
  bytes[0] === ACCOUNT ? packr.unpack(bytes.subarray(EVENT_HEAD)) : undefined;

const unpackAccount = (login: number, body: AccountBody): AccountEvent => {
  const [kind, group, account_seq, time, cause, ledger, money, ...rest] = body;
  const [orders, deals, positions, remembered, explain, derived, ...more] = rest;
  const [queued = [], daily = null, correction = null, journal = []] = more;
  return {
    type: 'account',
    kind,
    login,
    group,
    account_seq,
    time,
    cause: {
      kind: cause[0],
      source: cause[1],
      dealer: cause[2],
      request_id: cause[3],
    },
    ledger: rowFromArray(LEDGER, ledger),
    money: rowFromArray(MONEY, money),
    orders: unrows(ORDER, orders),
    deals: unrows(DEAL, deals),
    positions: unrows(POSITION, positions),
    remembered: remembered && {
      request_id: remembered[0],
      digest: remembered[1],
      result: rowFromArray(TRADE_RESULT, remembered[2]),
    },
    explain: explain && rowFromArray(EXPLAIN, explain),
    derived,
    queued: unrows(QUEUED, queued),
    daily: daily && rowFromArray(DAILY, daily),
    correction: correction && rowFromArray(CORRECTION, correction),
    journal,
  };
};

const unpackDesk = (body: Packed): DeskEvent => {
  const [time, by, ip, config_version, changes, journal] = body as [
    number,
    number,
    string,
    number,
    RecordChange[],
    JournalLine[],
  ];
  return { type: 'desk', time, by, ip, config_version, changes, journal };
};

/** Unpacks an event of the log. Throws on bytes that are no event. */
export const unpackEvent = (bytes: Buffer): Event => {
  const body = packr.unpack(bytes.subarray(EVENT_HEAD));
  if (bytes[0] === ACCOUNT) return unpackAccount(eventLogin(bytes), body as AccountBody);
  if (bytes[0] === DESK) return unpackDesk(body as Packed);
  throw new Error(`unknown event kind ${bytes[0]}`);
};
