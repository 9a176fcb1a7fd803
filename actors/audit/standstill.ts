// Detects a standstill: the database makes no progress for the audit for too long.

import type { LogLine } from '../messages.js';
import { patience } from '../shared/failpoint.js';
import type { Alarms } from './alarms.js';

/** The first pause before the database is asked again; it doubles each time. */
const AGAIN_MS = 250;
const AGAIN_MS_MAX = 10_000;
/** Total time without progress that raises an alarm. */
const STILL_MS = patience(60_000);

/** Reports a database that cannot be read, or makes no progress. */
export class Standstill {
  #againMs = AGAIN_MS;
  #waitedMs = 0;
  #checkpoint = 0;

  constructor(
    private readonly alarms: Pick<Alarms, 'raise' | 'over'>,
    private readonly log: (line: LogLine) => void,
  ) {}

  /** The database works again. */
  over(): void {
    if (this.#waitedMs >= STILL_MS) this.alarms.over('database');
    this.#againMs = AGAIN_MS;
    this.#waitedMs = 0;
  }

  /** The database lacks an event; returns the pause in ms before it is asked again. */
  behind(checkpoint: number, seq: number): number {
    if (checkpoint > this.#checkpoint) this.over();
    this.#checkpoint = checkpoint;
    return this.#wait(seq, `it stands still at event ${checkpoint}`);
  }

  /** The database could not be read; returns the pause in ms before it is asked again. */
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
