// Messages that every thread knows: lines for the log, a start, an answer, a stop.

import type { DerivedCommand } from '../wire/trading/events.js';

/** A line for the operator's log. */
export interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly record: Readonly<Record<string, unknown>> & { readonly msg: string };
  /** Is it printed whatever the log level is? For lines that are written only once. */
  readonly always?: true;
}

/** Messages of every thread to the main thread. */
export type FromThread =
  | { readonly type: 'ready' }
  | { readonly type: 'log'; readonly line: LogLine }
  | { readonly type: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly type: 'stopped' };

/** A frozen thread's state: the number of its events, and the hash of the state that it owns. */
export interface Frozen {
  readonly count: number;
  readonly hash: string;
  /** The payments of a shard that wait until the event with them is on disk. */
  readonly owed?: readonly DerivedCommand[];
}
