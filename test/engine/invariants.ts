// The invariants of an account's ledger, followed event by event (trading-rules §6).

import { type AccountState, type Context, moneyOf, newAccount } from '../../engine/engine.js';
import { weightedMean } from '../../engine/exact.js';
import { mayBecome } from '../../engine/order-states.js';
import { DAY_SUMS, type Daily } from '../../wire/daily.js';
import type { AccountEvent } from '../../wire/events.js';
import {
  CREDIT_ACTIONS,
  type Deal,
  FINAL_STATES,
  type Order,
  type Position,
} from '../../wire/records.js';

const isTrade = (deal: Deal): boolean => deal.action === 'buy' || deal.action === 'sell';
const isCancelled = (deal: Deal): boolean => deal.action.endsWith('_canceled');
/** A cancelled deal stands in a second event, and takes its volume away again. */
const signed = (deal: Deal): number =>
  deal.action === 'buy' || deal.action === 'sell_canceled' ? deal.volume : -deal.volume;

/** Follows one account's events and says what they break. */
export class Invariants {
  private readonly deals: Deal[] = [];
  private readonly orders = new Map<number, Order>();
  /** Volumes dealt by orders that are filled in parts. */
  private readonly filled = new Map<number, number>();
  private readonly rebuilt = new Map<number, { volume: number; price: number; order: number }>();
  private balance = 0;
  private credit = 0;
  private sequence = 0;
  private time = 0;
  private faults: string[] = [];
  /** Swaps of deals, swaps that ends of days accrued, and what positions hold. */
  private swapDealt = 0;
  private swapAccrued = 0;
  private readonly swaps = new Map<number, number>();
  /** Balance and credit at the last end of day. */
  private dayBegan = { balance: 0, credit: 0 };

  constructor(private readonly netting: boolean) {}

  /** What the event breaks; empty when it is sound. */
  follow(event: AccountEvent): readonly string[] {
    this.faults = [];
    this.numbered(event);
    for (const deal of event.deals) this.deal(deal);
    this.pairs(event.deals);
    for (const order of event.orders) this.order(order, event.deals);
    if (event.correction !== null) this.rebuilt.delete(event.correction.position_id);
    for (const position of event.positions) this.position(position);
    this.shown(event);
    this.money(event);
    this.swap(event);
    if (event.daily !== null) this.day(event.daily);
    return this.faults;
  }

  /** What the account as it stands breaks: margin from the rows alone, and sums of money. */
  stands(state: AccountState, ctx: Context): readonly string[] {
    this.faults = [];
    const { ledger, switches } = state;
    const rows = [[...state.positions.values()], [...state.orders.values()]] as const;
    const money = moneyOf(state, ctx);
    const fresh = moneyOf(newAccount(switches, ledger, ...rows), ctx);
    this.expect(money.margin === fresh.margin, '8: margin is that of the rows');
    this.expect(money.profit === fresh.profit, '8: profit is that of the rows');
    const own = money.balance + money.credit - money.blocked;
    this.expect(money.equity === own + money.profit + money.swap, '9: equity');
    const symbols = [...state.positions.values()].map((position) => position.symbol);
    this.expect(!this.netting || new Set(symbols).size === symbols.length, '6: one position');
    for (const position of state.positions.values()) {
      this.expect(position.volume > 0, '5: a position has volume');
      this.expect(this.rebuilt.get(position.id)?.price === position.price_open, '7: open price');
    }
    return this.faults;
  }

  private expect(holds: boolean, fault: string): void {
    if (!holds) this.faults.push(fault);
  }

  private numbered(event: AccountEvent): void {
    const next = this.sequence + (event.kind === 'setting' ? 0 : 1);
    this.expect(event.account_seq === next, '10: numbers have no gaps');
    this.expect(event.time >= this.time, '10: time never falls');
    this.sequence = event.account_seq;
    this.time = event.time;
  }

  private deal(deal: Deal): void {
    if (isCancelled(deal)) return this.cancel(deal);
    const last = this.deals.at(-1);
    this.expect(last === undefined || deal.id > last.id, '10: deal ids rise');
    this.deals.push(deal);
    const amounts = [deal.profit, deal.swap, deal.commission, deal.fee, deal.value];
    this.expect(amounts.every(Number.isSafeInteger), '3: amounts are whole units');
    const amount = deal.profit + deal.swap + deal.commission + deal.fee;
    if (CREDIT_ACTIONS.includes(deal.action)) this.credit += amount;
    else this.balance += amount;
    if (isTrade(deal)) this.rebuild(deal);
  }

  /** The amounts of a cancelled deal were booked: other deals take them back. */
  private cancel(deal: Deal): void {
    const { position_id: id, price, order_id: order } = deal;
    const held = this.rebuilt.get(id) ?? { volume: 0, price, order };
    held.volume += signed(deal);
    if (held.volume === 0) this.rebuilt.delete(id);
    else this.rebuilt.set(id, held);
  }

