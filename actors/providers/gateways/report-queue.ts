// Reports on their way to the accounts: in order, and again until they have had their effect.

import type { GatewayCommand } from '../../../wire/trading/commands.js';
import type { FixEnv } from '../fix/endpoint.js';
import type { ProviderReports } from './gateway-messages.js';

/** Most reports in one message. */
const BATCH = 64;
/** Time after which reports without an effect are sent again; it doubles each time. */
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

interface OrderQueue {
  readonly entries: QueuedWork[];
  retryMs: number;
  /** The timer of the next try; undefined = none waits. */
  timer: unknown;
  /** Is a delivery or other work under way? */
  isBusy: boolean;
  /** Is it sent once this turn is over? */
  isScheduled: boolean;
}

const NEW_QUEUE = { retryMs: RETRY_MS, timer: undefined, isBusy: false, isScheduled: false };

/** Sends reports to an account; true = they have had their effect. */
export type DeliverReports = (reports: ProviderReports) => Promise<boolean>;

/** Delivers the reports of one gateway. */
export class ReportQueue {
  readonly #queues = new Map<number, OrderQueue>();
  #isClosed = false;
  /** Number of entries that are not done. */
  size = 0;

  constructor(
    private readonly deliver: DeliverReports,
    private readonly env: Pick<FixEnv, 'setTimer' | 'clearTimer'>,
  ) {}

  /**
   * Adds a report or other work about an order. Of an order one delivery is under way at a time;
   * reports that come meanwhile go with the next delivery, so that each report is sent once, and
   * after the reports before it.
   */
  add(login: number, orderId: number, work: ReportWork, done: () => void): void {
    let queue = this.#queues.get(orderId);
    if (queue === undefined) {
      queue = { ...NEW_QUEUE, entries: [] };
      this.#queues.set(orderId, queue);
    }
    queue.entries.push({ login, work, done });
    this.size += 1;
    this.#soon(orderId, queue);
  }

  /** Sends once this turn is over: reports of an order that were read together go together. */
  #soon(orderId: number, queue: OrderQueue): void {
    if (queue.isScheduled || queue.isBusy || queue.timer !== undefined) return;
    queue.isScheduled = true;
    queueMicrotask(() => {
      queue.isScheduled = false;
      void this.#send(orderId, queue);
    });
  }

  /** Delivers nothing more. */
  close(): void {
    this.#isClosed = true;
    for (const { timer } of this.#queues.values()) this.env.clearTimer(timer);
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
    queue.isBusy = true;
    const isDone =
      typeof first.work === 'function'
        ? await first.work()
        : await this.deliver({ login: first.login, commands });
    queue.isBusy = false;
    this.#answered(orderId, queue, batch.length === 0 ? [first] : batch, isDone);
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
    queue.entries.splice(0, batch.length);
    this.size -= batch.length;
    // The next delivery is under way before the ends are reported, which may add more.
    if (queue.entries.length > 0) void this.#send(orderId, queue);
    else this.#queues.delete(orderId);
    for (const { done } of batch) done();
  }

  #retry(orderId: number, queue: OrderQueue): void {
    queue.timer = this.env.setTimer(() => {
      queue.timer = undefined;
      void this.#send(orderId, queue);
    }, queue.retryMs);
    queue.retryMs = Math.min(2 * queue.retryMs, RETRY_MOST_MS);
  }
}
