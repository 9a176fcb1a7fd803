// Brings the log's copy to disk each second, by system calls that the event loop does not wait for.

import { type SyncedCopy, syncCopy } from '../../storage/log/log-copy.js';
import { pathsOf } from '../folder/folder.js';
import type { LogLine } from '../messages.js';

/** Interval of syncs: by this time the copy may be behind the log after a power cut. */
const SYNC_MS = 1000;

/** Syncs the copy of a data folder's log until it is stopped. */
export class LogCopySync {
  readonly #folder: string;
  #timer: NodeJS.Timeout | undefined;
  #synced: SyncedCopy | undefined;
  #running: Promise<void> | undefined;
  #isFailing = false;

  constructor(
    data: string,
    private readonly log: (line: LogLine) => void,
  ) {
    this.#folder = pathsOf(data).log;
  }

  /** Could the last sync be done? */
  get whole(): boolean {
    return !this.#isFailing;
  }

  /** Starts syncing. A sync that fails is reported, and tried again a second later. */
  start(): void {
    this.#timer = setInterval(() => {
      this.#running ??= this.#sync().finally(() => {
        this.#running = undefined;
      });
    }, SYNC_MS);
  }

  /** Ends after the running sync. The log syncs the rest of its copy when it closes. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  async #sync(): Promise<void> {
    try {
      this.#synced = await syncCopy(this.#folder, this.#synced);
    } catch (error) {
      return this.#failed(error as Error);
    }
    if (!this.#isFailing) return;
    this.#isFailing = false;
    this.log({ level: 'info', record: { msg: "the log's copy is synced again" } });
  }

  #failed({ message }: Error): void {
    // After a failed sync the system may count the file as clean: the next one syncs all again.
    this.#synced = undefined;
    if (this.#isFailing) return;
    this.#isFailing = true;
    const msg = "the log's copy could not be synced";
    this.log({ level: 'error', record: { msg, error: message } });
  }
}
