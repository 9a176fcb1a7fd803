// The invariants of an account's ledger, checked event by event (trading-rules §6).

import type { Context } from '../../../engine/account/types.js';
import { type AccountState, moneyOf, newAccount } from '../../../engine/engine.js';
import { POINT } from '../../../engine/settings/quotes.js';
import { DEVIATION_MAX } from '../../../wire/trading/commands.js';
import { DAY_SUMS, type Daily, type DaySum } from '../../../wire/trading/daily.js';
import type { AccountEvent } from '../../../wire/trading/events.js';
import {
  type Action,
  type Correction,
  CREDIT_ACTIONS,
  type Deal,
  FINAL_STATES,
  type Order,
  type OrderState,
  type Position,
} from '../../../wire/trading/records.js';
import type { Faults, Oracle } from './oracle.js';
import { FLAT, isCancelled, isTrade, PositionDeals } from './position-deals.js';

/** The moves that an order's state may make (trading-rules §4.8). */
const MOVES: Readonly<Record<string, readonly OrderState[]>> = {
  started: ['request_add', 'placed', 'partial', 'filled', 'canceled', 'rejected'],
  request_add: ['placed', 'partial', 'filled', 'canceled', 'rejected', 'expired'],
  placed: ['partial', 'request_modify', 'request_cancel', ...FINAL_STATES],
  partial: ['placed', 'filled', 'canceled', 'expired', 'request_cancel'],
  request_modify: ['placed', 'partial', 'filled', 'canceled', 'expired'],
  request_cancel: ['canceled', 'placed', 'partial', 'filled'],
};

/** The column of a day that a deal's profit falls in; a payment goes by its sign. */
const COLUMNS: Partial<Readonly<Record<Action, DaySum>>> = {
  buy: 'daily_profit',
  sell: 'daily_profit',
  charge: 'daily_charges',
  correction: 'daily_corrections',
  commission: 'daily_commission_instant',
  commission_daily: 'daily_commission_turnover',
  commission_monthly: 'daily_commission_turnover',
  agent: 'daily_agent',
  agent_daily: 'daily_agent',
  agent_monthly: 'daily_agent',
  interest: 'daily_interest',
  swap: 'daily_swap',
  dividend: 'daily_dividends',
  dividend_franked: 'daily_dividends',
  tax: 'daily_taxes',
  so_compensation: 'daily_compensation',
  credit: 'daily_credit',
  bonus: 'daily_bonuses',
  so_compensation_credit: 'daily_credit',
};

/** Reasons of deals that need no decision of their own. */
const UNDECIDED: readonly string[] = ['rollover', 'gateway', 'correction'];

const isRising = (ids: readonly number[]): boolean =>
  ids.every((id, at) => at === 0 || id > (ids[at - 1] as number));

const zeros = (): Record<DaySum, number> =>
  Object.fromEntries(DAY_SUMS.map((name) => [name, 0])) as Record<DaySum, number>;

/** Follows one account's events and says what they break. */
export class Invariants implements Oracle {
  private readonly dealt = new PositionDeals();
  /** Working orders, what their deals come to, and how others ended. */
  private readonly orders = new Map<number, { row: Order; filled: number; busted: number }>();
  private readonly endedOrders = new Map<number, OrderState>();
  private lastDeal = 0;
  private balance = 0;
  private credit = 0;
  private time = 0;
  private faults: string[] = [];
  /** What positions hold of swaps, and what deals and corrections took along of it. */
  private readonly swaps = new Map<number, number>();
  private swapHeld = 0;
  private swapTaken = 0;
  private swapAccrued = 0;
  /** Sums of the running day, and balance and credit at the end of the last one. */
  private sums = zeros();
  private dayBegan = { balance: 0, credit: 0 };
  private dayEndedAt = 0;

  /** `sequence` is the number of the account's newest event. */
  constructor(
    private readonly netting: boolean | ((group: string) => boolean),
    private sequence = 0,
  ) {}

