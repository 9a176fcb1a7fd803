// Derived commands on their way to other accounts: kept until they are done and on disk there.

import type { DerivedCommand } from '../../wire/trading/events.js';

/**
 * A command without a result is sent again after this long, and then each time after twice as long.
 */
const RETRY_MS = 250;
const RETRY_MOST_MS = 8_000;

interface Underway {
  readonly command: DerivedCommand;
  readonly done: () => void;
  retryMs: number;
}

/** Hands a command to its account's shard; true once it is done and committed. */
type Deliver = (command: DerivedCommand) => Promise<boolean>;

/** The derived commands that are under way; each has its request id, so none happens twice. */
export class Derivations {
  readonly #open = new Map<string, Underway>();
  readonly #retries = new Set<NodeJS.Timeout>();
  #started = false;

  constructor(private readonly deliver: Deliver) {}

  /** Commands that are not known to be done. */
  get count(): number {
    return this.#open.size;
  }

  /** Takes a command; it is handed on now, or at `start`. `done` runs when it is done. */
  add(command: DerivedCommand, done: () => void = () => {}): void {
    if (this.#open.has(command.request_id)) return;
    const underway = { command, done, retryMs: RETRY_MS };
    this.#open.set(command.request_id, underway);
    if (this.#started) void this.#send(underway);
  }

  /** All shards are loaded: what waits is handed on. */
  start(): void {
    this.#started = true;
    for (const underway of this.#open.values()) void this.#send(underway);
  }

  /** Nothing is handed on any more; what is open is found in the log at the next start. */
  stop(): void {
    this.#started = false;
    for (const retry of this.#retries) clearTimeout(retry);
  }

  async #send(underway: Underway): Promise<void> {
    if (await this.deliver(underway.command)) {
      this.#open.delete(underway.command.request_id);
      underway.done();
      return;
    }
    if (!this.#started) return;
    const retry = setTimeout(() => {
      this.#retries.delete(retry);
      void this.#send(underway);
    }, underway.retryMs);
    underway.retryMs = Math.min(2 * underway.retryMs, RETRY_MOST_MS);
    this.#retries.add(retry);
  }
}
