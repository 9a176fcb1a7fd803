// All that one modelled account owns: its ledger, rows, history and the counters of its ids.

import type { AccountSwitches } from '../../wire/settings/config.js';
import type { GroupRecord } from '../../wire/settings/groups.js';
import { CREDIT_ACTIONS } from '../../wire/trading/records.js';
import type { Decimal } from './decimal.js';
import type { Lot, MarginBasis, Resting, Stock } from './margin.js';
import type { Market, Rules } from './market.js';
import {
  BLANK_DEAL,
  type Deal,
  type Derived,
  EMPTY_LEDGER,
  type Ledger,
  type Order,
  type Position,
} from './rows.js';
import type { State } from './state.js';
import type { Terms } from './terms.js';
import type { Accrual } from './turnover.js';
import type { Row } from './view.js';

/** What a position or order id that is looked for turns out to be. */
export type Found<T> = T | 'gone' | undefined;

/** Gives out ids of orders and deals. */
export interface Ids {
  order(): number;
  deal(): number;
}

/** Ids of an account that is alone. */
const ownIds = (): Ids => {
  let orders = 0;
  let deals = 0;
  return { order: () => ++orders, deal: () => ++deals };
};

/** What has come about since the last view. */
export interface Fresh {
  readonly deals: Deal[];
  readonly ended: Order[];
  readonly derived: Derived[];
  readonly daily: Readonly<Record<string, Decimal>>[];
}

/** Live money, and what it was reckoned of. */
interface Reckoned {
  readonly positions: readonly Position[];
  readonly orders: readonly Order[];
  readonly accruals: readonly Accrual[];
  readonly revision: number;
  readonly balance: Decimal;
  readonly credit: Decimal;
  readonly profitBlocked: Decimal;
  readonly is: State;
}

/** Results that stand as long as all that they were reckoned of does. */
export interface Known {
  state?: Reckoned;
  basis?: { readonly rules: Rules; readonly leverage: number; readonly is: MarginBasis };
  /** What was last held of each symbol, so that its margin is reckoned once. */
  readonly stocks: Map<Terms, Stock>;
  readonly lots: Map<Position, Lot>;
  readonly restings: Map<Order, Resting>;
  readonly helds: Map<Stock, Stock>;
  /** What positions were worth at a price, while rates stood still. */
  readonly worths: Map<Position, { close: Decimal; rates: number; profit: Decimal }>;
  /** Rows as text. */
  readonly texts: Map<object, Row>;
  readonly lives: Map<Position, { profit: Decimal; price: Decimal; row: Row }>;
  ledger?: { readonly copy: Ledger; readonly row: Row };
  nextDay?: { readonly of: readonly unknown[]; readonly is: number };
  blocked?: { readonly of: readonly Accrual[]; readonly by: GroupRecord; readonly is: Decimal };
}

/** The account's books. Rows and their lists are replaced, never changed. */
export class Books {
  readonly ledger: Ledger = { ...EMPTY_LEDGER };
  /** What the running periods of daily and monthly commission rules have seen. */
  accruals: Accrual[] = [];
  /** ms */
  now = 0;
  /** What was reckoned last, and of what; see state and calendar. */
  readonly known: Known = {
    stocks: new Map(),
    lots: new Map(),
    restings: new Map(),
    helds: new Map(),
    worths: new Map(),
    texts: new Map(),
    lives: new Map(),
  };
  private readonly held = new Map<number, Position>();
  private readonly working = new Map<number, Order>();
  private heldById: readonly Position[] = [];
  private workingById: readonly Order[] = [];
  private readonly gone = { positions: new Set<number>(), orders: new Set<number>() };
  /** Since the last view: deals, orders that ended, promises to other accounts. */
  fresh: Fresh = this.none();
  /** Deals of the running trading day. */
  dayDeals: Deal[] = [];

  constructor(
    readonly market: Market,
    public switches: AccountSwitches,
    private readonly ids: Ids = ownIds(),
  ) {}

  /** Nothing new. */
  none(): Fresh {
    return { deals: [], ended: [], derived: [], daily: [] };
  }

  get netting(): boolean {
    return this.market.rules.group.margin_mode === 'netting';
  }

  /** Terms of a symbol that the group is offered. */
  terms(symbol: string): Terms | undefined {
    return this.market.rules.terms.get(symbol);
  }

  /** Open positions in id order. */
  get positions(): readonly Position[] {
    return this.heldById;
  }

  /** Working orders in id order. */
  get orders(): readonly Order[] {
    return this.workingById;
  }

  position(id: number): Found<Position> {
    return this.held.get(id) ?? (this.gone.positions.has(id) ? 'gone' : undefined);
  }

  order(id: number): Found<Order> {
    return this.working.get(id) ?? (this.gone.orders.has(id) ? 'gone' : undefined);
  }

  nextOrderId(): number {
    return this.ids.order();
  }

  /** The next id of a deal or a correction. */
  nextDealId(): number {
    return this.ids.deal();
  }

  /** Stores a position; one without volume has ended. */
  putPosition(position: Position): void {
    if (position.volume.isZero()) {
      this.held.delete(position.id);
      this.gone.positions.add(position.id);
    } else this.held.set(position.id, position);
    this.heldById = [...this.held.values()].sort((a, b) => a.id - b.id);
  }

  /** Stores a working order, or moves a final one to history. */
  putOrder(order: Order): void {
    if (order.doneAt === 0) this.working.set(order.id, order);
    else {
      this.working.delete(order.id);
      this.gone.orders.add(order.id);
      this.fresh.ended.push(order);
    }
    this.workingById = [...this.working.values()].sort((a, b) => a.id - b.id);
  }

  /** Books a deal: every amount goes to the balance, or to the credit (§2.2, §3.14). */
  putDeal(deal: Deal): void {
    const amount = deal.profit.plus(deal.swap).plus(deal.commission).plus(deal.fee);
    const part = CREDIT_ACTIONS.includes(deal.action) ? 'credit' : 'balance';
    this.ledger[part] = this.ledger[part].plus(amount);
    this.fresh.deals.push(deal);
    this.dayDeals.push(deal);
  }

  /** A deal without anything, to build from. */
  blankDeal(): Deal {
    return { ...BLANK_DEAL, id: this.nextDealId() };
  }

  /** Leverage: the account's own, else the group's (§3.4). */
  get leverage(): number {
    return this.switches.leverage_own || this.market.rules.group.leverage_default;
  }

  /** An amount in the deposit currency with its decimals. */
  shown(amount: Decimal): string {
    return amount.toFixed(this.market.digits);
  }
}
