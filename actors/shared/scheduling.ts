// Scheduling: how much of a busy processor the system gives to a thread, and how soon.
//
// A priority decides how much. How soon a thread runs that wakes up on a busy processor, Linux
// decides by slices: the running thread finishes its own unless the other's is shorter. So threads
// that orders pass through ask for short slices, and those whose work may wait for long ones; Linux
// takes that into account since version 6.12, by `sched_setattr(2)`, which Node.js does not offer.

import { getPriority, setPriority } from 'node:os';
import { loadSetAttributes } from './c-library.js';

/** The scheduling that a thread asks for. */
interface Scheduling {
  /** Its priority: -20 = most, 19 = least of a busy processor; left out = it keeps its own. */
  readonly nice?: number;
  /** Its slice in ns: 100,000 to 100,000,000 are possible. */
  readonly sliceNs: bigint;
}

const LONG_NS = 100_000_000n;

/** For threads that orders pass through. */
export const PROMPT: Scheduling = { sliceNs: 500_000n };
/** For work that may wait. */
export const BACKGROUND: Scheduling = { nice: 10, sliceNs: LONG_NS };
/** For work that may wait, but has to get its share. */
export const OVERDUE: Scheduling = { nice: 0, sliceNs: LONG_NS };
/** For work that gets what the others leave. */
export const LEFTOVER: Scheduling = { nice: 19, sliceNs: LONG_NS };

const CURRENT_THREAD = 0;

/** The size of `struct sched_attr`, and the places of what is set in it. */
const ATTR_BYTES = 48;
const AT_SIZE = 0;
const AT_FLAGS = 8;
const AT_NICE = 16;
const AT_SLICE = 24;
/** The thread keeps its scheduling policy. */
const KEEP_POLICY = 8n;

let setAttributes: ReturnType<typeof loadSetAttributes>;
let isLoaded = false;

/** Sets the priority alone. One that may not be raised stays as it is. */
const prioritise = (nice: number): void => {
  try {
    setPriority(CURRENT_THREAD, nice);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SYSTEM_ERROR') throw error;
  }
};

/**
 * Sets how this thread is scheduled, and threads and processes that it starts from now on. Where
 * the system refuses, the thread is served as before, or by its priority alone.
 */
export const schedule = ({ nice, sliceNs }: Scheduling): void => {
  if (!isLoaded) setAttributes = loadSetAttributes();
  isLoaded = true;
  const attributes = Buffer.alloc(ATTR_BYTES);
  attributes.writeUInt32LE(ATTR_BYTES, AT_SIZE);
  attributes.writeBigUInt64LE(KEEP_POLICY, AT_FLAGS);
  attributes.writeInt32LE(nice ?? getPriority(CURRENT_THREAD), AT_NICE);
  attributes.writeBigUInt64LE(sliceNs, AT_SLICE);
  if (setAttributes?.(attributes) === true) return;
  if (nice !== undefined) prioritise(nice);
  // A priority that may not be raised must not keep the slice from being set.
  attributes.writeInt32LE(getPriority(CURRENT_THREAD), AT_NICE);
  setAttributes?.(attributes);
};
