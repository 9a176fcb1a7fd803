// The entries of the ticket, and the requests that they make for either side: pure.

import type { TradeRequest } from '../../client/index.js';
import { momentOf } from '../live/clock.js';
import { compareDecimals, exact, minus, plus, textOf } from '../live/decimal.js';
import type { TradeSide } from '../live/intent.js';
import type { LiveQuote } from '../live/quotes.js';
import type { LightSymbol } from '../live/symbols.js';
import { typedNumber, withDigits } from '../texts/numbers.js';
import { withPrice } from './send.js';
import {
  moneyOfPoints,
  type NoSize,
  type PointValue,
  pointsOfMoney,
  type Size,
  sizeByLots,
  sizeByMoney,
  sizeByPercent,
  stopPoints,
  stopPrice,
} from './sizing.js';

/** Both sides, in the order of their buttons. */
export const SIDES: readonly TradeSide[] = ['sell', 'buy'];

/** The entries of the ticket, as they are typed. */
export interface TicketForm {
  readonly kind: 'market' | 'limit' | 'stop' | 'stop_limit';
  readonly sizeBy: 'lots' | 'money' | 'percent';
  readonly size: string;
  /** The price at which a pending order waits, and that of the limit order of a stop-limit. */
  readonly price: string;
  readonly limit: string;
  readonly stopsBy: 'price' | 'points' | 'money';
  readonly sl: string;
  readonly tp: string;
  readonly trail: string;
  /** Empty = the server's choice. */
  readonly fill: '' | 'fok' | 'ioc' | 'return';
  readonly deviation: string;
  readonly expiration: 'gtc' | 'day' | 'specified' | 'specified_day';
  /** `2026-11-30T18:00` by the clock of the server, or a day. */
  readonly expiresAt: string;
  /** The working order that ends when this one begins to fill; empty = none. */
  readonly oco: string;
  readonly comment: string;
}

/** The ticket before anything is typed. */
export const EMPTY_FORM: TicketForm = {
  kind: 'market',
  sizeBy: 'lots',
  size: '',
  price: '',
  limit: '',
  stopsBy: 'price',
  sl: '',
  tp: '',
  trail: '',
  fill: '',
  deviation: '',
  expiration: 'gtc',
  expiresAt: '',
  oco: '',
  comment: '',
};

/** The data by which the figures of the ticket are counted. */
export interface TicketTerms {
  readonly symbol: LightSymbol;
  readonly quote: LiveQuote | undefined;
  readonly equity: string | null;
  readonly currencyDigits: number;
  /** The gain of a volume by one point, by a check of the server; null = not known yet. */
  readonly pointValue: PointValue | null;
}

/** Why an entry makes no request. */
export interface EntryFault {
  readonly field: 'size' | 'price' | 'limit' | 'sl' | 'tp' | 'trail' | 'deviation' | 'expiresAt';
  readonly why: NoSize | 'required' | 'no_price';
}

/** A stop as it will be sent, with its distance and money. */
export interface PlannedStop {
  readonly price: string;
  readonly points: bigint;
  /** The gain at that price, without charges; null = not known. */
  readonly money: string | null;
}

/** The plan of a trade for one side. */
export interface SidePlan {
  readonly side: TradeSide;
  /** Null where the entries are at fault. */
  readonly request: TradeRequest | null;
  readonly fault: EntryFault | null;
  readonly lots: string | null;
  /** Is the size the symbol's largest, and less than the risk allows? */
  readonly isMax: boolean;
  readonly sl: PlannedStop | null;
  readonly tp: PlannedStop | null;
}

/** The price at which a side would open now, or waits. */
const openingPrice = (
  form: TicketForm,
  side: TradeSide,
  quote: LiveQuote | undefined,
): string | null => {
  if (form.kind === 'market') return (side === 'buy' ? quote?.ask : quote?.bid) ?? null;
  return typedNumber(form.kind === 'stop_limit' && form.limit !== '' ? form.limit : form.price);
};

/** Above the ask or below the bid; null = between them, or one is not known. */
const placeOf = (text: string, quote: LiveQuote | undefined): 'above' | 'below' | null => {
  const price = typedNumber(text);
  if (price === null || quote === undefined) return null;
  if (compareDecimals(price, quote.ask) > 0) return 'above';
  return compareDecimals(price, quote.bid) < 0 ? 'below' : null;
};

