// The engine's inputs for benches: settings, quotes, ids, and a clock that does not move.

import type { Context } from '../../engine/account/types.js';
import type { Quote } from '../../engine/settings/quotes.js';
import type { EngineSettings } from '../../engine/settings/settings.js';

/** Confirms everything at market prices: there is no dealer and no provider. */
export class Desk implements Context {
  readonly now = 1_700_000_000_000;
  private orders = 0;
  private deals = 0;

  constructor(
    readonly settings: EngineSettings,
    /** The newest quote of a symbol. */
    readonly quote: (symbolId: number) => Quote,
  ) {}

  lastQuote(symbolId: number): Quote {
    return this.quote(symbolId);
  }
  inStream(): boolean {
    return true;
  }
  known(): boolean {
    return false;
  }
  dealerOnline(): boolean {
    return false;
  }
  anyDealerOnline(): boolean {
    return false;
  }
  gatewayOnline(): boolean {
    return false;
  }
  nextOrderId(): number {
    this.orders += 1;
    return this.orders;
  }
  nextDealId(): number {
    this.deals += 1;
    return this.deals;
  }
}
