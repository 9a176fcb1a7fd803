// The costs of orders to a running server, read from outside: processor time and switches by
// thread, bytes written to disk, and the bytes that log and database keep.

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathsOf } from '../../actors/folder/folder.js';
import { openReader } from '../../storage/database/database.js';
import { batchOf, FRAME_HEAD, lastSeq } from '../../storage/log/batch.js';
import { logFiles, nameOf } from '../../storage/log/log.js';
import { copyFiles } from '../../storage/log/log-copy.js';
import { LogPages } from '../../storage/log/newest-commit.js';
import { NODE_FLAGS } from '../../test/support/command.js';
import type { ServerProcess } from '../../test/support/server-process.js';
import { rounded } from './measures.js';
import { metricIn, readMetrics } from './metrics.js';
import { settled } from './settled.js';

/** Processor time, switches and bytes of the threads of one name. */
interface Used {
  readonly ns: number;
  readonly voluntary: number;
  readonly involuntary: number;
  /** Bytes to disk. */
  readonly written: number;
}
const NOTHING: Used = { ns: 0, voluntary: 0, involuntary: 0, written: 0 };

/** a + sign × b */
const combined = (a: Used, b: Used, sign: 1 | -1): Used => ({
  ns: a.ns + sign * b.ns,
  voluntary: a.voluntary + sign * b.voluntary,
  involuntary: a.involuntary + sign * b.involuntary,
  written: a.written + sign * b.written,
});

/** A server's figures since its start. */
interface Reading {
  /** Number of all events. */
  readonly seq: number;
  readonly threads: ReadonlyMap<string, Used>;
}

/** Number of threads of a process of Node before it uses the pool of libuv. */
const nodeThreads = (): number => {
  const script = "require('node:fs').readdirSync('/proc/self/task').length";
  return Number(execFileSync(process.execPath, [...NODE_FLAGS, '-p', script]));
};

const numberIn = (text: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1]);

/**
 * The threads of a process by name. The server names its workers (`actors/shared/heartbeat.ts`).
 * Node 20 gives the other threads no name: the first of them are V8's and Node's own, the later
 * threads belong to libuv's pool and to password hashing.
 */
const threadsOf = (pid: number, started: number): ReadonlyMap<string, Used> => {
  const tasks = `/proc/${pid}/task`;
  const read = (task: number, file: string) => readFileSync(`${tasks}/${task}/${file}`, 'utf8');
  const program = read(pid, 'comm');
  const threads = new Map<string, Used>();
  let unnamed = 0;
  const nameOf = (task: number): string => {
    const name = read(task, 'comm');
    if (task === pid) return 'main';
    if (name !== program) return name.trim();
    unnamed += 1;
    return unnamed < started ? 'helpers' : 'pool';
  };
  const byAge = readdirSync(tasks).map(Number);
  for (const task of byAge.sort((a, b) => a - b)) {
    const name = nameOf(task);
    const [ns = '0'] = read(task, 'schedstat').split(' ');
    const status = read(task, 'status');
    const used: Used = {
      ns: Number(ns),
      voluntary: numberIn(status, 'voluntary_ctxt_switches'),
      involuntary: numberIn(status, 'nonvoluntary_ctxt_switches'),
      written: numberIn(read(task, 'io'), 'write_bytes'),
    };
    threads.set(name, combined(threads.get(name) ?? NOTHING, used, 1));
  }
  return threads;
};

/** Adds up what orders cost a server; its events must be of orders alone meanwhile. */
export class OrderCosts {
  readonly #server: ServerProcess;
  readonly #started = nodeThreads();
  readonly #threads = new Map<string, Used>();
  #orders = 0;

  constructor(server: ServerProcess) {
    this.#server = server;
  }

  /** Runs a load, and adds its costs until the database has its events. */
  async of<T>(run: () => Promise<T>): Promise<T> {
    const before = await this.#read();
    const result = await run();
    const after = await this.#read();
    this.#orders += after.seq - before.seq;
    for (const [name, used] of after.threads) {
      const spent = combined(used, before.threads.get(name) ?? NOTHING, -1);
      this.#threads.set(name, combined(this.#threads.get(name) ?? NOTHING, spent, 1));
    }
    return result;
  }

  /** The costs of one order, the most expensive thread first: bytes, µs, and switches. */
  each() {
    const threads = [...this.#threads].sort(([, a], [, b]) => b.ns - a.ns);
    const written = threads.reduce((sum, [, used]) => sum + used.written, 0);
    const each = (value: number, decimals: number) => rounded(value / this.#orders, decimals);
    return {
      written_bytes: each(written, 0),
      threads: Object.fromEntries(
        threads.map(([name, { ns, voluntary, involuntary, written }]) => [
          name,
          {
            us: each(ns / 1000, 2),
            voluntary: each(voluntary, 4),
            involuntary: each(involuntary, 4),
            written_bytes: each(written, 0),
          },
        ]),
      ),
    };
  }

  async #read(): Promise<Reading> {
    await settled(this.#server);
    const { pid = 0 } = this.#server.process;
    return {
      seq: metricIn(await readMetrics(this.#server), 'brokerd_seq'),
      threads: threadsOf(pid, this.#started),
    };
  }
}

/** Bytes of each table with its indexes, and its rows (within a hundredth). */
const TABLES = `
  SELECT tbl_name AS name, SUM(pgsize) AS bytes, SUM(ncell) FILTER (WHERE d.name = tbl_name) AS rows
  FROM dbstat AS d JOIN sqlite_schema USING (name) WHERE aggregate = TRUE
  GROUP BY tbl_name ORDER BY bytes DESC`;

interface TableSize {
  readonly name: string;
  readonly bytes: number;
  readonly rows: number;
}

const sizeOf = (paths: readonly string[]): number =>
  paths.reduce((sum, path) => sum + statSync(path).size, 0);

/** The bytes that an order leaves in a folder in which nearly all events are orders. */
export const keptBytes = (data: string) => {
  const { log, database } = pathsOf(data);
  const files = logFiles(log).map((first) => join(log, nameOf(first)));
  const pages = new LogPages(files.at(-1) ?? '');
  const newest = pages.newest();
  pages.close();
  if (newest === undefined) throw new Error('the log is empty');
  const batch = batchOf(newest.first, newest.value);
  const db = openReader(database);
  const tables = db.prepare(TABLES).all() as TableSize[];
  db.close();
  const each = (bytes: number) => Math.round(bytes / lastSeq(batch));
  return {
    event: Math.round(batch.events.length / batch.count) - FRAME_HEAD,
    log_file: each(sizeOf(files)),
    log_copy: each(sizeOf(copyFiles(log))),
    database_file: each(sizeOf([database])),
    tables: Object.fromEntries(
      tables
        .filter(({ bytes }) => each(bytes) > 0)
        .map(({ name, bytes, rows }) => [
          name,
          { bytes: each(bytes), rows: rounded(rows / lastSeq(batch), 2) },
        ]),
    ),
  };
};
