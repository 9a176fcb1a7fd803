// The working state of an end of day: a copy of the account that its steps change one by one.

import type { Mutable } from '../../wire/base/object.js';
import type { DerivedCommand } from '../../wire/trading/events.js';
import type { Queued } from '../../wire/trading/queued.js';
import type { Deal, Ledger, Order, Position } from '../../wire/trading/records.js';
import { apply, newAccount } from '../account/account.js';
import type { Turn } from '../account/types.js';
import type { TradingDay } from '../calendar/trading-day.js';
import { ledgerWith } from '../deals/payments.js';
import { endedAtProvider, serverCause } from '../turn/turn.js';

/** Rows that a step changes. */
interface ClosingRows {
  readonly ledger?: Ledger;
  readonly orders?: readonly Order[];
  readonly positions?: readonly Position[];
  readonly deals?: readonly Deal[];
}

/** The result of the steps so far; it becomes one event. */
export class Closing {
  /** A turn on the copy: each step sees the results of the steps before. */
  readonly turn: Turn;
  readonly deals: Deal[] = [];
  readonly derived: DerivedCommand[] = [];
  /** The charges of commission rules, by their label, in units of the currency. */
  readonly charged: Record<string, number> = {};
  /** Cancels that are sent to providers. */
  readonly queued: Queued[] = [];
  private readonly orderRows = new Map<number, Order>();
  private readonly positionRows = new Map<number, Position>();

  constructor(
    turn: Turn,
    readonly day: TradingDay,
  ) {
    const { switches, ledger, positions, orders, queue } = turn.state;
    const rows = [[...positions.values()], [...orders.values()], [...queue.values()]] as const;
    this.turn = { ...turn, state: newAccount(switches, ledger, ...rows) };
  }

  get ledger(): Ledger {
    return this.turn.state.ledger;
  }

  /** The changed orders and positions in their final state, by id. */
  get orders(): readonly Order[] {
    return [...this.orderRows.values()].sort((a, b) => a.id - b.id);
  }
  get positions(): readonly Position[] {
    return [...this.positionRows.values()].sort((a, b) => a.id - b.id);
  }

  /** Changes rows of the copy; orders at a provider are cancelled there first (§4.5). */
  write({ ledger = this.ledger, orders = [], positions = [], deals = [] }: ClosingRows): void {
    const asked = { kind: 'order', cause: serverCause('end_of_day'), orders } as const;
    const { orders: rows = [], queued = [] } = endedAtProvider(this.turn, asked);
    apply(this.turn.state, { ledger, orders: rows, positions, queued });
    this.turn.valuation = null;
    for (const order of rows) this.orderRows.set(order.id, order);
    for (const position of positions) this.positionRows.set(position.id, position);
    this.deals.push(...deals);
    this.queued.push(...queued);
  }

  /** Adds a money deal. */
  pay(deal: Mutable<Deal>): void {
    this.write({ deals: [deal], ledger: ledgerWith(this.turn, this.ledger, deal) });
  }
}
