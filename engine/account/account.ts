// An account's state: how rows are stored in it, and its rows in canonical order.

import { isLarge } from '../../wire/base/amounts.js';
import { emptyRow } from '../../wire/base/field-table.js';
import type { AccountSwitches } from '../../wire/settings/config.js';
import type { AccountEvent } from '../../wire/trading/events.js';
import type { Queued } from '../../wire/trading/queued.js';
import {
  FINAL_STATES,
  LEDGER,
  type Ledger,
  type Order,
  type Position,
} from '../../wire/trading/records.js';
import { NO_PRICES } from '../settings/symbols.js';
import type { AccountState, Holding, Newest } from './types.js';

const FINAL: ReadonlySet<string> = new Set(FINAL_STATES);

/** Is the order final, so that it belongs to history? */
export const isFinal = (order: Order): boolean => FINAL.has(order.state);

/** Is it a pending order? Market orders and closes are not: they only wait for their execution. */
export const isPending = ({ kind }: Order): boolean => kind !== 'market' && kind !== 'close_by';

const holdingOf = (state: AccountState, name: string): Holding => {
  const known = state.holdings.get(name);
  if (known !== undefined) return known;
  const holding: Holding = {
    valued: false,
    priced: false,
    valuedAt: 0,
    positions: [],
    fresh: [],
    symbol: null,
    prices: NO_PRICES,
    profit: 0,
    isLargeProfit: false,
    swap: 0,
    isLargeSwap: false,
    margin: -1,
    profits: [],
    name,
    orders: [],
    volumes: null,
    sides: null,
    reserved: null,
    share: null,
    rateBid: 0n,
    rateAsk: 0n,
  };
  state.holdings = ownRows(state.holdings);
  state.holdings.set(name, holding);
  return holding;
};

/** The index of the row with this id among rows sorted by id, or the index where it belongs. */
export const placeOf = (rows: readonly { readonly id: number }[], id: number): number => {
  let low = 0;
  let high = rows.length;
  if (high > 0 && (rows[high - 1] as { id: number }).id < id) return high;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] as { id: number }).id < id) low = middle + 1;
    else high = middle;
  }
  return low;
};

// Most changes concern the newest row, which needs no splice.
const takeOut = (list: unknown[], at: number): void => {
  if (at === list.length - 1) list.pop();
  else list.splice(at, 1);
};
const putIn = <T>(list: T[], at: number, one: T): void => {
  if (at === list.length) list.push(one);
  else list.splice(at, 0, one);
};

/** Stores an order in the holding, or removes it, and updates the sums over orders. */
const placeOrder = (holding: Holding, row: Order, keep: boolean): void => {
  const { orders } = holding;
  const at = placeOf(orders, row.id);
  const before = orders[at]?.id === row.id ? orders[at] : undefined;
  if (keep && before !== undefined) orders[at] = row;
  else if (keep) putIn(orders, at, row);
  else if (before !== undefined) takeOut(orders, at);
  const after = keep ? row : undefined;
  if (holding.reserved?.replace(before, after) === false) holding.reserved = null;
};

/** With more changed positions than this, all positions of the holding are valued again. */
const FRESH_MAX = 64;

/** Stores a position in the holding, or removes it, and updates the sums over positions. */
const placePosition = (holding: Holding, row: Position, keep: boolean): void => {
  const { positions, profits, fresh } = holding;
  const at = placeOf(positions, row.id);
  const before = positions[at]?.id === row.id ? positions[at] : undefined;
  if (before !== undefined) {
    holding.swap -= before.swap;
    holding.profit -= profits[at] as number;
  }
  if (keep) {
    holding.swap += row.swap;
    if (isLarge(row.swap)) holding.isLargeSwap = true;
    if (fresh.length === FRESH_MAX) holding.valued = false;
    if (holding.valued) fresh.push(row.id);
  }
  if (!keep) {
    if (before === undefined) return;
    takeOut(positions, at);
    takeOut(profits, at);
  } else if (before !== undefined) {
    positions[at] = row;
    profits[at] = 0;
  } else {
    putIn(positions, at, row);
    putIn(profits, at, 0);
  }
  if (holding.volumes?.replace(before, keep ? row : undefined) === false) holding.volumes = null;
};

const touched = (state: AccountState, holding: Holding): void => {
  holding.sides = null;
  holding.margin = -1;
  holding.share = null;
  if (holding.positions.length === 0 && holding.orders.length === 0) {
    state.holdings = without(state.holdings, holding.name);
  }
};

/** The number of ids of ended rows that an account keeps until history knows them (§4.1.3). */
const GONE_MAX = 32;

