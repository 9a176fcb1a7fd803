// Requests about pending orders and stops: pending, pending_modify, pending_cancel, modify (§4.6).

import type { TradeRequest } from '../../wire/trading/commands.js';
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
import { placingFault } from './check-margin.js';
import * as check from './checks.js';
import { dayEnd, specifiedDayEnd } from './clock.js';
import { marginRateAt } from './deals.js';
import { type Decimal, dec, ZERO } from './decimal.js';
import type { Quote } from './market.js';
import { draftOrder, endOrder, NO_STOPS, startOrder } from './orders.js';
import type { Order } from './rows.js';
import { pricedAt } from './state.js';
import type { Terms } from './terms.js';
import { trailedStop, wantedTrail } from './trailing.js';

type Pending = Extract<TradeRequest, { kind: 'pending' }>;
type PendingModify = Extract<TradeRequest, { kind: 'pending_modify' }>;
type PendingCancel = Extract<TradeRequest, { kind: 'pending_cancel' }>;
type Modify = Extract<TradeRequest, { kind: 'modify' }>;

const given = (text: string | undefined, kept: Decimal): Decimal =>
  text === undefined ? kept : dec(text);

const timeOf = (text: string | undefined): number => (text === undefined ? 0 : Date.parse(text));

/** When an order of this lifetime ends; 0 = never (§4.6). */
const endOf = (books: Books, terms: Terms, kind: Order['expiration'], named: number): number => {
  const { platform } = books.market.rules;
  if (kind === 'day') return dayEnd(platform, terms, books.now);
  if (kind === 'specified_day') return specifiedDayEnd(platform, terms, named);
  return kind === 'specified' ? named : 0;
};

/** The same price from both sides: stops of pending orders are measured from the order (§4.1). */
const around = (price: Decimal) => ({ bid: price, ask: price });

/** The rate of margin that a pending order is reserved at (§3.4). */
const reservedRate = (books: Books, terms: Terms, order: Order): Decimal =>
  marginRateAt(books, terms, order.side, pricedAt(order)) ?? ZERO;

const pendingDraft = (books: Books, terms: Terms, asker: Asker, request: Pending): Order => {
  const volume = dec(request.volume);
  const expiration = request.expiration ?? 'gtc';
  const order = draftOrder(books, terms, {
    kind: request.order_kind,
    side: request.side,
    state: 'placed',
    fill: request.fill ?? 'return',
    expiration,
    expiresAt: endOf(books, terms, expiration, timeOf(request.expires_at)),
    volume,
    priceOrder: dec(request.price),
    priceStopLimit:
      request.order_kind === 'stop_limit' ? given(request.price_stop_limit, ZERO) : ZERO,
    sl: given(request.sl, ZERO),
    tp: given(request.tp, ZERO),
    trailPts: request.trail_pts ?? 0,
    ocoOrderId: request.oco_order_id ?? 0,
    reason: asker.reason,
    comment: asker.comment,
  });
  if (pricedAt(order).lte(0)) return order;
  return { ...order, rateMargin: reservedRate(books, terms, order) };
};

/** Does the request lack a field that its order kind or its lifetime needs (§4.1.1)? */
export const isIncomplete = (request: Pending): boolean =>
  (request.order_kind === 'stop_limit' && request.price_stop_limit === undefined) ||
  (request.expiration?.startsWith('specified') === true && request.expires_at === undefined);

