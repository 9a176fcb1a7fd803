// Derived commands for other accounts: kept until they are executed and on disk there.

import type { DerivedCommand } from '../../wire/trading/events.js';

/** Time after which a command without a result is sent again; it doubles each time. */
const RETRY_MS = 250;
const RETRY_MOST_MS = 8_000;

interface Underway {
  readonly command: DerivedCommand;
  /** Called when it is executed; absent = the log alone tells that it is owed. */
  readonly done: (() => void) | undefined;
  retryMs: number;
}

/** Sends a command to its account's shard; true once it is executed and committed. */
type Deliver = (command: DerivedCommand) => Promise<boolean>;

/** Pending derived commands; each has a request id, so that it is executed once. */
export class Derivations {
  readonly #open = new Map<string, Underway>();
  readonly #retries = new Set<NodeJS.Timeout>();
  #started = false;

  constructor(private readonly deliver: Deliver) {}

  /** Number of commands that are not known to be executed. */
  get count(): number {
    return this.#open.size;
  }

  /** The commands of accounts' events; commands of other events are in records of the desk. */
  get owed(): DerivedCommand[] {
    const open = [...this.#open.values()].filter(({ done }) => done === undefined);
    return open.map(({ command }) => command);
  }

  /** Adds a command; it is sent now, or at `start`. `done` is called when it is executed. */
  add(command: DerivedCommand, done?: () => void): void {
    if (this.#open.has(command.request_id)) return;
    const underway = { command, done, retryMs: RETRY_MS };
    this.#open.set(command.request_id, underway);
    if (this.#started) void this.#send(underway);
  }

  /** Sends all waiting commands, after all shards are loaded. */
  start(): void {
    this.#started = true;
    for (const underway of this.#open.values()) void this.#send(underway);
  }

  /** Stops sending; open commands are found in the log at the next start. */
  stop(): void {
    this.#started = false;
    for (const retry of this.#retries) clearTimeout(retry);
  }

  async #send(underway: Underway): Promise<void> {
    if (await this.deliver(underway.command)) {
      this.#open.delete(underway.command.request_id);
      underway.done?.();
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
