// The table of faults, of all kinds.

import { changeBehind, keepWrong } from './alarm-runs.js';
import { busyMachine, manyAccounts, threadsAway } from './away-runs.js';
import { BAD_STARTS } from './bad-starts.js';
import { harmDatabase } from './bit-runs.js';
import { setClocks } from './clock-runs.js';
import { damageFiles, endUnderProve, proveBad, proveGood } from './damage-runs.js';
import { failBeforeRoom, fillSlowly, fillUnderLoad } from './disk-full-runs.js';
import { failLog } from './disk-runs.js';
import { failWhileAsked } from './failed-shard-runs.js';
import type { Fault } from './fault.js';
import { holdThreads } from './held-runs.js';
import { idleSockets } from './idle-runs.js';
import { killUnderLoad } from './kill-runs.js';
import { failCalls } from './log-calls.js';
import { killAtTick } from './pair-runs.js';
import { killAtPoints, killBehindCommit } from './point-runs.js';
import { cutPower } from './power-cut-runs.js';
import { backupOnFull, bringBack, rebuildOnFull } from './rebuild-runs.js';
import { changeSettings } from './settings-runs.js';
import { slowReaders } from './slow-reader-runs.js';
import { stopUnderLoad } from './stop-runs.js';
import { storm } from './storm-runs.js';
import { failServer, failThreads } from './thread-runs.js';
import { work } from './work-runs.js';

/** How often in `npm test`, in the deep run and in the night. */
type Times = readonly [test: number, deep: number, soak: number];
/** Once in `npm test`, or once in the deep run; never more often. */
const ONCE: Times = [1, 0, 0];
const ONCE_IN_DEEP: Times = [1, 1, 0];

/** A fault of each run: the promises that it shows, how often it is tried, and what does it. */
const always = (
  promises: string,
  [test, deep, soak]: Times,
  run: Fault['run'],
  more: Pick<Fault, 'most' | 'needs'> = {},
) => {
  const shows = promises.split(' ') as unknown as Fault['shows'];
  return { shows, counts: { test, deep, soak }, run, ...more };
};

/** A fault that `npm test` leaves to the deep run. */
const inDeep = (...row: Parameters<typeof always>) => ({ ...always(...row), leftToDeep: true });

