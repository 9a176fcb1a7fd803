// The trader's account as frames of the socket change it: a pure fold.

import type {
  AccountChange,
  AccountPicture,
  EventDeal,
  EventFrame,
  EventOrder,
  EventPosition,
  Money,
} from '../../client/index.js';

/** The account's terms, limits and sums of the day. */
export type AccountFacts = AccountPicture['account'];
/** Money of the account; `calculated_at` is absent in money that an event brought. */
export type AccountMoney = Omit<Money, 'calculated_at'>;
/** An open position without its live values. */
export type PositionRow = EventPosition;
/** An order that works or waits. */
export type OrderRow = EventOrder;
/** A deal with the time of its event. */
export type DealRow = EventDeal & { readonly time: string };

/** The account as it is after the event `account_seq`. */
export interface AccountState {
  /** Null before the first picture of the account. */
  readonly facts: AccountFacts | null;
  readonly money: AccountMoney | null;
  readonly positions: ReadonlyMap<number, PositionRow>;
  readonly orders: ReadonlyMap<number, OrderRow>;
  /** Deals since the page was opened, newest first. */
  readonly deals: readonly DealRow[];
  readonly account_seq: number;
  /** Events that came before the first picture. */
  readonly held: readonly AccountFrame[];
}

/** A frame that changes the account. */
export type AccountFrame =
  | { readonly event: 'account'; readonly data: AccountPicture }
  | { readonly event: 'account_money'; readonly data: Money }
  | (EventFrame<AccountChange> & { readonly account_seq: number });

/** The account before any frame. */
export const NO_ACCOUNT: AccountState = {
  facts: null,
  money: null,
  positions: new Map(),
  orders: new Map(),
  deals: [],
  account_seq: 0,
  held: [],
};

/** States in which an order is history. */
const FINAL_STATES: readonly string[] = ['filled', 'canceled', 'rejected', 'expired'];
/** Most deals that are held. */
const DEALS_MAX = 200;

/** Is the frame a change of the account: an event with a number? */
export const isNumbered = (
  frame: EventFrame,
): frame is EventFrame<AccountChange> & { readonly account_seq: number } =>
  frame.account_seq !== undefined;

/** Rows with changed rows put in their places, and ended ones removed. */
const changedRows = <Row extends { readonly id: number }>(
  rows: ReadonlyMap<number, Row>,
  changed: readonly Row[],
  isOver: (row: Row) => boolean,
): ReadonlyMap<number, Row> => {
  if (changed.length === 0) return rows;
  const next = new Map(rows);
  for (const row of changed) {
    if (isOver(row)) next.delete(row.id);
    else next.set(row.id, row);
  }
  return next;
};

/** Is the row of an order that ended? */
export const isOrderOver = ({ state }: { readonly state: string }): boolean =>
  FINAL_STATES.includes(state);

/** The terms with the state of margin call and stop-out; the moment at which it began stays. */
const factsAfter = (
  facts: AccountFacts,
  event: string,
  { so_state, time, money }: AccountChange,
): AccountFacts => {
  const next = so_state === facts.so_state ? facts : { ...facts, so_state };
  if (event !== 'margin_call' && event !== 'stop_out') return next as AccountFacts;
  return {
    ...next,
    so_at: time,
    so_level: money.margin_level,
    so_equity: money.equity,
    so_margin: money.margin,
  } as AccountFacts;
};

const withChange = (
  state: AccountState,
  event: string,
  number: number,
  change: AccountChange,
): AccountState => {
  if (number <= state.account_seq || state.facts === null) return state;
  const dealt = change.deals.map((deal) => ({ ...deal, time: change.time })).reverse();
  return {
    facts: factsAfter(state.facts, event, change),
    money: change.money,
    positions: changedRows(state.positions, change.positions, ({ closed }) => closed),
    orders: changedRows(state.orders, change.orders, isOrderOver),
    deals: dealt.length === 0 ? state.deals : [...dealt, ...state.deals].slice(0, DEALS_MAX),
    account_seq: number,
    held: [],
  };
};

/** A picture that is older than the events before it brings the terms alone. */
const withPicture = (state: AccountState, picture: AccountPicture): AccountState => {
  const { account, money, positions, orders, account_seq } = picture;
  if (state.facts !== null && account_seq < state.account_seq) {
    return { ...state, facts: { ...account, so_state: state.facts.so_state } };
  }
  const whole = {
    facts: account,
    money,
    positions: new Map(positions.map((row) => [row.id, row])),
    orders: new Map(orders.map((row) => [row.id, row])),
    deals: state.deals,
    account_seq,
    held: [],
  };
  return state.held.reduce(foldAccount, whole);
};

/** The account after a frame. Events that came before, or are in the picture, change nothing. */
export const foldAccount = (state: AccountState, frame: AccountFrame): AccountState => {
  if (!('account_seq' in frame)) {
    if (frame.event === 'account') return withPicture(state, frame.data);
    return { ...state, money: frame.data };
  }
  if (state.facts === null) return { ...state, held: [...state.held, frame] };
  return withChange(state, frame.event, frame.account_seq, frame.data);
};
