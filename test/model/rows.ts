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
} from '../../wire/trading/records.js';
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

/** An order, working or final (trading-rules §1.4), before anything is known of it. */
export const BLANK_ORDER = {
  id: 0,
  symbol: '',
  kind: 'market' as OrderKind,
  side: 'buy' as Side,
  state: 'started' as OrderState,
  fill: 'fok' as Fill,
  expiration: 'gtc' as Expiration,
  /** ms; 0 = none */
  expiresAt: 0,
  volumeInitial: ZERO,
  volume: ZERO,
  volumeFilled: ZERO,
  priceOrder: ZERO,
  priceStopLimit: ZERO,
  priceFilled: ZERO,
  sl: ZERO,
  tp: ZERO,
  trailPts: 0,
  ocoOrderId: 0,
  positionId: 0,
  byPositionId: 0,
  reason: 'client' as Reason,
  comment: '',
  rateMargin: ZERO,
  createdAt: 0,
  activatedAt: 0,
  doneAt: 0,
};
export type Order = Readonly<typeof BLANK_ORDER>;

/** A deal (trading-rules §1.5), before anything is known of it. */
export const BLANK_DEAL = {
  id: 0,
  orderId: 0,
  positionId: 0,
  symbol: '',
  action: 'balance' as Action,
  entry: 'none' as Entry,
  volume: ZERO,
  volumeClosed: ZERO,
  price: ZERO,
  pricePosition: ZERO,
  profit: ZERO,
  profitRaw: ZERO,
  swap: ZERO,
  commission: ZERO,
  fee: ZERO,
  rateProfit: ZERO,
  rateMargin: ZERO,
  value: ZERO,
  reason: 'client' as Reason,
  comment: '',
};
export type Deal = Readonly<typeof BLANK_DEAL>;

/** The stored money of an account that has none yet (trading-rules §1.3). */
export const EMPTY_LEDGER = {
  balance: ZERO,
  credit: ZERO,
  balancePrevDay: ZERO,
  balancePrevMonth: ZERO,
  equityPrevDay: ZERO,
  equityPrevMonth: ZERO,
  interestAccrued: ZERO,
  profitBlocked: ZERO,
  soState: 'none' as 'none' | 'margin_call' | 'stop_out',
  soAt: 0,
  soLevel: ZERO,
  soEquity: ZERO,
  soMargin: ZERO,
  /** The planned time of the last end of day; 0 = none yet. */
  dayEndedAt: 0,
};
export type Ledger = typeof EMPTY_LEDGER;

/** Money promised to another account (trading-rules §3.9, agent). */
export interface Derived {
  readonly login: number;
  readonly action: Action;
  readonly amount: Decimal;
}

/** The other side. */
export const against = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy');

/** The side of the market that a deal of this side is made at: Ask for a buy, Bid for a sell. */
export const dealtAt = (side: Side): 'ask' | 'bid' => (side === 'buy' ? 'ask' : 'bid');

/** The side of the market that a position of this side is valued and closed at. */
export const closedAt = (side: Side): 'ask' | 'bid' => (side === 'buy' ? 'bid' : 'ask');
