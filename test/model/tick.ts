// One tick of an account in its order: expiry, stops, trailing, triggers, activations, stop-out.

import { decideServer, isConfirmed } from './asking.js';
import type { Books } from './books.js';
import { openingFault } from './check-margin.js';
import * as check from './checks.js';
import { executeClosing, executeOpening } from './deals.js';
import type { Decimal } from './decimal.js';
import type { Quote } from './market.js';
import { draftOrder, endOrder, NO_STOPS, startOrder } from './orders.js';
import { affordsClose } from './requests-market.js';
import { against, closedAt, dealtAt, type Order, type Position } from './rows.js';
import { testStopOut } from './stopout.js';
import type { Terms } from './terms.js';
import { trailedStop } from './trailing.js';

/** Does the order work still? Its partner may have ended it. */
const works = (books: Books, { id }: Order): boolean => typeof books.order(id) === 'object';

/** Orders whose lifetime is over end, whatever the rules say (§4.6, §4.3). */
const expire = (books: Books, orders: readonly Order[]): void => {
  for (const order of orders) {
    if (order.expiresAt === 0 || books.now < order.expiresAt) continue;
    if (works(books, order)) endOrder(books, { ...order, state: 'expired' });
  }
};

/** A symbol that can trigger now, with its prices; undefined = outside the session, no price. */
const triggering = (books: Books, symbol: string): { terms: Terms; quote: Quote } | undefined => {
  const terms = books.terms(symbol);
  if (terms === undefined) return undefined;
  if (check.session(books, terms) ?? check.freshQuote(books, terms)) return undefined;
  const quote = books.market.price(terms);
  return quote === undefined ? undefined : { terms, quote };
};

/** Which stop of a position the price has reached: the loss comes first (§4.7). */
const reachedStop = (position: Position, price: Decimal): 'sl' | 'tp' | undefined => {
  const sign = position.side === 'buy' ? 1 : -1;
  const beyond = (stop: Decimal): Decimal => price.minus(stop).times(sign);
  if (!position.sl.isZero() && beyond(position.sl).lte(0)) return 'sl';
  return !position.tp.isZero() && beyond(position.tp).gte(0) ? 'tp' : undefined;
};

/** Closes a position by its stop, if rules and margin let it; else it stays (§3.8, §4.3). */
const closeByStop = (books: Books, position: Position, terms: Terms, quote: Quote): void => {
  const market = quote[closedAt(position.side)];
  const reason = reachedStop(position, market);
  if (reason === undefined || check.access(books, terms, undefined)) return;
  const { volume, side } = position;
  const level = position[reason];
  const dealSide = against(side);
  const asked = { kind: reason, side, dealSide, volume, price: level } as const;
  const routed = { ...asked, orderKind: 'market' } as const;
  const decision = decideServer(books, terms, routed, position.comment);
  if (!isConfirmed(decision)) return;
  const price = decision.action === 'confirm_request_price' ? level : market;
  const checked = terms.record.margin_check_sltp;
  if (checked && !affordsClose(books, terms, position, volume, price, reason)) return;
  const comment = `${reason} ${level.toFixed(terms.digits)}`;
  const given = { side: dealSide, volume, positionId: position.id, reason, comment };
  const order = startOrder(books, draftOrder(books, terms, given));
  executeClosing(books, { order, terms, price, reason, comment }, position);
};

/** Moves a trailing stop after the market, never back (§4.9.3). */
const trail = (books: Books, position: Position, terms: Terms): void => {
  if (check.access(books, terms, undefined)) return;
  const sl = trailedStop(books, terms, position.side, position);
  if (!sl.eq(position.sl)) books.putPosition({ ...position, sl, updatedAt: books.now });
};

/** Has the price reached the order? A stop-limit triggers like a stop (§4.6, §3.15.3). */
const isReached = (order: Order, { byTrades }: Terms, quote: Quote): boolean => {
  const price = byTrades && quote.last.gt(0) ? quote.last : quote[dealtAt(order.side)];
  const above = price.minus(order.priceOrder);
  const rising = (order.side === 'buy') !== (order.kind === 'limit');
  return rising ? above.gte(0) : above.lte(0);
};

