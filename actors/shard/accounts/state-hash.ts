// The state hash of a shard's accounts.

import type { AccountState } from '../../../engine/account/types.js';
import {
  type AccountRows,
  accountHash,
  addHash,
  NO_HASH,
  switchesHash,
} from '../../../storage/read/state-hash.js';

/** The stored rows of an account in the form for the hash. */
export const hashedRows = ({ ledger, positions, orders, queue }: AccountState): AccountRows => ({
  ledger,
  positions: positions.values(),
  orders: orders.values(),
  queue: queue.values(),
});

/**
 * The hash of account states with the accounts' switches (enabled, trading); the order of accounts
 * does not matter.
 */
export const accountsHash = (states: Iterable<AccountState>): string => {
  let sum = NO_HASH;
  for (const state of states) {
    sum = addHash(sum, accountHash(hashedRows(state)));
    sum = addHash(sum, switchesHash(state.switches));
  }
  return String(sum);
};
