// The requests in messages about orders: their terms, and whether the provider takes them.

import type { FixMessage } from '../../../wire/codec/fix/fix-message.js';
import { ORDER_REJECT, ORDER_TAG } from '../../../wire/codec/fix/order-tags.js';
import { type ProviderInstrument, QUANTITY_SCALE } from './instruments.js';
import { BUY, IN_FORCE, LIMIT, MARKET, SELL } from './provider-order.js';

const DAY_MS = 86_400_000;

/** Longest id of a client in characters. */
export const CLIENT_ID_MAX = 64;

/** The terms of an order; prices and quantities are integers of its instrument. */
interface AskedTerms {
  readonly quantity: number;
  /** 0 for a market order. */
  readonly price: number;
  readonly inForce: string;
  /** ms since 1970; 0 = it does not expire. */
  readonly expiresAt: number;
}

/** Why a message is refused: field 103, and a text for people. */
export interface TermsFault {
  readonly reason: number;
  readonly text: string;
}

const fault = (reason: number, text: string): TermsFault => ({ reason, text });

const KNOWN_IN_FORCE: readonly string[] = Object.values(IN_FORCE);

/** Is it what the provider can do: a market or limit order, bought or sold? */
export const kindFault = (message: FixMessage): TermsFault | undefined => {
  const [side, type] = [message.text(ORDER_TAG.side), message.text(ORDER_TAG.orderType)];
  if (side !== BUY && side !== SELL) return fault(ORDER_REJECT.unsupported, 'buy or sell only');
  if (type === MARKET || type === LIMIT) return undefined;
  return fault(ORDER_REJECT.unsupported, 'market and limit orders only');
};

const quantityFault = (
  quantity: number | undefined,
  { quantityMin, quantityMax, quantityStep }: ProviderInstrument,
): TermsFault | undefined => {
  if (quantity === undefined || quantity < quantityMin || quantity % quantityStep !== 0) {
    return fault(ORDER_REJECT.quantity, 'the quantity is not possible');
  }
  if (quantity > quantityMax) return fault(ORDER_REJECT.exceedsLimit, 'the quantity is too large');
  return undefined;
};

/** The terms that a new order or a change asks for, or why they are not possible. */
export const termsOf = (
  message: FixMessage,
  instrument: ProviderInstrument,
  now: number,
): AskedTerms | TermsFault => {
  const inForce = message.text(ORDER_TAG.timeInForce) || IN_FORCE.day;
  if (!KNOWN_IN_FORCE.includes(inForce)) {
    return fault(ORDER_REJECT.unsupported, 'this time in force is not possible');
  }
  const quantity = message.scaled(ORDER_TAG.quantity, QUANTITY_SCALE);
  const wrong = quantityFault(quantity, instrument);
  if (wrong !== undefined) return wrong;
  const isLimit = message.text(ORDER_TAG.orderType) === LIMIT;
  const price = isLimit ? message.scaled(ORDER_TAG.price, instrument.priceScale) : 0;
  if (price === undefined || (isLimit && price <= 0)) {
    return fault(ORDER_REJECT.other, 'the price is not possible');
  }
  const expiresAt = expiryOf(message, inForce, now);
  if (Number.isNaN(expiresAt)) return fault(ORDER_REJECT.other, 'the expiry is missing');
  if (expiresAt !== 0 && expiresAt <= now) {
    return fault(ORDER_REJECT.tooLate, 'the expiry is over');
  }
  return { quantity: quantity as number, price, inForce, expiresAt };
};

/** When the order expires: 0 = never, NaN = not said. */
const expiryOf = (message: FixMessage, inForce: string, now: number): number => {
  if (inForce === IN_FORCE.gtd) return message.time(ORDER_TAG.expireTime);
  return inForce === IN_FORCE.day ? (Math.floor(now / DAY_MS) + 1) * DAY_MS : 0;
};
