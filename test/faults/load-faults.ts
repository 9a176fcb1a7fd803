// Clients that ask for too much, do not read, or come in storms.

import type { Fault } from './fault.js';
import { holdThreads } from './held-runs.js';
import { idleSockets } from './idle-runs.js';
import { slowReaders } from './slow-reader-runs.js';
import { storm } from './storm-runs.js';
import { work } from './work-runs.js';

/** Faults of what clients do, and of what comes no further under load. */
export const LOAD_FAULTS: readonly Fault[] = [
  {
    name: 'What is too much while a shard or the log is held is refused, and nothing else is lost',
    shows: ['R6', 'R8'],
    counts: { test: 1, deep: 0, soak: 10 },
    run: holdThreads,
  },
  {
    name: 'A storm of broken connections ends no order and leaks nothing',
    shows: ['R7'],
    counts: { test: 1, deep: 1, soak: 10 },
    run: storm,
  },
  {
    name: 'Idle sockets take little, and are cut when their client vanishes',
    shows: ['R7'],
    counts: { test: 200, deep: 2_000, soak: 10_000 },
    run: idleSockets,
  },
  {
    name: 'Who does not read is closed and told why, and others trade on',
    shows: ['R7'],
    counts: { test: 0, deep: 0, soak: 10 },
    run: slowReaders,
  },
  {
    name: 'A server that works and is killed grows no further and loses nothing',
    shows: ['R1', 'R7'],
    counts: { test: 0, deep: 0, soak: 1_800_000 },
    needs: 'strace',
    run: work,
  },
];
