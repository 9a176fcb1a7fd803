// The state hash: one number for all stored rows, however they are distributed over threads.
//
// It is the sum modulo 2^256 of SHA-256 over each row's canonical text, so that parts can be hashed
// anywhere and in any order, and then added. Live prices and values derived from them are not
// included.

import { hash } from 'node:crypto';
import type { FieldTable, Row } from '../../wire/base/field-table.js';
import { type AccountSwitches, SWITCHES } from '../../wire/settings/config.js';
import type { DerivedCommand } from '../../wire/trading/events.js';
import { QUEUED, type Queued } from '../../wire/trading/queued.js';
import {
  LEDGER,
  type Ledger,
  ORDER,
  type Order,
  POSITION,
  type Position,
} from '../../wire/trading/records.js';

const MODULUS = 1n << 256n;

/** The hash of no rows. */
export const NO_HASH = 0n;

/** The sum of two hashes. */
export const addHash = (a: bigint, b: bigint): bigint => (a + b) % MODULUS;

/** A sum of hashes without one of them. */
export const takeHash = (sum: bigint, hash: bigint): bigint => (sum - hash + MODULUS) % MODULUS;

/** A hash as 64 hex digits. */
export const hashText = (sum: bigint): string => sum.toString(16).padStart(64, '0');

const digest = (canonical: string): bigint => BigInt(`0x${hash('sha256', canonical, 'hex')}`);

/** Any plain value as JSON with members sorted by name: equal values give equal text. */
const canonical = (value: unknown): string => {
  if (typeof value === 'bigint') return String(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`);
  return `{${members.join(',')}}`;
};

/**
 * Fields that were appended to a record kind once states had been hashed. They count where they
 * have a value, so that states of before keep their hash.
 */
const APPENDED: ReadonlySet<string> = new Set([
  ...['sent_id', 'rule_name', 'rule_action', 'busted', 'sent_value'],
  ...['held', 'ends_as', 'volume_held', 'cancels', 'price_dealt', 'price_worst'],
  ...['volume_declined', 'order_charges', 'day_ended', 'day_version'],
]);
/** The same, by kind, for fields whose name other kinds have always had. */
const APPENDED_OF_KIND: Readonly<Partial<Record<string, ReadonlySet<string>>>> = {
  position: new Set(['request_id']),
};

/** The hash of one row of a record kind: its name and its values in field order. */
const rowHash = <T extends FieldTable>(name: string, table: T, row: Row<T>): bigint => {
  let text = name;
  for (const field in table) {
    const value = row[field];
    const isLate = APPENDED.has(field) || APPENDED_OF_KIND[name]?.has(field);
    if (value || !isLate) text += `\n${canonical(value)}`;
  }
  return digest(text);
};

/** The stored state of an account. */
export interface AccountRows {
  /**
   * Null before the first event; a ledger whose `account_seq` and `updated_at` are 0 counts as
   * null.
   */
  readonly ledger: Ledger | null;
  readonly positions: Iterable<Position>;
  readonly orders: Iterable<Order>;
  readonly queue: Iterable<Queued>;
}

/** The hash of one account: ledger, positions, working orders, waiting requests. About 10 µs. */
export const accountHash = ({ ledger, positions, orders, queue }: AccountRows): bigint => {
  const begun = ledger !== null && (ledger.account_seq > 0 || ledger.updated_at > 0);
  let sum = begun ? rowHash('ledger', LEDGER, ledger) : NO_HASH;
  for (const position of positions) sum += rowHash('position', POSITION, position);
  for (const order of orders) sum += rowHash('order', ORDER, order);
  for (const queued of queue) sum += rowHash('queued', QUEUED, queued);
  return sum % MODULUS;
};

/** The hash of the switches of an account. */
export const switchesHash = (switches: AccountSwitches): bigint =>
  rowHash('switches', SWITCHES, switches);

/** The hash of a payment that is owed. */
export const owedHash = (command: DerivedCommand): bigint => {
  const { request_id, login, action, amount, comment, currency = '' } = command;
  const { from_login = 0, from_deal = 0, demo = false } = command;
  const owed = [request_id, login, action, amount, comment, currency, from_login, from_deal, demo];
  return digest(`owed\n${canonical(owed)}`);
};

/** The hash of one record of the desk. */
export const recordHash = (
  kind: string,
  key: string,
  version: number,
  record: Readonly<Record<string, unknown>>,
): bigint => digest(`record\n${canonical([kind, key, version, record])}`);
