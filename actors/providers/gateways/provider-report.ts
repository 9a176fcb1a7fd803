// Reports of providers about orders, read from their messages.

import { createHash } from 'node:crypto';
import { VOLUME_SCALE } from '../../../wire/base/scale.js';
import type { FixMessage } from '../../../wire/codec/fix/fix-message.js';
import { ORDER_TAG } from '../../../wire/codec/fix/order-tags.js';
import { peerText } from '../../../wire/codec/fix/peer-text.js';
import { TAG } from '../../../wire/codec/fix/tags.js';

/** An execution report (35=8). Texts are empty, and quantities undefined, where it has none. */
export interface ExecutionReport {
  /** May it have come before (43=Y, 97=Y)? */
  readonly isRepeated: boolean;
  /** Fields 150 and 39. */
  readonly type: string;
  readonly status: string;
  /** Our id of the request that it answers, and of the order before that request. */
  readonly clientId: string;
  readonly originalId: string;
  /** The provider's id of the order, its id of the execution, and of the one it is about. */
  readonly externalId: string;
  readonly executionId: string;
  readonly aboutId: string;
  /** The order's symbol and side as the provider has them, fields 55 and 54. */
  readonly symbol: string;
  readonly side: string;
  /**
   * Quantities in the provider's unit ×10^8: of the order, of this fill, of all fills, and still
   * open.
   */
  readonly quantity: bigint | undefined;
  readonly last: bigint | undefined;
  readonly filled: bigint | undefined;
  readonly leaves: bigint | undefined;
  /** The price of this fill, and the average of all; ×10^12, undefined where there is none. */
  readonly price: bigint | undefined;
  readonly average: bigint | undefined;
  /** Field 103: why the order is refused; NaN = no reason. */
  readonly reason: number;
  readonly text: string;
}

/** Scale of a provider's prices. */
export const PROVIDER_PRICE_SCALE = 12;

const DECIMAL = /^(\d{0,18})(?:\.(\d*))?$/;

/**
 * A decimal that is not negative, as an integer ×10^scale; further decimals are cut off. Undefined
 * when it is missing or malformed.
 */
const decimalOf = (message: FixMessage, tag: number, scale: number): bigint | undefined => {
  const [, whole = '', part = ''] = DECIMAL.exec(message.text(tag)) ?? [];
  if (whole === '' && part === '') return undefined;
  return BigInt(`${whole}${part.slice(0, scale).padEnd(scale, '0')}`);
};

/** The longest id of a provider that is kept as it is. */
const ID_MAX = 64;
/** The prefix of the kept form of other ids. */
const DIGEST = 'sha256:';

/**
 * An id of the provider, which is stored with orders and deals and shown to their owners. One that
 * is too long, or has what no text of a peer may contain, is told apart by its digest.
 */
const idOf = (message: FixMessage, tag: number, password: string): string => {
  const id = message.text(tag);
  const isKept = id.length <= ID_MAX && id === peerText(id, password) && !id.startsWith(DIGEST);
  return isKept ? id : `${DIGEST}${createHash('sha256').update(id).digest('base64url')}`;
};

/** The id as the provider gave it; empty where only its digest is kept. */
export const givenId = (id: string): string => (id.startsWith(DIGEST) ? '' : id);

/** A report; no id of the provider has our password. */
export const readExecution = (message: FixMessage, password: string): ExecutionReport => {
  const quantity = (tag: number): bigint | undefined => decimalOf(message, tag, VOLUME_SCALE);
  const price = (tag: number): bigint | undefined => decimalOf(message, tag, PROVIDER_PRICE_SCALE);
  return {
    isRepeated: message.flag(TAG.possDupFlag) || message.flag(TAG.possResend),
    type: message.text(ORDER_TAG.execType),
    status: message.text(ORDER_TAG.orderStatus),
    clientId: message.text(ORDER_TAG.clientId),
    originalId: message.text(ORDER_TAG.originalId),
    externalId: idOf(message, ORDER_TAG.orderId, password),
    executionId: idOf(message, ORDER_TAG.executionId, password),
    aboutId: idOf(message, ORDER_TAG.executionRef, password),
    symbol: message.text(ORDER_TAG.symbol),
    side: message.text(ORDER_TAG.side),
    quantity: quantity(ORDER_TAG.quantity),
    last: quantity(ORDER_TAG.lastQuantity),
    filled: quantity(ORDER_TAG.filledQuantity),
    leaves: quantity(ORDER_TAG.leavesQuantity),
    price: price(ORDER_TAG.lastPrice),
    average: price(ORDER_TAG.averagePrice),
    reason: message.int(ORDER_TAG.rejectReason),
    text: message.text(TAG.text),
  };
};
