// Reports on their way to the accounts: in order, and again until they have had their effect.

import type { GatewayCommand } from '../../../wire/trading/commands.js';
import type { ProviderReports } from '../../messages.js';
import type { FixEnv } from '../fix/endpoint.js';

/** Most reports in one message. */
const BATCH = 64;
/** Time after which reports without an effect are told again; it doubles each time. */
const RETRY_MS = 50;
const RETRY_MOST_MS = 4_000;

/** A report, or other work that resolves to whether it is done. */
export type ReportWork = GatewayCommand | (() => Promise<boolean>);

/** Work of an order that has its turn when the reports before it have had their effect. */
interface QueuedWork {
  readonly login: number;
  readonly work: ReportWork;
  readonly done: () => void;
}

/** Is it other work than a report? */
const isOther = (entry: QueuedWork | undefined): boolean => typeof entry?.work === 'function';

/** The entries of one order. */
interface OrderQueue {
  readonly entries: QueuedWork[];
  retryMs: number;
  timer: unknown;
  /** Is other work under way? */
  isBusy: boolean;
  /** Is it sent once this turn is over? */
  isScheduled: boolean;
}

const NEW_QUEUE = { retryMs: RETRY_MS, timer: undefined, isBusy: false, isScheduled: false };

/** Tells reports to an account; true = they have had their effect. */
export type DeliverReports = (reports: ProviderReports) => Promise<boolean>;

/** Delivers the reports of one gateway. */
export class ReportQueue {
  readonly #deliver: DeliverReports;
  readonly #env: Pick<FixEnv, 'setTimer' | 'clearTimer'>;
  readonly #queues = new Map<number, OrderQueue>();
  #isClosed = false;
  /** Number of entries that are not done. */
  size = 0;

  constructor(deliver: DeliverReports, env: Pick<FixEnv, 'setTimer' | 'clearTimer'>) {
    this.#deliver = deliver;
    this.#env = env;
  }

  /**
   * Adds a report or other work about an order. Everything of the order that has not had its effect
   * is told together with it: if it reaches a shard that was started again, so do those before.
   */
  add(login: number, orderId: number, work: ReportWork, done: () => void): void {
    let queue = this.#queues.get(orderId);
    if (queue === undefined) {
      queue = { ...NEW_QUEUE, entries: [] };
      this.#queues.set(orderId, queue);
    }
    queue.entries.push({ login, work, done });
    this.size += 1;
    // What has no room in a message is sent when those before it are done.
    if (queue.entries.length <= BATCH) this.#soon(orderId, queue);
  }

  /** Sends once this turn is over: reports of an order that were read together go together. */
  #soon(orderId: number, queue: OrderQueue): void {
    if (queue.isScheduled) return;
    queue.isScheduled = true;
    queueMicrotask(() => {
      queue.isScheduled = false;
      void this.#send(orderId, queue);
    });
  }

  /** Delivers nothing more. */
  close(): void {
    this.#isClosed = true;
    for (const { timer } of this.#queues.values()) this.#env.clearTimer(timer);
  }

  async #send(orderId: number, queue: OrderQueue): Promise<void> {
    if (this.#isClosed || queue.isBusy) return;
    const batch: QueuedWork[] = [];
    const commands: GatewayCommand[] = [];
    for (const entry of queue.entries) {
      if (typeof entry.work === 'function' || batch.length === BATCH) break;
      batch.push(entry);
      commands.push(entry.work);
    }
    const [first] = queue.entries;
    if (first === undefined) return;
    if (batch.length === 0 && typeof first.work === 'function') {
      queue.isBusy = true;
      const isDone = await first.work();
      queue.isBusy = false;
      return this.#answered(orderId, queue, [first], isDone);
    }
    this.#answered(orderId, queue, batch, await this.#deliver({ login: first.login, commands }));
  }

  #answered(
    orderId: number,
    queue: OrderQueue,
    batch: readonly QueuedWork[],
    isDone: boolean,
  ): void {
    if (this.#isClosed) return;
    if (!isDone) return this.#retry(orderId, queue);
    queue.retryMs = RETRY_MS;
    const waited = queue.entries.length;
    for (const entry of batch) {
      const at = queue.entries.indexOf(entry);
      if (at < 0) continue;
      queue.entries.splice(at, 1);
      this.size -= 1;
      entry.done();
    }
    if (queue.entries.length === 0) {
      this.#env.clearTimer(queue.timer);
      if (this.#queues.get(orderId) === queue) this.#queues.delete(orderId);
    }
    // What came meanwhile is under way already, unless a message had no room or no form for it.
    else if (waited > BATCH || [batch[0], queue.entries[0]].some(isOther)) {
      void this.#send(orderId, queue);
    }
  }

  #retry(orderId: number, queue: OrderQueue): void {
    this.#env.clearTimer(queue.timer);
    queue.timer = this.#env.setTimer(() => void this.#send(orderId, queue), queue.retryMs);
    queue.retryMs = Math.min(2 * queue.retryMs, RETRY_MOST_MS);
  }
}
