// The books of a data folder: what must hold between the rows of its database at any time.

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DATABASE_FILE, inSnapshot, openReader } from '../../storage/database.js';
import { DEALS, LEDGERS, ORDERS, POSITIONS } from '../../storage/schema.js';
import {
  CREDIT_ACTIONS,
  type Deal,
  type Ledger,
  type Order,
  type Position,
} from '../../wire/records.js';
import { rowsIn } from '../rows.js';

/** Between two looks at how far the database has come. */
const PROJECTION_PAUSE_MS = 10;

/** Sums of values by key. */
const sumsBy = <T>(
  rows: readonly T[],
  key: (row: T) => number,
  value: (row: T) => number,
): ReadonlyMap<number, number> => {
  const sums = new Map<number, number>();
  for (const row of rows) sums.set(key(row), (sums.get(key(row)) ?? 0) + value(row));
  return sums;
};

const amount = ({ profit, swap, commission, fee }: Deal): number =>
  profit + swap + commission + fee;

interface Books {
  readonly ledgers: readonly Ledger[];
  readonly orders: readonly Order[];
  readonly deals: readonly Deal[];
  readonly positions: readonly Position[];
}

/** What may not be, and the ids where it is. */
const FAULTS: Readonly<Record<string, (books: Books) => readonly number[]>> = {
  'a balance that is not the sum of its deals': ({ ledgers, deals }) => {
    const own = deals.filter(({ action }) => !CREDIT_ACTIONS.includes(action));
    const sums = sumsBy(own, ({ login }) => login, amount);
    const wrong = ledgers.filter(({ login, balance }) => balance !== (sums.get(login) ?? 0));
    return wrong.map(({ login }) => login);
  },
  'a credit that is not the sum of its deals': ({ ledgers, deals }) => {
    const own = deals.filter(({ action }) => CREDIT_ACTIONS.includes(action));
    const sums = sumsBy(own, ({ login }) => login, amount);
    const wrong = ledgers.filter(({ login, credit }) => credit !== (sums.get(login) ?? 0));
    return wrong.map(({ login }) => login);
  },
  'an order whose deals do not make up what is filled': ({ orders, deals }) => {
    const dealt = sumsBy(
      deals,
      ({ order_id }) => order_id,
      ({ volume }) => volume,
    );
    const wrong = orders.filter(({ id, volume_filled }) => volume_filled !== (dealt.get(id) ?? 0));
    return wrong.map(({ id }) => id);
  },
  'a deal without its order': ({ orders, deals }) => {
    const there = new Set(orders.map(({ id }) => id));
    const wrong = deals.filter(({ order_id }) => order_id > 0 && !there.has(order_id));
    return wrong.map(({ id }) => id);
  },
  'a position that its deals do not make up': ({ positions, deals }) => {
    const volumes = new Map(positions.map(({ id, volume }) => [id, volume]));
    const dealt = sumsBy(
      deals.filter(({ position_id }) => position_id > 0),
      ({ position_id }) => position_id,
      ({ entry, volume }) => (entry === 'in' ? volume : -volume),
    );
    const wrong = [...dealt].filter(([id, volume]) => volume !== (volumes.get(id) ?? 0));
    return wrong.map(([id]) => id);
  },
  'a position without deals': ({ positions, deals }) => {
    const dealt = new Set(deals.map(({ position_id }) => position_id));
    return positions.filter(({ id }) => !dealt.has(id)).map(({ id }) => id);
  },
};

/** Every fault in the books of a data folder, in words; empty when they are right. */
export const faultsOf = (data: string): string[] => {
  const db = openReader(join(data, DATABASE_FILE));
  try {
    const books = inSnapshot(db, () => ({
      ledgers: rowsIn(db, LEDGERS),
      orders: rowsIn(db, ORDERS),
      deals: rowsIn(db, DEALS),
      positions: rowsIn(db, POSITIONS),
    }));
    return Object.entries(FAULTS).flatMap(([fault, find]) =>
      find(books).map((id) => `${fault}: ${id}`),
    );
  } finally {
    db.close();
  }
};

/** Waits until the database of a running server holds every event up to `seq`. */
export const projected = async (data: string, seq: number): Promise<void> => {
  const db = openReader(join(data, DATABASE_FILE));
  try {
    const checkpoint = db.prepare('SELECT seq FROM checkpoint').pluck();
    while ((checkpoint.get() as number) < seq) await sleep(PROJECTION_PAUSE_MS);
  } finally {
    db.close();
  }
};

/** Every row of every table, to compare two databases with. */
export const contentsOf = (data: string): Record<string, unknown[]> => {
  const db = openReader(join(data, DATABASE_FILE));
  try {
    const tables = db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      .pluck()
      .all() as string[];
    return Object.fromEntries(
      tables.map((table) => [table, db.prepare(`SELECT * FROM ${table}`).raw().all()]),
    );
  } finally {
    db.close();
  }
};
