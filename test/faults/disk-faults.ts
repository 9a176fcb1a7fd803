// Disks that fail, are slow or full, and files that are damaged, gone or old.

import { BAD_STARTS } from './bad-starts.js';
import { harmDatabase } from './bit-runs.js';
import { damageFiles, endUnderProve, proveBad, proveGood } from './damage-runs.js';
import { failBeforeRoom, fillSlowly, fillUnderLoad } from './disk-full-runs.js';
import { failLog } from './disk-runs.js';
import type { Fault } from './fault.js';
import { failCalls } from './log-calls.js';
import { rebuildOnFull } from './rebuild-full.js';
import { bringBack } from './rebuild-runs.js';

const ONCE = { test: 1, deep: 0, soak: 0 } as const;

export const DISK_FAULTS: readonly Fault[] = [
  ...BAD_STARTS,
  {
    name: 'When the log cannot be written the server ends, and the next has all',
    shows: ['R1'],
    counts: { test: 1, deep: 6, soak: 1_200 },
    most: 200,
    needs: 'strace',
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
    counts: { test: 1, deep: 0, soak: 20 },
    needs: 'disk',
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
    counts: ONCE,
    needs: 'disk',
    run: rebuildOnFull,
  },
  {
    name: 'A lost database comes back from the log, and a copy at work is the state at one event',
    shows: ['R5'],
    counts: { test: 1, deep: 2, soak: 20 },
    run: bringBack,
  },
  {
    name: 'A changed bit or page of the database is told at the start, or does no harm',
    shows: ['R5'],
    counts: { test: 30, deep: 60, soak: 2_000 },
    run: harmDatabase,
  },
  {
    name: 'Damage to any file is noticed or does no harm',
    shows: ['R5'],
    counts: { test: 11, deep: 50, soak: 2_000 },
    most: 500,
    run: damageFiles,
  },
  {
    name: 'Prove finds nothing in the folder of a running server',
    shows: ['R1', 'R5'],
    counts: { test: 1, deep: 1, soak: 0 },
    run: proveGood,
  },
  {
    name: 'Prove finds a server that checks no checksums, and leaves nothing when interrupted',
    shows: ['R5'],
    counts: ONCE,
    run: proveBad,
  },
  {
    name: 'A server that ends by itself under prove does not hold, and what it said is told',
    shows: ['R5'],
    counts: { test: 0, deep: 0, soak: 1 },
    run: endUnderProve,
  },
];
