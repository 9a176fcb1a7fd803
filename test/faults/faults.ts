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
    name: 'An event committed just before a kill survives the restart',
    shows: ['R1'],
    counts: { test: 1, deep: 2, soak: 40 },
    leftToDeep: true,
    run: killBehindCommit,
  },
  {
    name: 'After kills at every point of work and start no acknowledged request is lost',
    shows: ['R1', 'R2'],
    counts: { test: 1, deep: 2, soak: 40 },
    most: 10,
    leftToDeep: true,
    run: killAtPoints,
  },
  {
    name: 'After each commit of a tick every filled order has ended its partner',
    shows: ['R2'],
    counts: { test: 8, deep: 4_000, soak: 4_000 },
    leftToDeep: true,
    run: killAtTick,
  },
  {
    name: 'Every acknowledged request survives each kill, complete',
    shows: ['R1', 'R2', 'R5'],
    counts: { test: 1, deep: 20, soak: 500 },
    most: 50,
    run: killUnderLoad,
  },
  {
    name: 'A stop answers every executed request, and an ended start leaves no trace',
    shows: ['R2', 'R5'],
    counts: { test: 2, deep: 20, soak: 200 },
    most: 40,
    leftToDeep: true,
    run: stopUnderLoad,
  },
  {
    name: 'Every answered request is on disk before its answer, and survives power cuts',
    shows: ['R1'],
    counts: { test: 6, deep: 200, soak: 5_000 },
    most: 1_250,
    needs: 'strace',
    run: cutPower,
  },
  {
    name: 'Each restarted thread uses the present settings',
    shows: ['R1'],
    counts: ONCE_IN_DEEP,
    leftToDeep: true,
    run: changeSettings,
  },
  // Disks that fail, are slow or full, and files that are damaged, gone or old.
  ...BAD_STARTS,
  {
    name: 'If the log cannot be written the server ends, and the next start loses nothing',
    shows: ['R1'],
    counts: { test: 1, deep: 6, soak: 1_200 },
    most: 200,
    needs: 'strace',
    leftToDeep: true,
    run: failLog,
  },
  {
    name: 'A failed call of the log answers no request, and no answered request is lost',
    shows: ['R1'],
    counts: { test: 2, deep: 20, soak: 400 },
    needs: 'strace',
    run: failCalls,
  },
  {
    name: 'On a full disk positions can only be closed until there is space again',
    shows: ['R1'],
    counts: ONCE,
    needs: 'disk',
    run: fillSlowly,
  },
  {
    name: 'If all disk space is taken at once, no acknowledged request is lost',
    shows: ['R1'],
    counts: { test: 1, deep: 1, soak: 20 },
    needs: 'disk',
    leftToDeep: true,
    run: fillUnderLoad,
  },
  {
    name: 'A failure for lack of space stays a failure when there is space again',
    shows: ['R1'],
    counts: ONCE,
    needs: 'disk',
    run: failBeforeRoom,
  },
  {
    name: 'A rebuild without space names the reason and changes nothing',
    shows: ['R5'],
    counts: ONCE_IN_DEEP,
    needs: 'disk',
    leftToDeep: true,
    run: rebuildOnFull,
  },
  {
    name: 'A backup without space names the reason and leaves no file',
    shows: ['R5'],
    counts: ONCE_IN_DEEP,
    needs: 'disk',
    leftToDeep: true,
    run: backupOnFull,
  },
  {
    name: 'The log restores a lost database, and a copy of a busy server is its state at one event',
    shows: ['R5'],
    counts: { test: 1, deep: 2, soak: 20 },
    leftToDeep: true,
    run: bringBack,
  },
  {
    name: 'The start reports a changed bit or page of the database, or the change does no harm',
    shows: ['R5'],
    counts: { test: 20, deep: 60, soak: 2_000 },
    run: harmDatabase,
  },
  {
    name: 'Damage to any file is reported or does no harm',
    shows: ['R5'],
    counts: { test: 11, deep: 50, soak: 2_000 },
    most: 500,
    leftToDeep: true,
    run: damageFiles,
  },
  {
    name: 'Prove finds no fault in the folder of a running server',
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
    name: 'A server that ends by itself fails prove, and prove shows its messages',
    shows: ['R5'],
    counts: { test: 0, deep: 0, soak: 1 },
    run: endUnderProve,
  },
  // Threads that end, hang or go round in circles; clocks that jump; state that is not right.
  {
    name: 'Threads that die or hang restart without loss, and the other shard trades meanwhile',
    shows: ['R1'],
    counts: { test: 1, deep: 5, soak: 200 },
    most: 5,
    run: failThreads,
  },
  {
    name: 'Sixty sockets get one answer to each request to a failing shard, and continue',
    shows: ['R1', 'R2'],
    counts: { test: 1, deep: 10, soak: 200 },
    most: 10,
    leftToDeep: true,
    run: failWhileAsked,
  },
  {
    name: 'If the log or main thread dies the process ends, and the next start loses nothing',
    shows: ['R1'],
    counts: { test: 1, deep: 6, soak: 250 },
    most: 6,
    leftToDeep: true,
    run: failServer,
  },
  {
    name: 'While threads are away or hang the others serve, and no user has to sign in again',
    shows: ['R1'],
    counts: ONCE_IN_DEEP,
    leftToDeep: true,
    run: threadsAway,
  },
  {
    name: 'Thirty busy processes on the machine end no thread of the server',
    shows: ['R1'],
    counts: { test: 0, deep: 0, soak: 20_000 },
    run: busyMachine,
  },
  {
    name: 'New settings and the state hash of very many accounts are not taken for an endless loop',
    shows: ['R1'],
    counts: { test: 0, deep: 0, soak: 300_000 },
    run: manyAccounts,
  },
  {
    name: 'When the clock is set no event goes back in time, and no request waits',
    shows: ['R5'],
    counts: { test: 1, deep: 0, soak: 10 },
    needs: 'clock',
    run: setClocks,
  },
  {
    name: 'The audit reports no random trade, and every change behind the server',
    shows: ['R3'],
    counts: { test: 200, deep: 2_000, soak: 0 },
    leftToDeep: true,
    run: changeBehind,
  },
  {
    name: 'The audit finds a server whose balance in memory differs from its log',
    shows: ['R3'],
    counts: ONCE,
    run: keepWrong,
  },
  // Clients that ask for too much, do not read, or come in storms.
  {
    name: 'While a shard or the log is held excess requests are refused, and no other is lost',
    shows: ['R6', 'R8'],
    counts: { test: 1, deep: 1, soak: 10 },
    leftToDeep: true,
    run: holdThreads,
  },
  {
    name: 'A storm of broken connections ends no order and leaks no memory',
    shows: ['R7'],
    counts: { test: 1, deep: 1, soak: 10 },
    run: storm,
  },
  {
    name: 'Idle sockets use little memory, and are cut when their client vanishes',
    shows: ['R7'],
    counts: { test: 200, deep: 2_000, soak: 10_000 },
    leftToDeep: true,
    run: idleSockets,
  },
  {
    name: 'A client that does not read is closed with a code, and others trade meanwhile',
    shows: ['R7'],
    counts: { test: 0, deep: 0, soak: 10 },
    run: slowReaders,
  },
  {
    name: 'A server that works and is killed does not grow and loses nothing',
    shows: ['R1', 'R7'],
    counts: { test: 0, deep: 0, soak: 1_800_000 },
    needs: 'strace',
    run: work,
  },
];
