// Runs test files in a process: keeps the TAP of each, reports its failures and processor time.

import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { FILE_GUARD_MS } from '../../support/guard.js';
import type { RunName } from '../../support/run.js';
import { FilesReader, type FileTap } from './files-reader.js';
import type { Job } from './plan.js';
import { keepTap } from './tap.js';

/**
 * What failed may leave servers running, which keep its process: it gets this much silence, in
 * minutes. A test of a long run may take some minutes itself.
 */
const FAILED_SILENCE_MIN = { test: 1, deep: 10, soak: 10 } as const;
/** With files side by side a collector of one thread and larger steps takes a quarter less time. */
const NODE_FLAGS = ['--enable-source-maps', '--single-threaded-gc', '--min-semi-space-size=16'];
/** Half a minute's life of much new code and many short-lived objects: an eighth less time so. */
const LONG_LIFE = /^(simulation\/|engine\/model)/;
const LONG_LIFE_FLAGS = ['--max-semi-space-size=64', '--always-sparkplug'];
/** The program that runs files in turn. */
const FILES = fileURLToPath(new URL('./files.js', import.meta.url));
/** What is kept of a process' standard error, to be shown when a file fails. */
const STDERR_KEPT = 8_000;
/** The shell tells what its children took of a processor, also when they were killed. */
const TIMED = ['-c', '"$@"; code=$?; times >&3; exit $code', 'sh'];

/** What became of one job. */
export interface JobResult {
  readonly job: Job;
  readonly passed: number;
  readonly failures: readonly string[];
  /** Tests that were left out, with their reasons. */
  readonly skipped: readonly string[];
  /** Processor time of the file and all that it started, in s; in a group, a share of loading. */
  readonly cpuSec: number;
  readonly stderr: string;
}

const running = new Set<ChildProcess>();

/** Ends a test file together with the servers that it started: they share its process group. */
const killGroup = (child: ChildProcess): void => {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
};

/** Ends all that runs. */
export const killAll = (): void => {
  for (const child of running) killGroup(child);
};

/** Seconds of `0m1.25s 0m0.10s`, in two lines: the shell's own, and those of its children. */
const secondsOf = (times: string): number =>
  [...times.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds),
    0,
  );

const textOf = (stream: Readable, keep: (text: string) => void): void => {
  stream.setEncoding('utf8').on('data', keep);
};

/** How the process of a group ended, and what it said. */
interface Ended {
  readonly files: readonly FileTap[];
  readonly code: number | null;
  readonly signal: string | null;
  /** Why the runner ended it, if it did. */
  readonly isLate: boolean;
  readonly cpuSec: number;
  readonly stderr: string;
}

/** Ends a process whose file takes too long, or is silent after a failure. */
class Guard {
  isLate = false;
  #late: NodeJS.Timeout | undefined;
  #silence: NodeJS.Timeout | undefined;

  constructor(
    private readonly run: RunName,
    private readonly kill: () => void,
  ) {
    this.restart();
  }

  /** Gives the next file its time. */
  restart(): void {
    this.stop();
    this.#late = setTimeout(() => this.#end(), FILE_GUARD_MS[this.run]);
  }

  /** Something was said: after a failure of this file, or at the end of any, more has to come. */
  heard(files: readonly FileTap[]): void {
    clearTimeout(this.#silence);
    const failed = files.findLast(({ hasFailed }) => hasFailed);
    const last = files.at(-1);
    if (failed === undefined || (failed !== last && !last?.isOver)) return;
    this.#silence = setTimeout(() => {
      failed.failures.push('silent for minutes after that: what was to follow did not run');
      this.#end();
    }, FAILED_SILENCE_MIN[this.run] * 60_000);
  }

  stop(): void {
    clearTimeout(this.#late);
    clearTimeout(this.#silence);
  }

  #end(): void {
    this.isLate = true;
    this.kill();
  }
}

/**
 * The environment of a process; titles that `TAP_GREP` chooses are those within files. Node reads
 * the certificates of `NODE_EXTRA_CA_CERTS` at each start, and no test asks a host outside.
 */
