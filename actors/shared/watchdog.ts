// The watchdog of a thread: detects a heartbeat that is silent while the thread uses processor
// time.

import { readFileSync } from 'node:fs';
import { loopLimit } from './failpoint.js';
import { readHeartbeat, readLoad } from './heartbeat.js';

/** Interval of checks. */
export const LOOK_MS = 500;
/** Processor time without a beat that counts as an endless loop. */
const LIMIT_MS = loopLimit(3000);
/** The limit for the main thread, whose loop ends the process. */
export const MAIN_LIMIT_MS = loopLimit(10_000);
/** The limit for queries: one that reads much data cannot beat meanwhile. */
export const QUERY_LIMIT_MS = loopLimit(30_000);

/** The unit in which the system counts processor time: a hundredth of a second. */
const TICK_MS = 10;
/** Index of the processor time among the fields after the thread's name: user mode, then kernel. */
const USER_TIME = 11;
const KERNEL_TIME = 12;

/** Processor time used by a thread in ms; 0 = the system does not report it. */
const processorMs = (thread: number): number => {
  try {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return TICK_MS * (Number(fields[USER_TIME]) + Number(fields[KERNEL_TIME]));
  } catch {
    return 0;
  }
};

/** The load of a thread; 0 processor time = the system does not report it. */
interface ThreadLoad {
  readonly cpuMs: number;
  readonly heapBytes: number;
  readonly lagMs: number;
}

/** The load of a thread, and how many questions wait for it. */
export type NamedLoad = ThreadLoad & { readonly name: string; readonly waiting: number };

/** The load of the thread of a heartbeat. */
export const loadOf = (memory: SharedArrayBuffer): ThreadLoad => ({
  cpuMs: processorMs(readHeartbeat(memory).thread),
  ...readLoad(memory),
});

/** Reports a thread in an endless loop. */
export class EndlessLoop extends Error {
  constructor(name: string) {
    super(`the ${name} thread is in an endless loop`);
  }
}

/**
 * Counts the processor time that a thread uses without a beat, not elapsed time: a thread that
 * waits for a processor or a disk, or was suspended, is silent but healthy.
 */
export class Watchdog {
  /** Has it beaten at all? The count wraps to 0 after 2^32 beats. */
  #hasBegun = false;
  #beats = 0;
  /** Checks since the last beat, processor time at the last check, and its use since. */
  #looks = 0;
  #usedMs = 0;
  #workedMs = 0;

  constructor(
    private readonly memory: SharedArrayBuffer,
    private readonly limitMs = LIMIT_MS,
    private readonly used = processorMs,
  ) {}

  /** Processor time of the thread in ms, its heap in bytes, and how late it was in ms. */
  load(): ThreadLoad {
    return loadOf(this.memory);
  }

  /** Has it not beaten for long, for whatever reason? */
  get silent(): boolean {
    return this.#looks * LOOK_MS >= this.limitMs;
  }

  /** Called every `LOOK_MS`, or later. True once, when the thread is found to be in a loop. */
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
    // After a suspend the machine may count the time of its sleep.
    if (this.#looks > 0) this.#workedMs += Math.min(usedMs - this.#usedMs, LOOK_MS);
    this.#usedMs = usedMs;
    this.#looks += 1;
    return before < this.limitMs && this.#workedMs >= this.limitMs;
  }
}
