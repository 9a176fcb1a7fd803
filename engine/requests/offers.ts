// Offers: prices that a rule or a dealer answered, and requotes; clients can accept them for a
// limited time.

import type { Queued } from '../../wire/trading/queued.js';
import type { Order } from '../../wire/trading/records.js';
import type { Execution, Fault, Turn } from '../account/types.js';
import {
  accessFault,
  accountFault,
  quoteFault,
  readVolume,
  sessionFault,
  volumeFault,
} from '../checks/checks.js';
import { hasRequotes } from '../checks/worst-price.js';
import { pricesOf } from '../margin/money.js';
import { POINT } from '../settings/quotes.js';
import type { EngineSymbol, GroupPrices } from '../settings/symbols.js';
import { type RequestOf, type RequestTurn, refuseRequest } from '../turn/turn.js';
import {
  checkedRequest,
  decideAndRun,
  finish,
  finishWithoutOrder,
  type Handler,
  NO_TERMS,
  refusedOutcome,
  rejectOrder,
  revalidationFault,
} from './checked-request.js';
import { dealPrice, decideHere } from './decide.js';
import { goneOf, quotedRow } from './queued.js';
import type { CheckedRequest, Declined, Offered, TakenOffer } from './request.js';

/**
 * The row of a new offer, and the deletion of an older offer for the same deal: only the newest
 * price is valid.
 */
const newestOffer = (turn: Turn, checked: CheckedRequest, offered: Offered): readonly Queued[] => {
  const row = quotedRow(turn, checked, offered);
  const older = [...turn.state.queue.values()].filter(
    (one) =>
      one.state === 'quoted' &&
      one.id !== row.id &&
      one.symbol === row.symbol &&
      one.deal_side === row.deal_side &&
      one.position_id === row.position_id,
  );
  return [...older.map(goneOf), row];
};

/** The group's current prices as an offer by a rule. */
const currentOffer = (turn: Turn, symbol: EngineSymbol): Offered => {
  const { bid, ask } = pricesOf(symbol, turn.ctx);
  return { bid, ask, dealer: 0 };
};

/**
 * Refuses a market order; a requote becomes an open offer in modes that have offers (trading-rules
 * §4.2, §4.4).
 */
export const refuseMarket = (
  turn: Turn,
  checked: CheckedRequest,
  declined: Declined,
): Execution => {
  const isOffer = declined.code === 'trade.requote' && hasRequotes(checked.symbol);
  if (!isOffer) return rejectOrder(turn, checked, declined);
  const offered = declined.offered ?? currentOffer(turn, checked.symbol);
  return rejectOrder(turn, checked, declined, offered, newestOffer(turn, checked, offered));
};

/**
 * Price requests after their checks: the answer is the current quote or a dealer's prices (§4.3).
 */
export const PRICING: Handler = {
  waiting: null,
  revalidate: (turn: Turn, checked: CheckedRequest, prices: GroupPrices): Fault =>
    revalidationFault(turn, checked, prices, null),
  decide: decideHere,
  execute: (turn, checked, accepted) => {
    const { symbol, volume, side, cause } = checked;
    const offered = accepted.offered ?? currentOffer(turn, symbol);
    const { bid, ask } = offered;
    const outcome = { volume, price: dealPrice(side, offered), bid, ask };
    const lasts = symbol.execution_mode === 'request' || symbol.instant_max_volume > 0;
    const queued = lasts && hasRequotes(symbol) ? newestOffer(turn, checked, offered) : [];
    return finish(turn, checked, { kind: 'trade_result', cause, queued }, outcome);
  },
  refuse: (turn, checked, declined) => finishWithoutOrder(turn, checked, refusedOutcome(declined)),
};

/**
 * The open offer that a market order accepts: the requote that the request names, if its price is
 * within the request's deviation; or, where prices must be asked for first, an offer at exactly its
 * price (§4.2, §4.4).
 */
export const takenOffer = (
  turn: Turn,
  symbol: EngineSymbol,
  order: Order,
  requoteOf: string | undefined,
): TakenOffer | null => {
  const { queue } = turn.state;
  if (queue.size === 0 || !hasRequotes(symbol)) return null;
  const { side, volume_initial: volume, price_order: price, position_id, deviation_pts } = order;
  const named = requoteOf?.toLowerCase();
  const room = named === undefined ? 0 : deviation_pts * POINT;
  for (const row of queue.values()) {
    if (row.state !== 'quoted' || row.due_at <= turn.now || row.symbol !== symbol.name) continue;
    if (row.deal_side !== side || (row.volume !== 0 && volume > row.volume)) continue;
    if (row.kind !== 'price' && row.position_id !== position_id) continue;
    if (named === undefined ? row.kind !== 'price' : row.request_id !== named) continue;
    const offered = side === 'buy' ? row.offer_ask : row.offer_bid;
    if (Math.abs(offered - price) > room) continue;
    return { price: offered, dealer: row.offered_by, row };
  }
  return null;
};

/** Requests a price for a given volume or for any (trading-rules §4.2, §4.3). */
export const askPrice = (turn: RequestTurn, request: RequestOf<'price'>): Execution => {
  const shut = accountFault(turn);
  if (shut !== undefined) return refuseRequest(turn, shut);
  const symbol = turn.basis.group.symbol(request.symbol);
  if (symbol === undefined) return refuseRequest(turn, 'trade.symbol_not_found');
  const prices = pricesOf(symbol, turn.ctx);
  const { side } = request;
  const volume = request.volume === undefined ? 0 : readVolume(request.volume);
  const fault =
    accessFault(turn, symbol, null) ??
    sessionFault(turn, symbol) ??
    quoteFault(turn, symbol, prices) ??
    (volume === 0 ? undefined : volumeFault(turn, symbol, volume));
  if (fault !== undefined) return refuseRequest(turn, fault, symbol);

  // All checks have passed: from here on the request id is used up.
  const checked = checkedRequest(turn, {
    order_kind: 'market',
    symbol,
    side,
    deal_side: side,
    volume: volume ?? 0,
    price: 0,
    comment: '',
    order: null,
    terms: NO_TERMS,
    position_id: 0,
  });
  return decideAndRun(turn, checked, prices, PRICING);
};
