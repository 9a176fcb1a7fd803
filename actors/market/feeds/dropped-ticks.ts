// The ticks of a datafeed that were dropped: how many for each reason, and why the newest one.

import { formatExact, PRICE_EXTRA } from '../../../wire/base/scale.js';
import {
  type DroppedTicks,
  type DropReason,
  NO_DROPS,
} from '../../../wire/rest/settings/connections.js';
import type { SymbolRecord } from '../../../wire/settings/symbols.js';

/** A tick that was dropped; prices in price units, age in ms. */
interface DroppedTick {
  /** The symbol as it was when the tick was dropped. */
  readonly symbol: SymbolRecord;
  readonly reason: DropReason;
  readonly bid: number;
  readonly ask: number;
  /** 0 = no trade. */
  readonly last: number;
  readonly ageMs: number;
}

/** Why a tick was dropped, with the figures. */
const reasonText = ({ symbol, reason, bid, ask, last, ageMs }: DroppedTick): string => {
  const { digits, quote_max_delay_sec, filter_pts } = symbol;
  const shown = (price: number): string => formatExact(price, digits + PRICE_EXTRA, digits);
  switch (reason) {
    case 'late':
      return `the quote is ${ageMs / 1000} s old, quote_max_delay_sec is ${quote_max_delay_sec}`;
    case 'crossed':
      return `the bid ${shown(bid)} is above the ask ${shown(ask)}`;
    case 'price':
      return `bid ${shown(bid)} and ask ${shown(ask)}: a price is not positive or too large`;
    case 'session':
      return 'the time of the quote is outside the quote sessions';
    case 'spike':
      return (
        `bid ${shown(bid)} and ask ${shown(ask)}${last > 0 ? `, last ${shown(last)},` : ''} are ` +
        `further than ${filter_pts} points (filter_pts) from the last accepted quote`
      );
    case 'unused':
      return 'the symbol or the datafeed takes no quotes any more';
  }
};

/** Counts the dropped ticks of a datafeed. */
export class DropCounter {
  readonly #counts: Record<DropReason, number> = { ...NO_DROPS };
  #newest: DroppedTick | undefined;

  add(tick: DroppedTick): void {
    this.#counts[tick.reason] += 1;
    this.#newest = tick;
  }

  /** The number of dropped ticks. */
  get total(): number {
    return Object.values(this.#counts).reduce((sum, count) => sum + count);
  }

  /** The numbers by reason. */
  get byReason(): DroppedTicks {
    return { ...this.#counts };
  }

  /** Symbol and reason of the newest one; empty = none. */
  get newest(): string {
    const tick = this.#newest;
    return tick === undefined ? '' : `${tick.symbol.name}: ${reasonText(tick)}`;
  }
}
