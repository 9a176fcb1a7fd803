// The snapshot of an account: its switches, live money, positions and orders in one text, or one of
// them alone.

import type { AccountState, Context } from '../../../engine/account/types.js';
import { basisOf, moneyOf, snapshotOf } from '../../../engine/engine.js';
import type { Bytes } from '../../../wire/codec/bytes.js';
import {
  textOf,
  type Write,
  writeMoney,
  writeOrder,
  writePosition,
  writeRows,
} from '../../../wire/codec/text.js';

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

/** The answer to `account`, without its closing brace, because `seq` is appended. */
export const writeSnapshotOf = (state: AccountState, ctx: Context): Write => {
  const shown = snapshotOf(state, ctx);
  const { switches, ledger } = state;
  const { record, netting } = basisOf(state, ctx).group;
  const account = JSON.stringify({
    login: state.login,
    name: switches.name,
    group: switches.group,
    enabled: switches.enabled,
    trading_enabled: switches.trading_enabled,
    leverage: shown.money.leverage,
    currency: record.currency,
    margin_mode: netting ? 'netting' : 'hedging',
  });
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

/** The account's live money in the form of `account_money`. */
export const liveMoneyOf = (state: AccountState, ctx: Context): string => {
  const money = moneyOf(state, ctx);
  const more = `,"login":${state.login},"account_seq":${state.ledger.account_seq}`;
  const { currency_digits } = basisOf(state, ctx).group.record;
  return textOf((out) => writeMoney(out, money, currency_digits, more));
};
