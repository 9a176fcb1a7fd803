// Requests that deal at once: open, close, close by (trading-rules §4.1, §4.2).

import type { Code } from '../../wire/base/codes.js';
import type { TradeRequest } from '../../wire/trading/commands.js';
import type { Reason } from '../../wire/trading/records.js';
import {
  type Answer,
  type Asker,
  answered,
  decideRequest,
  isConfirmed,
  refusalOf,
  refused,
  rejectOrder,
} from './asking.js';
import type { Books } from './books.js';
import { affordsClosing, openingFault } from './check-margin.js';
import * as check from './checks.js';
import {
  closingOf,
  closingsBy,
  type Execution,
  executeCloseBy,
  executeClosing,
  executeOpening,
  positionsAfter,
  realised,
} from './deals.js';
import { type Decimal, dec, isMultiple, min, sum, ZERO } from './decimal.js';
import type { Quote } from './market.js';
import { draftOrder, NO_STOPS, startOrder } from './orders.js';
import type { Decision } from './routing.js';
import { against, dealtAt, type Order, type Position } from './rows.js';
import type { Terms } from './terms.js';

type Open = Extract<TradeRequest, { kind: 'open' }>;
type Close = Extract<TradeRequest, { kind: 'close' }>;
type CloseBy = Extract<TradeRequest, { kind: 'close_by' }>;

/** A market request after its checks. */
interface Dealt {
  readonly terms: Terms;
  readonly quote: Quote;
  readonly order: Order;
  /** Price that the request names; 0 = none. */
  readonly named: Decimal;
  readonly deviation: number;
  /** The price beyond which the client accepts none; undefined = any price is accepted. */
  readonly bound: Decimal | undefined;
}

type Named = Pick<Open, 'price' | 'deviation_pts'>;

/** The most points of deviation: they bound nothing. */
const ANY_DEVIATION = 1_000_000;

/** Price and deviation, where both are named, bound the fill in every execution mode (§4.11). */
const boundOf = (terms: Terms, side: Order['side'], request: Named): Decimal | undefined => {
  const { price, deviation_pts: points } = request;
  if (price === undefined || points === undefined || points === ANY_DEVIATION) return undefined;
  const room = terms.point.times(side === 'buy' ? points : -points);
  return dec(price).plus(room);
};

/** Is the price worse for the client than the bound? */
const isBeyond = ({ order, bound }: Dealt, price: Decimal): boolean =>
  bound !== undefined && (order.side === 'buy' ? price.gt(bound) : price.lt(bound));

/** The price that counts: market execution ignores what is named (§4.2). */
const named = ({ record }: Terms, price: string | undefined): Decimal =>
  record.execution_mode === 'instant' ? decimalOf(price) : ZERO;

const decimalOf = (text: string | undefined): Decimal => (text === undefined ? ZERO : dec(text));

/**
 * Instant execution needs a price on tick (§4.2), every mode where a deviation is named beside it;
 * one that is not there is missing (§4.1.1).
 */
const namedPrice = (terms: Terms, { price: asked, deviation_pts }: Named): check.Fault => {
  const isBound = asked !== undefined && deviation_pts !== undefined;
  if (terms.record.execution_mode !== 'instant' && !isBound) return undefined;
  if (asked === undefined) return 'trade.invalid_request';
  const price = decimalOf(asked);
  return price.gt(0) && isMultiple(price, terms.tickSize) ? undefined : 'trade.invalid_price';
};

/** Did the market leave the named price (§4.2.3)? Favour is counted as in §4.3.2. */
const hasMoved = (books: Books, dealt: Dealt, atNamed: boolean): boolean => {
  const { terms, quote, order, named, deviation } = dealt;
  const { record, point } = terms;
  const side = dealtAt(order.side);
  const moved = quote[side].minus(named).div(point);
  const favour = order.side === 'buy' ? moved : moved.negated();
  // Who names a deviation gets a better market at its price (§4.11.2).
  const isBetter = dealt.bound !== undefined && !atNamed && favour.lt(0);
  if (!isBetter && moved.abs().gt(deviation)) return true;
  const bound = favour.gt(0) ? record.instant_dev_profit_pts : record.instant_dev_loss_pts;
  const isUnbound = atNamed && bound === 0 && !moved.isZero();
  const age = record.instant_price_age_sec || (isUnbound ? 1 : 0);
  if (age > 0 && !books.market.wasPrice(terms, side, named, books.now - age * 1000)) return true;
  const beyond = (by: Decimal, limit: number): boolean => limit > 0 && by.gt(limit);
  return (
    beyond(favour, record.instant_dev_profit_pts) ||
    beyond(favour.negated(), record.instant_dev_loss_pts)
  );
};

