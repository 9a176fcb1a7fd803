// An account's state: how rows are stored in it, and its rows in canonical order.

import type { AccountSwitches } from '../wire/config.js';
import type { AccountEvent } from '../wire/events.js';
import { emptyRow, rowToArray } from '../wire/fields.js';
import { QUEUED, type Queued } from '../wire/queued.js';
import {
  FINAL_STATES,
  LEDGER,
  type Ledger,
  ORDER,
  type Order,
  POSITION,
  type Position,
} from '../wire/records.js';
import type { AccountState, Holding } from './types.js';

const FINAL: ReadonlySet<string> = new Set(FINAL_STATES);

/** Is the order history? */
export const isFinal = (order: Order): boolean => FINAL.has(order.state);

/** Does the order work by its price? Market orders and closes by a position only wait. */
export const isPending = ({ kind }: Order): boolean => kind !== 'market' && kind !== 'close_by';

const holdingOf = (state: AccountState, name: string): Holding => {
  const known = state.holdings.get(name);
  if (known !== undefined) return known;
  const holding: Holding = {
    name,
    positions: [],
    orders: [],
    symbol: null,
    legs: null,
    margin: -1,
    share: null,
    valued: false,
    profit: 0,
    swap: 0,
    bid: 0,
    ask: 0,
    last: 0,
    rateBid: 0n,
    rateAsk: 0n,
  };
  state.holdings.set(name, holding);
  return holding;
};

/** Puts a row in its place by id, or takes it out. */
const place = <T extends { readonly id: number }>(rows: T[], row: T, keep: boolean): void => {
  let at = rows.length;
  while (at > 0 && (rows[at - 1] as T).id >= row.id) at -= 1;
  const found = rows[at]?.id === row.id;
  if (!keep) {
    if (found) rows.splice(at, 1);
  } else if (found) rows[at] = row;
  else rows.splice(at, 0, row);
};

const touched = (state: AccountState, holding: Holding): void => {
  holding.legs = null;
  holding.margin = -1;
  holding.share = null;
  holding.valued = false;
  if (holding.positions.length === 0 && holding.orders.length === 0) {
    state.holdings.delete(holding.name);
  }
};

/** How many ids of gone rows an account keeps: enough for requests that cross on their way. */
const GONE_MAX = 32;

const leave = (ids: number[], id: number): void => {
  if (ids.length === GONE_MAX) ids.shift();
  ids.push(id);
};

const storePosition = (state: AccountState, row: Position): void => {
  if (row.closed) {
    state.positions.delete(row.id);
    leave(state.gone.positions, row.id);
  } else state.positions.set(row.id, row);
  const holding = holdingOf(state, row.symbol);
  place(holding.positions, row, !row.closed);
  touched(state, holding);
};

const storeOrder = (state: AccountState, row: Order): void => {
  const final = isFinal(row);
  if (final && !state.orders.has(row.id)) return;
  if (final) {
    state.orders.delete(row.id);
    leave(state.gone.orders, row.id);
  } else state.orders.set(row.id, row);
  if (!isPending(row)) return;
  const holding = holdingOf(state, row.symbol);
  place(holding.orders, row, !final);
  touched(state, holding);
};

const storeQueued = (state: AccountState, row: Queued): void => {
  if (row.state === 'gone') state.queue.delete(row.id);
  else state.queue.set(row.id, row);
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

/** An account from its stored rows; without a ledger it is new and empty. */
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
    positions: new Map(),
    orders: new Map(),
    queue: new Map(),
    holdings: new Map(),
    gone: { positions: [], orders: [] },
    basis: null,
  };
  for (const position of positions) storePosition(state, position);
  for (const order of orders) storeOrder(state, order);
  for (const queued of queue) storeQueued(state, queued);
  return state;
};

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
