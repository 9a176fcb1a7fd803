// How much is read of peers: messages and bytes a second of each, and a little in each turn.

import { Allowance } from '../../shared/allowance.js';

/** The messages and bytes that are read of a session in a second. */
export interface ReadRate {
  readonly messages: number;
  readonly bytes: number;
}

/**
 * The rates of sessions of prices and of orders: some times the rates of busy providers. Messages
 * beyond them stay in the socket, so that the peer has to wait.
 */
export const READ_RATES = {
  prices: { messages: 30_000, bytes: 16 * 2 ** 20 },
  orders: { messages: 2_000, bytes: 2 * 2 ** 20 },
} as const satisfies Record<string, ReadRate>;

/** An idle session saves up its rate for a burst: at most the rate of so many seconds. */
const BURST_SEC = 2;
/** The shortest rest, in ms: many short ones take more time than they spare. */
const REST_MIN_MS = 20;

/** The remaining allowance for reading one session. */
export class ReadAllowance {
  readonly #messages = new Allowance();
  readonly #bytes = new Allowance();

  constructor(private readonly rate: ReadRate) {}

  /** Counts what was read. */
  spend(messages: number, bytes: number): void {
    this.#messages.spend(messages);
    this.#bytes.spend(bytes);
  }

  /** How long nothing is to be read, in ms; 0 = reading goes on. `now` is the elapsed time. */
  restMs(now: number): number {
    const { messages, bytes } = this.rate;
    const rests = [waitOf(this.#messages, messages, now), waitOf(this.#bytes, bytes, now)];
    const rest = Math.max(...rests);
    return rest === 0 ? 0 : Math.max(rest, REST_MIN_MS);
  }
}

/** Time until an overdrawn allowance is even, in ms. */
const waitOf = (allowance: Allowance, perSecond: number, now: number): number =>
  allowance.take(0, now, BURST_SEC * perSecond, perSecond) ? 0 : allowance.wait(0, perSecond);

type ReadingTurn = () => void;

/** Work that waits, one piece for each turn of the event loop, in the order of adding. */
class TurnQueue {
  readonly #waiting: ReadingTurn[] = [];
  #isScheduled = false;

  /** Runs `work` in a later turn, after what was added before. */
  add(work: ReadingTurn): void {
    this.#waiting.push(work);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.length === 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      const work = this.#waiting.shift();
      this.#schedule();
      work?.();
    });
  }
}

/** The turns of this thread: a session reads a little, then the others and all else go on. */
export const TURNS = new TurnQueue();
