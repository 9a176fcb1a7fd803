// The options of a server, in the form that its runtime takes.

import type { DeskThreadData } from '../desk/desk-thread.js';
import type { Explainer } from '../explain/explainer.js';
import type { ControlHandlers } from '../folder/control.js';
import type { LogLine } from '../messages.js';
import type { DiskFull, DiskOptions } from './disk-watch.js';

/** The options of the runtime; see the flags for their meaning. */
export interface RuntimeOptions {
  /** The data folder; made when there is none. */
  readonly data: string;
  readonly keyFile: string;
  /** A file of the log is followed by the next at this size; omitted: at the usual one. */
  readonly logFileBytes?: number;
  readonly shards: number;
  readonly tradeRate: number;
  readonly disk: DiskOptions;
  readonly prices: DeskThreadData['prices'];
  readonly demo: DeskThreadData['demo'];
  /** Further operations of the control socket; `ending` is aborted when the server stops. */
  controls?(explainer: Pick<Explainer, 'explain'>, ending: AbortSignal): ControlHandlers;
  log(line: LogLine): void;
  /** There is no room left on the disk: the server is to be stopped. */
  full(error: DiskFull): void;
  /** The log or another indispensable part failed: the process must end. */
  fatal(error: Error): void;
}
