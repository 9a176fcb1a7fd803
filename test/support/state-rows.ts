// The stored rows of an account, for tests that compare two accounts.

import type { AccountState } from '../../engine/account/types.js';
import type { FieldTable, Row } from '../../wire/base/field-table.js';
import { QUEUED } from '../../wire/trading/queued.js';
import { LEDGER, ORDER, POSITION } from '../../wire/trading/records.js';

/** The values of a row in the order of the fields of its table. */
export const rowToArray = <T extends FieldTable>(table: T, row: Row<T>): unknown[] =>
  Object.keys(table).map((name) => row[name]);

/** The stored rows as arrays in field order: ledger; positions, orders and queue by id. */
export const stateRows = (state: AccountState): unknown[][] => {
  const byId = (a: { readonly id: number }, b: { readonly id: number }) => a.id - b.id;
  const positions = [...state.positions.values()].sort(byId);
  const orders = [...state.orders.values()].sort(byId);
  const queue = [...state.queue.values()].sort(byId);
  return [
    rowToArray(LEDGER, state.ledger),
    ...positions.map((row) => rowToArray(POSITION, row)),
    ...orders.map((row) => rowToArray(ORDER, row)),
    ...queue.map((row) => rowToArray(QUEUED, row)),
  ];
};
