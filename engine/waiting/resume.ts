// Resumes waiting requests: they are rebuilt from their rows and continue like new requests.

import type { Cause, RequestKind } from '../../wire/trading/events.js';
import type { Queued } from '../../wire/trading/queued.js';
import type { Execution, Turn } from '../account/types.js';
import { pricesOf } from '../margin/money.js';
import {
  decideAndRun,
  finishWithoutOrder,
  type Handler,
  refusedOutcome,
} from '../requests/checked-request.js';
import { decline } from '../requests/decide.js';
import { CLOSING, OPENING } from '../requests/market.js';
import { PRICING } from '../requests/offers.js';
import { CANCELLING, MODIFYING, PLACING } from '../requests/orders.js';
import { POSITION_HANDLERS } from '../requests/positions.js';
import type { CheckedRequest, Declined, TakenOffer } from '../requests/request.js';
import type { EngineSymbol } from '../settings/symbols.js';
import { ACTIVATION_HANDLERS } from '../triggers/activation.js';
import { EXPIRING } from '../triggers/expiry.js';
import { DELETING, STOPPING_OUT } from '../triggers/levels.js';
import { STOPPING } from '../triggers/stops.js';
import { plainKind } from '../turn/locks.js';

const HANDLERS: Readonly<Record<string, Handler>> = {
  open: OPENING,
  close: CLOSING,
  pending: PLACING,
  pending_modify: MODIFYING,
  pending_cancel: CANCELLING,
  price: PRICING,
  sl: STOPPING,
  tp: STOPPING,
  stopout_position: STOPPING_OUT,
  stopout_order: DELETING,
  expiration: EXPIRING,
  ...POSITION_HANDLERS,
  ...ACTIVATION_HANDLERS,
};

/** The handler for a row's kind. Throws on a kind that never waits. */
export const handlerOf = (row: Queued): Handler => {
  const handler = HANDLERS[plainKind(row)];
  if (handler === undefined) throw new Error(`a request of kind ${row.kind} does not wait`);
  return handler;
};

/** The symbol of a waiting request, offered or not. Throws when it does not exist. */
export const symbolFor = (turn: Turn, name: string): EngineSymbol => {
  const symbol = turn.basis.group.held(name);
  if (symbol === undefined) throw new Error(`symbol ${name} is waited for and unknown`);
  return symbol;
};

/** The offer that the client accepted before the request waited. */
const offerOf = (row: Queued): TakenOffer | null => {
  const price = row.deal_side === 'buy' ? row.offer_ask : row.offer_bid;
  return price === 0 ? null : { price, dealer: row.offered_by, row: null };
};

/** The checked request of a waiting row under present conditions. */
export const requestOfRow = (turn: Turn, row: Queued): CheckedRequest => ({
  kind: row.kind as RequestKind,
  order_kind: row.order_kind as CheckedRequest['order_kind'],
  symbol: symbolFor(turn, row.symbol),
  side: row.side,
  deal_side: row.deal_side,
  volume: row.volume,
  price: row.price,
  deviation_pts: row.deviation_pts,
  price_worst: row.price_worst,
  comment: row.comment,
  row,
  offer: offerOf(row),
  cause: {
    kind: row.kind as RequestKind,
    source: row.source,
    dealer: row.dealer,
    request_id: row.request_id,
  },
  digest: row.digest,
  order: turn.state.orders.get(row.order_id) ?? null,
  terms: row,
  position_id: row.position_id,
  by_position_id: row.by_position_id,
  reason: row.reason,
  expert_id: row.expert_id,
  origin: row.origin,
  skip_margin_check: row.skip_margin_check,
  kept: row.kept,
  plan: null,
});

/** Ends a waiting request without effect. */
export const refuseRow = (turn: Turn, row: Queued, declined: Declined, by?: Cause): Execution => {
  const handler = handlerOf(row);
  const found = requestOfRow(turn, row);
  const checked = by === undefined ? found : { ...found, cause: by };
  if (handler.waiting === 'started' && checked.order === null) {
    return finishWithoutOrder(turn, checked, refusedOutcome(decline(null, 'trade.order_changed')));
  }
  return handler.refuse(turn, checked, declined);
};

/** Resumes a request: its preconditions are checked again, then it is decided (§4.3). */
export const resume = (turn: Turn, row: Queued): Execution => {
  const handler = handlerOf(row);
  const checked = requestOfRow(turn, row);
  const prices = pricesOf(checked.symbol, turn.ctx);
  const fault = handler.revalidate(turn, checked, prices);
  if (fault !== undefined) return refuseRow(turn, row, decline(null, fault));
  return decideAndRun(turn, checked, prices, handler);
};
