// One-cancels-other pairs: a log that ends after any batch must have the ends of both orders or of
// neither.

import { batchOf, eventsOf, lastSeq } from '../../storage/log/batch.js';
import { storedFrom } from '../../storage/log/scan.js';
import { unpackEvent } from '../../wire/codec/unpack.js';
import type { Order } from '../../wire/trading/records.js';

/** Follows the orders of accounts without a provider. */
export class PairCheck {
  readonly #working = new Set<number>();
  /** Working orders whose partner has ended, and that partner. */
  readonly #left = new Map<number, number>();

  /** Processes the orders in an event. */
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

/** The pairs of some accounts that are half done if a log ends after one of its batches. */
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
