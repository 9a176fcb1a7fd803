// The holdings in the margin filter: the sums of an account's positions in one symbol, in columns.

import type { Position } from '../../wire/trading/records.js';
import { doubles, grown, integers, Slots } from '../numbers/columns.js';
import { SlotPositions } from '../numbers/heap.js';

/** The slot number that means none. */
export const NONE = -1;

/** A table of holders by slot. */
export class Holders {
  /** Volume and Σ volume × open price, by side. */
  long = doubles();
  longCost = doubles();
  short = doubles();
  shortCost = doubles();
  swap = doubles();
  /** Number of positions. */
  count = integers();
  /** Lower and upper bound of the floating profit, in units of the deposit currency. */
  low = doubles();
  high = doubles();
  /** The thresholds: where the account has thresholds, Bid at least and Ask at most. */
  bid = doubles();
  ask = doubles();
  /** The account's slot, the index of the bucket, and the next holder of the account. */
  account = integers();
  bucket = integers();
  next = integers();
  /** The index among the bucket's members. */
  place = integers();
  /** Its places among the bucket's thresholds. */
  readonly falls = new SlotPositions();
  readonly rises = new SlotPositions();
  readonly #slots = new Slots(() => this.#grow());

  /** A holder without positions or thresholds. */
  take(account: number, bucket: number): number {
    const holder = this.#slots.take();
    this.account[holder] = account;
    this.bucket[holder] = bucket;
    this.next[holder] = NONE;
    this.low[holder] = 0;
    this.high[holder] = 0;
    this.bid[holder] = 0;
    this.ask[holder] = Number.POSITIVE_INFINITY;
    return holder;
  }

  give(holder: number): void {
    this.#slots.give(holder);
  }

  /** Computes a holder's sums from its rows. */
  load(holder: number, positions: readonly Position[]): void {
    let [long, longCost, short, shortCost, swaps] = [0, 0, 0, 0, 0];
    for (const { side, volume, price_open, swap } of positions) {
      swaps += swap;
      if (side === 'buy') {
        long += volume;
        longCost += volume * price_open;
      } else {
        short += volume;
        shortCost += volume * price_open;
      }
    }
    this.long[holder] = long;
    this.longCost[holder] = longCost;
    this.short[holder] = short;
    this.shortCost[holder] = shortCost;
    this.swap[holder] = swaps;
    this.count[holder] = positions.length;
  }

  #grow(): void {
    this.long = grown(this.long);
    this.longCost = grown(this.longCost);
    this.short = grown(this.short);
    this.shortCost = grown(this.shortCost);
    this.swap = grown(this.swap);
    this.count = grown(this.count);
    this.low = grown(this.low);
    this.high = grown(this.high);
    this.bid = grown(this.bid);
    this.ask = grown(this.ask);
    this.account = grown(this.account);
    this.bucket = grown(this.bucket);
    this.next = grown(this.next);
    this.place = grown(this.place);
    this.falls.grow();
    this.rises.grow();
  }
}