/**
 * The empty lists of an account, shared by all accounts and therefore never written to. Most
 * accounts have no orders; an idle account with neither orders nor positions takes 0.8 KB instead
 * of 1.7.
 */
const NO_ROWS = Object.assign(new Map<never, never>(), {
  set: (): never => {
    throw new Error('the empty table is shared by all accounts');
  },
});
const NOTHING_GONE: AccountState['gone'] = {
  positions: { ids: [], next: 0 },
  orders: { ids: [], next: 0 },
};

/** A table that may be written to: the shared empty table is replaced by a new one. */
const ownRows = <K, T>(rows: Map<K, T>): Map<K, T> =>
  (rows as Map<unknown, unknown>) === NO_ROWS ? new Map() : rows;

/**
 * The table without the row. When it becomes empty, the shared empty table takes its place: a table
 * that is filled and emptied repeatedly keeps its old sizes until a full collection.
 */
const without = <K, T>(rows: Map<K, T>, id: K): Map<K, T> => {
  rows.delete(id);
  return rows.size === 0 ? (NO_ROWS as unknown as Map<K, T>) : rows;
};

/** Remembers the id of a row that ended, for the answers to later requests about it. */
export const leave = (state: AccountState, kind: keyof AccountState['gone'], id: number): void => {
  if (state.gone === NOTHING_GONE) {
    state.gone = { positions: { ids: [], next: 0 }, orders: { ids: [], next: 0 } };
  }
  const newest = kind === 'orders' ? state.gone.orders : state.gone.positions;
  newest.ids[newest.next] = id;
  newest.next = (newest.next + 1) % GONE_MAX;
};

const storePosition = (state: AccountState, row: Position): void => {
  if (row.closed) {
    state.positions = without(state.positions, row.id);
    leave(state, 'positions', row.id);
  } else {
    state.positions = ownRows(state.positions);
    state.positions.set(row.id, row);
  }
  const holding = holdingOf(state, row.symbol);
  placePosition(holding, row, !row.closed);
  touched(state, holding);
};

const storeOrder = (state: AccountState, row: Order): void => {
  const final = isFinal(row);
  if (final) {
    leave(state, 'orders', row.id);
    if (!state.orders.has(row.id)) return;
    state.orders = without(state.orders, row.id);
  } else {
    state.orders = ownRows(state.orders);
    state.orders.set(row.id, row);
  }
  if (!isPending(row)) return;
  const holding = holdingOf(state, row.symbol);
  placeOrder(holding, row, !final);
  touched(state, holding);
};

const storeQueued = (state: AccountState, row: Queued): void => {
  if (row.state === 'gone') {
    state.queue = without(state.queue, row.id);
    return;
  }
  state.queue = ownRows(state.queue);
  state.queue.set(row.id, row);
};

/** The part of an event that changes an account. */
export type EventRows = Pick<AccountEvent, 'ledger' | 'orders' | 'positions' | 'queued'>;

/** Stores an event's rows: the only way in which an account's rows change, live and at replay. */
export const apply = (state: AccountState, event: EventRows): void => {
  state.ledger = event.ledger;
  for (const order of event.orders) storeOrder(state, order);
  for (const position of event.positions) storePosition(state, position);
  for (const queued of event.queued) storeQueued(state, queued);
};

/** An account from its stored rows; without a ledger it is a new account without money. */
export const newAccount = (
  switches: AccountSwitches,
  ledger?: Ledger,
  positions: readonly Position[] = [],
  orders: readonly Order[] = [],
  queue: readonly Queued[] = [],
): AccountState => {
  const state: AccountState = {
    login: switches.login,
    switches,
    ledger: ledger ?? { ...emptyRow(LEDGER), login: switches.login },
    positions: NO_ROWS,
    orders: NO_ROWS,
    queue: NO_ROWS,
    holdings: NO_ROWS,
    gone: NOTHING_GONE,
    basis: null,
    valuationEpoch: 0,
  };
  for (const position of positions) storePosition(state, position);
  for (const order of orders) storeOrder(state, order);
  for (const queued of queue) storeQueued(state, queued);
  return state;
};

/** A copy of the list that may be changed. */
const copyNewest = ({ ids, next }: Newest): Newest => ({ ids: [...ids], next });

/** A copy of an account: its rows, which never change, in tables of its own. */
export const copyAccount = (state: AccountState): AccountState => {
  const { switches, ledger, positions, orders, queue, gone } = state;
  const rows = [positions.values(), orders.values(), queue.values()] as const;
  const copy = newAccount(switches, ledger, [...rows[0]], [...rows[1]], [...rows[2]]);
  copy.gone = { positions: copyNewest(gone.positions), orders: copyNewest(gone.orders) };
  return copy;
};