/** Places a pending order. */
export const pending = (books: Books, asker: Asker, request: Pending): Answer => {
  const terms = books.terms(request.symbol);
  if (terms === undefined) return refused('trade.symbol_not_found');
  const draft = pendingDraft(books, terms, asker, request);
  const { side, volume, sl, tp, trailPts, kind } = draft;
  const quote = books.market.price(terms) as Quote;
  const fault = check.firstFault(
    () => check.partner(books, draft.ocoOrderId),
    () => check.access(books, terms, check.opensOn(books, terms.name, side, volume)),
    () => check.session(books, terms),
    () => check.freshQuote(books, terms),
    () => check.rates(books, terms, side, quote.ask),
    () => check.flags(terms, kind, sl, tp, trailPts),
    () => check.openingVolume(terms, volume),
    () => check.pendingFill(terms, draft.fill),
    () => check.lifetime(books, terms, draft),
    () => check.pendingPrice(terms, draft, quote, asker.dealer),
    () => check.stops(terms, side, sl, tp, around(pricedAt(draft)), asker.dealer),
    () => check.trail(terms, trailPts, asker.dealer),
    () => check.hedging(books, terms.name, side),
    () => check.counts(books, terms.name, true),
    () => check.volumeLimit(books, terms, side, volume),
    () => (asker.skipMargin ? undefined : placingFault(books, draft, terms)),
  );
  if (fault !== undefined) return refused(fault);
  const order = startOrder(books, draft);
  const routed = { kind: 'pending', orderKind: kind, side, volume } as const;
  const decision = decideRequest(books, terms, asker, { ...routed, price: draft.priceOrder });
  if (!isConfirmed(decision)) {
    return rejectOrder(books, { ...order, ocoOrderId: 0 }, refusalOf(decision, terms));
  }
  books.putOrder(decision.clearStops ? { ...order, ...NO_STOPS } : order);
  const partner = books.order(draft.ocoOrderId);
  if (typeof partner === 'object') books.putOrder({ ...partner, ocoOrderId: order.id });
  return answered('ok', { orderId: order.id, volume, price: draft.priceOrder });
};

/** The order as the request wants it. */
const modified = (books: Books, terms: Terms, order: Order, request: PendingModify): Order => {
  const expiration = request.expiration ?? order.expiration;
  const renewed = request.expiration !== undefined || request.expires_at !== undefined;
  const sl = given(request.sl, order.sl);
  const wanted: Order = {
    ...order,
    priceOrder: given(request.price, order.priceOrder),
    priceStopLimit:
      order.kind === 'stop_limit'
        ? given(request.price_stop_limit, order.priceStopLimit)
        : order.priceStopLimit,
    sl,
    tp: given(request.tp, order.tp),
    trailPts: wantedTrail(order.trailPts, request, sl),
    expiration,
    expiresAt: renewed
      ? endOf(books, terms, expiration, timeOf(request.expires_at))
      : order.expiresAt,
  };
  return pricesDiffer(order, wanted) && pricedAt(wanted).gt(0)
    ? { ...wanted, rateMargin: reservedRate(books, terms, wanted) }
    : wanted;
};

const pricesDiffer = (a: Order, b: Order): boolean =>
  !a.priceOrder.eq(b.priceOrder) || !a.priceStopLimit.eq(b.priceStopLimit);

type Stops = Pick<Order, 'sl' | 'tp' | 'trailPts'>;

const stopsDiffer = (a: Stops, b: Stops): boolean =>
  !a.sl.eq(b.sl) || !a.tp.eq(b.tp) || a.trailPts !== b.trailPts;

/** A stop that is tested: only one that changes is (§4.1). */
const changed = (before: Decimal, now: Decimal): Decimal => (now.eq(before) ? ZERO : now);

/** Changes a pending order: price, stops, lifetime. */
export const pendingModify = (books: Books, asker: Asker, request: PendingModify): Answer => {
  const about = check.subject(books, check.workingOrder(books, request.order_id));
  if (typeof about === 'string') return refused(about);
  const { row: order, terms, quote } = about;
  const wanted = modified(books, terms, order, request);
  const { side, sl, tp, kind, volume } = wanted;
  const repriced = pricesDiffer(order, wanted);
  const renewed = request.expiration !== undefined || request.expires_at !== undefined;
  const same =
    !repriced &&
    !stopsDiffer(order, wanted) &&
    wanted.expiration === order.expiration &&
    wanted.expiresAt === order.expiresAt;
  const newTrail = wanted.trailPts === order.trailPts ? 0 : wanted.trailPts;
  const fault = check.firstFault(
    () => check.access(books, terms, undefined),
    () => check.session(books, terms),
    () => check.freshQuote(books, terms),
    () => check.flags(terms, undefined, changed(order.sl, sl), changed(order.tp, tp), newTrail),
    () => (renewed ? check.lifetime(books, terms, wanted) : undefined),
    () => (same ? 'trade.no_changes' : undefined),
    () => (repriced ? check.pendingPrice(terms, wanted, quote, asker.dealer) : undefined),
    () => {
      const [newSl, newTp] = repriced ? [sl, tp] : [changed(order.sl, sl), changed(order.tp, tp)];
      return check.stops(terms, side, newSl, newTp, around(pricedAt(wanted)), asker.dealer);
    },
    () => check.trail(terms, newTrail, asker.dealer),
    () => (asker.dealer ? undefined : check.frozenOrder(terms, order, quote)),
    () => {
      const free = !repriced || asker.skipMargin;
      return free ? undefined : placingFault(books, wanted, terms);
    },
  );
  if (fault !== undefined) return refused(fault);
  const routed = { kind: 'pending_modify', orderKind: kind, side, volume } as const;
  const asked = { ...routed, price: wanted.priceOrder };
  const decision = decideRequest(books, terms, asker, asked, order.comment);
  if (!isConfirmed(decision)) return answered(refusalOf(decision, terms), { orderId: order.id });
  books.putOrder(decision.clearStops ? { ...wanted, ...NO_STOPS } : wanted);
  return answered('ok', { orderId: order.id, volume, price: wanted.priceOrder });
};

