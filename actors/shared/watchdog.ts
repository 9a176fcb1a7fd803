// The watchdog of a thread: is its heartbeat silent while it uses processor time?

import { readFileSync } from 'node:fs';
import { loopLimit } from './failpoint.js';
import { readHeartbeat } from './heartbeat.js';

/** How often a heartbeat is looked at. */
export const LOOK_MS = 500;
/** So much work without a beat is an endless loop. */
const LIMIT_MS = loopLimit(3000);
/** Where the process is at stake. */
export const MAIN_LIMIT_MS = loopLimit(10_000);
/** A query of much data is one piece of work. */
export const QUERY_LIMIT_MS = loopLimit(30_000);

/** The system counts processor time in hundredths of a second. */
const TICK_MS = 10;
/** Where it stands among what follows the thread's name: in user mode, then in the kernel. */
const USER_TIME = 11;
const KERNEL_TIME = 12;

/** Processor time that a thread has used, in ms; 0 = the system does not report it. */
const processorMs = (thread: number): number => {
  try {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return TICK_MS * (Number(fields[USER_TIME]) + Number(fields[KERNEL_TIME]));
  } catch {
    return 0;
  }
};

/** A thread is in an endless loop. */
export class EndlessLoop extends Error {
  constructor(name: string) {
    super(`the ${name} thread is in an endless loop`);
  }
}

/**
 * Counts the processor time that a thread uses without a beat, not the time that passes: what
 * stands in line for a processor, waits for a disk or was suspended is silent, too, and healthy.
 */
export class Watchdog {
  /** Has it beaten at all? Its count comes round to 0 again after 2^32 beats. */
  #hasBegun = false;
  #beats = 0;
  /** Looks since the last beat, the processor time at the last look, and its use since. */
  #looks = 0;
  #usedMs = 0;
  #workedMs = 0;

  constructor(
    private readonly memory: SharedArrayBuffer,
    private readonly limitMs = LIMIT_MS,
    private readonly used = processorMs,
  ) {}

  /** Has it not beaten for long, for whatever reason? */
  get silent(): boolean {
    return this.#looks * LOOK_MS >= this.limitMs;
  }

  /** Called every `LOOK_MS`, or later. True once when the thread turns out to be in a loop. */
  look(): boolean {
    const { beats, thread } = readHeartbeat(this.memory);
    if (beats !== this.#beats) {
      this.#hasBegun = true;
      this.#beats = beats;
      this.#looks = 0;
      this.#workedMs = 0;
      return false;
    }
    if (!this.#hasBegun) return false;
    const usedMs = this.used(thread);
    const before = this.#workedMs;
    // A machine that wakes up may count the time for which it slept.
    if (this.#looks > 0) this.#workedMs += Math.min(usedMs - this.#usedMs, LOOK_MS);
    this.#usedMs = usedMs;
    this.#looks += 1;
    return before < this.limitMs && this.#workedMs >= this.limitMs;
  }
}