const environmentOf = (run: RunName): NodeJS.ProcessEnv => {
  const { TAP_GREP: titles, NODE_EXTRA_CA_CERTS: _, ...others } = process.env;
  const grep = titles === undefined ? {} : { TAP_GREP: `.\n${titles}` };
  return { ...others, TAP: '1', TAP_TIMEOUT: String(FILE_GUARD_MS[run] / 1000), ...grep };
};

/** Runs the files of jobs in turn in one process; it may end before all of them have begun. */
const runProcess = (run: RunName, group: readonly [Job, ...Job[]]): Promise<Ended> =>
  new Promise((resolve) => {
    const { file, shard, shards } = group[0];
    const flags = [...NODE_FLAGS, ...(LONG_LIFE.test(file) ? LONG_LIFE_FLAGS : [])];
    const part = ['--run', run, '--shard', `${shard}/${shards}`];
    const names = group.map((job) => job.file);
    const child = spawn(
      '/bin/sh',
      [...TIMED, process.execPath, ...flags, FILES, ...names, ...part],
      {
        stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
        env: environmentOf(run),
        detached: true,
      },
    );
    running.add(child);
    const guard = new Guard(run, () => killGroup(child));
    const output = new FilesReader(() => guard.restart());
    const [stdout, stderr, times] = child.stdio.slice(1) as [Readable, Readable, Readable];
    textOf(stdout, (text) => {
      output.write(text);
      guard.heard(output.files);
    });
    let noise = '';
    textOf(stderr, (text) => {
      noise = (noise + text).slice(-STDERR_KEPT);
    });
    let timed = '';
    textOf(times, (text) => {
      timed += text;
    });
    child.on('exit', () => killGroup(child));
    child.on('close', (code, signal) => {
      guard.stop();
      running.delete(child);
      output.end();
      const cpuSec = secondsOf(timed);
      const { isLate } = guard;
      resolve({ files: output.files, code, signal, isLate, cpuSec, stderr: noise });
    });
  });

/** Why a process did not end well, if it did not. */
const why = ({ code, signal, isLate }: Ended): string | undefined => {
  if (isLate) return 'hung: killed by the guard';
  if (signal !== null) return `ended by ${signal}`;
  return code === 0 ? undefined : `ended with code ${code}`;
};

/** What of a file failed; `tap` is undefined when the process ended before it began. */
const failuresOf = (tap: FileTap | undefined, ended: Ended): readonly string[] => {
  if (tap?.hasFailed) return tap.allFailures;
  const isHeld = tap?.isOver === true && tap.reader.isWhole;
  // A process whose files held, but for others that failed, ended for the sake of those.
  if (isHeld && ended.files.some(({ hasFailed }) => hasFailed)) return [];
  const isLast = tap === undefined || tap === ended.files.at(-1);
  const reason = isLast ? why(ended) : undefined;
  if (reason !== undefined) return [reason];
  return isHeld ? [] : ['its TAP is not complete'];
};

/**
 * Runs jobs to their end, in one process in turn. A file that ends the process fails alone: those
 * behind it run in another one.
 */
export const runJobs = async (
  run: RunName,
  group: readonly Job[],
  keep: typeof keepTap = keepTap,
): Promise<JobResult[]> => {
  const [first, ...others] = group;
  if (first === undefined) return [];
  const ended = await runProcess(run, [first, ...others]);
  const { files, stderr } = ended;
  const begun = group.slice(0, Math.max(files.length, 1));
  const own = files.reduce((sum, { cpuSec }) => sum + cpuSec, 0);
  const share = (ended.cpuSec - own) / begun.length;
  const results = begun.map((job, at): JobResult => {
    const tap = files[at];
    keep(run, job, tap?.text ?? '');
    const failures = failuresOf(tap, ended);
    const cpuSec = (tap?.cpuSec ?? 0) + share;
    const { passed = 0, skipped = [] } = tap?.reader ?? {};
    return { job, passed, failures, skipped, cpuSec, stderr };
  });
  return [...results, ...(await runJobs(run, group.slice(begun.length), keep))];
};
