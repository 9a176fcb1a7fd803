// The trader's account as signals: positions with their live values, orders, money, deals, alarms.

import { type ReadonlySignal, signal } from '@preact/signals';
import type { AccountChange, EventFrame, TraderSocket } from '../../client/index.js';
import type { PositionTick } from '../../client/socket/frames.js';
import {
  type AccountFacts,
  type AccountFrame,
  type AccountMoney,
  type AccountState,
  type DealRow,
  foldAccount,
  isNumbered,
  NO_ACCOUNT,
  type OrderRow,
  type PositionRow,
} from './account.js';
import type { Connection } from './connection.js';
import { type Frames, makeKeyed } from './frame.js';

/** Live values of an open position, from the server. */
export interface PositionValue {
  /** Null while the symbol has no price. */
  readonly price: string | null;
  readonly profit: string;
}

/** A margin call or stop-out of the account. */
export interface MarginAlarm {
  readonly event: 'margin_call' | 'stop_out';
  readonly time: string;
  readonly money: AccountMoney;
}

/** The account. All is as drawn in the newest frame; the alarm waits for none. */
export interface AccountStore {
  /** Terms, limits, day's sums; null until the account is read. */
  readonly facts: ReadonlySignal<AccountFacts | null>;
  readonly money: ReadonlySignal<AccountMoney | null>;
  /** Open positions by id, in the order of their opening. */
  readonly positions: ReadonlySignal<ReadonlyMap<number, PositionRow>>;
  /** Working and waiting orders by id. */
  readonly orders: ReadonlySignal<ReadonlyMap<number, OrderRow>>;
  /** Deals since the page was opened, newest first, at most 200. */
  readonly deals: ReadonlySignal<readonly DealRow[]>;
  /** Price and profit of one position. */
  readonly valueOf: (positionId: number) => ReadonlySignal<PositionValue | undefined>;
  /** Price and profit of all positions, for sums. */
  readonly values: ReadonlySignal<ReadonlyMap<number, PositionValue>>;
  /** The margin call or stop-out that has begun; null = none, or it has ended. */
  readonly alarm: ReadonlySignal<MarginAlarm | null>;
  /** Reads terms and sums of the day again. */
  readonly reread: () => Promise<void>;
}

/** Kinds of settings whose change changes the terms of the account. */
const TERMS: readonly string[] = ['account', 'group', 'leverage_profile', 'platform'];

/** The alarm after an event: it lasts until the margin call has ended. */
const alarmAfter = (
  alarm: MarginAlarm | null,
  { event, data }: EventFrame<AccountChange>,
): MarginAlarm | null => {
  if (event === 'margin_call_ended') return null;
  if (event !== 'margin_call' && event !== 'stop_out') return alarm;
  return { event, time: data.time, money: data.money };
};

/** Makes the account of a connection. */
export const makeAccount = (connection: Connection<TraderSocket>, frames: Frames): AccountStore => {
  let state: AccountState = NO_ACCOUNT;
  const facts = signal<AccountFacts | null>(null);
  const money = signal<AccountMoney | null>(null);
  const positions = signal(state.positions);
  const orders = signal(state.orders);
  const deals = signal(state.deals);
  const alarm = signal<MarginAlarm | null>(null);
  const live = makeKeyed<number, PositionValue>(frames);
  const values = signal<ReadonlyMap<number, PositionValue>>(new Map());

  const draw = (): void => {
    facts.value = state.facts;
    money.value = state.money;
    positions.value = state.positions;
    orders.value = state.orders;
    deals.value = state.deals;
  };
  const drawValues = (): void => {
    values.value = new Map(live.all());
  };
  const take = (frame: AccountFrame): void => {
    state = foldAccount(state, frame);
    frames.want(draw);
  };
  const takeValues = (rows: readonly PositionTick[]): void => {
    for (const [id, price, profit] of rows) {
      if (profit === undefined) live.drop(id);
      else live.put(id, { price: price ?? null, profit });
    }
    frames.want(drawValues);
  };
  /** A snapshot has every open position: others are closed. */
  const takeAllValues = (rows: readonly PositionTick[]): void => {
    const open = new Set(rows.map(([id]) => id));
    for (const id of [...live.all().keys()]) if (!open.has(id)) live.drop(id);
    takeValues(rows);
  };
  const reread = async (): Promise<void> => {
    const socket = await connection.ready;
    take({ event: 'account', data: await socket.account() });
  };

  connection.use((socket) => {
    socket.on('event', (frame) => {
      if (!isNumbered(frame)) return;
      take(frame);
      // The tick that tells of a closed position may come later.
      takeValues(frame.data.positions.filter(({ closed }) => closed).map(({ id }) => [id]));
      const next = alarmAfter(alarm.value, frame);
      if (next === alarm.value) return;
      alarm.value = next;
      frames.drawNow();
    });
    socket.on('account', (data) => take({ event: 'account', data }));
    socket.on('account_money', (data) => take({ event: 'account_money', data }));
    socket.on('positions', takeValues);
    socket.on('resubscribed', ({ channel, snapshot }) => {
      if (channel === 'positions') takeAllValues(snapshot as readonly PositionTick[]);
    });
    socket.on('config_changed', ({ kind }) => {
      if (TERMS.includes(kind)) reread().catch(() => undefined);
    });
    // A broken connection reads again by itself; a session that is over needs no account.
    reread().catch(() => undefined);
    socket.positions().then(takeAllValues, () => undefined);
  });
  return { facts, money, positions, orders, deals, valueOf: live.of, values, alarm, reread };
};
