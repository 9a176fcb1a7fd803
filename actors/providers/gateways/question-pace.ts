// The pace of questions for the states of many orders at a provider: some at once, then so many a
// second.

import { Allowance } from '../../shared/allowance.js';
import type { FixEnv } from '../fix/endpoint.js';
import { READ_RATES } from '../fix/read-rate.js';
import type { WorkingOrder } from './working-order.js';

/** Questions that are sent at once: about a millisecond of work. */
export const QUESTIONS_AT_ONCE = 64;
/** Questions a second: as many as answers are read. */
const PER_SECOND = READ_RATES.orders.messages;

/** Sends the questions of one gateway, and lets the others use the thread in between. */
export class OrderQuestions {
  /** The orders that are still to be asked for, each once. */
  readonly #waiting = new Set<WorkingOrder>();
  readonly #allowance = new Allowance();
  #timer: unknown;

  /** `ask` sends the question about an order. */
  constructor(
    private readonly env: Pick<FixEnv, 'elapsed' | 'setTimer' | 'clearTimer'>,
    private readonly ask: (order: WorkingOrder) => void,
  ) {}

  /** Asks for orders, after those that wait already. */
  add(orders: Iterable<WorkingOrder>): void {
    for (const order of orders) this.#waiting.add(order);
    if (this.#timer === undefined) this.#go();
  }

  /** Drops the questions that wait. */
  stop(): void {
    this.env.clearTimer(this.#timer);
    this.#timer = undefined;
    this.#waiting.clear();
  }

  #go(): void {
    this.#timer = undefined;
    const now = this.env.elapsed();
    for (const order of this.#waiting) {
      if (!this.#allowance.take(1, now, QUESTIONS_AT_ONCE, PER_SECOND)) break;
      this.#waiting.delete(order);
      this.ask(order);
    }
    if (this.#waiting.size === 0) return;
    const ms = this.#allowance.wait(QUESTIONS_AT_ONCE, PER_SECOND);
    this.#timer = this.env.setTimer(() => this.#go(), ms);
  }
}