/** The only side that the prices of the form make sense for; null = both. */
export const namedSide = (form: TicketForm, quote: LiveQuote | undefined): TradeSide | null => {
  if (form.kind !== 'market') {
    const place = placeOf(form.price, quote);
    if (place === null) return null;
    return (place === 'below') === (form.kind === 'limit') ? 'buy' : 'sell';
  }
  if (form.stopsBy !== 'price') return null;
  const sl = placeOf(form.sl, quote);
  if (sl !== null) return sl === 'below' ? 'buy' : 'sell';
  const tp = placeOf(form.tp, quote);
  if (tp !== null) return tp === 'above' ? 'buy' : 'sell';
  return null;
};

/** A whole number of points; null = the text is none. */
const pointsOf = (text: string): bigint | null => {
  const typed = typedNumber(text);
  return typed !== null && /^\d+$/.test(typed) ? BigInt(typed) : null;
};

/** The price of a stop as typed; undefined = none is wanted, null = the entry is at fault. */
const stopPriceOf = (
  form: TicketForm,
  stop: 'sl' | 'tp',
  side: TradeSide,
  open: string,
  lots: string | null,
  { symbol: { digits }, pointValue }: TicketTerms,
): string | null | undefined => {
  const text = form[stop].trim();
  if (text === '') return undefined;
  if (form.stopsBy === 'price') return typedNumber(text);
  if (form.stopsBy === 'points') {
    const points = pointsOf(text);
    return points === null ? null : stopPrice(side, stop, open, points, digits);
  }
  const money = typedNumber(text);
  if (money === null || lots === null || pointValue === null) return null;
  const points = pointsOfMoney(money.replace('-', ''), lots, pointValue);
  return points === null ? null : stopPrice(side, stop, open, points, digits);
};

const plannedStop = (
  price: string,
  stop: 'sl' | 'tp',
  side: TradeSide,
  open: string,
  lots: string | null,
  { symbol: { digits }, pointValue, currencyDigits }: TicketTerms,
): PlannedStop => {
  const points = stopPoints(side, stop, open, price, digits);
  const gain = stop === 'sl' ? -points : points;
  const money =
    lots === null || pointValue === null
      ? null
      : moneyOfPoints(gain, lots, pointValue, currencyDigits);
  return { price: withDigits(price, digits), points, money };
};

const sizeOf = (form: TicketForm, stopPts: bigint | null, terms: TicketTerms): Size => {
  const { symbol, pointValue, equity, currencyDigits } = terms;
  const typed = typedNumber(form.size) ?? '';
  if (form.sizeBy === 'lots') return sizeByLots(typed);
  if (typed === '') return { ok: false, why: 'not_a_number' };
  if (pointValue === null || equity === null) return { ok: false, why: 'no_stop' };
  return form.sizeBy === 'money'
    ? sizeByMoney(typed, stopPts, pointValue, symbol)
    : sizeByPercent(typed, equity, currencyDigits, stopPts, pointValue, symbol);
};

/** The end of an order's lifetime as the server takes it; null = it is wanted and not typed. */
const expiryOf = ({ expiration, expiresAt }: TicketForm): string | null | undefined => {
  if (expiration === 'gtc' || expiration === 'day') return undefined;
  const at = momentOf(expiration === 'specified_day' ? expiresAt.slice(0, 10) : expiresAt);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
};

/** Fields that are points: undefined = empty, null = at fault. */
const optionalPoints = (text: string): number | null | undefined => {
  if (text.trim() === '') return undefined;
  const points = pointsOf(text);
  return points === null ? null : Number(points);
};

/** The members of a pending order; a fault where one is wanted and not there. */
const pendingMembers = (form: TicketForm): EntryFault | Readonly<Record<string, unknown>> => {
  const price = typedNumber(form.price);
  if (price === null)
    return { field: 'price', why: form.price === '' ? 'required' : 'not_a_number' };
  const limit = typedNumber(form.limit);
  if (form.kind === 'stop_limit' && limit === null) {
    return { field: 'limit', why: form.limit === '' ? 'required' : 'not_a_number' };
  }
  const expires = expiryOf(form);
  if (expires === null) return { field: 'expiresAt', why: 'required' };
  return {
    order_kind: form.kind,
    price,
    ...(form.kind === 'stop_limit' && { price_stop_limit: limit }),
    ...(form.expiration !== 'gtc' && { expiration: form.expiration }),
    ...(expires !== undefined && { expires_at: expires }),
    ...(form.oco !== '' && { oco_order_id: Number(form.oco) }),
  };
};

