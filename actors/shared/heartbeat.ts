// Heartbeats: every thread increments a cell to show that it works, reports its heap and how late
// it is, and has a name in the system.

import { readlinkSync, writeFileSync } from 'node:fs';
import { getHeapStatistics } from 'node:v8';
import { isMainThread, workerData } from 'node:worker_threads';

/**
 * The cells: number of beats, the thread's system id (0 where the system has none), its heap in KiB
 * and how late its newest beat was in ms.
 */
const BEATS = 0;
const THREAD = 1;
const HEAP_KIB = 2;
const LAG_MS = 3;
const BYTES = 16;
const KIB = 1024;

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

/** The heap of another thread, and how late its newest beat was. */
export const readLoad = (memory: SharedArrayBuffer): { heapBytes: number; lagMs: number } => {
  const cells = new Int32Array(memory);
  const heapBytes = Atomics.load(cells, HEAP_KIB) * KIB;
  return { heapBytes, lagMs: Atomics.load(cells, LAG_MS) };
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
  let due = performance.now() + BEAT_MS;
  setInterval(() => {
    const now = performance.now();
    markAlive();
    Atomics.store(own, LAG_MS, Math.max(0, Math.round(now - due)));
    Atomics.store(own, HEAP_KIB, Math.round(getHeapStatistics().used_heap_size / KIB));
    due = now + BEAT_MS;
  }, BEAT_MS).unref();
};