  /** What the event breaks; empty when it is sound. */
  follow(event: AccountEvent): Faults {
    this.faults = [];
    this.numbered(event);
    const netting = this.isNetting(event.group);
    for (const deal of event.deals) this.deal(deal, netting);
    this.pairs(event.deals);
    for (const order of event.orders) this.order(order, event);
    for (const correction of event.corrections) {
      const row = event.positions.find(({ id }) => id === correction.position_id);
      this.correct(correction, row);
    }
    this.corrected(event);
    for (const position of event.positions) this.position(position);
    this.shown(event);
    this.money(event);
    this.swap(event);
    if (event.daily !== null) this.day(event.daily);
    this.dayEnds(event);
    return this.faults;
  }

  emitted(event: AccountEvent): Faults {
    return this.follow(event);
  }

  /** What the account as it stands breaks: margin from the rows alone, and sums of money. */
  looked(state: AccountState, ctx: Context): Faults {
    this.faults = [];
    const { ledger, switches, positions, orders, queue } = state;
    const rows = [[...positions.values()], [...orders.values()], [...queue.values()]] as const;
    const money = moneyOf(state, ctx);
    const fresh = moneyOf(newAccount(switches, ledger, ...rows), ctx);
    this.expect(money.margin === fresh.margin, '8: margin is that of the rows');
    this.expect(money.profit === fresh.profit, '8: profit is that of the rows');
    const own = money.balance + money.credit - money.blocked;
    this.expect(money.equity === own + money.profit + money.swap, '9: equity');
    this.expect(ledger.balance === this.balance, '21: the balance is that of the deals');
    this.expect(positions.size === this.dealt.held.size, '21: positions are those of the deals');
    this.expect(orders.size === this.orders.size, '21: orders are those of the events');
    const symbols = new Set(rows[0].map(({ symbol }) => symbol));
    const netting = this.isNetting(switches.group);
    this.expect(!netting || symbols.size === positions.size, '6: one position a symbol');
    const empty = positions.size === 0 && orders.size === 0;
    this.expect(!switches.archived || empty, '20: nothing is open on an archived account');
    return this.faults;
  }

