// The state hash of what threads hold in memory.

import type { AccountState } from '../engine/account/types.js';
import {
  type AccountRows,
  accountHash,
  addHash,
  NO_HASH,
  recordHash,
} from '../storage/read/state-hash.js';
import type { Desk } from './desk/desk.js';
import type { Shard } from './shard/shard.js';
import { beat } from './shared/pulse.js';

/** An account's stored rows, as they are hashed. */
export const hashedRows = ({ ledger, positions, orders, queue }: AccountState): AccountRows => ({
  ledger,
  positions: positions.values(),
  orders: orders.values(),
  queue: queue.values(),
});

/** The hash of a shard's accounts. */
export const shardHash = (shard: Shard): string => {
  let sum = NO_HASH;
  for (const state of shard.accounts.states()) {
    sum = addHash(sum, accountHash(hashedRows(state)));
  }
  return String(sum);
};

/** The hash of the desk's records; other kinds than those in memory are read from the database. */
export const deskHash = (desk: Desk): string => {
  let sum = NO_HASH;
  for (const { kind, key, version, record } of desk.records.everything()) {
    beat();
    sum = addHash(sum, recordHash(kind, key, version, record as Readonly<Record<string, unknown>>));
  }
  return String(sum);
};
