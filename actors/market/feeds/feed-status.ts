// The state of a datafeed.

import type { DroppedTicks } from '../../../wire/rest/settings/connections.js';

/** `resting`: waits long after many failures; `finished`: the source has ended. */
export type FeedState =
  | 'stopped'
  | 'disabled'
  | 'unavailable'
  | 'connecting'
  | 'online'
  | 'waiting'
  | 'resting'
  | 'finished';

/** The state of a datafeed for operators; times in ms, 0 = never. */
export interface FeedStatus {
  readonly id: number;
  readonly name: string;
  readonly module: string;
  readonly state: FeedState;
  readonly instruments: number;
  readonly connects: number;
  /** Consecutive failures. */
  readonly failures: number;
  readonly ticks: number;
  /** Rejected ticks: all, by reason, and the reason of the newest; empty = none. */
  readonly dropped: number;
  readonly dropped_by: DroppedTicks;
  readonly last_drop: string;
  readonly last_tick_at: number;
  readonly faults: number;
  readonly last_error: string;
  /** Did the provider have to wait lately, because it sends more than is read? */
  readonly throttled: boolean;
}