/** Deletes a pending order; a dealer may outside the session (§4.1). Only freezing asks a price. */
export const pendingCancel = (books: Books, asker: Asker, request: PendingCancel): Answer => {
  const about = check.subject(books, check.workingOrder(books, request.order_id));
  if (typeof about === 'string') return refused(about);
  const { row: order, terms, quote } = about;
  const measured = !asker.dealer && terms.record.freeze_level > 0;
  const fault = check.firstFault(
    () => check.access(books, terms, undefined),
    () => (asker.dealer ? undefined : check.session(books, terms)),
    () => (measured ? check.freshQuote(books, terms) : undefined),
    () => (measured ? check.frozenOrder(terms, order, quote) : undefined),
  );
  if (fault !== undefined) return refused(fault);
  const { kind, side, volume, priceOrder: price } = order;
  const routed = { kind: 'pending_cancel', orderKind: kind, side, volume, price } as const;
  const decision = decideRequest(books, terms, asker, routed, order.comment);
  if (!isConfirmed(decision)) return answered(refusalOf(decision, terms), { orderId: order.id });
  endOrder(books, { ...order, state: 'canceled' });
  return answered('ok', { orderId: order.id, volume, price });
};

/** Moves the stops of a position. */
export const modify = (books: Books, asker: Asker, request: Modify): Answer => {
  const about = check.subject(books, check.heldPosition(books, request.position_id));
  if (typeof about === 'string') return refused(about);
  const { row: position, terms, quote } = about;
  const asked = given(request.sl, position.sl);
  const tp = given(request.tp, position.tp);
  const trailPts = wantedTrail(position.trailPts, request, asked);
  const sl = trailedStop(books, terms, position.side, { sl: asked, trailPts });
  const same = !stopsDiffer(position, { sl, tp, trailPts });
  const newTrail = trailPts === position.trailPts ? 0 : trailPts;
  const newSl = changed(position.sl, asked);
  const newTp = changed(position.tp, tp);
  const fault = check.firstFault(
    () => check.access(books, terms, undefined),
    () => check.session(books, terms),
    () => check.freshQuote(books, terms),
    () => check.flags(terms, undefined, newSl, newTp, newTrail),
    () => (same ? 'trade.no_changes' : undefined),
    () => check.stops(terms, position.side, newSl, newTp, quote, asker.dealer),
    () => check.trail(terms, newTrail, asker.dealer),
    () => (asker.dealer ? undefined : check.frozenPosition(terms, position, quote)),
  );
  if (fault !== undefined) return refused(fault);
  const { side, volume } = position;
  const routed = { kind: 'modify', orderKind: undefined, side, volume, price: ZERO } as const;
  const decision = decideRequest(books, terms, asker, routed, position.comment);
  const positionId = position.id;
  if (!isConfirmed(decision)) return answered(refusalOf(decision, terms), { positionId });
  books.putPosition({ ...position, sl, tp, trailPts, updatedAt: books.now });
  return answered('ok', { positionId, volume });
};
