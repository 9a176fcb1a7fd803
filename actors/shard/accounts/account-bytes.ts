// An account's state as bytes: its rows in the form of events; derived values are computed again.

import { newAccount } from '../../../engine/account/account.js';
import type { AccountState, Newest } from '../../../engine/account/types.js';
import type { StillAccount } from '../../../engine/engine.js';
import type { StoredAccount } from '../../../storage/read/snapshot.js';
import { emptyRow, fields } from '../../../wire/base/field-table.js';
import type { Bytes } from '../../../wire/codec/bytes.js';
import { packListHead, rowPacker } from '../../../wire/codec/msgpack.js';
import { type MsgpackReader, readList, skip } from '../../../wire/codec/msgpack-reader.js';
import { packLedger, packOrder, packPosition, packQueued } from '../../../wire/codec/pack.js';
import { rowReader } from '../../../wire/codec/row-reader.js';
import { type AccountSwitches, SWITCHES } from '../../../wire/settings/config.js';
import { QUEUED } from '../../../wire/trading/queued.js';
import { LEDGER, type Ledger, ORDER, POSITION } from '../../../wire/trading/records.js';

const NEWEST = fields({ ids: 'list', next: 'int' });

const packSwitches = rowPacker(SWITCHES);
const packNewest = rowPacker(NEWEST);
const readSwitches = rowReader(SWITCHES);
const readLedger = rowReader(LEDGER);
const readOrder = rowReader(ORDER);
const readPosition = rowReader(POSITION);
const readQueued = rowReader(QUEUED);
const readNewest = rowReader(NEWEST);
const glanceSwitches = rowReader(SWITCHES, [
  'version',
  'group',
  'created_at',
  'archived',
  'hidden',
]);
const stillSwitches = rowReader(SWITCHES, [
  'version',
  'group',
  'leverage_own',
  'created_at',
  'archived',
]);
const glanceLedger = rowReader(LEDGER, ['cancel_on_disconnect', 'day_ended', 'day_ended_at']);
const readLevel = rowReader(LEDGER, ['so_state']);
const readOrderId = rowReader(ORDER, ['id']);
const readPositionId = rowReader(POSITION, ['id']);

/** A glance: the fields of an account that loops over all accounts need. */
export interface Glance {
  readonly switches: Pick<
    AccountSwitches,
    'version' | 'group' | 'created_at' | 'archived' | 'hidden'
  >;
  readonly ledger: Pick<Ledger, 'cancel_on_disconnect' | 'day_ended' | 'day_ended_at'>;
  readonly positions: { readonly size: number };
}

/** Kinds of rows that can be looked up by id. */
export type HeldKind = 'orders' | 'positions';

/** Writes rows as a list, in the order of their table. */
const writeRows = <T>(
  out: Bytes,
  rows: ReadonlyMap<number, T>,
  pack: (out: Bytes, row: T) => void,
): void => {
  out.reserve(0);
  packListHead(out, rows.size);
  for (const row of rows.values()) pack(out, row);
};

const readRows = <T>(from: MsgpackReader, read: (from: MsgpackReader) => T): T[] => {
  const rows: T[] = [];
  for (let left = readList(from); left > 0; left -= 1) rows.push(read(from));
  return rows;
};

/** Writes the ids of ended rows; most accounts have none, which is an empty list. */
const writeGone = (out: Bytes, { positions, orders }: AccountState['gone']): void => {
  const nothing = positions.ids.length === 0 && orders.ids.length === 0;
  out.reserve(0);
  packListHead(out, nothing ? 0 : 2);
  if (nothing) return;
  packNewest(out, positions);
  packNewest(out, orders);
};

/** Packs an account; `readAccount` unpacks it. */
export const writeAccount = (out: Bytes, state: AccountState): void => {
  packSwitches(out, state.switches);
  packLedger(out, state.ledger);
  writeRows(out, state.positions, packPosition);
  writeRows(out, state.orders, packOrder);
  writeRows(out, state.queue, packQueued);
  writeGone(out, state.gone);
};

const copyRows = (out: Bytes, rows: readonly Uint8Array[]): void => {
  out.reserve(0);
  packListHead(out, rows.length);
  for (const row of rows) out.raw(row);
};

/** Packs an account from its database rows; `readAccount` unpacks it. */
export const writeStored = (
  out: Bytes,
  { login, switches, ledger, positions, orders, queue }: StoredAccount,
): void => {
  out.raw(switches);
  if (ledger !== null) out.raw(ledger);
  else packLedger(out, { ...emptyRow(LEDGER), login });
  copyRows(out, positions);
  copyRows(out, orders);
  copyRows(out, queue);
  // No ids of ended rows: history has them all.
  copyRows(out, []);
};

/** Unpacks the account at the cursor; it shares no memory with the bytes. */
export const readAccount = (from: MsgpackReader): AccountState => {
  const switches = readSwitches(from);
  const ledger = readLedger(from);
  const positions = readRows(from, readPosition);
  const orders = readRows(from, readOrder);
  const queue = readRows(from, readQueued);
  const state = newAccount(switches, ledger, positions, orders, queue);
  if (readList(from) === 0) return state;
  state.gone = { positions: readNewest(from) as Newest, orders: readNewest(from) as Newest };
  return state;
};

/** Reads the glance of the account at the cursor. */
export const readGlance = (from: MsgpackReader): Glance => ({
  switches: glanceSwitches(from),
  ledger: glanceLedger(from),
  positions: { size: readList(from) },
});

/**
 * Is the account at the cursor idle: without positions, orders and waiting requests, and at no
 * level of its margin? Then no price and no time concerns it.
 */
export const readIsIdle = (from: MsgpackReader): boolean => {
  skip(from, 1);
  if (readLevel(from).so_state !== 'none' || readList(from) > 0) return false;
  return readList(from) === 0 && readList(from) === 0;
};

/** Reads the account at the cursor; undefined = it has positions, orders or waiting requests. */
export const readStill = (from: MsgpackReader): StillAccount | undefined => {
  const switches = stillSwitches(from);
  const ledger = readLedger(from);
  const hasRows = readList(from) > 0 || readList(from) > 0 || readList(from) > 0;
  return hasRows ? undefined : { switches, ledger };
};

/** Packs the account at the cursor with another ledger. */
export const writeLedger = (out: Bytes, from: MsgpackReader, ledger: Ledger): void => {
  const { bytes, at: begin } = from;
  skip(from, 1);
  out.raw(bytes.subarray(begin, from.at));
  skip(from, 1);
  packLedger(out, ledger);
  const rows = from.at;
  skip(from, 4);
  out.raw(bytes.subarray(rows, from.at));
};

/** Does the account at the cursor have a row of this kind and id? */
export const readHolds = (from: MsgpackReader, kind: HeldKind, id: number): boolean => {
  skip(from, kind === 'positions' ? 2 : 3);
  const read = kind === 'positions' ? readPositionId : readOrderId;
  for (let left = readList(from); left > 0; left -= 1) if (read(from).id === id) return true;
  return false;
};
