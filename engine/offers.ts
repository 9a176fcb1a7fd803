// Price requests: what a client may deal at is told to him.

import {
  accessFault,
  accountFault,
  type Fault,
  type Prices,
  quoteFault,
  readVolume,
  sessionFault,
  volumeFault,
} from './checks.js';
import { dealPrice, decideHere } from './decide.js';
import { pricesOf } from './money.js';
import { type RequestOf, type RequestTurn, refuseRequest, type Turn } from './turn.js';
import type { Execution } from './types.js';
import {
  againFault,
  concludeBare,
  type Handler,
  NO_TERMS,
  proceed,
  refusedOutcome,
  requestWork,
  type Work,
} from './work.js';

/** How a price request goes on: confirming it answers the current quote (trading-rules §4.3). */
export const PRICING: Handler = {
  waiting: null,
  again: (turn: Turn, work: Work, prices: Prices): Fault => againFault(turn, work, prices, null),
  decide: decideHere,
  carry: (turn, work) => {
    const price = dealPrice(work.side, pricesOf(work.symbol, turn.ctx));
    return concludeBare(turn, work, { volume: work.volume, price });
  },
  refuse: (turn, work, declined) => concludeBare(turn, work, refusedOutcome(declined)),
};

/** Asks for a price, for a volume or for any (trading-rules §4.2, §4.3). */
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
    (volume === 0 ? undefined : volumeFault(symbol, volume));
  if (fault !== undefined) return refuseRequest(turn, fault, symbol);

  // The checks have passed: the request id is kept from here on.
  const work = requestWork(turn, {
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
  return proceed(turn, work, prices, PRICING);
};