const isFault = (members: EntryFault | Readonly<Record<string, unknown>>): members is EntryFault =>
  'why' in members;

/** The plan of a trade that the entries give for a side. */
export const planOf = (form: TicketForm, side: TradeSide, terms: TicketTerms): SidePlan => {
  const { symbol, quote } = terms;
  const none = { side, request: null, lots: null, isMax: false, sl: null, tp: null } as const;
  const members = form.kind === 'market' ? {} : pendingMembers(form);
  if (isFault(members)) return { ...none, fault: members };
  const open = openingPrice(form, side, quote);
  const byLots = form.sizeBy === 'lots' ? sizeByLots(typedNumber(form.size) ?? '') : null;
  const known = byLots?.ok === true ? byLots.lots : null;
  const priceOf = (stop: 'sl' | 'tp', lots: string | null) =>
    open === null ? null : stopPriceOf(form, stop, side, open, lots, terms);
  const slPrice = form.sl.trim() === '' ? undefined : priceOf('sl', known);
  const stopPts =
    slPrice == null || open === null ? null : stopPoints(side, 'sl', open, slPrice, symbol.digits);
  const size = sizeOf(form, stopPts, terms);
  if (!size.ok) return { ...none, fault: { field: 'size', why: size.why } };
  const { lots, isMax } = size;
  const tpPrice = form.tp.trim() === '' ? undefined : priceOf('tp', lots);
  const stopOf = (price: string | null | undefined, stop: 'sl' | 'tp'): PlannedStop | null =>
    price == null || open === null ? null : plannedStop(price, stop, side, open, lots, terms);
  const planned = { side, lots, isMax, sl: stopOf(slPrice, 'sl'), tp: stopOf(tpPrice, 'tp') };
  const failed = (field: EntryFault['field']): SidePlan => ({
    ...planned,
    request: null,
    fault: { field, why: open === null ? 'no_price' : 'not_a_number' },
  });
  if (slPrice === null) return failed('sl');
  if (tpPrice === null) return failed('tp');
  const trail = optionalPoints(form.trail);
  if (trail === null) return failed('trail');
  const deviation = form.kind === 'market' ? optionalPoints(form.deviation) : undefined;
  if (deviation === null) return failed('deviation');
  const request = {
    kind: form.kind === 'market' ? 'open' : 'pending',
    symbol: symbol.name,
    side,
    volume: lots,
    ...members,
    ...(planned.sl !== null && { sl: planned.sl.price }),
    ...(planned.tp !== null && { tp: planned.tp.price }),
    ...(trail !== undefined && { trail_pts: trail }),
    ...(form.fill !== '' && { fill: form.fill }),
    ...(deviation !== undefined && { deviation_pts: deviation }),
    ...(form.comment !== '' && { comment: form.comment }),
  } as TradeRequest;
  return { ...planned, request, fault: null };
};

/** The smallest request of a side: its check tells what a point is worth. */
export const probeOf = ({ name, volume_min }: LightSymbol, side: TradeSide): TradeRequest => ({
  kind: 'open',
  symbol: name,
  side,
  volume: volume_min,
});

/** A market request with the price of its side that the user sees. */
export const withSeenPrice = (
  request: TradeRequest,
  side: TradeSide,
  symbol: LightSymbol,
  quote: LiveQuote | undefined,
): TradeRequest => withPrice(request, symbol, side === 'buy' ? quote?.ask : quote?.bid);

/** A decimal moved by steps of a size, not below zero, with the digits of the step. */
export const stepped = (text: string, steps: number, step: string, least: string): string => {
  const typed = typedNumber(text);
  if (typed === null) return least;
  const by = exact(step);
  const moved = plus(exact(typed), { units: by.units * BigInt(steps), digits: by.digits });
  return minus(moved, exact(least)).units < 0n ? least : textOf(moved);
};
