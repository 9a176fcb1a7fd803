// An account rebuilt from its events alone: deals, orders and corrections (invariants 1 to 7, 9).

import type { AccountEvent } from '../../wire/events.js';
import type { Correction, Deal, Ledger, Money, Position } from '../../wire/records.js';
import { DayBook } from './day-book.js';
import type { Ground } from './ground.js';
import { hold } from './invariants.js';
import { FLAT, type Leg, legAfter } from './leg.js';
import { OrderBook } from './order-book.js';

const CREDITS: ReadonlySet<string> = new Set(['credit', 'bonus', 'so_compensation_credit']);
const CANCELED: ReadonlySet<string> = new Set(['buy_canceled', 'sell_canceled']);

/** Reasons whose deals may be made outside trade sessions. */
const ANY_HOUR: ReadonlySet<string> = new Set([
  'rollover',
  'dealer',
  'gateway',
  'correction',
  'sync',
]);

/** A position as its deals tell of it. */
export interface Held {
  readonly symbol: string;
  leg: Leg;
  /** Its deals that were not cancelled, in id order. */
  readonly deals: Deal[];
  /** The order that opened it. */
  readonly order: number;
  readonly opened_at: number;
  /** As its last row said. */
  swap: number;
}

/** Closed positions that are kept. */
const CLOSED_MAX = 3;

const isTrade = ({ action }: Deal): boolean => action === 'buy' || action === 'sell';
const whole = (value: number): boolean => Number.isSafeInteger(value);

/** Is twice what a level is off no more than the margin? Exactly, however large the sums are. */
const isNearestLevel = (level: number, equity: number, margin: number): boolean => {
  if (Math.abs(equity) < Number.MAX_SAFE_INTEGER / 40_000) {
    return 2 * Math.abs(level * margin - equity * 10_000) <= margin;
  }
  const off = BigInt(level) * BigInt(margin) - BigInt(equity) * 10_000n;
  return 2n * (off < 0n ? -off : off) <= BigInt(margin);
};

/** Follows one account. */
export class AccountBook {
  balance = 0;
  credit = 0;
  readonly held = new Map<number, Held>();
  /** Positions that closed last, by id: a cancelled deal may open them again. */
  readonly closed = new Map<number, Held>();
  readonly orders: OrderBook;
  readonly #days: DayBook;
  #sequence = 0;
  #time = 0;
  #swapHeld = 0;

  constructor(
    readonly login: number,
    private readonly ground: Ground,
  ) {
    this.orders = new OrderBook(login, ground);
    this.#days = new DayBook(login, ground);
  }

  /** Swap that stands on open positions, by their last rows. */
  get swapHeld(): number {
    return this.#swapHeld;
  }

  /** Takes in an event; ends the simulation when it breaks an invariant. */
  follow(event: AccountEvent): void {
    this.#numbered(event);
    const netting = this.ground.group(event.group).margin_mode === 'netting';
    for (const deal of event.deals) this.#deal(deal, event, netting);
    if (event.correction !== null) this.#correct(event.correction);
    this.#pairs(event.deals);
    this.orders.follow(event);
    const swapBefore = this.#swapHeld;
    for (const position of event.positions) this.#position(position, netting);
    this.#swap(event, this.#swapHeld - swapBefore);
    this.#days.follow(event);
    this.#ledger(event.ledger);
    this.#money(event.ledger, event.money);
  }

