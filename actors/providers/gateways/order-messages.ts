// The messages about orders that go to providers.

import { formatShortest, PRICE_EXTRA } from '../../../wire/base/scale.js';
import { ORDER_TAG, ORDER_TYPE } from '../../../wire/codec/fix/order-tags.js';
import type { SentRequest } from '../../../wire/trading/queued.js';
import type { WriteBody } from '../fix/outgoing.js';
import { clientIdOf } from './client-ids.js';
import { givenId } from './provider-report.js';

/** A message to a provider: its type, our id of it, and its fields. */
export interface OrderMessage {
  readonly type: string;
  readonly clientId: string;
  readonly body: WriteBody;
}

const BUY = '1';
const SELL = '2';
const MARKET = '1';
const LIMIT = '2';
/** The provider executes without a person. */
const AUTOMATED = '1';

const TIME_IN_FORCE = { gtc: '1', day: '0', specified: '6', specified_day: '6' } as const;
const FILL_OR_KILL = '4';
const IMMEDIATE_OR_CANCEL = '3';

/** The side of an order as messages have it. */
export const sideOf = ({ deal_side }: SentRequest): string => (deal_side === 'buy' ? BUY : SELL);

/** How long the order works: market orders have no end of their own. */
const timeInForce = ({ fill, expiration, sent_as }: SentRequest): string => {
  if (fill === 'fok') return FILL_OR_KILL;
  if (fill === 'ioc') return IMMEDIATE_OR_CANCEL;
  return sent_as === 'market' ? TIME_IN_FORCE.day : TIME_IN_FORCE[expiration];
};

/** Does the order work for longer than the day on which it is sent? Market orders do not. */
export const worksOn = (request: SentRequest): boolean =>
  request.sent_price !== 0 &&
  [TIME_IN_FORCE.gtc, TIME_IN_FORCE.specified].some((one) => one === timeInForce(request));

const priceText = ({ sent_price, digits }: SentRequest): string =>
  formatShortest(sent_price, digits + PRICE_EXTRA);

/** The fields of an order that is placed or changed, from its symbol on. */
const terms = (request: SentRequest, symbol: string, quantity: string, now: number): WriteBody => {
  const isLimit = request.sent_as !== 'market';
  const inForce = timeInForce(request);
  return (writer) => {
    writer
      .text(ORDER_TAG.symbol, symbol)
      .text(ORDER_TAG.side, sideOf(request))
      .time(ORDER_TAG.transactTime, now)
      .text(ORDER_TAG.quantity, quantity)
      .text(ORDER_TAG.orderType, isLimit ? LIMIT : MARKET);
    if (isLimit) writer.text(ORDER_TAG.price, priceText(request));
    writer.text(ORDER_TAG.timeInForce, inForce);
    if (inForce === TIME_IN_FORCE.specified) writer.time(ORDER_TAG.expireTime, request.expires_at);
  };
};

/** A new order; `symbol` is the provider's name. */
export const placing = (request: SentRequest, symbol: string, now: number): OrderMessage => {
  const clientId = clientIdOf(request);
  const body = terms(request, symbol, request.quantity, now);
  return {
    type: ORDER_TYPE.order,
    clientId,
    body: (writer) => {
      writer.text(ORDER_TAG.clientId, clientId).text(ORDER_TAG.handling, AUTOMATED);
      body(writer);
    },
  };
};

/** An order of a provider as later messages name it. */
interface WorkingAt {
  /** The id under which it is known to the provider now. */
  readonly clientId: string;
  /** The provider's id; empty = not known yet. */
  readonly externalId: string;
}

/** A change of an order; `quantity` is that of the whole order. */
export const replacing = (
  request: SentRequest,
  { clientId: originalId, externalId }: WorkingAt,
  symbol: string,
  quantity: string,
  now: number,
): OrderMessage => {
  const clientId = clientIdOf(request);
  const body = terms(request, symbol, quantity, now);
  return {
    type: ORDER_TYPE.replace,
    clientId,
    body: (writer) => {
      writer
        .text(ORDER_TAG.originalId, originalId)
        .text(ORDER_TAG.clientId, clientId)
        .optional(ORDER_TAG.orderId, givenId(externalId))
        .text(ORDER_TAG.handling, AUTOMATED);
      body(writer);
    },
  };
};

/** A cancel of an order. */
export const cancelling = (
  request: SentRequest,
  clientId: string,
  { clientId: originalId, externalId }: WorkingAt,
  symbol: string,
  quantity: string,
  now: number,
): OrderMessage => ({
  type: ORDER_TYPE.cancel,
  clientId,
  body: (writer) =>
    writer
      .text(ORDER_TAG.originalId, originalId)
      .text(ORDER_TAG.clientId, clientId)
      .optional(ORDER_TAG.orderId, givenId(externalId))
      .text(ORDER_TAG.symbol, symbol)
      .text(ORDER_TAG.side, sideOf(request))
      .time(ORDER_TAG.transactTime, now)
      .text(ORDER_TAG.quantity, quantity),
});

/** Asks for the state of an order. */
export const asking = (
  request: SentRequest,
  { clientId, externalId }: WorkingAt,
  symbol: string,
): OrderMessage => ({
  type: ORDER_TYPE.status,
  clientId,
  body: (writer) =>
    writer
      .optional(ORDER_TAG.orderId, givenId(externalId))
      .text(ORDER_TAG.clientId, clientId)
      .text(ORDER_TAG.symbol, symbol)
      .text(ORDER_TAG.side, sideOf(request)),
});