  private isNetting(group: string): boolean {
    return typeof this.netting === 'boolean' ? this.netting : this.netting(group);
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

  private deal(deal: Deal, netting: boolean): void {
    const { id, action, profit, swap, commission, fee, value } = deal;
    const whole = [profit, swap, commission, fee, value].every(Number.isSafeInteger);
    this.expect(whole, '3: amounts are whole units');
    if (isCancelled(deal)) return this.dealt.cancel(deal);
    this.expect(id > this.lastDeal, '10: deal ids rise');
    this.lastDeal = id;
    const amount = profit + swap + commission + fee;
    if (CREDIT_ACTIONS.includes(action)) this.credit += amount;
    else this.balance += amount;
    const payment = profit < 0 ? 'daily_withdrawals' : 'daily_deposits';
    this.sums[COLUMNS[action] ?? payment] += profit;
    this.sums.daily_swap += swap;
    this.sums.daily_commission_instant += commission;
    this.sums.daily_fee += fee;
    if (isTrade(deal)) this.rebuild(deal, netting);
  }

  private correct(correction: Correction, row: Position | undefined): void {
    const { position_id: id, side, volume, kind } = correction;
    if (kind === 'position_change') return this.dealt.correct(correction, row?.price_open ?? 0);
    const gone = side === 'buy' ? volume : -volume;
    const left = this.dealt.held.get(id)?.net.volume ?? 0;
    this.expect(left === gone, '4: what is deleted is what was held');
    this.dealt.correct(correction, 0);
  }

  /** A deletion has one correction of each position that it takes away, with rising ids. */
  private corrected({ cause, corrections, positions }: AccountEvent): void {
    if (cause.kind !== 'position_delete') return;
    const gone = positions.map(({ id }) => id);
    const correctedIds = corrections.map(({ position_id }) => position_id);
    this.expect(
      correctedIds.length > 0 && `${correctedIds}` === `${gone}`,
      '4: what is deleted is corrected',
    );
    const ids = corrections.map(({ id }) => id);
    this.expect(isRising(ids), '10: ids of corrections rise');
  }

  private rebuild(deal: Deal, netting: boolean): void {
    const { entry, order_id: order } = deal;
    const { before, held } = this.dealt.add(deal);
    // A bust can turn a position against its own order, which fills on (§4.13.2).
    const mayTurn = netting || held.order === order;
    this.expect(mayTurn || entry !== 'inout', '6: hedging has no reversal');
    this.expect(before !== 0 || entry === 'in', '4: a position opens with an in deal');
    const after = held.net.volume;
    if (entry === 'in') {
      const opens = netting || held.order === order || deal.reason === 'rollover';
      this.expect(opens, '6: one order opens a position');
      this.expect(Math.abs(after) > Math.abs(before), '4: an in deal adds');
      return;
    }
    const most = Math.min(Math.abs(before), deal.volume);
    const closed = entry === 'inout' ? deal.volume_closed : deal.volume;
    this.expect(closed === most, '4: a deal closes what it meets');
    const turned = entry === 'inout' ? after * before < 0 : after * before >= 0;
    this.expect(turned, '4: a deal that closes leaves the same side, a reversal the other');
  }

  private pairs(deals: readonly Deal[]): void {
    const halves = deals.filter((deal) => deal.entry === 'out_by');
    this.expect(halves.length % 2 === 0, '6: close-by deals come in pairs');
    for (let at = 1; at < halves.length; at += 2) {
      const [first, second] = [halves[at - 1] as Deal, halves[at] as Deal];
      const matched = first.volume === second.volume && first.action !== second.action;
      this.expect(matched, '6: a close-by pair is of equal volume and opposite side');
      this.expect(second.profit === 0, '6: the second of a close-by pair earns nothing');
    }
  }

  private order(order: Order, { deals, queued }: AccountEvent): void {
    const { id, state, volume_initial, volume_filled, volume_current } = order;
    const known = this.orders.get(id);
    const ended = this.endedOrders.get(id);
    const before = ended ?? known?.row.state ?? 'started';
    const moved = before === state || MOVES[before]?.includes(state) === true;
    this.expect(moved, `12: an order goes from ${before} to ${state}`);
    this.expect(ended === undefined, '12: a final order changes no more');
    const final = FINAL_STATES.includes(state);
    this.expect(final === order.done_at > 0, '12: final orders have an end');
    this.expect(volume_initial === volume_filled + volume_current, '5: volumes of an order');
    this.expect(volume_filled >= 0 && volume_current >= 0, '5: volumes are not below nothing');
    const isReported =
      state === 'placed' ? volume_filled === 0 : state !== 'partial' || volume_filled > 0;
    this.expect(isReported, '12: a placed order has no fill, a partial one has');
    const dealt = deals.filter((deal) => deal.order_id === id && !isCancelled(deal));
    const counted = order.kind === 'close_by' ? dealt.slice(0, 1) : dealt;
    // A provider that takes a deal back gives its volume back to an order that works on.
    const rows = queued.filter((row) => row.order_id === id).map((row) => row.busted);
    const busted = Math.max(known?.busted ?? 0, ...rows);
    const returned = busted - (known?.busted ?? 0);
    const filled = counted.reduce((sum, deal) => sum + deal.volume, known?.filled ?? 0) - returned;
    this.expect(filled === volume_filled, '5: deals fill the order');
    for (const deal of counted) this.fair(known?.row ?? order, deal);
    if (final) {
      this.orders.delete(id);
      this.endedOrders.set(id, state);
    } else this.orders.set(id, { row: order, filled, busted });
  }

  /**
   * A limit order deals at its price or better, a market order with a price no further from it than
   * its deviation; what a provider has dealt is booked as it is.
   */
  private fair(order: Order, { price, gateway_id }: Deal): void {
    const { kind, side, price_order, deviation_pts } = order;
    const isBound = kind === 'market' && price_order > 0 && deviation_pts < DEVIATION_MAX;
    if ((kind !== 'limit' && !isBound) || gateway_id !== 0) return;
    const worse = side === 'buy' ? price - price_order : price_order - price;
    const fair = worse <= (isBound ? deviation_pts * POINT : 0);
    this.expect(fair, '14: an order deals at its price or better, but for its deviation');
  }

  private position(row: Position): void {
    const { id, side, volume, closed } = row;
    const net = this.dealt.held.get(id)?.net ?? FLAT;
    const shown = side === 'buy' ? volume : -volume;
    this.expect(net.volume === (closed ? 0 : shown), '4: deals sum to the position');
    this.expect(closed === (volume === 0), '5: a position ends at 0');
    this.expect(Number.isSafeInteger(row.swap), '3: swap is in whole units');
    if (closed || net.price === 0) return;
    this.expect(net.price === row.price_open, '7: the open price is that of the deals');
  }

  /** Deals show their position, why they were made, and what margin they left. */
  private shown({ deals, positions, explain, money, cause }: AccountEvent): void {
    for (const deal of deals) {
      if (!isTrade(deal)) continue;
      const position = positions.some(({ id }) => id === deal.position_id);
      this.expect(position, '4: a deal shows its position');
      const executed = deal.external_id !== '' || UNDECIDED.includes(deal.reason);
      const decided = executed || (explain !== null && explain.action !== '');
      this.expect(decided, '13: no fill without a decision or a provider’s execution');
    }
    if (deals.length === 0) return;
    this.expect(explain?.margin_after === money.margin, 'a deal tells the margin that it left');
    // A bust needs no price, which may be missing after a start.
    const free = cause.source === 'gateway' || ['end_of_day', 'bust'].includes(cause.kind);
    const traded = deals.some(({ symbol }) => symbol !== '') && !free;
    this.expect(!traded || explain?.bid !== 0, 'a deal tells the quote that it was made at');
  }

  /** Swaps grow at ends of days alone, and leave with deals and corrections. */
  private swap({ deals, positions, corrections, cause }: AccountEvent): void {
    for (const deal of deals) {
      if (isTrade(deal)) this.swapTaken += deal.swap;
      else if (isCancelled(deal)) this.swapTaken -= deal.swap;
    }
    for (const correction of corrections) this.swapTaken += correction.swap;
    for (const { id, swap, closed } of positions) {
      this.swapHeld += swap - (this.swaps.get(id) ?? 0);
      if (closed && swap === 0) this.swaps.delete(id);
      else this.swaps.set(id, swap);
    }
    const accrued = this.swapHeld + this.swapTaken;
    if (cause.kind === 'end_of_day') this.swapAccrued = accrued;
    this.expect(accrued === this.swapAccrued, '16: swaps accrue at rollovers alone');
  }

  /** The day's columns are those of its deals, and make up what balance and credit changed by. */
  private day(row: Daily): void {
    const { balance, credit } = this.dayBegan;
    for (const name of DAY_SUMS) {
      this.expect(row[name] === this.sums[name], `17: ${name} is that of the deals`);
    }
    const onCredit = row.daily_credit + row.daily_bonuses;
    const all = DAY_SUMS.reduce((sum, name) => sum + row[name], 0);
    this.expect(row.balance_prev_day === balance, '17: rows join');
    this.expect(row.balance - balance === all - onCredit, '17: columns sum to the balance');
    this.expect(row.credit - credit === onCredit, '17: columns sum to the credit');
  }

  private dayEnds({ ledger: { day_ended_at, balance, credit } }: AccountEvent): void {
    if (day_ended_at === this.dayEndedAt) return;
    this.expect(day_ended_at > this.dayEndedAt, '17: days end in order');
    this.dayEndedAt = day_ended_at;
    this.sums = zeros();
    this.dayBegan = { balance, credit };
  }

  private money({ ledger, money }: AccountEvent): void {
    this.expect(ledger.balance === this.balance, '1: deals sum to the balance');
    this.expect(ledger.credit === this.credit && this.credit >= 0, '2: deals sum to the credit');
    const waiting = Object.values(ledger.accruals).map((text) => JSON.parse(String(text)));
    const blocked = waiting.filter(([, kind]) => kind !== 'agent');
    const sum = blocked.reduce((total, [, , , amount]) => total + amount, 0);
    this.expect(ledger.commission_blocked === sum, '18: what has accrued is blocked');
    const stored = ledger.commission_blocked + ledger.profit_blocked;
    const isEqual = money.balance === ledger.balance && money.credit === ledger.credit;
    this.expect(isEqual && money.blocked === stored, '9: live money is that of the ledger');
    const whole = Object.values(money).every(Number.isSafeInteger);
    this.expect(whole, '3: live money is in whole units');
  }
}
