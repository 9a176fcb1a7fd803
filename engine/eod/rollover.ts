// Rollover: changes of pending orders and open positions at the end of a day.

import { plus } from '../../wire/base/amounts.js';
import type { Order, Position, Side } from '../../wire/trading/records.js';
import { symbolOf } from '../account/basis.js';
import { endedAs } from '../account/order-states.js';
import { NO_CHARGES } from '../deals/commission.js';
import { dealOf, ledgerAfter, orderAfterFill, planFill } from '../deals/deals.js';
import { opposite } from '../margin/margin.js';
import { pricesOf } from '../margin/money.js';
import { marginRate } from '../margin/profit.js';
import type { EngineSymbol } from '../settings/symbols.js';
import { closingOrder } from '../triggers/stops.js';
import { isCancelled } from '../turn/locks.js';
import { serverCause } from '../turn/turn.js';
import type { Closing } from './day-closing.js';
import { type Reopening, reopening, swapMultiplier, swapOf } from './swap.js';

const byId = (a: { readonly id: number }, b: { readonly id: number }): number => a.id - b.id;

/** Open positions by id, each with its symbol. */
const positionsOf = ({ turn }: Closing): readonly (readonly [Position, EngineSymbol])[] => {
  const { state, basis } = turn;
  const rows = [...state.positions.values()].sort(byId);
  return rows.map((row) => {
    const holding = state.holdings.get(row.symbol);
    if (holding === undefined) throw new Error(`position ${row.id} is not held`);
    return [row, symbolOf(basis, holding)];
  });
};

/**
 * Ends `day` orders, and, by the symbol's `gtc_mode`, all pending orders and all stops
 * (trading-rules §5.2.1). That includes orders with waiting requests: these requests then
 * find no order.
 */
export const endOrders = (closing: Closing): void => {
  const { turn } = closing;
  const orders: Order[] = [];
  const positions: Position[] = [];
  for (const holding of turn.state.holdings.values()) {
    const { gtc_mode } = symbolOf(turn.basis, holding);
    for (const order of holding.orders) {
      const wished = order.expiration === 'day' ? 'expired' : 'canceled';
      if (wished === 'canceled' && gtc_mode === 'gtc') continue;
      if (order.state === 'started' || isCancelled(turn.state, order.id)) continue;
      orders.push({ ...order, state: endedAs(order.state, wished), done_at: turn.now });
    }
    if (gtc_mode !== 'daily') continue;
    for (const row of holding.positions) {
      if (row.sl === 0 && row.tp === 0 && row.trail_pts === 0) continue;
      positions.push({ ...row, sl: 0, tp: 0, trail_pts: 0, updated_at: turn.now });
    }
  }
  closing.write({ orders, positions });
};

const COMMENT = 'rollover';

/** One half of a reopen: a filled market order and its deal. */
const leg = (
  closing: Closing,
  symbol: EngineSymbol,
  position: Position,
  side: Side,
  price: number,
): void => {
  const { turn } = closing;
  const { volume, id, sl, tp, trail_pts } = position;
  const plan = planFill(turn, symbol, side, volume, price, position);
  const bare = closingOrder(turn, symbol, position, volume, 'rollover', COMMENT);
  const stops = side === position.side ? { sl, tp, trail_pts } : {};
  const order: Order = { ...bare, ...stops, side, rate_margin: plan.rate_margin };
  const facts = { order, reason: 'rollover', comment: COMMENT, cause } as const;
  const deal = dealOf(turn, plan, facts, NO_CHARGES);
  closing.write({
    ledger: ledgerAfter(turn, [deal], NO_CHARGES),
    orders: [orderAfterFill(order, volume, price, id, turn.now)],
    deals: [deal],
  });
};

const cause = serverCause('end_of_day');

/** Closes a position and opens it again under its id; its stops are kept (trading-rules §3.10). */
const reopen = (
  closing: Closing,
  symbol: EngineSymbol,
  position: Position,
  { close, open }: Reopening,
): void => {
  const { turn } = closing;
  const { side, volume } = position;
  leg(closing, symbol, position, opposite(side), close);
  leg(closing, symbol, position, side, open);
  const { rate_profit, rate_margin } = planFill(turn, symbol, side, volume, open, position);
  const reopened: Position = {
    ...position,
    price_open: open,
    price_dealt: 0,
    swap: 0,
    rate_profit: rate_profit || position.rate_profit,
    rate_margin: rate_margin || position.rate_margin,
    updated_at: turn.now,
  };
  closing.write({ positions: [reopened] });
};

/** Adds swaps and reopens positions (trading-rules §3.10, §5.2.5). */
export const rollSwaps = (closing: Closing): void => {
  const { turn, day } = closing;
  if (!turn.basis.group.record.swaps_enabled) return;
  const accrued: Position[] = [];
  for (const [position, symbol] of positionsOf(closing)) {
    const multiplier = swapMultiplier(turn.ctx.settings.calendar, symbol, day.day);
    const prices = reopening(symbol, position.side, multiplier, turn.ctx);
    if (prices !== null) {
      reopen(closing, symbol, position, prices);
      continue;
    }
    const swap = swapOf(symbol, position, multiplier, turn.ctx);
    if (swap !== 0) accrued.push({ ...position, swap: plus(position.swap, swap) });
  }
  closing.write({ positions: accrued });
};

/**
 * Updates margin rates where the symbol says so, only from quotes: a buy at Ask, a sell at Bid of
 * the own pair (trading-rules §5.2.6).
 */
export const refreshRates = (closing: Closing): void => {
  const { turn } = closing;
  const renewed: Position[] = [];
  for (const [position, symbol] of positionsOf(closing)) {
    if (!symbol.margin_recalc_rates) continue;
    const { bid, ask } = pricesOf(symbol, turn.ctx);
    const rate = marginRate(symbol, position.side, position.side === 'buy' ? ask : bid, turn.ctx);
    if (rate !== 0n && rate !== position.rate_margin)
      renewed.push({ ...position, rate_margin: rate });
  }
  closing.write({ positions: renewed });
};
