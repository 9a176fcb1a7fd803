// The routing walk: which rule decides about a request, and what it does (trading-rules §4.3).

import { maskListFits } from '../../wire/base/mask.js';
import type { RoutingRecord } from '../../wire/settings/routing.js';
import type { RequestKind } from '../../wire/trading/events.js';
import type { OrderKind, Side } from '../../wire/trading/records.js';
import type { Books } from './books.js';
import { faceOf } from './clock.js';
import { type Decimal, dec, ZERO } from './decimal.js';
import type { Terms } from './terms.js';

/** A request as routing sees it. */
export interface Asked {
  readonly kind: RequestKind;
  /** None for `modify` (§4.3). */
  readonly orderKind: OrderKind | undefined;
  readonly terms: Terms;
  /** For `modify`, `sl`, `tp` and `stopout_position` the position's (§2.2). */
  readonly side: Side;
  /** The side that is dealt, where it is another. */
  readonly dealSide?: Side;
  readonly volume: Decimal;
  /** 0 = none */
  readonly price: Decimal;
  readonly comment: string;
}

/** What became of the walk. */
export interface Decision {
  readonly action: 'confirm_request_price' | 'confirm_market_price' | 'reject' | 'requote';
  /** Were stops cleared on the way? */
  readonly clearStops: boolean;
}

type Condition = RoutingRecord['conditions'][number];

/** (Ask − price)/point for a buy, (price − Bid)/point for a sell; 0 without a price (§4.3). */
const deviationOf = (books: Books, { terms, price, ...asked }: Asked): Decimal => {
  const side = asked.dealSide ?? asked.side;
  const quote = books.market.price(terms);
  if (price.isZero() || quote === undefined) return ZERO;
  const moved = side === 'buy' ? quote.ask.minus(price) : price.minus(quote.bid);
  return moved.div(terms.point);
};

const compare = (op: Condition['op'], a: Decimal, b: Decimal): boolean => {
  if (op === 'eq') return a.eq(b);
  if (op === 'ne') return !a.eq(b);
  if (op === 'gt') return a.gt(b);
  if (op === 'ge') return a.gte(b);
  return op === 'lt' ? a.lt(b) : a.lte(b);
};

const numberOf = (books: Books, field: Condition['field'], asked: Asked): Decimal | undefined => {
  const face = faceOf(books.market.rules.platform, books.now);
  if (field === 'login') return dec(books.switches.login);
  if (field === 'volume') return asked.volume;
  if (field === 'hour') return dec(face.hour);
  if (field === 'weekday') return dec(face.weekday);
  return field === 'deviation_pts' ? deviationOf(books, asked) : undefined;
};

const textsOf = (books: Books, field: Condition['field'], asked: Asked): readonly string[] => {
  if (field === 'group') return [books.switches.group];
  if (field === 'symbol') return [asked.terms.name, asked.terms.record.path];
  if (field === 'side') return [asked.side];
  return [field === 'kind' ? asked.kind : asked.comment];
};

const holds = (books: Books, condition: Condition, asked: Asked): boolean => {
  const { field, op, value } = condition;
  const number = numberOf(books, field, asked);
  if (number !== undefined) return compare(op, number, dec(value));
  const fits = maskListFits(value, ...textsOf(books, field, asked));
  return op === 'ne' ? !fits : fits;
};

const matches = (books: Books, rule: RoutingRecord, asked: Asked): boolean => {
  const kinds: readonly string[] = rule.request_kinds;
  const orderKinds = rule.order_kinds;
  if (kinds.length > 0 && !kinds.includes(asked.kind)) return false;
  const { orderKind } = asked;
  const fits = orderKind !== undefined && orderKinds.includes(orderKind);
  if (orderKinds.length > 0 && !fits) return false;
  return rule.conditions.every((condition) => holds(books, condition, asked));
};

/** Kinds whose stops a rule may clear; those of dealers are not among them. */
const CLEARED: readonly RequestKind[] = ['open', 'pending', 'pending_modify', 'activate'];

/** Walks the rules; `fallback` is what happens when none decides. */
export const decide = (books: Books, asked: Asked, fallback: Decision['action']): Decision => {
  let clearStops = false;
  for (const rule of books.market.rules.routing) {
    if (!matches(books, rule, asked)) continue;
    if (rule.action === 'clear_stops') {
      clearStops ||= CLEARED.includes(asked.kind);
      continue;
    }
    const { action } = rule;
    if (
      action === 'confirm_request_price' ||
      action === 'confirm_market_price' ||
      action === 'reject' ||
      action === 'requote'
    ) {
      return { action, clearStops };
    }
  }
  return { action: fallback, clearStops };
};