  #hold(holds: boolean, invariant: Parameters<typeof hold>[1], detail: () => string): void {
    hold(holds, invariant, this.login, detail);
  }

  #numbered({ kind, account_seq, time }: AccountEvent): void {
    const next = this.#sequence + (kind === 'setting' ? 0 : 1);
    this.#hold(account_seq === next, 10, () => `number ${account_seq} instead of ${next}`);
    this.#hold(time >= this.#time, 10, () => `time falls to ${time}`);
    this.#sequence = account_seq;
    this.#time = time;
  }

  #deal(deal: Deal, event: AccountEvent, netting: boolean): void {
    const { profit, swap, commission, fee, value } = deal;
    const amounts = whole(profit) && whole(swap) && whole(commission) && whole(fee);
    this.#hold(amounts && whole(value), 3, () => `deal ${deal.id}`);
    if (CANCELED.has(deal.action)) return this.#cancel(deal);
    this.ground.dealt(deal);
    if (CREDITS.has(deal.action)) this.credit += profit;
    else this.balance += profit + swap + commission + fee;
    if (!isTrade(deal)) return;
    const listed = event.positions.some(({ id }) => id === deal.position_id);
    this.#hold(listed, 4, () => `deal ${deal.id} without its position’s row`);
    const free =
      ANY_HOUR.has(deal.reason) ||
      event.cause.source === 'gateway' ||
      this.ground.isOpen(deal.symbol, event.time);
    this.#hold(free, 14, () => `deal ${deal.id} in ${deal.symbol} outside sessions`);
    this.#rebuild(deal, netting);
  }

  #rebuild(deal: Deal, netting: boolean): void {
    const { position_id: id, symbol, order_id, entry, created_at: opened_at } = deal;
    this.#hold(netting || entry !== 'inout', 6, () => `inout deal ${deal.id}`);
    let held = this.held.get(id);
    if (held === undefined) {
      this.#hold(entry === 'in', 4, () => `deal ${deal.id} (${entry}) meets no position ${id}`);
      held = { symbol, leg: FLAT, deals: [], order: order_id, opened_at, swap: 0 };
      this.held.set(id, held);
    }
    const before = held.leg.volume;
    held.leg = legAfter(held.leg, deal);
    held.deals.push(deal);
    const after = held.leg.volume;
    if (entry === 'in') {
      const one = netting || held.order === order_id || deal.reason === 'rollover';
      this.#hold(one, 6, () => `position ${id} is opened by ${held.order} and ${order_id}`);
      this.#hold(Math.abs(after) > Math.abs(before), 4, () => `in deal ${deal.id} reduces`);
      return;
    }
    const closed = entry === 'inout' ? deal.volume_closed : deal.volume;
    const most = Math.min(Math.abs(before), deal.volume);
    this.#hold(closed === most, 4, () => `deal ${deal.id} closes ${closed} of ${before}`);
    const turned = entry === 'inout' ? after * before < 0 : after * before >= 0;
    this.#hold(turned, 4, () => `${entry} deal ${deal.id}: ${before}, then ${after}`);
  }

  /** A cancelled deal counts nothing; its position follows from the deals that are left. */
  #cancel(deal: Deal): void {
    const { position_id: id } = deal;
    this.ground.canceled(deal, deal.action === 'buy_canceled' ? deal.volume : -deal.volume);
    const held = this.held.get(id) ?? this.closed.get(id);
    this.#hold(held !== undefined, 4, () => `deal ${deal.id} of an unknown position`);
    if (held === undefined) return;
    const at = held.deals.findIndex((one) => one.id === deal.id);
    this.#hold(at >= 0, 4, () => `deal ${deal.id} is not of position ${id}`);
    held.deals.splice(at, 1);
    held.leg = held.deals.reduce(legAfter, FLAT);
    this.closed.delete(id);
    if (held.leg.volume !== 0) this.held.set(id, held);
  }

  #correct({ position_id: id, side, volume, symbol, kind }: Correction): void {
    const held = this.held.get(id);
    const gone = side === 'buy' ? volume : -volume;
    this.#hold(held?.leg.volume === gone, 4, () => `the correction deletes other than ${id} holds`);
    this.ground.corrected(symbol, gone);
    if (held === undefined || kind === 'bust') return;
    held.leg = FLAT;
    held.deals.length = 0;
  }

  #pairs(deals: readonly Deal[]): void {
    let first: Deal | undefined;
    for (const deal of deals) {
      if (deal.entry !== 'out_by') continue;
      if (first === undefined) {
        first = deal;
        continue;
      }
      const matched = first.volume === deal.volume && first.action !== deal.action;
      this.#hold(matched && deal.profit === 0, 6, () => `close-by deals ${first?.id}, ${deal.id}`);
      first = undefined;
    }
    this.#hold(first === undefined, 6, () => `one half of a close-by`);
  }

  #position(row: Position, netting: boolean): void {
    const { id, volume, side, closed } = row;
    const held = this.held.get(id);
    const shown = side === 'buy' ? volume : -volume;
    this.#hold(closed === (volume === 0), 5, () => `position ${id} of ${volume}`);
    if (held === undefined) return this.#hold(closed, 4, () => `position ${id} has no deals`);
    const { volume: left, price } = held.leg;
    this.#hold(left === (closed ? 0 : shown), 4, () => `position ${id}: ${shown}, deals ${left}`);
    this.#hold(whole(row.swap), 3, () => `swap of position ${id}`);
    this.#swapHeld += row.swap - held.swap;
    held.swap = row.swap;
    if (closed) {
      this.held.delete(id);
      this.#close(id, held);
      return;
    }
    const priced = price === row.price_open && held.symbol === row.symbol;
    this.#hold(priced, 7, () => `position ${id}: ${row.price_open}, rebuilt ${price}`);
    if (!netting) return;
    for (const [other, { symbol }] of this.held) {
      const single = symbol !== row.symbol || other === id;
      this.#hold(single, 6, () => `positions ${id} and ${other} in ${symbol}`);
    }
  }

  #close(id: number, held: Held): void {
    this.closed.set(id, held);
    if (this.closed.size <= CLOSED_MAX) return;
    for (const oldest of this.closed.keys()) {
      this.closed.delete(oldest);
      return;
    }
  }

  /**
   * Swap grows at ends of days alone; a deal or a correction takes its share along, and a deal that
   * is cancelled gives it back.
   */
  #swap({ deals, correction, cause, group }: AccountEvent, grown: number): void {
    let accrued = grown + (correction?.swap ?? 0);
    for (const deal of deals) {
      if (isTrade(deal)) accrued += deal.swap;
      if (CANCELED.has(deal.action)) accrued -= deal.swap;
    }
    const rolls = cause.kind === 'end_of_day' && this.ground.group(group).swaps_enabled;
    this.#hold(accrued === 0 || rolls, 16, () => `${cause.kind} accrues ${accrued}`);
  }

  #ledger(ledger: Ledger): void {
    const { balance, credit } = ledger;
    this.#hold(balance === this.balance, 1, () => `${balance}, deals ${this.balance}`);
    this.#hold(credit === this.credit, 2, () => `${credit}, deals ${this.credit}`);
    this.#hold(credit >= 0, 2, () => `credit ${credit}`);
    this.#hold(whole(balance) && whole(credit), 3, () => 'balance or credit');
  }

  #money(ledger: Ledger, money: Money): void {
    const { balance, credit, blocked, profit, swap, equity, margin, margin_level: level } = money;
    const own = balance + credit - blocked;
    const stored = ledger.commission_blocked + ledger.profit_blocked;
    const told = balance === ledger.balance && credit === ledger.credit && blocked === stored;
    this.#hold(told, 9, () => 'money is not the ledger’s');
    this.#hold(equity === own + profit + swap, 9, () => `equity ${equity}`);
    this.#hold(whole(equity) && whole(margin) && margin >= 0, 3, () => `margin ${margin}`);
    // margin_level is the nearest whole hundredth of equity/margin·100.
    const isNearest = margin === 0 ? level <= 0 : isNearestLevel(level, equity, margin);
    this.#hold(isNearest, 9, () => `margin level ${level} of ${equity}/${margin}`);
  }

  /** `margin_free` of live money, by the group’s mode. */
  holdFree(group: string, money: Money): void {
    const { balance, credit, blocked, profit, swap, margin, margin_free } = money;
    const floating = profit + swap;
    const counted = {
      use_pl: floating,
      not_use: 0,
      profit_only: Math.max(floating, 0),
      loss_only: Math.min(floating, 0),
    }[this.ground.group(group).free_margin_mode];
    const free = balance + credit - blocked + counted - margin;
    this.#hold(margin_free === free, 9, () => `margin_free ${margin_free} instead of ${free}`);
  }
}