/** Each fault once; neighbours are done by different shards. */
export const FAULTS: readonly Fault[] = [
  // Servers that are killed, stopped or cut off, at any moment.
  {
    name: 'An event committed just before a kill survives the restart',
    ...inDeep('R1', [1, 2, 40], killBehindCommit),
  },
  {
    name: 'After kills at every point of work and start no acknowledged request is lost',
    ...inDeep('R1 R2', [1, 2, 40], killAtPoints, { most: 10 }),
  },
  {
    name: 'After each commit of a tick every filled order has ended its partner',
    ...inDeep('R2', [8, 4_000, 4_000], killAtTick),
  },
  {
    name: 'Every acknowledged request survives each kill, complete',
    ...always('R1 R2 R5', [1, 20, 500], killUnderLoad, { most: 50 }),
  },
  {
    name: 'A stop answers every executed request, and an ended start leaves no trace',
    ...inDeep('R2 R5', [2, 20, 200], stopUnderLoad, { most: 40 }),
  },
  {
    name: 'Every answered request is on disk before its answer, and survives power cuts',
    ...always('R1', [6, 200, 5_000], cutPower, { most: 1_250, needs: 'strace' }),
  },
  {
    name: 'Each restarted thread uses the present settings',
    ...inDeep('R1', ONCE_IN_DEEP, changeSettings),
  },
  // Disks that fail, are slow or full, and files that are damaged, gone or old.
  ...BAD_STARTS,
  {
    name: 'If the log cannot be written the server ends, and the next start loses nothing',
    ...inDeep('R1', [1, 6, 1_200], failLog, { most: 200, needs: 'strace' }),
  },
  {
    name: 'A failed call of the log answers no request, and no answered request is lost',
    ...always('R1', [2, 20, 400], failCalls, { needs: 'strace' }),
  },
  {
    name: 'On a full disk positions can only be closed until there is space again',
    ...always('R1', ONCE, fillSlowly, { needs: 'disk' }),
  },
  {
    name: 'If all disk space is taken at once, no acknowledged request is lost',
    ...inDeep('R1', [1, 1, 20], fillUnderLoad, { needs: 'disk' }),
  },
  {
    name: 'A failure for lack of space stays a failure when there is space again',
    ...always('R1', ONCE, failBeforeRoom, { needs: 'disk' }),
  },
  {
    name: 'A rebuild without space names the reason and changes nothing',
    ...inDeep('R5', ONCE_IN_DEEP, rebuildOnFull, { needs: 'disk' }),
  },
  {
    name: 'A backup without space names the reason and leaves no file',
    ...inDeep('R5', ONCE_IN_DEEP, backupOnFull, { needs: 'disk' }),
  },
  {
    name: 'The log restores a lost database, and a copy of a busy server is its state at one event',
    ...inDeep('R5', [1, 2, 20], bringBack),
  },
  {
    name: 'The start reports a changed bit or page of the database, or the change does no harm',
    ...always('R5', [20, 60, 2_000], harmDatabase),
  },
  {
    name: 'Damage to any file is reported or does no harm',
    ...inDeep('R5', [11, 50, 2_000], damageFiles, { most: 500 }),
  },
  {
    name: 'Prove finds no fault in the folder of a running server',
    ...inDeep('R1 R5', [1, 1, 0], proveGood),
  },
  {
    name: 'Prove finds a server that checks no checksums, and leaves nothing when interrupted',
    ...inDeep('R5', ONCE_IN_DEEP, proveBad),
  },
  {
    name: 'A server that ends by itself fails prove, and prove shows its messages',
    ...always('R5', [0, 0, 1], endUnderProve),
  },
  // Threads that end, hang or go round in circles; clocks that jump; state that is not right.
  {
    name: 'Threads that die or hang restart without loss, and the other shard trades meanwhile',
    ...always('R1', [1, 5, 200], failThreads, { most: 5 }),
  },
  {
    name: 'Sixty sockets get one answer to each request to a failing shard, and continue',
    ...inDeep('R1 R2', [1, 10, 200], failWhileAsked, { most: 10 }),
  },
  {
    name: 'If the log or main thread dies the process ends, and the next start loses nothing',
    ...inDeep('R1', [1, 6, 250], failServer, { most: 6 }),
  },
  {
    name: 'While threads are away or hang the others serve, and no user has to sign in again',
    ...inDeep('R1', ONCE_IN_DEEP, threadsAway),
  },
  {
    name: 'Thirty busy processes on the machine end no thread of the server',
    ...always('R1', [0, 0, 20_000], busyMachine),
  },
  {
    name: 'New settings and the state hash of very many accounts are not taken for an endless loop',
    ...always('R1', [0, 0, 300_000], manyAccounts),
  },
  {
    name: 'When the clock is set no event goes back in time, and no request waits',
    ...always('R5', [1, 0, 10], setClocks, { needs: 'clock' }),
  },
  {
    name: 'The audit reports no random trade, and every change behind the server',
    ...inDeep('R3', [200, 2_000, 0], changeBehind),
  },
  {
    name: 'The audit finds a server whose balance in memory differs from its log',
    ...always('R3', ONCE, keepWrong),
  },
  // Clients that ask for too much, do not read, or come in storms.
  {
    name: 'While a shard or the log is held excess requests are refused, and no other is lost',
    ...inDeep('R6 R8', [1, 1, 10], holdThreads),
  },
  {
    name: 'A storm of broken connections ends no order and leaks no memory',
    ...always('R7', [1, 1, 10], storm),
  },
  {
    name: 'Idle sockets use little memory, and are cut when their client vanishes',
    ...inDeep('R7', [200, 2_000, 10_000], idleSockets),
  },
  {
    name: 'A client that does not read is closed with a code, and others trade meanwhile',
    ...always('R7', [0, 0, 10], slowReaders),
  },
  {
    name: 'A server that works and is killed does not grow and loses nothing',
    ...always('R1 R7', [0, 0, 1_800_000], work, { needs: 'strace' }),
  },
];