/** The price that a confirmed market request deals at, or the code of its end. */
const priceOf = (books: Books, dealt: Dealt, decision: Decision): Decimal | Code => {
  const { terms, quote, order, named } = dealt;
  if (!isConfirmed(decision)) return refusalOf(decision, terms);
  const instant = terms.record.execution_mode === 'instant';
  const asNamed = instant && decision.action === 'confirm_request_price';
  if (instant && hasMoved(books, dealt, asNamed)) return 'trade.requote';
  const price = asNamed ? named : quote[dealtAt(order.side)];
  return isBeyond(dealt, price) ? 'trade.requote' : price;
};

/** Starts the order, walks the rules, and deals or rejects. */
const deal = (
  books: Books,
  asker: Asker,
  kind: 'open' | 'close',
  dealt: Dealt,
  execute: (execution: Execution) => number,
): Answer => {
  const { terms, named } = dealt;
  const order = startOrder(books, dealt.order);
  const { side, volume } = order;
  const routed = { kind, orderKind: 'market', side, volume, price: named } as const;
  const decision = decideRequest(books, terms, asker, routed);
  const price = priceOf(books, dealt, decision);
  if (typeof price === 'string') return rejectOrder(books, order, price);
  const cleared = decision.clearStops ? { ...order, ...NO_STOPS } : order;
  const { reason, comment } = asker;
  const positionId = execute({ order: cleared, terms, price, reason, comment });
  return answered('ok', { orderId: order.id, positionId, volume, price });
};

/** The order that an open request stands for. */
const openingDraft = (books: Books, terms: Terms, asker: Asker, request: Open): Order => {
  const volume = dec(request.volume);
  return draftOrder(books, terms, {
    side: request.side,
    fill: check.fillOf(terms, request.fill) ?? 'return',
    volume,
    sl: decimalOf(request.sl),
    tp: decimalOf(request.tp),
    trailPts: request.trail_pts ?? 0,
    reason: asker.reason,
    comment: asker.comment,
  });
};

/** A market order that opens, adds, reduces or turns (§2.1 open). */
export const open = (books: Books, asker: Asker, request: Open): Answer => {
  const terms = books.terms(request.symbol);
  if (terms === undefined) return refused('trade.symbol_not_found');
  const order = openingDraft(books, terms, asker, request);
  const { side, volume, sl, tp, trailPts } = order;
  const asked = named(terms, request.price);
  const quote = books.market.price(terms) as Quote;
  const opens = check.opensOn(books, terms.name, side, volume);
  const fault = check.firstFault(
    () => check.access(books, terms, opens),
    () => check.session(books, terms),
    () => check.freshQuote(books, terms),
    () => check.rates(books, terms, opens, quote[dealtAt(side)]),
    () => check.flags(terms, 'market', sl, tp, trailPts),
    () => check.openingVolume(terms, volume),
    () => check.marketFill(terms, request.fill),
    () => namedPrice(terms, request),
    () => check.stops(terms, side, sl, tp, quote, asker.dealer),
    () => check.trail(terms, trailPts, asker.dealer),
    () => check.hedging(books, terms.name, side),
    () => check.counts(books, terms.name, false),
    () => check.volumeLimit(books, terms, side, volume),
    () => {
      const opening = { order, terms, price: quote[dealtAt(side)] };
      return asker.skipMargin ? undefined : openingFault(books, opening);
    },
  );
  if (fault !== undefined) return refused(fault);
  const bound = boundOf(terms, side, request);
  const deviation = request.deviation_pts ?? 0;
  const dealt = { terms, quote, order, named: asked, deviation, bound };
  return deal(books, asker, 'open', dealt, (execution) => executeOpening(books, execution));
};

/** May the volume be closed at the price, as far as margin goes (§3.8)? */
export const affordsClose = (
  books: Books,
  terms: Terms,
  position: Position,
  volume: Decimal,
  price: Decimal,
  reason: Reason,
): boolean => {
  const closing = closingOf(books, terms, position, volume, price);
  const gained = realised(books, closing, { terms, entry: 'out', price, reason });
  return affordsClosing(books, positionsAfter(books, closing), gained);
};

