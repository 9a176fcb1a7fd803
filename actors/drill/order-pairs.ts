// Pairs of orders of which one ends with the other: a log that ends behind any of its batches has
// the ends of both or of none.

import { batchOf, eventsOf, lastSeq } from '../../storage/log/batch.js';
import { storedFrom } from '../../storage/log/scan.js';
import { unpackEvent } from '../../wire/codec/unpack.js';
import type { Order } from '../../wire/trading/records.js';

/** Follows the orders of accounts whose orders no provider has. */
export class PairCheck {
  readonly #working = new Set<number>();
  /** Orders that work although their partner is over, and that partner. */
  readonly #left = new Map<number, number>();

  /** Takes the orders that an event shows. */
  follow(orders: readonly Order[]): void {
    for (const { id, done_at, oco_order_id } of orders) {
      if (done_at === 0) {
        this.#working.add(id);
        continue;
      }
      this.#working.delete(id);
      this.#left.delete(id);
      if (this.#working.has(oco_order_id)) this.#left.set(oco_order_id, id);
    }
  }

  /** The pairs that are half done if the log ends here. */
  halves(seq: number): string[] {
    return [...this.#left].map(
      ([id, partner]) => `order ${partner} is over at event ${seq}, its partner ${id} is not`,
    );
  }
}

/** The pairs on some accounts that are half done if a log ends behind one of its batches. */
export const halvesIn = (log: string, after: number, logins: ReadonlySet<number>): string[] => {
  const pairs = new PairCheck();
  const found: string[] = [];
  for (const { first, value } of storedFrom(log, after + 1)) {
    const batch = batchOf(first, value);
    for (const { bytes } of eventsOf(batch)) {
      const event = unpackEvent(bytes);
      if (event.type === 'account' && logins.has(event.login)) pairs.follow(event.orders);
    }
    found.push(...pairs.halves(lastSeq(batch)));
  }
  return found;
};
