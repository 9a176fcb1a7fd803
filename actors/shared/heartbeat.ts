// Heartbeats: every thread increments a cell to show that it works, and has a name in the system.

import { readlinkSync, writeFileSync } from 'node:fs';
import { isMainThread, workerData } from 'node:worker_threads';

/** The cells: number of beats, and the thread's system id, 0 where the system has none. */
const BEATS = 0;
const THREAD = 1;
const BYTES = 8;

const BEAT_MS = 500;

/** The part of a thread's start data with its heartbeat and its name. */
interface WithHeartbeat {
  readonly heartbeat: SharedArrayBuffer;
  readonly name: string;
}

/** The shared memory of one heartbeat. */
export const heartbeatMemory = (): SharedArrayBuffer => new SharedArrayBuffer(BYTES);

/** Reads another thread's heartbeat; 0 beats = it has not started. */
export const readHeartbeat = (memory: SharedArrayBuffer): { beats: number; thread: number } => {
  const cells = new Int32Array(memory);
  return { beats: Atomics.load(cells, BEATS), thread: Atomics.load(cells, THREAD) };
};

/** This thread's heartbeat; beats before its start are not counted. */
let own = new Int32Array(heartbeatMemory());

/** Shows that this thread works; to be called regularly within work that may take seconds. */
export const markAlive = (): void => {
  Atomics.add(own, BEATS, 1);
};

/** The system's id of this thread, from `/proc` if that exists. */
const systemId = (): number => {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    return 0;
  }
};

/**
 * Names this thread for tools of the system, such as `top -H`, which show 15 bytes of it. The main
 * thread keeps the name of its program, by which processes are found.
 */
const nameThread = (): void => {
  if (isMainThread) return;
  try {
    writeFileSync('/proc/thread-self/comm', (workerData as WithHeartbeat).name);
  } catch {
    // Only Linux has this file, and nothing rests on the name.
  }
};

/** Starts this thread's heartbeat, which then beats whenever the event loop turns. */
export const startHeartbeat = (memory = (workerData as WithHeartbeat).heartbeat): void => {
  nameThread();
  own = new Int32Array(memory);
  Atomics.store(own, THREAD, systemId());
  markAlive();
  setInterval(markAlive, BEAT_MS).unref();
};
