// Events of an account as those of others: with logins, ids, symbols and times of their own.

import { randomUUID } from 'node:crypto';
import type { AccountEvent } from '../../wire/trading/events.js';

/** How far ids are moved: orders (and positions, which take their orders' ids) and deals. */
interface Shift {
  readonly order: number;
  readonly deal: number;
}

/** The account that a copy is for. */
export interface CopyTarget {
  readonly login: number;
  /** Its symbol for that of the template. */
  symbol(name: string): string;
  /** By how many ms its trades were later; default 0. */
  readonly later?: number;
}

/** The event as another account's, with that number and moved ids. */
export const copyEvent = (
  event: AccountEvent,
  { login, symbol, later = 0 }: CopyTarget,
  accountSeq: number,
  { order, deal }: Shift,
): AccountEvent => {
  const moved = (id: number) => (id === 0 ? 0 : id + order);
  const at = (time: number) => (time === 0 ? 0 : time + later);
  const own = <T extends { readonly symbol: string }>(row: T): T => ({
    ...row,
    login,
    symbol: symbol(row.symbol),
  });
  const requestId = randomUUID();
  const known = event.remembered;
  return {
    ...event,
    login,
    account_seq: accountSeq,
    cause: { ...event.cause, request_id: known === null ? '' : requestId },
    time: at(event.time),
    ledger: { ...event.ledger, login, account_seq: accountSeq },
    orders: event.orders.map((row) => ({
      ...own(row),
      created_at: at(row.created_at),
      done_at: at(row.done_at),
      id: moved(row.id),
      position_id: moved(row.position_id),
      request_id: requestId,
    })),
    deals: event.deals.map((row) => ({
      ...own(row),
      created_at: at(row.created_at),
      id: row.id + deal,
      order_id: moved(row.order_id),
      position_id: moved(row.position_id),
      request_id: requestId,
    })),
    positions: event.positions.map((row) => ({
      ...own(row),
      id: moved(row.id),
      opened_at: at(row.opened_at),
      updated_at: at(row.updated_at),
    })),
    remembered: known && {
      ...known,
      request_id: requestId,
      result: {
        ...known.result,
        request_id: requestId,
        order_id: moved(known.result.order_id),
        position_id: moved(known.result.position_id),
        deal_ids: known.result.deal_ids.replace(/\d+/g, (id) => String(Number(id) + deal)),
      },
    },
  };
};

/** Gives out ids for copies: each copy of a template takes as many as the template has. */
export class Ids {
  #next: Shift;

  constructor(first: Shift) {
    this.#next = first;
  }

  /** The shift for one copy of these events. */
  take(events: readonly AccountEvent[]): Shift {
    const orders = events.flatMap((event) => event.orders.map(({ id }) => id));
    const deals = events.flatMap((event) => event.deals.map(({ id }) => id));
    const shift = {
      order: this.#next.order - Math.min(...orders),
      deal: this.#next.deal - Math.min(...deals),
    };
    this.#next = {
      order: Math.max(...orders) + shift.order + 1,
      deal: Math.max(...deals) + shift.deal + 1,
    };
    return shift;
  }
}
