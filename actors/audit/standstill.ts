// A standstill: the database gives the audit nothing new for too long.

import type { LogLine } from '../messages.js';
import { patience } from '../shared/failpoint.js';
import type { Alarms } from './alarms.js';

/** It is asked again after the first of these, then after twice as long each time. */
const AGAIN_MS = 250;
const AGAIN_MS_MAX = 10_000;
/** Waits of so long together without anything new are an alarm. */
const STILL_MS = patience(60_000);

/** Tells of a database that cannot be read, or that does not come further. */
export class Standstill {
  #againMs = AGAIN_MS;
  #waitedMs = 0;
  #checkpoint = 0;

  constructor(
    private readonly alarms: Pick<Alarms, 'raise' | 'over'>,
    private readonly log: (line: LogLine) => void,
  ) {}

  /** It does what it should. */
  over(): void {
    if (this.#waitedMs >= STILL_MS) this.alarms.over('database');
    this.#againMs = AGAIN_MS;
    this.#waitedMs = 0;
  }

  /** It stands before an event that is wanted; how long to wait before it is asked again. */
  behind(checkpoint: number, seq: number): number {
    if (checkpoint > this.#checkpoint) this.over();
    this.#checkpoint = checkpoint;
    return this.#wait(seq, `it stands still at event ${checkpoint}`);
  }

  /** It could not be read; how long to wait before it is asked again. */
  failed(error: string, seq: number): number {
    const record = { msg: 'the audit cannot read the database', error };
    if (this.#waitedMs === 0) this.log({ level: 'warn', record });
    return this.#wait(seq, `it cannot be read: ${error}`);
  }

  #wait(seq: number, what: string): number {
    const waitMs = this.#againMs;
    if (this.#waitedMs >= STILL_MS) this.alarms.raise('database', { seq, what });
    this.#againMs = Math.min(2 * waitMs, AGAIN_MS_MAX);
    this.#waitedMs += waitMs;
    return waitMs;
  }
}
