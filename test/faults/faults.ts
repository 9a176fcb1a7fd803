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

/** Once in `npm test`, or once in the deep run; never more often. */
const ONCE = { test: 1, deep: 0, soak: 0 } as const;
const ONCE_IN_DEEP = { test: 1, deep: 1, soak: 0 } as const;

/** Each fault once; neighbours are done by different shards. */
export const FAULTS: readonly Fault[] = [
  // Servers that are killed, stopped or cut off, at any moment.
  {
    name: 'What a commit held that a kill came just behind is there',
    shows: ['R1'],
    counts: { test: 1, deep: 2, soak: 40 },
    leftToDeep: true,
    run: killBehindCommit,
  },
  {
    name: 'After kills at every point of the work and of the start after them all is there',
    shows: ['R1', 'R2'],
    counts: { test: 1, deep: 2, soak: 40 },
    most: 10,
    leftToDeep: true,
    run: killAtPoints,
  },
  {
    name: 'Behind each commit of a tick no order is filled that has not ended its partner',
    shows: ['R2'],
    counts: { test: 8, deep: 4_000, soak: 4_000 },
    leftToDeep: true,
    run: killAtTick,
  },
  {
    name: 'After each kill all that was acknowledged is there, and whole',
    shows: ['R1', 'R2', 'R5'],
    counts: { test: 1, deep: 20, soak: 500 },
    most: 50,
    run: killUnderLoad,
  },
  {
    name: 'A stop answers all that was executed, and a start that is ended leaves no trace',
    shows: ['R2', 'R5'],
    counts: { test: 2, deep: 20, soak: 200 },
    most: 40,
    leftToDeep: true,
    run: stopUnderLoad,
  },
  {
    name: 'No answer is sent before it is on disk, and after power cuts all answered is in the log',
    shows: ['R1'],
    counts: { test: 6, deep: 200, soak: 5_000 },
    most: 1_250,
    needs: 'strace',
    run: cutPower,
  },
  {
    name: 'Each thread that failed deals and shows by the settings of now',
    shows: ['R1'],
    counts: ONCE_IN_DEEP,
    leftToDeep: true,
    run: changeSettings,
  },
  // Disks that fail, are slow or full, and files that are damaged, gone or old.
  ...BAD_STARTS,
  {
    name: 'When the log cannot be written the server ends, and the next has all',
    shows: ['R1'],
    counts: { test: 1, deep: 6, soak: 1_200 },
    most: 200,
    needs: 'strace',
    leftToDeep: true,
    run: failLog,
  },
  {
    name: 'After a call of the log that failed nothing is told, and all that was told is there',
    shows: ['R1'],
    counts: { test: 2, deep: 20, soak: 400 },
    needs: 'strace',
    run: failCalls,
  },
  {
    name: 'On a disk that fills up positions can only be closed, until room is back',
    shows: ['R1'],
    counts: ONCE,
    needs: 'disk',
    run: fillSlowly,
  },
  {
    name: 'When all room is taken at once nothing acknowledged is lost',
    shows: ['R1'],
    counts: { test: 1, deep: 1, soak: 20 },
    needs: 'disk',
    leftToDeep: true,
    run: fillUnderLoad,
  },
  {
    name: 'A failure for want of room is one when there is some again, too',
    shows: ['R1'],
    counts: ONCE,
    needs: 'disk',
    run: failBeforeRoom,
  },
  {
    name: 'A rebuild without room says so, and leaves all as it was',
    shows: ['R5'],
    counts: ONCE_IN_DEEP,
    needs: 'disk',
    leftToDeep: true,
    run: rebuildOnFull,
  },
  {
    name: 'A backup without room says so, and leaves nothing',
    shows: ['R5'],
    counts: ONCE_IN_DEEP,
    needs: 'disk',
    leftToDeep: true,
    run: backupOnFull,
  },
  {
    name: 'A lost database comes back from the log, and a copy at work is the state at one event',
    shows: ['R5'],
    counts: { test: 1, deep: 2, soak: 20 },
    leftToDeep: true,
    run: bringBack,
  },
  {
    name: 'A changed bit or page of the database is told at the start, or does no harm',
    shows: ['R5'],
    counts: { test: 20, deep: 60, soak: 2_000 },
    run: harmDatabase,
  },
  {
    name: 'Damage to any file is noticed or does no harm',
    shows: ['R5'],
    counts: { test: 11, deep: 50, soak: 2_000 },
    most: 500,
    leftToDeep: true,
    run: damageFiles,
  },
  {
    name: 'Prove finds nothing in the folder of a running server',
    shows: ['R1', 'R5'],
    counts: { test: 1, deep: 1, soak: 0 },
    leftToDeep: true,
    run: proveGood,
  },
  {
    name: 'Prove finds a server that checks no checksums, and leaves nothing when interrupted',
    shows: ['R5'],
    counts: ONCE_IN_DEEP,
    leftToDeep: true,
    run: proveBad,
  },
  {
    name: 'A server that ends by itself under prove does not hold, and what it said is told',
    shows: ['R5'],
    counts: { test: 0, deep: 0, soak: 1 },
    run: endUnderProve,
  },
  // Threads that end, hang or go round in circles; clocks that jump; state that is not right.
  {
    name: 'Threads that die or hang come back, nothing is lost, and the other shard trades on',
    shows: ['R1'],
    counts: { test: 1, deep: 5, soak: 200 },
    most: 5,
    run: failThreads,
  },
  {
    name: 'What sixty sockets ask of a shard that fails is answered once, and each goes on',
    shows: ['R1', 'R2'],
    counts: { test: 1, deep: 10, soak: 200 },
    most: 10,
    leftToDeep: true,
    run: failWhileAsked,
  },
  {
    name: 'When the log’s or the main thread dies the process ends, and the next has all',
    shows: ['R1'],
    counts: { test: 1, deep: 6, soak: 250 },
    most: 6,
    leftToDeep: true,
    run: failServer,
  },
  {
    name: 'While threads are away or hang the others serve, and nobody has to sign in again',
    shows: ['R1'],
    counts: ONCE_IN_DEEP,
    leftToDeep: true,
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
    leftToDeep: true,
    run: changeBehind,
  },
  {
    name: 'A server that keeps another balance than it writes is found out',
    shows: ['R3'],
    counts: ONCE,
    run: keepWrong,
  },
  // Clients that ask for too much, do not read, or come in storms.
  {
    name: 'What is too much while a shard or the log is held is refused, and nothing else is lost',
    shows: ['R6', 'R8'],
    counts: { test: 1, deep: 1, soak: 10 },
    leftToDeep: true,
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
    leftToDeep: true,
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
