// The options of the runtime.

import type { DeskThreadData } from '../desk/desk-thread.js';
import type { Explainer } from '../explain/explainer.js';
import type { ControlHandlers } from '../folder/control.js';
import type { LogLine } from '../messages.js';
import type { DiskFull, DiskOptions } from './disk-watch.js';

/** The options; see the flags for their meaning. */
export interface RuntimeOptions {
  /** The data folder; created if missing. */
  readonly data: string;
  readonly keyFile: string;
  /** The version of the program. */
  readonly version: string;
  /** The file of the collector of firewall rules; empty = there is none. */
  readonly firewall: string;
  /** Size at which a new file of the log is begun; omitted: the default. */
  readonly logFileBytes?: number;
  /** The public key of the vendor of licences in base64url; empty or omitted = none. */
  readonly vendorKey?: string;
  readonly shards: number;
  readonly tradeRate: number;
  readonly disk: DiskOptions;
  readonly prices: DeskThreadData['prices'];
  /**
   * The seed of the demo provider's prices (empty = any), and whether the log says how to reach it;
   * absent = it does not run.
   */
  readonly demoProvider?: { readonly seed: string; readonly isPrinted: boolean };
  readonly demo: DeskThreadData['demo'];
  /** Further operations of the control socket; `ending` is aborted when the server stops. */
  controls?(explainer: Pick<Explainer, 'explain'>, ending: AbortSignal): ControlHandlers;
  log(line: LogLine): void;
  /** Called when the disk is full: the server must be stopped. */
  full(error: DiskFull): void;
  /** Called when the log or another indispensable part failed: the process must end. */
  fatal(error: Error): void;
}