/** A stop-limit whose trigger is reached becomes a limit order with the same id (§4.6). */
const trigger = (books: Books, order: Order, terms: Terms): void => {
  const { kind, side, volume, priceOrder: price } = order;
  const routed = { kind: 'activate_stop_limit', orderKind: kind, side, volume, price } as const;
  const decision = decideServer(books, terms, routed, order.comment);
  if (!isConfirmed(decision)) return;
  books.putOrder({
    ...order,
    kind: 'limit',
    priceOrder: order.priceStopLimit,
    activatedAt: books.now,
  });
};

/** The checks that an activation must pass (§4.6). */
const activationFault = (books: Books, order: Order, terms: Terms, price: Decimal) => {
  const opens = check.opensOn(books, terms.name, order.side, order.volume);
  return check.firstFault(
    () => (opens === undefined ? undefined : check.accountOpen(books)),
    () => check.access(books, terms, opens),
    () => check.rates(books, terms, opens, price),
    () => check.volumeLimit(books, terms, order.side, order.volume, order.id),
    () => openingFault(books, { order, terms, price }),
  );
};

/**
 * Fills a pending order whose price is reached, or rejects it where a check fails. A decision
 * against it leaves it in place, unchecked, and so do a missing rate and a price that is worse than
 * a limit's (§4.2, §4.3, §4.6).
 */
const activate = (books: Books, order: Order, terms: Terms, quote: Quote): void => {
  const { kind, side, volume, priceOrder } = order;
  const routed = { kind: 'activate', orderKind: kind, side, volume, price: priceOrder } as const;
  const decision = decideServer(books, terms, routed, order.comment);
  if (!isConfirmed(decision)) return;
  const market = quote[dealtAt(side)];
  const price = decision.action === 'confirm_request_price' ? priceOrder : market;
  const worse = side === 'buy' ? price.gt(priceOrder) : price.lt(priceOrder);
  if (kind === 'limit' && worse) return;
  const fault = activationFault(books, order, terms, market);
  if (fault === 'trade.off_quotes') return;
  if (fault !== undefined) {
    endOrder(books, { ...order, state: 'rejected' });
    return;
  }
  const filled = decision.clearStops ? { ...order, ...NO_STOPS } : order;
  const { reason, comment } = order;
  const active = { ...filled, activatedAt: books.now };
  executeOpening(books, { order: active, terms, price, reason, comment });
};

/** What a tick of one symbol does to its rows; a timer (null) ends lifetimes of all. */
export const settle = (books: Books, symbol: string | null): void => {
  const concerned = (row: { readonly symbol: string }): boolean =>
    symbol === null || row.symbol === symbol;
  const market = new Map<string, ReturnType<typeof triggering>>();
  const openIn = (name: string) => {
    if (!market.has(name)) market.set(name, triggering(books, name));
    return market.get(name);
  };
  expire(books, books.orders.filter(concerned));
  if (symbol === null) return testStopOut(books);
  const standing = books.positions.filter(concerned);
  for (const position of standing) {
    const at = openIn(position.symbol);
    if (at !== undefined) closeByStop(books, position, at.terms, at.quote);
  }
  for (const { id, symbol: name } of standing) {
    const position = books.position(id);
    const at = openIn(name);
    if (at !== undefined && typeof position === 'object') trail(books, position, at.terms);
  }
  for (const order of books.orders.filter(concerned)) {
    const at = openIn(order.symbol);
    if (at === undefined || order.kind !== 'stop_limit') continue;
    if (isReached(order, at.terms, at.quote)) trigger(books, order, at.terms);
  }
  for (const order of books.orders.filter(concerned)) {
    const at = openIn(order.symbol);
    if (at === undefined || order.kind === 'stop_limit' || !works(books, order)) continue;
    if (isReached(order, at.terms, at.quote)) activate(books, order, at.terms, at.quote);
  }
  testStopOut(books);
};
