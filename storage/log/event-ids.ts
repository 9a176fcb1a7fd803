// Event ids: the ids that a start needs of most events, read without their rows.

import type { MsgpackReader } from '../../wire/codec/msgpack-reader.js';
import { EVENT_PARTS, EVENT_ROWS } from '../../wire/codec/pack.js';
import { readRequestId } from '../../wire/codec/packed-values.js';
import { PickBase } from '../../wire/codec/sparse-rows.js';
import { readOpening } from '../../wire/codec/unpack.js';

/** Takes the ids in an event. */
export interface IdTaker {
  order(id: number, ended: boolean): void;
  deal(id: number): void;
  position(id: number, ended: boolean): void;
  request(id: string): void;
}

/** Parts with further rows. */
const UNUSUAL = EVENT_PARTS.derived | EVENT_PARTS.queued | EVENT_PARTS.correction;

const ORDER_IDS = ['id', 'done_at'] as const;
const DEAL_IDS = ['id'] as const;
const POSITION_IDS = ['id', 'closed'] as const;
const kept = [
  ...EVENT_ROWS.order.placesOf(ORDER_IDS),
  ...EVENT_ROWS.deal.placesOf(DEAL_IDS),
  ...EVENT_ROWS.position.placesOf(POSITION_IDS),
];
const base = new PickBase(kept);
const pickOrder = EVENT_ROWS.order.pick(ORDER_IDS, kept);
const pickDeal = EVENT_ROWS.deal.pick(DEAL_IDS, kept);
const pickPosition = EVENT_ROWS.position.pick(POSITION_IDS, kept);

const order = { id: 0, done_at: 0 };
const deal = { id: 0 };
const position = { id: 0, closed: false };

/**
 * Reports the ids in an account's event whose body is at the cursor; whole rows take three times as
 * long. False when it has further rows, so that it must be read whole; nothing was reported then,
 * and the cursor stays where it was.
 */
export const takeIds = (login: number, from: MsgpackReader, taker: IdTaker): boolean => {
  const { at } = from;
  const { has, time, dealer, requestAt, orders, deals, positions } = readOpening(from);
  if (has & UNUSUAL) {
    from.at = at;
    return false;
  }
  base.begin(login, time, dealer);
  for (let n = 0; n < orders; n += 1) {
    pickOrder(from, base, order);
    taker.order(order.id, order.done_at > 0);
  }
  for (let n = 0; n < deals; n += 1) {
    pickDeal(from, base, deal);
    taker.deal(deal.id);
  }
  for (let n = 0; n < positions; n += 1) {
    pickPosition(from, base, position);
    taker.position(position.id, position.closed);
  }
  if (has & EVENT_PARTS.remembered) {
    const end = from.at;
    from.at = requestAt;
    const causedBy = readRequestId(from);
    from.at = end;
    taker.request(readRequestId(from, causedBy));
  }
  return true;
};
