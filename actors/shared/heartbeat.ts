// Heartbeats: every thread counts up a cell to show that it works.

import { readlinkSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

/** The cells: how often it has beaten, and its id in the system, 0 where the system gives none. */
const BEATS = 0;
const THREAD = 1;
const BYTES = 8;

const BEAT_MS = 500;

/** The part of a thread's data by which it gets a heartbeat. */
interface WithHeartbeat {
  readonly heartbeat: SharedArrayBuffer;
}

/** The shared memory of one heartbeat. */
export const heartbeatMemory = (): SharedArrayBuffer => new SharedArrayBuffer(BYTES);

/** The heartbeat as another thread sees it; no beats = it has not begun. */
export const readHeartbeat = (memory: SharedArrayBuffer): { beats: number; thread: number } => {
  const cells = new Int32Array(memory);
  return { beats: Atomics.load(cells, BEATS), thread: Atomics.load(cells, THREAD) };
};

/** This thread's; beats that come before it has begun are nobody's. */
let own = new Int32Array(heartbeatMemory());

/** Shows that this thread gets on: called all along within work that may take seconds. */
export const markAlive = (): void => {
  Atomics.add(own, BEATS, 1);
};

/** The system's id of this thread: `/proc` has it where there is such a folder. */
const systemId = (): number => {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    return 0;
  }
};

/** From here on this thread is to be seen to get on, whenever its event loop turns. */
export const startHeartbeat = (memory = (workerData as WithHeartbeat).heartbeat): void => {
  own = new Int32Array(memory);
  Atomics.store(own, THREAD, systemId());
  markAlive();
  setInterval(markAlive, BEAT_MS).unref();
};
