// Runs one test file as a process: keeps its TAP, reports its failures and processor time.

import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { FILE_GUARD_MS } from '../../support/guard.js';
import type { RunName } from '../../support/run.js';
import type { Job } from './plan.js';
import { keepTap, TapReader } from './tap.js';

/** What failed may leave servers running, which keep its process: it gets this much silence. */
const FAILED_SILENCE_MS = 60_000;
/** With files side by side a collector of one thread and larger steps takes a quarter less time. */
const NODE_FLAGS = ['--enable-source-maps', '--single-threaded-gc', '--min-semi-space-size=16'];
/** Half a minute's life of much new code and many short-lived objects: an eighth less time so. */
const LONG_LIFE = /^(simulation\/|engine\/model)/;
const LONG_LIFE_FLAGS = ['--max-semi-space-size=64', '--always-sparkplug'];
/** What is kept of a file's standard error, to be shown when it fails. */
const STDERR_KEPT = 8_000;
/** The shell tells what its children took of a processor, also when they were killed. */
const TIMED = ['-c', '"$@"; code=$?; times >&3; exit $code', 'sh'];

/** What became of one job. */
export interface JobResult {
  readonly job: Job;
  readonly passed: number;
  readonly failures: readonly string[];
  /** Processor time of the file and all that it started, in s. */
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

const why = (code: number | null, signal: string | null, isLate: boolean, isWhole: boolean) => {
  if (isLate) return 'hung: killed by the guard';
  if (signal !== null) return `ended by ${signal}`;
  if (code !== 0) return `ended with code ${code}`;
  return isWhole ? undefined : 'its TAP is not complete';
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

/** Runs a job to its end. */
export const runJob = (run: RunName, job: Job): Promise<JobResult> =>
  new Promise((resolve) => {
    const { file, shard, shards } = job;
    const flags = [...NODE_FLAGS, ...(LONG_LIFE.test(file) ? LONG_LIFE_FLAGS : [])];
    const part = ['--run', run, '--shard', `${shard}/${shards}`];
    const args = [process.execPath, ...flags, join('dist', 'test', `${file}.js`), ...part];
    const child = spawn('/bin/sh', [...TIMED, ...args], {
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      env: { ...process.env, TAP: '1', TAP_TIMEOUT: String(FILE_GUARD_MS[run] / 1000) },
      detached: true,
    });
    running.add(child);
    const reader = new TapReader();
    const failures: string[] = [];
    let isLate = false;
    const end = (): void => {
      isLate = true;
      killGroup(child);
    };
    const guard = setTimeout(end, FILE_GUARD_MS[run]);
    let silence: NodeJS.Timeout | undefined;
    const giveUp = (): void => {
      failures.push('silent for a minute after that: what was to follow did not run');
      end();
    };
    const [stdout, stderr, times] = child.stdio.slice(1) as [Readable, Readable, Readable];
    let tap = '';
    textOf(stdout, (text) => {
      tap += text;
      reader.parser.write(text);
      clearTimeout(silence);
      if (reader.failures.length > 0) silence = setTimeout(giveUp, FAILED_SILENCE_MS);
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
      clearTimeout(guard);
      clearTimeout(silence);
      running.delete(child);
      reader.parser.end();
      keepTap(run, job, tap);
      failures.unshift(...reader.failures);
      const reason = why(code, signal, isLate, reader.isWhole);
      if (failures.length === 0 && reason !== undefined) failures.push(reason);
      resolve({ job, passed: reader.passed, failures, cpuSec: secondsOf(timed), stderr: noise });
    });
  });
