// The snapshot of an account: its switches, live money, positions and orders in one text, or one of
// its lists alone.

import type { AccountState, Context } from '../../../engine/account/types.js';
import {
  basisOf,
  daySums,
  moneyOf,
  openValuesOf,
  positionValues,
  snapshotOf,
} from '../../../engine/engine.js';
import { formatExact, formatShortest, RATE_SCALE, shownPrice } from '../../../wire/base/scale.js';
import type { Bytes } from '../../../wire/codec/bytes.js';
import {
  textOf,
  type Write,
  writeMoney,
  writeOrder,
  writePosition,
  writeRows,
} from '../../../wire/codec/text.js';

/** Decimals of a percentage. */
const PERCENT_DIGITS = 2;

type EncodedSnapshot = ReturnType<typeof snapshotOf>;

const writeLivePosition = (
  out: Bytes,
  one: EncodedSnapshot['positions'][number],
  group: string,
): void => writePosition(out, one.row, group, one);

const writeLiveOrder = (out: Bytes, one: EncodedSnapshot['orders'][number]): void =>
  writeOrder(out, one.row, one);

const writePositions = (out: Bytes, { positions }: EncodedSnapshot, group: string): void => {
  out.utf8('[');
  writeRows(out, positions, writeLivePosition, group);
  out.utf8(']');
};

const writeOrders = (out: Bytes, { orders }: EncodedSnapshot): void => {
  out.utf8('[');
  writeRows(out, orders, writeLiveOrder, null);
  out.utf8(']');
};

/** The account as its trader sees it: switches, terms and ledger (trading-rules §1.3). */
const accountOf = (state: AccountState, ctx: Context) => {
  const { login, switches, ledger } = state;
  const { group, leverage } = basisOf(state, ctx);
  const { record, netting } = group;
  const digits = record.currency_digits;
  const money = (amount: number): string => formatExact(amount, digits, digits);
  const inPercent = record.stopout_mode === 'percent';
  const percent = (value: number): string => formatExact(value, PERCENT_DIGITS, PERCENT_DIGITS);
  const level = inPercent ? percent : money;
  const sums = Object.entries(daySums(ledger.day_sums)).map(([name, sum]) => [name, money(sum)]);
  return {
    login,
    name: switches.name,
    group: switches.group,
    agent: switches.agent,
    enabled: switches.enabled,
    trading_enabled: switches.trading_enabled && record.trading_enabled,
    api_enabled: switches.api_enabled,
    leverage,
    leverage_inherited: switches.leverage_own === 0,
    limit_orders: switches.limit_orders || record.limit_orders,
    limit_positions: switches.limit_positions || record.limit_positions,
    currency: record.currency,
    currency_digits: digits,
    margin_mode: netting ? 'netting' : 'hedging',
    stopout_mode: record.stopout_mode,
    margin_call: level(group.margin_call),
    stop_out: level(group.stop_out),
    so_state: ledger.so_state,
    so_at: ledger.so_at === 0 ? null : new Date(ledger.so_at).toISOString(),
    so_level: percent(ledger.so_level),
    so_equity: money(ledger.so_equity),
    so_margin: money(ledger.so_margin),
    commission_blocked: money(ledger.commission_blocked),
    profit_blocked: money(ledger.profit_blocked),
    interest_accrued: formatShortest(ledger.interest_accrued, RATE_SCALE),
    balance_prev_day: money(ledger.balance_prev_day),
    balance_prev_month: money(ledger.balance_prev_month),
    equity_prev_day: money(ledger.equity_prev_day),
    equity_prev_month: money(ledger.equity_prev_month),
    day: Object.fromEntries(sums) as Readonly<Record<string, string>>,
    created_at: new Date(switches.created_at).toISOString(),
  };
};

/** The answer to `account`, without its closing brace, because `seq` is appended. */
export const writeSnapshotOf = (state: AccountState, ctx: Context): Write => {
  const shown = snapshotOf(state, ctx);
  const { switches, ledger } = state;
  const { record } = basisOf(state, ctx).group;
  const account = JSON.stringify(accountOf(state, ctx));
  return (out) => {
    out.utf8(`{"account":${account},"money":`);
    writeMoney(out, shown.money, record.currency_digits);
    out.utf8(',"positions":');
    writePositions(out, shown, switches.group);
    out.utf8(',"orders":');
    writeOrders(out, shown);
    out.utf8(`,"account_seq":${ledger.account_seq}`);
  };
};

/** A list of the snapshot alone, with the closing brace of its envelope. */
export const listOf = (what: 'positions' | 'orders', state: AccountState, ctx: Context): Write => {
  const shown = snapshotOf(state, ctx);
  return (out) => {
    if (what === 'orders') writeOrders(out, shown);
    else writePositions(out, shown, state.switches.group);
    out.utf8('}');
  };
};

/**
 * The values of positions that differ from the values sent last, as JSON: `[id, price_current,
 * profit]`; `[id]` for a closed position. `sent` is updated with them.
 */
export const changedValues = (
  state: AccountState,
  ctx: Context,
  sent: Map<number, string>,
): readonly string[] => {
  const rows: string[] = [];
  for (const { row, price_current, profit } of positionValues(state, ctx)) {
    const { id, digits, currency_digits } = row;
    const price = shownPrice(price_current, digits);
    const text = JSON.stringify([id, price, formatExact(profit, currency_digits, currency_digits)]);
    if (sent.get(id) === text) continue;
    sent.set(id, text);
    rows.push(text);
  }
  if (sent.size === state.positions.size) return rows;
  for (const id of sent.keys()) {
    if (state.positions.has(id)) continue;
    sent.delete(id);
    rows.push(`[${id}]`);
  }
  return rows;
};

/**
 * The live values of rows as JSON: `[id, price_current, profit, margin]` of positions, `[id,
 * price_current]` of working orders; rows that are not open any more are left out.
 */
export const liveValuesOf = (state: AccountState, ctx: Context, ids: readonly number[]): string => {
  const wanted = new Set(ids);
  const { positions, orders } = openValuesOf(state, ctx, (id) => wanted.has(id));
  return JSON.stringify({
    positions: positions.map(({ row, price_current, profit, margin }) => {
      const { id, digits, currency_digits: places } = row;
      const money = [profit, margin].map((amount) => formatExact(amount, places, places));
      return [id, shownPrice(price_current, digits), ...money];
    }),
    orders: orders.map(({ row, price_current }) => [row.id, shownPrice(price_current, row.digits)]),
  });
};

/** The account's live money in the form of `account_money`. */
export const liveMoneyOf = (state: AccountState, ctx: Context): string => {
  const money = moneyOf(state, ctx);
  const more = `,"login":${state.login},"account_seq":${state.ledger.account_seq}`;
  const { currency_digits } = basisOf(state, ctx).group.record;
  return textOf((out) => writeMoney(out, money, currency_digits, more));
};
