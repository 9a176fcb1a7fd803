// Messages between the main thread and the market.

import type { BarChange, CorrectedSpan } from '../client.js';
import type { FromThread } from '../messages.js';
import type { SettingsNews } from '../shared/settings-copy.js';
import type { BarsCorrection, ManualPrice } from './pricing/price-messages.js';

/** From the main thread to the market. */
export type ToMarket =
  /** Answered with the version that the market has then. */
  | { readonly type: 'settings'; readonly id: number; readonly news: SettingsNews }
  | ({ readonly type: 'manual_quote'; readonly id: number } & ManualPrice)
  | ({ readonly type: 'correct_bars'; readonly id: number } & BarsCorrection)
  | { readonly type: 'connections'; readonly id: number }
  | { readonly type: 'reconnect'; readonly id: number; readonly datafeed: number }
  /** Datafeeds may dial out from now on. */
  | { readonly type: 'release' }
  | { readonly type: 'offered_symbols'; readonly id: number; readonly connection: number }
  | {
      readonly type: 'shard';
      readonly index: number;
      readonly ring: SharedArrayBuffer;
      readonly bell: SharedArrayBuffer;
    }
  | { readonly type: 'metrics'; readonly id: number }
  | { readonly type: 'stop'; readonly id: number };

/** From the market to the main thread, in addition to `FromThread`. */
export type FromMarket =
  | FromThread
  | {
      readonly type: 'bars';
      readonly changes: readonly BarChange[];
      /** Quotes since the start of the thread. */
      readonly quotes: number;
    }
  | {
      readonly type: 'bars_corrected';
      readonly symbolId: number;
      readonly spans: readonly CorrectedSpan[];
    }
  | {
      readonly type: 'news';
      /** The id of the datafeed. */
      readonly feed: number;
      readonly headline: string;
      readonly text: string;
    };
