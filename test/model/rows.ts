// The rows that a modelled account holds: positions, orders, deals and its ledger.

import type {
  Action,
  Entry,
  Expiration,
  Fill,
  OrderKind,
  OrderState,
  Reason,
  Side,
} from '../../wire/records.js';
import { type Decimal, ZERO } from './decimal.js';

/** An open position (trading-rules §1.6). */
export interface Position {
  readonly id: number;
  readonly symbol: string;
  readonly side: Side;
  readonly volume: Decimal;
  readonly priceOpen: Decimal;
  readonly sl: Decimal;
  readonly tp: Decimal;
  readonly trailPts: number;
  readonly swap: Decimal;
  readonly rateProfit: Decimal;
  readonly rateMargin: Decimal;
  readonly reason: Reason;
  readonly comment: string;
  readonly openedAt: number;
  readonly updatedAt: number;
}

/** An order, working or final (trading-rules §1.4). */
export interface Order {
  readonly id: number;
  readonly symbol: string;
  readonly kind: OrderKind;
  readonly side: Side;
  readonly state: OrderState;
  readonly fill: Fill;
  readonly expiration: Expiration;
  /** ms; 0 = none */
  readonly expiresAt: number;
  readonly volumeInitial: Decimal;
  readonly volume: Decimal;
  readonly volumeFilled: Decimal;
  readonly priceOrder: Decimal;
  readonly priceStopLimit: Decimal;
  readonly priceFilled: Decimal;
  readonly sl: Decimal;
  readonly tp: Decimal;
  readonly trailPts: number;
  readonly ocoOrderId: number;
  readonly positionId: number;
  readonly byPositionId: number;
  readonly reason: Reason;
  readonly comment: string;
  readonly rateMargin: Decimal;
  readonly createdAt: number;
  readonly activatedAt: number;
  readonly doneAt: number;
}

/** A deal (trading-rules §1.5). */
export interface Deal {
  readonly id: number;
  readonly orderId: number;
  readonly positionId: number;
  readonly symbol: string;
  readonly action: Action;
  readonly entry: Entry;
  readonly volume: Decimal;
  readonly volumeClosed: Decimal;
  readonly price: Decimal;
  readonly pricePosition: Decimal;
  readonly profit: Decimal;
  readonly profitRaw: Decimal;
  readonly swap: Decimal;
  readonly commission: Decimal;
  readonly fee: Decimal;
  readonly rateProfit: Decimal;
  readonly rateMargin: Decimal;
  readonly value: Decimal;
  readonly reason: Reason;
  readonly comment: string;
}

/** The stored money of the account (trading-rules §1.3). */
export interface Ledger {
  balance: Decimal;
  credit: Decimal;
  balancePrevDay: Decimal;
  balancePrevMonth: Decimal;
  equityPrevDay: Decimal;
  equityPrevMonth: Decimal;
  interestAccrued: Decimal;
  profitBlocked: Decimal;
  soState: 'none' | 'margin_call' | 'stop_out';
  soAt: number;
  soLevel: Decimal;
  soEquity: Decimal;
  soMargin: Decimal;
  /** The planned time of the last end of day; 0 = none yet. */
  dayEndedAt: number;
}

/** Money promised to another account (trading-rules §3.9, agent). */
export interface Derived {
  readonly login: number;
  readonly action: Action;
  readonly amount: Decimal;
}

/** A ledger without money. */
export const emptyLedger = (): Ledger => ({
  balance: ZERO,
  credit: ZERO,
  balancePrevDay: ZERO,
  balancePrevMonth: ZERO,
  equityPrevDay: ZERO,
  equityPrevMonth: ZERO,
  interestAccrued: ZERO,
  profitBlocked: ZERO,
  soState: 'none',
  soAt: 0,
  soLevel: ZERO,
  soEquity: ZERO,
  soMargin: ZERO,
  dayEndedAt: 0,
});

/** The other side. */
export const against = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy');

/** The side of the market that a deal of this side is made at: Ask for a buy, Bid for a sell. */
export const dealtAt = (side: Side): 'ask' | 'bid' => (side === 'buy' ? 'ask' : 'bid');

/** The side of the market that a position of this side is valued and closed at. */
export const closedAt = (side: Side): 'ask' | 'bid' => (side === 'buy' ? 'bid' : 'ask');
