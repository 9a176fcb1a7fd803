// Threads that end, hang or go round in circles; clocks that jump; state that is not right.

import { changeBehind, keepWrong } from './alarm-runs.js';
import { threadsAway } from './away-runs.js';
import { setClocks } from './clock-runs.js';
import type { Fault } from './fault.js';
import { busyMachine, manyAccounts } from './silent-runs.js';
import { failServer, failThreads } from './thread-runs.js';

/** Faults of threads, clocks and state. */
export const THREAD_FAULTS: readonly Fault[] = [
  {
    name: 'Threads that die or hang come back, nothing is lost, and the other shard trades on',
    shows: ['R1'],
    counts: { test: 1, deep: 5, soak: 200 },
    most: 5,
    run: failThreads,
  },
  {
    name: 'When the log’s or the main thread dies the process ends, and the next has all',
    shows: ['R1'],
    counts: { test: 1, deep: 5, soak: 250 },
    most: 5,
    run: failServer,
  },
  {
    name: 'While threads are away or hang the others serve, and nobody has to sign in again',
    shows: ['R1'],
    counts: { test: 1, deep: 0, soak: 0 },
    run: threadsAway,
  },
  {
    name: 'Thirty busy processes beside the server cost it no thread',
    shows: ['R1'],
    counts: { test: 0, deep: 0, soak: 20_000 },
    run: busyMachine,
  },
  {
    name: 'To take settings over, and to hash the state, for very many accounts is no loop',
    shows: ['R1'],
    counts: { test: 0, deep: 0, soak: 300_000 },
    run: manyAccounts,
  },
  {
    name: 'No event goes back in time, and nothing waits, when the clock is set',
    shows: ['R5'],
    counts: { test: 1, deep: 0, soak: 10 },
    needs: 'clock',
    run: setClocks,
  },
  {
    name: 'Nothing is told of wild trading, and all of what is changed behind it',
    shows: ['R3'],
    counts: { test: 200, deep: 2_000, soak: 0 },
    run: changeBehind,
  },
  {
    name: 'A server that keeps another balance than it writes is found out',
    shows: ['R3'],
    counts: { test: 1, deep: 0, soak: 0 },
    run: keepWrong,
  },
];