/** Closes some or all of a position. */
export const close = (books: Books, asker: Asker, request: Close): Answer => {
  const about = check.subject(books, check.heldPosition(books, request.position_id));
  if (typeof about === 'string') return refused(about);
  const { row: position, terms, quote } = about;
  const side = against(position.side);
  const volume = request.volume === undefined ? position.volume : dec(request.volume);
  const asked = named(terms, request.price);
  const fault = check.firstFault(
    () => check.access(books, terms, undefined),
    () => check.session(books, terms),
    () => check.freshQuote(books, terms),
    () => check.flags(terms, 'market', ZERO, ZERO),
    () => check.closingVolume(terms, position, volume),
    () => check.marketFill(terms, request.fill),
    () => namedPrice(terms, request),
    () => (asker.dealer ? undefined : check.frozenPosition(terms, position, quote)),
    () => (asker.dealer ? undefined : check.fifo(books, position)),
    () =>
      asker.skipMargin ||
      affordsClose(books, terms, position, volume, quote[dealtAt(side)], asker.reason)
        ? undefined
        : 'trade.no_money',
  );
  if (fault !== undefined) return refused(fault);
  const order = draftOrder(books, terms, {
    side,
    fill: check.fillOf(terms, request.fill) ?? 'return',
    volume,
    positionId: position.id,
    reason: asker.reason,
    comment: asker.comment,
  });
  const bound = boundOf(terms, side, request);
  const deviation = request.deviation_pts ?? 0;
  const dealt = { terms, quote, order, named: asked, deviation, bound };
  return deal(books, asker, 'close', dealt, (execution) => {
    executeClosing(books, execution, position);
    return position.id;
  });
};

/** Margin of a close by: what remains of both, and what it realises. */
const affordsCloseBy = (
  books: Books,
  terms: Terms,
  pair: readonly [Position, Position],
  reason: Reason,
): boolean => {
  const [position, by] = pair;
  const closings = closingsBy(books, terms, position, by, min(position.volume, by.volume));
  const deal = { terms, entry: 'out_by', price: by.priceOpen, reason } as const;
  const gained = sum(
    closings.map((closing, at) => realised(books, closing, deal, closings.slice(0, at))),
  );
  return affordsClosing(books, positionsAfter(books, ...closings), gained);
};

/** Two opposite positions against each other. */
export const closeBy = (books: Books, asker: Asker, request: CloseBy): Answer => {
  const position = check.heldPosition(books, request.position_id);
  if (typeof position === 'string') return refused(position);
  const by = check.heldPosition(books, request.by_position_id);
  if (typeof by === 'string') return refused(by);
  const opposite = by.symbol === position.symbol && by.side !== position.side;
  if (!opposite) return refused('trade.invalid_request');
  const terms = books.terms(position.symbol);
  if (terms === undefined) return refused('trade.symbol_not_found');
  const quote = books.market.price(terms) as Quote;
  const fault = check.firstFault(
    () => check.access(books, terms, undefined),
    () => check.session(books, terms),
    () => check.freshQuote(books, terms),
    () => (books.netting ? 'trade.invalid_order_kind' : undefined),
    () => check.flags(terms, 'close_by', ZERO, ZERO),
    () => (asker.dealer ? undefined : check.frozenPosition(terms, position, quote)),
    () => (asker.dealer ? undefined : check.frozenPosition(terms, by, quote)),
    () => (!asker.dealer && check.isFifo(books) ? 'trade.fifo_prohibited' : undefined),
    () =>
      asker.skipMargin || affordsCloseBy(books, terms, [position, by], asker.reason)
        ? undefined
        : 'trade.no_money',
  );
  if (fault !== undefined) return refused(fault);
  const volume = min(position.volume, by.volume);
  const draft = draftOrder(books, terms, {
    kind: 'close_by',
    side: against(position.side),
    volume,
    positionId: position.id,
    byPositionId: by.id,
    reason: asker.reason,
    comment: asker.comment,
  });
  const order = startOrder(books, draft);
  const routed = { kind: 'close_by', orderKind: 'close_by', side: order.side, volume } as const;
  const decision = decideRequest(books, terms, asker, { ...routed, price: ZERO });
  if (!isConfirmed(decision)) return rejectOrder(books, order, refusalOf(decision, terms));
  const { reason, comment } = asker;
  const price = by.priceOpen;
  executeCloseBy(books, { order, terms, price, reason, comment }, position, by);
  return answered('ok', { orderId: order.id, positionId: position.id, volume, price });
};