  private rebuild(deal: Deal): void {
    const { position_id: id, price } = deal;
    const held = this.rebuilt.get(id);
    this.expect(this.netting || deal.entry !== 'inout', '6: hedging has no reversal');
    if (held === undefined) {
      this.expect(deal.entry === 'in', '4: a position opens with an in deal');
      this.rebuilt.set(id, { volume: signed(deal), price, order: deal.order_id });
      return;
    }
    const volume = held.volume + signed(deal);
    if (deal.entry === 'in') {
      this.expect(this.netting || held.order === deal.order_id, '6: one order opens a position');
      held.price = weightedMean(held.price, Math.abs(held.volume), price, deal.volume);
    } else if (deal.entry === 'inout') held.price = price;
    held.volume = volume;
    if (volume === 0) this.rebuilt.delete(id);
  }

  private pairs(deals: readonly Deal[]): void {
    const halves = deals.filter((deal) => deal.entry === 'out_by');
    const [first, second] = halves;
    if (first === undefined || second === undefined) {
      this.expect(halves.length === 0, '6: close-by deals come in pairs');
      return;
    }
    const matched = first.volume === second.volume && first.action !== second.action;
    this.expect(matched, '6: a close-by pair is of equal volume and opposite side');
  }

  private order(order: Order, deals: readonly Deal[]): void {
    const before = this.orders.get(order.id)?.state ?? 'started';
    this.expect(
      mayBecome(before, order.state),
      `12: an order goes from ${before} to ${order.state}`,
    );
    const final = FINAL_STATES.includes(order.state);
    this.expect(!FINAL_STATES.includes(before), '12: a final order changes no more');
    this.expect(final === order.done_at > 0, '12: final orders have an end');
    const { volume_initial, volume_filled, volume_current } = order;
    this.expect(volume_initial === volume_filled + volume_current, '5: volumes of an order');
    const dealt = deals.filter((deal) => deal.order_id === order.id && !isCancelled(deal));
    const counted = order.kind === 'close_by' ? dealt.slice(0, 1) : dealt;
    const filled = this.filled.get(order.id) ?? 0;
    const volume = counted.reduce((sum, deal) => sum + deal.volume, filled);
    if (final) this.filled.delete(order.id);
    else if (volume > 0) this.filled.set(order.id, volume);
    this.expect(volume === volume_filled, '5: deals fill the order');
    this.orders.set(order.id, order);
  }

  private position(position: Position): void {
    const volume = this.rebuilt.get(position.id)?.volume ?? 0;
    const shown = position.side === 'buy' ? position.volume : -position.volume;
    this.expect(volume === (shown === 0 ? 0 : shown), '4: deals sum to the position');
    this.expect(position.closed === (position.volume === 0), '5: a position ends at 0');
  }

  private shown({ deals, positions }: AccountEvent): void {
    const ids = new Set(positions.map(({ id }) => id));
    const all = deals.filter(isTrade).every(({ position_id }) => ids.has(position_id));
    this.expect(all, '4: a deal shows its position');
  }

  /** Swaps grow at ends of days alone, and leave with deals. */
  private swap({ deals, positions, cause }: AccountEvent): void {
    for (const deal of deals) if (isTrade(deal)) this.swapDealt += deal.swap;
    for (const { id, swap } of positions) this.swaps.set(id, swap);
    const held = [...this.swaps.values()].reduce((sum, swap) => sum + swap, 0);
    const accrued = held + this.swapDealt;
    if (cause.kind === 'end_of_day') this.swapAccrued = accrued;
    this.expect(accrued === this.swapAccrued, '16: swaps accrue at rollovers alone');
  }

  /** The day's columns make up what balance and credit have changed by. */
  private day(row: Daily): void {
    const { balance, credit } = this.dayBegan;
    const onCredit = row.daily_credit + row.daily_bonuses;
    const all = DAY_SUMS.reduce((sum, name) => sum + row[name], 0);
    this.expect(row.balance_prev_day === balance, '17: rows join');
    this.expect(row.balance - balance === all - onCredit, '17: columns sum to the balance');
    this.expect(row.credit - credit === onCredit, '17: columns sum to the credit');
    this.dayBegan = { balance: row.balance, credit: row.credit };
  }

  private money({ ledger, money }: AccountEvent): void {
    this.expect(ledger.balance === this.balance, '1: deals sum to the balance');
    this.expect(ledger.credit === this.credit && this.credit >= 0, '2: deals sum to the credit');
    const waiting = Object.values(ledger.accruals).map((text) => JSON.parse(String(text)));
    const blocked = waiting.filter(([, kind]) => kind !== 'agent');
    const sum = blocked.reduce((total, [, , , amount]) => total + amount, 0);
    this.expect(ledger.commission_blocked === sum, '18: what has accrued is blocked');
    const whole = Object.values(money).every(Number.isSafeInteger);
    this.expect(whole, '3: live money is in whole units');
  }
}
