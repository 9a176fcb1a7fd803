// Bench `recovery`: from the start of the process to `listening`, after a crash with a long tail.
//
// The data folder has accounts with 2 positions each in the database, and events in the log that
// the database lacks: as many as it may be behind, and ten times as many. Each has a line.
// `test/support/seed.ts` makes the folder: a real server trades once, and its events are copied for
// the other accounts with ids of their own. A start changes the database, so each run has a copy.
// `own_memory_mib` is RssAnon + RssShmem right after `listening`, without pages of mapped files.

import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathsOf } from '../actors/folder/folder.js';
import { PROJECTION_LAG_MAX } from '../actors/shared/cells.js';
import { dropDatabase } from '../storage/database/database.js';
import { syncPath } from '../storage/files/sync.js';
import { seed } from '../test/support/seed.js';
import { ServerProcess } from '../test/support/server-process.js';
import { controlled, RUNS_MAX } from './measure/controls.js';
import { rounded } from './measure/measures.js';
import { ownMemory } from './measure/memory.js';

/** Default of `BENCH_ACCOUNTS`. */
const ACCOUNTS = 100_000;
/** Default of `BENCH_EVENTS`. */
const EVENTS_AFTER = `${10 * PROJECTION_LAG_MAX},${PROJECTION_LAG_MAX}`;

/**
 * Copies of the database for all runs, because a start advances it. They are on disk before the
 * first run.
 */
const keepCopies = (data: string): string[] => {
  const { database } = pathsOf(data);
  return Array.from({ length: RUNS_MAX }, (_, run) => {
    const copy = `${database}.${run}`;
    copyFileSync(database, copy);
    syncPath(copy);
    return copy;
  });
};

/** One start with a database as it was seeded. */
const start = async (data: string, copy: string) => {
  const { database } = pathsOf(data);
  dropDatabase(database);
  renameSync(copy, database);
  const started = performance.now();
  const server = await ServerProcess.start({ data });
  const seconds = rounded((performance.now() - started) / 1000, 2);
  const own_memory_mib = Math.round(ownMemory(server) / 1024);
  await server.kill();
  return { seconds, own_memory_mib };
};

const measure = async (accounts: number, eventsAfter: number) => {
  const data = mkdtempSync(join(tmpdir(), 'brokerd-recovery-'));
  try {
    await seed(data, { accounts, eventsAfter });
    const copies = keepCopies(data).values();
    const next = () => start(data, copies.next().value as string);
    const { result, ...machine } = await controlled(next);
    return { accounts, events_after: eventsAfter, ...result, ...machine };
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
};

/** Runs the bench; returns a result line for each number of events. */
export const recovery = async (): Promise<Record<string, unknown>[]> => {
  const accounts = Number(process.env.BENCH_ACCOUNTS ?? ACCOUNTS);
  const sizes = (process.env.BENCH_EVENTS ?? EVENTS_AFTER).split(',').map(Number);
  const lines = [];
  for (const eventsAfter of sizes) lines.push(await measure(accounts, eventsAfter));
  return lines;
};
